"""How much does the harness itself cost, beside two others?

    python benchmarks/replay_speed.py [--rounds 5] [--scratch FOLDER] [--profile]

One file shaped like LongMemEval (50 questions, each with 50 sessions of 10 turns: 25,000 turns)
goes through the ordinary replay with records and metrics on, and through PyPI's june-bench
0.2.0 and memory-core-eval 0.2.0, installed into a scratch environment. The memory is the same
three times: it keeps texts and ranks them by the number of words shared with the question. The
file is read beforehand; events are made within the time. "durable" writes each question's
records and syncs them to disk before the next, as june-bench's checkpoint does. Rounds
alternate; the best of each counts.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import random
import subprocess
import tempfile
import time
import venv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

from memory_impls.api import (
    Event,
    EventKind,
    Footprint,
    ItemKind,
    Memory,
    Query,
    Recall,
    Recalled,
    Scope,
)
from runs.cells import CellPlan, DesignVariant, ReaderSettings, ScenarioVariant, cell_id
from runs.replay import replay
from runs.store import write_cell
from runs.summary import summarise
from scenarios.api import Ask, Atom, Gold, Observe, Probe, Scenario, Step, Value, ValueKind

QUESTIONS, SESSIONS, TURNS, TOP = 50, 50, 10, 10
PEERS = ("june-bench==0.2.0", "memory-core-eval==0.2.0")
NEEDS = ("httpx", "pyyaml", "rank-bm25", "huggingface-hub")
START = datetime(2024, 1, 1, tzinfo=UTC)
WORDS = (
    "we walked along the river before lunch and talked about her garden while it rained a little "
    "then my brother asked for more coffee because he wanted to finish the long book about old "
    "trains which nobody else has read so far this year although most people know its author well"
)
PEER = """
import asyncio, json, os, sys, tempfile, time
items, which = json.load(open(sys.argv[1])), sys.argv[2]
def best(question, texts, top):
    asked = set(question.lower().split())
    shared = lambda i: -len(asked & set(texts[i].lower().split()))
    return sorted(range(len(texts)), key=shared)[:top]
if which == "memory-core-eval":
    from mceval.adapters.base import Memory
    from mceval.eval.runner import run_eval
    class Overlap:
        name = "overlap"
        def __init__(self): self.held = {}
        def reset(self, namespace): self.held[namespace] = []
        def store(self, namespace, turn): self.held[namespace].append(turn); return ""
        def search(self, namespace, query, top_k, as_of_date=None):
            held = self.held[namespace]
            return [Memory(id=str(i), content=held[i].content, score=1.0, turn_idx=held[i].turn_idx,
                           session_id=held[i].session_id)
                    for i in best(query, [t.content for t in held], top_k)]
    started = time.perf_counter()
    run_eval(Overlap(), items, workers=1)
else:
    from june_bench.ports import Example, Prediction
    from june_bench.runner import run_async
    from june_bench.score import score
    class Overlap:
        name = "overlap"
        def ingest(self, corpus): self.held = list(corpus)
        async def answer(self, example):
            found = [self.held[i] for i in best(example.question, self.held, 10)]
            return Prediction(text=found[0], meta={"context": found})
    examples = [Example(qid=i["question_id"], question=i["question"], golds=(i["answer"],),
                        corpus=tuple(t["content"] for s in i["haystack_sessions"] for t in s))
                for i in items]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "checkpoint.jsonl") if which.endswith("durable") else None
        started = time.perf_counter()
        score(asyncio.run(run_async(Overlap(), examples, checkpoint_path=path)))
print(time.perf_counter() - started)
"""


class Overlap(Memory):
    """Keeps every event and ranks by shared words; the same work as in the peers."""

    name: ClassVar[str] = "overlap"

    def __init__(self) -> None:
        self._held: list[Event] = []

    def observe(self, event: Event) -> None:
        """Keep an event."""
        self._held.append(event)

    def recall(self, query: Query) -> Recall:
        """Show the ten events that share most words with the question."""
        asked, held = set(query.text.lower().split()), self._held
        order = sorted(
            range(len(held)), key=lambda i: -len(asked & set(held[i].text.lower().split()))
        )
        found = [held[i] for i in order[:TOP]]
        return Recall(
            items=tuple(
                Recalled(
                    item_id=e.id, text=e.text, kind=ItemKind.EPISODE, at=e.at, session=e.session
                )
                for e in found
            )
        )

    def footprint(self) -> Footprint:
        """Count what is held."""
        return Footprint(items=len(self._held), bytes=0, tokens=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Haystack(Scenario):
    """One question of the file; its events are made as they are replayed."""

    item: Mapping[str, Any]

    def steps(self) -> Iterator[Step]:
        """Make the turns, then the question."""
        scope = Scope(user="user")
        for number, session in enumerate(self.item["haystack_sessions"]):
            name, at = f"s{number}", START + timedelta(days=number)
            for turn, said in enumerate(session):
                kind = EventKind.USER if said["role"] == "user" else EventKind.ASSISTANT
                text = said["content"]
                yield Observe(
                    event=Event(
                        id=f"{name}-{turn}", at=at, session=name, scope=scope, kind=kind, text=text
                    )
                )
        yield Ask(probe=next(iter(self.probes())))

    def probes(self) -> Iterator[Probe]:
        """Make the question."""
        value = Value(kind=ValueKind.IDENTIFIER, text=self.item["answer"])
        evidence = (self.item["evidence"],)
        wanted = Atom(id="code", value=value, attribute=("code",), evidence_ids=evidence)
        yield Probe(
            id="q",
            text=self.item["question"],
            scope=Scope(user="user"),
            asked_at=START + timedelta(days=SESSIONS),
            gold=Gold(required=(wanted,), evidence_ids=evidence),
        )


def made(seed: int = 0) -> list[dict[str, Any]]:
    """Make the file."""
    draw = random.Random(seed)
    words = WORDS.split()
    items = []
    for number in range(QUESTIONS):
        answer, place = f"Z{number}47", draw.randrange(SESSIONS)
        sessions = [
            [
                {
                    "role": "assistant" if turn % 2 else "user",
                    "content": " ".join(draw.choices(words, k=30)) + ".",
                }
                for turn in range(TURNS)
            ]
            for _ in range(SESSIONS)
        ]
        sessions[place][4]["content"] = f"The code of the door in hall {number} is {answer}."
        items.append(
            {
                "question_id": f"q{number}",
                "question": f"What is the code of the door in hall {number}?",
                "answer": answer,
                "question_type": "single-session-user",
                "question_date": "2024/03/01 (Fri) 09:00",
                "haystack_sessions": sessions,
                "haystack_session_ids": [f"s{n}" for n in range(SESSIONS)],
                "haystack_dates": ["2024/01/01 (Mon) 09:00"] * SESSIONS,
                "answer_session_ids": [f"s{place}"],
                "evidence": f"s{place}-4",
            }
        )
    return items


def planned(item: Mapping[str, Any]) -> tuple[CellPlan, Haystack]:
    """Plan the cell of one question."""
    history = Haystack(id=item["question_id"], family="haystack", version=1, seed=0, item=item)
    cell = CellPlan(
        design=DesignVariant(label="overlap", name="benchmarks.replay_speed:Overlap"),
        scenario=ScenarioVariant(label="haystack", family="haystack"),
        cluster=history.id,
        seed=0,
        family="haystack",
        version=1,
        language="en",
        pool="open",
        knobs={},
        budgets=(None,),
        use_budget=None,
        damage_atoms=0,
        reader=ReaderSettings(embedder="none"),
    )
    return replace(cell, id=cell_id(cell)), history


def ours(items: Sequence[Mapping[str, Any]], folder: Path | None) -> float:
    """Replay and score all questions; give seconds. With a folder, records are made durable."""
    plans = [planned(item) for item in items]
    started = time.perf_counter()
    cells = []
    for plan, history in plans:
        cell = replay(plan, history)
        if folder is not None:
            write_cell(folder, cell)
        cells.append(cell)
    rows = summarise(cells)
    spent = time.perf_counter() - started
    if {row.value for row in rows if row.metric == "recall"} != {1.0}:
        raise SystemExit("the memory did not find every code: this would time something else")
    return spent


def peer_python(scratch: Path) -> Path:
    """Install the peers once and give their interpreter."""
    python, ready = scratch / "bin" / "python", scratch / "ready"
    if not ready.exists():
        venv.create(scratch, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", *PEERS], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *NEEDS], check=True)
        ready.touch()
    return python


def main() -> None:
    """Print the table as Markdown, or the profile of our own part."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    default = Path(tempfile.gettempdir()) / "memtrial-peers"
    parser.add_argument("--scratch", type=Path, default=default)
    parser.add_argument("--profile", action="store_true", help="where our own time goes")
    options = parser.parse_args()
    items = made()
    ours([{**items[0], "question_id": "warm"}], None)  # imports
    if options.profile:
        with cProfile.Profile() as profile:
            ours(items, None)
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        return
    python = peer_python(options.scratch)
    best: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder, file = Path(name), Path(name) / "haystack.json"
        (folder / "cells").mkdir()
        file.write_text(json.dumps(items), encoding="utf-8")
        for _ in range(options.rounds):
            taken = {
                "memtrial": ours(items, None),
                "memtrial, durable": ours(items, folder),
            }
            for peer in ("june-bench", "memory-core-eval", "june-bench, durable"):
                said = subprocess.run(
                    [python, "-c", PEER, file, peer],
                    capture_output=True,
                    text=True,
                    check=True,
                    env={**os.environ, "PYTHONPATH": ""},
                )
                taken[peer] = float(said.stdout.split()[-1])
            best = {who: min(spent, best.get(who, spent)) for who, spent in taken.items()}
    print("| harness | turns/s | beside june-bench |\n|---|---:|---:|")
    for who, spent in best.items():
        other = best["june-bench, durable" if "durable" in who else "june-bench"]
        print(f"| {who} | {QUESTIONS * SESSIONS * TURNS / spent:,.0f} | {other / spent:.2f} |")


if __name__ == "__main__":
    main()
