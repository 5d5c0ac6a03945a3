"""The faithfulness of the approved answers over the commits of the baseline, as a plot.

Scores of two judges are never compared, so no line leads from one to the other: the plot is cut where the judge changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from claimdiff.report import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.report.detail import Approved

TOP, BOTTOM, HEIGHT = 20, 110, 132
"""Pixels from the upper edge: where 1.00 is drawn, where the lowest score is, and where the plot ends below its dates."""

APART = 4.0
"""Hundredths of the width that two numbers must be apart, so that both can be read on a phone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Dot:
    """A commit of the plot. `x` is in hundredths of the width, `y` in pixels; `label` is told when it is pointed at."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Tick:
    """A line of the scale."""

    y: float
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Series:
    """Neighbouring commits whose answers the same judge judged: its `number`, and what it told in a sentence.

    `x` is where it begins, None for the first one. Where the next number stands too close, `shown` is false.
    """

    number: int
    x: float | None
    shown: bool
    told: str
    dots: tuple[Dot, ...]
    mixed: bool = False

    @property
    def lines(self) -> tuple[tuple[Dot, Dot], ...]:
        """The lines from dot to dot; none where each of them was judged by several."""
        return () if self.mixed else tuple(pairwise(self.dots))


@dataclass(frozen=True, kw_only=True, slots=True)
class Trend:
    """The plot: equal steps from commit to commit, and the whole of it in one sentence."""

    series: tuple[Series, ...]
    ticks: tuple[Tick, ...]
    sentence: str
    first: str
    last: str
    height: int = HEIGHT
    top: int = TOP
    bottom: int = BOTTOM

    @property
    def cut(self) -> bool:
        """Whether more than one judge is shown."""
        return len(self.series) > 1

    @property
    def read(self) -> str:
        """The plot for who does not see it."""
        return " ".join((self.sentence, *(one.told for one in self.series))) if self.cut else self.sentence


def trend(history: Sequence[Approved]) -> Trend | None:
    """Plot the history, oldest first; None where there are not two commits to draw."""
    if len(history) < 2:  # noqa: PLR2004 -- a line has two ends
        return None
    scores = [point.faithfulness for point in history]
    # Tenths below the lowest score: where all is near 1, a scale from 0 would show a flat line.
    floor = max(0.0, min(0.9, int(min(scores) * 10) / 10 - 0.1))
    step = 100 / (len(history) - 1)
    dots = [
        Dot(x=round(position * step, 2), y=_height(point.faithfulness, floor), label=_label(point))
        for position, point in enumerate(history)
    ]
    series = _series(history, dots, step)
    return Trend(
        series=series,
        ticks=tuple(Tick(y=_height(score, floor), label=f"{score:.2f}") for score in (1.0, (1 + floor) / 2, floor)),
        sentence=_sentence(history, len(series)),
        first=history[0].date,
        last=history[-1].date,
    )


def _series(history: Sequence[Approved], dots: Sequence[Dot], step: float) -> tuple[Series, ...]:
    starts = [0, *(at for at in range(1, len(history)) if not history[at].same)]
    found: list[Series] = []
    shown_at = -APART
    for number, (start, end) in enumerate(pairwise((*starts, len(history))), start=1):
        x = round(dots[start].x - step / 2, 2) if start else None
        shown = (x or 0.0) - shown_at >= APART
        shown_at = (x or 0.0) if shown else shown_at
        found.append(
            Series(
                number=number,
                x=x,
                shown=shown,
                told=f"{history[start].judge}: {_told(history[start:end])}.",
                dots=tuple(dots[start:end]),
                mixed=history[start].mixed,
            )
        )
    return tuple(found)


def _sentence(history: Sequence[Approved], judges: int) -> str:
    about = f"Faithfulness of the approved answers at the last {len(history)} commits of the baseline"
    if judges == 1:
        return f"{about}: {_told(history)}."
    return f"{about}. The judge changed {words.counted(judges - 1, 'time')}; scores of two judges cannot be compared."


def _told(history: Sequence[Approved]) -> str:
    first, last = history[0], history[-1]
    if len(history) == 1:
        return f"{words.share(first.faithfulness)} on {first.date}"
    lowest = min(point.faithfulness for point in history)
    return (
        f"{words.share(first.faithfulness)} on {first.date}, {words.share(last.faithfulness)} on {last.date}, "
        f"lowest {words.share(lowest)}"
    )


def _label(point: Approved) -> str:
    judge = f", {point.judge}" if point.judge else ""
    return f"{point.date} {point.sha[:10]}: {words.share(point.faithfulness)}, {words.counted(point.questions, 'question')}{judge}"


def _height(score: float, floor: float) -> float:
    return round(TOP + (1 - score) / (1 - floor) * (BOTTOM - TOP), 1)
