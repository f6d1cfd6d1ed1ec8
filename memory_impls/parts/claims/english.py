"""Read the structure of an English clause: what property of what, which value, what before."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Parse", "parse_english"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parse:
    """Pieces of a clause, as they stand in it.

    Attributes:
        subject: "user", "" for the things at hand, or the words that name somebody or something.
        attribute: Words of the property, "" when only values are named.
        single: The grammar says that there is one such value ("my manager is").
        attitude: "+" or "-" for likes and dislikes.
    """

    subject: str = "user"
    attribute: str = ""
    value: str = ""
    old: str = ""
    change: bool = False
    single: bool = False
    attitude: str = ""
    prefers: bool = False


_MARKER = re.compile(
    r"^(?:(?:(?:(?:hey|hi|hello|thanks|oh|wow|yeah|yes|no|well|so|ok|and|but)[ "
    r",]+)?(?-i:[A-Z])[\w-]+(?=[,!] (?:my|i|we|our|the|it)\b)|oh|ah|hey|hi|hello|well|so|ok|okay|"
    r"alright|right|yes|yeah|yep|no|nope|sorry|wait|oops|hmm|um|"
    r"also|and|but|btw|fyi|anyway|actually|in fact|honestly|basically|just|still|again|by the way|"
    r"update|correction|note|reminder|heads.?up|important|remember|please note|small update|"
    r"quick update|"
    r"quick note|small change|slight change|change of plans?|news|good news|one more thing|as i "
    r"said|"
    r"for the record|keep in mind|don't forget|turns out|it turns out|i should (?:mention|add|say)|"
    r"i forgot to (?:mention|say)|let you know|just so you know|so you know|to be clear|i mean|i "
    r"meant|"
    r"i said|(?:as of|from|since|starting) (?:now|today|this \w+|last \w+|next \w+|\w+day)(?: on)?|"
    r"from (?:here|now) on(?:wards?)?|going forward|these days|nowadays|lately|recently|currently|"
    r"at the moment|for now|now|today|this (?:week|month|year)|last (?:week|month|year)|"
    r"after (?:some )?(?:thought|all|the \w+)|scratch that|my (?:bad|mistake)|that(?:'s| is| "
    r"was) wrong|"
    r"in the end|officially|finally|we've|we decided|we(?:'ve| have) decided)"
    r"(?:\s*[,:.;!—-]+\s*|\s+(?:that|to you that|yet)?\s*|$))+(?=\S)",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:now|no longer|any ?more|these days|nowadays|from now on|going forward|as of|instead|"
    r"changed|change of|switched|update[ds]?|new|lately|since (?:last|this|yester)\w*|effective|"
    r"starting|henceforth|has become|have become|became|after all|revised|latest|back to|turned "
    r"into|"
    r"ended up|used to|not anymore|replac\w+|took over|taken over|moved|by now)\b",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s,]*(?:\b(?:now|any ?more|these days|nowadays|from now on(?:wards)?|going forward|"
    r"instead|again|"
    r"after all|for good|today|lately|at the moment|currently|please|thanks|thank you|by the way|"
    r"though|"
    r"as well|too|right now|already|this (?:week|month|year|time)|last (?:week|month|year)|"
    r"yesterday|"
    r"(?:since|starting|as of|effective|from)(?![^,;]* to ) (?:now|today|tomorrow|yesterday|next|"
    r"this|last|the \d|\d+(?:st|nd|rd|th)? [a-z]|(?:mon|tues|"
    r"wednes|thurs|fri|satur|sun)day|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[^,;]{0,20}|"
    r"until .{2,25}|"
    r"just (?:this|for) .{2,20}))?[\s.!?。]*$",
    re.IGNORECASE,
)
_NO_NAME = (
    r"(?!(?:Please|The|This|That|It|There|They|He|She|You|What|When|If|And|But|So|Then|Also|Just|"
    r"Now|"
    r"Today|Yes|No|Not|Never|Always|Only|My|Our|Let|Make|Keep|Use|For|In|On|At|To|Is|Are|Do|Did)\b)"
)
_PERSON = rf"(?P<subj>i|we|you all|{_NO_NAME}(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]+)?|(?:my|our|his|her|their|the) [\w'’ -]{{2,40}}?)"
_AUX = (
    r"(?:(?:'ve|'m|'re|'s|have|has|had|just|recently|finally|also|now|really|already|currently|"
    r"did|do|"
    r"got|gets|getting|will|'ll|am|are|is|was|been|be|officially|actually|decided to|going to|"
    r"planning to|about to)\s+)*"
)
_MOVES = (
    r"(?:moved|moving|move|switched|switching|switch|changed|changing|change|migrated|migrating|"
    r"migrate|"
    r"shifted|shift|relocated|relocating|transferred|transfer|converted|upgraded|upgrading|"
    r"downgraded|"
    r"went|gone|going|came|returned|reverted|swapped|graduated|transitioned|rotated|reassigned|"
    r"promoted)"
)
_SET_WORDS = (
    r"moved|changed|raised|lowered|increased|decreased|reduced|cut|bumped|pushed|extended|"
    r"shortened|"
    r"postponed|delayed|rescheduled|brought|shifted|set|reset|renamed|updated|adjusted|revised|"
    r"upped|"
    r"dropped|slashed|trimmed|doubled|tightened|relaxed|slipped|moves|changes|moving|rose|went|"
    r"goes|"
    r"switched|corrected|amended|widened|narrowed|capped"
)
_SETS = f"(?:{_SET_WORDS})"
_SETS_NOW = (
    f"(?:{_SET_WORDS}|move|raise|lower|increase|decrease|reduce|bump|push|extend|shorten|postpone|"
    "delay|reschedule|bring|rename|update|adjust|change|make|switch|swap)"
)
_PHRASE = r"[^,;.!?]+?"

_NOUN_SET = re.compile(
    rf"^(?P<det>my|our|the|this|(?-i:(?!I\b|We\b)[A-Z])[\w-]*(?:['’]s)?) ?(?P<attr>[\w'’&/ "
    rf"-]{{0,60}}?)\s+{_AUX}{_SETS}"
    rf"(?: up| down| back| out| forward| ahead| over)?(?:\s+from (?P<old>{_PHRASE}))?\s+(?:to|"
    rf"till|until|by|at) (?P<new>.+)$",
    re.IGNORECASE,
)
_ACT_SET = re.compile(
    rf"^(?:i|we|they|let's|please|\w+)?\s*{_AUX}(?:have to |need to |can |let us )?{_SETS_NOW}"
    r"(?: up| down| back)?\s+(?P<det>my|our|the|this)\s+"
    rf"(?P<attr>[\w'’&/ -]{{2,50}}?)(?:\s+(?:up|down|back|out|forward))?(?:\s+from "
    rf"(?P<old>{_PHRASE}))?\s+"
    r"(?:to|till|until|at) (?P<new>.+)$",
    re.IGNORECASE,
)
_GO = re.compile(
    rf"^{_PERSON}\s*{_AUX}(?P<verb>{_MOVES})(?:\s+(?P<what>my|our|the)\s+(?P<attr>[\w'’ "
    rf"-]{{2,40}}?))?"
    rf"(?:\s+(?:away|over|back|house|jobs?|teams?|projects?|flats?|cities))*"
    rf"(?:\s+from (?P<old>{_PHRASE}))?\s+(?:over |back |across |on )?(?:to|into|onto|for) "
    rf"(?P<new>.+)$",
    re.IGNORECASE,
)
_AWAY = re.compile(
    rf"^{_PERSON}\s*{_AUX}(?:stopped|quit|gave up|given up|dropped|ditched|abandoned|cancelled|"
    rf"left|"
    rf"got rid of|am done with|(?:'m|am|are|'re) (?:done|through|finished) with)\s+(?:using |"
    rf"with |doing |on )?"
    rf"(?P<old>{_PHRASE})(?:\s*(?:,|;|and|for|in favou?r of|to)\s+(?P<new>.+))?$",
    re.IGNORECASE,
)
_REPLACE = re.compile(
    rf"\b(?:replac(?:e|ed|ing|es)|swap(?:ped|ping)?|trad(?:e|ed|ing)|exchanged?)\s+(?:out "
    rf")?(?P<old>{_PHRASE})\s+"
    r"(?:with|by|for) (?P<new>.+)$",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    rf"^(?P<new>{_PHRASE})\s+{_AUX}(?:replaces|replaced|replacing|took over from|taken over from|"
    rf"succeeds|succeeded|"
    r"takes over from)\s+(?P<old>[^,;]+?)(?:\s+as (?:my|our|the) (?P<attr>.+))?$",
    re.IGNORECASE,
)
_TOOK_ROLE = re.compile(
    rf"^(?P<new>{_PHRASE})\s+{_AUX}(?:took over|takes over|taken over|taking over|stepped in|"
    rf"steps in|became|becomes|"
    r"become)\s+as (?:my|our|the) (?P<attr>.+)$",
    re.IGNORECASE,
)
_NO_LONGER = re.compile(
    rf"(?:\bno longer|(?:\bnot|n['’]t)(?= .*\bany ?more\b))\s+(?P<old>{_PHRASE})(?:\s+any ?more)?"
    r"(?:\s*(?:,|;|—|–|-|\bbut\b|\band\b)+\s*(?P<new>.+))?$",
    re.IGNORECASE,
)
_NOT_BUT = re.compile(
    rf"\b(?:not|n['’]t)\s+(?P<old>{_PHRASE}),?\s+but\s+(?:rather )?(?P<new>.+)$", re.IGNORECASE
)
_BUT_NOT = re.compile(
    rf"^(?P<new>.+?)[,;—–-]+\s*(?:and )?(?:definitely )?not (?P<old>{_PHRASE})$", re.IGNORECASE
)
_INSTEAD = re.compile(
    rf"^(?P<new>.+?)\s+(?:instead of|rather than|in place of|over|to)\s+(?P<old>{_PHRASE})$",
    re.IGNORECASE,
)
_INSTEAD_OF = re.compile(
    rf"^(?P<new>.+?)\s+(?:instead of|rather than|in place of)\s+(?P<old>{_PHRASE})$", re.IGNORECASE
)
_INSTEAD_FIRST = re.compile(
    rf"^(?:instead of|rather than)\s+(?P<old>{_PHRASE}),\s*(?P<new>.+)$", re.IGNORECASE
)
_BE = (
    r"(?:is|are|was|will be|'s|’s|shall be|should be|must be|has to be|became|becomes|has become|"
    r"stays|remains|"
    r"equals|can be|needs to be|must not exceed|cannot exceed|can't exceed|may not exceed|"
    r"shouldn't exceed|"
    r"must stay|has to stay|should stay|must be kept|comes to|amounts to|runs to|is called|goes "
    r"by|:|=|->)"
)
_COPULA = re.compile(
    rf"^(?P<det>my|our|the|his|her|their|its|this|(?-i:[A-Z])[\w-]*(?: "
    rf"(?-i:[A-Z])[\w-]*)?['’]s)\s+(?P<attr>[\w'’&/#. -]{{1,70}}?)"
    rf"\s*(?:\b|(?=[:=’'])){_BE}\s+(?P<val>.+)$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^(?P<attr>[A-Za-z][\w'’/ -]{1,40}?)\s*[:=]\s+(?P<val>.+)$")
_INVERSE = re.compile(
    rf"^(?P<val>(?:(?-i:[A-Z])[^,;]{{0,50}}?|[\d$€£][^,;]{{0,50}}?|[\w'’ "
    rf"-]{{2,40}}?))\s+{_AUX}(?:is|are|will be|became|becomes|has become|'s|as)\s+"
    r"(?:now |actually |currently )?(?P<det>my|our|the) (?:new |current |latest "
    r")?(?P<attr>[\w'’& -]{2,50})$",
    re.IGNORECASE,
)
_LOVE = (
    r"(?P<love>prefer|like|love|enjoy|adore|am fond of|'m fond of|am into|'m into|am keen on|am "
    r"a fan of|"
    r"'m a (?:big )?fan of|favou?r|want|would like|'d like|appreciate|am partial to|crave|go for)"
)
_HATE = (
    r"(?P<hate>hate|dislike|can(?:no|')t stand|cannot stand|can't bear|detest|loathe|despise|am "
    r"not into|'m not into|"
    r"am not a fan of|'m not a fan of|am (?:sick|tired|bored) of|'m (?:sick|tired|bored) of|am "
    r"over|'m over|"
    r"can't take|am allergic to|'m allergic to|avoid|(?:do not|don't|dont|no longer|never) "
    r"(?:really )?(?:like|love|enjoy|want|"
    r"care for|eat|drink|prefer))"
)
_FEEL = re.compile(
    rf"^(?:i|we)\s*(?:really |truly |just |absolutely |still |also |now |always |actually |"
    rf"generally |"
    rf"usually |much |have come to |'ve come to |have grown to |'ve grown to |'ve started to |"
    rf"started to )*(?:{_LOVE}|{_HATE})\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_RATHER = re.compile(
    r"^(?:i|we)(?:'d| would)? (?:much )?(?:rather|prefer)(?: have| get| see| you| that you| it "
    r"if you)*\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_LIVES = (
    r"live|lives|living|reside|resides|am based|'m based|is based|are based|work|works|working|"
    r"study|studies|"
    r"studying|drive|drives|own|owns|use|uses|using|run|runs|deploy|deploys|teach|teaches|manage|"
    r"manages|report|"
    r"reports|belong|belongs|speak|speaks|play|plays|train|trains|commute|commutes|bank|banks|"
    r"rent|rents|lead|"
    r"leads|stay|stays|weigh|weighs|earn|earns|pay|pays|cost|costs|have|has|got|need|needs|host|"
    r"hosts|ship|ships|"
    r"start|starts|meet|meets|take|takes|eat|eats|drink|drinks|wear|wears|write|writes|code|codes"
)
_VERB = re.compile(
    rf"^{_PERSON}\s*{_AUX}(?P<verb>{_LIVES})(?P<prep>(?:\s+(?:in|at|for|on|as|to|with|from|under|"
    rf"out of|up to|by))?)\s+(?P<val>.+)$",
    re.IGNORECASE,
)
_OWNED = re.compile(
    r"^(?!been\b|to\b|had\b|got\b|just\b)(?:a |an |the )?(?P<attr>[a-z][a-z-]*(?: "
    r"[a-z-]+){0,3}?)(?: of| named| called|[,:])? (?P<val>(?:[A-Z\d$€£]|\d).*)$"
)
_BE_AT = re.compile(
    rf"^{_PERSON}\s*{_AUX}(?P<prep>on|at|in|with|under|part of|assigned to)\s+(?:the |a "
    rf")?(?P<head>project|team|floor|"
    r"plan|shift|department|squad|office|room|tier|gate|platform|seat)\s+(?P<val>.+)$",
    re.IGNORECASE,
)
_THING_BE = re.compile(
    rf"^(?P<subj>[\w#'’&/. -]{{2,60}}?)\s+{_AUX}(?:is|are|was|were|has|have)\s+(?:been |now |"
    rf"currently |still |back )*(?P<val>.+)$",
    re.IGNORECASE,
)
_DONE = re.compile(
    rf"^(?P<subj>[\w#'’&/. -]{{2,60}}?)\s+{_AUX}(?P<val>(?:shipped|delivered|arrived|cancelled|"
    rf"canceled|closed|opened|"
    r"reopened|resolved|failed|passed|crashed|recovered|expired|completed|finished|started|"
    r"stopped)\b(?: \w+){0,3})$",
    re.IGNORECASE,
)
_AM = re.compile(
    r"^(?:i|we)\s*(?:'m|’m|am|'re|are)\s+(?:now |still |actually )?(?P<no>not )?(?:an? |the )?"
    r"(?!on\b|at\b|in\b|going\b|so\b|just\b|very\b|really\b|not\b|sure\b|glad\b|happy\b|"
    r"sorry\b)(?P<what>[a-z][a-z -]{2,30})$",
    re.IGNORECASE,
)
_ONE_HOME = frozenset(
    "live lives living reside resides based weigh weighs commute bank banks report reports".split()
)
_ONE_JOB = frozenset("work works working".split())
_MANY = frozenset(
    """friend friends colleague colleagues coworker brother sister cousin kid kids child children son daughter
    dog dogs cat cats pet pets book books hobby hobbies meeting meetings flight flights appointment
    appointments order orders invoice invoices ticket tickets task tasks neighbor neighbour uncle
    aunt
    nephew niece teammate classmate client clients customer customers plant plants idea ideas
    goal goals
    question questions issue issues reason reasons option options thing things way one problem
    part point
    trip trips class classes project projects server servers room rooms recipe game games song songs
    movie movies photo photos interests skills languages allergies tools items
    rules friend's""".split()
)


def parse_english(clause: str) -> list[Parse]:
    """Read a clause; the most telling reading first, none when its structure is not known.

    Args:
        clause: Without quotation; capitals as written, because they show names.
    """
    marked = _MARKER.match(clause)
    core = clause[marked.end() :] if marked else clause
    core = core.strip(" \t-*•").rstrip(" .!。")
    change = bool(_CHANGED.search(clause))
    bare = _TAIL.sub("", core) or core
    found = [parse for reader in _READERS if (parse := reader(bare, core, change)) is not None]
    return found[:1]


def _subject(words: str) -> str:
    low = words.strip().lower()
    if low in ("i", "we", "my", "our", "me", "us", "you all"):
        return "user"
    if low in ("the", "this", "it", "its", "that"):
        return ""
    return words.strip().removesuffix("'s").removesuffix("’s")


def _replaced(bare: str, core: str, change: bool) -> Parse | None:
    match = _REPLACE.search(bare)
    if match:
        return Parse(value=match["new"], old=match["old"], change=True)
    match = _TAKEN.match(bare)
    if match:
        return Parse(
            value=match["new"], old=match["old"], attribute=match["attr"] or "", change=True
        )
    match = _TOOK_ROLE.match(bare)
    if match:
        return Parse(value=match["new"], attribute=match["attr"], change=True, single=True)
    return None


def _set(bare: str, core: str, change: bool) -> Parse | None:
    match = _ACT_SET.match(bare)
    if match and match["attr"]:
        return Parse(
            subject=_subject(match["det"]), attribute=match["attr"], value=match["new"],
            old=match["old"] or "", change=True, single=True,
        )  # fmt: skip
    match = _NOUN_SET.match(bare)
    if match and match["attr"].strip():
        return Parse(
            subject=_subject(match["det"]), attribute=match["attr"], value=match["new"],
            old=match["old"] or "", change=True, single=True,
        )  # fmt: skip
    return None


def _gone(bare: str, core: str, change: bool) -> Parse | None:
    match = _GO.match(bare)
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
    match = _AWAY.match(bare)
    if match:
        return Parse(
            subject=_subject(match["subj"]), value=match["new"] or "", old=match["old"], change=True
        )
    return None


def _contrast(bare: str, core: str, change: bool) -> Parse | None:
    for pattern, strong in (
        (_NO_LONGER, True), (_NOT_BUT, True), (_INSTEAD_FIRST, True),
        (_INSTEAD_OF, change), (_BUT_NOT, change),
    ):  # fmt: skip
        match = pattern.search(core)
        if not match:
            continue
        head = core[: match.start()].strip()
        new = (match["new"] or "").strip()
        inner = _plain(new, change) if new else None
        if inner is None and pattern not in (_BUT_NOT, _INSTEAD_OF):
            inner = _plain(f"{head} {new}".strip(), change)
        old = _TAIL.sub("", match["old"])
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
    bare = _TAIL.sub("", core) or core
    for reader in (_set, _gone, _felt, _copula, _inverse, _at, _verb):
        parse = reader(bare, core, change)
        if parse:
            return parse
    return None


def _felt(bare: str, core: str, change: bool) -> Parse | None:
    match = _RATHER.match(bare)
    love, what = "+", match["what"] if match else ""
    if not match:
        match = _FEEL.match(bare)
        if not match:
            return None
        love, what = ("-" if match["hate"] else "+"), re.split(r"[,;]", match["what"])[0]
    compared = _INSTEAD.match(what)
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
    match = _COPULA.match(bare)
    if match:
        attribute = match["attr"].strip()
        head = re.split(r"\b(?:of|for|in|on|at|with|from)\b", attribute)[0].split()
        many = bool(head) and head[-1].lower() in _MANY
        return Parse(
            subject=_subject(match["det"]), attribute=attribute, value=match["val"],
            change=change, single=not many,
        )  # fmt: skip
    match = _LABEL.match(bare)
    if match and len(match["attr"].split()) <= 5:
        return Parse(
            subject="", attribute=match["attr"], value=match["val"], change=change, single=True
        )
    return None


def _inverse(bare: str, core: str, change: bool) -> Parse | None:
    match = _INVERSE.match(bare)
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
    head = re.split(r"\b(?:of|for|in|on|at|with|from)\b", match["attr"])[0].split()
    many = bool(head) and head[-1].lower() in _MANY
    return Parse(
        subject=_subject(match["det"]), attribute=match["attr"], value=match["val"],
        change=change, single=not many,
    )  # fmt: skip


def _at(bare: str, core: str, change: bool) -> Parse | None:
    match = _BE_AT.match(bare)
    if not match:
        return None
    return Parse(
        subject=_subject(match["subj"]), attribute=f"be {match['head']}", value=match["val"],
        change=change, single=True,
    )  # fmt: skip


def _verb(bare: str, core: str, change: bool) -> Parse | None:
    match = _VERB.match(bare)
    if not match:
        return None
    verb, prep = match["verb"].lower().split()[-1], match["prep"].strip().lower()
    owned = _OWNED.match(match["val"]) if verb in ("have", "has", "got") else None
    if owned:
        head = owned["attr"].split()[-1].lower()
        return Parse(
            subject=_subject(match["subj"]), attribute=owned["attr"], value=owned["val"],
            change=change, single=head not in _MANY,
        )  # fmt: skip
    home = verb in _ONE_HOME
    if home and verb in ("live", "lives", "living", "reside", "resides", "based"):
        verb, prep = "live", "in"
    single = home or (verb in _ONE_JOB and prep in ("at", "for", "as"))
    return Parse(
        subject=_subject(match["subj"]), attribute=f"{verb} {prep}".strip(), value=match["val"],
        change=change, single=single,
    )  # fmt: skip


def _am(bare: str, core: str, change: bool) -> Parse | None:
    match = _AM.match(bare)
    if not match:
        return None
    return Parse(
        attribute=match["what"], value=match["what"], attitude="-" if match["no"] else "+",
        change=change, single=True,
    )  # fmt: skip


def _done(bare: str, core: str, change: bool) -> Parse | None:
    match = _DONE.match(bare)
    if not match or not re.search(r"\d", match["subj"]):
        return None
    return Parse(subject=_subject(match["subj"]), attribute="be", value=match["val"], change=change)


def _thing(bare: str, core: str, change: bool) -> Parse | None:
    match = _THING_BE.match(bare)
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
