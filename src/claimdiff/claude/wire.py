"""Requests, replies and failures as lines of JSON, between a run and the process that talks to the service for it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from claimdiff.claude.failures import TryAgainError
from claimdiff.claude.lifecycle import ModelState
from claimdiff.claude.messages import CallFailedError, KeyRefusedError, Reply, Request, Usage
from claimdiff.errors import UsageError

Result = Reply | ModelState | None
"""What an order brings: a reply, the state of a model, or nothing."""


class LostError(Exception):
    """The other process failed in a way that nobody foresaw; the message is its traceback."""


def pack(value: dict[str, Any]) -> bytes:
    """One line. Lone surrogates are escaped, so that any text passes."""
    return json.dumps(value).encode("ascii") + b"\n"


def unpack(line: bytes) -> dict[str, Any]:
    """The value of a line that `pack` made."""
    return dict(json.loads(line))


def pack_request(request: Request) -> dict[str, Any]:
    """A request as JSON values."""
    return {"provider": request.provider, "vote": request.vote, "body": request.body}


def unpack_request(value: dict[str, Any]) -> Request:
    """The request that `pack_request` packed."""
    return Request(body=value["body"], provider=value["provider"], vote=value["vote"])


def pack_result(result: Result) -> dict[str, Any]:
    """What an order brought, as JSON values."""
    if isinstance(result, Reply):
        return {"reply": {**asdict(result), "content": list(result.content)}}
    return {"model": asdict(result)} if isinstance(result, ModelState) else {}


def pack_failure(problem: Exception, told: str) -> dict[str, Any]:
    """What an order failed with; `told` is the traceback, for a failure that nobody foresaw."""
    value: dict[str, Any] = {"failed": type(problem).__name__, "message": str(problem)}
    if isinstance(problem, TryAgainError):
        return value | {"kind": problem.kind, "asked": problem.asked, "paid": problem.paid}
    if isinstance(problem, CallFailedError):
        return value | {"kind": problem.kind, "hint": problem.hint}
    if isinstance(problem, (KeyRefusedError, UsageError)):
        return value | {"hint": problem.hint}
    return {"failed": LostError.__name__, "message": told}


def unpack_result(value: dict[str, Any]) -> Result:
    """What an order brought.

    Raises:
        TryAgainError, CallFailedError, KeyRefusedError, UsageError, LostError: what it failed with.
    """
    if "failed" in value:
        raise _failure(value)
    if "reply" in value:
        reply = value["reply"]
        return Reply(**{**reply, "content": tuple(reply["content"]), "usage": Usage(**reply["usage"])})
    return ModelState(**value["model"]) if "model" in value else None


def _failure(value: dict[str, Any]) -> Exception:
    name, message, hint = value["failed"], value["message"], value.get("hint")
    if name == TryAgainError.__name__:
        return TryAgainError(value["kind"], message, value["asked"], paid=value["paid"])
    if name == CallFailedError.__name__:
        return CallFailedError(value["kind"], message, hint=hint)
    if name == KeyRefusedError.__name__:
        return KeyRefusedError(message, hint=hint)
    return UsageError(message, hint=hint) if name == UsageError.__name__ else LostError(message)
