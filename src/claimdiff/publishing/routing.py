"""Which events the action answers, in which mode; for all others one line and no call to anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.publishing.context import part, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from claimdiff.publishing.context import Context
    from claimdiff.publishing.inputs import Mode

LABEL = "claimdiff:all"
"""The label of a pull request that forces a replay of every question."""
_ZEROS = "0" * 40
_PULL_ACTIONS = frozenset({"opened", "synchronize", "reopened", "ready_for_review", ""})


def reason_to_skip(context: Context, mode: Mode) -> str | None:
    """Why nothing is to do, in one line; None where the mode goes ahead."""
    allowed = _MODES[mode]
    answer = allowed.get(context.event_name)
    if answer is None:
        names = ", ".join(allowed)
        return f"nothing to do: mode `{mode}` answers the events {names}, not {context.event_name or 'a run without event'}"
    return answer(context)


def forces_all(context: Context) -> bool:
    """Whether the pull request carries the label that forces a full replay."""
    return context.pull_request is not None and LABEL in context.pull_request.labels


def _pull(context: Context) -> str | None:
    if context.action == "labeled":
        label = text(part(context.payload, "label"), "name")
        return None if label == LABEL else f"nothing to do: only the label {LABEL} asks for a run"
    if context.action == "edited":
        moved = bool(part(part(context.payload, "changes"), "base"))
        return None if moved else "nothing to do: title and text of a pull request change no answer"
    if context.action not in _PULL_ACTIONS:
        return f"nothing to do: a pull request that was {context.action} changes no page"
    return None


def _push(context: Context) -> str | None:
    ref = context.event.ref or ""
    if ref.startswith("refs/tags/"):
        return f"nothing to do: {ref.removeprefix('refs/tags/')} is a tag, and no page changed"
    if context.payload.get("deleted") is True or context.payload.get("after") == _ZEROS:
        return "nothing to do: the branch was deleted"
    return None


def _merge_group(context: Context) -> str | None:
    return None if context.action in {"checks_requested", ""} else "nothing to do: the merge group is gone"


def _default_push(context: Context) -> str | None:
    skipped = _push(context)
    if skipped is None and context.event.ref != f"refs/heads/{context.default_branch}":
        return f"nothing to do: only a push to {context.default_branch} refreshes the baseline"
    return skipped


def _always(context: Context) -> None:
    del context


def _comment(context: Context) -> str | None:
    """Only a new comment on a pull request that begins with our command."""
    if context.action != "created":
        return "nothing to do: only a new comment can accept; this one was edited or deleted"
    if not part(part(context.payload, "issue"), "pull_request"):
        return "nothing to do: the comment is not on a pull request"
    body = text(part(context.payload, "comment"), "body").lstrip()
    if body.split(maxsplit=1)[:1] != ["/claimdiff"]:
        return "nothing to do: the comment does not begin with /claimdiff"
    return None


_CHECK = ("pull_request", "pull_request_target", "push", "merge_group", "schedule", "workflow_dispatch")
_MODES: Mapping[Mode, Mapping[str, Callable[[Context], str | None]]] = {
    "check": dict(zip(_CHECK, (_pull, _pull, _push, _merge_group, _always, _always), strict=True)),
    "comment": {"workflow_run": _always},
    "accept": {"issue_comment": _comment},
    "refresh": {"push": _default_push, "schedule": _always, "workflow_dispatch": _always},
}
