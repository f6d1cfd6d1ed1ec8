"""The words of the pools: many forms, far apart, disjoint, and unknown to every design."""

from __future__ import annotations

import ast
import itertools
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

import memory_impls
from scenarios.language.pool import LANGUAGES, POOLS, pool_files

DESIGNS = Path(memory_impls.__file__).parent
RUN = {"en": 4, "zh": 6}
LONG = {"en": 7, "zh": 12}
MARKUP = 3
"""A form with no more distinct words is a record: its structure is in its signs."""
_SLOT = re.compile(r"\{\w+\}")
_CUT = re.compile(r"\{\w+\}|[\[\]|]")
_ENGLISH = re.compile(r"[a-z0-9']+")
_CHINESE = re.compile(r"[\u4e00-\u9fff]+")

WRITTEN = [
    (pool, language) for pool in POOLS for language in LANGUAGES if pool_files(pool, language)
]


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


def runs(text: str, language: str, size: int) -> Iterator[tuple[str, ...]]:
    """Give every run of words, or of Chinese characters, that no slot or alternative breaks."""
    for part in _CUT.split(text):
        found = [_ENGLISH.findall(part.lower())] if language == "en" else _CHINESE.findall(part)
        for units in found:
            for start in range(len(units) - size + 1):
                yield tuple(units[start : start + size])


@lru_cache(maxsize=4)
def pool_texts(pool: str, language: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (path.name, text)
        for path in pool_files(pool, language)
        for text in strings(tomllib.loads(path.read_text(encoding="utf-8")))
    )


def literals(source: str) -> Iterator[str]:
    """Give the texts that a module can act on: its string literals without the docstrings."""
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


@lru_cache(maxsize=2)
def known_to_designs(language: str) -> frozenset[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for path in sorted(DESIGNS.rglob("*")):
        if path.suffix == ".py":
            texts = literals(path.read_text(encoding="utf-8"))
        elif path.suffix in (".toml", ".json", ".txt"):
            texts = iter([path.read_text(encoding="utf-8")])
        else:
            continue
        for text in texts:
            found.update(runs(text, language, RUN[language]))
    return frozenset(found)


def test_the_search_finds_what_stands_in_a_design() -> None:
    assert tuple("doubled in about six".split()) not in known_to_designs("en")
    assert tuple("good morning how was".split()) in known_to_designs("en")
    planted = list(literals('"""Doc string of four words."""\nX = r"keep it under the"\n'))
    assert planted == ["keep it under the"]
    assert list(runs("Keep it {np} under the [old|new] cap for now", "en", 4)) == []
    assert list(runs("我们以后都用｛甲｝", "zh", 6)) == [tuple("我们以后都用")]


@pytest.mark.parametrize(("pool", "language"), WRITTEN)
def test_no_design_knows_the_words_of_a_pool(pool: str, language: str) -> None:
    known = known_to_designs(language)
    copied = {
        (name, " ".join(run))
        for name, text in pool_texts(pool, language)
        for run in runs(text, language, RUN[language])
        if run in known
    }
    assert not copied


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pools_share_no_wording(language: str) -> None:
    found = {
        pool: {
            run
            for _, text in pool_texts(pool, language)
            for run in runs(text, language, LONG[language])
        }
        for pool in POOLS
    }
    assert not found["open"] & found["held"]


def kinds(pool: str, language: str) -> Iterator[tuple[str, list[str]]]:
    for path in pool_files(pool, language):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for kind, forms in data.get("kinds", {}).items():
            yield f"{path.stem}.{kind}", forms


def bag(form: str, language: str) -> frozenset[str]:
    bare = _SLOT.sub(" ", form).lower()
    if language == "en":
        return frozenset(_ENGLISH.findall(bare))
    text = "".join(_CHINESE.findall(bare))
    return frozenset(text[i : i + 2] for i in range(len(text) - 1))


@pytest.mark.parametrize(("pool", "language"), WRITTEN)
def test_forms_of_a_kind_differ_in_structure(pool: str, language: str) -> None:
    alike = [
        (kind, first, second)
        for kind, forms in kinds(pool, language)
        for first, second in itertools.combinations(forms, 2)
        if min(len(a := bag(first, language)), len(b := bag(second, language))) > MARKUP
        and len(a & b) >= 0.6 * len(a | b)
    ]
    assert not alike
