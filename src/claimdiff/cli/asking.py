"""What accept was asked for: options that go together, and ids shared out over several configs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from claimdiff.settings import Settings


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """The arguments of accept. `chosen` are question ids with the claims that they are limited to (none: all)."""

    chosen: dict[str, frozenset[str]]
    everything: bool
    safe: bool
    moved: bool
    reason: str | None
    keep: bool
    answer: str | None
    regenerate: bool = False
    batch: bool = False
    report: Path | None = None

    def check(self) -> None:
        """Refuse what cannot be meant.

        Raises:
            UsageError: with the options, and what to type instead.
        """
        groups = (("--all", self.everything), ("--safe", self.safe), ("--moved", self.moved))
        named = [name for name, given in groups if given]
        if len(named) > 1 and self.everything:
            raise UsageError(f"{' and '.join(named)} exclude each other", hint="--safe and --moved go together")
        if named and self.chosen:
            raise UsageError(f"{named[0]} takes no ids", hint=f"claimdiff accept {' '.join(self.chosen)}")
        if not named and not self.chosen:
            raise UsageError(
                "nothing was named to accept", hint="claimdiff accept ID, ID/CLAIM, --all, --safe or --moved"
            )
        self._check_texts()
        self._check_model()

    def _check_texts(self) -> None:
        if self.keep and not (self.reason or "").strip():
            raise UsageError("--keep-unsupported needs a reason", hint='add --reason "why it stays"')
        if self.answer is not None and (len(self.chosen) != 1 or any(self.chosen.values())):
            raise UsageError("--answer goes with exactly one question", hint='claimdiff accept ID --answer "…"')
        if self.answer is not None and not self.answer.strip():
            raise UsageError("--answer is empty")

    def _check_model(self) -> None:
        """Refuse new answers, or calls to a model, where nothing is asked for."""
        if self.answer is not None and self.regenerate:
            raise UsageError("--answer and --regenerate exclude each other")
        if self.moved and not self.safe and (self.regenerate or self.batch):
            raise UsageError("--moved only updates paths, so nothing is asked for", hint="leave --regenerate out")
        others = (("--answer", self.answer is not None), ("--regenerate", self.regenerate), ("--batch", self.batch))
        for name, given in (*others, ("--moved", self.moved)):
            if given and self.report is not None:
                raise UsageError(f"--from takes what a report proposes, so {name} does not go with it")


def chosen_ids(ids: Sequence[str]) -> dict[str, frozenset[str]]:
    """Question ids with the claims that they are limited to; a whole question beside one of its claims wins."""
    found: dict[str, frozenset[str]] = {}
    for text in ids:
        question, _, claim = text.partition("/")
        whole = question in found and not found[question]
        found[question] = frozenset() if not claim or whole else found.get(question, frozenset()) | {claim}
    return found


def shared_out(loaded: Sequence[Settings], asked: Asked) -> list[tuple[Settings, Asked]]:
    """Every config with the ids that are its own.

    Raises:
        UsageError: an id that no config knows.
    """
    if not asked.chosen:
        return [(item, asked) for item in loaded]
    known = {item.name: _known_ids(item) for item in loaded}
    lost = [id_ for id_ in asked.chosen if not any(id_ in ids for ids in known.values())]
    if lost:
        raise UsageError(f"there is no question {lost[0]!r} in {', '.join(known)}")
    own = {name: {id_: claims for id_, claims in asked.chosen.items() if id_ in ids} for name, ids in known.items()}
    return [(item, replace(asked, chosen=own[item.name])) for item in loaded if own[item.name]]


def _known_ids(item: Settings) -> frozenset[str]:
    """Questions of a golden set, and baseline files of deleted ones."""
    from claimdiff import golden, yamlfile

    path = item.root_dir / item.golden_set
    questions: frozenset[str] = frozenset()
    if path.is_file():
        text = yamlfile.decode(path.read_bytes(), path=item.golden_set)
        questions = frozenset(golden.parse(text, path=item.golden_set).by_id())
    return questions | {file.stem for file in (item.root_dir / item.baseline).glob("*.yml")}
