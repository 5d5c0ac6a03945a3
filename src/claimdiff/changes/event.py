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
_WITH_FILE = (*_PULL_REQUESTS, "push", "merge_group")


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """A GitHub event. Commits are full ids, `base_ref` and `default_branch` short branch names, `ref` a full ref name.

    `before` is None where the event has none or says all zeros.
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
    return event_of(name, _payload(name, env.get("GITHUB_EVENT_PATH")), env)


def event_of(name: str, payload: Mapping[str, Any], env: Mapping[str, str]) -> Event:
    """The event of a payload. Raises UsageError where a pull request has no number."""
    pull = _mapping(payload, "pull_request")
    group = _mapping(payload, "merge_group")
    number = pull.get("number", payload.get("number"))
    if name in _PULL_REQUESTS and (not isinstance(number, int) or isinstance(number, bool)):
        raise UsageError(
            f"the event file of this {name} event names no pull request number",
            hint="check what GITHUB_EVENT_PATH points to, or pass --base REF",
        )
    source = group if name == "merge_group" else {}
    return Event(
        name=name,
        number=number if isinstance(number, int) else None,
        base_ref=env.get("GITHUB_BASE_REF") or _text(_mapping(pull, "base"), "ref"),
        base_sha=_text(source, "base_sha") or _text(_mapping(pull, "base"), "sha"),
        head_sha=_text(source, "head_sha") or _text(_mapping(pull, "head"), "sha"),
        before=_text(payload, "before") if name == "push" else None,
        ref=_text(payload, "ref") or env.get("GITHUB_REF") or None,
        default_branch=_text(_mapping(payload, "repository"), "default_branch"),
    )


def _payload(name: str, path: str | None) -> Mapping[str, Any]:
    try:
        payload = json.loads(Path(path or "").read_bytes())
    except (OSError, ValueError) as error:
        if name not in _WITH_FILE:
            return {}
        raise UsageError(
            f"the event file of this {name} event cannot be read: {path or 'GITHUB_EVENT_PATH is not set'}: {error}",
            hint="let the runner set GITHUB_EVENT_PATH, or pass --base REF",
        ) from error
    if not isinstance(payload, dict):
        if name not in _WITH_FILE:
            return {}
        raise UsageError(f"the event file {path} of this {name} event holds no JSON object", hint="pass --base REF")
    return payload


def _mapping(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = values.get(key)
    return value if isinstance(value, dict) else {}


def _text(values: Mapping[str, Any], key: str) -> str | None:
    """A string; an empty one and a commit id of zeros count as not given."""
    value = values.get(key)
    return value if isinstance(value, str) and value.strip("0") else None
