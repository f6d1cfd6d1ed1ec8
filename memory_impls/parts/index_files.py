"""Files of a vector index: ids, vectors and graph, bound together by digests."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory_impls.parts.graph import Graph

__all__ = ["read_index", "write_index"]

_SCHEMA = 1
_MANIFEST = "index.json"
_VECTORS = "vectors.npy"
_GRAPH = "graph.bin"


def write_index(
    folder: Path, ids: list[str], vectors: NDArray[np.float32], graph: Graph | None
) -> None:
    """Write an index; the manifest comes last, so a half-written folder is known for one."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (_MANIFEST, _GRAPH, _VECTORS):
        (folder / name).unlink(missing_ok=True)
    np.save(folder / _VECTORS, vectors, allow_pickle=False)
    if graph is not None:
        graph.save(folder / _GRAPH)
    manifest = {
        "schema_version": _SCHEMA,
        "dim": int(vectors.shape[1]),
        "space": "ip",
        "ids": ids,
        "vectors": _digest(folder / _VECTORS),
        "graph": None if graph is None else _digest(folder / _GRAPH),
    }
    (folder / _MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False), encoding="utf-8")


def read_index(folder: Path, *, dim: int) -> tuple[list[str], NDArray[np.float32], Graph | None]:
    """Read an index back.

    Raises:
        ValueError: Another dimension or schema, or files that are missing, damaged or do not
            belong together.
    """
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        given = {key: manifest[key] for key in ("schema_version", "dim", "space")}
        ids = [str(name) for name in manifest["ids"]]
        digests = {_VECTORS: manifest["vectors"], _GRAPH: manifest["graph"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(
            f"{folder / _MANIFEST} is not a readable index manifest: {error}"
        ) from error
    expected = {"schema_version": _SCHEMA, "dim": dim, "space": "ip"}
    if given != expected:
        raise ValueError(f"the index in {folder} is of {given}; expected {expected}")
    for name, digest in digests.items():
        if digest is not None and _digest(folder / name) != digest:
            raise ValueError(f"{folder / name} is missing or damaged; save the index again")
    vectors = np.ascontiguousarray(np.load(folder / _VECTORS, allow_pickle=False), dtype=np.float32)
    if vectors.shape != (len(ids), dim):
        raise ValueError(
            f"{folder / _VECTORS} has shape {vectors.shape}; expected {(len(ids), dim)}"
        )
    if digests[_GRAPH] is None:
        return ids, vectors, None
    return ids, vectors, Graph.load(folder / _GRAPH, dim=dim, used=len(ids))


def _digest(path: Path) -> str:
    if not path.is_file():
        return "missing"
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()
