"""Clients of the SDK, one for each provider, made when the first call is made: a run without calls never loads it."""

from __future__ import annotations

import contextlib
import socket
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from claimdiff.claude.messages import KeyRefusedError
from claimdiff.errors import UsageError
from claimdiff.masks import Masks

if TYPE_CHECKING:
    from collections.abc import Mapping

Provider = Literal["anthropic", "bedrock", "vertex"]


@dataclass(kw_only=True)
class Clients:
    """Shared by all workers. Key, base URL, region and project come from `env`, as the SDK names them; never shown.

    The SDK's own retries are off: waiting is shared by all workers and bounded by the call's deadline (see `caller`).
    """

    env: Mapping[str, str] = field(repr=False)
    _made: dict[str, Any] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def of(self, provider: str) -> Any:
        """The client of a provider.

        Raises:
            UsageError: the provider's own packages, its region or its project are missing, or the base URL is none.
            KeyRefusedError: there is no key, or it has characters that no key has.
        """
        with self._lock:
            if provider not in self._made:
                self._made[provider] = self._make(provider)
            return self._made[provider]

    def check(self, provider: str) -> None:
        """Look at the settings of a provider without loading the SDK; raises what `of` raises."""
        if provider == "vertex":
            _project(self.env)
        elif provider != "bedrock":
            _secrets(self.env)
            _base_url(self.env)

    def _make(self, provider: str) -> Any:
        try:
            if provider == "bedrock":
                return _bedrock(self.env)
            if provider == "vertex":
                return _vertex(self.env)
        except ImportError as problem:
            hint = f"pip install 'anthropic[{provider}]'"
            raise UsageError(f"provider: {provider} needs more packages: {problem}", hint=hint) from None
        return _direct(self.env)

    def mask(self, text: str) -> str:
        """The text without any key."""
        return Masks.of_environment(self.env).hide(text)

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            for client in self._made.values():
                with contextlib.suppress(Exception):  # whatever a half-made client says: it is over
                    client.close()
            self._made.clear()


def _direct(env: Mapping[str, str]) -> Any:
    key, token = _secrets(env)
    url = _base_url(env)
    import anthropic  # noqa: PLC0415 -- 1.5 to 4 seconds, paid only when a call is made

    address = url or "https://api.anthropic.com"
    client = anthropic.Anthropic(api_key=key, auth_token=None if key else token, base_url=address, max_retries=0)
    if url:
        # A client of our own making would not be closed by the SDK when nobody holds it any more.
        client._client.event_hooks = {"response": [_acknowledge]}  # noqa: SLF001 -- see above
    return client


def _acknowledge(response: Any) -> None:
    """Acknowledge the head of a reply at once.

    A server on this machine may write the body apart from it, and holds the body back until then: 40 ms a call where
    the system saves up acknowledgements (Linux does).
    """
    option = getattr(socket, "TCP_QUICKACK", None)
    with contextlib.suppress(KeyError, AttributeError, OSError):
        if option is not None:
            response.extensions["network_stream"].get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, option, 1)


def _secrets(env: Mapping[str, str]) -> tuple[str | None, str | None]:
    key, token = _secret(env, "ANTHROPIC_API_KEY"), _secret(env, "ANTHROPIC_AUTH_TOKEN")
    if not key and not token:
        raise KeyRefusedError("there is no key for the API", hint="set ANTHROPIC_API_KEY, or run with --offline")
    return key, token


def _secret(env: Mapping[str, str], name: str) -> str | None:
    """A key without the line break that a secret store adds.

    A header takes only printable ASCII, and the HTTP library would show the whole value in its error.
    """
    value = env.get(name, "").strip()
    if value and not (value.isascii() and value.isprintable() and " " not in value):
        raise KeyRefusedError(f"{name} has characters that no key has", hint=f"copy {name} once more")
    return value or None


def _base_url(env: Mapping[str, str]) -> str | None:
    value = env.get("ANTHROPIC_BASE_URL", "").strip()
    if not value:
        return None
    try:
        parts = urlsplit(value)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        raise UsageError(
            "ANTHROPIC_BASE_URL is no address of a server", hint="write it like http://localhost:11434, or unset it"
        )
    return value


def _bedrock(env: Mapping[str, str]) -> Any:
    import anthropic  # noqa: PLC0415 -- see _direct

    region = env.get("AWS_REGION") or env.get("AWS_DEFAULT_REGION")
    try:
        return anthropic.AnthropicBedrock(max_retries=0, aws_region=region or None)
    except ValueError:
        raise UsageError("provider: bedrock needs a region", hint="set AWS_REGION") from None


def _vertex(env: Mapping[str, str]) -> Any:
    import anthropic  # noqa: PLC0415 -- see _direct

    region = env.get("CLOUD_ML_REGION") or env.get("GOOGLE_CLOUD_REGION") or "global"
    return anthropic.AnthropicVertex(max_retries=0, region=region, project_id=_project(env))


def _project(env: Mapping[str, str]) -> str:
    project = env.get("ANTHROPIC_VERTEX_PROJECT_ID") or env.get("GOOGLE_CLOUD_PROJECT")
    if not project:
        raise UsageError("provider: vertex needs a project", hint="set ANTHROPIC_VERTEX_PROJECT_ID")
    return project
