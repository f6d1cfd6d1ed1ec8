"""Experience cards: long-term memory as Markdown that people read (article A 3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from memory_impls.api import ItemKind, MemoryItem, Status

__all__ = ["cards"]

_HEADINGS = {
    ItemKind.RULE: "Rules",
    ItemKind.CONSTRAINT: "Constraints",
    ItemKind.PREFERENCE: "Preferences",
    ItemKind.FACT: "Facts",
    ItemKind.METHOD: "Methods",
    ItemKind.TASK_STATE: "Tasks",
    ItemKind.SUMMARY: "Notes",
}


def cards(items: Iterable[MemoryItem]) -> str:
    """Write items as cards, by kind, most important first; episodes are no cards."""
    by_kind: dict[ItemKind, list[MemoryItem]] = {}
    for item in items:
        if item.kind in _HEADINGS:
            by_kind.setdefault(item.kind, []).append(item)
    parts: list[str] = []
    for kind, heading in _HEADINGS.items():
        held = sorted(by_kind.get(kind, []), key=lambda item: (-item.importance, item.id))
        if held:
            parts.append(f"# {heading}\n")
            parts.extend(_card(item) for item in held)
    return "\n".join(parts)


def _card(item: MemoryItem) -> str:
    title = " ".join(item.text.split())
    shown = title if len(title) <= 80 else f"{title[:79]}…"
    lines = [f"## {_escaped(shown)}", ""]
    if shown != title:
        lines += [_escaped(title), ""]
    ended = f" until {item.valid_to.date()}" if item.valid_to else ""
    lines.append(f"- holds from {item.valid_from.date()}{ended} ({item.status.value})")
    if item.speaker:
        lines.append(f"- said by {_escaped(item.speaker)}")
    lines.append(f"- importance {item.importance:g}, confidence {item.confidence:g}")
    used = f", last {item.last_referenced.date()}" if item.last_referenced else ""
    lines.append(f"- used {item.citations} times{used}")
    lines.append(f"- sources: {', '.join(_escaped(source) for source in item.source_ids)}")
    if item.status is Status.SUPERSEDED:
        lines.append("- **superseded**")
    return "\n".join([*lines, ""])


def _escaped(text: str) -> str:
    """Keep the words of a memory from acting as Markdown."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in text)
