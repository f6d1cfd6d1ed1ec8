"""Which part of a data set is wanted: by id, by number, or as a seeded stratified sample."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeVar

from memory_impls.parts.names import UnknownNameError
from scenarios.public.options import Options

__all__ = ["Only", "limited", "sampled_ids", "stratified"]

T = TypeVar("T")


@dataclass(slots=True)
class Only:
    """What ``--only`` asked for: scenarios or single questions.

    "locomo/conv-26" and "conv-26" name a scenario, "conv-26/q037" one of its questions.

    Attributes:
        names: What was asked for; empty takes everything.
    """

    data: str
    names: frozenset[str] = frozenset()
    _seen: set[str] = field(default_factory=set)
    _used: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, data: str, only: str | Iterable[str] | None) -> Only:
        """Take one id, several, or None for everything."""
        given = [only] if isinstance(only, str) else list(only or ())
        return cls(data, frozenset(name.removeprefix(f"{data}/") for name in given))

    def questions(self, scenario: str, ids: Sequence[str]) -> Collection[str]:
        """Say which questions of a scenario are wanted; none of them when it is not.

        Args:
            scenario: Its id without the name of the data set.
            ids: Ids of its questions.
        """
        self._seen.add(scenario)
        if not self.names or scenario in self.names:
            self._used.add(scenario)
            return frozenset(ids)
        wanted = {name for name in ids if f"{scenario}/{name}" in self.names}
        self._used.update(f"{scenario}/{name}" for name in wanted)
        return wanted

    def wants(self, scenario: str) -> bool:
        """Tell whether anything of a scenario may be wanted, before its questions are read."""
        return not self.names or any(
            name == scenario or name.startswith(f"{scenario}/") for name in self.names
        )

    def collect(self, scenarios: Iterable[T]) -> list[T]:
        """Gather what was asked for, reading no further than needed.

        Raises:
            UnknownNameError: A name matched nothing.
        """
        found: list[T] = []
        for scenario in scenarios:
            found.append(scenario)
            if self.names == self._used:
                break
        self.check()
        return found

    def check(self) -> None:
        """Refuse names that matched nothing, once everything was offered.

        Raises:
            UnknownNameError: Names the first such name and the nearest that would be right.
        """
        for name in sorted(self.names - self._used):
            raise UnknownNameError(f"item of {self.data}", name, self._seen)


def limited(items: Iterable[T], limit: int | None) -> Iterator[T]:
    """Give the first ``limit`` items, all for None.

    Raises:
        ValueError: The limit is below 1.
    """
    if limit is not None and limit < 1:
        raise ValueError(f"limit is {limit}; give 1 or more, or none")
    for number, item in enumerate(items, 1):
        yield item
        if limit is not None and number >= limit:
            return


def stratified(
    items: Sequence[T],
    *,
    n: int,
    seed: int,
    key: Callable[[T], str],
    stratum: Callable[[T], Hashable],
) -> list[T]:
    """Draw ``n`` items so that every stratum keeps its share, in the order given.

    Shares are rounded by largest remainder, ties by name; which items of a stratum are drawn
    depends on the seed and their ids alone, so a larger sample of it holds the smaller one.

    Args:
        items: At most all are drawn.
        n: How many; 0 takes all.
        seed: Which sample.
        key: Id of an item, unique.
        stratum: What it is grouped by.
    """
    if not 0 < n < len(items):
        return list(items)
    groups: dict[Hashable, list[str]] = {}
    for item in items:
        groups.setdefault(stratum(item), []).append(key(item))
    drawn: set[str] = set()
    for name, share in _shares({g: len(ids) for g, ids in groups.items()}, n).items():
        drawn.update(sorted(groups[name], key=lambda one: _rank(seed, one))[:share])
    return [item for item in items if key(item) in drawn]


def sampled_ids(strata: Mapping[str, str], options: Options) -> frozenset[str]:
    """Draw the sample that the options ask for.

    Args:
        strata: Id of a question -> its category.
        options: How many and which; no sample takes all.
    """
    drawn = stratified(
        list(strata), n=options.sample, seed=options.seed, key=str, stratum=strata.__getitem__
    )
    return frozenset(drawn)


def _shares(sizes: dict[Hashable, int], n: int) -> dict[Hashable, int]:
    total = sum(sizes.values())
    shares = {name: n * size // total for name, size in sizes.items()}
    by_rest = sorted(sizes, key=lambda name: (-(n * sizes[name] % total), str(name)))
    for name in by_rest[: n - sum(shares.values())]:
        shares[name] += 1
    return shares


def _rank(seed: int, key: str) -> tuple[bytes, str]:
    return blake2b(f"{seed}\x1f{key}".encode(), digest_size=8).digest(), key
