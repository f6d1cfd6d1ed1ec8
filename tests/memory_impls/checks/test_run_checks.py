from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest

from memory_impls.checks import CheckFailed, CheckResult, Factory, Verdict, run_checks
from memory_impls.checks.driver import first_difference, plain
from memory_impls.checks.factory import factory_of, target_of
from memory_impls.checks.forgetting import traces_of
from memory_impls.checks.histories import canary, event, mixed_history, said, topic
from memory_impls.none import NoMemory
from memory_impls.parts.names import UnknownNameError
from memory_impls.registry import build

HERE = Path(__file__).with_name("faulty.py")


def results(target: str, *, only: Sequence[str]) -> dict[str, CheckResult]:
    return {result.check: result for result in run_checks(target, only=only)}


def test_exemption_is_an_expected_failure_and_must_fail() -> None:
    found = results(f"{HERE}:Exempt", only=["keeps_limits", "ingests_once"])
    assert found["keeps_limits"].verdict is Verdict.EXEMPT
    assert found["keeps_limits"].ok
    assert found["keeps_limits"].detail == "shows all, as a bound"
    assert found["ingests_once"].verdict is Verdict.STALE_EXEMPTION
    assert not found["ingests_once"].ok


def test_missing_capability_is_not_applicable_and_what_is_raised_is_named() -> None:
    found = results(f"{HERE}:Bare", only=["forgets_by_kind", "keeps_limits"])
    assert found["forgets_by_kind"].verdict is Verdict.NOT_APPLICABLE
    assert found["forgets_by_kind"].detail == "without contents, forget"
    assert found["keeps_limits"].verdict is Verdict.FAILED
    assert "KeyError: 'upload'" in found["keeps_limits"].detail
    assert "Bare.observe (line" in found["keeps_limits"].detail


def test_a_class_can_be_given_itself() -> None:
    assert [r.verdict for r in run_checks(NoMemory, only=["keeps_limits"])] == [Verdict.PASSED]


def test_unknown_check_and_unknown_parameter_are_named() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown check 'keep_limits'.*keeps_limits"):
        run_checks("none", only=["keep_limits"])
    with pytest.raises(UnknownNameError, match=r"parameter of window 'turn'.*did you mean 'turns'"):
        run_checks("window", params={"turn": 3}, only=["keeps_limits"])


def test_class_inside_a_function_cannot_be_built_elsewhere() -> None:
    class Local(NoMemory):
        pass

    with pytest.raises(CheckFailed, match="top level of a module"):
        target_of(Local)


def test_factory_of_an_instance_maker_keeps_class_and_parameters() -> None:
    factory = factory_of(lambda: build("window", {"turns": 3}))
    assert factory == Factory(target="memory_impls.window:Window", params={"turns": 3})
    assert repr(factory()) == "Window(turns=3)"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-32-be"])
def test_traces_are_found_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.bin").write_bytes(b"\1\2" + "the word Zqpassword!".encode(encoding))
    assert list(traces_of("zqPASSWORD", tmp_path))
    assert not list(traces_of("zqPASSWORX", tmp_path))


@pytest.mark.parametrize("lead", ["", "a", "ab", "abc"])
def test_traces_are_found_in_base64_zip_and_json(tmp_path: Path, lead: str) -> None:
    import base64
    import json
    import zipfile

    word = "口令芝麻"
    (tmp_path / "b64").write_bytes(base64.b64encode(f"{lead}{word} and more".encode()))
    (tmp_path / "json").write_text(json.dumps({"text": lead + word}))
    with zipfile.ZipFile(tmp_path / "zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inside", lead + word)
    found = " ".join(traces_of(word, tmp_path))
    assert all(part in found for part in ("base64", "escaped", "zip/inside"))


def test_statements_are_distinct_and_canaries_stand_alone() -> None:
    texts = [said(number) for number in range(1_300)]
    assert len({topic(number) for number in range(1_300)}) == 1_300
    assert len(set(texts)) == 1_300
    assert sum(canary(7) in text for text in texts) == 1
    assert canary(7).isalpha()


def test_mixed_history_keeps_order_within_sessions_and_ids_unique() -> None:
    events = list(mixed_history())
    assert len({e.id for e in events}) == len(events)
    for session in {e.session for e in events}:
        times = [e.at for e in events if e.session == session]
        assert times == sorted(times)
    assert any(late.at < early.at for early, late in itertools.pairwise(events))


def test_first_difference_names_the_place() -> None:
    memory = build("full_history")
    memory.observe(event("e1", "Hello"))
    left = plain(memory.contents())
    memory.observe(event("e2", "World"))
    assert first_difference(left, plain(memory.contents())).startswith("items")
