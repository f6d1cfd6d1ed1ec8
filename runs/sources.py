"""Where scenarios come from: registered families, a user's own file, public data sets."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from runs.codec import encode
from scenarios.api import Scenario

if TYPE_CHECKING:
    from runs.cells import ScenarioVariant

__all__ = [
    "build_family",
    "content_digest",
    "digest_of_path",
    "family_source",
    "load_all",
    "load_scenario",
]

_KEPT_WHOLE = 64 << 20
"""Scenario files up to so many bytes are kept parsed in a process.

Public sets always are: their loaders hold questions, and read long histories anew at each replay.
"""

_LOADED: dict[tuple[str, ...], dict[str, Scenario]] = {}


def build_family(variant: ScenarioVariant, seed: int) -> Scenario:
    """Build the scenario of a family, or of a user's ``path/file.py:function``, from a seed.

    Raises:
        ValueError: The family, a knob, pool or language is not known, or the user's function
            gives no Scenario.
    """
    make = _maker(variant.family)
    try:
        scenario = make(
            seed=seed, language=variant.language, pool=variant.pool, knobs=variant.knobs
        )
    except TypeError as error:
        raise ValueError(f"{variant.family} cannot be built: {error}") from error
    if not isinstance(scenario, Scenario):
        raise ValueError(f"{variant.family} gave {type(scenario).__name__}, not a Scenario")
    return scenario


def load_all(variant: ScenarioVariant, only: tuple[str, ...] | None = None) -> Iterator[Scenario]:
    """Load the histories of a data set.

    Args:
        variant: Names the data set; its own ``only`` holds unless another is given.
        only: Ids of histories or questions; None takes the variant's.

    Raises:
        ValueError: A file is missing or malformed; the message names path, item and field.
    """
    from scenarios.registry import load_data

    wanted = variant.only if only is None else only
    return load_data(variant.data, Path(variant.path), only=wanted or None, knobs=variant.knobs)


def load_scenario(variant: ScenarioVariant, scenario_id: str) -> Scenario:
    """Load one history of a data set; a small data set is parsed once per process.

    Raises:
        ValueError: The data set holds no such history.
    """
    path = Path(variant.path)
    if variant.data == "file" and (not path.is_file() or path.stat().st_size > _KEPT_WHOLE):
        names = variant.only or (scenario_id,)
        found = (s for s in load_all(variant, names) if s.id == scenario_id)
        scenario = next(found, None)
    else:
        key = (variant.data, variant.path, variant.digest, repr(variant.only), repr(variant.knobs))
        if key not in _LOADED:
            _LOADED.clear()
            _LOADED[key] = {scenario.id: scenario for scenario in load_all(variant)}
        scenario = _LOADED[key].get(scenario_id)
    if scenario is None:
        raise ValueError(f"{variant.path} holds no {scenario_id!r} any more; plan the run anew")
    return scenario


def content_digest(scenario: Scenario) -> str:
    """Digest everything that a history holds, gold included."""
    total = hashlib.blake2b(digest_size=16)
    for step in scenario.steps():
        line = json.dumps([type(step).__name__, encode(step)], sort_keys=True)
        total.update(line.encode() + b"\n")
    return total.hexdigest()


def digest_of_path(path: Path) -> str:
    """Hash a file, or the names and bytes of all files below a folder, by SHA-256.

    Raises:
        ValueError: There is nothing at the path, or it cannot be read.
    """
    if not path.exists():
        raise ValueError(f"no such file or folder: {path}")
    total = hashlib.sha256()
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    try:
        for file in files:
            with file.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256")
            if file == path:
                return digest.hexdigest()
            total.update(file.relative_to(path).as_posix().encode() + b"\0" + digest.digest())
    except OSError as error:
        raise ValueError(f"cannot read {error.filename}: {error.strerror}") from error
    return total.hexdigest()


def family_source(name: str) -> str:
    """Digest the file of a user's family; "" for a registered one."""
    where, _, _ = name.rpartition(":")
    return digest_of_path(Path(where)) if where.endswith(".py") else ""


def _maker(name: str) -> Callable[..., object]:
    where, _, attribute = name.rpartition(":")
    if not where.endswith(".py"):
        from scenarios.registry import build_family as registered

        def make(*, seed: int, language: str, pool: str, knobs: Mapping[str, object]) -> Scenario:
            return registered(name, seed=seed, language=language, pool=pool, knobs=knobs)

        return make
    found = getattr(_load_file(Path(where)), attribute, None)
    if not callable(found):
        raise ValueError(f"no function {attribute!r} in {where}; give path/to/file.py:function")
    return found  # type: ignore[no-any-return]


def _load_file(path: Path) -> object:
    resolved = path.expanduser().resolve()
    if not resolved.is_file():
        raise ValueError(f"no such file: {path}; give path/to/file.py:function")
    name = (
        f"memtrial_scenarios_{hashlib.blake2b(str(resolved).encode(), digest_size=6).hexdigest()}"
    )
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, resolved)
    if spec is None or spec.loader is None:
        raise ValueError(f"cannot load {path} as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise ValueError(f"cannot load {path}: {type(error).__name__}: {error}") from error
    return module
