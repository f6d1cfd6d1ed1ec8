"""The gallery in docs/ is what the generator gives today."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scenarios.gallery import gallery
from scenarios.registry import build_family, family_names

PAGE = Path(__file__).parents[2] / "docs" / "gallery.md"


def test_the_page_is_current() -> None:
    text = "\n".join(gallery()) + "\n"
    if os.environ.get("MEMTRIAL_PIN"):
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text
    assert all(f"## {name}\n" in text for name in family_names())


def test_a_history_that_is_too_short_to_ask_anything_is_refused() -> None:
    assert list(build_family("multi_hop", seed=0, knobs={"sessions": 9}).probes())
    with pytest.raises(ValueError, match="multi_hop asks nothing within 4 sessions; give"):
        build_family("multi_hop", seed=0, knobs={"sessions": 4})
