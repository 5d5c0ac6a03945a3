from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest

from claimdiff.claude.clients import Clients, _acknowledge
from claimdiff.claude.connection import connect
from claimdiff.claude.messages import KeyRefusedError
from claimdiff.errors import UsageError

KEY = {"ANTHROPIC_API_KEY": "sk-secret"}


def test_the_key_and_base_url_come_from_the_environment() -> None:
    """A line break that a secret store adds is no part of the key."""
    client = Clients(env={"ANTHROPIC_API_KEY": "sk-secret\n", "ANTHROPIC_BASE_URL": "http://localhost:11434"}).of(
        "anthropic"
    )

    assert client.api_key == "sk-secret"
    assert str(client.base_url).rstrip("/") == "http://localhost:11434"
    assert client.max_retries == 0
    client.close()


def test_bedrock_takes_its_region() -> None:
    """The client is made without any call."""
    client = Clients(env={"AWS_REGION": "eu-west-1"}).of("bedrock")

    assert type(client).__name__ == "AnthropicBedrock"
    assert client.aws_region == "eu-west-1"
    client.close()


def test_vertex_takes_its_project_and_region() -> None:
    """Without a region it is the global one."""
    client = Clients(env={"ANTHROPIC_VERTEX_PROJECT_ID": "docs"}).of("vertex")

    assert type(client).__name__ == "AnthropicVertex"
    assert (client.project_id, client.region) == ("docs", "global")
    client.close()


def test_a_client_is_made_once() -> None:
    """All workers share one, and its connections."""
    clients = Clients(env=KEY)

    assert clients.of("anthropic") is clients.of("anthropic")
    clients.close()


@pytest.mark.parametrize(
    ("provider", "env", "message"),
    [
        ("bedrock", {}, "provider: bedrock needs a region"),
        ("vertex", {}, "provider: vertex needs a project"),
        ("anthropic", {**KEY, "ANTHROPIC_BASE_URL": "localhost:11434"}, "ANTHROPIC_BASE_URL is no address"),
        ("anthropic", {**KEY, "ANTHROPIC_BASE_URL": "http://"}, "ANTHROPIC_BASE_URL is no address"),
        ("anthropic", {**KEY, "ANTHROPIC_BASE_URL": "http://host:port"}, "ANTHROPIC_BASE_URL is no address"),
    ],
)
def test_what_is_missing_is_named(provider: str, env: dict[str, str], message: str) -> None:
    """A setting that the user can mend, with the way to do it."""
    with pytest.raises(UsageError, match=message) as caught:
        Clients(env=env).of(provider)

    assert caught.value.hint


@pytest.mark.parametrize("key", ["", "  ", "sk secret", "sk-\u2013secret", "sk\x00secret"])
def test_a_key_that_is_none_is_never_shown(key: str) -> None:
    """A header cannot hold it, and the HTTP library would print it in its error."""
    with pytest.raises(KeyRefusedError) as caught:
        connect("anthropic", {"ANTHROPIC_API_KEY": key})

    assert "secret" not in str(caught.value)
    assert caught.value.exit_code == 4


def test_secrets_are_masked_in_what_others_say() -> None:
    """And never stand in a representation."""
    clients = Clients(env=KEY)

    assert clients.mask("bad header b'sk-secret'") == "bad header b'***'"
    assert "sk-secret" not in repr(clients)
    assert "sk-secret" not in repr(connect("anthropic", KEY))


def test_what_a_provider_lacks_is_told_before_anything_is_loaded() -> None:
    """A run can look at its settings for nothing."""
    clients = Clients(env={})
    clients.check("bedrock")  # its region may stand in a profile, which only the SDK reads
    with pytest.raises(UsageError, match="vertex needs a project"):
        clients.check("vertex")
    with pytest.raises(KeyRefusedError, match="there is no key"):
        clients.check("anthropic")

    assert clients._made == {}


class _Stream:
    """The connection of a reply, as the HTTP library shows it."""

    def __init__(self, *, broken: bool = False) -> None:
        self.broken = broken
        self.options: list[tuple[int, ...]] = []

    def get_extra_info(self, _: str) -> _Stream:
        return self

    def setsockopt(self, *option: int) -> None:
        if self.broken:
            raise OSError
        self.options.append(option)


def test_the_head_of_a_reply_is_acknowledged_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on this machine may hold back the body until then; what has no socket is left alone."""
    monkeypatch.setattr(socket, "TCP_QUICKACK", 12, raising=False)  # a number of Linux
    stream = _Stream()
    for extensions in ({"network_stream": stream}, {"network_stream": _Stream(broken=True)}, {}):
        _acknowledge(SimpleNamespace(extensions=extensions))

    assert stream.options == [(socket.IPPROTO_TCP, 12, 1)]


def test_only_a_server_of_ones_own_is_talked_to_in_another_way() -> None:
    """The client of the Anthropic API is the SDK's own."""
    hooks = []
    for env in (KEY, {**KEY, "ANTHROPIC_BASE_URL": "http://localhost:11434"}):
        client = Clients(env=env).of("anthropic")
        hooks.append(client._client.event_hooks["response"])
        client.close()

    assert hooks == [[], [_acknowledge]]
