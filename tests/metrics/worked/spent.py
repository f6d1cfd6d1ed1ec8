"""Worked examples of dreams, tokens, money, seconds, size and lag."""

from __future__ import annotations

from memory_impls.api import Capability, ItemKind, Status
from memory_impls.parts.usage import Phase, Usage
from metrics.api import ProbeRecord, Role, TraceItem, TraceLine
from metrics.worked import START, atom, exposure, record, stage
from scenarios.api import Aspect, Gold
from tests.metrics.worked.case import COUNTED, OUTSIDE, Case, on_cell, on_record


def dreamt(before: str, later: str, *, kept: bool = False) -> tuple[ProbeRecord, ...]:
    """Atoms around a dream, one letter each: y for there, n for not."""

    def side(states: str, role: Role, order: int) -> ProbeRecord:
        stages = [
            stage(f"a{i}", recalled=state == "y" and not kept, kept=state == "y" if kept else None)
            for i, state in enumerate(states)
        ]
        return record("d", stages, role=role, order=order, dream=3)

    return side(before, Role.DAMAGE_BEFORE, 0), side(later, Role.DAMAGE_AFTER, 1)


DREAMS = [
    on_record("damage", "one of three gone", 1 / 3, *dreamt("yyyn", "ynyn")),
    on_record("damage", "nothing known", COUNTED, *dreamt("nn", "yn")),
    on_record("damage", "no partner", COUNTED, dreamt("y", "n")[1]),
    on_record("damage", "the record before", OUTSIDE, dreamt("y", "n")[0]),
    on_record("gain", "one of two found", 0.5, *dreamt("ynn", "yyn")),
    on_record("gain", "nothing missing", COUNTED, *dreamt("yy", "yn")),
    on_record("damage_kept", "one of two gone", 0.5, *dreamt("yy", "yn", kept=True)),
    on_record("damage_kept", "no contents", OUTSIDE, *dreamt("yy", "yn")),
    on_record("gain_kept", "one found", 1.0, *dreamt("yn", "yy", kept=True)),
]

USAGE = {
    Phase.WRITE: Usage(calls=3, prompt_tokens=250, reply_tokens=50),
    Phase.CONSOLIDATE: Usage(calls=1, prompt_tokens=90, reply_tokens=10),
    Phase.ANSWER: Usage(calls=1, prompt_tokens=50),
    Phase.USE: Usage(prompt_tokens=9999),
    Phase.FORK: Usage(prompt_tokens=9999),
    Phase.DAMAGE: Usage(prompt_tokens=9999),
}


def asked(place: int, read_s: float, embed_s: float = 0.0) -> ProbeRecord:
    """Ask one of four probes; the first two are recalled."""
    return record(
        f"p{place}",
        [stage(recalled=place < 2)],
        order=place,
        read_tokens=50,
        context_tokens=50,
        read_s=read_s,
        embed_s=embed_s,
    )


FOUR = (asked(0, 0.004, 0.003), asked(1, 0.001), asked(2, 0.002), asked(3, 0.003))
ASIDE = (
    record("d", [stage()], role=Role.DAMAGE_AFTER, read_tokens=7000, read_s=9.0),
    record("f", [stage()], role=Role.FORK, read_tokens=7000, read_s=9.0),
    record("p0", [stage()], budget=None, read_tokens=900, read_s=9.0),
)
COSTS = [
    on_cell("token_cost", "400 / 4 + 50", 150.0, *FOUR, *ASIDE, usage=USAGE),
    on_cell("token_cost", "400 / 4 + 900", 1000.0, *FOUR, *ASIDE, usage=USAGE, budget=None),
    on_cell("token_cost", "nothing asked", COUNTED, *FOUR, usage=USAGE, budget=128),
    on_cell("read_tokens", "50 each", 50.0, *FOUR, *ASIDE),
    on_cell("tokens_per_correct", "(400 + 200) / 2", 300.0, *FOUR, *ASIDE, usage=USAGE),
    on_cell("tokens_per_correct", "none right", COUNTED, asked(3, 0.1), usage=USAGE),
    on_cell("write_tokens", "three calls", 300.0, *FOUR, usage=USAGE),
    on_cell("consolidate_tokens", "one call", 100.0, *FOUR, usage=USAGE),
    on_cell("answer_tokens", "one call", 50.0, *FOUR, usage=USAGE),
    on_cell("judge_tokens", "none", 0.0, *FOUR, usage=USAGE),
    on_cell(
        "money",
        "(340 prompt, 60 reply) / 4 + 50 prompt",
        ((340 * 0.40 + 60 * 1.60) / 4 + 50 * 0.40) / 1e6,
        *FOUR,
        usage=USAGE,
    ),
    on_cell(
        "money",
        "a listed model",
        ((340 * 0.15 + 60 * 0.60) / 4 + 50 * 0.15) / 1e6,
        *FOUR,
        usage=USAGE,
        model="gpt-4o-mini",
    ),
    on_cell("latency_p50", "1, 2, 3, 4 ms", 0.0025, *FOUR, *ASIDE),
    on_cell("latency_p95", "1, 2, 3, 4 ms", 0.00385, *FOUR, *ASIDE),
    on_cell("latency_p50_unembedded", "1, 1, 2, 3 ms", 0.0015, *FOUR, *ASIDE),
    on_cell("latency_p95_unembedded", "1, 1, 2, 3 ms", 0.00285, *FOUR, *ASIDE),
]


def said(id: str, text: str, status: Status = Status.CURRENT) -> TraceItem:
    return TraceItem(
        id=id,
        text=text,
        kind=ItemKind.FACT,
        status=status,
        version=1,
        source_ids=(),
        updated=START,
    )


def line(revision: int, *items: TraceItem, **given: object) -> TraceLine:
    fields = {"cause": "session_end", "at": START, **given}
    return TraceLine(revision=revision, items=items, **fields)  # type: ignore[arg-type]


LISTS = (Capability.CONTENTS,)
GROWING = (
    line(1, events_seen=10, held_tokens=100),
    line(2, cause="dream", events_seen=20),
    line(3, cause="dream", committed=False, events_seen=40, held_tokens=200),
)
TEAS = line(
    1,
    said("a", "Ana likes tea."),
    said("b", "ana likes tea"),
    said("c", "Ben likes tea"),
    said("d", "Ben likes tea", Status.SUPERSEDED),
)
ATOMS = tuple(
    atom(name, name, subject=("Ana",), attribute=("likes",))
    for name in ("tea", "milk", "figs", "rye")
)
WANTED = record("p", [stage(a.id) for a in ATOMS], gold=Gold(required=ATOMS))
HELD = line(
    1,
    said("i0", "Ana likes tea."),
    said("i1", "Ana likes tea and milk."),
    said("i2", "Ana likes figs."),
    said("i3", "Ana likes figs, really."),
    said("i4", "It rained."),
)
SIZES = [
    on_cell("held_ratio", "200 of 800", 0.25, trace=GROWING, history_tokens=800),
    on_cell("held_ratio", "no size", COUNTED, history_tokens=800),
    on_cell("growth_exponent", "twice for four times", 0.5, trace=GROWING),
    on_cell("growth_exponent", "one size", COUNTED, trace=GROWING[:2]),
    on_cell("duplicate_share", "one of three", 1 / 3, trace=(TEAS,), capabilities=LISTS),
    on_cell("duplicate_share", "not listed", OUTSIDE, trace=(TEAS,)),
    on_cell("dreams", "two", 2.0, trace=GROWING, capabilities=(Capability.CONSOLIDATE,)),
    on_cell("dreams_abandoned", "one", 1.0, trace=GROWING, capabilities=(Capability.CONSOLIDATE,)),
    on_cell("dreams", "cannot", OUTSIDE, trace=GROWING),
    on_cell("extraction_recall", "3 of 4", 0.75, WANTED, trace=(HELD,), capabilities=LISTS),
    on_cell("extraction_precision", "4 of 5", 0.8, WANTED, trace=(HELD,), capabilities=LISTS),
    on_cell("extraction_recall", "not listed", OUTSIDE, WANTED, trace=(HELD,)),
]


def changed(session: int, *, right: bool, name: str = "new") -> ProbeRecord:
    return record(
        f"{name}/{session}",
        [stage(name, recalled=right)],
        [exposure("old", asserted=False)],
        gold=None if name == "none" else Gold(required=(atom(name, evidence_ids=("e",)),)),
        aspects=[Aspect.AFTER_CHANGE],
        session=session,
        order=session,
        evidence_sessions=(("e", 3),),
    )


LAGS = [
    on_cell(
        "adaptation_lag",
        "changed in 3, right in 5",
        2.0,
        changed(3, right=False),
        changed(5, right=True),
        changed(7, right=True),
    ),
    on_cell("adaptation_lag", "never", 5.0, changed(3, right=False), changed(7, right=False)),
    on_cell("adaptation_lag", "no change", OUTSIDE, record("p", [stage()])),
]

CASES: list[Case] = [*DREAMS, *COSTS, *SIZES, *LAGS]
