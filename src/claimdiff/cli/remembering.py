"""What was decided in a review that was left before its end: kept in `.claimdiff/`, for the same tree only."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimdiff.approval.reviewing import WRITES, Decision
from claimdiff.statefolder import NAME, leads_away, ready
from claimdiff.wholefile import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from claimdiff.approval.reviewing import Kind, Review

Remembered = dict[str, tuple[str, Decision]]
"""By the key of an item: the digest of what was shown, and the decision."""

VERSION = 1
MAX_BYTES = 5_000_000
_KINDS: dict[str, Kind] = {"accept": "accept", "keep": "keep", "reject": "reject"}
"""What can be remembered: an edited answer is written at once, and what was skipped is asked again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Memory:
    """The state file of one config's review. `tree` is a digest of all that the findings come from."""

    root: Path
    name: str
    tree: str

    @property
    def _file(self) -> Path:
        return self.root / NAME / "review" / f"{self.name}.json"

    def recall(self) -> tuple[Remembered, bool]:
        """The decisions of the sitting before, and whether there were some that another tree made void."""
        value = self._read()
        found = {key: one for key, raw in value.get("decisions", {}).items() if (one := _decision(raw)) is not None}
        if value.get("schema_version") != VERSION or value.get("tree") != self.tree:
            return {}, bool(found)
        return found, False

    def _read(self) -> dict[str, Any]:
        if leads_away(self.root):
            return {}
        try:
            data = self._file.read_bytes()
            value = json.loads(data) if len(data) <= MAX_BYTES else None
        except (OSError, ValueError):
            return {}
        return value if isinstance(value, dict) and isinstance(value.get("decisions"), dict) else {}

    def keep(self, decided: Mapping[str, tuple[str, Decision]]) -> bool:
        """Keep decisions, or forget all where there are none; False where the folder cannot be written or is a link."""
        file = self._file
        decisions = {key: {"shows": shows, "kind": one.kind, "text": one.text} for key, (shows, one) in decided.items()}
        value = {"schema_version": VERSION, "tree": self.tree, "decisions": decisions}
        if leads_away(self.root):
            return False
        try:
            if not decisions:
                file.unlink(missing_ok=True)
                return True
            ready(self.root)
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, json.dumps(value, ensure_ascii=True, indent=1) + "\n")
        except OSError:
            return False
        return True


def open_decisions(review: Review, written: Mapping[str, object]) -> Remembered:
    """What is worth remembering: rejections, and what was decided of questions that are not written yet."""
    return {
        item.key: (item.shows, decision)
        for item, decision in review.pairs
        if decision is not None
        and (decision.kind == "reject" or (decision.kind in WRITES and item.question_id not in written))
    }


def _decision(raw: object) -> tuple[str, Decision] | None:
    """A decision as the file holds it; None where somebody else wrote into it."""
    if not isinstance(raw, dict):
        return None
    shows, text, kind = raw.get("shows"), raw.get("text"), _KINDS.get(str(raw.get("kind")))
    if not isinstance(shows, str) or not isinstance(text, str) or kind is None:
        return None
    return shows, Decision(kind=kind, text=text)
