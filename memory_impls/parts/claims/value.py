"""The form and the normalised key of a value, so that "50k" and "50,000" are one."""

from __future__ import annotations

import re
from datetime import datetime

from memory_impls.parts.claims.claim import ValueForm
from memory_impls.parts.normalise import find_amounts, find_dates, fold
from memory_impls.parts.terms import terms
from memory_impls.parts.values import Span, SpanKind, spans

__all__ = ["content", "form_of", "key_of", "state_of"]

_FORMS = {
    SpanKind.IDENTIFIER: ValueForm.CODE,
    SpanKind.DATE: ValueForm.DATE,
    SpanKind.MONEY: ValueForm.AMOUNT,
    SpanKind.NUMBER: ValueForm.AMOUNT,
    SpanKind.NAME: ValueForm.NAME,
}
_STATES = (
    "up down online offline running stopped crashed healthy degraded back",
    "paid unpaid overdue settled outstanding refunded",
    "open closed resolved reopened fixed broken unresolved",
    "shipped delivered pending processing cancelled canceled returned delayed received dispatched",
    "approved rejected denied declined accepted unapproved",
    "done finished unfinished complete completed incomplete ongoing blocked unblocked started",
    "active inactive enabled disabled on off",
    "available unavailable sold reserved booked free full empty",
    "married single engaged divorced separated widowed",
    "deployed undeployed released live rolled",
    "green red amber yellow passing failing failed",
)
_STATES_CN = (
    "已付 未付 已支付 未支付 逾期 已退款",
    "正常 宕机 挂了 恢复 在线 离线 上线 下线",
    "完成 未完成 进行中 暂停 已完成",
    "批准 驳回 通过 拒绝 未通过",
    "发货 已发货 签收 退货 未发货 送达",
)
_FAMILY = {word: number for number, row in enumerate(_STATES) for word in row.split()}
_FAMILY_CN = {word: number for number, row in enumerate(_STATES_CN) for word in row.split()}
_LEAD = re.compile(
    r"^(?:now|currently|actually|really|still|already|again|back|in fact|going to be|to be|been|"
    r"set to|set at|set for|capped at|fixed at|about|around|at|to|exactly|roughly|现在|目前|已经|"
    r"又|还是|了)\s*",
    re.IGNORECASE,
)
_DULL = frozenset(
    "now current new old still alreadi again ani anymor longer instead pleas realli just "
    "actual".split()
)


def content(text: str) -> tuple[str, ...]:
    """List the content stems of a text, sorted, each once; words of time and change left out."""
    return tuple(sorted({term for term in terms(text) if term not in _DULL}))


def form_of(value: str) -> ValueForm:
    """Say what sort of value a phrase is; its first telling span decides."""
    found = [span for span in spans(value) if span.kind in _FORMS]
    if not found:
        return ValueForm.STATE if state_of(value) else ValueForm.TEXT
    return _FORMS[_telling(found).kind]


def _telling(found: list[Span]) -> Span:
    """Prefer what the phrase opens with; a date that only qualifies comes after it."""
    return min(found, key=lambda span: (span.start, span.kind))


def state_of(value: str) -> tuple[str, str] | None:
    """Say which family of conditions a phrase belongs to, and which condition it is.

    >>> state_of("back up"), state_of("paid in full")
    (('state-0', 'up'), ('state-1', 'paid'))
    """
    text = value
    while (shorter := _LEAD.sub("", text)) != text:
        text = shorter
    word = re.match(r"[a-z]+", fold(text))
    if word and word.group() in _FAMILY and len(text.split()) <= 4:
        return f"state-{_FAMILY[word.group()]}", word.group()
    for known, family in sorted(_FAMILY_CN.items(), key=lambda pair: (-len(pair[0]), pair[0])):
        if text.startswith(known):
            return f"zustand-{family}", known
    return None


def key_of(value: str, form: ValueForm, at: datetime) -> tuple[str, ...]:
    """Normalise a value: amounts as decimals with units, dates as intervals, words as stems.

    >>> from datetime import UTC
    >>> at = datetime(2023, 5, 1, tzinfo=UTC)
    >>> key_of("50k", ValueForm.AMOUNT, at) == key_of("50,000 at most", ValueForm.AMOUNT, at)
    True
    """
    if form is ValueForm.AMOUNT:
        amounts = {f"{amount.value.normalize():f}{amount.unit}" for amount in find_amounts(value)}
        if amounts:
            return tuple(sorted(amounts))
    if form is ValueForm.DATE:
        days = {f"{span.first}..{span.last}" for span in find_dates(value, at)}
        if days:
            return tuple(sorted(days))
    if form is ValueForm.STATE:
        state = state_of(value)
        if state:
            return (state[1],)
    if form in (ValueForm.CODE, ValueForm.NAME):
        named = {fold(span.text) for span in spans(value) if span.kind in _FORMS}
        if named:
            return tuple(sorted(named))
    return content(value)
