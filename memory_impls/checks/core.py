"""What a check is, what it says when it fails, and what a run of checks reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from memory_impls.api import Capability, Memory

__all__ = ["Check", "CheckFailed", "CheckResult", "Make", "Verdict", "require"]

Make = Callable[[], Memory]
"""Builds a fresh memory; every call gives an independent one."""


class CheckFailed(AssertionError):  # noqa: N818 - it names what happened
    """A property does not hold; the message is one line that says what was seen."""


class Verdict(StrEnum):
    """How one check of one design ended."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not_applicable"
    """The design does not have the capability that the property is about."""
    EXEMPT = "exempt"
    """It failed, and the design says why it does."""
    STALE_EXEMPTION = "stale_exemption"
    """It passed although the design is exempt: the exemption must go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A property of memories.

    Attributes:
        run: Raises ``CheckFailed`` when the property does not hold.
        needs: Capabilities without which the property means nothing.
    """

    run: Callable[[Make], None]
    needs: frozenset[Capability] = field(default_factory=frozenset)

    @property
    def name(self) -> str:
        """Name of the function, without ``check_``."""
        return self.run.__name__.removeprefix("check_")

    @property
    def says(self) -> str:
        """First line of the docstring: the property."""
        return (self.run.__doc__ or "").strip().partition("\n")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """What one check of one design gave.

    Attributes:
        detail: Why it failed, why it is exempt, or which capability is missing; one line.
    """

    check: str
    verdict: Verdict
    detail: str = ""

    @property
    def ok(self) -> bool:
        """Tell whether nothing needs to be done."""
        return self.verdict not in (Verdict.FAILED, Verdict.STALE_EXEMPTION)


def require(holds: bool, message: str, found: Iterable[object] = ()) -> None:
    """Raise ``CheckFailed`` unless a condition holds; ``found`` shows up to three examples."""
    if holds:
        return
    examples = [repr(value)[:120] for _, value in zip(range(3), found, strict=False)]
    shown = f": {', '.join(examples)}" if examples else ""
    raise CheckFailed(" ".join(f"{message}{shown}".split()))
