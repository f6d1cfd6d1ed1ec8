from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory_impls.parts.claims import Claim, Source, Stance, Verdict, read, relate

AT = datetime(2023, 6, 14, 10, tzinfo=UTC)
UPDATES = """
my manager is Alice | Bob is my manager now
I love hiking | I cannot stand hiking any more
I live in Lisbon | I moved from Lisbon to Porto
I live in Lisbon | I just moved to Berlin
We use Postgres | We switched from Postgres to MySQL
I'm on project Atlas | I'm on project Borealis now
I use Java for the backend | I no longer use Java, I use Go
The budget is capped at 50k | We raised the budget from 50k to 80k
We can't spend more than 50k | The budget is now 80k
The deadline is 3 May | The deadline moved to 10 May
Our launch is on 3 May | Our launch got pushed back from 3 May to 10 May
Deploy to production | No, I meant the test environment, not production.
Dave is our team lead | Carol took over from Dave as our team lead
I prefer concise answers | From now on give me detailed reports, please
We run on AWS | we're now deploying to GCP instead of AWS
My phone number is 555-0134 | My new phone number is 555-0199
server alpha-01 is down | server alpha-01 is back up
My doctor is Dr. Patel | I have a new doctor, Dr. Wong
I'm a vegetarian | I'm not a vegetarian anymore
我的经理是王芳 | 现在我的经理是李强了
我一直用Java写后端 | 我以后不用Java了，转Go
预算不超过5万 | 预算从5万提高到8万
我住在北京 | 我搬到上海了
部署到生产环境 | 不对，我说的是测试环境不是生产环境
截止日期是5月3日 | 截止日期改到5月10日
"""
DISTINCT = """
invoice 1042 is paid | invoice 1043 is paid
server alpha-01 is down | server alpha-02 is down
My flight is on Monday | My flight is on Friday
Ana has blood type A | Ben has blood type B
room 204 at 9:00 | room 240 at 9:00
A uses B | B uses C
The budget is 50k | My colleague says the budget is 80k
The budget is 50k | What if the budget were 80k?
My manager is Alice | Ana's manager is Carol
I live in Lisbon | My brother lives in Porto
The Atlas budget is 50k | The Borealis budget is 80k
I like tea | I like coffee
The deadline for the report is 3 May | The deadline for the slides is 10 May
For emails keep it short | For reports give me all the detail
订单1042已发货 | 订单1043已发货
我的经理是王芳 | 小李的经理是张伟
预算是5万 | 如果预算是8万呢
预算是5万 | 小王说预算是8万
"""


def asserted(text: str, at: datetime) -> list[Claim]:
    return [c for c in read(text, Source(at=at)) if c.stance is Stance.ASSERTED]


def verdicts(line: str) -> set[Verdict]:
    old, new = line.split(" | ")
    later = AT + timedelta(days=9)
    return {
        relate(after, before, at=later, similar=lambda one, other: 0.0).verdict
        for before in asserted(old, AT)
        for after in asserted(new, later)
    }


@pytest.mark.parametrize("line", UPDATES.strip().splitlines())
def test_a83_each_wording_of_a_change_is_an_update(line: str) -> None:
    assert Verdict.UPDATE in verdicts(line)


@pytest.mark.parametrize("line", DISTINCT.strip().splitlines())
def test_a84_what_differs_in_what_it_is_about_is_distinct(line: str) -> None:
    assert verdicts(line) <= {Verdict.DISTINCT}


@pytest.mark.parametrize(
    "line",
    [
        "My manager is Alice | my manager is Alice",
        "The cap is 50k | The cap is 50,000",
        "I prefer concise answers | Keep it short, please",
    ],
)
def test_the_same_again_is_the_same(line: str) -> None:
    assert verdicts(line) == {Verdict.SAME}


def test_likeness_alone_updates_only_what_says_it_changed() -> None:
    def alike(one: str, other: str) -> float:
        return 1.0

    old = asserted("My usual is tea", AT)[0]
    changed = asserted("I switched to coffee", AT)[0]
    plain = asserted("I bought coffee", AT)[0]
    assert relate(changed, old, at=AT, similar=alike).verdict is Verdict.UPDATE
    assert relate(plain, old, at=AT, similar=alike).verdict is Verdict.DISTINCT
