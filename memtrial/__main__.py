"""The command ``memtrial``, also ``python -m memtrial``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from memtrial.guard import make_path_safe, shadowed_by

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, if all packages are memtrial's own.

    Args:
        arguments: Of the command; None takes those of the process.

    Returns:
        The exit status; 2 when another package shadows one of memtrial's.
    """
    make_path_safe()
    trouble = shadowed_by()
    if trouble:
        sys.stderr.write(f"memtrial: {trouble}\n")
        return 2
    from runs.cli.main import main as run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
