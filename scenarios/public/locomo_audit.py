"""The audit of LoCoMo's labels: which gold answers and citations are known to be wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from scenarios.api import Probe
from scenarios.public.card import Findings
from scenarios.public.reading import read_json

__all__ = ["read_audit"]

_ID = re.compile(r"locomo_(\d{1,6})_qa(\d{1,6})")


def read_audit(
    path: Path, questions: Sequence[Sequence[Probe]], findings: Findings
) -> list[frozenset[str]]:
    """Find the audited questions of each conversation.

    An entry counts only when the words of its question are those of the file at hand: another
    version of the data would otherwise mask the wrong items.

    Args:
        path: The audit; when there is no such file, nothing is audited.
        questions: Of each conversation, in file order.
        findings: Takes what could not be matched.

    Returns:
        Ids of the audited questions, one set per conversation.

    Raises:
        DataError: The file is there and is no such audit.
    """
    marked: list[set[str]] = [set() for _ in questions]
    if not path.exists():
        findings.noted("no audit file beside the data: no question is masked", path.name)
        return [frozenset(ids) for ids in marked]
    known = [{probe.id: probe.text for probe in probes} for probes in questions]
    for number, entry in enumerate(read_json(path).each()):
        name = entry.named(f"audit entry {number}").need("question_id")
        match = _ID.fullmatch(name.text())
        if match is None:
            raise name.wrong(f"is {name.text()!r}; it must look like 'locomo_0_qa1'")
        where, probe_id = int(match[1]), f"q{int(match[2]):03}"
        words = entry.need("question").text().strip()
        if where >= len(known) or known[where].get(probe_id) != words:
            findings.unresolved("audit entry fits no question", name.text(), words)
        else:
            marked[where].add(probe_id)
    return [frozenset(ids) for ids in marked]
