"""Evidence recall looks at words: never at ids, in runs of twelve, short events whole."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.api import Capability
from metrics.aggregate import score
from metrics.api import NotScored, ProbeRecord
from metrics.evidence import RUN_WORDS, evidence_ids, shares
from metrics.evidence_recall import EvidenceRecall, EvidenceWhole, ranked_events
from metrics.registry import metric
from metrics.tally import Tally
from metrics.worked import atom, cell, item, record
from scenarios.api import Gold

LONG = " ".join(f"word{letter}" for letter in "abcdefghijklmnopqrstuvwx")
HALF = " ".join(LONG.split()[:12])
EIGHT = " ".join(LONG.split()[:8])
VERBATIM = (Capability.VERBATIM,)


def with_evidence(*texts: str, evidence: dict[str, str], dangling: str = "") -> ProbeRecord:
    shown = tuple(
        item(text, id=f"i{n}", source_ids=tuple(evidence)) for n, text in enumerate(texts)
    )
    ids = (*evidence, dangling) if dangling else tuple(evidence)
    return record(
        "p",
        gold=Gold(evidence_ids=ids),
        shown=shown,
        evidence_texts=tuple(evidence.items()),
        evidence=shares(tuple(evidence.items()), shown),
    )


def test_two_events_one_whole_one_half() -> None:
    one = with_evidence("Short event.", HALF, evidence={"a": "Short event!", "b": LONG})
    made = cell(one, capabilities=VERBATIM)
    assert EvidenceRecall().per_probe(one, made) == 0.75
    assert EvidenceWhole().per_probe(one, made) == 0.5


@pytest.mark.parametrize("missing", [1, 6, 12])
def test_runs_under_twelve_words_count_nothing(missing: int) -> None:
    text = " ".join(LONG.split()[: 12 - missing])
    assert shares([("b", LONG)], [item(text)])[0].share == 0.0


def test_an_event_is_not_pieced_together_from_single_words_or_across_items() -> None:
    words = LONG.split()
    pieces = [item(" ".join(words[:6]), id="x"), item(" ".join(words[6:14]), id="y")]
    assert shares([("b", LONG)], pieces)[0].share == 0.0
    assert shares([("b", LONG)], [item(" ".join(reversed(words)))])[0].share == 0.0


def test_a_word_inside_a_longer_word_is_not_found() -> None:
    assert not shares([("a", "cat")], [item("concatenate them")])[0].whole
    assert shares([("a", "Cat.")], [item("the cat sleeps")])[0].whole


def test_chinese_events_count_by_character() -> None:
    text = "我上个月搬到了上海的浦东新区住"
    assert shares([("a", text)], [item(f"用户说：{text}。")])[0].whole
    assert shares([("a", text)], [item(text[:13])])[0].share == pytest.approx(13 / 15)


def test_a88_declared_ids_earn_nothing() -> None:
    events = {f"e{i}": f"event number {i} says {EIGHT}" for i in range(20)}
    cheat = with_evidence("ok", evidence=events)
    made = cell(cheat, capabilities=VERBATIM)
    assert EvidenceRecall().per_probe(cheat, made) == 0.0
    states_one = with_evidence(events["e3"], evidence=events)
    assert EvidenceRecall().per_probe(states_one, made) == 1 / 20
    assert EvidenceWhole().per_probe(states_one, made) == 1 / 20


def test_a16_a_design_that_rewrites_is_not_applicable() -> None:
    one = with_evidence(LONG, evidence={"b": LONG})
    outcome = EvidenceRecall().per_probe(one, cell(one))
    assert isinstance(outcome, NotScored) and not outcome.applies
    assert outcome.reason.startswith("not applicable")


def test_a04_no_evidence_has_no_value_and_is_counted() -> None:
    empty = record("p", gold=Gold(), shown=(item(),))
    half = with_evidence(HALF, evidence={"b": LONG})
    made = cell(empty, half, capabilities=VERBATIM)
    found = Tally()
    for one in (empty, half):
        found.add(EvidenceRecall().per_probe(one, made))
    assert (found.values, found.total) == ([0.5], 2)


def test_evidence_not_observed_or_unresolved_stays_in_the_denominator() -> None:
    one = with_evidence("Short event.", evidence={"a": "Short event!"}, dangling="ghost")
    made = cell(one, capabilities=VERBATIM)
    assert EvidenceRecall().per_probe(one, made) == 0.5


def test_evidence_of_a_probe_is_the_golds_or_that_of_its_atoms() -> None:
    atoms = (atom("a", evidence_ids=("x", "y")), atom("b", evidence_ids=("y", "z")))
    assert evidence_ids(record("p", gold=Gold(required=atoms)).probe) == ("x", "y", "z")
    named = Gold(required=atoms, evidence_ids=("q", "q"))
    assert evidence_ids(record("p", gold=named).probe) == ("q",)


@pytest.mark.parametrize(("events", "saturated"), [(2, True), (3, False)])
def test_a12_a_context_that_holds_everything_is_called_saturated(
    events: int, saturated: bool
) -> None:
    one = with_evidence(LONG, "Short event.", evidence={"b": LONG})
    one = replace(one, events_seen=events)
    rows = score([cell(one, capabilities=VERBATIM)], metrics=[metric("evidence_recall")])
    assert ("saturated: 1 of 1" in rows[0].note) is saturated


def test_ranking_takes_the_first_item_that_holds_an_event() -> None:
    one = with_evidence(
        "nothing", "event b", "event a", "event b", evidence={"a": "event a", "b": "event b"}
    )
    assert ranked_events(one) == ("\x000", "b", "a")


@given(st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=60), st.data())
def test_shares_agree_with_counting_every_run(event: list[str], data: st.DataObject) -> None:
    context = data.draw(st.lists(st.sampled_from("abcdefg"), max_size=80))
    found = shares([("e", " ".join(event))], [item(" ".join(context))])[0]
    covered: set[int] = set()
    for i in range(len(event) - RUN_WORDS + 1):
        run = event[i : i + RUN_WORDS]
        if any(context[j : j + RUN_WORDS] == run for j in range(len(context))):
            covered.update(range(i, i + RUN_WORDS))
    whole = any(context[j : j + len(event)] == event for j in range(len(context)))
    assert found.whole == whole
    assert found.share == (1.0 if whole else len(covered) / len(event))
