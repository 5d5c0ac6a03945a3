"""`mode: refresh` of the action: what `accept --safe --moved` would write on the default branch, as a pull request."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from claimdiff.cli.running import Trees, configs, finished, resolved
from claimdiff.cli.starting import KEY
from claimdiff.cli.telling import tell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.baseline import BaselineEntry
    from claimdiff.changes import Change
    from claimdiff.pipeline.loading import SideState
    from claimdiff.publishing.context import Context
    from claimdiff.publishing.github import GitHub
    from claimdiff.publishing.inputs import Inputs
    from claimdiff.publishing.refresh import Offer
    from claimdiff.settings import Settings


def refresh(given: Inputs, context: Context, github: GitHub | None) -> int:
    """Refresh the baseline of every config; the highest exit code.

    Raises:
        ClaimdiffError: a config, its files or a run that cannot be completed.
    """
    if context.event.ref not in {None, f"refs/heads/{context.default_branch}"}:
        tell(f"nothing to do: only {context.default_branch} is refreshed, not {context.event.ref}")
        return 0
    loaded = configs([Path(path) for path in given.configs] or None)
    return max([_refresh(item, given, context, github) for item in loaded])


def _refresh(settings: Settings, given: Inputs, context: Context, github: GitHub | None) -> int:
    from claimdiff.pipeline import Options, approving, load
    from claimdiff.publishing import refresh as publishing
    from claimdiff.publishing.replying import say

    env = {**os.environ, KEY: given.key or ""}
    trees = Trees(base=given.base)
    if _needs_a_key(settings) and not given.key and not given.offline:
        # Without its judge every answer would be stored as judged by another one; paths need none.
        tell("note: there is no key, so only the paths of moved pages are refreshed")
        with resolved(settings, trees, env) as change:
            head, _, _ = load(change, settings)
            files = _files(settings, change, head, approving.moved(head, change.renames))
            return _offer(publishing.Offer(name=settings.name, files=files), context, github, change)
    options = Options(offline=given.offline, has_key=bool(given.key), force=True, rescore=True, gone=True)
    with finished(settings, trees, options, env) as done:
        from claimdiff.approval.proposing import Rules

        rules = Rules(by=f"{publishing.ROBOT.name} <{publishing.ROBOT.email}>", first=approving.is_first(done.outcome))
        request = approving.Request(chosen={}, safe=True, moved=True, rules=rules)
        approval = approving.approve(done.outcome, request)
        for text in approval.left:
            say(f"left: {text}")
        if done.outcome.session is None:
            raise AssertionError("a forced run replays, so there is a session")
        files = _files(settings, done.change, done.outcome.session.head, approval.entries)
        offer = publishing.Offer(name=settings.name, files=files, left=approval.left)
        return _offer(offer, context, github, done.change)


def _needs_a_key(settings: Settings) -> bool:
    return "claude" in {settings.judge.use, settings.extractor.use, settings.generator.use}


def _files(
    settings: Settings, change: Change, head: SideState, entries: tuple[BaselineEntry, ...]
) -> Mapping[str, bytes | None]:
    from claimdiff import baseline
    from claimdiff.errors import UsageError
    from claimdiff.pipeline import approving

    if change.repository is None:
        raise UsageError("refresh needs a git repository")
    folder = settings.in_repository(settings.baseline, change.repository.root)
    stored = (approving.stored(entry, head) for entry in entries)
    return {f"{folder}/{entry.question_id}.yml": baseline.render(entry).encode() for entry in stored}


def _offer(offer: Offer, context: Context, github: GitHub | None, change: Change) -> int:
    from claimdiff.publishing import refresh as publishing

    if change.repository is None:
        raise AssertionError("files were made from a repository")
    return publishing.refresh(context, github, change.repository, offer)
