from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_impls.api import ItemKind, Scope

Make = Callable[..., Any]


def test_cards_say_what_holds_since_when_and_from_where(diary: Make) -> None:
    d = diary()
    d.live(
        [
            "The budget is capped at 50k.",
            "The budget has been raised to 80k.",
            "I love `green` tea.",
        ]
    )
    text = d.memory.cards(Scope(user="ana"))
    assert text.index("# Constraints") < text.index("# Preferences")
    assert "50k" in text and "superseded" in text and "e0001" in text
    assert r"\`green\`" in text
    assert "2023-05-02" in text
    assert d.memory.cards(Scope(user="ben")) == ""


def test_the_index_files_by_kind_counterpart_and_topic(diary: Make) -> None:
    d = diary()
    d.live(["The budget is capped at 50k.", "Ana works at Acme.", "My manager is Alice."])
    catalogue = d.memory.catalogue
    (limit,) = catalogue.find("ana", kind=ItemKind.CONSTRAINT)
    assert "50k" in d.memory.items[limit].text
    (work,) = catalogue.find("ana", counterpart="ana")
    assert "Acme" in d.memory.items[work].text
    assert catalogue.find("ana", kind=ItemKind.FACT, topic="manag")
    assert catalogue.find("ana", topic="nothing") == ()
    directory = catalogue.directory("ana")
    assert directory["kind: constraint"] == 1 and directory["topic: budget"] == 1
    assert catalogue.directory("ben") == {}


def test_what_is_forgotten_leaves_the_index(diary: Make) -> None:
    from memory_impls.api import ForgetRequest

    d = diary()
    d.live(["The budget is capped at 50k."])
    d.memory.forget(ForgetRequest(event_ids=frozenset({"e0001"})))
    assert d.memory.catalogue.directory("ana") == {}
    assert d.memory.catalogue.standing(Scope(user="ana")) == []
