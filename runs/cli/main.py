"""Entry of the command line: parse, dispatch, and one clear line for whatever went wrong.

Exit status: 0 done; 1 the run itself had failures, or the gate says worse; 2 bad input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from runs.cli.arguments import parser

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: Words after ``memtrial``; default those of the process.

    Returns:
        The exit status.
    """
    options = parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except BrokenPipeError:
        # The reader of our output went away (``| head``); nothing is left to say to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("memtrial: interrupted", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        if os.environ.get("MEMTRIAL_DEBUG"):
            raise
        print(f"memtrial: {_one_line(error)}", file=sys.stderr)
        return 2


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return text or type(error).__name__
