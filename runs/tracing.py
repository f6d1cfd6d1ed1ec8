"""The trace of a cell: what a memory held, written down only where it changed."""

from __future__ import annotations

from memory_impls.api import Capability, Consolidation, Contents, Memory, MemoryItem
from metrics.api import TraceItem, TraceLine
from runs.history import History

__all__ = ["Tracer"]


class Tracer:
    """Writes the trace of one memory.

    Reading the contents is the harness's own work and is booked to no phase.

    Attributes:
        lines: Written so far.
    """

    def __init__(self, memory: Memory, history: History) -> None:
        self.lines: list[TraceLine] = []
        self._memory = memory
        self._history = history
        self._lists = Capability.CONTENTS in memory.capabilities
        self._revision: int | None = None

    @property
    def revision(self) -> int:
        """Ordinal of the last line; 0 before the first."""
        return len(self.lines)

    def before_probe(self) -> None:
        """Write a line if the contents changed since the last one."""
        changed = self._changed()
        if changed.items or changed.removed_ids:
            self._write(changed, cause="probe")

    def session_end(self, session: str) -> None:
        """Write the line of a session that ended."""
        self._write(self._changed(), cause="session_end", session=session, measure=True)

    def forget(self, removed: int) -> None:
        """Write the line of something forgotten on request."""
        reason = f"{removed} items removed or rewritten"
        self._write(self._changed(), cause="forget", reason=reason, measure=True)

    def dream(self, done: Consolidation) -> None:
        """Write the line of a consolidation, with what the design says it did."""
        changes = tuple(
            (change.action.value, change.item_id, tuple(change.source_ids), change.why)
            for change in done.changes
        )
        self._write(
            self._changed(),
            cause="dream",
            reason=done.reason,
            committed=done.committed,
            failures=done.failures,
            changes=changes,
            measure=True,
        )

    def _changed(self) -> Contents:
        """Ask for what changed since the last time; the first time, for everything."""
        if not self._lists:
            return Contents(revision=0)
        changed = self._memory.contents(self._revision)
        self._revision = changed.revision
        return changed

    def _write(
        self,
        changed: Contents,
        *,
        cause: str,
        session: str = "",
        reason: str = "",
        committed: bool = True,
        failures: int = 0,
        changes: tuple[tuple[str, str, tuple[str, ...], str], ...] = (),
        measure: bool = False,
    ) -> None:
        now = self._history.now
        if now is None:
            return  # nothing has happened yet, so nothing can have changed
        held = self._memory.footprint() if measure else None
        self.lines.append(
            TraceLine(
                revision=len(self.lines) + 1,
                cause=cause,
                at=now,
                session=session,
                reason=reason,
                committed=committed,
                failures=failures,
                items=tuple(map(_traced, changed.items)),
                removed_ids=changed.removed_ids,
                changes=changes,
                held_items=held.items if held else None,
                held_bytes=held.bytes if held else None,
                held_tokens=held.tokens if held else None,
                events_seen=self._history.events_seen,
            )
        )


def _traced(item: MemoryItem) -> TraceItem:
    return TraceItem(
        id=item.id,
        text=item.text,
        kind=item.kind,
        status=item.status,
        version=item.version,
        source_ids=item.source_ids,
        updated=item.updated,
        speaker=item.speaker,
        valid_to=item.valid_to,
    )
