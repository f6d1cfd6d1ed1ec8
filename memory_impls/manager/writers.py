"""Who listens to the bus and what they write: turns, changes of tasks, results of tools (B 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memory_impls.api import Event, EventKind, Layer, TaskState, TaskStatus, ToolResult
from memory_impls.manager.bus import Bus
from memory_impls.manager.extractor import LEFT_OVER
from memory_impls.manager.rules import placed
from memory_impls.manager.secrets import cleaned
from memory_impls.manager.settings import Settings
from memory_impls.manager.state import State
from memory_impls.manager.working import Note
from memory_impls.parts.lines import Saying, failure_of, sayings_of, status_of
from memory_impls.parts.transcript import as_item, kinds_of, words_of

if TYPE_CHECKING:
    from memory_impls.parts.embedder import Embedder
    from memory_impls.parts.model import Model

__all__ = ["Writers"]

_OVER = frozenset({TaskState.DONE, TaskState.FAILED})
_MILD = 3


class Writers(State):
    """The writing side of ``Manager``; not a design itself.

    Attributes:
        bus: Where events are published; listeners of one's own may be added.
    """

    def __init__(
        self, settings: Settings, *, embedder: Embedder | None, model: Model | None
    ) -> None:
        super().__init__(settings, embedder=embedder, model=model)
        self.bus = self._wired()

    def _wired(self) -> Bus:
        """Subscribe a writer to every kind of event that is to raise an update."""
        bus = Bus()
        kinds = kinds_of(self.settings.events)
        writers = {
            EventKind.TASK_STATUS: self._on_status,
            EventKind.TOOL_CALL: self._on_call,
            EventKind.TOOL_RESULT: self._on_result,
        }
        for kind in sorted(kinds):
            bus.subscribe([kind], writers.get(kind, self._on_turn))
        return bus

    def observe(self, event: Event) -> None:
        """Publish an event; what was taken in before changes nothing but work in hand."""
        if not self._items.is_forgotten(event.id):
            self.bus.publish(cleaned(event) if self.settings.secret_filter else event)

    def _take_in(self, event: Event) -> bool:
        if not self._items.take_in(event.id):
            return False
        self.known[event.id] = (event.scope, event.at)
        return True

    def _on_turn(self, event: Event) -> None:
        if self._take_in(event):
            self._read(event, words_of(event))

    def _read(self, event: Event, text: str) -> None:
        """Write what a turn states; what is left of it goes to the short-term layer."""
        if not text.strip():
            return
        found = self.reader.extract(event, text)
        self.failures += found.failed
        self._write(found.sayings)
        if found.rest:
            item = as_item(event, layer=Layer.SHORT, text=" ".join(found.rest))
            self.shelve(replace(item, session=None, importance=LEFT_OVER))

    def _on_status(self, event: Event) -> None:
        if not isinstance(event.payload, TaskStatus):
            self._on_turn(event)
            return
        text = words_of(event)
        self.work.add(Note(event=event, text=text))
        if self._take_in(event):
            task = event.payload.task_id
            basis: tuple[str, ...] = ()
            if event.payload.state in _OVER:
                # The conclusion: what came of the task, drawn from all its events.
                text = self.work.summary(event.scope, task) or text
                basis = self.work.sources(event.scope, task)
            sayings = sayings_of(event, [status_of(task, text)], _MILD)
            self.basis.update((s.id, basis) for s in sayings if basis)
            self._write(sayings)
        self.work.settle(event.scope)
        self.show_work(event.scope)

    def _on_call(self, event: Event) -> None:
        self.work.add(Note(event=event, text=words_of(event)))
        self._take_in(event)
        self.work.settle(event.scope)
        self.show_work(event.scope)

    def _on_result(self, event: Event) -> None:
        text = words_of(event)
        self.work.add(Note(event=event, text=text))
        if self._take_in(event):
            if isinstance(event.payload, ToolResult) and not event.payload.ok:
                self._write(sayings_of(event, [failure_of(text)], _MILD))
            else:
                self._read(event, text)
        self.work.settle(event.scope)
        self.show_work(event.scope)

    def _write(self, sayings: Sequence[Saying]) -> None:
        """Add statements to their chains, under the rule, and link them."""
        lines = []
        for placement in placed(sayings, self.book, self.settings, self):
            lines.append(self.book.add(placement.saying, placement.line_id))
            self.links.add(placement.saying, self.book)
        self.versions.refresh(lines)
