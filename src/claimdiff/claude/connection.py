"""One call of the Messages API: a request in, a reply or a failure in plain words out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from claimdiff.claude import practice
from claimdiff.claude.clients import Clients, Provider
from claimdiff.claude.deadline import within
from claimdiff.claude.failures import TryAgainError, translate, words
from claimdiff.claude.lifecycle import lookup
from claimdiff.claude.messages import Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.claude.lifecycle import ModelState
    from claimdiff.claude.messages import Request

GRACE = 0.5
"""Seconds that the HTTP library has to end a call by itself, which closes its connection."""

__all__ = ["Connection", "Provider", "SdkConnection", "TryAgainError", "connect", "read_reply"]


class Connection(Protocol):
    """Sends one request."""

    def warm(self, provider: str) -> None:
        """Begin with `prepare` where that can go on beside; waits for nothing and raises nothing."""

    def prepare(self, provider: str) -> None:
        """Do what takes long and is no part of a call (loading the SDK), so that no deadline runs meanwhile.

        Raises:
            UsageError, KeyRefusedError: see `Clients.of`.
        """

    def send(self, request: Request, timeout_s: float) -> Reply:
        """Send a request once; never longer than `timeout_s` seconds.

        Raises:
            TryAgainError: it may pass.
            CallFailedError: it will not.
            KeyRefusedError: the key is not good.
        """

    def look(self, model: str) -> ModelState:
        """The state of a model of the Anthropic API; `unknown` where the service does not tell. Raises nothing."""

    def close(self) -> None:
        """Close what is open."""


@dataclass(frozen=True, kw_only=True)
class SdkConnection:
    """Sends through the SDK, by the client of the request's provider."""

    clients: Clients = field(repr=False)

    def warm(self, provider: str) -> None:
        """See `Connection`; whoever uses this one has loaded the SDK already."""

    def prepare(self, provider: str) -> None:
        """See `Connection`."""
        _ = self.clients.of(provider).messages

    def send(self, request: Request, timeout_s: float) -> Reply:
        """See `Connection`."""
        client = self.clients.of(request.provider)
        try:
            message = within(timeout_s + GRACE, lambda: client.messages.create(**request.body, timeout=timeout_s))
        except TimeoutError:
            raise TryAgainError("timeout", f"no reply within {timeout_s:.0f} s", paid=True) from None
        except Exception as problem:
            meant = failure(problem, timeout_s, self.clients)
            if meant is problem:
                raise
            raise meant from None
        return read_reply(message)

    def look(self, model: str) -> ModelState:
        """See `Connection`."""
        return lookup(self.clients)(model)

    def load(self) -> None:
        """Load the SDK."""
        import anthropic  # noqa: F401, PLC0415 -- 1.5 to 4 seconds, paid only when a call is made

    def practise(self) -> None:
        """Make a call that goes nowhere and read its reply. What the SDK makes ready at its first use then is.

        Twenty threads whose first calls go out at once would each make it ready for themselves.
        """
        import anthropic  # noqa: PLC0415 -- see `load`
        import httpx2  # noqa: PLC0415 -- comes with the SDK

        nowhere = httpx2.MockTransport(lambda _: httpx2.Response(200, json=practice.REPLY))
        http = httpx2.Client(transport=nowhere)
        with anthropic.Anthropic(
            api_key="none", base_url="http://localhost", max_retries=0, http_client=http
        ) as client:
            read_reply(client.messages.create(**practice.BODY, timeout=1.0))

    def close(self) -> None:
        """Close every connection."""
        self.clients.close()


def failure(problem: Exception, timeout_s: float, clients: Clients) -> Exception:
    """What an exception means, without any key in its words; see `translate`."""
    meant = translate(problem, timeout_s)
    if meant is not problem:
        meant.args = tuple(clients.mask(str(item)) for item in meant.args)
    return meant


def read_reply(message: Any) -> Reply:
    """A message of the SDK as plain values. A server in between may answer 200 with something else than a message.

    Raises:
        TryAgainError: it is no message.
    """
    try:
        usage = message.usage
        return Reply(
            model=str(message.model),
            stop_reason=None if message.stop_reason is None else str(message.stop_reason),
            content=tuple(_block(block) for block in message.content),
            usage=Usage(
                input_tokens=_tokens(usage.input_tokens),
                output_tokens=_tokens(usage.output_tokens),
                cache_read_tokens=_tokens(usage.cache_read_input_tokens),
                cache_write_tokens=_tokens(usage.cache_creation_input_tokens),
            ),
        )
    except (AttributeError, TypeError, ValueError, OverflowError, RecursionError) as problem:
        raise TryAgainError("broken", f"the reply is no message: {words(problem)}", paid=True) from None


def _tokens(count: Any) -> int:
    """A count of tokens. One below 0 would give back what other calls cost."""
    found = int(count or 0)
    if found < 0:
        raise ValueError(f"{found} tokens")
    return found


def _block(block: Any) -> dict[str, Any]:
    value = _cleaned(block.model_dump(mode="python", exclude_none=True, warnings=False))
    if value.get("type") == "text" and not isinstance(value.get("text"), str):
        raise TypeError("a text block without text")
    return value  # type: ignore[no-any-return]  # a block is an object


def _cleaned(value: Any) -> Any:
    """Without lone surrogates: JSON can spell them, no file can hold them."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_cleaned(item) for item in value]
    return value


def connect(provider: Provider, env: Mapping[str, str]) -> SdkConnection:
    """A connection for a run, which serves any provider. What `provider` lacks in `env` is told at once.

    The SDK is loaded by the first call, so that a run whose replies are all stored never waits for it.

    Raises:
        UsageError, KeyRefusedError: see `Clients.of`.
    """
    clients = Clients(env=env)
    clients.check(provider)
    return SdkConnection(clients=clients)
