"""Opening files, walking through long ones, and the small parsers that all loaders share."""

from __future__ import annotations

import gzip
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_impls.parts.tokens import count_tokens
from scenarios.api import Gold, Probe
from scenarios.public import catalog, times
from scenarios.public.choices import guessing, parse_literal, split_options
from scenarios.public.chunks import cut
from scenarios.public.errors import DataError
from scenarios.public.lines import iter_items, iter_lines, read_place
from scenarios.public.node import Node
from scenarios.public.reading import read_json
from scenarios.public.selection import stratified
from scenarios.public.times import UNDATED
from scenarios.registry import data_names

Json = Any
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"[1, 2", "ends too early"),
        (b"[1, 2]]", "is not valid JSON"),
        (b"\xff[]", "is not UTF-8"),
        (b"[NaN]", "NaN is no JSON value"),
        (b"[-Infinity]", "-Infinity is no JSON value"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
        (b"[" * 100_000, "is nested too deep"),
        (b"9" * 5000, "is not valid JSON"),
        (b"\x1f\x8b\x00\x00", "the gzip archive is broken"),
        (gzip.compress(b"[1, 2, 3]" * 50, mtime=0)[:-9], "the gzip archive is broken"),
    ],
)
def test_broken_json_is_one_clear_error(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_json(path)
    assert str(caught.value).startswith(f"{path}: ") and said in str(caught.value)


def test_missing_folder_and_huge_files_are_errors(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read_json(tmp_path / "x.json")
    with pytest.raises(DataError, match="is a folder"):
        read_json(tmp_path)
    (tmp_path / "x.json").write_text("[1, 2, 3]")
    with pytest.raises(DataError, match="holds more than 4 bytes"):
        read_json(tmp_path / "x.json", max_bytes=4)
    (tmp_path / "bomb.json").write_bytes(gzip.compress(b"0" * 10_000_000, mtime=0))
    with pytest.raises(DataError, match="holds more than 1000 bytes"):
        read_json(tmp_path / "bomb.json", max_bytes=1000)


def test_byte_order_mark_and_gzip_are_read(tmp_path: Path) -> None:
    for data in (b"\xef\xbb\xbf[1]", gzip.compress(b"[1]", mtime=0)):
        (tmp_path / "x.json").write_bytes(data)
        assert read_json(tmp_path / "x.json").value == [1]


def test_error_names_path_item_and_field_and_survives_a_process() -> None:
    error = Node({"a": [{"b": 5}]}, Path("f.json"), "item 3").need("a")
    with pytest.raises(DataError) as caught:
        next(error.each()).need("b").text()
    assert str(caught.value) == "f.json: item 3: a[0].b: is a number; it must be text"
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.item, again.field) == (str(caught.value), "item 3", "a[0].b")


def test_lone_surrogates_become_the_replacement_character() -> None:
    node = Node(json.loads('{"a": "x\\ud800y"}'), Path("f.json"))
    assert node.need("a").text() == "x�y"


@settings(max_examples=150, deadline=None)
@given(
    items=st.lists(JSON, max_size=6), indent=st.sampled_from([None, 1]), chunk=st.integers(1, 40)
)
def test_items_of_a_list_are_those_of_the_whole_however_it_is_read(
    items: list[Json], indent: int | None, chunk: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("items") / "x.json"
    path.write_text(
        json.dumps(items, indent=indent, ensure_ascii=False),
        encoding="utf-8",
        errors="surrogatepass",
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scenarios.public.lines._CHUNK", chunk)
        found = list(iter_items(path))
    assert [node.value for _, node in found] == items
    assert [read_place(place).value for place, _ in found] == items


@settings(max_examples=150, deadline=None)
@given(
    items=st.lists(st.dictionaries(st.text(max_size=4), JSON, max_size=3), min_size=1, max_size=4),
    data=st.data(),
)
def test_cut_list_gives_its_whole_items_and_then_one_error(
    items: list[Json], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("cut") / "x.json"
    raw = json.dumps(items).encode()
    path.write_bytes(raw[: data.draw(st.integers(0, len(raw) - 1))])
    found: list[Json] = []
    with pytest.raises(DataError, match=r"ends too early|is empty|JSON"):
        for _, node in iter_items(path):
            found.append(node.value)
    assert found == items[: len(found)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[{}] {}", "goes on after the end of the list"),
        ("{}", "must be one JSON list"),
        ("[{} {}]", "item 1: is not followed by"),
        ("[{},]", "item 2: "),
        ('[{"a": 1}, {"a": nope}]', "item 2: is not valid JSON"),
        ('[{"a": 1, "a": 2}]', "the key 'a' stands twice"),
        ("[" + "[" * 50_000, "item 1: "),
    ],
)
def test_malformed_list_is_an_error_that_numbers_the_item(
    tmp_path: Path, content: str, said: str
) -> None:
    path = tmp_path / "x.json"
    path.write_text(content)
    with pytest.raises(DataError) as caught:
        list(iter_items(path))
    assert said in str(caught.value)


def test_item_or_line_beyond_the_limit_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"a": "w" * 5_000_000}]))
    with pytest.raises(DataError, match="item 1: is larger than 1000000 bytes"):
        list(iter_items(path, max_bytes=1_000_000))
    with pytest.raises(DataError, match="line 1: is longer than 1000 bytes"):
        list(iter_lines(path, max_bytes=1000))


def test_lines_are_numbered_and_empty_ones_skipped(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}\n\n{"a": 2}\r\n')
    found = list(iter_lines(path))
    assert [node.value for _, node in found] == [{"a": 1}, {"a": 2}]
    assert [read_place(place).value for place, _ in found] == [{"a": 1}, {"a": 2}]
    path.write_text('{"a": 1}\n\nnope\n')
    with pytest.raises(DataError, match="line 3: is not valid JSON"):
        list(iter_lines(path))


@settings(max_examples=100, deadline=None)
@given(
    text=st.text(st.sampled_from("ab .\n。你好,x!?\t"), max_size=400),
    limit=st.integers(8, 40),
)
def test_pieces_hold_every_character_that_is_not_blank_and_keep_the_limit(
    text: str, limit: int
) -> None:
    pieces = list(cut(text, max_tokens=limit))
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert all(piece.strip() and count_tokens(piece) <= limit for piece in pieces)


def test_word_without_blanks_is_cut_too() -> None:
    pieces = list(cut("QmFzZTY0" * 3000, max_tokens=50))
    assert "".join(pieces) == "QmFzZTY0" * 3000
    assert all(count_tokens(piece) <= 50 for piece in pieces)


@settings(max_examples=100, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 30), min_size=1, max_size=5),
    n=st.integers(1, 100),
    seed=st.integers(0, 5),
)
def test_sample_keeps_the_share_of_every_stratum(sizes: list[int], n: int, seed: int) -> None:
    items = [f"{group}-{i}" for group, size in enumerate(sizes) for i in range(size)]

    def draw(count: int) -> list[str]:
        return stratified(items, n=count, seed=seed, key=str, stratum=lambda one: one[0])

    drawn = draw(n)
    assert len(drawn) == min(n, len(items))
    assert drawn == [item for item in items if item in set(drawn)], "in the order given"
    for group, size in enumerate(sizes):
        share = sum(item[0] == str(group) for item in drawn)
        assert abs(share - min(n, len(items)) * size / len(items)) < 1


def test_sample_depends_on_the_seed() -> None:
    items = [str(i) for i in range(100)]
    draws = {
        tuple(stratified(items, n=10, seed=seed, key=str, stratum=lambda _: 0)) for seed in range(5)
    }
    assert len(draws) == 5


@pytest.mark.parametrize(
    "stamp",
    [
        "2023/13/40 (Foo) 99:99",
        "",
        "13:00 pm on 8 May, 2023",
        "0:10 am on 8 May, 2023",
        "8 May 2023",
    ],
)
def test_a07_no_stamp_is_ever_guessed(stamp: str) -> None:
    for read in (times.locomo_time, times.longmemeval_time, times.day_time):
        with pytest.raises(ValueError, match="is no"):
            read(stamp)


@pytest.mark.parametrize(
    ("stamp", "iso"),
    [
        ("12:09 am on 13 September, 2023", "2023-09-13T00:09:00+00:00"),
        ("12:00 pm on 1 January, 2024", "2024-01-01T12:00:00+00:00"),
        ("1:56 PM on 8 May 2023", "2023-05-08T13:56:00+00:00"),
        ("11:59 p.m. on 29 Feb, 2024", "2024-02-29T23:59:00+00:00"),
    ],
)
def test_a06_twelve_hour_clock(stamp: str, iso: str) -> None:
    assert times.locomo_time(stamp).isoformat() == iso


def test_options_are_split_from_the_last_run_of_letters() -> None:
    text = "Pick (a) or (b):\n(a) not an option\nReally?\n\n(a) Tea\nwith milk\n(b) Mate"
    assert split_options(text) == (
        "Pick (a) or (b):\n(a) not an option\nReally?",
        ("Tea\nwith milk", "Mate"),
    )
    assert split_options("No options") == ("No options", ())
    assert split_options("(a) one\n(c) three")[1] == ()


@pytest.mark.parametrize("text", ["__import__('os')", "[1]", "{}", "[", "'a'", "[" * 5000])
def test_only_lists_of_texts_are_read_as_options(text: str) -> None:
    assert parse_literal(text) is None


def test_guessing_takes_the_better_length_rule_of_each_category() -> None:
    def probe(name: str, category: str, right: str) -> Probe:
        return Probe(
            id=name,
            text="?",
            scope=catalog_scope(),
            asked_at=UNDATED,
            category=category,
            gold=Gold(answer=right, choices=("a", "bb", "ccc")),
        )

    probes = [
        probe("1", "x", "ccc"),
        probe("2", "x", "ccc"),
        probe("3", "y", "a"),
        probe("4", "y", "bb"),
    ]
    assert guessing(probes) == {
        "chance": pytest.approx(1 / 3),
        "longest option": 0.5,
        "shortest option": 0.25,
        "length rule by category": 0.75,
    }
    assert guessing([]) == {}


def catalog_scope() -> Any:
    from scenarios.public.scribe import neutral_scope

    return neutral_scope(1)


def test_every_public_set_is_registered_and_described() -> None:
    assert set(catalog.names()) == set(data_names()) - {"file"}
    for name in catalog.names():
        about = catalog.about(name)
        assert about.name == name and about.scoring and about.traps
        assert about.licence in about.notice()
        assert catalog.default_path(name, Path("data")).parent == Path("data")
    assert "non-commercial" in catalog.about("locomo").notice()


def test_unknown_things_are_said_to_be_unknown(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"unknown data set 'locomoo'.*did you mean 'locomo"):
        catalog.about("locomoo")
    (tmp_path / "x.json").write_text('[{"a": 1}]')
    for path in (tmp_path, tmp_path / "x.json"):
        with pytest.raises(DataError, match="is none of the known data sets"):
            catalog.describe(path)
    with pytest.raises(DataError, match="no such file or folder"):
        catalog.describe(tmp_path / "absent")
