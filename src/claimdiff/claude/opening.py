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

FOLDER = "responses"
"""Where a caller's folder lies in the state folder of a repository."""
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
    begun: Connection | None = None,
) -> Iterator[Caller]:
    """A caller whose replies, and what is known of models, lie in `folder`. Nothing is loaded or sent before a call.

    Replies of another server than Anthropic's lie apart: a local model may go by the name of one of Claude's.

    `reading` is off for a run that wants everything new. `begun` is a connection that somebody opened before, in the
    same `env`; it is closed here, too. The other parts are those of `limits`. Leaving it in any way
    but the usual lets no further call begin.

    Raises:
        UsageError, KeyRefusedError: what a provider lacks in `env`; see `Clients.of`.
    """
    for provider in sorted(set(providers)):
        Clients(env=env).check(provider)
    kept = store(folder, env, reading=reading)
    kept.sweep()
    opened = begun or connection(env)
    caller = Caller(
        connection=opened,
        store=kept,
        budget=budget or Budget(),
        timeout_s=timeout_s,
        concurrency=concurrency,
        lifecycles=Lifecycles(look=opened.look, folder=kept.folder, apart=isinstance(opened, ApartConnection)),
    )
    try:
        yield caller
    except BaseException:
        caller.stop()
        raise
    finally:
        caller.close()


def store(folder: Path, env: Mapping[str, str], *, reading: bool = True) -> Store:
    """The store of a caller's folder, for the server that `env` names."""
    other = env.get("ANTHROPIC_BASE_URL", "").strip()
    return Store(folder=folder / OTHER_SERVER if other else folder, reading=reading)


def connection(env: Mapping[str, str]) -> Connection:
    """Through a process of its own, except in a program that has loaded the SDK already."""
    clients = Clients(env=env)
    return SdkConnection(clients=clients) if "anthropic" in sys.modules else ApartConnection(clients=clients)
