"""The pytest plugin: put a memory on trial in a team's own test suite.

::

    def test_memory(memtrial):
        result = memtrial.run(MyMemory, preset="quick")
        assert result.constraint_preservation.low >= 0.9

The fixture has the functions of ``import memtrial``; a test that uses it carries the marker
``memtrial``, and when it fails the report shows the headline figures and the probes that went
worst. The plugin imports nothing of memtrial's before a test asks for the fixture: packages of
the same name in the tested repository are left alone, or named in one line where they collide.
"""

from __future__ import annotations

import textwrap
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memtrial.guard import shadowed_by

if TYPE_CHECKING:
    from memtrial.result import Result
    from runs.gate.thresholds import Threshold
    from runs.gate.verdict import GateReport

__all__ = ["Trials"]

_WORST = 5
_WIDTH = 160
_RESULTS = pytest.StashKey[list["Result"]]()
_CACHE = pytest.StashKey[dict[str, "Result"]]()
_OTHERWISE = (
    "; where the tests do not need that package, run them with pytest --import-mode=importlib "
    "(not python -m pytest, and without pythonpath), else gate with the commands memtrial run "
    "and memtrial gate, which look past it"
)


class Trials:
    """What the fixture ``memtrial`` gives: run, gate, compare and all other public names.

    A run with the same arguments is made once per process; it would give the same figures again.
    Under pytest-xdist every worker has folders of its own.

    Args:
        item: The test. folders: Makes a folder for a run.
        defaults: Arguments of ``run`` that the marker gave.
    """

    def __init__(
        self, item: pytest.Item, folders: pytest.TempPathFactory, defaults: dict[str, Any]
    ) -> None:
        self._item = item
        self._folders = folders
        self._defaults = defaults
        self._cache = item.config.stash.setdefault(_CACHE, {})
        self._results = item.stash.setdefault(_RESULTS, [])

    def run(self, designs: Any = None, **settings: Any) -> Result:
        """Put designs on trial; see ``memtrial.run``.

        A design that raises fails the test, unless ``allow_failures`` is given.
        """
        import memtrial

        given = {**self._defaults, **settings}
        key = repr((designs, sorted(given.items())))
        if key not in self._cache:
            if "folder" not in given:
                given["folder"] = self._folders.mktemp("memtrial") / "run"
            try:
                self._cache[key] = memtrial.run(designs, **given)
            except memtrial.DesignFailure as failure:
                self._results.append(failure.result)
                raise
        self._results.append(self._cache[key])
        return self._cache[key]

    def gate(
        self,
        result: Result,
        baseline: str | Path | None = None,
        thresholds: str | Path | Sequence[Threshold] | None = None,
    ) -> GateReport:
        """Fail the test unless a result holds against a baseline.

        Args:
            result: Of ``run``.
            baseline: A file; None takes the one of --memtrial-baseline, and skips the test where
                that is not given either.
            thresholds: As for ``memtrial.gate``.
        """
        import memtrial

        named = baseline or self._item.config.getoption("memtrial_baseline")
        if not named:
            pytest.skip("no baseline to hold against: give --memtrial-baseline FILE")
        # Relative to where pytest was started, for tests may change the folder.
        path = self._item.config.invocation_params.dir / named
        report = memtrial.gate(result, path, thresholds)
        if not report.ok:
            pytest.fail(str(report), pytrace=False)
        return report

    def __getattr__(self, name: str) -> Any:
        import memtrial

        return getattr(memtrial, name)


@pytest.fixture(name="memtrial")
def _memtrial(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Trials:
    """Put memories on trial: ``memtrial.run(MyMemory, preset="quick")``."""
    trouble = shadowed_by()
    if trouble:
        pytest.fail(f"{trouble}{_OTHERWISE}", pytrace=False)
    item: pytest.Item = request.node
    defaults: dict[str, Any] = {}
    for marker in reversed(list(item.iter_markers("memtrial"))):
        defaults |= marker.kwargs
    return Trials(item, tmp_path_factory, defaults)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("memtrial").addoption(
        "--memtrial-baseline",
        metavar="FILE",
        default=None,
        help="baseline that memtrial.gate(result) holds results against",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers",
        "memtrial(**settings): puts a memory on trial; settings are defaults of memtrial.run",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses the fixture, so that -m memtrial finds it."""
    for item in items:
        if "memtrial" in getattr(item, "fixturenames", ()):
            item.add_marker("memtrial")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show under a failed test what its memories scored, and where they went wrong."""
    report = yield
    if report.failed and call.when == "call":
        found: list[Result] = item.stash[_RESULTS] if _RESULTS in item.stash else []
        for result in dict.fromkeys(found):
            report.sections.append(("memtrial", _told(result)))
    return report


def _told(result: Result) -> str:
    worst = [row for row in result.worst(_WORST).to_dict("records") if row["value"] < 1]
    if not worst:
        return f"{result}\n  no probe went wrong (all in {result.folder})"
    lines = [str(result), f"  the probes that went worst (all in {result.folder}):"]
    for row in worst:
        budget = "no limit" if row["budget"] is None else f"{row['budget']:g} tokens"
        lines += [
            f"    {row['metric']} {row['value']:.2f}: {row['cluster']} {row['probe']}, "
            f"{row['design']} at {budget}",
            f"      asked  {_line(row['question'])}",
            f"      due    {_line(row['expected'])}",
            f"      shown  {_line(row['shown']) or '(nothing)'}",
        ]
        why = row["error"] or row["loss"]
        lines += [f"      lost   {_line(why)}"] if why else []
    return "\n".join(lines)


def _line(text: object) -> str:
    return textwrap.shorten(str(text), _WIDTH, placeholder=" ...")
