"""What the commands that run a check share: find the configs, find base and head, run, build the report."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from claimdiff.cli.starting import default_config
from claimdiff.cli.telling import tell
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from claimdiff.changes import Change
    from claimdiff.pipeline import Options, Outcome
    from claimdiff.report.document import Report
    from claimdiff.settings import Settings

ConfigOption = Annotated[
    list[Path] | None, typer.Option("--config", help="Config file; give it several times for several assistants.")
]
BaseOption = Annotated[str | None, typer.Option("--base", help="Compare with the merge base of HEAD and this ref.")]
NoBaseOption = Annotated[bool, typer.Option("--no-base", help="Compare with the approved baseline alone.")]
StagedOption = Annotated[bool, typer.Option("--staged", help="Check what is staged against HEAD.")]
OfflineOption = Annotated[bool, typer.Option("--offline", help="Recorded answers and the offline judge; no network.")]


@dataclass(frozen=True, kw_only=True, slots=True)
class Trees:
    """Which trees are compared, as the command line says."""

    base: str | None = None
    no_base: bool = False
    staged: bool = False
    base_docs: Path | None = None
    head_docs: Path | None = None

    def check(self) -> None:
        """Refuse words that contradict each other.

        Raises:
            UsageError: with the two options.
        """
        if self.base is not None and self.no_base:
            raise UsageError("--base and --no-base exclude each other")
        if (self.base_docs is None) != (self.head_docs is None):
            raise UsageError("--base-docs and --head-docs go together")
        if self.base_docs is not None and (self.staged or self.base or self.no_base):
            raise UsageError("--base-docs and --head-docs name both sides; leave out --base, --no-base and --staged")


def configs(paths: Sequence[Path] | None) -> tuple[Settings, ...]:
    """The settings of every config; without `--config` those of claimdiff.yml here or in a folder above.

    Raises:
        FileProblems: what is wrong with them.
        UsageError: no config, or two of the same name.
    """
    from claimdiff import settings

    loaded = tuple(settings.load(path) for path in paths or [default_config()])
    names = [item.name for item in loaded]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"two configs have the name {twice!r}", hint="give each its own `name:`")
    return loaded


@dataclass(frozen=True, kw_only=True)
class Done:
    """A finished run of one config."""

    config: Settings
    change: Change
    outcome: Outcome
    report: Report


def resolved(config: Settings, trees: Trees, env: Mapping[str, str]) -> Change:
    """Base and head of a config; to be closed.

    Raises:
        UsageError: options that contradict each other, no repository, no base.
    """
    from claimdiff.changes import resolve_change

    trees.check()
    return resolve_change(
        config.config_path.parent,
        base=trees.base,
        no_base=trees.no_base,
        staged=trees.staged,
        base_docs=trees.base_docs,
        head_docs=trees.head_docs,
        env=env,
    )


@contextmanager
def finished(config: Settings, trees: Trees, options: Options, env: Mapping[str, str]) -> Iterator[Done]:
    """Run one config; git stays open for as long as the result is used."""
    from claimdiff import pipeline

    started = time.perf_counter()
    with resolved(config, trees, env) as change:
        outcome = pipeline.run(change, config, options, env=env, progress=progress, say=tell)
        with contextlib.closing(outcome):
            from claimdiff.pipeline import reporting

            report = reporting.report(change, config, outcome, wall_s=time.perf_counter() - started)
            yield Done(config=config, change=change, outcome=outcome, report=report)


def progress(ids: Sequence[str]) -> Iterable[str]:
    """Show a bar on a terminal while long work goes on."""
    if len(ids) < LONG_WORK or not sys.stderr.isatty() or os.environ.get("NO_COLOR"):
        return ids
    from rich.console import Console
    from rich.progress import track

    return track(ids, description="replaying", console=Console(stderr=True), transient=True)


LONG_WORK = 40
"""Questions from which on a bar is worth its space."""
