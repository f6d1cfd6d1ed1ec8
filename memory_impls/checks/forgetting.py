"""Checks of ``forget``: what was meant goes, the rest stays, nothing returns, no byte is left."""

from __future__ import annotations

import base64
import io
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

from memory_impls.api import Capability, Event, ForgetRequest, ItemKind, Memory
from memory_impls.checks.core import Make, require
from memory_impls.checks.driver import first_difference, holds, observe_all, plain, replay
from memory_impls.checks.histories import (
    ANA,
    ATLAS,
    BEN,
    BIRCH,
    START,
    asking,
    canary,
    event,
    mixed_history,
    said,
)

__all__ = [
    "check_forgets_by_event",
    "check_forgets_by_interval",
    "check_forgets_by_item",
    "check_forgets_by_kind",
    "check_forgets_by_scope",
    "check_forgets_down_to_the_bytes",
    "check_forgets_only_where_all_criteria_hold",
    "check_forgetting_nothing_changes_nothing",
    "check_stays_forgotten",
    "traces_of",
]

_SCOPES = {ATLAS: range(10), BIRCH: range(10, 15), ANA: range(15, 20), BEN: range(20, 25)}


def check_forgets_by_event(make: Make) -> None:
    """Forgetting an event takes what it said out of answers and contents, and nothing else."""
    request = ForgetRequest(event_ids=frozenset({_id(0), _id(9), _id(21)}))
    _forget_and_compare(make, request, lambda number: number in (0, 9, 21))


def check_forgets_by_scope(make: Make) -> None:
    """Forgetting a scope takes what was said in exactly that scope, and nothing else."""
    _forget_and_compare(make, ForgetRequest(scope=BIRCH), lambda number: number in _SCOPES[BIRCH])


def check_forgets_by_interval(make: Make) -> None:
    """Forgetting an interval takes what was said in it (start included, end not), nothing else."""
    times = {e.id: e.at for e in mixed_history()}
    start, end = times[_id(10)], times[_id(13)]
    request = ForgetRequest(start=start, end=end)
    _forget_and_compare(make, request, lambda number: start <= times[_id(number)] < end)


def check_forgets_only_where_all_criteria_hold(make: Make) -> None:
    """With several criteria, only what meets all of them goes."""
    request = ForgetRequest(
        event_ids=frozenset({_id(1), _id(11), _id(22)}), scope=ATLAS, end=START + timedelta(days=90)
    )
    _forget_and_compare(make, request, lambda number: number == 1)


def check_forgets_by_item(make: Make) -> None:
    """Forgetting an item takes it out of answers and contents; the number says one or more."""
    memory = make()
    replay(memory, mixed_history())
    for item in memory.contents().items[::7]:
        if all(held.id != item.id for held in memory.contents().items):
            continue  # it rested on another one that was forgotten before it
        gone = memory.forget(ForgetRequest(item_id=item.id))
        require(gone >= 1, f"forgetting a listed item removes {gone}", [item.id])
        left = [i.id for i in memory.contents().items if i.id == item.id]
        require(not left, "a forgotten item is still listed", left)
        shown = memory.recall(asking(item.text[:200], scope=item.scope)).items
        found = [i.item_id for i in shown if i.item_id == item.id]
        require(not found, "a forgotten item is still shown", found)


def check_forgets_by_kind(make: Make) -> None:
    """Forgetting a kind leaves no item of that kind, and says 0 only when there was none."""
    for kind in ItemKind:
        memory = make()
        replay(memory, mixed_history())
        before = [item.id for item in memory.contents().items if item.kind is kind]
        gone = memory.forget(ForgetRequest(kind=kind))
        left = [item.id for item in memory.contents().items if item.kind is kind]
        require(not left, f"items of the forgotten kind {kind} are still listed", left)
        require(bool(gone) == bool(before), f"{len(before)} items of kind {kind}, {gone} removed")


def check_forgetting_nothing_changes_nothing(make: Make) -> None:
    """A request that means nothing here, or comes a second time, returns 0 and changes nothing."""
    memory = make()
    replay(memory, mixed_history())
    for request in (
        ForgetRequest(event_ids=frozenset({_id(3)})),
        ForgetRequest(event_ids=frozenset({"never-fed"})),
        ForgetRequest(item_id="no-such-item"),
        ForgetRequest(event_ids=frozenset({_id(4)}), scope=BEN),
        ForgetRequest(start=START + timedelta(days=5_000)),
    ):
        memory.forget(request)
        before = plain(memory.contents())
        gone = memory.forget(request)
        require(gone == 0, f"nothing is left to forget, yet {gone} are reported", [request])
        after = plain(memory.contents())
        require(before == after, f"forgetting nothing changes {first_difference(before, after)}")


def check_stays_forgotten(make: Make) -> None:
    """A forgotten event fed again stores nothing; a new event that says it again is remembered."""
    memory = make()
    events = list(mixed_history())
    replay(memory, events)
    known = holds(memory, canary(3), asking(3))
    memory.forget(ForgetRequest(event_ids=frozenset({_id(3)})))
    observe_all(memory, events)
    replay(memory, events)
    _require_gone(memory, 3, "fed again, a forgotten event comes back")
    if Capability.PERSIST in memory.capabilities:
        with tempfile.TemporaryDirectory() as name:
            memory.save(Path(name))
            memory = make()
            memory.load(Path(name))
        replay(memory, events)
        _require_gone(memory, 3, "fed again after a restart, a forgotten event comes back")
    anew = event("anew", said(3), at=START + timedelta(days=30), session="anew")
    memory.observe(anew)
    require(not known or holds(memory, canary(3), asking(3)), "said anew, it is not remembered")


def check_forgets_down_to_the_bytes(make: Make) -> None:
    """After forgetting, no file the memory wrote holds a trace of it, in any common encoding."""
    for save_first in (False, True):
        memory = make()
        secret, chinese = f"Zq{'k7'.join('vxwj')}secretive", "芝麻开门七七一九"
        events = list(mixed_history())
        events[10:10] = _telling(secret, chinese)
        replay(memory, events)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if save_first:
                memory.save(folder)
                memory = make()
                memory.load(folder)
            memory.forget(ForgetRequest(event_ids=frozenset({"secret.0", "secret.1"})))
            memory.save(folder)
            for word in (secret, chinese):
                traces = sorted(set(traces_of(word, folder)))
                require(not traces, "a saved file still holds what was forgotten", traces)
                said_again = holds(memory, word, asking(f"What is my {word} password?"))
                require(not said_again, "an answer still shows what was forgotten")


def _telling(secret: str, chinese: str) -> Iterator[Event]:
    for place, text in enumerate((f"My password is {secret}.", f"我的口令是{chinese}。")):
        moment = START + timedelta(hours=1, minutes=place)
        yield event(f"secret.{place}", text, at=moment, session="secret")


def traces_of(word: str, folder: Path) -> Iterator[str]:
    """Search all files of a folder for a word, in several encodings, inside archives too."""
    needles = dict(_encoded(word))
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        for layer, data in _layers(path.read_bytes()):
            lowered = data.lower()
            for encoding, needle in needles.items():
                if needle.lower() in lowered:
                    yield f"{path.name}{layer} ({encoding})"


def _encoded(word: str) -> Iterator[tuple[str, bytes]]:
    for encoding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "gb18030"):
        yield encoding, word.encode(encoding)
    raw = word.encode()
    yield "hex", raw.hex().encode()
    yield "escaped", word.encode("unicode_escape")
    yield "percent", "".join(f"%{byte:02x}" for byte in raw).encode()
    yield "reversed", word[::-1].encode()
    for shift in range(3):  # base64 of a word depends on where in a triple of bytes it starts
        inner = base64.b64encode(b"\0" * shift + raw)
        yield f"base64 at {shift}", inner[(0, 2, 3)[shift] : len(inner) - 4]


def _layers(data: bytes) -> Iterator[tuple[str, bytes]]:
    yield "", data
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.namelist():
                yield f"/{member}", archive.read(member)
    for wbits, what in ((zlib.MAX_WBITS | 32, " unzipped"),):
        try:
            yield what, zlib.decompress(data, wbits)
        except zlib.error:
            continue


def _id(number: int) -> str:
    scope = next(scope for scope, numbers in _SCOPES.items() if number in numbers)
    return f"{scope.user}.{scope.project}.{number}"


def _forget_and_compare(make: Make, request: ForgetRequest, meant: Callable[[int], bool]) -> None:
    """Forget; what was meant must be gone, and every other statement recalled as before."""
    memory = make()
    replay(memory, mixed_history())
    asked = {number: asking(number, scope=scope) for scope, ns in _SCOPES.items() for number in ns}
    known = {number for number, query in asked.items() if holds(memory, canary(number), query)}
    listed = _listed_statements(memory)
    gone = memory.forget(request)
    require(gone >= 0, f"forgetting removes {gone}")
    require(
        gone > 0 or not any(meant(number) for number in known | listed),
        "it removes what was meant and returns 0",
    )
    for number, query in asked.items():
        if meant(number):
            _require_gone(memory, number, "what was to be forgotten is still there")
        elif number in known:
            kept = holds(memory, canary(number), query)
            require(kept, "forgetting takes what was not meant", [canary(number)])
    lost = sorted(n for n in listed - _listed_statements(memory) if not meant(n))
    require(not lost, "forgetting takes from the contents what was not meant", lost)


def _listed_statements(memory: Memory) -> set[int]:
    if Capability.CONTENTS not in memory.capabilities:
        return set()
    text = "\n".join(item.text for item in memory.contents().items)
    return {number for numbers in _SCOPES.values() for number in numbers if canary(number) in text}


def _require_gone(memory: Memory, number: int, message: str) -> None:
    scope = next(scope for scope, numbers in _SCOPES.items() if number in numbers)
    require(
        not holds(memory, canary(number), asking(number, scope=scope)),
        f"{message}: recalled",
        [canary(number)],
    )
    require(number not in _listed_statements(memory), f"{message}: listed", [canary(number)])
