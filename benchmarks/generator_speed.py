"""How fast are histories made, beside another generator, and does memory stay flat?

    python benchmarks/generator_speed.py [--rounds 5] [--scratch FOLDER] [--largest 10000000]

The peer is the generator of PyPI's cri-benchmark 0.1.2 (template-based dialogues of one persona),
installed into a scratch environment. Both make whole messages in one process and throw them away;
rounds alternate, the best round of each counts. Memory is the peak of a fresh process that makes
``long_haul`` until so many tokens were said.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from memory_impls.parts.tokens import count_tokens
from scenarios.api import Observe
from scenarios.registry import build_family

FAMILIES = ("buried_constraint", "tool_facts")
TOKENS_A_SESSION = 700
PEER = """
import time
from cri.datasets.generator import DatasetGenerator
from cri.datasets.loader import list_persona_specs
from cri.models import GeneratorConfig
specs = list_persona_specs()
best = 0.0
for seed in range(3):
    started = time.perf_counter()
    made = DatasetGenerator(GeneratorConfig(seed=seed)).generate_suite(specs)
    best = max(best, sum(len(d.messages) for d in made) / (time.perf_counter() - started))
print(best)
"""


def ours(name: str, seeds: int = 40) -> float:
    """Make histories with default knobs and give messages a second."""
    histories = [build_family(name, seed=seed) for seed in range(seeds)]
    started = time.perf_counter()
    count = sum(isinstance(step, Observe) for history in histories for step in history.steps())
    return count / (time.perf_counter() - started)


def peer_python(scratch: Path) -> Path:
    """Install the peer once and give its interpreter."""
    python = scratch / "bin" / "python"
    if not python.exists():
        venv.create(scratch, with_pip=True)
        needs = ["cri-benchmark==0.1.2", "pydantic>=2"]
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", needs[0]], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", needs[1]], check=True)
    return python


def peak(tokens: int) -> tuple[float, float]:
    """Make ``long_haul`` until so many tokens in a fresh process; give peak MB and seconds."""
    done = subprocess.run(
        [sys.executable, __file__, "--child", str(tokens)],
        capture_output=True,
        text=True,
        check=True,
    )
    megabytes, seconds = done.stdout.split()
    return float(megabytes), float(seconds)


def child(tokens: int) -> None:
    """Make one history and print the peak."""
    started = time.perf_counter()
    said = 0
    history = build_family(
        "long_haul", seed=0, knobs={"sessions": max(16, tokens // TOKENS_A_SESSION * 2)}
    )
    for step in history.steps():
        if isinstance(step, Observe):
            said += count_tokens(step.event.text)
            if said >= tokens:
                break
    if said < tokens:
        raise SystemExit(f"only {said} tokens came; raise the number of sessions")
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{used:.1f} {time.perf_counter() - started:.2f}")


def main() -> None:
    """Print both tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--scratch", type=Path, default=Path(tempfile.gettempdir()) / "memtrial-cri"
    )
    parser.add_argument("--largest", type=int, default=10_000_000)
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child)
        return
    python = peer_python(options.scratch)
    best = dict.fromkeys(("cri-benchmark", *FAMILIES), 0.0)
    for _ in range(options.rounds):
        said = subprocess.run([python, "-c", PEER], capture_output=True, text=True, check=True)
        best["cri-benchmark"] = max(best["cri-benchmark"], float(said.stdout))
        for name in FAMILIES:
            best[name] = max(best[name], ours(name))
    print("| generator | messages/s | ratio |\n|---|---:|---:|")
    for name, rate in best.items():
        print(f"| {name} | {rate:,.0f} | {rate / best['cri-benchmark']:.2f} |")
    print("\n| tokens of long_haul | peak MB | seconds |\n|---:|---:|---:|")
    size = 100_000
    while size <= options.largest:
        megabytes, seconds = peak(size)
        print(f"| {size:,} | {megabytes:.0f} | {seconds:.1f} |", flush=True)
        size *= 10


if __name__ == "__main__":
    main()
