"""One call to GitHub's API after another, through PyGithub's connection: waiting, repeating, and plain errors.

A call that reads, or whose repetition changes nothing, is repeated. One that creates something is repeated only when the
server said that it did nothing; where the answer was lost, whoever asked looks first whether it is there.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from claimdiff.masks import Masks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from github.Requester import Requester

Kind = Literal["forbidden", "missing", "conflict", "refused", "limited", "unavailable", "malformed"]

TRIES = 4
MAX_WAIT_S = 60.0
"""The longest wait that a server may ask for; a longer one is told instead of waited for."""
PAGE = 100
_TIMEOUT_S = 20
_UNAUTHORIZED, _FORBIDDEN, _MISSING, _CONFLICT, _UNPROCESSABLE, _TOO_MANY, _SERVER = 401, 403, 404, 409, 422, 429, 500
_SHOWN = 300

PERMISSIONS = {
    "comment": "permissions: pull-requests: write",
    "status": "permissions: statuses: write",
    "pull": "permissions: pull-requests: write",
    "read": "permissions: contents: read",
    "run": "permissions: actions: read",
}


class GitHubError(Exception):
    """GitHub did not do what was asked. Never more than a note: no verdict depends on it.

    `unsure`: a write may have happened although its answer was lost.
    """

    def __init__(self, kind: Kind, message: str, *, hint: str | None = None, unsure: bool = False) -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.hint = hint
        self.unsure = unsure

    def __str__(self) -> str:
        """The message, and what mends it."""
        return f"{self.args[0]} ({self.hint})" if self.hint else str(self.args[0])


@dataclass(frozen=True, kw_only=True)
class Calls:
    """A connection with one token. `sleep` waits for seconds; a test puts its own in."""

    token: str = field(repr=False)
    api_url: str
    masks: Masks = field(default_factory=Masks, repr=False)
    sleep: Callable[[float], None] = time.sleep
    _open: list[Requester] = field(default_factory=list, repr=False, compare=False)

    def close(self) -> None:
        """Close the connection; a later call opens a new one."""
        while self._open:
            self._open.pop().close()

    def get(self, path: str, need: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """Read one thing.

        Raises:
            GitHubError: it could not be read.
        """
        return self._repeated("GET", path, need, parameters=parameters)[1]

    def all(self, path: str, need: str, parameters: Mapping[str, Any] | None = None) -> Iterator[Mapping[str, Any]]:
        """Every item of a list, to its last page.

        Raises:
            GitHubError: a page could not be read, or is no list.
        """
        following: str | None = path
        values: Mapping[str, Any] | None = {"per_page": PAGE, **(parameters or {})}
        seen: set[str] = set()
        while following is not None and following not in seen:
            seen.add(following)
            headers, data = self._repeated("GET", following, need, parameters=values)
            if isinstance(data, dict):
                data = next((data[key] for key in ("artifacts", "workflow_runs", "statuses") if key in data), data)
            if not isinstance(data, list):
                raise GitHubError("malformed", f"GET {path}: GitHub answered no list")
            yield from (item for item in data if isinstance(item, dict))
            following, values = _next(headers), None

    def write(self, verb: str, path: str, need: str, body: Mapping[str, Any] | None, *, repeat: bool) -> Any:
        """Change something. `repeat`: doing it twice is as doing it once.

        Raises:
            GitHubError: it was not done, or (`unsure`) may have been.
        """
        return self._repeated(verb, path, need, body=body, repeat=repeat)[1]

    def _repeated(
        self,
        verb: str,
        path: str,
        need: str,
        *,
        parameters: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        repeat: bool = True,
    ) -> tuple[Mapping[str, Any], Any]:
        waited = 0.0
        for tried in range(1, TRIES + 1):
            outcome = self._once(verb, path, need, parameters, body)
            if not isinstance(outcome, _Failed):
                return outcome
            again = outcome.undone or (repeat and outcome.passing)
            pause = outcome.after if outcome.after is not None else min(2.0 ** (tried - 1), 8.0)
            if not again or tried == TRIES or waited + pause > MAX_WAIT_S:
                raise outcome.error
            self.sleep(pause)
            waited += pause
        raise AssertionError("the last try returns or raises")

    def _once(
        self, verb: str, path: str, need: str, parameters: Mapping[str, Any] | None, body: Mapping[str, Any] | None
    ) -> tuple[Mapping[str, Any], Any] | _Failed:
        from github.GithubException import GithubException  # noqa: PLC0415 -- a run that posts nothing does without
        from requests.exceptions import RequestException  # noqa: PLC0415 -- same

        about = f"{verb} {path.partition('?')[0]}"
        reading = verb == "GET"
        if not _is_address(self.api_url):
            return _Failed(error=GitHubError("unavailable", f"{about}: GITHUB_API_URL is no address of a server"))
        try:
            headers, data = self._requester().requestJsonAndCheck(
                verb, path, dict(parameters) if parameters else None, input=dict(body) if body is not None else None
            )
        except GithubException as problem:
            return self._refused(about, need, problem.status, problem.data, problem.headers or {}, reading=reading)
        except (RequestException, OSError) as problem:
            message = f"{about}: no answer: {self._told(type(problem).__name__)}"
            return _Failed(error=GitHubError("unavailable", message, unsure=not reading), passing=True)
        except (ValueError, AssertionError, RecursionError):
            return self._malformed(about, reading=reading)
        if isinstance(data, dict) and set(data) <= {"data", "url"} and "data" in data:
            return self._malformed(about, reading=reading)  # text that is no JSON, as PyGithub hands it on
        return headers, data

    def _malformed(self, about: str, *, reading: bool) -> _Failed:
        error = GitHubError("malformed", f"{about}: GitHub answered something that is no JSON", unsure=not reading)
        return _Failed(error=error, passing=True)

    def _refused(
        self, about: str, need: str, status: int, data: Any, headers: Mapping[str, Any], *, reading: bool
    ) -> _Failed:
        said = self._told(_message(data))
        message = f"{about}: GitHub answered {status}{f': {said}' if said else ''}"
        if status == _TOO_MANY or (status == _FORBIDDEN and _is_limit(said, headers)):
            return _Failed(error=GitHubError("limited", message), undone=True, after=_after(headers))
        if status >= _SERVER:
            return _Failed(error=GitHubError("unavailable", message, unsure=not reading), passing=True)
        if status in {_UNAUTHORIZED, _FORBIDDEN}:
            return _Failed(error=GitHubError("forbidden", message, hint=_permission(need)))
        if status == _MISSING:
            hint = None if reading else f"the token may lack {PERMISSIONS[need]}"
            return _Failed(error=GitHubError("missing", message, hint=hint))
        if status == _CONFLICT:
            return _Failed(error=GitHubError("conflict", message), undone=True)
        return _Failed(error=GitHubError("refused", message))

    def _told(self, text: str) -> str:
        hidden = self.masks.hide(text)
        return " ".join("".join(sign if sign.isprintable() else " " for sign in hidden).split())[:_SHOWN]

    def _requester(self) -> Requester:
        if not self._open:
            from github import Auth, Github  # noqa: PLC0415 -- takes 0.4 s

            made = Github(
                auth=Auth.Token(self.token), base_url=self.api_url, timeout=_TIMEOUT_S, retry=None,
                seconds_between_requests=0, seconds_between_writes=0,
            )  # fmt: skip
            self._open.append(made.requester)
        return self._open[0]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Failed:
    """How a call failed. `undone`: the server did nothing; `passing`: it may work soon; `after`: seconds to wait."""

    error: GitHubError
    undone: bool = False
    passing: bool = False
    after: float | None = None


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _next(headers: Mapping[str, Any]) -> str | None:
    """The address of the page that follows, from a Link header."""
    for link in str(headers.get("link") or "").split(","):
        address, _, relation = link.partition(";")
        if 'rel="next"' in relation:
            return address.strip().strip("<>")
    return None


def _message(data: Any) -> str:
    if isinstance(data, dict):
        errors = data.get("errors")
        details = [_message(item) for item in errors] if isinstance(errors, list) else []
        return ": ".join(filter(None, [str(data.get("message") or ""), *details]))
    return data if isinstance(data, str) else ""


def _is_limit(said: str, headers: Mapping[str, Any]) -> bool:
    return "retry-after" in headers or headers.get("x-ratelimit-remaining") == "0" or "rate limit" in said.lower()


def _after(headers: Mapping[str, Any]) -> float | None:
    """Seconds that the server asks to wait."""
    after = str(headers.get("retry-after") or "")
    if after.isascii() and after.isdecimal():
        return float(after)
    reset = str(headers.get("x-ratelimit-reset") or "")
    if headers.get("x-ratelimit-remaining") == "0" and reset.isascii() and reset.isdecimal():
        return max(1.0, float(reset) - time.time())
    return None


def _permission(need: str) -> str:
    if need == "comment":
        return (
            f"give the workflow `{PERMISSIONS[need]}`; the token of a fork's pull request cannot have it: "
            "use the second workflow with `mode: comment`"
        )
    return f"give the workflow `{PERMISSIONS[need]}`"
