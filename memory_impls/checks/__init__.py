"""Conformance checks of memory designs: public functions, one property each.

Users run them on their own design: ``memtrial check path/to/mine.py:MyMemory``, or in pytest::

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
    def test_mine(check: Check) -> None:
        check.run(Factory(target="path/to/mine.py:MyMemory"))
"""

from memory_impls.checks.core import Check, CheckFailed, CheckResult, Verdict
from memory_impls.checks.factory import Factory
from memory_impls.checks.run import CHECKS, check_names, run_check, run_checks

__all__ = [
    "CHECKS",
    "Check",
    "CheckFailed",
    "CheckResult",
    "Factory",
    "Verdict",
    "check_names",
    "run_check",
    "run_checks",
]
