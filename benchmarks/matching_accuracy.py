"""How often matching is right on hand-written pairs of a text and an atom.

    python benchmarks/matching_accuracy.py benchmarks/matching_pairs/tune [--misses N] [--summary]

A folder holds JSONL files with the keys text, speaker, from_user, at, superseded, atom, expect,
lang, note. Two figures per language: *asserts* asks only whether the text asserts the atom as
current, which is what recall and the forbidden atoms rest on; *stance* asks for the exact stance.
For a stance, a pair with another stance than expected counts once against precision (a wrong
stance was given) and once against recall (the right one was not).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from metrics.matching import Stance, Utterance, stances
from scenarios.api import Atom, Value, ValueKind

ABSENT = "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One written pair with the stance its author expects."""

    place: str
    utterance: Utterance
    atom: Atom
    expect: str
    lang: str
    note: str

    @property
    def found(self) -> str:
        """Stance that the matcher gives, several joined by "+"."""
        return "+".join(sorted(stances(self.utterance, self.atom))) or ABSENT


def read_pairs(folder: Path) -> Iterator[Pair]:
    """Read every pair of a folder, in order of file and line."""
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                yield _pair(json.loads(line), f"{path.name}:{number}")


def _pair(row: dict[str, Any], place: str) -> Pair:
    atom = row["atom"]
    value = atom["value"]
    return Pair(
        place=place,
        utterance=Utterance(
            text=row["text"],
            speaker=row.get("speaker") or "",
            at=datetime.fromisoformat(row["at"]),
            superseded=bool(row.get("superseded")),
            # as ``utterance_of``: what nobody is named to have said is a note about the user
            from_user=row.get("from_user") if row["speaker"] else None,
        ),
        atom=Atom(
            id=place,
            value=Value(
                kind=ValueKind(value["kind"]), text=value["text"], unit=value.get("unit") or ""
            ),
            subject=tuple(atom.get("subject") or ()),
            attribute=tuple(atom.get("attribute") or ()),
            paraphrases=tuple(atom.get("paraphrases") or ()),
        ),
        expect=row["expect"],
        lang=row.get("lang") or "",
        note=row.get("note") or "",
    )


def tally(pairs: Iterable[tuple[str, str]], wanted: frozenset[str]) -> tuple[int, int, int]:
    """Count (right, given, expected) over pairs of (expected, found) for some stances."""
    right = given = expected = 0
    for expect, found in pairs:
        stances_found = [stance for stance in found.split("+") if stance in wanted]
        given += len(stances_found)
        expected += expect in wanted
        right += expect in stances_found
    return right, given, expected


def report(pairs: list[Pair]) -> Iterator[str]:
    """Give the lines of the table."""
    judged = [(pair.expect, pair.found, pair.lang) for pair in pairs]
    every = frozenset(Stance)
    for lang in (*sorted({lang for _, _, lang in judged}), "all"):
        rows = [(expect, found) for expect, found, of in judged if lang in ("all", of)]
        exact = sum(expect == found for expect, found in rows)
        yield f"{lang}: n={len(rows)}, exactly right {exact / len(rows):.3f}"
        for name, wanted in (("asserts", frozenset({Stance.CURRENT})), ("stance", every)):
            right, given, expected = tally(rows, frozenset(map(str, wanted)))
            precision, recall = right / max(given, 1), right / max(expected, 1)
            yield (
                f"  {name:8} precision {precision:.3f} ({right}/{given})"
                f"  recall {recall:.3f} ({right}/{expected})"
            )
    confusion = Counter((expect, found) for expect, found, _ in judged if expect != found)
    for (expect, found), count in sorted(confusion.items(), key=lambda entry: -entry[1]):
        yield f"  {expect} taken for {found}: {count}"


def misses(pairs: list[Pair]) -> Iterator[str]:
    """Describe every pair that was judged wrongly."""
    for pair in pairs:
        if pair.found != pair.expect:
            value = pair.atom.value
            yield (
                f"{pair.place} [{pair.lang}] expected {pair.expect}, found {pair.found}\n"
                f"    {pair.utterance.text!r} speaker={pair.utterance.speaker!r} "
                f"user={pair.utterance.from_user}\n"
                f"    {value.kind} {value.text!r} {value.unit} subject={pair.atom.subject} "
                f"attribute={pair.atom.attribute} paraphrases={pair.atom.paraphrases}\n"
                f"    {pair.note}"
            )


def main() -> None:
    """Print the table and the misses of one folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--misses", type=int, default=1000, help="how many misses to list")
    options = parser.parse_args()
    pairs = list(read_pairs(options.folder))
    if not pairs:
        raise SystemExit(f"{options.folder} holds no *.jsonl with pairs")
    print("\n".join(report(pairs)))
    print("\n".join(list(misses(pairs))[: options.misses]))


if __name__ == "__main__":
    main()
