"""The faithfulness of the approved answers over the commits of the baseline, as a plot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.report import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.report.detail import Approved

WIDTH, HEIGHT = 640, 120
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 12
"""The plot's frame, and the room beside it for the labels of the scale, in units of the SVG."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Dot:
    """A commit of the plot; `label` is what is told when it is pointed at."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Tick:
    """A line of the scale."""

    y: float
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Trend:
    """The plot: equal steps from commit to commit, and the whole of it in one sentence."""

    dots: tuple[Dot, ...]
    ticks: tuple[Tick, ...]
    path: str
    sentence: str
    first: str
    last: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def trend(history: Sequence[Approved]) -> Trend | None:
    """Plot the history, oldest first; None where there are not two commits to draw a line between."""
    if len(history) < 2:  # noqa: PLR2004 -- a line has two ends
        return None
    scores = [point.faithfulness for point in history]
    # Tenths below the lowest score: where all is near 1, a scale from 0 would show a flat line.
    floor = max(0.0, min(0.9, int(min(scores) * 10) / 10 - 0.1))
    step = (WIDTH - LEFT - RIGHT) / (len(history) - 1)
    dots = tuple(
        Dot(
            x=round(LEFT + position * step, 1),
            y=_height(point.faithfulness, floor),
            label=f"{point.date} {point.sha[:10]}: {words.share(point.faithfulness)}, {words.counted(point.questions, 'question')}",
        )
        for position, point in enumerate(history)
    )
    first, last = history[0], history[-1]
    return Trend(
        dots=dots,
        ticks=tuple(Tick(y=_height(score, floor), label=f"{score:.2f}") for score in (1.0, (1 + floor) / 2, floor)),
        path=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        sentence=(
            f"Faithfulness of the approved answers at the last {len(history)} commits of the baseline: "
            f"{words.share(first.faithfulness)} on {first.date}, {words.share(last.faithfulness)} on {last.date}, "
            f"lowest {words.share(min(scores))}."
        ),
        first=first.date,
        last=last.date,
    )


def _height(score: float, floor: float) -> float:
    return round(TOP + (1 - score) / (1 - floor) * (HEIGHT - TOP - BOTTOM), 1)
