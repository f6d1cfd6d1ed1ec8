"""The data card as text: everything dropped is named, long lists are counted."""

from __future__ import annotations

from scenarios.public.card import About, DataCard, Findings
from scenarios.public.card_text import lines

ABOUT = About(
    name="x",
    title="X",
    source="https://example.org/x",
    licence="CC BY-NC 4.0",
    commercial=False,
    scoring=("evidence recall",),
    traps=("dates are odd",),
)


def card(findings: Findings, **more: object) -> DataCard:
    return DataCard(
        about=ABOUT,
        path="x.json",
        layout="x.json",
        counts={"questions": 1986},
        categories={"temporal": 321},
        findings=tuple(findings.found),
        **more,  # type: ignore[arg-type]
    )


def test_card_says_licence_counts_controls_warnings_and_traps() -> None:
    text = "\n".join(lines(card(Findings(), controls={"chance": 0.25}, warnings=("It leaks.",))))
    for part in (
        "CC BY-NC 4.0; non-commercial use only",
        "questions      1,986",
        "temporal        321",
        "chance   25.0%",
        "- It leaks.",
        "nothing had to be repaired",
        "- evidence recall",
        "- dates are odd",
    ):
        assert part in text


def test_everything_dropped_is_named_and_long_lists_of_repairs_are_counted() -> None:
    findings = Findings()
    for number in range(20):
        findings.dropped("question empty", f"a/q{number}")
        findings.repaired("answer is a number", f"b/q{number}", str(number))
    text = "\n".join(lines(card(findings)))
    assert all(f"a/q{number}" in text for number in range(20))
    assert text.count("    b/q") == 12 and "    and 8 more" in text
    assert "dropped: question empty (20)" in text


def test_detail_stays_on_one_short_line() -> None:
    findings = Findings()
    findings.noted("odd", "q", "two\nlines " + "w" * 300)
    longest = max(lines(card(findings)), key=len)
    assert "\n" not in longest and len(longest) < 110
