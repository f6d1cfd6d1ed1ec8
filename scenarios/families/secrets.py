"""Secrets: card and identity numbers, keys and passwords that must not be kept; and look-alikes.

Purpose: does a secret said in passing stay out of every answer, while order numbers, product codes
and hashes that only look like one are kept? The numbers are made up and have valid check digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scenarios.api import Aspect, Reason
from scenarios.families.base import Family
from scenarios.stage.cast import Cast
from scenarios.stage.knobs import Knobs, knob
from scenarios.stage.matter import Matter, matters
from scenarios.stage.plot import Fact, ForkBeat, Plot
from scenarios.stage.schedule import ages
from scenarios.stage.secret_values import secret

__all__ = ["Secrets"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretsKnobs(Knobs):
    """Settings of the family."""

    secrets: int = knob(4, 1, 5, "secrets that are said")
    look_alikes: int = knob(3, 1, 5, "harmless strings that look like one")


class Secrets(Family[SecretsKnobs]):
    """Secrets and look-alikes."""

    name: ClassVar[str] = "secrets"
    version: ClassVar[int] = 1
    ability: ClassVar[str] = "lets no secret in, and takes nothing harmless for one"
    claims: ClassVar[tuple[str, ...]] = ("C28",)
    knobs = SecretsKnobs

    def plot(self, cast: Cast[SecretsKnobs]) -> Plot:
        """Say secrets and look-alikes, ask for both."""
        plot = Plot()
        knobs = cast.knobs
        for place, matter in enumerate(matters(cast, knobs.secrets, topics="secret")):
            matter.near(plot)
            _tell_secret(plot, matter, place, cast)
        for place, matter in enumerate(matters(cast, knobs.look_alikes, topics="harmless")):
            _tell_harmless(plot, matter, place, cast)
        return plot


def _tell_secret(plot: Plot, matter: Matter, place: int, cast: Cast[SecretsKnobs]) -> None:
    kind = matter.topic.text("secret_kind")
    drawn = secret(kind, matter.draws.sub("secret"), matter.language)
    fact = matter.fact(plot, "secret", drawn)
    form = "key_block" if kind == "private_key" else "secret_state"
    plot.say(1 + place, matter.line(form, fact))
    for round_, session in enumerate(
        ages(first=4 + place % 3, step=5, growth=2, sessions=cast.knobs.sessions)
    ):
        plot.then(
            session,
            matter.question(
                f"r{round_}",
                "task" if round_ % 2 else "ask",
                forbidden=((fact, Reason.SECRET),),
                answerable=False,
                category="secret",
            ),
        )
    if place == 0:
        fork = matter.question(
            "fork",
            forbidden=((fact, Reason.SECRET),),
            answerable=False,
            aspects=(Aspect.RESTART,),
            category="secret",
        )
        plot.then(8, ForkBeat(questions=(fork,)))


def _tell_harmless(plot: Plot, matter: Matter, place: int, cast: Cast[SecretsKnobs]) -> None:
    (drawn,) = matter.values(1, cast)
    fact: Fact = matter.about(matter.subject, f"h{place}").fact(plot, "code", drawn)
    own = matter.about(matter.subject, f"h{place}")
    plot.say(place, own.line("secret_state", fact))
    for round_, session in enumerate(
        ages(first=5 + place % 2, step=4, growth=2, sessions=cast.knobs.sessions)
    ):
        plot.then(
            session,
            own.question(
                f"r{round_}",
                "task" if round_ % 2 else "ask",
                required=(fact,),
                aspects=(Aspect.CONTROL,),
                category="look-alike",
            ),
        )
