"""Ordinary talk: subjects that go on for a few exchanges, and tool work with logs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_impls.api import EventKind
from scenarios.language.forms import Fills, Form
from scenarios.language.pool import Exchange, Pool, Thread
from scenarios.stage.draws import Deck, Draws

__all__ = ["Filler"]

_FIRST_SENTENCE = re.compile(r".*?[.!?。！？](?=\s|$|[^\x00-\x7f])", re.DOTALL)
_WORD = re.compile(r"[a-z]{5,}")


class Filler:
    """Deals ordinary exchanges for one history, without repeating itself for long.

    Args:
        pool: Where the words come from.
        draws: Stream that belongs to the filler alone.
        length: Message length, times the usual.
        typos: Share of a user's longer words that get a slip.
    """

    def __init__(self, pool: Pool, draws: Draws, *, length: float, typos: float) -> None:
        self._random = draws
        self._length = length
        self._typos = typos
        self._threads = Deck(pool.threads, draws)
        self._jobs = Deck(pool.jobs, draws) if pool.jobs else None
        self._decks: dict[str, Deck[Exchange]] = {}
        self._thread = self._threads.deal()
        self._left = 0
        self._tasks = 0
        self.task = ""

    def turn(self) -> None:
        """Change the subject at the next exchange."""
        self._left = 0

    def exchange(self) -> tuple[str, str]:
        """Deal a user message and a reply."""
        if self._left <= 0:
            self._thread = self._threads.deal()
            self._left = 2 + self._random.below(4)
        self._left -= 1
        user, assistant = self._render(self._thread)
        if self._length != 1.0:
            user, assistant = self._resized(user, assistant)
        return (self._slipped(user) if self._typos else user), assistant

    def _render(self, thread: Thread) -> tuple[str, str]:
        deck = self._decks.get(thread.key)
        if deck is None:
            deck = self._decks[thread.key] = Deck(thread.exchanges, self._random)
        exchange = deck.deal()
        draws = self._random
        fills = Fills(draws.random)
        for name in exchange.names:
            options = thread.lists.get(name)
            if options:
                fills[name] = options[int(draws.random() * len(options))]
        random = draws.random
        return exchange.user.render(random, fills), exchange.assistant.render(random, fills)

    def _resized(self, user: str, assistant: str) -> tuple[str, str]:
        draws = self._random
        if self._length < 1.0:
            short = draws.chance(1.0 - self._length)
            return (_first(user), _first(assistant)) if short else (user, assistant)
        more = self._length - 1.0
        users, assistants = [user], [assistant]
        while more > 0.0:
            if more >= 1.0 or draws.chance(more):
                other = self._render(self._thread)
                users.append(other[0])
                assistants.append(other[1])
            more -= 1.0
        return " ".join(users), " ".join(assistants)

    def _slipped(self, text: str) -> str:
        draws = self._random

        def slip(match: re.Match[str]) -> str:
            word = match.group()
            if not draws.chance(self._typos):
                return word
            at = 1 + draws.below(len(word) - 3)
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]

        return _WORD.sub(slip, text)

    def job(self) -> Sequence[tuple[EventKind, str, str]]:
        """Deal a piece of tool work: (kind of event, tool or state, text) in order.

        ``task`` then holds the id of its task.
        """
        if self._jobs is None:
            return ()
        job = self._jobs.deal()
        self._tasks += 1
        self.task = f"t{self._tasks:05d}"
        draws = self._random
        fills = Fills(draws.random)
        for name, options in job.lists.items():
            fills[name] = draws.pick(options)

        def say(forms: Sequence[Form]) -> str:
            return draws.pick(forms).render(draws.random, fills)

        goal = say(job.goal)
        case = draws.below(len(job.result))  # a result and the report on it go together

        def tell(forms: Sequence[Form]) -> str:
            return forms[case].render(draws.random, fills)

        return (
            (EventKind.USER, "", say(job.ask)),
            (EventKind.TASK_STATUS, "started", goal),
            (EventKind.TOOL_CALL, job.tool, say(job.call)),
            (EventKind.TOOL_RESULT, job.tool, tell(job.result)),
            (EventKind.ASSISTANT, "", tell(job.report)),
            (EventKind.TASK_STATUS, "done", goal),
        )


def _first(text: str) -> str:
    match = _FIRST_SENTENCE.match(text)
    return match.group() if match else text
