"""What a GitHub runner says about the event it runs for: the environment and the event file, read into one value."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

_PULL_REQUESTS = ("pull_request", "pull_request_target")
_NEED_THE_FILE = (*_PULL_REQUESTS, "push", "merge_group")


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """A GitHub event.

    Commits are full ids, `base_ref` and `default_branch` short branch names, `ref` a full ref name. `before` is None
    where the event names none or says all zeros (a new branch).
    """

    name: str
    number: int | None = None
    base_ref: str | None = None
    base_sha: str | None = None
    head_sha: str | None = None
    before: str | None = None
    ref: str | None = None
    default_branch: str | None = None


def read_event(env: Mapping[str, str]) -> Event | None:
    """The event that `env` tells of; None outside of a GitHub runner.

    Raises:
        UsageError: the event file is missing or broken, or a pull request has no number.
    """
    name = env.get("GITHUB_EVENT_NAME")
    if not name:
        return None
    return event_of(name, read_payload(name, env.get("GITHUB_EVENT_PATH")), env)


def event_of(name: str, payload: Mapping[str, Any], env: Mapping[str, str]) -> Event:
    """The event of a payload.

    Raises:
        UsageError: a pull request has no number.
    """
    pull = _mapping(payload, "pull_request")
    group = _mapping(payload, "merge_group")
    base = _mapping(pull, "base")
    number = pull.get("number", payload.get("number"))
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        number = None
    if name in _PULL_REQUESTS and number is None:
        raise UsageError(
            f"the event file of this {name} event names no pull request number",
            hint="check what GITHUB_EVENT_PATH points to, or pass --base REF",
        )
    base_ref = _text(base, "ref") or _text(group, "base_ref") or env.get("GITHUB_BASE_REF") or None
    return Event(
        name=name,
        number=number,
        base_ref=base_ref.removeprefix("refs/heads/") if base_ref else None,
        base_sha=_text(base, "sha") or _text(group, "base_sha"),
        head_sha=_text(_mapping(pull, "head"), "sha") or _text(group, "head_sha"),
        before=_text(payload, "before") if name == "push" else None,
        ref=_text(payload, "ref") or env.get("GITHUB_REF") or None,
        default_branch=_text(_mapping(payload, "repository"), "default_branch"),
    )


def read_payload(name: str, path: str | None) -> Mapping[str, Any]:
    """The event file; empty where it cannot be read and the event needs none.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        payload = json.loads(Path(path or "").read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        payload = error
    if isinstance(payload, dict):
        return payload
    if name not in _NEED_THE_FILE:
        return {}
    found = payload if isinstance(payload, Exception) else "it holds no JSON object"
    raise UsageError(
        f"the event file of this {name} event cannot be read: {path or 'GITHUB_EVENT_PATH is not set'}: {found}",
        hint="let the runner set GITHUB_EVENT_PATH, or pass --base REF",
    )


def _mapping(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = values.get(key)
    return value if isinstance(value, dict) else {}


def _text(values: Mapping[str, Any], key: str) -> str | None:
    """A string on one line; an empty one and a commit id of zeros count as not given."""
    value = values.get(key)
    return value if isinstance(value, str) and value.strip("0") and value.isprintable() else None
