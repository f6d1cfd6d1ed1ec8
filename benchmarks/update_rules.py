"""What the manager's rules of update make of pairs of statements, written before they were tried.

    python benchmarks/update_rules.py [--embedder minilm]

An update is caught when the earlier statement is superseded; of two statements that both hold,
one is overwritten when either is.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime, timedelta

from memory_impls.api import Event, EventKind, Scope, Status
from memory_impls.manager import Manager
from memory_impls.parts.embedder import Embedder, load_embedder

UPDATES = """
My dentist is Dr. Hale. | My dentist is Dr. Moreno now.
The offsite is on 12 June. | The offsite was moved to 19 June.
We host the wiki on Confluence. | We migrated the wiki from Confluence to Notion.
Rent is 1,450 euros. | The rent went up to 1,520 euros.
I work at Brightwater. | I left Brightwater and joined Calder Labs.
Our release branch is called stable. | Our release branch is called main these days.
I usually take the 8:15 train. | I switched to the 7:45 train.
My son goes to Elm Street School. | My son changed schools, he goes to Oakfield now.
The API limit is 100 requests a minute. | The API limit is 300 requests a minute now.
I can't eat dairy. | I can eat dairy again.
The contact at the bank is Ms. Okafor. | Ms. Okafor left, the contact at the bank is Mr. Lund.
Order 5512 is pending. | Order 5512 has been delivered.
"""
COEXISTING = """
Order 5512 is pending. | Order 5513 is pending.
Gate B14 closes at 10:40. | Gate B41 closes at 10:40.
Printer P-3 is out of toner. | Printer P-4 is out of toner.
Mia was born on 4 May 2015. | Leo was born on 4 May 2018.
The gym is open on Saturday. | The pool is open on Saturday.
Sample S-20 measured 4.1. | Sample S-21 measured 4.7.
Version 2.1 fixes the login bug. | Version 2.2 fixes the export bug.
The Oslo office has 14 desks. | The Bergen office has 9 desks.
My sister lives in Graz. | My cousin lives in Linz.
Ticket 881 is assigned to Rosa. | Ticket 882 is assigned to Tim.
I like jazz. | I like opera.
The lease of flat 4A ends in March. | The lease of flat 4B ends in May.
"""
_START = datetime(2023, 5, 1, tzinfo=UTC)


def main() -> None:
    """Print how many updates each rule catches and how many pairs it breaks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedder", default="minilm")
    embedder = load_embedder(parser.parse_args().embedder)
    print("rule                 updates caught   coexisting facts overwritten")
    rules: list[tuple[str, float]] = [("slot", 0.92), ("never", 0.92)]
    rules += [("similarity", least) for least in (0.92, 0.85, 0.8, 0.7, 0.6)]
    for rule, least in rules:
        name = f"{rule} {least}" if rule == "similarity" else rule
        caught, broken = (
            [line for line in pairs.strip().splitlines() if _changed(line, rule, least, embedder)]
            for pairs in (UPDATES, COEXISTING)
        )
        print(f"{name:<20} {len(caught):>4} of 12          {len(broken):>4} of 12")


def _changed(line: str, rule: str, least: float, embedder: Embedder) -> bool:
    memory = Manager(rule=rule, update_similarity=least, embedder=embedder)
    for day, text in enumerate(line.split(" | ")):
        memory.observe(
            Event(
                id=f"e{day}",
                at=_START + timedelta(days=day),
                session=f"s{day}",
                scope=Scope(user="u"),
                kind=EventKind.USER,
                text=text,
            )
        )
    return any(item.status is Status.SUPERSEDED for item in memory.contents().items)


if __name__ == "__main__":
    main()
