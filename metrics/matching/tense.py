"""Does a value belong to the past where it stands, or does a change end or begin it there?"""

from __future__ import annotations

import re

from metrics.matching import tense_cues as cue
from metrics.matching.lexicon import is_past_verb
from metrics.matching.spots import Spot
from metrics.matching.utterance import Stance

__all__ = ["change_of", "is_ended", "is_past"]

_ARROW = r"\s*(?:-+>|=+>|→|⇒|➔|➜|»)"
_ARROW_AFTER = re.compile(_ARROW)
_ARROW_BEFORE = re.compile(rf"{_ARROW}\s*(?:[$€£¥]\s*)?$")


def is_ended(spot: Spot) -> bool:
    """Tell whether the clause says that the value held and does so no longer."""
    marked = spot.marked
    if cue.NO_LONGER.search(marked):
        return True
    if any(p.search(marked) for p in (cue.STOPPED_AFTER, cue.STOPPED_AFTER_ZH)):
        return True
    if re.search(r"\bex-$", spot.raw_before):
        return True
    return not marked.isascii() and cue.ENDED_ZH.search(marked) is not None


def change_of(spot: Spot) -> Stance | None:
    """Read a change at the value: "from A to B" makes A past and B current; None without one."""
    before, after = spot.lead, spot.rest
    if _ARROW_AFTER.match(after):
        return Stance.PAST
    if _ARROW_BEFORE.search(before):
        return Stance.CURRENT
    if not (before.isascii() and after.isascii()):
        chinese = _change_zh(before, after)
        if chinese is not None:
            return chinese
    return _change_en(before, after, is_date=spot.is_date)


def _change_en(before: str, after: str, *, is_date: bool) -> Stance | None:
    if cue.REPLACE_WITH.search(before) or cue.BECAME_BEFORE.search(before):
        return Stance.CURRENT
    if (cue.REPLACE_OBJECT.search(before) and not is_date) or cue.REPLACED_AFTER.match(after):
        return Stance.PAST
    if cue.FROM_BEFORE.search(before) and not cue.FROM_TO_BEFORE.search(before):
        return Stance.PAST
    if cue.TO_BEFORE.search(before):
        return Stance.CURRENT
    return None


def _change_zh(before: str, after: str) -> Stance | None:
    if cue.TURNED_BEFORE_ZH.search(before) or cue.INSTEAD_ZH.search(before):
        return Stance.CURRENT
    if cue.TURNS_AFTER_ZH.match(after):
        return Stance.PAST
    if cue.TURNS_FROM_ZH.search(before) and cue.TURNS_ON_ZH.match(after):
        return Stance.PAST
    if cue.REPLACES_ZH.search(before) or cue.REPLACED_ZH.match(after):
        return Stance.PAST
    return None


def is_past(spot: Spot) -> bool:
    """Tell whether the value is marked as past in its clause or by contrast with a now."""
    clause = spot.marked
    if not (spot.is_amount or spot.is_date) and (
        cue.STOPPED.search(clause) or cue.STOPPED_ZH.search(clause)
    ):
        return True
    if cue.OLD_LABEL.search(spot.raw_before):
        return True
    if cue.COMPARED_OLD.search(spot.lead) or cue.OVER_BEHIND.match(spot.next_sentence()):
        return True
    turns_out = "以为" in spot.lead
    for past in (*cue.PAST_EN.finditer(clause), *cue.PAST_ZH.finditer(clause)):
        if turns_out and past.group() == "原来":
            continue
        if not cue.NOW.search(spot.raw_before, min(past.end(), len(spot.raw_before))):
            return True
    if _is_of_old(spot):
        return True
    frame = cue.FRAME.search(spot.lead)
    if frame and not spot.is_date and not cue.NOW.search(spot.lead, frame.end()):
        return True
    if cue.FRAME.search(spot.raw_after) and cue.STATIVE.search(spot.raw_before):
        return not spot.is_date
    return _was_and_is_not(spot, clause) or _was_and_is_not_zh(spot, clause)


def _is_of_old(spot: Spot) -> bool:
    """An adjective in front: the old budget of 50k; her previous car, a Volvo."""
    if re.search(r"\b(?:years?|months?|weeks?|days?) old\b", spot.before):
        return False
    if re.search(r"(?:原|旧|老)(?=_+[^，。]{0,4}$)", spot.before):
        return True
    return bool(cue.OLD.search(spot.before) or cue.APPOSED_OLD.search(spot.masked_lead))


def _has_past_verb(text: str) -> bool:
    return any(is_past_verb(word) for word in re.findall(r"[a-z]+", text)) or "used to" in text


def _was_and_is_not(spot: Spot, clause: str) -> bool:
    """Past tense with a mark that it ended: until, a state's time, before, or a now elsewhere."""
    if not _has_past_verb(spot.raw_before):
        return False
    if cue.UNTIL.search(spot.lead + spot.rest) or cue.BEFORE_ADVERB.search(clause):
        return True
    if cue.BEFORE_ADVERB.search(spot.clause_text(-1)) and cue.STATIVE.search(spot.raw_before):
        return True
    if cue.STATE.search(spot.raw_before) and cue.STATE_TIME.search(clause) and not spot.is_date:
        return True
    if cue.NOW.search(clause) or not cue.STATIVE.search(spot.raw_before):
        return False
    if cue.WAS_ALONE.search(spot.raw_before) and spot.clause_index:
        return True
    later = spot.reading.low[spot.clause.end : spot.sentence.end]
    return cue.NOW.search(later) is not None or cue.NOW.match(spot.next_sentence()) is not None


def _was_and_is_not_zh(spot: Spot, clause: str) -> bool:
    """A past time or an experience in the clause of the value, and a now behind it."""
    if clause.isascii() or cue.NOW.search(spot.raw_before):
        return False
    if cue.EXPERIENCED_ZH.search(clause) and not spot.is_date:
        return True
    if not cue.PAST_TIME_ZH.search(spot.lead):
        return False
    later = spot.reading.low[spot.clause.end : spot.sentence.end]
    return bool(cue.NOW_ZH.search(later) or cue.NOW_ZH.match(spot.next_sentence()))
