"""A pull request on GitHub in memory, for what reads comments and permissions and pushes with real git."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from claimdiff.masks import Masks
from claimdiff.publishing import context
from claimdiff.publishing.calls import GitHubError
from claimdiff.publishing.github import Comment, GitHub, Pull, WorkflowRun

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ROBOT = "github-actions[bot]"
SECRET = "planted-" + "token-5f1c"


def pull(number: int = 7, **fields: Any) -> Pull:
    """An open pull request of the branch topic against main."""
    plain: dict[str, Any] = {
        "number": number, "state": "open", "head_sha": "a" * 40, "head_ref": "topic", "head_repository": "acme/docs",
        "base_ref": "main", "base_sha": "b" * 40, "base_repository": "acme/docs", "url": f"https://github.com/acme/docs/pull/{number}",
    }  # fmt: skip
    return Pull(**(plain | fields))


@dataclass
class Hub:
    """What GitHub holds, and every call that was made. `broken` names methods that answer 403."""

    pulls_held: list[Pull] = field(default_factory=list)
    permissions: dict[str, list[str]] = field(default_factory=lambda: {"wren": ["write"], "mallory": ["read"]})
    held: list[Comment] = field(default_factory=list)
    runs: dict[int, WorkflowRun] = field(default_factory=dict)
    statuses: list[tuple[str, str, str, str]] = field(default_factory=list)
    called: list[str] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    knows_commits: bool = True
    repository: str = "acme/docs"
    calls: Any = field(default_factory=lambda: SimpleNamespace(token=SECRET, masks=Masks.of([SECRET])))

    @property
    def github(self) -> GitHub:
        """This, where a GitHub is asked for."""
        return cast("GitHub", self)

    @property
    def writes(self) -> list[str]:
        """The calls that change something."""
        return [name for name in self.called if name in {"create_comment", "edit_comment", "delete_comment", "set_status", "react", "create_pull", "edit_pull"}]  # fmt: skip

    def _called(self, name: str) -> None:
        self.called.append(name)
        if name in self.broken:
            raise GitHubError("forbidden", f"{name}: GitHub answered 403 for {SECRET}")

    def say(self, author: str, body: str) -> Comment:
        """A comment that somebody wrote."""
        made = Comment(id=len(self.held) + 1, author=author, is_bot=author.endswith("[bot]"), body=body, url=f"https://github.com/c/{len(self.held) + 1}")  # fmt: skip
        self.held.append(made)
        return made

    def me(self) -> str:
        """The login that our comments have."""
        self._called("me")
        return ROBOT

    def comments(self, number: int) -> tuple[Comment, ...]:
        """All comments."""
        del number
        self._called("comments")
        return tuple(self.held)

    def create_comment(self, number: int, body: str) -> Comment:
        """A new comment of ours."""
        del number
        self._called("create_comment")
        return self.say(ROBOT, body)

    def edit_comment(self, comment: int, body: str) -> Comment:
        """Another text in a comment."""
        self._called("edit_comment")
        at = next(at for at, item in enumerate(self.held) if item.id == comment)
        self.held[at] = replace(self.held[at], body=body)
        return self.held[at]

    def delete_comment(self, comment: int) -> None:
        """One comment less."""
        self._called("delete_comment")
        self.held = [item for item in self.held if item.id != comment]

    def react(self, comment: int, content: str) -> None:
        """The reaction stands in `called`."""
        del comment
        self._called("react")
        self.called.append(content)

    def set_status(self, sha: str, state: str, context: str, description: str, url: str | None = None) -> None:
        """The status stands in `statuses`."""
        del url
        self._called("set_status")
        self.statuses.append((sha, state, context, description))

    def permission(self, login: str) -> str:
        """What a login may do; a list is used up to its last word."""
        self._called("permission")
        known = self.permissions.get(login, ["none"])
        return known.pop(0) if len(known) > 1 else known[0]

    def pull(self, number: int) -> Pull:
        """One pull request."""
        self._called("pull")
        return next(item for item in self.pulls_held if item.number == number)

    def pulls_for(self, sha: str) -> tuple[Pull, ...]:
        """Those with this head."""
        self._called("pulls_for")
        return tuple(item for item in self.pulls_held if item.head_sha == sha and self.knows_commits)

    def pulls(self, *, head: str = "", base: str = "", state: str = "open") -> tuple[Pull, ...]:
        """Those that match."""
        self._called("pulls")
        found = [p for p in self.pulls_held if state in ("all", p.state) and base in ("", p.base_ref)]
        return tuple(p for p in found if head in ("", f"{p.head_repository.partition('/')[0]}:{p.head_ref}"))

    def create_pull(self, *, head: str, base: str, title: str, body: str) -> Pull:
        """A new pull request."""
        self._called("create_pull")
        self.called += [title, body]
        made = pull(len(self.pulls_held) + 100, head_ref=head, base_ref=base)
        self.pulls_held.append(made)
        return made

    def edit_pull(self, number: int, *, title: str, body: str, state: str | None = None) -> Pull:
        """Another text, and another state."""
        self._called("edit_pull")
        self.called += [title, body]
        at = next(at for at, item in enumerate(self.pulls_held) if item.number == number)
        self.pulls_held[at] = replace(self.pulls_held[at], state=state or self.pulls_held[at].state)
        return self.pulls_held[at]

    def run(self, run_id: int) -> WorkflowRun:
        """A run of a workflow."""
        self._called("run")
        if run_id not in self.runs:
            raise GitHubError("missing", "GET run: GitHub answered 404")
        return self.runs[run_id]


def event(folder: Path, name: str, payload: Mapping[str, Any], *, workspace: Path, **env: str) -> context.Context:
    """The context of an event, read as on a runner."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "event.json"
    whole = {"repository": {"full_name": "acme/docs", "default_branch": "main"}, **payload}
    file.write_text(json.dumps(whole), encoding="utf-8")
    return context.read(
        {
            "GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": str(file), "GITHUB_REPOSITORY": "acme/docs",
            "GITHUB_WORKSPACE": str(workspace), "GITHUB_RUN_ID": "11", "GITHUB_RUN_NUMBER": "3", "GITHUB_ACTOR": "wren",
            **env,
        }
    )  # fmt: skip


def commented(folder: Path, body: str, *, workspace: Path, login: str = "wren", **other: Any) -> context.Context:
    """The event of a comment on pull request 7."""
    issue = other.get("issue", {"number": 7, "pull_request": {"url": "https://api.github.com/x"}})
    payload = {
        "action": other.get("action", "created"),
        "issue": issue,
        "comment": {"id": 991, "body": body, "user": {"login": login, "id": 42}},
    }
    return event(folder, "issue_comment", payload, workspace=workspace)
