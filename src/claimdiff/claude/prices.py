"""What tokens cost, from one dated data file. An unknown model has no price, and then only tokens are told."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.claude.messages import Usage

MILLION = 1_000_000
_VERSION = re.compile(r"-v\d+(:\d+)?$")
_DATED = re.compile(r"-(\d{8}|latest)$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Price:
    """Dollars per million tokens of one model. `cache_minimum` are the tokens from which on a prefix is cached.

    Above `prompt_limit` tokens of a prompt the published price does not hold (see `covers`); None: it always does.
    """

    input: float
    output: float
    cache_read: float
    cache_write: float
    cache_minimum: int
    prompt_limit: int | None

    def of(self, usage: Usage, *, batch: float = 1.0) -> float:
        """Dollars for these tokens; `batch` is the factor of a batch."""
        dollars = (
            usage.input_tokens * self.input
            + usage.output_tokens * self.output
            + usage.cache_read_tokens * self.cache_read
            + usage.cache_write_tokens * self.cache_write
        )
        return dollars * batch / MILLION

    def covers(self, usage: Usage) -> bool:
        """Whether the published price holds for a call of this size."""
        return self.prompt_limit is None or usage.total - usage.output_tokens <= self.prompt_limit


@dataclass(frozen=True, kw_only=True, slots=True)
class PriceList:
    """All prices that are known, with the day on which they were published."""

    dated: str
    batch_factor: float
    models: dict[str, Price]

    def of(self, model: str) -> Price | None:
        """The price of a model; a dated id (`…-20251001`) has the price of its name.

        Bedrock writes a region and a vendor before it and a version behind it (`us.anthropic.…-v1:0`), Vertex a date
        behind an `@`.
        """
        name = _VERSION.sub("", model.rpartition(".")[2].partition("@")[0])
        return self.models.get(_DATED.sub("", name))


@cache
def prices() -> PriceList:
    """The price list that ships with this version."""
    data = json.loads(resources.files("claimdiff.claude").joinpath("prices.json").read_text(encoding="utf-8"))
    return PriceList(
        dated=data["dated"],
        batch_factor=data["batch_factor"],
        models={
            name: Price(
                input=row["input"],
                output=row["output"],
                cache_read=row["input"] * data["cache_read_factor"],
                cache_write=row["input"] * data["cache_write_factor"],
                cache_minimum=row["cache_minimum"],
                prompt_limit=row.get("prompt_limit"),
            )
            for name, row in data["models"].items()
        },
    )
