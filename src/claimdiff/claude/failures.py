"""What went wrong with a call, in plain words: whether it may pass, whether it may have cost money, what to do."""

from __future__ import annotations

import email.utils
import math
import re
import time
from typing import TYPE_CHECKING, Any

from claimdiff.claude.messages import CallFailedError, KeyRefusedError
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.claude.messages import Failure

SHOWN = 300
"""Characters of a foreign message that are shown."""
REFUSED = {401: "the key", 402: "the account", 403: "the key"}
UNFINISHED = (408, 409)
TOO_MANY = 429
OVERLOADED = 529
TOO_LARGE = 413
MISSING = 404
FAULTY = 500
NOT_SENT = ("ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol", "ProxyError")
"""Failures of the HTTP library before anything of the request left this machine."""
HTTP = ("httpx2", "httpcore2")
SIGNING = ("botocore", "boto3", "google")
"""Packages that find and refresh the credentials of a cloud."""
_TAG = re.compile(r"<[^>]*>")


class TryAgainError(Exception):
    """A failure that may pass. `asked` are the seconds that the service asked to wait, None if it did not.

    `paid`: the service may have done the work before it went wrong, so that it may have cost money.
    """

    def __init__(self, kind: Failure, message: str, asked: float | None = None, *, paid: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.asked = asked
        self.paid = paid


def translate(problem: Exception, timeout_s: float) -> Exception:
    """The failure that an exception of the SDK means; an exception that is not of the world comes back as it is."""
    import anthropic  # noqa: PLC0415 -- 1.5 to 4 seconds, paid only when a call is made

    if isinstance(problem, anthropic.APIStatusError):
        return _by_status(problem)
    if isinstance(problem, anthropic.APITimeoutError):
        return TryAgainError("timeout", f"no reply within {timeout_s:.0f} s", paid=_was_sent(problem.__cause__))
    if isinstance(problem, anthropic.APIConnectionError):
        cause = problem.__cause__ or problem
        return TryAgainError("network", f"the connection failed: {words(cause)}", paid=_was_sent(cause))
    if isinstance(problem, anthropic.CredentialsError):
        return KeyRefusedError(f"no usable key: {words(problem)}", hint="set ANTHROPIC_API_KEY")
    return _escaped(problem, anthropic.AnthropicError)


def _escaped(problem: Exception, of_sdk: type[Exception]) -> Exception:
    """Exceptions that pass through the SDK as they are."""
    origin = type(problem).__module__.partition(".")[0]
    if isinstance(problem, UnicodeEncodeError):
        return CallFailedError("rejected", f"the request holds characters that cannot be sent: {words(problem)}")
    if isinstance(problem, ImportError):
        hint = "pip install 'anthropic[bedrock]' or 'anthropic[vertex]', whichever provider is set"
        return UsageError(f"the provider needs more packages: {words(problem)}", hint=hint)
    if origin in SIGNING:
        return KeyRefusedError(f"the cloud gave no credentials: {words(problem)}", hint="sign in to the provider")
    if origin in HTTP:
        return TryAgainError("network", f"the connection failed: {words(problem)}", paid=_was_sent(problem))
    unreadable = (UnicodeDecodeError, RecursionError)  # a body of 200 that is no JSON, or is nested without end
    if origin in ("json", "pydantic", "pydantic_core") or isinstance(problem, (*unreadable, of_sdk)):
        return TryAgainError("broken", f"the reply cannot be read: {words(problem)}", paid=True)
    return problem


def _by_status(problem: Any) -> Exception:
    status = int(problem.status_code)
    full = _told(problem)
    told = full[:SHOWN]
    if status in REFUSED or "credit balance" in full:
        what = REFUSED.get(status, "the account")
        hint = "check ANTHROPIC_API_KEY" if what == "the key" else "check the plan and credit of your account"
        return KeyRefusedError(f"the API refused {what} ({status}): {told}", hint=hint)
    return _passing(status, told, retry_after(problem.response.headers)) or _final(status, full)


def _passing(status: int, told: str, asked: float | None) -> TryAgainError | None:
    if status == TOO_MANY:
        return TryAgainError("rate_limited", f"rate limit: {told}", asked)
    if status == OVERLOADED:
        return TryAgainError("overloaded", f"the API is overloaded: {told}", asked)
    if status in UNFINISHED or status >= FAULTY:
        return TryAgainError("server", f"the API answered {status}: {told}", asked)
    return None


def _final(status: int, full: str) -> CallFailedError:
    told = full[:SHOWN]
    if status == TOO_LARGE or "too long" in full or "exceed context limit" in full:
        hint = "lower retriever.passages, or split the page"
        return CallFailedError("too_long", f"the request is too long ({status}): {told}", hint=hint)
    if status == MISSING:
        hint = "check the model's name in claimdiff.yml"
        return CallFailedError("missing", f"the API knows no such thing ({status}): {told}", hint=hint)
    return CallFailedError("rejected", f"the API answered {status}: {told}")


def _told(problem: Any) -> str:
    """The service's own sentence; of a page in between (HTML), its words."""
    if isinstance(problem.api_message, str) and problem.api_message.strip():
        return " ".join(problem.api_message.split())
    text = problem.body if isinstance(problem.body, str) else str(problem)
    return " ".join(_TAG.sub(" ", text).split())


def _was_sent(problem: BaseException | None) -> bool:
    return type(problem).__name__ not in NOT_SENT


def words(problem: BaseException) -> str:
    """What an exception says, on one line and not too long."""
    return (" ".join(str(problem).split()) or type(problem).__name__)[:SHOWN]


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a response asks to wait, 0 or more: `retry-after-ms`, or `retry-after` as number or date."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    if seconds is not None or value is None:
        return seconds
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None


def _number(value: str | None) -> float | None:
    try:
        number = float(value or "")
    except ValueError:
        return None
    return max(0.0, number) if math.isfinite(number) else None
