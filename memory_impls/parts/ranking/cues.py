"""What the wording of a question or a message gives away, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from memory_impls.parts.normalise import has_cjk

__all__ = [
    "asks_when",
    "day_words",
    "focused",
    "is_question",
    "is_standing",
    "mentioned",
    "tells_time",
    "unasked",
]

_ASKING = re.compile(
    r"\b(?:what|when|where|who|whom|whose|which|why|how)(?:'s|’s)?\b"
    r"|什么时候|什么|何时|哪里|哪儿|哪个|哪些|谁|怎么样|怎么|怎样|为什么|多少|多久|吗|呢",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\bwhen\b|\b(?:what|which|on what|in what|in which)"
    r" (?:date|day|week|month|year|time|season)\b|\bhow (?:long|recently)\b"
    r"|什么时候|何时|哪天|哪一天|几号|几月|哪年|哪个月|多久|什么日期",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|last|next|ago|since|recently|weeks?|weekends?|months?"
    r"|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june"
    r"|july|august|september|october|november|december|mornings?|nights?|summer|winter|spring"
    r"|fall|autumn|(?:19|20)\d\d)\b"
    r"|昨天|今天|明天|前天|后天|今晚|上周|下周|上个月|下个月|去年|明年|今年|星期|周末|小时前|天前|月|年|号",
    re.IGNORECASE,
)
_STANDING = re.compile(
    r"\b(?:always|never|from now on|whenever|every time|going forward|(?:i|we)(?:'d| would)?"
    r" (?:really |much )?prefer|please (?:keep|make sure|remember|don't|do not))\b"
    r"|以后|从现在起|从今以后|总是|一直|每次|永远不?|千万|别再|我(?:更|比较)?(?:喜欢|希望|偏好)",
    re.IGNORECASE,
)
_MONTHS = """January February March April May June July August September October November
December""".split()
_WORD = re.compile(r"[^\W_]+")


def unasked(text: str) -> str:
    """Take the question words out of a question.

    >>> unasked("When did Ana move?")
    'did Ana move?'
    """
    return " ".join(_ASKING.sub(" ", text).split())


def focused(text: str, names: Iterable[str]) -> str:
    """Take question words and the given names out, so that the content alone is compared.

    >>> focused("When did Ana's sister move?", ["Ana"])
    'did sister move?'
    """
    left = unasked(text)
    for name in names:
        edge = "" if has_cjk(name) else r"\b"
        left = re.sub(rf"{edge}{re.escape(name)}(?:'s|’s)?{edge}", " ", left, flags=re.IGNORECASE)
    return " ".join(left.split())


def mentioned(text: str, speakers: Iterable[str]) -> dict[str, list[str]]:
    """Find which speakers a text names, by a part of their name of three letters or more.

    Returns:
        Speaker -> the parts of the name that stand in the text.

    >>> mentioned("What did Caroline say?", ["Caroline Smith", "Mel"])
    {'Caroline Smith': ['Caroline']}
    """
    standing = {word.casefold() for word in _WORD.findall(text)}
    found: dict[str, list[str]] = {}
    for speaker in speakers:
        if has_cjk(speaker):
            parts = [speaker] if speaker in text else []
        else:
            parts = [w for w in _WORD.findall(speaker) if len(w) > 2 and w.casefold() in standing]
        if parts:
            found[speaker] = parts
    return found


def asks_when(text: str) -> bool:
    """Tell whether a question asks for a time."""
    return _WHEN.search(text) is not None


def tells_time(text: str) -> bool:
    """Tell whether a message holds words of date or time."""
    return _TIME.search(text) is not None


def is_question(text: str) -> bool:
    """Tell whether a message ends as a question; it rarely holds an answer.

    >>> is_question("I moved. What about you?"), is_question("What a day! I moved.")
    (True, False)
    """
    return text.rstrip(" \n\"'”’)）").endswith(("?", "？", "吗", "呢"))


def is_standing(text: str) -> bool:
    """Tell whether a message states a lasting wish; it binds tasks that share no word with it.

    >>> is_standing("From now on, keep it short."), is_standing("I prefer tea today?")
    (True, True)
    """
    return _STANDING.search(text) is not None


def day_words(at: datetime, text: str) -> str:
    """Write the day of a message in the words of its language, to be searched.

    >>> from datetime import UTC
    >>> day_words(datetime(2023, 5, 7, tzinfo=UTC), "hello")
    '7 May 2023'
    """
    if has_cjk(text):
        return f"{at.year}年{at.month}月{at.day}日"
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}"
