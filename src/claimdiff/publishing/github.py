"""What is asked of GitHub, as plain values. Every list is read to its last page; there is no other way to read one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from urllib.parse import quote

from claimdiff.publishing.calls import GitHubError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from claimdiff.publishing.calls import Calls

Made = TypeVar("Made")

ROBOT = "github-actions[bot]"
"""Who writes with the token that a workflow is given; that token may not ask who it is."""

State = Literal["success", "failure", "error", "pending"]
Permission = Literal["admin", "maintain", "write", "triage", "read", "none"]
Reaction = Literal["+1", "-1", "eyes", "confused", "rocket"]
MAX_DESCRIPTION = 140


@dataclass(frozen=True, kw_only=True, slots=True)
class Comment:
    """A comment on a pull request."""

    id: int
    author: str
    is_bot: bool
    body: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Pull:
    """A pull request as the API tells it."""

    number: int
    state: str
    head_sha: str
    head_ref: str
    head_repository: str
    base_ref: str
    base_sha: str
    base_repository: str
    url: str

    @property
    def fork(self) -> bool:
        """Whether its branch is in another repository; also where that one is gone."""
        return self.head_repository.casefold() != self.base_repository.casefold()


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkflowRun:
    """A run of a workflow."""

    id: int
    event: str
    status: str
    conclusion: str
    head_sha: str
    head_branch: str
    head_repository: str
    run_number: int


@dataclass(frozen=True, kw_only=True)
class GitHub:
    """One repository. Every method raises GitHubError and nothing else."""

    calls: Calls
    repository: str

    def me(self) -> str:
        """The login that this token writes as."""
        try:
            return _text(self.calls.get("/user", "read"), "login") or ROBOT
        except GitHubError as problem:
            if problem.kind in {"forbidden", "missing"}:
                return ROBOT
            raise

    def comments(self, number: int) -> tuple[Comment, ...]:
        """All comments of a pull request, oldest first."""
        return tuple(map(_comment, self.calls.all(f"{self._root}/issues/{number}/comments", "comment")))

    def create_comment(self, number: int, body: str) -> Comment:
        """Write a comment once, also where the answer to it gets lost."""
        path = f"{self._root}/issues/{number}/comments"
        before = {comment.id for comment in self.comments(number)}

        def written() -> Comment | None:
            new = (item for item in self.comments(number) if item.id not in before)
            return next((item for item in new if _same_text(item.body, body)), None)

        return self._once(
            lambda: _comment(self.calls.write("POST", path, "comment", {"body": body}, repeat=False)), written
        )

    def edit_comment(self, comment: int, body: str) -> Comment:
        """Write another text into a comment."""
        path = f"{self._root}/issues/comments/{comment}"
        return _comment(self.calls.write("PATCH", path, "comment", {"body": body}, repeat=True))

    def delete_comment(self, comment: int) -> None:
        """Delete a comment; it is no fault if it is gone already."""
        try:
            self.calls.write("DELETE", f"{self._root}/issues/comments/{comment}", "comment", None, repeat=True)
        except GitHubError as problem:
            if problem.kind != "missing":
                raise

    def react(self, comment: int, content: Reaction) -> None:
        """Answer a comment with an emoji."""
        path = f"{self._root}/issues/comments/{comment}/reactions"
        self.calls.write("POST", path, "comment", {"content": content}, repeat=True)

    def set_status(self, sha: str, state: State, context: str, description: str, url: str | None = None) -> None:
        """Post a commit status; the newest of a context counts."""
        body = {"state": state, "context": context, "description": _clipped(description)}
        self.calls.write(
            "POST",
            f"{self._root}/statuses/{quote(sha)}",
            "status",
            body | ({"target_url": url} if url else {}),
            repeat=True,
        )

    def permission(self, login: str) -> Permission:
        """What somebody may do in the repository. `none` for somebody who has no part in it."""
        path = f"{self._root}/collaborators/{quote(login, safe='')}/permission"
        try:
            found = self.calls.get(path, "read")
        except GitHubError as problem:
            if problem.kind == "missing":
                return "none"
            raise
        # `role_name` tells maintain and triage, which `permission` rounds to write and read.
        names: tuple[Permission, ...] = ("admin", "maintain", "write", "triage", "read")
        told = (_text(found, "role_name"), _text(found, "permission"))
        return next((name for said in told for name in names if name == said), "none")

    def pull(self, number: int) -> Pull:
        """A pull request by its number."""
        return _pull(self.calls.get(f"{self._root}/pulls/{number}", "pull"))

    def pulls_for(self, sha: str) -> tuple[Pull, ...]:
        """Pull requests that hold a commit."""
        return tuple(map(_pull, self.calls.all(f"{self._root}/commits/{quote(sha)}/pulls", "pull")))

    def pulls(self, *, head: str = "", base: str = "", state: str = "open") -> tuple[Pull, ...]:
        """Pull requests. `head` is "owner:branch", `base` a branch."""
        asked = {"state": state} | ({"head": head} if head else {}) | ({"base": base} if base else {})
        return tuple(map(_pull, self.calls.all(f"{self._root}/pulls", "pull", asked)))

    def create_pull(self, *, head: str, base: str, title: str, body: str) -> Pull:
        """Open a pull request once, also where the answer to it gets lost."""
        values = {"head": head, "base": base, "title": title, "body": body}
        owner = self.repository.partition("/")[0]

        def opened() -> Pull | None:
            return next(iter(self.pulls(head=f"{owner}:{head}", base=base)), None)

        return self._once(
            lambda: _pull(self.calls.write("POST", f"{self._root}/pulls", "pull", values, repeat=False)), opened
        )

    def edit_pull(self, number: int, *, title: str, body: str, state: Literal["open", "closed"] | None = None) -> Pull:
        """Write another title and text into a pull request, and close or open it where `state` says so."""
        values = {"title": title, "body": body} | ({"state": state} if state else {})
        return _pull(self.calls.write("PATCH", f"{self._root}/pulls/{number}", "pull", values, repeat=True))

    def run(self, run_id: int) -> WorkflowRun:
        """A run of a workflow by its id."""
        found = _object(self.calls.get(f"{self._root}/actions/runs/{run_id}", "run"))
        return WorkflowRun(
            id=_number(found, "id"),
            event=_text(found, "event"),
            status=_text(found, "status"),
            conclusion=_text(found, "conclusion"),
            head_sha=_text(found, "head_sha"),
            head_branch=_text(found, "head_branch"),
            head_repository=_text(_object(found.get("head_repository")), "full_name"),
            run_number=_number(found, "run_number"),
        )

    @property
    def _root(self) -> str:
        return f"/repos/{self.repository}"

    @staticmethod
    def _once(make: Callable[[], Made], made: Callable[[], Made | None]) -> Made:
        """Make something; where the answer was lost, look for it before it is made again."""
        try:
            return make()
        except GitHubError as problem:
            if not problem.unsure:
                raise
        found = made()
        return found if found is not None else make()


def _comment(found: Any) -> Comment:
    values = _object(found)
    user = _object(values.get("user"))
    return Comment(
        id=_number(values, "id"),
        author=_text(user, "login"),
        is_bot=_text(user, "type") == "Bot",
        body=_text(values, "body"),
        url=_text(values, "html_url"),
    )


def _pull(found: Any) -> Pull:
    values = _object(found)
    head, base = _object(values.get("head")), _object(values.get("base"))
    return Pull(
        number=_number(values, "number"),
        state=_text(values, "state"),
        head_sha=_text(head, "sha"),
        head_ref=_text(head, "ref"),
        head_repository=_text(_object(head.get("repo")), "full_name"),
        base_ref=_text(base, "ref"),
        base_sha=_text(base, "sha"),
        base_repository=_text(_object(base.get("repo")), "full_name"),
        url=_text(values, "html_url"),
    )


def _same_text(found: str, written: str) -> bool:
    return found.split() == written.split()


def _clipped(text: str) -> str:
    return text if len(text) <= MAX_DESCRIPTION else f"{text[: MAX_DESCRIPTION - 1]}…"


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(values: Any, key: str) -> str:
    value = _object(values).get(key)
    return value if isinstance(value, str) else ""


def _number(values: Mapping[str, Any], key: str) -> int:
    value = values.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise GitHubError("malformed", f"GitHub's answer has no `{key}`")
    return value
