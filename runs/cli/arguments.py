"""What the command line takes; parsing imports nothing heavy."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module

__all__ = ["parser"]

Command = Callable[[argparse.Namespace], int]


def parser() -> argparse.ArgumentParser:
    """Build the parser; each command carries the function that carries it out."""
    root = argparse.ArgumentParser(
        prog="memtrial",
        description="Puts designs of long-term memory for LLM agents on trial.",
        epilog="Exit status: 0 done, 1 the run itself had failures, 2 bad input.",
    )
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _run(commands.add_parser("run", help="replay, score and report a preset or a plan"))
    _report(commands.add_parser("report", help="score a run folder again and write its report"))
    _baseline(commands.add_parser("baseline", help="write a run's scores as a tracked baseline"))
    _gate(commands.add_parser("gate", help="hold a run against a baseline; 1 worse, 2 not judged"))
    _compare(commands.add_parser("compare", help="compare two runs, paired by scenario"))
    _list(commands.add_parser("list", help="list designs, scenarios, metrics, presets or runs"))
    _check(commands.add_parser("check", help="run the conformance checks on a design"))
    _show(commands.add_parser("show", help="print a generated history as a readable script"))
    _generate(commands.add_parser("generate", help="write a generated history as JSONL"))
    _data(commands.add_parser("data", help="say what a data file holds, and its traps"))
    _calibrate(
        commands.add_parser(
            "calibrate", help="show how alike one's own data is; propose thresholds"
        )
    )
    return root


def _lazily(module: str, function: str) -> Command:
    """Import the module of a command only when the command runs."""

    def command(options: argparse.Namespace) -> int:
        found: Command = getattr(import_module(f"runs.cli.{module}"), function)
        return found(options)

    return command


def names(text: str) -> tuple[str, ...]:
    """Split a comma-separated list of names.

    >>> names("vector, hybrid")
    ('vector', 'hybrid')
    """
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if not found:
        raise argparse.ArgumentTypeError("names are expected, separated by commas")
    return found


def budgets(text: str) -> tuple[int | None, ...]:
    """Read budgets: tokens or "none", separated by commas.

    >>> budgets("128,none")
    (128, None)
    """
    found: list[int | None] = []
    for part in names(text):
        if part.lower() == "none":
            found.append(None)
        elif part.isdecimal() and int(part) > 0:
            found.append(int(part))
        else:
            raise argparse.ArgumentTypeError(
                f"{part!r} is no budget; give tokens from 1, or none, as in 128,512,none"
            )
    return tuple(found)


def data_path(text: str) -> tuple[str, str]:
    """Read NAME=PATH."""
    name, equals, path = text.partition("=")
    if not (name and equals and path):
        raise argparse.ArgumentTypeError(f"{text!r}: NAME=PATH is expected, as in locomo=file.json")
    return name, path


def positive(text: str) -> int:
    """Read a whole number from 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 1 is expected")
    return int(text)


def natural(text: str) -> int:
    """Read a whole number from 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 0 is expected")
    return int(text)


def _run(run: argparse.ArgumentParser) -> None:
    run.add_argument("plan", nargs="?", default="quick", help="preset or PLAN.toml (default quick)")
    run.add_argument("--designs", type=names, metavar="A,B", help="names or path.py:Class")
    run.add_argument("--scenarios", type=names, metavar="X,FILE.jsonl")
    run.add_argument("--data", type=data_path, action="append", default=[], metavar="NAME=PATH")
    run.add_argument("--seeds", type=positive, metavar="N")
    run.add_argument("--budgets", type=budgets, metavar="128,512,none")
    run.add_argument("--pool", choices=("open", "held"))
    run.add_argument("--language", choices=("en", "zh"))
    run.add_argument("--limit", type=positive, metavar="N", help="at most N scenarios of each")
    run.add_argument("--only", type=names, metavar="ID", help="only these scenario ids")
    run.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (default 1)")
    run.add_argument("--backend", choices=("loky", "dask", "ray"), default="loky")
    run.add_argument("--address", metavar="URL", help="scheduler of the dask or ray cluster")
    run.add_argument("--out", metavar="DIR", help="run folder; must not exist yet")
    run.add_argument("--resume", action="store_true", help="go on with the run in --out")
    run.add_argument("--dry-run", action="store_true", help="list what would run, and stop")
    run.add_argument("--no-mlflow", action="store_true", help="log nothing to MLflow")
    run.set_defaults(command=_lazily("trial", "run"))


def _report(report: argparse.ArgumentParser) -> None:
    report.add_argument("run", metavar="RUN", help="run folder")
    report.add_argument("--beside", metavar="RUN", help="a second run shown next to it")
    report.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    report.add_argument(
        "--categories", action="store_true", help="print Markdown tables by category of question"
    )
    report.set_defaults(command=_lazily("reporting", "report"))


def _baseline(baseline: argparse.ArgumentParser) -> None:
    baseline.add_argument("run", metavar="RUN", help="run folder, complete")
    baseline.add_argument("--out", required=True, metavar="FILE", help="JSON, to be tracked")
    baseline.add_argument("--metrics", type=names, metavar="A,B", help="beside the headline scores")
    baseline.add_argument("--designs", type=names, metavar="A,B", help="only these labels")
    baseline.set_defaults(command=_lazily("gating", "baseline"))


def _gate(gate: argparse.ArgumentParser) -> None:
    gate.add_argument("run", metavar="RUN", help="run folder, complete")
    gate.add_argument("--baseline", required=True, metavar="FILE")
    gate.add_argument("--thresholds", metavar="FILE", help="TOML; default: the headline scores")
    gate.add_argument("--junit", metavar="FILE", help="write JUnit XML")
    gate.add_argument("--markdown", metavar="FILE", help="write a summary for a pull request")
    gate.set_defaults(command=_lazily("gating", "gate"))


def _compare(compare: argparse.ArgumentParser) -> None:
    compare.add_argument("first", metavar="RUN_A", help="run folder that stood before")
    compare.add_argument("second", metavar="RUN_B", help="run folder that came after")
    compare.set_defaults(command=_lazily("gating", "compare"))


def _list(listing: argparse.ArgumentParser) -> None:
    listing.add_argument("what", choices=("designs", "scenarios", "metrics", "presets", "runs"))
    listing.set_defaults(command=_lazily("listing", "list_names"))


def _check(check: argparse.ArgumentParser) -> None:
    check.add_argument("design", metavar="DESIGN", help="a name, or path/to/mine.py:MyMemory")
    check.set_defaults(command=_lazily("checking", "check"))


def _history(command: argparse.ArgumentParser) -> None:
    command.add_argument("family", metavar="FAMILY")
    command.add_argument("--seed", type=natural, default=0, metavar="N")
    command.add_argument("--language", choices=("en", "zh"), default="en")
    command.add_argument("--pool", choices=("open", "held"), default="open")
    command.add_argument("--sessions", type=positive, metavar="N")
    command.add_argument(
        "--knob", type=data_path, action="append", default=[], metavar="NAME=VALUE"
    )


def _show(show: argparse.ArgumentParser) -> None:
    _history(show)
    show.set_defaults(command=_lazily("histories", "show"))


def _generate(generate: argparse.ArgumentParser) -> None:
    _history(generate)
    generate.add_argument("--out", required=True, metavar="FILE", help="JSONL; must not exist yet")
    generate.set_defaults(command=_lazily("histories", "generate"))


def _data(data: argparse.ArgumentParser) -> None:
    data.add_argument("path", metavar="PATH")
    data.add_argument("--as", dest="kind", metavar="NAME", help="data set, when it cannot be told")
    data.set_defaults(command=_lazily("histories", "data_card"))


def _calibrate(calibrate: argparse.ArgumentParser) -> None:
    calibrate.add_argument("file", metavar="FILE", help="scenarios, chat messages or plain text")
    calibrate.add_argument("--language", choices=("en", "zh"), default="en")
    calibrate.add_argument("--embedder", metavar="NAME", help="default: that of the language")
    calibrate.add_argument(
        "--limit", type=positive, default=2_000, metavar="N", help="statements of an entity"
    )
    calibrate.set_defaults(command=_lazily("calibrating", "calibrate"))
