"""`claimdiff action`: what a workflow runs, in the container and outside of it; its inputs come from the environment."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from claimdiff.cli import interrupting
from claimdiff.cli.telling import interrupted, say, tell
from claimdiff.errors import ClaimdiffError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.masks import Masks
    from claimdiff.publishing.context import Context
    from claimdiff.publishing.inputs import Inputs

BUG = 3


def command() -> int:
    """Run as a step of a GitHub workflow: inputs are INPUT_* variables, the event is the runner's.

    See docs/github-action.md for the inputs, and the workflows that use them.
    """
    from claimdiff.cli.streams import masked
    from claimdiff.masks import Masks

    env = dict(os.environ)
    masks = Masks.of_environment(env)
    with masked(masks):
        try:
            return _run(env, masks)
        except ClaimdiffError as problem:
            _annotated(problem)
            return problem.exit_code
        except KeyboardInterrupt:
            return interrupted()
        except Exception as problem:  # noqa: BLE001 -- the last door of a run with secrets: its report is masked here
            if interrupting.was_pressed():
                return interrupted()
            from claimdiff.cli.main import report_bug

            report_bug(problem, ["action"])
            return BUG


def _run(env: Mapping[str, str], masks: Masks) -> int:
    from claimdiff.publishing import context as contexts
    from claimdiff.publishing import inputs, routing

    given = inputs.read(env)
    context = contexts.read(env)
    skipped = routing.reason_to_skip(context, given.mode)
    if skipped is not None:
        tell(" ".join(skipped.split()))
        return 0
    if given.mode == "check":
        from claimdiff.cli.acting import check

        return check(env, given, context, masks)
    return _other_mode(given, context, masks)


def _other_mode(given: Inputs, context: Context, masks: Masks) -> int:
    from pathlib import Path

    from claimdiff.cli.acting import connected

    folder = Path(given.report_artifact_path) if given.report_artifact_path else None
    with connected(given, context, masks) as github:
        if given.mode == "accept":
            from claimdiff.publishing import acceptance

            return acceptance.accept(context, github, folder, [Path(path) for path in given.configs], tell)
        if given.mode == "comment":
            from claimdiff.publishing import forked

            return forked.post(context, github, folder, tell, mode=given.comment)
        from claimdiff.cli.refreshing import refresh

        return refresh(given, context, github)


def _annotated(problem: ClaimdiffError) -> None:
    """An error in the log, and where the summary of the run shows it."""
    say(problem)
    from claimdiff.report.escape import one_line

    text = one_line(f"{problem} {problem.hint or ''}").replace("%", "%25")
    sys.stdout.write(f"::error title=claimdiff::{text}\n")
