"""Reads the language files of a pool; their format is described in docs/language-pools.md.

A pool is plain data: ``scenarios/language/<pool>/<language>/<file>.toml``. Lexicons of names are
shared by the pools and lie in ``scenarios/language/names``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from memory_impls.parts.names import UnknownNameError
from scenarios.language.forms import Form, compile_form
from scenarios.language.topic import Topic

__all__ = [
    "LANGUAGES",
    "POOLS",
    "Exchange",
    "Job",
    "Pool",
    "Thread",
    "names",
    "pool_files",
    "read_pool",
]

LANGUAGES = ("en", "zh")
POOLS = ("open", "held")
_ROOT = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One user message and a fitting reply."""

    user: Form
    assistant: Form
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One piece of tool work: what is asked, called, returned and reported."""

    key: str
    tool: str
    ask: tuple[Form, ...]
    goal: tuple[Form, ...]
    call: tuple[Form, ...]
    result: tuple[Form, ...]
    report: tuple[Form, ...]
    lists: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """One subject of ordinary talk; ``lists`` fills its slots."""

    key: str
    work: bool
    exchanges: tuple[Exchange, ...]
    lists: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The language of one family: its own file, then what all families share.

    Attributes:
        kinds: Surface forms by kind of statement.
        topics: What a family talks about, by the name of the list ("topics" unless split).
        lists: Options for slots, by name.
    """

    name: str
    language: str
    kinds: Mapping[str, tuple[Form, ...]]
    topics: Mapping[str, tuple[Topic, ...]]
    lists: Mapping[str, tuple[str, ...]]
    threads: tuple[Thread, ...]
    jobs: tuple[Job, ...]

    def forms(self, kind: str) -> tuple[Form, ...]:
        """Look up the forms of a kind of statement.

        Raises:
            UnknownNameError: The pool has no such kind.
        """
        try:
            return self.kinds[kind]
        except KeyError:
            raise UnknownNameError(
                f"kind of statement in pool {self.name}/{self.language}", kind, self.kinds
            ) from None


def pool_files(pool: str, language: str) -> tuple[Path, ...]:
    """List the files of a pool, sorted by name."""
    return tuple(sorted((_ROOT / pool / language).glob("*.toml")))


@lru_cache(maxsize=4)
def names(language: str) -> Mapping[str, tuple[str, ...]]:
    """Read the shared lexicon of a language: names drawn by ``freeze`` and names made up."""
    files = (_ROOT / "names" / f"{language}.toml", _ROOT / "names" / f"{language}_made.toml")
    return {key: tuple(value) for path in files for key, value in _load(path).items()}


@lru_cache(maxsize=160)
def read_pool(family: str, *, language: str, pool: str) -> Pool:
    """Read the language of a family.

    Raises:
        UnknownNameError: Language or pool is unknown.
        FileNotFoundError: The pool has no file for this family yet.
    """
    if language not in LANGUAGES:
        raise UnknownNameError("language", language, LANGUAGES)
    if pool not in POOLS:
        raise UnknownNameError("pool", pool, POOLS)
    shared = _shared(language, pool)
    path = _ROOT / pool / language / f"{family}.toml"
    if not path.is_file():
        raise FileNotFoundError(
            f"pool {pool!r} has no {language} language for family {family!r} ({path.name}); "
            "write it as docs/language-pools.md says, or choose another pool or language"
        )
    data = _load(path)
    return Pool(
        name=pool,
        language=language,
        kinds={**shared.kinds, **_kinds(data, path)},
        topics={**shared.topics, **_topics(data)},
        lists={**shared.lists, **_lists(data)},
        threads=shared.threads,
        jobs=shared.jobs,
    )


@lru_cache(maxsize=4)
def _shared(language: str, pool: str) -> Pool:
    """Read what all families share: kinds of ``common*.toml``, threads and jobs."""
    kinds: dict[str, tuple[Form, ...]] = {}
    lists: dict[str, tuple[str, ...]] = {}
    topics: dict[str, tuple[Topic, ...]] = {}
    threads: list[Thread] = []
    jobs: list[Job] = []
    for path in pool_files(pool, language):
        if path.stem.startswith("common"):
            data = _load(path)
            kinds.update(_kinds(data, path))
            lists.update(_lists(data))
            topics.update(_topics(data))
        elif path.stem.startswith("threads"):
            threads.extend(_thread(entry) for entry in _load(path)["threads"])
        elif path.stem.startswith("jobs"):
            jobs.extend(_job(entry) for entry in _load(path)["jobs"])
    return Pool(
        name=pool,
        language=language,
        kinds=kinds,
        topics=topics,
        lists=lists,
        threads=tuple(threads),
        jobs=tuple(jobs),
    )


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"language file {path.name} is not valid TOML: {error}") from error


def _kinds(data: Mapping[str, Any], path: Path) -> dict[str, tuple[Form, ...]]:
    kinds: dict[str, tuple[Form, ...]] = {}
    for kind, sources in data.get("kinds", {}).items():
        if not isinstance(sources, Sequence) or not sources:
            raise ValueError(f"kind {kind!r} in {path.name} needs a list of forms, got {sources!r}")
        kinds[kind] = tuple(compile_form(source) for source in sources)
    return kinds


def _topics(data: Mapping[str, Any]) -> dict[str, tuple[Topic, ...]]:
    return {
        key: tuple(Topic(data=entry) for entry in value)
        for key, value in data.items()
        if isinstance(value, list) and all(isinstance(entry, dict) for entry in value)
    }


def _thread(entry: Mapping[str, Any]) -> Thread:
    return Thread(
        key=entry["key"],
        work=entry["work"],
        exchanges=tuple(_exchange(user, assistant) for user, assistant in entry["exchanges"]),
        lists=_lists(entry),
    )


def _exchange(user: str, assistant: str) -> Exchange:
    forms = compile_form(user), compile_form(assistant)
    slots = sorted(forms[0].slots | forms[1].slots)
    return Exchange(user=forms[0], assistant=forms[1], names=tuple(slots))


def _job(entry: Mapping[str, Any]) -> Job:
    forms = {
        part: tuple(compile_form(source) for source in entry[part])
        for part in ("ask", "goal", "call", "result", "report")
    }
    return Job(key=entry["key"], tool=entry["tool"], lists=_lists(entry), **forms)


def _lists(entry: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    return {key: tuple(value) for key, value in entry.get("lists", {}).items()}
