"""Read the structure of an English clause: what property of what, which value, what before."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_impls.parts.claims import english_patterns as say
from memory_impls.parts.claims.property import find_property

__all__ = ["Parse", "parse_english"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parse:
    """Pieces of a clause, as they stand in it.

    Attributes:
        subject: "user", "" for the things at hand, or the words that name somebody or something.
        attribute: Words of the property, "" when only values are named.
        single: The grammar says that there is one such value ("my manager is").
        attitude: "+" or "-" for likes and dislikes.
        about: The phrase that names the property with its owner; names elsewhere guard nothing.
        owner: The name of whose property it is.
    """

    subject: str = "user"
    attribute: str = ""
    value: str = ""
    old: str = ""
    change: bool = False
    single: bool = False
    attitude: str = ""
    prefers: bool = False
    about: str = ""
    owner: str = ""


def parse_english(clause: str) -> list[Parse]:
    """Read a clause; the most telling reading first, none when its structure is not known.

    Args:
        clause: Without quotation; capitals as written, because they show names.
    """
    marked = say.MARKER.match(clause)
    core = clause[marked.end() :] if marked else clause
    core = core.strip(" \t-*•").rstrip(" .!。")
    change = bool(say.CHANGED.search(clause))
    bare = say.TAIL.sub("", core) or core
    found = [parse for reader in _READERS if (parse := reader(bare, core, change)) is not None]
    told = _property(clause, change)
    if told is not None and not (found and (found[0].old or found[0].attitude)):
        return [told]
    return found[:1]


def _property(clause: str, change: bool) -> Parse | None:
    """Read a property with an owner, wherever in the clause it stands."""
    found = find_property(clause)
    if found is None:
        return None
    # "The dog" may be one of many, "Adam's dog" is the one that is meant.
    single = bool(found.owner) or found.attribute.split()[-1].lower() not in say.MANY
    return Parse(
        subject="user" if found.own else "", attribute=found.attribute, value=found.value,
        change=change, single=single, about=found.phrase, owner=found.owner,
    )  # fmt: skip


def _subject(words: str) -> str:
    low = words.strip().lower()
    if low in ("i", "we", "my", "our", "me", "us", "you all"):
        return "user"
    if low in ("the", "this", "it", "that"):
        return ""
    if low in ("his", "her", "their", "its", "he", "she", "they"):
        return "somebody"
    return words.strip().removesuffix("'s").removesuffix("’s")


def _replaced(bare: str, core: str, change: bool) -> Parse | None:
    match = say.REPLACE.search(bare)
    if match:
        return Parse(value=match["new"], old=match["old"], change=True)
    match = say.TAKEN.match(bare)
    if match:
        return Parse(
            value=match["new"], old=match["old"], attribute=match["attr"] or "", change=True
        )
    match = say.TOOK_ROLE.match(bare)
    if match:
        return Parse(value=match["new"], attribute=match["attr"], change=True, single=True)
    return None


def _set(bare: str, core: str, change: bool) -> Parse | None:
    match = say.ACT_SET.match(bare)
    if match and match["attr"]:
        return Parse(
            subject=_subject(match["det"]), attribute=match["attr"], value=match["new"],
            old=match["old"] or "", change=True, single=True,
        )  # fmt: skip
    match = say.NOUN_SET.match(bare)
    if match and match["attr"].strip():
        return Parse(
            subject=_subject(match["det"]), attribute=match["attr"], value=match["new"],
            old=match["old"] or "", change=True, single=True,
        )  # fmt: skip
    return None


def _gone(bare: str, core: str, change: bool) -> Parse | None:
    match = say.GO.match(bare)
    if match:
        verb = match["verb"].lower()
        home = verb.startswith(("mov", "relocat")) and not re.match(
            r"(?:the )?(?:project|team|role|plan)\b", match["new"], re.IGNORECASE
        )
        attribute = match["attr"] or ("live in" if home else "role" if verb == "promoted" else "")
        return Parse(
            subject=_subject(match["subj"]), attribute=attribute, value=match["new"],
            old=match["old"] or "", change=True, single=bool(attribute),
        )  # fmt: skip
    match = say.AWAY.match(bare)
    if match:
        return Parse(
            subject=_subject(match["subj"]), value=match["new"] or "", old=match["old"], change=True
        )
    return None


def _contrast(bare: str, core: str, change: bool) -> Parse | None:
    for pattern, strong in (
        (say.NO_LONGER, True), (say.NOT_BUT, True), (say.INSTEAD_FIRST, True),
        (say.INSTEAD_OF, change), (say.BUT_NOT, change),
    ):  # fmt: skip
        match = pattern.search(core)
        if not match:
            continue
        head = core[: match.start()].strip()
        new = (match["new"] or "").strip()
        inner = _plain(new, change) if new else None
        if inner is None and pattern not in (say.BUT_NOT, say.INSTEAD_OF):
            inner = _plain(f"{head} {new}".strip(), change)
        old = say.TAIL.sub("", match["old"])
        if inner:
            return Parse(
                subject=inner.subject, attribute=inner.attribute, value=inner.value, old=old,
                change=strong or inner.change, single=inner.single, prefers=inner.prefers,
            )  # fmt: skip
        subject = (
            "user" if re.match(r"(?:i|we|my|our)\b", head, re.IGNORECASE) or not head else head
        )
        subject = re.sub(
            r"\b(?:is|are|am|'m|was|do|does|did|have|has|'s|'re)$", "", subject
        ).strip()
        return Parse(
            subject=_subject(subject) if subject else "user", value=new, old=old, change=strong
        )
    return None


def _plain(core: str, change: bool) -> Parse | None:
    bare = say.TAIL.sub("", core) or core
    for reader in (_set, _gone, _felt, _copula, _inverse, _at, _verb):
        parse = reader(bare, core, change)
        if parse:
            return parse
    return None


def _felt(bare: str, core: str, change: bool) -> Parse | None:
    match = say.RATHER.match(bare)
    love, what = "+", match["what"] if match else ""
    if not match:
        match = say.FEEL.match(bare)
        if not match:
            return None
        love, what = ("-" if match["hate"] else "+"), re.split(r"[,;]", match["what"])[0]
    compared = say.INSTEAD.match(what)
    prefers = bool(
        re.search(
            r"prefer|rather|favou?r",
            match.group()[: match.start("what") - match.start()],
            re.IGNORECASE,
        )
    )
    if compared and (prefers or " to " not in f" {compared.group()} "):
        return Parse(value=compared["new"], old="", attribute="prefer", change=change, prefers=True)
    if prefers and love == "+":
        return Parse(value=what, attribute="prefer", change=change, prefers=True)
    return Parse(attribute=what, value=what, attitude=love, change=change, single=True)


def _copula(bare: str, core: str, change: bool) -> Parse | None:
    match = say.COPULA.match(bare)
    if match:
        attribute = match["attr"].strip()
        head = re.split(r"\b(?:of|for|in|on|at|with|from)\b", attribute)[0].split()
        many = bool(head) and head[-1].lower() in say.MANY
        return Parse(
            subject=_subject(match["det"]), attribute=attribute, value=match["val"],
            change=change, single=not many and not _OTHERS.match(match["det"]) and _settles(match),
        )  # fmt: skip
    match = say.LABEL.match(bare)
    if match and len(match["attr"].split()) <= 5:
        return Parse(
            subject="", attribute=match["attr"], value=match["val"], change=change, single=True
        )
    return None


_OTHERS = re.compile(r"(?:his|her|their|its)$", re.IGNORECASE)
"""Owners that only the talk before names: what is theirs cannot be told apart by words."""


def _settles(match: re.Match[str]) -> bool:
    """Tell a property that has one value from a description: "so bold" settles nothing."""
    value = match["val"]
    if say.VAGUE.match(value) or match["be"].lower() in ("was", "were"):
        return False
    own = match["det"].lower() in ("my", "our") or match["det"].endswith(("'s", "’s"))
    return own or bool(say.TELLING.search(value) or say.ROLE.search(match["attr"]))


def _inverse(bare: str, core: str, change: bool) -> Parse | None:
    match = say.INVERSE.match(bare)
    if not match or match["val"].lower() in (
        "it",
        "that",
        "this",
        "he",
        "she",
        "they",
        "there",
        "what",
    ):
        return None
    if match["det"].lower() == "the" and not say.ROLE.search(match["attr"]):
        return None
    head = re.split(r"\b(?:of|for|in|on|at|with|from)\b", match["attr"])[0].split()
    many = bool(head) and head[-1].lower() in say.MANY
    return Parse(
        subject=_subject(match["det"]), attribute=match["attr"], value=match["val"],
        change=change, single=not many,
    )  # fmt: skip


def _at(bare: str, core: str, change: bool) -> Parse | None:
    match = say.BE_AT.match(bare)
    if not match:
        return None
    return Parse(
        subject=_subject(match["subj"]), attribute=f"be {match['head']}", value=match["val"],
        change=change, single=True,
    )  # fmt: skip


def _verb(bare: str, core: str, change: bool) -> Parse | None:
    match = say.VERB.match(bare)
    if not match:
        return None
    verb, prep = match["verb"].lower().split()[-1], match["prep"].strip().lower()
    owned = say.OWNED.match(match["val"]) if verb in ("have", "has", "got") else None
    if owned:
        head = owned["attr"].split()[-1].lower()
        return Parse(
            subject=_subject(match["subj"]), attribute=owned["attr"], value=owned["val"],
            change=change, single=head not in say.MANY,
        )  # fmt: skip
    home = verb in say.ONE_HOME
    if home and verb in ("live", "lives", "living", "reside", "resides", "based"):
        verb, prep = "live", "in"
    single = home or (verb in say.ONE_JOB and prep in ("at", "for", "as"))
    return Parse(
        subject=_subject(match["subj"]), attribute=f"{verb} {prep}".strip(), value=match["val"],
        change=change, single=single,
    )  # fmt: skip


def _am(bare: str, core: str, change: bool) -> Parse | None:
    match = say.AM.match(bare)
    if not match:
        return None
    return Parse(
        attribute=match["what"], value=match["what"], attitude="-" if match["no"] else "+",
        change=change, single=True,
    )  # fmt: skip


def _done(bare: str, core: str, change: bool) -> Parse | None:
    match = say.DONE.match(bare)
    if not match or not re.search(r"\d", match["subj"]):
        return None
    return Parse(subject=_subject(match["subj"]), attribute="be", value=match["val"], change=change)


def _thing(bare: str, core: str, change: bool) -> Parse | None:
    match = say.THING_BE.match(bare)
    if not match or match["subj"].lower() in (
        "it",
        "that",
        "this",
        "there",
        "what",
        "he",
        "she",
        "they",
        "who",
    ):
        return None
    bare_noun = not re.search(r"[A-Z\d]", match["subj"]) and len(match["subj"].split()) <= 4
    if bare_noun and re.search(r"\d|(?<=\s)[A-Z]|^[A-Z]", match["val"]):
        return Parse(
            subject="", attribute=match["subj"], value=match["val"], change=change, single=True
        )
    return Parse(subject=_subject(match["subj"]), attribute="be", value=match["val"], change=change)


_READERS = (
    _replaced,
    _contrast,
    _set,
    _gone,
    _felt,
    _inverse,
    _copula,
    _at,
    _verb,
    _am,
    _done,
    _thing,
)
