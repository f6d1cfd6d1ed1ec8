"""Read the statements of a text: sentences, their stance, and what each claims."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from datetime import datetime

from memory_impls.api import ItemKind
from memory_impls.parts.claims.chinese import parse_chinese
from memory_impls.parts.claims.claim import Claim, Stance, ValueForm
from memory_impls.parts.claims.dimensions import poles_in
from memory_impls.parts.claims.english import Parse, parse_english
from memory_impls.parts.claims.kinds import (
    binds,
    chatter,
    is_log,
    is_request,
    modal,
    stands,
    task_request,
    told_preference,
)
from memory_impls.parts.claims.sense import Sense
from memory_impls.parts.claims.slots import (
    attribute_of,
    condition_of,
    guards_of,
    owner_of,
    subject_of,
)
from memory_impls.parts.claims.stance import CORRECTION, stance_of, unquoted
from memory_impls.parts.claims.validity import interval_of
from memory_impls.parts.claims.value import content, form_of, key_of, state_of
from memory_impls.parts.normalise import fold, has_cjk
from memory_impls.parts.sentences import split_clauses, split_sentences
from memory_impls.parts.values import SpanKind, spans

__all__ = ["Source", "read"]

_MOST = 800
"""Characters of the longest sentence that is read for structure."""
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_OUTPUT = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|responses?|reports?|summar(?:y|ies)|e?mails?|messages?|texts?|"
    r"writing|write.?ups?|"
    r"explanations?|updates?|docs?|documents?|notes?|posts?|content|styles?|formats?|tone|"
    r"tables?|articles?|drafts?|"
    r"output|code|briefs?|version|it|things|them|everything|stuff|memos?|newsletters?|proposals?|"
    r"files?|exports?)\b"
    r"|回答|回复|报告|总结|邮件|文档|内容|方案|说明|风格|表格|文章|周报|日报|文案|输出|格式|代码|"
    r"稿",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a text comes from, as far as reading it depends on that.

    Attributes:
        speaker: Folded name of whom the first person means.
        trusted: The user or the system speaks: only they set constraints and preferences.
        sense: Reads wishes and limits that no pattern of words knows; None goes by words alone.
    """

    at: datetime
    speaker: str = "user"
    trusted: bool = True
    sense: Sense | None = None


def read(text: str, source: Source) -> tuple[Claim, ...]:
    """Read what a text claims, in order; every claim holds its own words unchanged.

    Machine output and code are passed over; questions, hypotheses and reported speech come
    back with their stance and without a slot, so that they can change nothing.
    """
    return _read(text, source)


@functools.lru_cache(maxsize=1 << 12)
def _read(text: str, source: Source) -> tuple[Claim, ...]:
    # The same entry is read on arrival, when it is scored and when it is extracted.
    found: list[Claim] = []
    for sentence in split_sentences(_FENCE.sub("\n", text)):
        if len(sentence) > _MOST:
            # Nobody speaks like this: pasted matter, kept whole but not taken apart.
            found.append(Claim(text=sentence, clause=sentence, kind=ItemKind.FACT))
        elif not chatter(sentence) and not is_log(sentence):
            found.extend(_sentence(sentence, source))
    return tuple(found)


def _sentence(sentence: str, source: Source) -> list[Claim]:
    stance = stance_of(sentence)
    if stance is not Stance.ASSERTED:
        return [Claim(text=sentence, clause=sentence, kind=ItemKind.FACT, stance=stance)]
    if not source.trusted:
        return _statements(sentence, unquoted(sentence), source)
    claims = _claims(sentence, source)
    return claims if source.sense is None else _sensed(sentence, claims, source.sense)


def _sensed(sentence: str, claims: list[Claim], sense: Sense) -> list[Claim]:
    """Let meaning decide what words have left open: what binds, and what is wished for."""
    if not claims or any(claim.hard or claim.form is ValueForm.POLE for claim in claims):
        return claims
    guess = sense.kind(sentence)
    exact = any(claim.form in _EXACT for claim in claims)
    # "My locker code is 7719" gives a property its value, which binds nobody.
    named = any(claim.single and claim.attribute and claim.form not in _COUNTED for claim in claims)
    if guess.label == "limit" and guess.probability >= (0.85 if named else 0.55 if exact else 0.7):
        return [
            replace(claim, kind=ItemKind.CONSTRAINT, hard=True, standing=True) for claim in claims
        ]
    if guess.label != "wish" or guess.probability < (0.9 if named else 0.75):
        return claims
    pole = sense.pole(sentence)
    told = guess.probability >= 0.93 and not _TALE.search(sentence)
    first = replace(claims[0], kind=ItemKind.PREFERENCE, standing=True, request=told)
    if pole.label == "none" or pole.probability < 0.6:
        return [first, *claims[1:]]
    dimension, _, end = pole.label.partition(":")
    style = replace(
        first,
        request=True,
        attribute=(f"~{dimension}",),
        guards=condition_of(sentence),
        topic=dimension,
        value=end,
        value_key=(end,),
        form=ValueForm.POLE,
        single=True,
        change=first.change or bool(_CHANGING.search(sentence)),
    )
    return [style, *claims[1:]]


def _claims(sentence: str, source: Source) -> list[Claim]:
    own = unquoted(sentence)
    wishes = _wishes(sentence, own, source)
    requests = [] if _parse(own) else _requests(sentence, wishes, source)
    if requests or (task_request(own) and not _parse(own) and not _hard(own)):
        return wishes + requests
    stated = _statements(sentence, own, source)
    if wishes:
        # A wish for a known style is fully read; what else the sentence gives is kept if it
        # has a value of its own.
        styles = {wish.value_key for wish in wishes}
        stated = [
            claim
            for claim in stated
            if claim.hard
            or (claim.value_key not in styles and claim.form in _EXACT and not claim.request)
        ]
        stated = [claim for claim in stated if not _covered(claim, wishes)]
    return wishes + stated


def _requests(sentence: str, wishes: list[Claim], source: Source) -> list[Claim]:
    """Read what is asked beside the task itself: how it is to be done, clause by clause."""
    said = [wish.clause for wish in wishes]
    clauses = split_clauses(sentence)
    lead = is_request(clauses[0]) or task_request(clauses[0])
    found = []
    for at, clause in enumerate(clauses):
        own = unquoted(clause)
        # After a task the next clause in the imperative says how, whatever its verb.
        how = at > 0 and task_request(clauses[0]) and not _NOT_HOW.search(own)
        if at > 0 and not (lead or how or re.search(r"\b(?:please|pls)\b|请|麻烦", own)):
            continue
        if clause in said or task_request(own) or poles_in(own) or not (is_request(own) or how):
            continue
        claim = _claim(sentence, clause, Parse(subject=""), source)
        kind = claim.kind if claim.hard else ItemKind.PREFERENCE
        found.append(replace(claim, request=True, kind=kind))
    return found


_NOT_HOW = re.compile(
    r"^\W*(?:(?:and|but|so|then|also|because|since|as|which|who|where|when|while|for|with)\s+)*"
    r"(?:i|we|he|she|they|it|you|the|this|that|these|those|my|our|his|her|their|there|a|an|is|"
    r"are|was|"
    r"in|on|at|to|of|from|about|by|than|thanks|thank|[A-Z]\w*)\b|^\W*(?:我|他|她|它|这|那|因为|谢)"
)
_COUNTED = frozenset({ValueForm.AMOUNT, ValueForm.DATE})
_EXACT = frozenset({ValueForm.AMOUNT, ValueForm.DATE, ValueForm.CODE, ValueForm.STATE})


def _covered(claim: Claim, wishes: list[Claim]) -> bool:
    return any(wish.hard for wish in wishes) and claim.form not in _EXACT


def _wishes(sentence: str, own: str, source: Source) -> list[Claim]:
    """Read wishes for one end of a known dimension of style."""
    poles = poles_in(own)
    if not poles or not _wishing(own):
        return []
    found = []
    for dimension in dict.fromkeys(pole.dimension for pole in poles):
        here = [pole for pole in poles if pole.dimension == dimension]
        wanted = {pole.name for pole in here if not pole.refused}
        refused = {pole.name for pole in here if pole.refused}
        name = next(iter(wanted)) if len(wanted) == 1 else ""
        if not name and not wanted and len(refused) == 1:
            name = f"not {next(iter(refused))}"
        if not name:
            continue
        since, until = interval_of(own, source.at)
        words = _clause_of(sentence, here[0].start)
        hard = (binds(words) or modal(words)) and bool(
            re.search(r"\b(?:must|only|never|always)\b|必须|只能|务必|绝不", words, re.IGNORECASE)
        )
        found.append(
            Claim(
                text=sentence,
                clause=words,
                kind=ItemKind.CONSTRAINT if hard else ItemKind.PREFERENCE,
                subject=f"@{source.speaker}",
                attribute=(f"~{dimension}",),
                guards=condition_of(words),
                topic=dimension,
                value=name,
                value_key=(name,),
                form=ValueForm.POLE,
                old=next(iter(sorted(refused)), "") if wanted else "",
                change=bool(_CHANGING.search(own)),
                correction=bool(CORRECTION.search(own)),
                single=True,
                standing=stands(own) or told_preference(own),
                request=not told_preference(own),
                hard=hard,
                since=since,
                until=until,
            )
        )
    return found


_CHANGING = re.compile(
    r"\b(?:from (?:now|here) on|going forward|now|any ?more|no longer|instead|these days|change|"
    r"changed|"
    r"switch|actually|rather than|after all|lately|new|stop|as of|starting)\b|以后|今后|从现在|"
    r"从今|现在|改成|改为|不再|换成|别再",
    re.IGNORECASE,
)


_TALE = re.compile(
    r"^\W*(?:they|he|she|it|there|those|these|people)\b(?! (?:must|should|have to))", re.I
)
"""How a sentence begins that tells of others."""


def _wishing(text: str) -> bool:
    pieces = [text, *split_clauses(text), text.rpartition(": ")[2]]
    if any(is_request(piece) for piece in pieces) or task_request(text):
        return True
    if _TALE.search(text):
        return False
    if told_preference(text) or stands(text):
        return bool(_OUTPUT.search(text)) or len(content(text)) <= 4
    if has_cjk(text):
        parts = [part for part in split_clauses(text) if poles_in(part)]
        return any(len(part) <= 14 and not re.search(r"我|他|她|了。?$", part) for part in parts)
    # A bare fragment is a wish too: "Shorter, please." "Excel, not PDF."
    return len(content(text)) <= 4 and not re.search(
        r"\b(?:i|we|he|she|they|it|was|were|is|are|had)\b|我|他|她", text, re.IGNORECASE
    )


def _clause_of(sentence: str, start: int) -> str:
    """Give the clause around a place, if it can stand alone, else the sentence."""
    clauses = split_clauses(sentence)
    if len(clauses) < 2:
        return sentence
    at = 0
    for clause in clauses:
        found = sentence.find(clause, at)
        if found < 0:
            return sentence
        at = found + len(clause)
        if found <= start < at:
            return clause if is_request(clause) or told_preference(clause) else sentence
    return sentence


def _statements(sentence: str, own: str, source: Source) -> list[Claim]:
    """Read statements by structure: the whole sentence if it names an old value, else by clause."""
    whole = _parse(own)
    clauses = split_clauses(sentence)
    if (whole is not None and whole.old) or len(clauses) < 2:
        return [_claim(sentence, sentence, whole or Parse(subject=""), source)]
    parsed = [(clause, _parse(unquoted(clause))) for clause in clauses]
    # "... and never let us down" goes on with a tale; it commands nothing.
    lead = is_request(clauses[0]) or task_request(clauses[0]) or binds(clauses[0])
    telling = [
        (clause, parse or Parse(subject=""))
        for at, (clause, parse) in enumerate(parsed)
        if (parse and (parse.attribute or parse.old))
        or (source.trusted and _hard(clause) and (at == 0 or lead or binds(clause)))
    ]
    if not telling:
        return [_claim(sentence, sentence, whole or Parse(subject=""), source)]
    if len(telling) == 1:
        # One statement among asides: it is the sentence's, aside included.
        return [_claim(sentence, sentence, telling[0][1], source)]
    return [_claim(sentence, clause, parse, source) for clause, parse in telling]


def _parse(text: str) -> Parse | None:
    found = parse_chinese(text) if has_cjk(text) else parse_english(text)
    return found[0] if found else None


def _claim(sentence: str, clause: str, parse: Parse, source: Source) -> Claim:
    """Assemble a claim from what was parsed, with its kind and its normalised parts."""
    own, context = unquoted(clause), unquoted(sentence)
    since, until = interval_of(context, source.at)
    hard = source.trusted and _hard(own)
    request = source.trusted and not (parse.attribute or parse.value) and is_request(own)
    wish = bool(parse.attitude or parse.prefers) or (source.trusted and told_preference(own))
    kind = ItemKind.FACT
    if hard:
        kind = ItemKind.CONSTRAINT
    elif source.trusted and (wish or request):
        kind = ItemKind.PREFERENCE
    value, form = _value(own, parse)
    correction = bool(CORRECTION.search(context))
    claim = Claim(
        text=sentence,
        clause=clause,
        kind=kind,
        value=value,
        form=form,
        old=parse.old.strip(),
        change=parse.change or correction,
        correction=correction,
        standing=stands(own) or wish or hard,
        request=request,
        hard=hard,
        since=since,
        until=until,
    )
    return _placed(claim, own, parse, source)


def _hard(text: str) -> bool:
    if binds(text):
        return True
    if not modal(text):
        return False
    exact = any(
        span.kind in (SpanKind.MONEY, SpanKind.NUMBER)
        or (span.kind is SpanKind.DATE and not _GONE.search(span.text))
        for span in spans(text)
    )
    first = re.match(r"\W*(?:i|he|she|they|you|this|it)\b", text, re.IGNORECASE)
    firm = is_request(text) and _FIRM.search(text)
    return bool(firm or (exact and _LIMITING.search(text) and not first))


_FIRM = re.compile(
    r"\b(?:must|only|never|always|cannot|can't|nothing|at least|exclusively)\b", re.IGNORECASE
)
_LIMITING = re.compile(
    r"\b(?:must|only|cannot|can't|at least|exclusively|nothing)\b", re.IGNORECASE
)
_GONE = re.compile(r"\b(?:last|yesterday|ago|today|tonight)\b", re.IGNORECASE)


def _value(own: str, parse: Parse) -> tuple[str, ValueForm]:
    if parse.attitude:
        return parse.attitude, ValueForm.ATTITUDE
    if parse.value:
        value = parse.value.strip()
        return value, form_of(value)
    exact = [span.text for span in spans(own) if span.kind is not SpanKind.LIMIT]
    value = " ".join(exact)
    return value, form_of(value) if value else ValueForm.TEXT


def _placed(claim: Claim, own: str, parse: Parse, source: Source) -> Claim:
    """Fill in what the claim is about."""
    speaker = fold(source.speaker)
    if parse.attitude:
        about = re.sub(r"\b(?:any ?more|now|these days|at all|so much|a lot)\b", "", parse.value)
        return replace(
            claim, subject=f"@{speaker}", attribute=("±", *content(about)), topic=about,
            value_key=(parse.attitude,), single=True,
        )  # fmt: skip
    key = key_of(claim.value, claim.form, source.at) if claim.value else ()
    outside = (claim.value, claim.old)
    if parse.attribute == "be" and parse.subject:
        return _thing(claim, parse, key)
    if parse.attribute:
        bare = _without(parse.attribute, own)
        guards = guards_of(parse.about or own, outside=outside, speaker=speaker)
        if parse.owner and fold(parse.owner) != speaker:
            guards = (*guards, owner_of(parse.owner))
        attribute = attribute_of(bare or parse.attribute)
        extra = condition_of(own) if claim.kind is ItemKind.PREFERENCE else ()
        return replace(
            claim, subject=subject_of(parse.subject, speaker), attribute=attribute,
            guards=tuple(sorted({*guards, *extra})), topic=parse.attribute, value_key=key,
            single=parse.single,
        )  # fmt: skip
    gone = content(f"{claim.value} {claim.old}")
    topic = own
    for span in spans(own):
        topic = topic.replace(span.text, " ") if span.kind is not SpanKind.LIMIT else topic
    named = parse.value or parse.old
    attribute = () if claim.change and named else attribute_of(topic, drop=gone)
    return replace(
        claim,
        subject=subject_of(parse.subject, speaker) if named else "",
        attribute=attribute,
        guards=condition_of(own) if claim.kind is ItemKind.PREFERENCE else (),
        topic=topic,
        value_key=key or content(own),
    )


def _thing(claim: Claim, parse: Parse, key: tuple[str, ...]) -> Claim:
    """Place "server alpha-01 is down": the condition of something that has a name."""
    state = state_of(parse.value)
    named = guards_of(parse.subject, outside=(), speaker="")
    return replace(
        claim,
        subject=" ".join(content(parse.subject)),
        attribute=(state[0],) if state else ("be",),
        guards=named,
        topic=parse.subject,
        form=ValueForm.STATE if state else claim.form,
        value_key=(state[1],) if state else key,
        single=state is not None,
    )


def _without(attribute: str, own: str) -> str:
    """Drop names and numbers from the words of a property: they guard, they do not describe."""
    text = attribute
    for span in spans(own):
        if span.kind in (SpanKind.NAME, SpanKind.IDENTIFIER, SpanKind.NUMBER):
            text = text.replace(span.text, " ")
    return text.strip()
