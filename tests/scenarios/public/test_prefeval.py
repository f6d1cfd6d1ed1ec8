"""PrefEval: a preference at a chosen depth among fillers, options that tell nothing by place."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from memory_impls.parts.names import UnknownNameError
from scenarios.api import Observe, Scenario
from scenarios.public import prefeval
from scenarios.public.errors import DataError
from tests.scenarios.public import lookalikes


def one(path: Path, **knobs: object) -> Scenario:
    (scenario,) = prefeval.load(path, knobs=knobs)
    return scenario


def events_of(scenario: Scenario) -> list[Any]:
    return [step.event for step in scenario.steps() if isinstance(step, Observe)]


@pytest.mark.parametrize(("fillers", "before"), [(6, 0), (6, 6), (4, 1), (0, 0)])
def test_preference_stands_after_so_many_fillers(tmp_path: Path, fillers: int, before: int) -> None:
    scenario = one(lookalikes.prefeval().write(tmp_path), fillers=fillers, before=before)
    events = events_of(scenario)
    assert len({event.session for event in events}) == fillers + 1
    (probe,) = scenario.probes()
    (stated,) = [event for event in events if event.id in probe.gold.evidence_ids]
    assert stated.text == "I never eat gluten."
    assert [event.text for event in events].index(stated.text) == 2 * before


def test_forms_differ_in_what_is_asked_of_the_reply(tmp_path: Path) -> None:
    path = lookalikes.prefeval().write(tmp_path)
    (choice,) = one(path).probes()
    (open_,) = one(path, form="explicit").probes()
    assert choice.direct and choice.gold.answer == "A gluten-free one."
    assert set(choice.gold.choices) == {
        "A gluten-free one.",
        "The sourdough one.",
        "The rye one.",
        "Any one.",
    }
    assert not open_.direct and open_.gold.choices == () and open_.gold.answer == ""
    assert "Bakeries use gluten." in open_.gold.rubric


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"fillers": 9}, "holds 8 conversations; the option fillers asks for 9"),
        ({"fillers": 2, "before": 3}, "option before is 3; fillers is only 2"),
        ({"topic": "music"}, r"holds no music\.json"),
    ],
)
def test_impossible_options_are_refused(
    tmp_path: Path, knobs: dict[str, object], said: str
) -> None:
    path = lookalikes.prefeval().write(tmp_path)
    with pytest.raises(ValueError, match=said):
        one(path, **knobs)


def test_unknown_form_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="choices, explicit"):
        one(lookalikes.prefeval().write(tmp_path), form="implicit")


def test_item_without_usable_options_is_dropped_and_listed(tmp_path: Path) -> None:
    like = lookalikes.prefeval()
    items = like.files["mcq_options/lifestyle_dietary.json"]
    items.append({**items[0], "classification_task_options": ["Same.", "Same."]})
    path = like.write(tmp_path)
    assert len(list(prefeval.load(path))) == 1
    found = prefeval.card(path).findings
    assert [(f.treatment.value, f.item) for f in found] == [("dropped", "lifestyle_dietary-001")]


def test_folder_without_the_form_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no folder mcq_options"):
        list(prefeval.load(tmp_path))


@pytest.mark.data
def test_published_topics_are_whole_and_options_shuffled() -> None:
    root = os.environ.get("MEMTRIAL_DATA")
    if not root:
        pytest.skip("MEMTRIAL_DATA is not set; it names a folder with prefeval/")
    folder = Path(root) / "prefeval"
    for form in ("choices", "explicit"):
        card = prefeval.card(folder, knobs={"form": form})
        assert dict(card.categories) == {
            "lifestyle_dietary": 57,
            "professional_work_location_style": 36,
            "shop_technology": 35,
            "travel_hotel": 54,
        }
        assert card.counts["filler conversations"] == 24
        assert [f.kind for f in card.findings] == ["no explanation"]
    places = Counter(
        probe.gold.choices.index(probe.gold.answer)
        for scenario in prefeval.load(folder)
        for probe in scenario.probes()
    )
    assert min(places[i] for i in range(4)) > 25
