"""How a statement relates to an earlier one: the same again, its successor, or another matter.

Similarity of whole sentences cannot tell an update from two facts that must coexist ("invoice
1042 is paid", "invoice 1043 is paid"); what they are about, and what guards it, can.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory_impls.parts.claims.claim import Claim, ValueForm
from memory_impls.parts.claims.value import content, key_of
from memory_impls.parts.normalise import fold

__all__ = ["DISTINCT", "Relation", "Verdict", "relate"]

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
    topic_similarity: float = 0.0,
    value_similarity: float = 0.0,
    near: bool = False,
) -> Relation:
    """Compare a statement with an earlier one of the same scope.

    Args:
        new: The later statement, by event time.
        old: The earlier one.
        at: When ``new`` was said; dates in it are read from there.
        topic_similarity: Cosine of what the two are about, -1 to 1.
        value_similarity: Cosine of their values, -1 to 1.
        near: ``old`` was said shortly before, in the same session.
    """
    if not _subjects_meet(new, old) or not _guards_agree(new, old):
        return DISTINCT
    if new.old and _says(old, new.old, at):
        return _successor(new, old, topic_similarity)
    if ValueForm.ATTITUDE in (new.form, old.form):
        return _attitudes(new, old)
    if ValueForm.POLE in (new.form, old.form):
        return _poles(new, old)
    if new.form is not old.form and not {new.form, old.form} <= _WORDY:
        return DISTINCT
    return _by_attribute(new, old, topic_similarity, value_similarity, near)


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


def _successor(new: Claim, old: Claim, topic_similarity: float) -> Relation:
    """Judge when the old value is named: the topics must not speak against it."""
    ours, theirs = set(new.attribute), set(old.attribute) - {"±"}
    if ours and theirs and not ours & theirs and old.form in _EXACT and topic_similarity < 0.3:
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


def _by_attribute(
    new: Claim, old: Claim, topic_similarity: float, value_similarity: float, near: bool
) -> Relation:
    ours, theirs = set(new.attribute), set(old.attribute)
    common = _jaccard(ours, theirs)
    if new.value_key == old.value_key and (common >= 0.5 or topic_similarity >= 0.75):
        return Relation(verdict=Verdict.SAME)
    changed = new.change or new.correction
    if ours and ours == theirs:
        if _jaccard(set(new.value_key), set(old.value_key)) >= 0.6 and new.form not in _EXACT:
            return Relation(verdict=Verdict.SAME, strength=0.8)
        if (new.single and old.single) or changed:
            return Relation(verdict=Verdict.UPDATE, strength=0.9 if new.single else 0.8)
        return DISTINCT
    if ours and theirs:
        within = len(ours & theirs) / min(len(ours), len(theirs))
        if changed and (common >= 0.5 or within == 1.0):
            return Relation(verdict=Verdict.UPDATE, strength=0.5 + 0.3 * common)
        if changed and topic_similarity >= 0.62 and (new.form in _EXACT or new.single):
            return Relation(verdict=Verdict.UPDATE, strength=0.4 + 0.3 * topic_similarity)
        alike = new.single and old.single and new.form in _EXACT
        if alike and common >= 0.5 and topic_similarity >= 0.8:
            return Relation(verdict=Verdict.UPDATE, strength=0.6)
        return DISTINCT
    if changed and not new.attribute and not new.old:
        if near and new.correction and new.form is old.form:
            return Relation(verdict=Verdict.UPDATE, strength=0.6)
        if value_similarity >= 0.45 and (old.single or old.standing):
            return Relation(verdict=Verdict.UPDATE, strength=0.3 + 0.5 * value_similarity)
    return DISTINCT


def _jaccard(ours: set[str], theirs: set[str]) -> float:
    union = ours | theirs
    return len(ours & theirs) / len(union) if union else 0.0
