"""One statement read from a text: what it is about, what it says, and how seriously."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory_impls.api import ItemKind

__all__ = ["Claim", "Slot", "Stance", "ValueForm"]

Slot = tuple[str, tuple[str, ...], tuple[str, ...]]
"""Subject, attribute and guards: what two statements must share to be about one thing."""


class Stance(StrEnum):
    """Whether a statement is meant as true by the one who says it."""

    ASSERTED = "asserted"
    ASKED = "asked"
    SUPPOSED = "supposed"
    """Hypotheses, plans under consideration, wishes."""
    REPORTED = "reported"
    """Quoted, or somebody else's words or opinion."""


class ValueForm(StrEnum):
    """What sort of value a statement gives; only values of one form can replace each other."""

    AMOUNT = "amount"
    DATE = "date"
    NAME = "name"
    CODE = "code"
    TEXT = "text"
    POLE = "pole"
    """One end of a known dimension of style ("short" of length)."""
    ATTITUDE = "attitude"
    """For or against what the attribute names; ``value`` is "+" or "-"."""
    STATE = "state"
    """A condition out of a closed family ("down" of up and down)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement, its words untouched, with what could be read from them.

    Attributes:
        text: The sentence, word for word.
        clause: The part of it that makes this statement; the sentence where it makes only one.
        subject: "user", "" for the things at hand ("the budget"), or a folded name or noun.
        attribute: Stems of the property, sorted; ``("~length",)`` for a dimension of style.
        guards: Names, numbers and codes that belong to what is spoken about, not to its value:
            two statements whose guards differ are never about the same thing.
        topic: Words of the property as they stand, for embedding.
        value: Words of the value as they stand.
        value_key: Normalised value; equal keys mean the same value.
        old: Words of the value that is said to hold no longer, "" when none is named.
        change: The words say that something is different now.
        correction: The words take back something said before.
        single: The property has one value at a time.
        standing: Meant beyond the moment ("always", "from now on", "I prefer").
        request: Asks the reader to do or to heed something.
        hard: Binding, not a leaning.
        since: From when it holds, where the words say so.
        until: Until when, exclusive, where the words say so.
    """

    text: str
    kind: ItemKind
    clause: str = ""
    stance: Stance = Stance.ASSERTED
    subject: str = ""
    attribute: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()
    topic: str = ""
    value: str = ""
    value_key: tuple[str, ...] = ()
    form: ValueForm = ValueForm.TEXT
    old: str = ""
    change: bool = False
    correction: bool = False
    single: bool = False
    standing: bool = False
    request: bool = False
    hard: bool = False
    since: datetime | None = None
    until: datetime | None = None

    @property
    def slot(self) -> Slot:
        """What the statement is about."""
        return self.subject, self.attribute, self.guards

    @property
    def passing(self) -> bool:
        """Tell whether it was said to hold for a while only."""
        return self.until is not None
