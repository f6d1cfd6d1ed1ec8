"""The patterns of English clauses that ``english`` reads; named groups are their pieces."""

from __future__ import annotations

import re

MARKER = re.compile(
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
CHANGED = re.compile(
    r"\b(?:now|no longer|any ?more|these days|nowadays|from (?:now|here) on|undid|undone|"
    r"reinstat\w+|revert\w*|forget the|scratch (?:that|the)|once more|"
    r"there (?:has been|is|was) a change|going forward|as of|instead|"
    r"changed|change of|switched|update[ds]?|new|lately|since (?:last|this|yester)\w*|effective|"
    r"starting|henceforth|has become|have become|became|after all|revised|latest|back to|turned "
    r"into|"
    r"ended up|used to|not anymore|replac\w+|took over|taken over|moved|by now)\b",
    re.IGNORECASE,
)
TAIL = re.compile(
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
NO_NAME = (
    r"(?!(?:Please|The|This|That|It|There|They|He|She|You|What|When|If|And|But|So|Then|Also|Just|"
    r"Now|"
    r"Today|Yes|No|Not|Never|Always|Only|My|Our|Let|Make|Keep|Use|For|In|On|At|To|Is|Are|Do|Did)\b)"
)
PERSON = (
    rf"(?P<subj>i|we|you all|{NO_NAME}(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]+)?|"
    r"(?:my|our|his|her|their|the) [\w'’ -]{2,40}?)"
)
AUX = (
    r"(?:(?:'ve|'m|'re|'s|have|has|had|just|recently|finally|also|now|really|already|currently|"
    r"did|do|"
    r"got|gets|getting|will|'ll|am|are|is|was|been|be|officially|actually|decided to|going to|"
    r"planning to|about to)\s+)*"
)
MOVES = (
    r"(?:moved|moving|move|switched|switching|switch|changed|changing|change|migrated|migrating|"
    r"migrate|"
    r"shifted|shift|relocated|relocating|transferred|transfer|converted|upgraded|upgrading|"
    r"downgraded|"
    r"went|gone|going|came|returned|reverted|swapped|graduated|transitioned|rotated|reassigned|"
    r"promoted)"
)
SET_WORDS = (
    r"moved|changed|raised|lowered|increased|decreased|reduced|cut|bumped|pushed|extended|"
    r"shortened|"
    r"postponed|delayed|rescheduled|brought|shifted|set|reset|renamed|updated|adjusted|revised|"
    r"upped|"
    r"dropped|slashed|trimmed|doubled|tightened|relaxed|slipped|moves|changes|moving|rose|went|"
    r"goes|"
    r"switched|corrected|amended|widened|narrowed|capped"
)
SETS = f"(?:{SET_WORDS})"
SETS_NOW = (
    f"(?:{SET_WORDS}|move|raise|lower|increase|decrease|reduce|bump|push|extend|shorten|postpone|"
    "delay|reschedule|bring|rename|update|adjust|change|make|switch|swap)"
)
PHRASE = r"[^,;.!?]+?"

NOUN_SET = re.compile(
    rf"^(?P<det>my|our|the|this|(?-i:(?!I\b|We\b)[A-Z])[\w-]*(?:['’]s)?) ?(?P<attr>[\w'’&/ "
    rf"-]{{0,60}}?)\s+{AUX}{SETS}"
    rf"(?: up| down| back| out| forward| ahead| over)?(?:\s+from (?P<old>{PHRASE}))?\s+(?:to|"
    rf"till|until|by|at) (?P<new>.+)$",
    re.IGNORECASE,
)
ACT_SET = re.compile(
    rf"^(?:i|we|they|let's|please|\w+)?\s*{AUX}(?:have to |need to |can |let us )?{SETS_NOW}"
    r"(?: up| down| back)?\s+(?P<det>my|our|the|this)\s+"
    rf"(?P<attr>[\w'’&/ -]{{2,50}}?)(?:\s+(?:up|down|back|out|forward))?(?:\s+from "
    rf"(?P<old>{PHRASE}))?\s+"
    r"(?:to|till|until|at) (?P<new>.+)$",
    re.IGNORECASE,
)
GO = re.compile(
    rf"^{PERSON}\s*{AUX}(?P<verb>{MOVES})(?:\s+(?P<what>my|our|the)\s+(?P<attr>[\w'’ "
    rf"-]{{2,40}}?))?"
    rf"(?:\s+(?:away|over|back|house|jobs?|teams?|projects?|flats?|cities))*"
    rf"(?:\s+from (?P<old>{PHRASE}))?\s+(?:over |back |across |on )?(?:to|into|onto|for) "
    rf"(?P<new>.+)$",
    re.IGNORECASE,
)
AWAY = re.compile(
    rf"^{PERSON}\s*{AUX}(?:stopped|quit|gave up|given up|dropped|ditched|abandoned|cancelled|"
    rf"left|"
    rf"got rid of|am done with|(?:'m|am|are|'re) (?:done|through|finished) with)\s+(?:using |"
    rf"with |doing |on )?"
    rf"(?P<old>{PHRASE})(?:\s*(?:,|;|and|for|in favou?r of|to)\s+(?P<new>.+))?$",
    re.IGNORECASE,
)
REPLACE = re.compile(
    rf"\b(?:replac(?:e|ed|ing|es)|swap(?:ped|ping)?|trad(?:e|ed|ing)|exchanged?)\s+(?:out "
    rf")?(?P<old>{PHRASE})\s+"
    r"(?:with|by|for) (?P<new>.+)$",
    re.IGNORECASE,
)
TAKEN = re.compile(
    rf"^(?P<new>{PHRASE})\s+{AUX}(?:replaces|replaced|replacing|took over from|taken over from|"
    rf"succeeds|succeeded|"
    r"takes over from)\s+(?P<old>[^,;]+?)(?:\s+as (?:my|our|the) (?P<attr>.+))?$",
    re.IGNORECASE,
)
TOOK_ROLE = re.compile(
    rf"^(?P<new>{PHRASE})\s+{AUX}(?:took over|takes over|taken over|taking over|stepped in|"
    rf"steps in|became|becomes|"
    r"become)\s+as (?:my|our|the) (?P<attr>.+)$",
    re.IGNORECASE,
)
NO_LONGER = re.compile(
    rf"(?:\bno longer|(?:\bnot|n['’]t)(?= .*\bany ?more\b))\s+(?P<old>{PHRASE})(?:\s+any ?more)?"
    r"(?:\s*(?:,|;|—|–|-|\bbut\b|\band\b)+\s*(?P<new>.+))?$",
    re.IGNORECASE,
)
NOT_BUT = re.compile(
    rf"\b(?:not|n['’]t)\s+(?P<old>{PHRASE}),?\s+but\s+(?:rather )?(?P<new>.+)$", re.IGNORECASE
)
BUT_NOT = re.compile(
    rf"^(?P<new>.+?)[,;—–-]+\s*(?:and )?(?:definitely )?not (?P<old>{PHRASE})$", re.IGNORECASE
)
INSTEAD = re.compile(
    rf"^(?P<new>.+?)\s+(?:instead of|rather than|in place of|over|to)\s+(?P<old>{PHRASE})$",
    re.IGNORECASE,
)
INSTEAD_OF = re.compile(
    rf"^(?P<new>.+?)\s+(?:instead of|rather than|in place of)\s+(?P<old>{PHRASE})$", re.IGNORECASE
)
INSTEAD_FIRST = re.compile(
    rf"^(?:instead of|rather than)\s+(?P<old>{PHRASE}),\s*(?P<new>.+)$", re.IGNORECASE
)
BE = (
    r"(?:is|are|was|will be|'s|’s|shall be|should be|must be|has to be|became|becomes|has become|"
    r"stays|remains|"
    r"equals|can be|needs to be|must not exceed|cannot exceed|can't exceed|may not exceed|"
    r"shouldn't exceed|"
    r"must stay|has to stay|should stay|must be kept|comes to|amounts to|runs to|is called|goes "
    r"by|:|=|->)"
)
COPULA = re.compile(
    rf"^(?P<det>my|our|the|his|her|their|its|this|(?-i:[A-Z])[\w-]*(?: "
    rf"(?-i:[A-Z])[\w-]*)?['’]s)\s+(?P<attr>[\w'’&/#. -]{{1,70}}?)"
    rf"\s*(?:\b|(?=[:=’']))(?P<be>{BE})\s+(?P<val>.+)$",
    re.IGNORECASE,
)
LABEL = re.compile(r"^(?P<attr>[A-Za-z][\w'’/ -]{1,40}?)\s*[:=]\s+(?P<val>.+)$")
INVERSE = re.compile(
    rf"^(?P<val>(?:(?-i:[A-Z])[^,;]{{0,50}}?|[\d$€£][^,;]{{0,50}}?|[\w'’ "
    rf"-]{{2,40}}?))\s+{AUX}(?:is|are|will be|became|becomes|has become|'s|as)\s+"
    r"(?:now |actually |currently )?(?P<det>my|our|the) (?:new |current |latest "
    r")?(?P<attr>[\w'’& -]{2,50})$",
    re.IGNORECASE,
)
LOVE = (
    r"(?P<love>prefer|like|love|enjoy|adore|am fond of|'m fond of|am into|'m into|am keen on|am "
    r"a fan of|"
    r"'m a (?:big )?fan of|favou?r|want|would like|'d like|appreciate|am partial to|crave|go for)"
)
HATE = (
    r"(?P<hate>hate|dislike|can(?:no|')t stand|cannot stand|can't bear|detest|loathe|despise|am "
    r"not into|'m not into|"
    r"am not a fan of|'m not a fan of|am (?:sick|tired|bored) of|'m (?:sick|tired|bored) of|am "
    r"over|'m over|"
    r"can't take|am allergic to|'m allergic to|avoid|(?:do not|don't|dont|no longer|never) "
    r"(?:really )?(?:like|love|enjoy|want|"
    r"care for|eat|drink|prefer))"
)
FEEL = re.compile(
    rf"^(?:i|we)\s*(?:really |truly |just |absolutely |still |also |now |always |actually |"
    rf"generally |"
    rf"usually |much |have come to |'ve come to |have grown to |'ve grown to |'ve started to |"
    rf"started to )*(?:{LOVE}|{HATE})\s+(?P<what>.+)$",
    re.IGNORECASE,
)
RATHER = re.compile(
    r"^(?:i|we)(?:'d| would)? (?:much )?(?:rather|prefer)(?: have| get| see| you| that you| it "
    r"if you)*\s+(?P<what>.+)$",
    re.IGNORECASE,
)
LIVES = (
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
VERB = re.compile(
    rf"^{PERSON}\s*{AUX}(?P<verb>{LIVES})(?P<prep>(?:\s+(?:in|at|for|on|as|to|with|from|under|"
    rf"out of|up to|by))?)\s+(?P<val>.+)$",
    re.IGNORECASE,
)
OWNED = re.compile(
    r"^(?!been\b|to\b|had\b|got\b|just\b)(?:a |an |the )?(?P<attr>[a-z][a-z-]*(?: "
    r"[a-z-]+){0,3}?)(?: of| named| called|[,:])? (?P<val>(?:[A-Z\d$€£]|\d).*)$"
)
BE_AT = re.compile(
    rf"^{PERSON}\s*{AUX}(?P<prep>on|at|in|with|under|part of|assigned to)\s+(?:the |a "
    rf")?(?P<head>project|team|floor|"
    r"plan|shift|department|squad|office|room|tier|gate|platform|seat)\s+(?P<val>.+)$",
    re.IGNORECASE,
)
THING_BE = re.compile(
    rf"^(?P<subj>[\w#'’&/. -]{{2,60}}?)\s+{AUX}(?:is|are|was|were|has|have)\s+(?:been |now |"
    rf"currently |still |back )*(?P<val>.+)$",
    re.IGNORECASE,
)
DONE = re.compile(
    rf"^(?P<subj>[\w#'’&/. -]{{2,60}}?)\s+{AUX}(?P<val>(?:shipped|delivered|arrived|cancelled|"
    rf"canceled|closed|opened|"
    r"reopened|resolved|failed|passed|crashed|recovered|expired|completed|finished|started|"
    r"stopped)\b(?: \w+){0,3})$",
    re.IGNORECASE,
)
AM = re.compile(
    r"^(?:i|we)\s*(?:'m|’m|am|'re|are)\s+(?:now |still |actually )?(?P<no>not )?(?:an? |the )?"
    r"(?!on\b|at\b|in\b|going\b|so\b|just\b|very\b|really\b|not\b|sure\b|glad\b|happy\b|"
    r"sorry\b)(?P<what>[a-z][a-z -]{2,30})$",
    re.IGNORECASE,
)
ONE_HOME = frozenset(
    "live lives living reside resides based weigh weighs commute bank banks report reports".split()
)
ONE_JOB = frozenset("work works working".split())
MANY = frozenset(
    """friend friends colleague colleagues coworker brother sister cousin kid kids child children
    son daughter
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
VAGUE = re.compile(
    r"^(?:so|very|really|pretty|quite|too|such|a (?:bit|lot)|getting|going|still|like|all|just|"
    r"amazing|"
    r"great|good|nice|beautiful|lovely|awesome|fun|bad|terrible|hard|easy|important|incredible)\b",
    re.IGNORECASE,
)
TELLING = re.compile(r"\d|(?<!^)\b[A-Z]|^[A-Z]|[\"“`]")
ROLE = re.compile(
    r"\b(?:name|status|plan|password|code|colou?r|address|venue|location|theme|format|language|"
    r"owner|"
    r"lead|contact|supplier|vendor|host|title|topic|budget|deadline|limit|cap|goal|target|"
    r"manager|boss|"
    r"size|price|cost|rate|version|branch|port|database|framework|tool|stack|environment|style|"
    r"tone|"
    r"allowance|policy|approach|method|menu|dish|drink|restaurant|hotel|airline|seat|route|time|"
    r"date|"
    r"day|place|room|team|captain|editor|default|preference|rule|priority|stage|phase)s?\b",
    re.IGNORECASE,
)
