from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_impls.parts.persist import Manifest, opened, saving

MINE = Manifest(design="mine", params={"size": 3, "names": ("a", "b")}, embedder="e/1")


def save(folder: Path, value: object, manifest: Manifest = MINE) -> None:
    with saving(folder, manifest) as draft:
        draft.write_json("value.json", value)
        draft.path("raw.bin").write_bytes(b"\0\1")


def test_what_is_saved_is_opened(tmp_path: Path) -> None:
    save(tmp_path / "new" / "folder", {"text": "lone \ud800 surrogate"})
    state = opened(tmp_path / "new" / "folder", MINE)
    assert state.read_json("value.json") == {"text": "lone \ud800 surrogate"}
    assert state.path("raw.bin").read_bytes() == b"\0\1"
    with pytest.raises(ValueError, match=r"lacks other.json"):
        state.read_json("other.json")


def test_equal_states_have_equal_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        save(tmp_path / name, [1])
    trees = [
        {p.relative_to(root): p.read_bytes() for p in root.rglob("*") if p.is_file()}
        for root in (tmp_path / "a", tmp_path / "b")
    ]
    assert trees[0] == trees[1]


def test_a86_nothing_of_an_older_state_outlives_a_save(tmp_path: Path) -> None:
    save(tmp_path, "the old secret")
    (tmp_path / "notes.txt").write_text("not ours")
    save(tmp_path, "new")
    texts = [p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()]
    assert not any(b"secret" in text for text in texts)
    assert (tmp_path / "notes.txt").exists()
    assert opened(tmp_path, MINE).read_json("value.json") == "new"


def test_a_save_that_fails_leaves_the_state_before(tmp_path: Path) -> None:
    save(tmp_path, "whole")
    with pytest.raises(RuntimeError), saving(tmp_path, MINE) as draft:
        draft.write_json("value.json", "half")
        raise RuntimeError("power cut")
    assert opened(tmp_path, MINE).read_json("value.json") == "whole"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_save_killed_between_its_steps_leaves_the_state_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path, "whole")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            save(tmp_path, "the half-saved secret")
    assert opened(tmp_path, MINE).read_json("value.json") == "whole"
    save(tmp_path, "whole")
    assert not any(b"secret" in p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (Manifest(design="other", params=MINE.params, embedder="e/1"), "design 'mine'.*'other'"),
        (Manifest(design="mine", params=MINE.params, embedder="e/2"), "embedder 'e/1'.*'e/2'"),
        (
            Manifest(design="mine", params={**MINE.params, "size": 4}, embedder="e/1"),
            "parameter size 3 .*4",
        ),
        (Manifest(design="mine", params=MINE.params, embedder="e/1", schema=9), "schema 1 .* 9"),
    ],
)
def test_another_memory_is_refused_in_one_line(
    tmp_path: Path, other: Manifest, message: str
) -> None:
    save(tmp_path, 1)
    with pytest.raises(ValueError, match=message) as caught:
        opened(tmp_path, other)
    assert "\n" not in str(caught.value)


def test_damage_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"manifest.json is missing"):
        opened(tmp_path, MINE)
    save(tmp_path, 1)
    (next(tmp_path.glob("state-*")) / "raw.bin").write_bytes(b"\0\2")
    with pytest.raises(ValueError, match="damaged"):
        opened(tmp_path, MINE)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(ValueError, match="not JSON"):
        opened(tmp_path, MINE)
    (tmp_path / "manifest.json").write_text("[]")
    with pytest.raises(ValueError, match="no manifest"):
        opened(tmp_path, MINE)


def test_a_manifest_cannot_point_out_of_its_folder(tmp_path: Path) -> None:
    save(tmp_path / "mine", 1)
    save(tmp_path / "other", 2)
    path = tmp_path / "mine" / "manifest.json"
    found = json.loads(path.read_text())
    theirs = json.loads((tmp_path / "other" / "manifest.json").read_text())
    path.write_text(json.dumps({**found, "state": f"../other/{theirs['state']}"}))
    with pytest.raises(ValueError, match="damaged"):
        opened(tmp_path / "mine", MINE)


def test_no_number_that_json_lacks_is_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        save(tmp_path, float("nan"))
