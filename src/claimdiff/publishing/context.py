"""What the runner says of the run: repository, event, pull request, where outputs go. Read once, into one value."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimdiff.changes.event import event_of, read_payload

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.changes.event import Event

PULL_REQUESTS = ("pull_request", "pull_request_target")
_DIGITS = 18


@dataclass(frozen=True, kw_only=True, slots=True)
class PullRequest:
    """The pull request of an event. `fork`: its branch is in another repository than the one that it asks to merge into."""

    number: int
    head_sha: str
    head_ref: str
    head_repository: str
    base_ref: str
    base_sha: str
    fork: bool
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """One run of a workflow. `repository` is "owner/name"; `payload` the event file, which is untrusted data.

    `run_number` and `run_attempt` count upwards with every run of the workflow. `status_sha` is the commit that a
    status belongs to: of a pull request its head, of a merge group its head, else the commit of the event.
    """

    event: Event
    payload: Mapping[str, Any]
    action: str
    repository: str
    api_url: str
    server_url: str
    run_id: int | None
    run_number: int | None
    run_attempt: int
    sha: str | None
    pull_request: PullRequest | None
    workspace: Path
    output_path: Path | None
    summary_path: Path | None
    actor: str

    @property
    def event_name(self) -> str:
        """The name of the event."""
        return self.event.name

    @property
    def is_fork(self) -> bool:
        """Whether the event is of a pull request from another repository."""
        return self.pull_request is not None and self.pull_request.fork

    @property
    def default_branch(self) -> str:
        """The default branch of the repository, by its short name."""
        return self.event.default_branch or "main"

    @property
    def status_sha(self) -> str | None:
        """The commit that the status is posted on."""
        if self.pull_request is not None:
            return self.pull_request.head_sha or None
        return self.event.head_sha if self.event.name == "merge_group" else self.sha

    @property
    def run_url(self) -> str | None:
        """The page of this run."""
        if self.run_id is None or not self.repository:
            return None
        return f"{self.server_url}/{self.repository}/actions/runs/{self.run_id}"


def read(env: Mapping[str, str]) -> Context:
    """The context that an environment tells of.

    Raises:
        UsageError: the event file is missing or broken, or a pull request has no number.
    """
    name = env.get("GITHUB_EVENT_NAME", "")
    payload = read_payload(name, env.get("GITHUB_EVENT_PATH")) if name else {}
    event = event_of(name, payload, env)
    return Context(
        event=event,
        payload=payload,
        action=text(payload, "action"),
        repository=env.get("GITHUB_REPOSITORY", ""),
        api_url=(env.get("GITHUB_API_URL") or "https://api.github.com").rstrip("/"),
        server_url=(env.get("GITHUB_SERVER_URL") or "https://github.com").rstrip("/"),
        run_id=_number(env.get("GITHUB_RUN_ID")),
        run_number=_number(env.get("GITHUB_RUN_NUMBER")),
        run_attempt=_number(env.get("GITHUB_RUN_ATTEMPT")) or 1,
        sha=env.get("GITHUB_SHA") or None,
        pull_request=_pull_request(event, payload) if name in PULL_REQUESTS else None,
        workspace=Path(env.get("GITHUB_WORKSPACE") or Path.cwd()),
        output_path=_path(env.get("GITHUB_OUTPUT")),
        summary_path=_path(env.get("GITHUB_STEP_SUMMARY")),
        actor=env.get("GITHUB_ACTOR", ""),
    )


def _pull_request(event: Event, payload: Mapping[str, Any]) -> PullRequest | None:
    pull = part(payload, "pull_request")
    head, base = part(pull, "head"), part(pull, "base")
    if event.number is None:
        return None
    theirs, ours = text(part(head, "repo"), "full_name"), text(part(base, "repo"), "full_name")
    labels = pull.get("labels")
    return PullRequest(
        number=event.number,
        head_sha=event.head_sha or "",
        head_ref=text(head, "ref"),
        head_repository=theirs,
        base_ref=event.base_ref or "",
        base_sha=event.base_sha or "",
        # The repository of a fork that was deleted is null: whose branch it is cannot be told, so it is not ours.
        fork=theirs.casefold() != (ours or text(part(payload, "repository"), "full_name")).casefold(),
        labels=tuple(text(label, "name") for label in labels if isinstance(label, dict))
        if isinstance(labels, list)
        else (),
    )


def part(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """An object of the payload; an empty one where there is none."""
    value = values.get(key)
    return value if isinstance(value, dict) else {}


def text(values: Mapping[str, Any], key: str) -> str:
    """A string of the payload; an empty one where there is none."""
    value = values.get(key)
    return value if isinstance(value, str) else ""


def _number(value: str | None) -> int | None:
    return int(value) if value and len(value) <= _DIGITS and value.isascii() and value.isdecimal() else None


def _path(value: str | None) -> Path | None:
    return Path(value) if value else None
