"""Known dimensions of how people want things done, and the words for their ends.

General knowledge that a language model would bring: "brief" and "in depth" are two ends of one
thing, so a wish for one replaces a wish for the other, and five wishes for brevity, however worded,
are one habit. English and Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["DIMENSIONS", "Pole", "pole_of", "poles_in"]

_TABLE: Mapping[str, Mapping[str, str]] = {
    "length": {
        "short": r"concise\w*|brief(?!ed|ing|s\b)\w*|shorter|short(?! (?:walk|trip|story|break|"
        r"time|term|notice|of|ride|drive|while|supply))|terse|succinct\w*|compact|tl;?dr|"
        r"(?:less|not so|not too) (?:detail\w*|wordy|verbose|long)|trim\w*|pithy|condensed|snappy|"
        r"(?:few|fewer) words|one.liner|skip (?:the )?details?|summary only|"
        r"简洁|简短|精简|简练|简明|短一点|短一些|短些|简单点|简单一点|别太长|不要太长|言简意赅|"
        r"精炼|少写|(?:别|不要|不用)[^，。]{0,3}长",
        "long": r"detail(?:s|ed)?|in.depth|thorough\w*|(?<!no )longer|(?<!how )(?<!as )(?<!so "
        r")(?<!too )long(?! (?:time|ago|day|way|run|term|as|week|weekend|walk|story|enough|"
        r"distance|lasting|trip|drive|since|before|after))|long.form|comprehensive\w*|elaborate|"
        r"exhaustive|at length|expand\w*|full (?:picture|story|breakdown|version|explanation)|"
        r"verbose|extensive|the works|deep dive|more context|spelled? (?:it )?out|"
        r"详细|详尽|全面|展开|深入|长一点|长一些|具体一点|细一点|完整版|来龙去脉",
    },
    "opening": {
        "direct": r"(?:straight|right) (?:to|into|in)|to the point|point first|no (?:fluff|"
        r"preamble|"
        r"filler|small talk|throat.clearing|long intro\w*|warm.?up)|without (?:the )?(?:fluff|"
        r"preamble|"
        r"intro\w*|filler|warm.?up|ado)|skip (?:the )?(?:intro\w*|pleasantries|preamble|fluff|"
        r"small talk|"
        r"warm.?up)|"
        r"cut to|up ?front|(?:answer|conclusion|result|takeaway|main point|bottom line|verdict)s? "
        r"(?:comes? )?first|bottom line|(?:lead|start|open|begin)\w* with (?:the )?(?:answer|"
        r"conclusion|"
        r"result|takeaway|main|verdict|key)\w*|beat\w* (?:around|about)|(?:open|start|begin)s? "
        r"direct\w*|"
        r"directly|be direct|blunt\w*|"
        r"开门见山|直奔主题|开头[^，。]{0,4}直接|直接开头|不绕|别绕|不要绕|绕弯|绕圈|直接一点|"
        r"直接点|直接说|直接给|直接切入|"
        r"直入|先说结论|"
        r"结论先行|结论放|不要铺垫|别铺垫|少铺垫|少废话|不要废话|别废话",
        "gradual": r"(?:some|a bit of|a little|more) (?:context|background) (?:first|before)|"
        r"ease (?:me )?in|"
        r"(?:start|open|begin)\w* with (?:the )?(?:context|background|story|anecdote)\w*|"
        r"build up to|set the scene|warm (?:intro|opening)|先铺垫|先讲背景|先说背景|循序渐进|"
        r"慢慢引入",
    },
    "tone": {
        "formal": r"(?:more )?formal(?:ly)?|professional(?:ly)?|businesslike|official tone|"
        r"serious tone|"
        r"正式|书面语|严肃|商务",
        "casual": r"casual(?:ly)?|informal(?:ly)?|conversational\w*|chatty|relaxed|laid.back|"
        r"friendl\w+|"
        r"easy.going|随意|口语化|口语|轻松一点|轻松点|轻松的|亲切|聊天的语气",
    },
    "layout": {
        "bullets": r"bullet\w*|point.form|(?:as|in) (?:a )?lists?|numbered lists?|列表|要点|分点|"
        r"条目|逐条",
        "prose": r"prose|(?:full|flowing|plain) (?:paragraphs?|sentences|text)|in paragraphs|"
        r"running text|"
        r"段落|成段|散文|连贯的文字",
        "table": r"(?:as|in|into|with) (?:a )?tables?|tabular|table form\w*|表格形式|用表格|"
        r"做成表格",
    },
    "wording": {
        "plain": r"plain (?:language|english|words)|no jargon|without (?:the )?jargon|"
        r"jargon.free|layman\w*|"
        r"simple (?:language|words|terms)|(?:explain|put) (?:it )?simply|non.technical|"
        r"通俗|大白话|白话|不要术语|别用术语|少用术语",
        "technical": r"technical (?:terms|language|depth|level|detail\w*)|proper terminology|"
        r"expert level|"
        r"专业术语|用术语|技术性",
    },
    "humour": {
        "on": r"funn(?:y|ier)|humou?r(?:ous)?|jokes?|witty|playful|幽默|风趣|段子|笑话",
        "off": r"no (?:jokes?|humou?r)|without (?:jokes?|humou?r)|serious(?:ly)? only|不要开玩笑|"
        r"别开玩笑|不要幽默",
    },
    "emoji": {
        "on": r"(?:use|with|add|more|some) emojis?|加表情|用表情|带表情",
        "off": r"no emojis?|without emojis?|(?:skip|drop|avoid|lose) (?:the )?emojis?|不要表情|"
        r"别用表情|不带表情",
    },
    "examples": {
        "on": r"(?:with|add|include|give|more|use) (?:\w+ )?(?:examples?|sample code)|for example|"
        r"举例|举个例子|带例子|加例子|给例子",
        "off": r"(?:no|without|skip|drop|leave out) (?:the )?examples?|不要例子|别举例|不用举例",
    },
    "steps": {
        "stepwise": r"step.by.step|steps? at a time|walk me through|one step|一步一步|分步骤|"
        r"逐步|按步骤",
        "outcome": r"(?:just|only) (?:the )?(?:answer|result|code|final|outcome)|no explanations?|"
        r"without (?:an )?explanations?|skip (?:the )?explanations?|只要结果|只给答案|不用解释|"
        r"不要解释|只要答案",
    },
    "sources": {
        "on": r"(?:cite|with|include|add|list|give) (?:\w+ )?(?:sources?|references?|citations?|"
        r"links)|"
        r"注明来源|附上来源|标注来源|列出来源|引用来源",
        "off": r"(?:no|without|skip|drop) (?:the )?(?:sources?|references?|citations?)|不用来源|"
        r"不要来源",
    },
    "units": {
        "metric": r"metric|celsius|kilomet\w+|公制|摄氏",
        "imperial": r"imperial|fahrenheit|英制|华氏",
    },
    "spelling": {
        "british": r"british (?:spelling|english)|uk (?:spelling|english)|英式",
        "american": r"american (?:spelling|english)|us (?:spelling|english)|美式",
    },
    "order": {
        "newest": r"(?:newest|latest|most recent) first|reverse chronolog\w+|倒序|最新的?(?:放|"
        r"在)前",
        "oldest": r"(?:oldest|earliest) first|chronological(?:ly)?|正序|按时间顺序",
    },
    "reply language": {
        "english": r"(?:in|to|use) english|用英文|用英语|英文回复|英文回答",
        "chinese": r"(?:in|to|use) (?:chinese|mandarin)|用中文|用汉语|中文回复|中文回答",
        "german": r"(?:in|to) german|用德语|用德文",
        "french": r"(?:in|to) french|用法语|用法文",
        "spanish": r"(?:in|to) spanish|用西班牙语",
    },
    "file format": {
        "excel": r"excel|xlsx?|spreadsheets?|电子表格",
        "pdf": r"pdfs?",
        "word": r"word (?:docs?|documents?|files?|format)|docx|(?:in|as) word\b|word ?(?:文档|"
        r"格式)",
        "csv": r"csvs?",
        "markdown": r"markdown|\.md",
        "powerpoint": r"power ?points?|pptx?|slides|slide deck|幻灯片",
        "google docs": r"google docs?",
        "json": r"json",
        "html": r"html",
        "plain text": r"plain.?text|\.txt|纯文本",
    },
}
DIMENSIONS: tuple[str, ...] = tuple(sorted(_TABLE))

_OPPOSED = frozenset(
    {"length", "opening", "tone", "wording", "humour", "emoji", "examples", "units"}
)
"""Dimensions with two ends, where to refuse one is to ask for the other."""

_NEGATION = re.compile(
    r"(?:n['’]t\b|\b(?:not|dont|no|never|without|avoid|skip|stop|less|instead of|rather than|"
    r"no longer|hate|dislike|drop|lose|enough)\b|不|别|不要|不用|少|避免|停止|讨厌)"
    r"(?:\s+(?:so|too|the|be|make|use|send|give|me|it|in|a|an|as|with|my|any|more|being|using|want|"
    r"need|them|all|of|that|very|overly|go|into|much|要|再|太|那么)){0,4}\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pole:
    """One end of a dimension as a text names it."""

    dimension: str
    name: str
    refused: bool
    start: int
    end: int


def _compiled(words: str) -> re.Pattern[str]:
    # Chinese alternatives have no word boundary to stand on.
    latin = [part for part in _alternatives(words) if not re.search(r"[\u4e00-\u9fff]", part)]
    cjk = [part for part in _alternatives(words) if re.search(r"[\u4e00-\u9fff]", part)]
    parts = [rf"(?<![\w-])(?:{'|'.join(latin)})(?![\w-])"] if latin else []
    return re.compile("|".join([*parts, *cjk]), re.IGNORECASE)


def _alternatives(words: str) -> list[str]:
    """Split a pattern at its outermost bars."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(words):
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            parts.append(words[start:at])
            start = at + 1
    return [part for part in [*parts, words[start:]] if part]


_PATTERNS = {
    (dimension, pole): _compiled(words)
    for dimension, poles in sorted(_TABLE.items())
    for pole, words in sorted(poles.items())
}


def poles_in(text: str) -> list[Pole]:
    """Find every end of a dimension that a text names, in order.

    >>> [(p.dimension, p.name, p.refused) for p in poles_in("Tables in Excel, not PDF")]
    [('file format', 'excel', False), ('file format', 'pdf', True)]
    """
    found: list[Pole] = []
    for (dimension, name), pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            refused = bool(_NEGATION.search(text, 0, match.start()))
            found.append(
                Pole(
                    dimension=dimension,
                    name=name,
                    refused=refused,
                    start=match.start(),
                    end=match.end(),
                )
            )
    # "not so detailed" is one end by itself; a shorter match inside a longer one is none.
    outer = [p for p in found if not any(_inside(p, other) for other in found)]
    return sorted(outer, key=lambda p: (p.start, p.dimension, p.name))


def pole_of(text: str) -> tuple[str, str] | None:
    """Say which end of which dimension a wish asks for; None when it names none or several.

    >>> pole_of("please keep it brief")
    ('length', 'short')
    >>> pole_of("don't make it too formal")
    ('tone', 'casual')
    """
    wanted = {(p.dimension, p.name) for p in poles_in(text) if not p.refused}
    refused = {(p.dimension, p.name) for p in poles_in(text) if p.refused}
    if len(wanted) == 1:
        return next(iter(wanted))
    if not wanted and len(refused) == 1:
        dimension, name = next(iter(refused))
        if dimension in _OPPOSED:
            return dimension, next(pole for pole in sorted(_TABLE[dimension]) if pole != name)
    return None


def _inside(inner: Pole, outer: Pole) -> bool:
    return (
        outer is not inner
        and outer.start <= inner.start
        and inner.end <= outer.end
        and (outer.end - outer.start) > (inner.end - inner.start)
    )
