from __future__ import annotations

from pathlib import Path

import pytest

from memory_impls.registry import design_names
from runs import plan as plans
from runs.cells import CellPlan, ScenarioVariant
from runs.expand import expand
from runs.plan import Overrides, load_plan, parse_plan, plan_text, preset_names, resolve
from runs.schema import PlanError
from tests.runs.runner import TOYS

TOY = f"""
[[designs]]
name = "{TOYS}:Everything"
[[scenarios]]
family = "{TOYS}:codes"
"""


def cells_of(text: str, overrides: Overrides | None = None) -> tuple[CellPlan, ...]:
    return expand(resolve(parse_plan(text, "toy.toml"), overrides))


def plan_error(text: str, overrides: Overrides | None = None) -> str:
    with pytest.raises(PlanError) as caught:
        cells_of(text, overrides)
    message = str(caught.value)
    assert "\n" not in message
    return message


def labels(cells: tuple[CellPlan, ...]) -> list[str]:
    return list(dict.fromkeys(cell.design.label for cell in cells))


def test_cells_are_all_variants_by_scenario_and_seed() -> None:
    cells = cells_of("seeds = 2\n" + TOY)
    assert [(cell.design.label, cell.cluster) for cell in cells[:5]] == [
        ("Everything", "codes/0"),
        ("none", "codes/0"),
        ("full_history", "codes/0"),
        ("oracle", "codes/0"),
        ("random", "codes/0"),
    ]
    assert [cell.cluster for cell in cells] == ["codes/0"] * 5 + ["codes/1"] * 5
    assert len({cell.id for cell in cells}) == 10
    assert [cell.design.is_bound for cell in cells[:5]] == [False, True, True, True, True]
    assert cells[0].units == 9 + 6 * 4


def test_full_history_is_always_asked_without_a_limit_as_well() -> None:
    cells = cells_of("seeds = 1\nbudgets = [128, 512]\n" + TOY)
    budgets = {cell.design.label: cell.budgets for cell in cells}
    assert budgets["full_history"] == (128, 512, None)
    assert budgets["Everything"] == budgets["oracle"] == (128, 512)


def test_a_design_that_is_listed_is_no_bound_except_for_none() -> None:
    named = TOY + '[[designs]]\nname = "context_stuffing"\n[[designs]]\nname = "none"\n'
    cells = cells_of("seeds = 1\n" + named)
    bounds = {cell.design.label: cell.design.is_bound for cell in cells}
    assert bounds == {
        "Everything": False,
        "full_history": False,
        "none": True,
        "oracle": True,
        "random": True,
    }


def test_bounds_can_be_turned_off() -> None:
    assert labels(cells_of("bounds = false\nseeds = 1\n" + TOY)) == ["Everything"]


def test_a43_everything_that_can_change_a_result_changes_the_id() -> None:
    plain = cells_of("seeds = 1\nbounds = false\n" + TOY)[0]
    texts = [
        "use_budget = 256\n" + TOY,
        'use_budget = "none"\n' + TOY,
        "budgets = [512]\n" + TOY,
        "damage_atoms = 3\n" + TOY,
        TOY.replace("[[scenarios]]", "params = {every = 3}\n[[scenarios]]"),
        TOY.replace("[[scenarios]]", 'label = "mine"\n[[scenarios]]'),
        TOY.replace("[[scenarios]]", 'embedder = "hashing"\n[[scenarios]]'),
        TOY.replace("[[scenarios]]", "model = {score_noise = 0.5}\n[[scenarios]]"),
        TOY.replace("[[scenarios]]", "model = {run = 1}\n[[scenarios]]"),
        TOY + "knobs = {sessions = 2}\n",
        TOY + 'language = "zh"\n',
        TOY + 'pool = "held"\n',
        TOY + "seeds = [1]\n",
        TOY + "[reader]\nthreshold = 0.5\n",
    ]
    ids = [cells_of("seeds = 1\nbounds = false\n" + text)[0].id for text in texts]
    assert len({plain.id, *ids}) == len(texts) + 1


def test_an_id_depends_on_nothing_else() -> None:
    again = cells_of('seeds = 5\nname = "other"\ndescription = "x"\nbounds = false\n' + TOY)
    plain = cells_of("seeds = 1\n" + TOY)
    assert again[0].id == plain[0].id


def test_an_id_knows_the_file_of_a_users_own_design(tmp_path: Path) -> None:
    ids = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "own.py").write_text(
            f"from memory_impls.none import NoMemory\nclass Own(NoMemory):\n    size = {number}\n",
            encoding="utf-8",
        )
        text = TOY.replace(f"{TOYS}:Everything", f"{folder / 'own.py'}:Own")
        cell = cells_of("seeds = 1\nbounds = false\n" + text)[0]
        assert cell.design.label == "Own"
        ids.append(cell.id)
    assert ids[0] != ids[1]


def test_a_grid_gives_every_combination_with_its_label() -> None:
    text = (
        "seeds = 1\nbounds = false\n"
        + TOY
        + '[grid.designs.Everything]\nevery = [0, 3]\nembedder = ["hashing", "minilm"]\n'
        + "[grid.scenarios.codes]\nsessions = [1, 2]\n"
    )
    cells = cells_of(text)
    assert len(cells) == 8
    assert labels(cells) == [
        "Everything[every=0,embedder=hashing]",
        "Everything[every=0,embedder=minilm]",
        "Everything[every=3,embedder=hashing]",
        "Everything[every=3,embedder=minilm]",
    ]
    assert cells[0].design.params == {"every": 0}
    assert cells[0].scenario.label == "codes[sessions=1]"
    assert cells[-1].knobs == {"sessions": 2}


def test_the_grid_of_a_design_that_is_left_out_is_left_out() -> None:
    text = TOY + '[grid.designs.Everything]\nevery = [0, 3]\n[[designs]]\nname = "window"\n'
    cells = cells_of("seeds = 1\nbounds = false\n" + text, Overrides(designs=["window"]))
    assert labels(cells) == ["window"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bugdets = [1]\n" + TOY, "toy.toml: unknown key 'bugdets'; known: bounds, budgets,"),
        ("bugdets = [1]\n" + TOY, "did you mean 'budgets'?"),
        (TOY + "knob = {}\n", "unknown key 'knob' in [[scenarios]] number 1"),
        (TOY + "knob = {}\n", "did you mean 'knobs'?"),
        ("budgets = [0]\n" + TOY, "a budget is a number of tokens from 1"),
        ("budgets = []\n" + TOY, "budgets"),
        ('budgets = [512, "nine"]\n' + TOY, "given: 'nine'"),
        ("budgets = [512, 512]\n" + TOY, "listed twice"),
        ("seeds = 0\n" + TOY, "give at least one"),
        ("seeds = [1, 1]\n" + TOY, "none twice"),
        ("limit = 0\n" + TOY, "limit"),
        ("limit = true\n" + TOY, "limit"),
        ("[[designs]\n", "toy.toml is not TOML"),
        ('[[designs]]\nname = "window"\n', "scenarios"),
        (TOY + 'data = "locomo"\n', "give either family or data"),
        (TOY + 'path = "x"\n', "path belongs to data"),
        (TOY.replace(f"{TOYS}:Everything", "vectr"), "unknown design 'vectr'; known:"),
        (TOY.replace(f"{TOYS}:Everything", "vectr"), "did you mean 'vector'?"),
        (TOY.replace(f"{TOYS}:codes", "repeated_tasks"), "did you mean 'repeated_task'?"),
        (TOY.replace(f"{TOYS}:Everything", "no.py:Mine"), "no such file"),
        (TOY.replace("Everything", "Evrything"), "did you mean 'Everything'?"),
        (TOY.replace(f"{TOYS}:codes", "no.py:family"), "no such file"),
        (
            TOY.replace("[[scenarios]]", "params = {evry = 3}\n[[scenarios]]"),
            "unknown parameter of",
        ),
        (TOY.replace("[[scenarios]]", "params = {evry = 3}\n[[scenarios]]"), "mean 'every'?"),
        (TOY.replace("[[scenarios]]", 'model = "gpt"\n[[scenarios]]'), "unknown model 'gpt'"),
        (
            TOY.replace("[[scenarios]]", "model = {noise = 1}\n[[scenarios]]"),
            "unknown key 'noise' in [[designs]] number 1, model",
        ),
        (TOY + "[grid.designs.Evrything]\nevery = [1]\n", "did you mean 'Everything'?"),
        (TOY + '[grid.designs.Everything]\n"model.noise" = [1]\n', "unknown key 'noise'"),
        (TOY + '[[designs]]\nname = "window"\n' * 2, "two designs are labelled 'window'"),
        ('only = ["codes/99"]\n' + TOY, "fits no scenario"),
        (TOY + '[[scenarios]]\ndata = "locomo"\n', "needs its path: give --data locomo=PATH"),
        (TOY + '[[scenarios]]\ndata = "lokomo"\npath = "x"\n', "did you mean 'locomo'?"),
        (TOY + '[[scenarios]]\ndata = "locomo"\npath = "none.json"\n', "no such file or folder"),
    ],
)
def test_a_fault_is_told_in_one_line(text: str, said: str) -> None:
    assert said in plan_error(text)


def test_the_command_line_keeps_what_the_plan_says_of_a_design() -> None:
    text = TOY.replace("[[scenarios]]", "params = {every = 3}\n[[scenarios]]")
    changes = Overrides(designs=["Everything", "window"], seeds=1, budgets=[64, None], limit=1)
    cells = cells_of("seeds = 9\nbounds = false\n" + text, changes)
    assert labels(cells) == ["Everything", "window"]
    assert cells[0].design.params == {"every": 3}
    assert cells[0].budgets == (64, None)
    assert {cell.seed for cell in cells} == {0}


def test_scenarios_of_the_command_line_may_be_families_labels_or_files(tmp_path: Path) -> None:
    plan = parse_plan(TOY + 'label = "mine"\nknobs = {sessions = 2}\n', "toy.toml")
    path = tmp_path / "talk.jsonl"
    path.touch()
    chosen = resolve(plan, Overrides(scenarios=["mine", "repeated_task", str(path)]))
    assert [(s.label, s.family.rpartition(":")[2], s.data) for s in chosen.scenarios] == [
        ("mine", "codes", ""),
        ("repeated_task", "repeated_task", ""),
        ("talk", "", "file"),
    ]
    assert chosen.scenarios[0].knobs == {"sessions": 2}


def test_pool_and_language_go_to_families_only(tmp_path: Path) -> None:
    path = tmp_path / "l.json"
    path.touch()
    plan = parse_plan(TOY + '[[scenarios]]\ndata = "locomo"\n', "toy.toml")
    chosen = resolve(plan, Overrides(pool="held", language="zh", data={"locomo": str(path)}))
    assert [(s.pool, s.language, s.seeds) for s in chosen.scenarios] == [
        ("held", "zh", tuple(range(10))),
        ("", "en", (0,)),
    ]


def test_data_may_be_named_on_the_command_line_or_found_below_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "locomo" / "locomo10.json"
    path.parent.mkdir()
    path.touch()
    added = resolve(parse_plan(TOY, "t"), Overrides(data={"locomo": str(path)}))
    assert [s.data for s in added.scenarios] == ["", "locomo"]
    found = resolve(load_plan("locomo"), environ={"MEMTRIAL_DATA": str(tmp_path)})
    assert found.scenarios[0].path == str(path)


def test_a_resolved_plan_is_read_back_as_it_is() -> None:
    text = TOY + '[grid.designs.Everything]\nevery = [0, 3]\ndrop = ["a", "b"]\n'
    plan = resolve(parse_plan('use_budget = "none"\n' + text, "toy"))
    assert parse_plan(plan_text(plan), "again") == plan
    assert expand(parse_plan(plan_text(plan), "again")) == expand(plan)


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_resolves_to_named_designs_and_scenarios(name: str, tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.touch()
    plan = load_plan(name)
    data = {s.data: str(path) for s in plan.scenarios if s.data}
    resolved = resolve(plan, Overrides(data=data))
    assert resolved.name == name.rpartition("/")[2]
    assert resolved.description
    assert all(d.name != "*" and d.label for d in resolved.designs)
    assert all(s.family != "*" and s.label for s in resolved.scenarios)
    assert resolved.bounds


def test_presets_hold_what_the_project_promises() -> None:
    quick, default = load_plan("quick"), resolve(load_plan("default"))
    assert quick.budgets == (128, 512) and quick.seeds == 10
    assert len(quick.designs) + 4 >= 8
    assert default.budgets == (128, 512, 2048, None) and default.seeds == 20
    named = {design.name for design in default.designs}
    assert named | {"none", "full_history"} == set(design_names())


def test_an_unknown_preset_is_answered_with_the_known_ones() -> None:
    with pytest.raises(PlanError, match=r"unknown preset 'qick'; known: .*did you mean 'quick'\?"):
        load_plan("qick")
    with pytest.raises(PlanError, match="cannot read plan"):
        load_plan("absent.toml")


def test_data_are_known_by_their_content_and_not_by_their_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from runs import expand as expanding
    from runs.sources import build_family

    seeds = {"a": 0, "b": 0, "c": 1}
    monkeypatch.setattr(plans, "_data_names", lambda: ("toy",))
    monkeypatch.setattr(
        expanding,
        "load_all",
        lambda variant: iter(
            [
                build_family(
                    ScenarioVariant(label="x", family=f"{TOYS}:codes"),
                    seeds[Path(variant.path).name],
                )
            ]
        ),
    )
    ids = {}
    for name in seeds:
        (tmp_path / name).write_text(name, encoding="utf-8")
        text = TOY.replace(f'family = "{TOYS}:codes"', f'data = "toy"\npath = "{tmp_path / name}"')
        ids[name] = cells_of("bounds = false\n" + text)[0].id
    assert ids["a"] == ids["b"] != ids["c"]
