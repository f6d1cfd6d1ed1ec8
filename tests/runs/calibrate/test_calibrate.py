from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_impls.api import Event, EventKind, Scope
from memory_impls.parts.claims import Verdict
from memory_impls.parts.embedder import load_embedder
from runs.calibrate import calibrate, proposal, read_events, tried
from runs.calibrate.measure import Compared
from runs.cli.main import main
from scenarios.jsonl import write
from scenarios.registry import build_family

TALK = [
    {"role": "user", "content": "My manager is Alice."},
    {"role": "assistant", "content": "Noted."},
    {"role": "user", "content": "My manager is Bob now."},
]


def compared(similarity: float, verdict: Verdict, *, nearest: bool = True) -> Compared:
    return Compared(new="n", old="o", similarity=similarity, verdict=verdict, nearest=nearest)


def test_a_threshold_is_judged_by_what_it_catches_and_what_it_overwrites() -> None:
    rows = [compared(s, Verdict.UPDATE) for s in (0.95, 0.7)]
    rows += [compared(s, Verdict.DISTINCT) for s in (0.98, 0.4)]
    rows += [compared(0.9, Verdict.DISTINCT, nearest=False)]
    (one,) = tried(rows, [0.92])
    assert (one.caught, one.due, one.wrong, one.apart) == (1, 2, 1, 2)
    assert one.gain == 0.0


def test_separable_data_gives_the_threshold_between() -> None:
    rows = [compared(0.9 + 0.001 * n, Verdict.UPDATE) for n in range(6)]
    rows += [compared(0.5 + 0.01 * n, Verdict.DISTINCT) for n in range(6)]
    found = proposal(rows)
    assert found.update is not None and found.update.threshold == 0.9
    assert found.merge == 0.56
    assert found.clear


def test_data_in_which_likeness_tells_nothing_is_said_to_be_so() -> None:
    rows = [compared(0.6, Verdict.UPDATE) for _ in range(6)]
    rows += [compared(0.99, Verdict.DISTINCT) for _ in range(6)]
    found = proposal(rows)
    assert not found.clear
    assert found.merge is None


def test_too_little_data_proposes_no_update() -> None:
    assert proposal([compared(0.9, Verdict.UPDATE)]).update is None


def test_words_tell_updates_from_things_that_coexist(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(
        "Invoice 1042 is paid.\nInvoice 1043 is paid.\nMy manager is Alice.\n\n"
        "My manager is Bob now.\n",
        encoding="utf-8",
    )
    found = calibrate(read_events(path), load_embedder("hashing"))
    assert (found.statements, found.entities, len(found.all_pairs)) == (4, 1, 6)
    updates = {(c.new, c.old) for c in found.compared if c.verdict is Verdict.UPDATE}
    assert updates == {("My manager is Bob now.", "My manager is Alice.")}


def test_entities_are_never_compared_with_each_other() -> None:
    found = calibrate([_events("Ana's"), _events("Ben's")], load_embedder("hashing"))
    assert found.entities == 2
    assert len(found.all_pairs) == 2


def _events(whose: str) -> list[Event]:
    first = Event(
        id="a",
        at=datetime(2023, 1, 1, tzinfo=UTC),
        session="s",
        scope=Scope(user=whose),
        kind=EventKind.USER,
        text=f"{whose} dog is Rex.",
    )
    return [first, replace(first, id="b", text=f"{whose} cat is Tom.")]


@pytest.mark.parametrize("form", ["list", "object", "lines"])
def test_messages_are_read_in_the_forms_of_the_openai_api(tmp_path: Path, form: str) -> None:
    path = tmp_path / ("talk.jsonl" if form == "lines" else "talk.json")
    texts = {
        "list": json.dumps(TALK),
        "object": json.dumps({"messages": TALK}, indent=1),
        "lines": "\n".join(json.dumps(message) for message in TALK),
    }
    path.write_text(texts[form], encoding="utf-8")
    (events,) = read_events(path)
    assert [event.text for event in events] == [message["content"] for message in TALK]


def test_scenario_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        write([build_family("coexisting_facts", seed=1, knobs={"sessions": 12})], stream)
    (events,) = read_events(path)
    assert len(events) > 20


def test_the_command_shows_distribution_thresholds_and_a_proposal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(TALK), encoding="utf-8")
    assert main(["calibrate", str(path), "--embedder", "hashing"]) == 0
    printed = capsys.readouterr().out
    for part in ("2 statements of 1 entities", "quantiles", "0 of 1 (0%)", "too few updates"):
        assert part in printed
    again = main(["calibrate", str(path), "--embedder", "hashing"])
    assert again == 0 and capsys.readouterr().out == printed


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("none.txt", None, "no file at"),
        ("empty.txt", " \n\n", "holds no text"),
        ("one.txt", "My manager is Alice.", "two or more"),
        ("bad.json", "{", "bad.json"),
        ("odd.txt", b"\xff\xfe\x00", "not UTF-8"),
    ],
)
def test_what_cannot_be_calibrated_is_refused_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    text: str | bytes | None,
    says: str,
) -> None:
    path = tmp_path / name
    if text is not None:
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    assert main(["calibrate", str(path), "--embedder", "hashing"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and says in lines[0]
