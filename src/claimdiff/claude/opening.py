"""A caller with all its parts, for one run."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

from claimdiff.claude.apart import ApartConnection
from claimdiff.claude.budget import Budget
from claimdiff.claude.caller import Caller
from claimdiff.claude.clients import Clients
from claimdiff.claude.connection import Connection, SdkConnection
from claimdiff.claude.lifecycle import Lifecycles
from claimdiff.claude.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

OTHER_SERVER = "other_server"
"""Folder for the replies of a server that `ANTHROPIC_BASE_URL` names."""


@contextlib.contextmanager
def open_caller(
    folder: Path,
    env: Mapping[str, str],
    *,
    providers: Iterable[str] = ("anthropic",),
    reading: bool = True,
    budget: Budget | None = None,
    timeout_s: float = 60.0,
    concurrency: int = 8,
) -> Iterator[Caller]:
    """A caller whose replies, and what is known of models, lie in `folder`. Nothing is loaded or sent before a call.

    Replies of another server than Anthropic's lie apart: a local model may go by the name of one of Claude's.

    `reading` is off for a run that wants everything new. The other parts are those of `limits`. Leaving it in any way
    but the usual lets no further call begin.

    Raises:
        UsageError, KeyRefusedError: what a provider lacks in `env`; see `Clients.of`.
    """
    clients = Clients(env=env)
    for provider in sorted(set(providers)):
        clients.check(provider)
    place = folder / OTHER_SERVER if env.get("ANTHROPIC_BASE_URL", "").strip() else folder
    store = Store(folder=place, reading=reading)
    store.sweep()
    connection = _connection(clients)
    caller = Caller(
        connection=connection,
        store=store,
        budget=budget or Budget(),
        timeout_s=timeout_s,
        concurrency=concurrency,
        lifecycles=Lifecycles(look=connection.look, folder=place),
    )
    try:
        yield caller
    except BaseException:
        caller.stop()
        raise
    finally:
        caller.close()


def _connection(clients: Clients) -> Connection:
    """Through a process of its own, except in a program that has loaded the SDK already."""
    return SdkConnection(clients=clients) if "anthropic" in sys.modules else ApartConnection(clients=clients)
