from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_impls.api import ItemKind
from memory_impls.parts.claims import Source, Stance, ValueForm, read
from memory_impls.parts.claims.sense import sense_of
from memory_impls.parts.embedder import load_embedder

AT = datetime(2023, 6, 14, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("My manager is Alice.", Stance.ASSERTED),
        ("Could you keep it short?", Stance.ASSERTED),
        ("Legal says customer data must stay in the EU.", Stance.ASSERTED),
        ("Who is my manager?", Stance.ASKED),
        ("What if my manager were Bob?", Stance.SUPPOSED),
        ("Maybe we could move to Oslo.", Stance.SUPPOSED),
        ("Tom thinks the budget should be 80k.", Stance.REPORTED),
        ("In the novel the hero owns a yacht.", Stance.REPORTED),
        ("如果预算是8万呢？", Stance.SUPPOSED),
        ("小王说预算是8万。", Stance.REPORTED),
        ("我的经理是谁？", Stance.ASKED),
    ],
)
def test_stance(text: str, stance: Stance) -> None:
    assert {claim.stance for claim in read(text, Source(at=AT))} == {stance}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The budget is capped at 50k.", ItemKind.CONSTRAINT),
        ("Never deploy on Fridays.", ItemKind.CONSTRAINT),
        ("I'm allergic to peanuts.", ItemKind.CONSTRAINT),
        ("预算不超过五万元。", ItemKind.CONSTRAINT),
        ("I can't wait for the weekend.", ItemKind.FACT),
        ("I never knew that about you.", ItemKind.FACT),
        ("They always look so relaxed outside.", ItemKind.FACT),
        ("I love hiking.", ItemKind.PREFERENCE),
        ("My manager is Alice.", ItemKind.FACT),
    ],
)
def test_kind(text: str, kind: ItemKind) -> None:
    assert {claim.kind for claim in read(text, Source(at=AT))} == {kind}


def test_only_whom_one_trusts_sets_limits_and_wishes() -> None:
    for text in ("Never deploy on Fridays.", "Keep it short.", "The budget is capped at 50k."):
        kinds = {claim.kind for claim in read(text, Source(at=AT, trusted=False))}
        assert kinds <= {ItemKind.FACT}


def test_a_sentence_with_two_statements_gives_two_claims_of_the_same_words() -> None:
    text = "The budget is capped at 50k and only open source is allowed."
    claims = read(text, Source(at=AT))
    assert [claim.text for claim in claims] == [text, text]
    assert claims[0].clause == "The budget is capped at 50k"
    assert claims[1].clause == "and only open source is allowed."


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("Just this once, make it long.", datetime(2023, 6, 14, 22, tzinfo=UTC)),
        ("Only for this week, use the old template.", datetime(2023, 6, 19, tzinfo=UTC)),
        ("My car is a Kia until 20 June 2023.", datetime(2023, 6, 21, tzinfo=UTC)),
        ("My car is a Kia.", None),
    ],
)
def test_until_when(text: str, until: datetime | None) -> None:
    assert [claim.until for claim in read(text, Source(at=AT))][:1] == [until]


def test_logs_and_code_state_nothing() -> None:
    text = (
        "```\nbudget = 50\n```\n2023-05-01 09:00:01 INFO started\nTraceback (most recent call last)"
    )
    assert read(text, Source(at=AT)) == ()


def test_attitudes_and_styles_have_forms_of_their_own() -> None:
    (love,) = read("I love hiking.", Source(at=AT))
    assert (love.form, love.value) == (ValueForm.ATTITUDE, "+")
    (brief,) = read("Please keep it brief.", Source(at=AT))
    assert (brief.form, brief.attribute, brief.value) == (ValueForm.POLE, ("~length",), "short")


@given(st.text(max_size=200))
def test_claims_hold_words_of_the_text(text: str) -> None:
    squeezed = " ".join(text.split())
    for claim in read(text, Source(at=AT)):
        assert " ".join(claim.text.split()) in squeezed
        assert " ".join(claim.clause.split()) in " ".join(claim.text.split())


@pytest.mark.slow
def test_meaning_reads_what_no_pattern_knows() -> None:
    sense = sense_of(load_embedder("minilm"))
    assert sense is not None and sense_of(load_embedder("hashing")) is None
    limits = ("Hosting gets 300 a month and not a cent more.", "The landlord doesn't allow pets.")
    talk = ("The pilot went well in two regions.", "We walked along the river until dusk.")
    for text in limits:
        assert {c.kind for c in read(text, Source(at=AT, sense=sense))} == {ItemKind.CONSTRAINT}
    for text in talk:
        assert {c.kind for c in read(text, Source(at=AT, sense=sense))} == {ItemKind.FACT}
    (wish,) = read("Walls of text lose me.", Source(at=AT, sense=sense))
    assert wish.kind is ItemKind.PREFERENCE
