"""Puts planned lines and questions into words, never the same form twice in a row."""

from __future__ import annotations

from collections.abc import Mapping

from memory_impls.parts.names import UnknownNameError
from scenarios.language.forms import Fills, Form
from scenarios.language.notations import say
from scenarios.language.pool import Pool
from scenarios.stage.draws import Deck, Draws
from scenarios.stage.plot import Forms, Slot
from scenarios.stage.values import Drawn

__all__ = ["Voice"]


class Voice:
    """Renders forms of one history.

    Args:
        pool: Where the words come from.
        draws: Stream that belongs to the voice alone.
    """

    def __init__(self, pool: Pool, draws: Draws) -> None:
        self._pool = pool
        self._draws = draws
        self._decks: dict[str, Deck[Form]] = {}

    def say(self, forms: Forms, slots: Mapping[str, Slot]) -> str:
        """Render the next form of a kind.

        Raises:
            ValueError: The form has a slot that the plot does not fill.
        """
        form = self._deck(forms).deal()
        fills = Fills(self._draws.random)
        for name in sorted(form.slots & slots.keys()):  # a set has no order of its own
            fills[name] = self._slot(slots[name])
        try:
            return form.render(self._draws.random, fills)
        except KeyError as error:
            raise ValueError(
                f"form {form.source!r} of pool {self._pool.name}/{self._pool.language} has slot "
                f"{error.args[0]!r}; this kind of statement fills {sorted(slots)}"
            ) from None

    def _slot(self, slot: Slot) -> str:
        if isinstance(slot, str):
            return slot
        if isinstance(slot, tuple):
            return self._draws.pick(slot)
        if isinstance(slot, Drawn):
            words = say(slot.value, self._draws, self._pool.language, paraphrases=slot.paraphrases)
            return slot.before + words
        return say(slot, self._draws, self._pool.language)

    def _deck(self, forms: Forms) -> Deck[Form]:
        key = forms if isinstance(forms, str) else forms[0].source
        deck = self._decks.get(key)
        if deck is None:
            options = self._pool.forms(forms) if isinstance(forms, str) else forms
            deck = self._decks[key] = Deck(options, self._draws)
        return deck

    def has(self, kind: str) -> bool:
        """Tell whether the pool has a kind of statement."""
        try:
            self._pool.forms(kind)
        except UnknownNameError:
            return False
        return True
