"""Worked examples of change and forgetting."""

from __future__ import annotations

from datetime import timedelta

from memory_impls.api import Capability
from metrics.api import Outcome, ProbeRecord, Role
from metrics.worked import START, atom, exposure, record, stage
from scenarios.api import Aspect, Forbidden, Gold, Reason
from tests.metrics.worked.case import COUNTED, OUTSIDE, Case, on_record

HIDDEN = exposure("old", asserted=False)
SHOWN = exposure("old")
KNEW = record("before", [stage("old")])
NEVER = record("before", [stage("old", recalled=False)])
KEPT_ONLY = record("before", [stage("old", recalled=False, kept=True)])


def after(*stages: object, **given: object) -> ProbeRecord:
    fields = {"aspects": [Aspect.AFTER_CHANGE], "before": "before", "order": 9, **given}
    return record("p", stages, **fields)  # type: ignore[arg-type]


CONFLICT = [
    on_record("conflict_handling", "old and new", 0.0, after(stage("new"), exposures=[SHOWN])),
    on_record("conflict_handling", "new alone", 1.0, after(stage("new"), exposures=[HIDDEN])),
    on_record(
        "conflict_handling",
        "neither",
        0.0,
        after(stage("new", recalled=False), exposures=[HIDDEN]),
    ),
    on_record("conflict_handling", "no change", OUTSIDE, record("p", [stage()])),
    on_record("stale_exposure", "asserted", 1.0, KNEW, after(exposures=[SHOWN])),
    on_record("stale_exposure", "shown as past", 0.0, KNEW, after(exposures=[HIDDEN])),
    on_record("stale_exposure", "never known", COUNTED, NEVER, after(exposures=[HIDDEN])),
    on_record("stale_exposure", "kept is known", 0.0, KEPT_ONLY, after(exposures=[HIDDEN])),
    on_record("stale_exposure", "no link", OUTSIDE, after(exposures=[HIDDEN], before=None)),
    on_record(
        "stale_exposure",
        "known at another budget only",
        OUTSIDE,
        record("before", [stage("old")], budget=None),
        after(exposures=[HIDDEN]),
    ),
    on_record(
        "stale_exposure",
        "before failed",
        COUNTED,
        record("before", [stage("old")], outcome=Outcome.SYSTEM_FAILED),
        after(exposures=[HIDDEN]),
    ),
    on_record(
        "fama",
        "half of the obsolete used",
        0.75,
        after(stage("a"), stage("b"), exposures=[SHOWN, exposure("older", asserted=False)]),
    ),
    on_record("fama", "knows nothing", 0.0, after(stage("a", recalled=False), exposures=[HIDDEN])),
]


def repeat(order: int, *, recalled: bool = True, stale: bool = False) -> ProbeRecord:
    return record(
        f"p{order}",
        [stage("a", recalled=recalled)],
        [exposure("old", asserted=stale)],
        group="g",
        order=order,
    )


REPEATS = [
    on_record("flip_rate", "the first", OUTSIDE, repeat(0)),
    on_record("flip_rate", "the same", 0.0, repeat(0), repeat(1)),
    on_record("flip_rate", "now stale", 1.0, repeat(0), repeat(1, stale=True)),
    on_record("flip_rate", "now gone", 1.0, repeat(0), repeat(1, recalled=False)),
    on_record(
        "flip_rate", "never known", COUNTED, repeat(0, recalled=False), repeat(1, recalled=False)
    ),
]
DAY = timedelta(days=1)
RULE_ATOM = atom("rule", "meat-free", valid_from=START)
EXCEPTION = atom("exc", "fish", valid_from=START + DAY, valid_to=START + 2 * DAY)


def excepted(*, asserted: bool) -> ProbeRecord:
    gold = Gold(required=(RULE_ATOM,), forbidden=(Forbidden(atom=EXCEPTION, reason=Reason.STALE),))
    return record("p", [stage("rule")], [exposure("exc", asserted=asserted)], gold=gold)


def moved() -> ProbeRecord:
    old = atom("old", "Oslo", valid_from=START, valid_to=START + DAY)
    new = atom("new", "Bergen", valid_from=START + DAY)
    gold = Gold(required=(new,), forbidden=(Forbidden(atom=old, reason=Reason.STALE),))
    return record("p", [stage("new")], [exposure("old")], gold=gold)


def value(probe: str, required: str, stale: str, order: int, **given: bool) -> ProbeRecord:
    """Ask for a beverage; atoms of the same value differ in id, as generators make them."""
    gold = Gold(
        required=(atom(f"{probe}/{required}", required),),
        forbidden=(Forbidden(atom=atom(f"{probe}/{stale}", stale), reason=Reason.STALE),),
    )
    return record(
        probe,
        [stage(f"{probe}/{required}", recalled=given.get("recalled", True))],
        [exposure(f"{probe}/{stale}", asserted=given.get("asserted", False))],
        gold=gold,
        order=order,
        aspects=[Aspect.AFTER_CHANGE],
    )


def control(*, kept: bool | None, recalled: bool) -> ProbeRecord:
    return after(stage("old", kept=kept, recalled=recalled), aspects=[Aspect.CONTROL])


TURNS = [
    on_record("exception_kept", "ended", 1.0, excepted(asserted=False)),
    on_record("exception_kept", "still asserted", 0.0, excepted(asserted=True)),
    on_record("exception_kept", "a plain change", OUTSIDE, moved()),
    on_record("exception_kept", "no dates", OUTSIDE, value("p", "tea", "coffee", 0)),
    on_record(
        "reversal", "tea again", 1.0, value("p", "coffee", "tea", 0), value("q", "tea", "coffee", 1)
    ),
    on_record(
        "reversal",
        "coffee asserted",
        0.0,
        value("p", "coffee", "tea", 0),
        value("q", "tea", "coffee", 1, asserted=True),
    ),
    on_record("reversal", "first change", OUTSIDE, value("p", "coffee", "tea", 0)),
    on_record(
        "cascade",
        "the old office",
        0.0,
        KNEW,
        after(stage("new", recalled=False), exposures=[SHOWN], aspects=[Aspect.CASCADE]),
    ),
    on_record(
        "cascade",
        "never known",
        COUNTED,
        NEVER,
        after(stage("new"), exposures=[HIDDEN], aspects=[Aspect.CASCADE]),
    ),
    on_record("absence", "asserted", 0.0, KNEW, after(exposures=[SHOWN], aspects=[Aspect.ABSENCE])),
    on_record(
        "absence", "given up", 1.0, KNEW, after(exposures=[HIDDEN], aspects=[Aspect.ABSENCE])
    ),
    on_record(
        "absence",
        "never known",
        COUNTED,
        NEVER,
        after(exposures=[HIDDEN], aspects=[Aspect.ABSENCE]),
    ),
    on_record("false_overwrite", "lost", 1.0, KNEW, control(kept=None, recalled=False)),
    on_record("false_overwrite", "still there", 0.0, KNEW, control(kept=None, recalled=True)),
    on_record(
        "false_overwrite", "kept, crowded out", 0.0, KEPT_ONLY, control(kept=True, recalled=False)
    ),
    on_record("false_overwrite", "never known", COUNTED, NEVER, control(kept=None, recalled=False)),
]

FORGETS = (Capability.FORGET,)


def gone(reason: Reason, **given: object) -> ProbeRecord:
    """A probe after which something must not be there; what differs is given."""
    aspects = given.pop("aspects", [])
    role = given.pop("role", Role.PROBE)
    found = exposure("old", reason, **given)  # type: ignore[arg-type]
    return after(exposures=[found], aspects=aspects, role=role)


ERASED = [Aspect.AFTER_FORGET]
FORGETTING = [
    on_record(
        "residue",
        "in a summary",
        1.0,
        KNEW,
        gone(Reason.DELETED, asserted=False, kept=True, aspects=ERASED),
        capabilities=FORGETS,
    ),
    on_record(
        "residue",
        "gone",
        0.0,
        KNEW,
        gone(Reason.DELETED, asserted=False, kept=False, aspects=ERASED),
        capabilities=FORGETS,
    ),
    on_record("residue", "cannot forget", OUTSIDE, KNEW, gone(Reason.DELETED, aspects=ERASED)),
    on_record(
        "residue",
        "never known",
        COUNTED,
        NEVER,
        gone(Reason.DELETED, asserted=False, aspects=ERASED),
        capabilities=FORGETS,
    ),
    on_record("worded_deletion_exposure", "shown", 1.0, KNEW, gone(Reason.DELETED)),
    on_record(
        "worded_deletion_exposure",
        "by a Forget step",
        OUTSIDE,
        KNEW,
        gone(Reason.DELETED, aspects=ERASED),
    ),
    on_record(
        "resurrection",
        "kept again",
        1.0,
        KNEW,
        gone(Reason.DELETED, present=True, aspects=[Aspect.REINGEST], role=Role.FORK),
    ),
    on_record(
        "resurrection",
        "stale as history",
        0.0,
        KNEW,
        gone(Reason.STALE, asserted=False, present=True, aspects=[Aspect.REINGEST], role=Role.FORK),
    ),
    on_record(
        "resurrection",
        "not on a fork",
        OUTSIDE,
        KNEW,
        gone(Reason.DELETED, aspects=[Aspect.REINGEST]),
    ),
    on_record(
        "isolation_leak",
        "as superseded",
        1.0,
        KNEW,
        gone(Reason.OTHER_SCOPE, asserted=False, present=True),
    ),
    on_record("isolation_leak", "never known", COUNTED, NEVER, gone(Reason.OTHER_SCOPE)),
    on_record(
        "secret_leak", "kept, not shown", 1.0, KNEW, gone(Reason.SECRET, asserted=False, kept=True)
    ),
    on_record(
        "secret_leak", "filtered", 0.0, KNEW, gone(Reason.SECRET, asserted=False, kept=False)
    ),
    on_record(
        "secret_leak",
        "the fact beside it unknown",
        COUNTED,
        record("before", [stage("beside", recalled=False)]),
        gone(Reason.SECRET, asserted=False, kept=False),
    ),
    on_record("trap_exposure", "asserted", 1.0, KNEW, gone(Reason.TRAP)),
    on_record(
        "secret_leak",
        "one of two facts beside it unknown",
        COUNTED,
        record("before", [stage("beside"), stage("too", recalled=False)]),
        gone(Reason.SECRET, asserted=False, kept=False),
    ),
    on_record(
        "resurrection",
        "cannot forget",
        OUTSIDE,
        KNEW,
        gone(
            Reason.DELETED,
            aspects=[Aspect.REINGEST, Aspect.AFTER_FORGET],
            role=Role.FORK,
        ),
    ),
    on_record(
        "trap_exposure",
        "nothing recalled so far",
        COUNTED,
        after(exposures=[exposure("t", Reason.TRAP, asserted=False)], before=None),
    ),
    on_record(
        "restart_loss",
        "one of three gone",
        1 / 3,
        record("m", [stage("a"), stage("b"), stage("c")]),
        record(
            "f",
            [stage("a"), stage("b", recalled=False), stage("c")],
            role=Role.FORK,
            aspects=[Aspect.RESTART],
            order=1,
        ),
    ),
    on_record(
        "restart_loss",
        "lost on the main line too",
        COUNTED,
        record("m", [stage("a")]),
        record("n", [stage("a", recalled=False)], order=2),
        record(
            "f", [stage("a", recalled=False)], role=Role.FORK, aspects=[Aspect.RESTART], order=1
        ),
    ),
    on_record(
        "restart_loss",
        "not there before",
        COUNTED,
        record("m", [stage("a", recalled=False)]),
        record(
            "f", [stage("a", recalled=False)], role=Role.FORK, aspects=[Aspect.RESTART], order=1
        ),
    ),
]


CASES: list[Case] = [*CONFLICT, *REPEATS, *TURNS, *FORGETTING]
