"""A file of LongMemEval questions without their histories: described, but nothing to replay."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from scenarios.public.card import About, DataCard, Findings
from scenarios.public.longmemeval_item import ABSTENTION
from scenarios.public.reading import GZIP_MAGIC, read_json

__all__ = ["is_packed", "questions_card"]


def is_packed(path: Path) -> bool:
    """Tell whether a file is a gzip archive."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    except OSError:
        return False


def questions_card(path: Path, about: About) -> DataCard:
    """Describe the questions in the layout of agent-memory-benchmark.

    Raises:
        DataError: The file is something else; path, item and field are named.
    """
    findings = Findings()
    categories: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for number, entry in enumerate(read_json(path).each()):
        item = entry.named(f"question {number}")
        name = item.need("id").text()
        item.need("query").text()
        unanswerable = name.endswith("_abs")
        counts["questions"] += 1
        counts["unanswerable"] += unanswerable
        counts["answers that are numbers"] += any(
            not isinstance(answer.value, str) for answer in item.need("gold_answers").each()
        )
        counts["without a gold session"] += not list(item.need("gold_ids").each())
        kind = item.need("meta").need("question_type").text()
        categories[ABSTENTION if unanswerable else kind] += 1
    return DataCard(
        about=about,
        path=str(path),
        layout="questions only (agent-memory-benchmark): no histories, nothing to replay",
        counts=counts,
        categories=dict(categories.most_common()),
        findings=tuple(findings.found),
        warnings=("the time of day of the questions is lost in this layout",),
    )
