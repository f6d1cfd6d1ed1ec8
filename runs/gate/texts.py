"""The gate's verdict for people and machines: terminal lines, Markdown, JUnit XML."""

from __future__ import annotations

import html
import re
from xml.etree import ElementTree

from runs.gate.verdict import GateReport, Judged, Standing
from runs.report.contents import budget_name, number

__all__ = ["junit", "lines", "markdown"]

_MARKS = {0: "✅", 1: "❌", 2: "⚠️"}
_HEADS = ("", "metric", "design", "scenario", "budget", "baseline", "now", "change", "allowed", "n")
# What XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def lines(report: GateReport) -> list[str]:
    """Tell the verdict in plain lines, failures last, where a terminal ends."""
    order = sorted(report.judged, key=lambda entry: entry.standing.exit_status)
    told = [_line(entry) for entry in order]
    told += [f"note: {note}" for note in report.notes]
    return [*told, headline(report)]


def headline(report: GateReport) -> str:
    """Tell the verdict in one line."""
    total = len(report.judged)
    if report.ok:
        few = sum(entry.standing is Standing.TOO_FEW for entry in report.judged)
        tested = f", {few} of them without a test of the difference" if few else ""
        return f"gate: passed, {total} thresholds{tested}"
    return f"gate: failed, {len(report.failed)} of {total} thresholds"


def markdown(report: GateReport) -> str:
    """Write a summary fit for a pull request."""
    mark = _MARKS[report.exit_status]
    parts = [f"### {mark} memtrial {headline(report)}", "", _row(_HEADS)]
    parts.append(_row(["---"] * 5 + ["---:"] * 5))
    order = sorted(report.judged, key=lambda entry: -entry.standing.exit_status)
    parts += [_row(_cells(entry)) for entry in order]
    for entry in report.failed:
        parts += ["", f"- **{_safe(entry.threshold.name)}**: {_safe(_why(entry))}"]
    if report.notes:
        parts += ["", *(f"> {_safe(note)}" for note in report.notes)]
    parts += ["", f"<sub>Baseline: {_safe(report.source or 'unnamed')}. {_RULE}</sub>"]
    return "\n".join(parts) + "\n"


_RULE = (
    "Change with its 95 % interval; worse is a one-sided test beyond what is allowed, "
    "corrected over all thresholds."
)


def junit(report: GateReport) -> bytes:
    """Write JUnit XML: a test per threshold; worse is a failure, not judged an error."""
    statuses = [entry.standing.exit_status for entry in report.judged]
    few = sum(entry.standing is Standing.TOO_FEW for entry in report.judged)
    suite = ElementTree.Element(
        "testsuite",
        name="memtrial gate",
        tests=str(len(statuses)),
        failures=str(statuses.count(1)),
        errors=str(statuses.count(2)),
        skipped=str(few),
    )
    for entry in report.judged:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=_xml(f"memtrial.gate.{entry.threshold.design}"),
            name=_xml(entry.threshold.name),
        )
        kind = {1: "failure", 2: "error"}.get(entry.standing.exit_status)
        if entry.standing is Standing.TOO_FEW:
            kind = "skipped"
        if kind:
            told = ElementTree.SubElement(case, kind, message=_xml(_why(entry)))
            told.set("type", entry.standing.value)
            told.text = _xml(_line(entry))
    for note in report.notes:
        ElementTree.SubElement(suite, "system-out").text = _xml(note)
    ElementTree.indent(suite)
    found: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return found + b"\n"


def _line(entry: Judged) -> str:
    figures = f"{_figure(entry.before, entry)} -> {_figure(entry.now, entry)}"
    change = f" ({_change(entry)})" if entry.change is not None else ""
    return f"{entry.standing.value:<18} {entry.threshold.name}: {figures}{change}{_tail(entry)}"


def _tail(entry: Judged) -> str:
    why = _why(entry)
    return f"; {why}" if why else ""


def _why(entry: Judged) -> str:
    parts = [entry.said] if entry.said else []
    if entry.worst and entry.standing is Standing.WORSE:
        listed = (
            f"{w.cluster} {_figure(w.before, entry)} -> {_figure(w.now, entry)}"
            for w in entry.worst
        )
        parts.append("most in " + ", ".join(listed))
    if entry.standing.exit_status:
        parts.append(f"listed because: {entry.threshold.reason}")
    return "; ".join(parts)


def _cells(entry: Judged) -> list[str]:
    threshold = entry.threshold
    return [
        f"{_MARKS[entry.standing.exit_status]} {entry.standing.value}",
        threshold.metric,
        threshold.design,
        threshold.scenario,
        budget_name(threshold.budget),
        _figure(entry.before, entry),
        _figure(entry.now, entry),
        _change(entry),
        _allowed(entry),
        str(entry.clusters),
    ]


def _figure(value: float | None, entry: Judged) -> str:
    return "absent" if value is None else number(value, entry.unit)


def _change(entry: Judged) -> str:
    if entry.change is None:
        return ""
    text = _signed(entry.change, entry.unit)
    if entry.low is not None and entry.high is not None:
        text += f" [{_signed(entry.low, entry.unit)}, {_signed(entry.high, entry.unit)}]"
    return text


def _signed(value: float, unit: str) -> str:
    sign = "+" if value > 0 else ""
    return sign + number(value, unit)


def _allowed(entry: Judged) -> str:
    threshold, parts = entry.threshold, []
    if threshold.tolerance is not None:
        relative = entry.unit != "share"
        parts.append(f"{threshold.tolerance:.3g}{' of baseline' if relative else ''}")
    if threshold.floor is not None:
        parts.append(f"from {threshold.floor:g}")
    if threshold.ceiling is not None:
        parts.append(f"to {threshold.ceiling:g}")
    return ", ".join(parts)


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(_safe(cell) for cell in cells)} |"


def _safe(text: str) -> str:
    """Keep a label from opening a cell, a line, a tag or a mention of its own."""
    plain = html.escape(" ".join(text.split()), quote=False)
    return re.sub(r"([\\|`*_\[\]])", r"\\\1", plain).replace("@", "@\u200b")


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
