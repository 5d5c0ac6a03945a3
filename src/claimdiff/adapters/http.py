"""An HTTP service of the team's own: each request is posted as JSON and answered with a JSON object."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from claimdiff.adapters.reply import SHOWN, Reply, Request
from claimdiff.errors import UsageError
from claimdiff.masks import Masks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from http.client import HTTPMessage
    from typing import IO

ENV = "env:"
LARGEST = 50_000_000
"""Bytes of a reply that are read."""


def ask_http(
    url: str, requests: Sequence[Request], *, headers: Mapping[str, str], timeout_s: float, concurrency: int = 1
) -> dict[str, Reply]:
    """Post each request. A status outside 2xx, a redirect, a timeout or a body that is no JSON object is a failed reply.

    Args:
        url: where to post.
        requests: objects with an `id` each.
        headers: of the settings; `env:NAME` as a value is read from the environment.
        timeout_s: seconds for one request.
        concurrency: requests at a time.

    Raises:
        UsageError: a header names a variable that is not set.
    """
    known = {name: _value(name, value) for name, value in headers.items()}
    opener = urllib.request.build_opener(_NoRedirect)
    with ThreadPoolExecutor(max_workers=max(1, min(concurrency, len(requests) or 1))) as pool:
        replies = pool.map(lambda request: _post(opener, url, request, known, timeout_s), requests)
        return {request["id"]: reply for request, reply in zip(requests, replies, strict=True)}


def _value(name: str, value: str) -> str:
    if not value.startswith(ENV):
        return value
    variable = value.removeprefix(ENV)
    found = os.environ.get(variable)
    if not found:
        raise UsageError(f"the header {name} is read from {variable}, which is not set", hint=f"export {variable}=…")
    return found.strip()


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Takes a redirect as a failure: following it would send the token to another server."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        """Follow nothing."""


def _post(
    opener: urllib.request.OpenerDirector, url: str, request: Request, headers: Mapping[str, str], timeout_s: float
) -> Reply:
    body = json.dumps(request, ensure_ascii=False).encode("utf-8", "replace")
    call = urllib.request.Request(  # noqa: S310 -- settings allow http and https only
        url, data=body, headers={"content-type": "application/json", **headers}, method="POST"
    )
    try:
        with opener.open(call, timeout=timeout_s) as answer:
            data = json.loads(answer.read(LARGEST))
    except urllib.error.HTTPError as problem:
        with problem:
            return Reply(error=f"{url} answered {problem.code}")
    except (OSError, ValueError, RecursionError) as problem:
        return Reply(error=f"{url}: {Masks.of(headers.values()).hide(str(problem))}"[:SHOWN])
    return Reply(data=data) if isinstance(data, dict) else Reply(error=f"{url} answered no JSON object")
