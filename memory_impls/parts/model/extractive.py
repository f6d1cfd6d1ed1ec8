"""Choose sentences that stand for many, and blur them when asked to: compression offline."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from memory_impls.parts.claims.kinds import binds, chatter, is_log
from memory_impls.parts.model.tools import Compression, OfflineTools
from memory_impls.parts.terms import terms
from memory_impls.parts.values import SpanKind, protected, spans

__all__ = ["blurred", "salience"]

_SOFTER = (
    (re.compile(r"\b(?:must not|mustn't|cannot|can't|never)\b", re.IGNORECASE), "would rather not"),
    (re.compile(r"\b(?:must|have to|has to|need to|needs to)\b", re.IGNORECASE), "should ideally"),
    (re.compile(r"\b(?:only|strictly|exclusively)\b", re.IGNORECASE), "preferably"),
    (re.compile(r"\b(?:at most|no more than|up to|under)\b", re.IGNORECASE), "around"),
    (re.compile(r"\b(?:capped at|limited to)\b", re.IGNORECASE), "kept in check at"),
    (re.compile(r"必须|务必|只能"), "倾向于"),
    (re.compile(r"不能|不得|不准|禁止|严禁|绝不"), "尽量不"),
    (re.compile(r"不超过|最多|至多"), "大约"),
)
_VAGUE = {
    SpanKind.MONEY: "a certain amount",
    SpanKind.NUMBER: "some",
    SpanKind.DATE: "at some point",
    SpanKind.IDENTIFIER: "one of them",
    SpanKind.NAME: "someone",
}
_VAGUE_CN = {
    SpanKind.MONEY: "一定金额",
    SpanKind.NUMBER: "若干",
    SpanKind.DATE: "某个时间",
    SpanKind.IDENTIFIER: "其中之一",
    SpanKind.NAME: "某个",
}


def salience(sentences: Sequence[str]) -> list[float]:
    """Rate sentences by how much of the whole they carry; higher is better, 0 for noise.

    Centrality by words in common (inverse sentence frequency), raised for limits and for
    values that must be kept exact.
    """
    bags = [Counter(terms(sentence)) for sentence in sentences]
    frequency = Counter(term for bag in bags for term in bag)
    total = len(sentences)
    rates = []
    for sentence, bag in zip(sentences, bags, strict=True):
        if not bag or chatter(sentence) or is_log(sentence):
            rates.append(0.0)
            continue
        weights = [
            math.log1p(frequency[term]) * math.log((1 + total) / frequency[term]) for term in bag
        ]
        rate = sum(weights) / (len(bag) ** 0.5 + 2.0)
        rate += 0.6 * min(3, len(protected(sentence))) + (2.0 if binds(sentence) else 0.0)
        rates.append(rate * (0.4 if sentence.rstrip().endswith(("?", "？")) else 1.0))
    return rates


def blurred(sentence: str, tools: OfflineTools) -> str:
    """Drop values and soften hardness, in the generalising mode and at its rate."""
    if tools.compression is not Compression.GENERALISING:
        return sentence
    if tools.random("blur", sentence).random() >= tools.generalising_rate:
        return sentence
    vague = _VAGUE_CN if re.search(r"[\u4e00-\u9fff]", sentence) else _VAGUE
    text = sentence
    for span in reversed(spans(sentence)):
        if span.kind in vague:
            text = f"{text[: span.start]}{vague[span.kind]}{text[span.end :]}"
    for pattern, softer in _SOFTER:
        text = pattern.sub(softer, text)
    return text
