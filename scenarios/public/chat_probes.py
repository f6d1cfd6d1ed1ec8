"""Questions that a user writes beside a transcript."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TypeVar

from scenarios.api import Atom, Forbidden, Gold, Hardness, Probe, Reason, Value, ValueKind
from scenarios.public.chat_messages import Transcript
from scenarios.public.history import ASK_AFTER, Placed
from scenarios.public.node import Node

__all__ = ["read_probes"]

_PROBE_KEYS = frozenset(
    {
        "answer",
        "answerable",
        "after",
        "category",
        "choices",
        "direct",
        "evidence",
        "forbidden",
        "hardness",
        "id",
        "question",
        "required",
        "rubric",
    }
)
_ATOM_KEYS = frozenset(
    {"attribute", "evidence", "kind", "paraphrases", "reason", "subject", "unit", "value"}
)
_Word = TypeVar("_Word", bound=StrEnum)
_DECIMAL = frozenset({ValueKind.NUMBER, ValueKind.MONEY, ValueKind.QUANTITY})


def read_probes(root: Node, talk: Transcript) -> tuple[Placed, ...]:
    """Read questions; each is asked after the message it names, by default after the last.

    Raises:
        DataError: A key is not known, a value is malformed, a message does not exist, or there is
            nothing to score.
    """
    placed: list[Placed] = []
    seen: set[str] = set()
    for number, entry in enumerate(root.each()):
        given = entry.get("id")
        name = given.text() if given else f"q{number:03}"
        probe = entry.named(f"probe {name}")
        if name in seen:
            raise probe.wrong("has an id that stands twice")
        seen.add(name)
        _known(probe, _PROBE_KEYS)
        after = _after(probe, talk)
        placed.append(Placed(after=after, probe=_probe(probe, name, after, talk)))
    return tuple(sorted(placed, key=lambda one: one.after))


def _probe(probe: Node, name: str, after: int, talk: Transcript) -> Probe:
    text = probe.need("question").text().strip()
    if not text:
        raise probe.need("question").wrong("is empty")
    last = talk.events[max(0, after - 1)]
    sessions = list(dict.fromkeys(event.session for event in talk.events))
    return Probe(
        id=name,
        text=text,
        scope=last.scope,
        asked_at=max(event.at for event in talk.events[: max(1, after)]) + ASK_AFTER,
        gold=_gold(probe, talk),
        category=_word(probe, "category"),
        direct=_flag(probe, "direct", default=True),
        session=sessions.index(last.session),
    )


def _gold(probe: Node, talk: Transcript) -> Gold:
    required = [_atom(one, n, "r", talk) for n, one in enumerate(_list(probe, "required"))]
    forbidden = [
        Forbidden(atom=_atom(one, n, "f", talk), reason=_reason(one))
        for n, one in enumerate(_list(probe, "forbidden"))
    ]
    hardness = _word(probe, "hardness")
    answer = probe.get("answer")
    gold = Gold(
        required=tuple(required),
        forbidden=tuple(forbidden),
        evidence_ids=_events(probe, talk),
        answerable=_flag(probe, "answerable", default=True),
        hardness=_choice(probe, "hardness", Hardness) if hardness else None,
        answer=answer.scalar().strip() if answer else "",
        choices=tuple(one.text() for one in _list(probe, "choices")),
        rubric=tuple(one.text() for one in _list(probe, "rubric")),
    )
    if gold.choices and gold.answer not in gold.choices:
        raise probe.need("choices").wrong("does not hold the answer, word for word")
    scorable = gold.required or gold.forbidden or gold.evidence_ids or gold.answer or gold.rubric
    if gold.answerable and not scorable:
        raise probe.wrong(
            "has nothing to score; give answer, required, evidence, choices or rubric, "
            "or answerable: false"
        )
    return gold


def _atom(atom: Node, number: int, prefix: str, talk: Transcript) -> Atom:
    _known(atom, _ATOM_KEYS)
    kind = _choice(atom, "kind", ValueKind) if atom.get("kind") else ValueKind.TEXT
    unit = atom.get("unit")
    return Atom(
        id=f"{atom.item.removeprefix('probe ')}/{prefix}{number}",
        value=Value(
            kind=kind, text=_value(atom.need("value"), kind), unit=unit.text() if unit else ""
        ),
        subject=tuple(one.text() for one in _list(atom, "subject")),
        attribute=tuple(one.text() for one in _list(atom, "attribute")),
        paraphrases=tuple(one.text() for one in _list(atom, "paraphrases")),
        evidence_ids=_events(atom, talk),
    )


def _value(value: Node, kind: ValueKind) -> str:
    text = value.scalar().strip()
    if not text:
        raise value.wrong("is empty")
    if kind in _DECIMAL:
        try:
            plain = format(Decimal(text), "f")
        except InvalidOperation:
            raise value.wrong(f"is {text!r}; a {kind} is a plain decimal such as 50000") from None
        if not Decimal(text).is_finite():
            raise value.wrong(f"is {text!r}; it must be finite")
        return plain
    if kind is ValueKind.DATE:
        try:
            date.fromisoformat(f"{text}-01-01"[:10] if len(text) < 10 else text)
        except ValueError:
            raise value.wrong(f"is {text!r}; a date is 2023-05-07, 2023-05 or 2023") from None
    return text


def _reason(atom: Node) -> Reason:
    return _choice(atom, "reason", Reason) if atom.get("reason") else Reason.STALE


def _events(node: Node, talk: Transcript) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for message in _list(node, "evidence"):
        name = message.scalar()
        if name not in talk.places:
            raise message.wrong(f"is {name!r}, which is no message id or position from 0")
        found.update(dict.fromkeys(talk.places[name]))
    return tuple(found)


def _after(probe: Node, talk: Transcript) -> int:
    """How many events come before the question."""
    given = probe.get("after")
    if given is None:
        return len(talk.events)
    if given.scalar() not in talk.places:
        raise given.wrong(f"is {given.scalar()!r}, which is no message id or position from 0")
    ids = talk.places[given.scalar()]
    if not ids:
        raise given.wrong("names a message without words")
    return next(n for n, event in enumerate(talk.events, 1) if event.id == ids[-1])


def _list(node: Node, key: str) -> Iterator[Node]:
    found = node.get(key)
    return found.each() if found else iter(())


def _word(node: Node, key: str) -> str:
    found = node.get(key)
    return found.text() if found else ""


def _flag(node: Node, key: str, *, default: bool) -> bool:
    found = node.get(key)
    if found is None:
        return default
    if not isinstance(found.value, bool):
        raise found.must_be("true or false")
    return found.value


def _choice(node: Node, key: str, kind: type[_Word]) -> _Word:
    found = node.need(key)
    known = [member.value for member in kind]
    if found.text() not in known:
        raise found.wrong(f"is {found.text()!r}; it must be one of {', '.join(known)}")
    return kind(found.text())


def _known(node: Node, keys: frozenset[str]) -> None:
    for key in node.mapping():
        if key not in keys:
            raise node.wrong(f"has the unknown key {key!r}; known: {', '.join(sorted(keys))}")
