"""What a command asks of a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.golden import GoldenQuestion

UNCHANGED = "passages, prompt, engines, golden entry and baseline are as at base"
"""Why a question that nothing touched is not replayed."""
NOT_SELECTED = "not selected"
"""Why a question that `--question`, `--sample` or `--shard` leaves out is not replayed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """What a command asks of a run.

    `has_key`: a key is in the environment. `force` replays everything. `only` are question ids, `sample` limits to the
    first N, `shard` is (i, n) with 1 ≤ i ≤ n. `answers` are answers that a person gives in place of generated ones.
    `regenerate`: Claude answers where answers are recorded; `batch`: calls are sent together for half the price.
    `rescore` judges also what another judge approved. `gone` allows ids in `only` that the golden set does not have.
    """

    offline: bool = False
    has_key: bool = False
    force: bool = False
    only: tuple[str, ...] = ()
    sample: int | None = None
    shard: tuple[int, int] | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    rescore: bool = False
    regenerate: bool = False
    batch: bool = False
    gone: bool = False

    def chosen(self, questions: Mapping[str, GoldenQuestion]) -> frozenset[str]:
        """The ids that are looked at.

        Raises:
            UsageError: an id that the golden set does not have.
        """
        unknown = [id_ for id_ in self.only if id_ not in questions and not self.gone]
        if unknown:
            known = ", ".join(list(questions)[:10])
            raise UsageError(f"there is no question {unknown[0]!r} in the golden set", hint=f"it has: {known}")
        ids = [id_ for id_ in questions if not self.only or id_ in self.only]
        if self.shard is not None:
            index, count = self.shard
            ids = ids[index - 1 :: count]
        return frozenset(ids if self.sample is None else ids[: self.sample])
