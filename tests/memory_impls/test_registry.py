from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from memory_impls.api import Capability
from memory_impls.full_history import FullHistory
from memory_impls.parts.embedder import load_embedder
from memory_impls.parts.names import UnknownNameError
from memory_impls.registry import build, design_class, design_names, parameters

MINE = """
from memory_impls.full_history import FullHistory
class Mine(FullHistory):
    name = "mine"
    def __init__(self, *, size: int = 3) -> None:
        super().__init__()
        if size < 0:
            raise ValueError(f"size is {size}")
        self.size = size
class NoMemory:
    pass
"""


def test_names_are_sorted_and_hold_the_designs_of_the_articles() -> None:
    names = design_names()
    assert list(names) == sorted(names)
    assert {"none", "full_history", "window", "vector", "hybrid", "keyvalue", "table"} <= set(names)


@pytest.mark.parametrize(
    ("alias", "name"), [("context_stuffing", "full_history"), ("vector_only", "vector")]
)
def test_aliases_of_the_articles(alias: str, name: str) -> None:
    assert design_class(alias) is design_class(name)


def test_listing_names_imports_no_design_and_nothing_heavy() -> None:
    code = (
        "import sys; from memory_impls.registry import design_names; design_names();"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('numpy', 'torch', 'hnswlib')"
        " or m in ('memory_impls.vector', 'memory_impls.dream', 'memory_impls.parts.index')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_unknown_design_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown design 'vecter'.*did you mean 'vector'"):
        build("vecter")


def test_unknown_parameter_names_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"parameter of vector 'topk'; known: .*top_k"):
        build("vector", {"topk": 3})


def test_injected_parts_are_no_parameters_and_reach_only_who_names_them() -> None:
    assert parameters(design_class("vector")) == ("events", "min_score", "top_k")
    embedder = load_embedder("hashing")
    assert build("vector", embedder=embedder).params()["top_k"] == 100
    build("none", embedder=embedder, seed=7)


def test_refused_parameters_are_a_value_error() -> None:
    with pytest.raises(ValueError, match="turns is 0"):
        build("window", {"turns": 0})


def test_a_users_file_and_a_module_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    memory = build(f"{path}:Mine", {"size": 5})
    assert memory.params() == {"size": 5}
    assert Capability.VERBATIM in memory.capabilities
    assert design_class(f"{path}:Mine") is type(memory)
    assert design_class("memory_impls.full_history:FullHistory") is FullHistory


def test_a_users_file_that_cannot_be_used(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    with pytest.raises(UnknownNameError, match=r"did you mean 'Mine'"):
        design_class(f"{path}:Mein")
    with pytest.raises(ValueError, match="no subclass"):
        design_class(f"{path}:NoMemory")
    with pytest.raises(ValueError, match="no such file"):
        design_class(f"{tmp_path / 'absent.py'}:Mine")
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_of_that_name\n")
    with pytest.raises(ValueError, match=r"cannot load .*broken.py: ModuleNotFoundError"):
        design_class(f"{broken}:Mine")
    with pytest.raises(ValueError, match=r"cannot import 'no.such.module'"):
        design_class("no.such.module:Mine")
    with pytest.raises(ValueError, match=r"abstract; implement _made_of, _ranked"):
        design_class("memory_impls.parts.stored:StoredMemory")


def test_unknown_name_survives_the_way_back_from_a_worker() -> None:
    error = UnknownNameError("design", "vecter", ["vector"])
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.nearest) == (str(error), "vector")
