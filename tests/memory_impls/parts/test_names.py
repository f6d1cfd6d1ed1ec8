from __future__ import annotations

import pickle

import pytest

from memory_impls.parts.names import UnknownNameError, closest

KNOWN = ("dream", "full_history", "hybrid", "summary", "vector", "window", "window_compressed")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("vectr", "vector"),
        ("Full-History", "full_history"),
        ("full", "full_history"),
        ("windw", "window"),
        ("sumary", "summary"),
        ("zzz", None),
        ("", None),
    ],
)
def test_the_nearest_name(given: str, meant: str | None) -> None:
    assert closest(given, KNOWN) == meant


def test_ties_do_not_depend_on_the_order_of_the_known_names() -> None:
    assert closest("windo", KNOWN) == closest("windo", KNOWN[::-1]) == "window"


def test_one_line_says_what_was_given_the_nearest_and_all() -> None:
    message = str(UnknownNameError("design", "vectr", ["vector", "hybrid"]))
    assert message == "unknown design 'vectr'; known: hybrid, vector; did you mean 'vector'?"


def test_without_a_near_name_none_is_offered() -> None:
    message = str(UnknownNameError("family", "q\nq", []))
    assert message == "unknown family 'q\\nq'; known: (none)"


def test_it_comes_back_whole_from_a_worker_process() -> None:
    error = UnknownNameError("design", "vectr", ["vector", "hybrid"])
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, UnknownNameError)
    assert (str(again), again.name, again.known) == (str(error), "vectr", ("hybrid", "vector"))
