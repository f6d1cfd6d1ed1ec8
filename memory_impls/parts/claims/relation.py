"""How a statement relates to an earlier one: the same again, its successor, or another matter.

Similarity of whole sentences cannot tell an update from two facts that must coexist ("invoice
1042 is paid", "invoice 1043 is paid"); what they are about, and what guards it, can.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory_impls.parts.claims.claim import Claim, ValueForm
from memory_impls.parts.claims.value import content, key_of
from memory_impls.parts.normalise import fold

__all__ = ["DISTINCT", "Relation", "Similar", "Verdict", "relate"]

Similar = Callable[[str, str], float]
"""Cosine of two texts, -1 to 1."""

_WORDY = frozenset({ValueForm.NAME, ValueForm.TEXT, ValueForm.CODE})
_EXACT = frozenset({ValueForm.AMOUNT, ValueForm.DATE})
_VERBS = frozenset(
    "use drink eat like love work live on at in be drive go play run deploy 用 喝 吃 住".split()
)


class Verdict(StrEnum):
    """What a later statement is to an earlier one."""

    SAME = "same"
    UPDATE = "update"
    DISTINCT = "distinct"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A verdict and how sure it is, 0 to 1."""

    verdict: Verdict
    strength: float = 1.0


DISTINCT = Relation(verdict=Verdict.DISTINCT)


def relate(
    new: Claim,
    old: Claim,
    *,
    at: datetime,
    similar: Similar,
    near: bool = False,
) -> Relation:
    """Compare a statement with an earlier one of the same scope.

    Args:
        new: The later statement, by event time.
        old: The earlier one.
        at: When ``new`` was said; dates in it are read from there.
        similar: Cosine of two texts, -1 to 1; asked only where words do not settle it.
        near: ``old`` was said shortly before, in the same session.
    """
    if not _subjects_meet(new, old) or not _guards_agree(new, old):
        return DISTINCT
    if new.old and _says(old, new.old, at):
        return _successor(new, old, similar)
    if ValueForm.ATTITUDE in (new.form, old.form):
        return _attitudes(new, old)
    if ValueForm.POLE in (new.form, old.form):
        return _poles(new, old)
    if new.form is not old.form and not {new.form, old.form} <= _WORDY:
        return DISTINCT
    return _by_attribute(new, old, similar, near)


def _subjects_meet(new: Claim, old: Claim) -> bool:
    if new.subject == old.subject:
        return True
    # "Our budget" and "the budget" are one thing; a named owner is somebody else.
    own = {new.subject[:1], old.subject[:1]}
    return own <= {"", "@"} and "" in own


def _guards_agree(new: Claim, old: Claim) -> bool:
    if new.guards == old.guards:
        return True
    ours, theirs = set(new.guards), set(old.guards)
    if any(guard.startswith("if:") for guard in ours ^ theirs):
        return False
    # "The invoice is paid now" may be about the one invoice known; the reverse adds a new thing.
    return (new.change or new.correction) and ours < theirs


def _says(old: Claim, phrase: str, at: datetime) -> bool:
    """Tell whether an earlier statement gave the value that is said to hold no longer."""
    if old.form in _EXACT:
        return key_of(phrase, old.form, at) == old.value_key
    gone = set(content(phrase)) - _VERBS
    if old.form is ValueForm.ATTITUDE:
        return bool(gone) and gone <= set(old.attribute)
    if old.form is ValueForm.POLE:
        return fold(phrase) == old.value
    stated = set(content(old.value or old.text)) - _VERBS or {fold(old.value)}
    if not gone:
        return bool(phrase) and fold(phrase) == fold(old.value)
    return gone <= stated or stated <= gone


def _successor(new: Claim, old: Claim, similar: Similar) -> Relation:
    """Judge when the old value is named: the topics must not speak against it."""
    ours, theirs = set(new.attribute), set(old.attribute) - {"±"}
    if (
        ours
        and theirs
        and not ours & theirs
        and old.form in _EXACT
        and _topics(new, old, similar) < 0.3
    ):
        return DISTINCT
    shared = 0.08 if ours & theirs else 0.0
    return Relation(verdict=Verdict.UPDATE, strength=0.9 + shared)


def _attitudes(new: Claim, old: Claim) -> Relation:
    if new.form is not old.form:
        return DISTINCT
    ours, theirs = set(new.attribute) - {"±"}, set(old.attribute) - {"±"}
    if not ours or _jaccard(ours, theirs) < 0.6:
        return DISTINCT
    same = new.value_key == old.value_key
    return Relation(verdict=Verdict.SAME if same else Verdict.UPDATE, strength=0.9)


def _poles(new: Claim, old: Claim) -> Relation:
    if new.form is not old.form or new.attribute != old.attribute:
        return DISTINCT
    if new.value == old.value:
        return Relation(verdict=Verdict.SAME)
    refuses = {new.value.removeprefix("not "), old.value.removeprefix("not ")}
    if len(refuses) > 1 and (new.value.startswith("not ") or old.value.startswith("not ")):
        return DISTINCT
    return Relation(verdict=Verdict.UPDATE, strength=0.9)


def _by_attribute(new: Claim, old: Claim, similar: Similar, near: bool) -> Relation:
    ours, theirs = set(new.attribute), set(old.attribute)
    common = _jaccard(ours, theirs)
    if new.value_key == old.value_key and common >= 0.5:
        return Relation(verdict=Verdict.SAME)
    if ours and ours == theirs:
        return _same_attribute(new, old)
    changed = new.change or new.correction
    if ours and theirs:
        return _near_attribute(new, old, common, similar)
    if changed and not new.attribute and not new.old:
        if near and new.correction and new.form is old.form:
            return Relation(verdict=Verdict.UPDATE, strength=0.6)
        if (old.single or old.standing) and new.value and old.value:
            likeness = similar(new.value, old.value)
            if likeness >= 0.45:
                return Relation(verdict=Verdict.UPDATE, strength=0.3 + 0.5 * likeness)
    return DISTINCT


def _same_attribute(new: Claim, old: Claim) -> Relation:
    if new.form not in _EXACT and _jaccard(set(new.value_key), set(old.value_key)) >= 0.6:
        return Relation(verdict=Verdict.SAME, strength=0.8)
    if (new.single and old.single) or new.change or new.correction:
        return Relation(verdict=Verdict.UPDATE, strength=0.9 if new.single else 0.8)
    return DISTINCT


def _near_attribute(new: Claim, old: Claim, common: float, similar: Similar) -> Relation:
    """Judge properties that are worded otherwise: only with a word of change, or nearly equal."""
    ours, theirs = set(new.attribute), set(old.attribute)
    changed = new.change or new.correction
    exact = new.form in _EXACT or new.single
    alike = new.single and old.single and new.form in _EXACT and common >= 0.5
    same_value = new.value_key == old.value_key
    # "The timeout of X" and "the request timeout of X": one owner, one value at a time.
    owned = new.guards == old.guards and (bool(new.guards) or new.subject == old.subject != "")
    within = (ours < theirs or theirs < ours) and new.single and old.single and owned
    if within and _topics(new, old, similar) >= 0.6:
        return Relation(verdict=Verdict.UPDATE, strength=0.6 + 0.2 * common)
    if changed and (common >= 0.5 or len(ours & theirs) == min(len(ours), len(theirs))):
        return Relation(verdict=Verdict.UPDATE, strength=0.5 + 0.3 * common)
    if not (alike or same_value or (changed and exact)):
        return DISTINCT
    likeness = _topics(new, old, similar)
    if same_value and likeness >= 0.75:
        return Relation(verdict=Verdict.SAME)
    if changed and exact and likeness >= 0.62:
        return Relation(verdict=Verdict.UPDATE, strength=0.4 + 0.3 * likeness)
    if alike and likeness >= 0.8:
        return Relation(verdict=Verdict.UPDATE, strength=0.6)
    return DISTINCT


def _topics(new: Claim, old: Claim, similar: Similar) -> float:
    return similar(new.topic or new.text, old.topic or old.text)


def _jaccard(ours: set[str], theirs: set[str]) -> float:
    union = ours | theirs
    return len(ours & theirs) / len(union) if union else 0.0
