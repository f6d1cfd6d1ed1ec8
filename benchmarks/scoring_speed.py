"""How long does scoring take: matching texts once, and turning staged records into rows.

    python benchmarks/scoring_speed.py [--records 100000]

Makes a run of the given size by repeating scenarios with different words, matches a part of it
(``with_stages``), then scores all of it (``score``: every metric, means, intervals).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from datetime import timedelta

from memory_impls.api import Capability, ItemKind, Scope, Status
from metrics.aggregate import score
from metrics.api import Cell, ProbeRecord, Shown, TraceItem, TraceLine
from metrics.comparison import compare
from metrics.funnel import with_stages
from metrics.registry import METRICS, metric
from metrics.worked import START
from scenarios.api import Aspect, Atom, Forbidden, Gold, Probe, Reason, Value, ValueKind

BUDGETS = (128, 512, 2048, None)
FAMILIES = ("buried", "shift", "repeated", "scoped", "forget")
PROBES = 20
ITEMS = 400
CITIES = ("Oslo", "Bergen", "Porto", "Turin", "Graz", "Basel", "Ghent", "Tartu", "Lyon", "Malmö")
SMALL_TALK = (
    "We talked about the garden and the weather for a while, then about what to cook.",
    "The build failed again in module seven, so I restarted it and it went through.",
    "Can you check the report before Friday and send it to the team, please?",
)


def atom(number: int, city: str) -> Atom:
    """Make where person ``number`` lives."""
    return Atom(
        id=f"a{number}/{city}",
        value=Value(kind=ValueKind.NAME, text=city),
        subject=(f"Person{number}",),
        attribute=("lives", "moved"),
        evidence_ids=(f"e{number}",),
    )


def texts(cluster: int) -> list[str]:
    """Write the items of a history: one in ten states something that is asked about."""
    said = []
    for number in range(ITEMS):
        if number % 10 == 0:
            city = CITIES[(number // 10 + cluster) % len(CITIES)]
            said.append(f"Person{number // 10 % PROBES} lives in {city} now.")
        else:
            said.append(f"{SMALL_TALK[number % 3]} (note {number} of {cluster})")
    return said


def made(design: str, family: str, cluster: int) -> Cell:
    """Make one cell with its trace and the records of every probe at every budget."""
    said = texts(cluster)
    lines = tuple(
        TraceLine(
            revision=1 + session,
            cause="session_end",
            at=START + timedelta(days=session),
            items=tuple(
                TraceItem(
                    id=f"i{number}",
                    text=said[number],
                    kind=ItemKind.EPISODE,
                    status=Status.CURRENT,
                    version=1,
                    source_ids=(f"e{number}",),
                    updated=START + timedelta(days=session),
                    speaker="user",
                )
                for number in range(session * 20, session * 20 + 20)
            ),
            held_tokens=500 * (session + 1),
            events_seen=20 * (session + 1),
        )
        for session in range(ITEMS // 20)
    )
    records: list[ProbeRecord] = []
    for number in range(PROBES):
        probe = question(cluster, number)
        for budget in BUDGETS:
            records.append(asked(probe, number, budget, len(records), said))
    return Cell(
        id=f"{design}/{family}/{cluster}",
        design=design,
        scenario=family,
        family=family,
        cluster=f"{family}/{cluster}",
        seed=cluster,
        capabilities=(Capability.CONTENTS, Capability.VERBATIM),
        records=tuple(records),
        trace=lines,
        history_tokens=10_000,
    )


def question(cluster: int, number: int) -> Probe:
    """Ask where a person lives, after a move."""
    current = atom(number, CITIES[(number + cluster) % len(CITIES)])
    stale = atom(number, CITIES[(number + cluster + 3) % len(CITIES)])
    return Probe(
        id=f"p{number}",
        text=f"Where does Person{number} live?",
        scope=Scope(user="u"),
        asked_at=START + timedelta(days=30),
        gold=Gold(
            required=(current,),
            forbidden=(Forbidden(atom=stale, reason=Reason.STALE),),
            before=f"p{number - 1}" if number else None,
        ),
        aspects=frozenset({Aspect.AFTER_CHANGE, Aspect.CONSTRAINT}),
    )


def asked(
    probe: Probe, number: int, budget: int | None, order: int, said: list[str]
) -> ProbeRecord:
    """Make one record; the wider the budget, the more is shown."""
    width = {128: 4, 512: 15, 2048: 60, None: 120}[budget]
    return ProbeRecord(
        cell_id="c",
        probe=probe,
        budget=budget,
        order=order,
        revision=ITEMS // 20,
        seen_ids=(f"e{number}",),
        evidence_texts=((f"e{number}", said[number * 10]),),
        shown=tuple(
            Shown(
                item_id=f"i{place}",
                text=said[place],
                kind=ItemKind.EPISODE,
                status=Status.CURRENT,
                at=START,
                speaker="user",
                session="s",
            )
            for place in ((number * 10 + 7 * step) % ITEMS for step in range(width))
        ),
        read_tokens=budget or 10_000,
        context_tokens=budget or 10_000,
        read_s=0.001,
    )


def timed(label: str, started: float, count: int) -> None:
    """Print seconds of one core and a rate."""
    spent = time.process_time() - started
    print(f"| {label} | {count:,} | {spent:.1f} | {count / spent:,.0f} |")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    records = parser.parse_args().records
    per_cell = PROBES * len(BUDGETS)
    clusters = max(10, round(records / per_cell / len(FAMILIES) / 10))
    designs = [
        f"design{n}" for n in range(max(1, records // (per_cell * clusters * len(FAMILIES))))
    ]
    print("| step | records | seconds | per second |\n|---|---|---|---|")
    sample = [made("design0", family, cluster) for family in FAMILIES for cluster in range(4)]
    started = time.process_time()
    for cell in sample:
        with_stages(cell)
    timed("match (`with_stages`)", started, len(sample) * per_cell)
    staged = [
        with_stages(made("design0", family, cluster))
        for family in FAMILIES
        for cluster in range(clusters)
    ]
    cells = [replace(cell, design=design) for design in designs for cell in staged]
    count = sum(len(cell.records) for cell in cells)
    started = time.process_time()
    rows = score(cells)
    timed(f"score ({len(METRICS)} metrics, {len(rows):,} rows)", started, count)
    started = time.process_time()
    compare(cells, metric("recall"), 512)
    timed("compare all pairs of designs", started, count // len(BUDGETS))


if __name__ == "__main__":
    main()
