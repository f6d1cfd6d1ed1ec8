"""``memtrial check``: the conformance checks on a design, one's own or ours."""

from __future__ import annotations

import argparse

__all__ = ["check"]


def check(options: argparse.Namespace) -> int:
    """Run every check and print a line each; 1 when one fails."""
    from memory_impls.checks import run_checks

    failed = 0
    for result in run_checks(options.design):
        failed += not result.ok
        detail = f"  {' '.join(result.detail.split())}" if result.detail else ""
        print(f"{result.verdict.value:<15} {result.check:<45}{detail}", flush=True)
    print(f"{options.design}: {failed} failed" if failed else f"{options.design}: all checks hold")
    return 1 if failed else 0
