"""The only importer of the `anthropic` SDK: one call in, a reply or a failure in plain words out.

The SDK's own retries are off: waiting is shared by all workers and bounded by the call's deadline (see `caller`).
"""

from __future__ import annotations

import email.utils
import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from claimdiff.claude.messages import CallFailedError, KeyRefusedError, Reply, Usage
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.claude.messages import Failure, Request

Provider = Literal["anthropic", "bedrock", "vertex"]
SHOWN = 300
RETRIED_STATUS = 500


class TryAgainError(Exception):
    """A failure that may pass. `asked` are the seconds that the service asked to wait, None if it did not."""

    def __init__(self, kind: Failure, message: str, asked: float | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.asked = asked


class Connection(Protocol):
    """Sends one request."""

    def send(self, request: Request, timeout_s: float) -> Reply:
        """Send a request once.

        Raises:
            TryAgainError: it may pass.
            CallFailedError: it will not.
            KeyRefusedError: the key is not good.
        """


@dataclass(frozen=True, kw_only=True)
class SdkConnection:
    """A client of the SDK, shared by all workers. The key is never shown."""

    client: Any = field(repr=False)

    def send(self, request: Request, timeout_s: float) -> Reply:
        """See `Connection`."""
        import anthropic  # noqa: PLC0415 -- 1.5 to 4 seconds, paid only when a call is made

        try:
            message = self.client.messages.create(**request.body, timeout=timeout_s)
        except anthropic.APIStatusError as problem:
            raise _by_status(problem) from None
        except anthropic.APITimeoutError:
            raise TryAgainError("timeout", f"no reply within {timeout_s:.0f} s") from None
        except anthropic.APIConnectionError as problem:
            raise TryAgainError("network", f"the connection failed: {_words(problem.__cause__ or problem)}") from None
        except anthropic.AnthropicError as problem:
            raise TryAgainError("broken", f"the reply cannot be read: {_words(problem)}") from None
        except (json.JSONDecodeError, UnicodeDecodeError) as problem:
            raise TryAgainError("broken", f"the reply is no JSON: {_words(problem)}") from None
        except Exception as problem:
            if type(problem).__module__.partition(".")[0] in ("httpx2", "httpcore2", "pydantic", "pydantic_core"):
                raise TryAgainError("network", f"the connection failed: {_words(problem)}") from None
            raise
        return _reply(message)


def _by_status(problem: Any) -> Exception:
    status = int(problem.status_code)
    words = _words(problem)
    if status in (401, 403):
        return KeyRefusedError(f"the API refused the key ({status}): {words}", hint="check ANTHROPIC_API_KEY")
    if status == 429:  # noqa: PLR2004 -- too many requests
        return TryAgainError("rate_limited", f"rate limit: {words}", _retry_after(problem.response.headers))
    if status == 529:  # noqa: PLR2004 -- overloaded
        return TryAgainError("overloaded", f"the API is overloaded: {words}", _retry_after(problem.response.headers))
    if status in (408, 409) or status >= RETRIED_STATUS:
        return TryAgainError("server", f"the API answered {status}: {words}", _retry_after(problem.response.headers))
    kind: Failure = "too_long" if status == 413 or "too long" in words else "rejected"  # noqa: PLR2004 -- too large
    return CallFailedError(kind, f"the API answered {status}: {words}")


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds of a `retry-after` header, which may be a number or a date."""
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        return float(value)
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _words(problem: BaseException) -> str:
    return " ".join(str(problem).split())[:SHOWN]


def _reply(message: Any) -> Reply:
    """The reply as plain values. A server in between may answer 200 with something else than a message."""
    try:
        content = tuple(block.model_dump(mode="json", exclude_none=True) for block in message.content)
        usage = message.usage
        return Reply(
            model=str(message.model),
            stop_reason=message.stop_reason,
            content=content,
            usage=Usage(
                input_tokens=usage.input_tokens or 0,
                output_tokens=usage.output_tokens or 0,
                cache_read_tokens=usage.cache_read_input_tokens or 0,
                cache_write_tokens=usage.cache_creation_input_tokens or 0,
            ),
        )
    except (AttributeError, TypeError) as problem:
        raise TryAgainError("broken", f"the reply is no message: {_words(problem)}") from None


def connect(provider: Provider, env: Mapping[str, str]) -> SdkConnection:
    """A client for a provider. Key, base URL, region and project come from the environment, as the SDK names them.

    Raises:
        UsageError: the provider's own packages are missing.
    """
    import anthropic  # noqa: PLC0415 -- see SdkConnection.send

    try:
        if provider == "bedrock":
            return SdkConnection(client=anthropic.AnthropicBedrock(max_retries=0, aws_region=env.get("AWS_REGION")))
        if provider == "vertex":
            region = env.get("CLOUD_ML_REGION") or env.get("GOOGLE_CLOUD_REGION") or "global"
            project = env.get("ANTHROPIC_VERTEX_PROJECT_ID") or env.get("GOOGLE_CLOUD_PROJECT")
            return SdkConnection(
                client=anthropic.AnthropicVertex(max_retries=0, region=region, project_id=project or "")
            )
    except ImportError as problem:
        hint = f"pip install 'anthropic[{provider}]'"
        raise UsageError(f"provider: {provider} needs more packages: {problem}", hint=hint) from None
    client = anthropic.Anthropic(
        api_key=env.get("ANTHROPIC_API_KEY") or None, base_url=env.get("ANTHROPIC_BASE_URL") or None, max_retries=0
    )
    return SdkConnection(client=client)
