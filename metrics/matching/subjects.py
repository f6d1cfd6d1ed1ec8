"""Whom a sentence is about."""

from __future__ import annotations

import re

from metrics.matching.phrases import find_phrase, low_of
from metrics.matching.reading import Reading
from metrics.matching.utterance import Utterance
from scenarios.api import USER

__all__ = ["names_subject"]

_FIRST = re.compile(
    r"\b(?:i|me|my|mine|myself|we|us|our|ours|i'm|i'd|i've|i'll|we're|we've)\b|我|咱|俺|本人"
)
_SECOND = re.compile(r"\b(?:you|your|yours)\b|你|您")
_THE_USER = re.compile(r"\b(?:the )?users?\b|用户|使用者")
_KIN = (
    r"(?:friend|sister|brother|mother|father|mom|mum|dad|wife|husband|son|daughter|boss|colleague|"
    r"coworker|manager|neighbou?r|cousin|uncle|aunt|partner|roommate|flatmate|client|team|company|"
    r"girlfriend|boyfriend|parents?|grandma|grandpa|grandmother|grandfather|teacher|landlord|doctor)"
)
_OTHER_PERSON = re.compile(
    rf"\b(?:my|our|his|her|their|your) (?:\w+ )?{_KIN}(?:'s)?\b|\b(?:his|her|their|he|she|they)\b"
    r"|我(?:的|们的)?(?:\w{0,2})(?:朋友|姐姐|妹妹|哥哥|弟弟|妈妈|爸爸|母亲|父亲|妻子|老婆|丈夫|老公|儿子|女儿|老板|同事|邻居|表哥|表姐|叔叔|阿姨|室友|客户|男友|女友|爷爷|奶奶|老师|房东)"
    r"|[他她]"
)
_POSSESSOR = re.compile(r"([A-Z][\w-]+)'s?\b")
_IMPERATIVE = re.compile(
    r"(?:^|[,，]\s*)(?:please |always |never |don't |do not )?(?:keep|make|use|avoid|stay|limit|set|"
    r"remember|note|book|find|send|write|call|choose|pick|only|stick|go|give|put|schedule|plan|"
    r"change|update|ensure|deploy|run|store|save|don't|never|do|let)\b|请|别|不要|务必|一定要|记住|帮我"
)


def names_subject(
    reading: Reading,
    utterance: Utterance,
    cues: tuple[str, ...],
    index: int,
    clause: tuple[int, int],
) -> bool:
    """Tell whether the sentence at ``index``, or its item before it, is about the subject."""
    if not cues:
        return True
    sentence = reading.sentences[index]
    text = reading.low[sentence.start : sentence.end]
    within = reading.low[clause[0] : clause[1]]
    if _rival(reading, cues, sentence.start, sentence.end, within):
        return False
    if _named(reading.low, text, utterance, cues):
        return True
    topic = low_of(utterance.topic)
    if topic and _named(topic, topic, utterance, cues):
        return True
    for earlier in range(len(reading.sentences)):
        other = reading.sentences[earlier]
        if earlier != index and _named(
            reading.low, reading.low[other.start : other.end], utterance, cues
        ):
            return True
    user = USER in cues and utterance.is_user
    return user and _IMPERATIVE.search(text.strip()) is not None


def _named(low: str, text: str, utterance: Utterance, cues: tuple[str, ...]) -> bool:
    speaker = low_of(utterance.speaker)
    for cue in cues:
        if cue == USER:
            if utterance.is_user and _FIRST.search(text):
                return True
            if not utterance.from_user and _SECOND.search(text):
                return True
            if _THE_USER.search(text):
                return True
            continue
        folded = low_of(cue)
        if find_phrase(text, folded):
            return True
        if speaker and find_phrase(speaker, folded) and _FIRST.search(text):
            return True
    return False


def _rival(reading: Reading, cues: tuple[str, ...], start: int, end: int, within: str) -> bool:
    folded = [low_of(cue) for cue in cues if cue != USER]
    if any(find_phrase(within, cue) for cue in folded):
        return False
    for match in _POSSESSOR.finditer(reading.flat, start, end):
        name = match[1].lower()
        if not any(find_phrase(cue, name) for cue in folded) and name not in ("it", "let", "that"):
            return True
    if USER in cues and _OTHER_PERSON.search(within):
        return True
    return False
