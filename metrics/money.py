"""Money: booked tokens at the prices of a dated file.

Source: design.md, components of token_cost; MEME and MemoryStress report dollars.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib import resources
from statistics import fmean

from memory_impls.parts.usage import Phase, Usage
from metrics.api import Cell, NotScored
from metrics.cost import WRITE_SIDE, CostMetric, answered_records, distinct_probes

__all__ = ["Money", "PriceList", "price_list"]

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceList:
    """US dollars per million prompt and reply tokens.

    Attributes:
        as_of: Date of the prices.
        source: Where they were read.
        reference: Model whose prices stand in for one that is not listed.
        prices: Model -> (prompt, reply).
    """

    as_of: date
    source: str
    reference: str
    prices: dict[str, tuple[float, float]]

    def of(self, model: str) -> tuple[float, float]:
        """Give the prices of a model, or the reference's."""
        return self.prices.get(model, self.prices[self.reference])


@lru_cache(maxsize=1)
def price_list() -> PriceList:
    """Read the packaged price file."""
    text = resources.files("metrics").joinpath("prices.toml").read_text("utf-8")
    read = tomllib.loads(text)
    return PriceList(
        as_of=read["date"],
        source=read["source"],
        reference=read["reference"],
        prices={
            model: (float(price["prompt"]), float(price["reply"]))
            for model, price in read["models"].items()
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Money(CostMetric):
    """token_cost in US dollars: the context is priced as prompt of the model that reads it."""

    name: str = "money"
    description: str = "US dollars per probe: write side spread over the probes, plus reading"
    unit: str = "US dollars per probe"
    example: str = "1000 prompt and 100 reply tokens at 0.40 and 1.60 per million: 0.00056"
    phases: tuple[Phase, ...] = (*WRITE_SIDE, Phase.READ)

    def per_cell(self, cell: Cell, budget: int | None) -> float | NotScored:
        """Price one budget."""
        records = list(answered_records(cell, budget))
        if not records:
            return NotScored(reason="no probe was answered at this budget")
        prompt, reply = price_list().of(cell.model)
        reading = cell.usage.get(Phase.READ, Usage())
        replies = reading.reply_tokens / reading.tokens if reading.tokens else 0.0
        inside = prompt + (reply - prompt) * replies
        context = fmean(record.context_tokens for record in records) * prompt
        calls = fmean(record.read_tokens - record.context_tokens for record in records) * inside
        written = sum(
            usage.prompt_tokens * prompt + usage.reply_tokens * reply
            for phase in WRITE_SIDE
            if (usage := cell.usage.get(phase)) is not None
        )
        return (written / distinct_probes(cell) + context + calls) / _MILLION

    def remark(self, cells: Sequence[Cell], budget: int | None) -> str:
        """Say whose prices of which day were used."""
        prices = price_list()
        listed = {cell.model for cell in cells if cell.model in prices.prices}
        models = ", ".join(sorted(listed)) or f"{prices.reference} (reference)"
        unknown = CostMetric.remark(self, cells, budget)
        stated = f"prices of {models} as of {prices.as_of}"
        return f"{stated}; {unknown}" if unknown else stated
