"""Evidence recall of ``rerank`` with each signal switched off, on real dialogue.

    python benchmarks/rerank_ablation.py --locomo FILE --beam FOLDER [--only NAME]

Each row is one variant, replayed and recalled like any memory; columns are LoCoMo within 512
tokens (conversations 0-4, on which the weights were chosen, and 5-9, which had no say in them)
and BEAM within 1,024 tokens. Prints Markdown.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memory_impls.api import Memory
from memory_impls.parts.cache import default_cache_folder
from memory_impls.parts.embedder import load_embedder
from memory_impls.registry import build
from metrics.evidence import evidence_ids, shares
from scenarios.api import Ask, Observe, Scenario
from scenarios.registry import load_data

VARIANTS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "rerank": ("rerank", {}),
    "without similarity": ("rerank", {"similarity": 0.0}),
    "without words": ("rerank", {"words": 0.0}),
    "without focus": ("rerank", {"focus": 0.0}),
    "without neighbours": ("rerank", {"before": (), "after": ()}),
    "without session": ("rerank", {"session": 0.0}),
    "without speaker": ("rerank", {"speaker": 0.0}),
    "without user": ("rerank", {"user": 0.0}),
    "without standing": ("rerank", {"standing": 0.0}),
    "without question": ("rerank", {"question": 0.0}),
    "without time words": ("rerank", {"time_words": 0.0}),
    "without recency": ("rerank", {"recency": 0.0}),
    "without length": ("rerank", {"length": 0.0}),
    "hybrid": ("hybrid", {}),
    "vector": ("vector", {}),
}


def recalls(scenario: Scenario, memory: Memory, budget: int) -> Iterator[float]:
    """Replay one history and give the evidence recall of every question that has evidence."""
    texts: dict[str, str] = {}
    for step in scenario.steps():
        if isinstance(step, Observe):
            texts[step.event.id] = step.event.text
            memory.observe(step.event)
        elif isinstance(step, Ask) and step.probe.gold.answerable:
            wanted = evidence_ids(step.probe)
            if wanted:
                shown = memory.recall(step.probe.query(budget)).items
                found = shares([(name, texts.get(name, "")) for name in wanted], shown)
                yield math.fsum(share.share for share in found) / len(wanted)


def mean(values: Sequence[float]) -> str:
    """Write a mean with its n."""
    return f"{math.fsum(values) / len(values):.3f} ({len(values)})" if values else "-"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--locomo", required=True, help="locomo10.json")
    parser.add_argument("--beam", required=True, help="folder of BEAM chats")
    parser.add_argument("--only", choices=VARIANTS, help="one variant")
    options = parser.parse_args()
    embedder = load_embedder("minilm", cache=default_cache_folder())
    talks = list(load_data("locomo", Path(options.locomo)))
    chats = list(load_data("beam", Path(options.beam)))
    columns = ((talks[:5], 512), (talks[5:], 512), (chats, 1024))
    print("| variant | LoCoMo 0-4 @512 | LoCoMo 5-9 @512 | BEAM @1,024 |\n|---|---:|---:|---:|")
    for label in [options.only] if options.only else VARIANTS:
        name, params = VARIANTS[label]
        cells = []
        for scenarios, budget in columns:
            found: list[float] = []
            for scenario in scenarios:
                found += recalls(scenario, build(name, params, embedder=embedder), budget)
            cells.append(mean(found))
        print(f"| {label} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
