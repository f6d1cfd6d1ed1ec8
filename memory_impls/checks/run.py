"""All checks, and running them on a design: a registered one or a user's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memory_impls.api import Capability, Memory
from memory_impls.checks import consolidating, forgetting, keeping, recalling
from memory_impls.checks.core import Check, CheckFailed, CheckResult, Verdict
from memory_impls.checks.factory import Factory, target_of
from memory_impls.parts.names import UnknownNameError
from memory_impls.registry import design_class

__all__ = ["CHECKS", "check_names", "run_check", "run_checks"]

_CONTENTS = frozenset({Capability.CONTENTS})
_FORGET = frozenset({Capability.FORGET})
_PERSIST = frozenset({Capability.PERSIST})
_CONSOLIDATE = frozenset({Capability.CONSOLIDATE})

CHECKS: tuple[Check, ...] = tuple(
    sorted(
        (
            Check(run=consolidating.check_asking_due_changes_nothing),
            Check(run=consolidating.check_claims_what_it_does),
            Check(
                run=consolidating.check_consolidation_names_its_items,
                needs=_CONSOLIDATE | _CONTENTS,
            ),
            Check(run=consolidating.check_describes_itself),
            Check(
                run=consolidating.check_loses_nothing_before_consolidation,
                needs=_CONSOLIDATE | _CONTENTS,
            ),
            Check(
                run=consolidating.check_only_reinforcement_counts,
                needs=_CONTENTS | {Capability.REINFORCE},
            ),
            Check(run=consolidating.check_second_consolidation_changes_nothing, needs=_CONSOLIDATE),
            Check(run=forgetting.check_forgets_by_event, needs=_FORGET),
            Check(run=forgetting.check_forgets_by_interval, needs=_FORGET),
            Check(run=forgetting.check_forgets_by_item, needs=_FORGET | _CONTENTS),
            Check(run=forgetting.check_forgets_by_kind, needs=_FORGET | _CONTENTS),
            Check(run=forgetting.check_forgets_by_scope, needs=_FORGET),
            Check(run=forgetting.check_forgets_down_to_the_bytes, needs=_FORGET | _PERSIST),
            Check(run=forgetting.check_forgets_only_where_all_criteria_hold, needs=_FORGET),
            Check(
                run=forgetting.check_forgetting_nothing_changes_nothing, needs=_FORGET | _CONTENTS
            ),
            Check(run=forgetting.check_stays_forgotten, needs=_FORGET),
            Check(run=keeping.check_answers_the_same_after_restart, needs=_PERSIST),
            Check(run=keeping.check_answers_the_same_in_any_process),
            Check(run=keeping.check_ingests_once),
            Check(run=keeping.check_lists_changes, needs=_CONTENTS),
            Check(run=keeping.check_load_refuses_others, needs=_PERSIST),
            Check(run=keeping.check_saves_the_same_bytes, needs=_PERSIST),
            Check(run=keeping.check_takes_empty_texts),
            Check(run=keeping.check_takes_hostile_texts),
            Check(run=keeping.check_takes_many_events),
            Check(run=recalling.check_earlier_times_do_not_win),
            Check(run=recalling.check_filters_by_kind),
            Check(run=recalling.check_keeps_limits),
            Check(run=recalling.check_leaves_inputs_alone),
            Check(run=recalling.check_names_sources),
            Check(run=recalling.check_other_users_change_nothing),
            Check(run=recalling.check_recall_is_pure),
            Check(run=recalling.check_separates_scopes),
            Check(run=recalling.check_valid_at, needs=frozenset({Capability.VALID_AT})),
        ),
        key=lambda check: check.name,
    )
)
"""Every check, by name."""


def check_names() -> tuple[str, ...]:
    """List the names of all checks, sorted."""
    return tuple(check.name for check in CHECKS)


def run_check(check: Check, factory: Factory) -> CheckResult:
    """Run one check on one design; whatever the design raises is a failure that names it."""
    design = design_class(factory.target)
    missing = sorted(check.needs - design.capabilities)
    if missing:
        return CheckResult(
            check=check.name,
            verdict=Verdict.NOT_APPLICABLE,
            detail=f"without {', '.join(missing)}",
        )
    failure = _failure(check, factory)
    reason = design.exemptions.get(check.name)
    if reason is None:
        verdict = Verdict.FAILED if failure else Verdict.PASSED
        return CheckResult(check=check.name, verdict=verdict, detail=failure)
    if failure:
        return CheckResult(check=check.name, verdict=Verdict.EXEMPT, detail=reason)
    detail = f"passes; remove its exemption ({reason})"
    return CheckResult(check=check.name, verdict=Verdict.STALE_EXEMPTION, detail=detail)


def run_checks(
    target: str | type[Memory],
    *,
    params: Mapping[str, object] | None = None,
    embedder: str = "hashing",
    only: Iterable[str] | None = None,
) -> list[CheckResult]:
    """Run the checks on a design.

    Args:
        target: A registered name, ``package.module:Class``, ``path/file.py:Class``, or a class.
        params: Parameters of its constructor.
        embedder: Name of the embedder it is given; the default needs no model.
        only: Names of the checks to run; None runs all.

    Raises:
        UnknownNameError: No such design, no such check, or an exemption from no known check.
        ValueError: The design cannot be loaded or built.
    """
    name = target if isinstance(target, str) else target_of(target)
    factory = Factory(target=name, params=dict(params or {}), embedder=embedder)
    known = check_names()
    for what, names in (("check", only or ()), ("exemption", design_class(name).exemptions)):
        for unknown in (n for n in names if n not in known):
            raise UnknownNameError(what, unknown, known)
    factory()
    wanted = known if only is None else frozenset(only)
    return [run_check(check, factory) for check in CHECKS if check.name in wanted]


def _failure(check: Check, factory: Factory) -> str:
    try:
        check.run(factory)
    except CheckFailed as error:
        return str(error)
    except Exception as error:  # a user's design may raise anything; the other checks go on
        return _where(error)
    return ""


def _where(error: Exception) -> str:
    """Say what was raised and by which function of which file, in one line."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f" in {code.co_qualname} (line {trace.tb_lineno})"
        trace = trace.tb_next
    return " ".join(f"raised {type(error).__name__}: {error}{place}".split())
