"""A data card as lines of text, for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scenarios.public.card import DataCard, Finding, Treatment

__all__ = ["lines"]

_LISTED = 12
"""Findings of one kind that are listed; what was dropped or not resolved is listed whole."""
_WHOLE = frozenset({Treatment.DROPPED, Treatment.UNRESOLVED})
_LONGEST = 100


def lines(card: DataCard) -> Iterator[str]:
    """Write a card: what it is, what it holds, what was done, what to know."""
    yield f"{card.about.title}: {card.layout}"
    yield f"  {card.path}"
    yield f"  {card.about.notice()}"
    yield from _numbers("holds", card.counts)
    yield from _numbers("questions by category", card.categories)
    if card.controls:
        yield "reached without any memory"
        width = max(map(len, card.controls))
        yield from (f"  {name:<{width}}  {share:6.1%}" for name, share in card.controls.items())
    yield from _list("warnings", card.warnings)
    yield from _findings(card)
    yield from _list("what is scored", card.about.scoring)
    yield from _list("what is odd about it", card.about.traps)


def _numbers(title: str, numbers: Mapping[str, int]) -> Iterator[str]:
    if not numbers:
        return
    yield title
    width = max(map(len, numbers))
    yield from (f"  {name:<{width}}  {count:>9,}" for name, count in numbers.items())


def _list(title: str, entries: Iterable[str]) -> Iterator[str]:
    listed = list(entries)
    if listed:
        yield title
        yield from (f"  - {entry}" for entry in listed)


def _findings(card: DataCard) -> Iterator[str]:
    yield "what the loader did"
    if not card.findings:
        yield "  nothing had to be repaired, dropped or noted"
    grouped: dict[tuple[Treatment, str], list[Finding]] = {}
    for finding in card.findings:
        grouped.setdefault((finding.treatment, finding.kind), []).append(finding)
    for (treatment, kind), found in grouped.items():
        yield f"  {treatment}: {kind} ({len(found)})"
        shown = found if treatment in _WHOLE else found[:_LISTED]
        yield from (f"    {_one_line(f'{one.item}  {one.detail}')}" for one in shown)
        if len(shown) < len(found):
            yield f"    and {len(found) - len(shown)} more"


def _one_line(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1]}…"
