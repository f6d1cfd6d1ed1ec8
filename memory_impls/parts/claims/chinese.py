"""Read the structure of a Chinese clause: what property of what, which value, what before."""

from __future__ import annotations

import re

from memory_impls.parts.claims.english import Parse

__all__ = ["parse_chinese"]

_MARKER = re.compile(
    r"^(?:(?:对了|那个|嗯|哦|啊|好的?|行|是的|不对|不是|错了|抱歉|等等|等一下|更正一下|更正|"
    r"纠正一下|说错了|记错了|其实|"
    r"另外|还有|顺便说一下|顺便|补充一下|补充|提醒一下|提醒|记住|请记住|记得|注意|请注意|通知|"
    r"更新一下|更新|最新消息|说一下|"
    r"从现在起|从现在开始|从今天起|从今往后|从今天开始|从下周起|以后|今后|往后|现在|目前|最近|"
    r"如今|这段时间|眼下|最终|最后|刚刚|刚|"
    r"已经|我的意思是|我说的是|我指的是|我是说|应该是|决定了|定了|但是?|不过|而且|所以|"
    r"因为)[，,：:。！!\s]*)+(?=.)"
)
_CHANGED = re.compile(
    r"改成|改为|改到|改用|改吃|改喝|改在|换成|换到|换了|换为|变成|变为|调到|调整|调成|调高|调低|"
    r"涨到|降到|提高到|升到|升级|减到|增加到|"
    r"推迟|延期|延后|提前到|搬到|搬去|搬家|转到|转向|转去|转用|不再|不用.{0,8}了|不是.{0,12}是|"
    r"现在|以后|从现在|从今|今后|往后|如今|"
    r"最新|新的|更新|取消|代替|替代|取代|接手|接替|接任|最近|已经不|再也不|是.{1,12}了$"
)
_TO = (
    r"(?:改成了?|改为了?|改到了?|改用了?|换成了?|换到了?|换为了?|变成了?|变为了?|调到了?|"
    r"调整到了?|调整为了?|调整成了?|调成了?|"
    r"涨到了?|降到了?|降为了?|提高到了?|提到了?|升到了?|升级到了?|升级为了?|减到了?|减少到了?|"
    r"增加到了?|放宽到了?|收紧到了?|推迟到了?|"
    r"延期到了?|延后到了?|提前到了?|挪到了?|定为了?|定在了?|定成了?|搬到了?|搬去了?|转到了?|"
    r"转去了?|转向了?|转用了?|转为了?|转成了?|"
    r"迁移?到了?|切换到了?|切到了?|升为了?|更名为|改名为|改名叫)"
)
_W = r"[^，,。；;！!？?]"
_FROM_TO = re.compile(
    rf"^(?P<attr>{_W}{{0,16}}?)(?:已经?|刚刚?|现在|要|将|会|被)*(?:从|"
    rf"由)(?P<old>{_W}{{1,20}}?){_TO}(?P<new>{_W}+)$"
)
_ATTR_TO = re.compile(
    rf"^(?:把|将)?(?P<attr>{_W}{{1,16}}?)(?:已经?|刚刚?|现在|要|将|会|被|又|"
    rf"就)*{_TO}(?P<new>{_W}+)$"
)
_BARE_TO = re.compile(
    rf"^(?:我们?|咱们)?(?:已经?|刚刚?|现在|要|将|会|决定|打算|又|就|都)*{_TO}(?P<new>{_W}+)$"
)
_NO_MORE = re.compile(
    rf"^(?P<subj>{_W}{{0,6}}?)(?:现在|以后|已经)*(?:不再|再也不|已经不|"
    rf"不(?={_W}{{1,20}}了[，,；;\s]))(?P<verb>用|使用|喝|吃|住在?|喜欢|爱|做|要|在|想|玩|开|"
    rf"负责|是)?"
    rf"(?P<old>{_W}{{0,20}}?)了?[，,；;\s]+(?:而是|现在|我?们?)*(?:改|换|转)?(?:成|为|用|到|喝|"
    rf"吃|去|在|是|负责)*(?P<new>{_W}+)$"
)
_STOPPED = re.compile(
    rf"^(?P<subj>{_W}{{0,6}}?)(?:现在|以后|已经)*(?:不再|再也不|已经不)(?P<verb>用|使用|喝|吃|"
    rf"住在?|喜欢|爱|做|要|在|想|玩|开|是)(?P<old>{_W}{{1,20}}?)了?$"
    rf"|^(?P<subj2>{_W}{{0,6}}?)(?:现在|以后|已经)*(?:不)(?P<verb2>用|使用|喝|吃|住在?|喜欢|爱|"
    rf"做|要|玩|开|是)(?P<old2>{_W}{{1,20}}?)了$"
)
_NOT_IS = re.compile(
    rf"(?:^|{_W}*?)(?P<attr>{_W}{{0,12}}?)不是(?P<old>{_W}{{1,20}}?)[，,\s]*(?:而是|是|应该是|"
    rf"而应该是)(?P<new>{_W}+)$"
)
_IS_NOT = re.compile(
    rf"^(?P<attr>{_W}{{0,12}}?)(?:应该)?是(?P<new>{_W}{{1,20}}?)[，,\s]*(?:而不是|而非|"
    rf"不是)(?P<old>{_W}+)$"
)
_BARE_NOT = re.compile(rf"^(?P<new>{_W}{{1,20}}?)[，,\s]*(?:而不是|不是|而非)(?P<old>{_W}+)$")
_WANT_NOT = re.compile(
    rf"^(?P<attr>{_W}{{0,12}}?)(?:要|用|给我|发)(?P<new>{_W}{{1,20}}?)[，,\s]*(?:而不是|不要|"
    rf"别用|不用|而非)(?P<old>{_W}+)$"
    rf"|^(?P<attr2>{_W}{{0,12}}?)(?:不要|别用|不用)(?P<old2>{_W}{{1,20}}?)[，,\s]*(?:要|用|改用|"
    rf"换成)(?P<new2>{_W}+)$"
)
_REPLACED = re.compile(
    rf"^(?:用|由|让)?(?P<new>{_W}{{1,20}}?)(?:已经?)?(?:代替|替代|取代|替换|接替|接手|接任|"
    rf"替)了?(?P<old>{_W}{{1,20}}?)"
    rf"(?:(?:当|做|担任|成为|的)(?P<attr>{_W}+))?$"
)
_COPULA = re.compile(
    rf"^(?P<subj>我们?的?|咱们的?|本人的?|他的|她的|"
    rf"[A-Za-z\u4e00-\u9fff]{{1,8}}的)?(?P<attr>{_W}{{1,14}}?)(?:现在|目前|已经|就|暂|最新)*"
    rf"(?P<be>是|为|叫|在|定在|定为|等于|控制在|限制在|限定在|不能超过|不得超过|不超过|不要超过|"
    rf"别超过|最多|至多|上限是|上限为|上限|不低于|至少|只有|：|:|=)"
    rf"(?P<val>{_W}+)$"
)
_FEEL = re.compile(
    r"^(?:我|我们|咱们)(?:现在|以后|最近|其实|还是|比较|特别|非常|很|更|一直|平时|通常|都|已经)*"
    r"(?P<verb>更喜欢|偏好|偏爱|喜欢|爱|热爱|想要|倾向于?|不喜欢|不爱|讨厌|受不了|反感|不吃|不喝|"
    r"不想要|不要|对)"
    rf"(?P<what>{_W}+)$"
)
_VERB = re.compile(
    r"^(?P<subj>我们?|咱们|[A-Za-z\u4e00-\u9fff]{1,6}?)(?:现在|目前|一直|平时|通常|都|已经|还|"
    r"主要|暂时|刚|今年)*"
    rf"(?P<verb>住在|住|在|用的是|用|使用|开的是|开|养了|养|负责|管|学|做|吃|喝|搬到|工作于|"
    rf"就职于|毕业于|来自|有|负责的是)(?P<val>{_W}+)$"
)
_THING = re.compile(
    rf"^(?P<subj>{_W}*[\dA-Za-z]{_W}*?)(?:现在|目前|已经|又)*(?P<val>(?:已|未)?(?:付款?|支付|"
    rf"逾期|退款|正常|宕机|挂了|恢复|在线|离线|上线|下线|完成|暂停|批准|驳回|通过|发货|签收|退货|"
    rf"送达){_W}{{0,4}})$"
)
_MANY = (
    "朋友",
    "同事",
    "孩子",
    "兄弟",
    "姐妹",
    "会议",
    "航班",
    "订单",
    "发票",
    "任务",
    "项目",
    "爱好",
    "目标",
)
_HOME = ("住在", "住", "搬到")


def parse_chinese(clause: str) -> list[Parse]:
    """Read a clause; none when its structure is not known."""
    marked = _MARKER.match(clause)
    core = (clause[marked.end() :] if marked else clause).strip().rstrip("。.！!；;，, ")
    core = re.sub(r"(?:吧|啦|哦|呀|啊|哈|呢|了哈)$", "", core)
    change = bool(_CHANGED.search(clause))
    if marked and (bare := _BARE_NOT.match(core)):
        return [Parse(value=bare["new"], old=bare["old"], change=True)]
    for reader in (_pairs, _to, _feel, _copula, _thing, _verb):
        parse = reader(core, change)
        if parse:
            return [parse]
    return []


def _owner(words: str | None) -> str:
    text = (words or "").removesuffix("的")
    if text in ("我", "我们", "咱们", "本人", "我们的"):
        return "user"
    return "" if text in ("", "这", "这个", "该", "本") else text


def _split(attr: str) -> tuple[str, str]:
    """Part an owner from a property: 我的经理 -> (user, 经理)."""
    text = re.sub(r"(?:现在|目前|已经|最终|最后|刚刚?)$", "", attr.strip())
    match = re.match(r"^(我们?|咱们|本人)的?(.*)$", text)
    if match:
        return "user", match.group(2)
    match = re.match(r"^([A-Za-z\u4e00-\u9fff]{1,8})的(.+)$", text)
    if match and match.group(1) not in ("项目", "这次", "今年", "本次", "公司"):
        return match.group(1), match.group(2)
    return "", text


def _pairs(core: str, change: bool) -> Parse | None:
    match = _FROM_TO.match(core)
    if match:
        subject, attribute = _split(match["attr"])
        if re.search(r"搬", core) and not attribute:
            subject, attribute = subject or "user", "住在"
        return Parse(
            subject=subject if attribute else "user", attribute=attribute, value=match["new"],
            old=match["old"], change=True, single=bool(attribute),
        )  # fmt: skip
    for pattern in (_NOT_IS, _IS_NOT, _WANT_NOT, _NO_MORE, _REPLACED):
        match = pattern.match(core)
        if not match:
            continue
        found = {name.rstrip("2"): words for name, words in match.groupdict().items() if words}
        subject, attribute = _split(found.get("attr", ""))
        if "subj" in found:
            subject = _owner(found["subj"]) or subject
        return Parse(
            subject=subject if attribute or subject else "user", attribute=attribute,
            value=found.get("new", ""), old=found.get("old", ""),
            change=True, single=bool(attribute),
        )  # fmt: skip
    match = _STOPPED.match(core)
    if match:
        return Parse(
            subject=_owner(match["subj"] or match["subj2"]) or "user",
            old=match["old"] or match["old2"] or "", change=True,
        )  # fmt: skip
    return None


def _to(core: str, change: bool) -> Parse | None:
    match = _BARE_TO.match(core)
    if match:
        attribute = "住在" if re.search(r"搬", core) else ""
        return Parse(attribute=attribute, value=match["new"], change=True, single=bool(attribute))
    match = _ATTR_TO.match(core)
    if match:
        subject, attribute = _split(match["attr"])
        if re.search(r"搬[到去]", core):
            subject, attribute = subject or attribute or "user", "住在"
        return Parse(
            subject=subject, attribute=attribute, value=match["new"], change=True, single=True
        )
    return None


def _feel(core: str, change: bool) -> Parse | None:
    match = _FEEL.match(core)
    if not match:
        return None
    verb, what = match["verb"], match["what"]
    if verb == "对":
        return None
    if verb in ("更喜欢", "偏好", "偏爱", "倾向", "倾向于"):
        return Parse(attribute="偏好", value=what, change=change, prefers=True)
    love = "-" if verb.startswith(("不", "讨厌", "受不了", "反感")) else "+"
    return Parse(attribute=what, value=what, attitude=love, change=change, single=True)


def _copula(core: str, change: bool) -> Parse | None:
    match = _COPULA.match(core)
    if not match or (match["be"] == "在" and not match["subj"]):
        return None
    subject, attribute = _owner(match["subj"]), match["attr"]
    if not match["subj"]:
        subject, attribute = _split(attribute)
    if not attribute:
        return None
    return Parse(
        subject=subject, attribute=attribute, value=match["val"], change=change,
        single=not attribute.endswith(_MANY),
    )  # fmt: skip


def _thing(core: str, change: bool) -> Parse | None:
    match = _THING.match(core)
    if not match:
        return None
    return Parse(subject=match["subj"], attribute="be", value=match["val"], change=change)


def _verb(core: str, change: bool) -> Parse | None:
    match = _VERB.match(core)
    if not match:
        return None
    home = match["verb"] in _HOME
    return Parse(
        subject=_owner(match["subj"]), attribute="住在" if home else match["verb"],
        value=match["val"], change=change, single=home,
    )  # fmt: skip
