"""`mode: refresh`: what accept may take by itself, offered as one pull request that is kept up to date.

The default branch is never pushed to: the one branch that is written is `claimdiff/baseline-<name>`, and only as long as
nobody else has put a commit on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.changes import committing
from claimdiff.errors import ClaimdiffError, RefusedError
from claimdiff.publishing import replying
from claimdiff.publishing.calls import GitHubError
from claimdiff.report import escape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.changes import Repository
    from claimdiff.publishing.context import Context
    from claimdiff.publishing.github import GitHub
    from claimdiff.publishing.replying import Say

ROBOT = committing.ROBOT
_NAMED = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class Offer:
    """What an assistant's baseline should say: content by path in the repository (None: deleted), and what was left."""

    name: str
    files: Mapping[str, bytes | None]
    left: tuple[str, ...] = ()

    @property
    def branch(self) -> str:
        """The one branch of this assistant."""
        return f"claimdiff/baseline-{self.name}"

    @property
    def title(self) -> str:
        """The title of pull request and commit."""
        count = len(self.files)
        return f"Refresh the baseline of {self.name}: {count} answer{'s' if count != 1 else ''}"

    @property
    def manual(self) -> str:
        """How to do the same by hand."""
        return f"git switch -c {self.branch} && claimdiff accept --safe --moved\n# then commit, push and open a pull request"


def refresh(
    context: Context, github: GitHub | None, repository: Repository, offer: Offer, say: Say = replying.say
) -> int:
    """Open the pull request, bring it up to date, or close it where nothing is left. Returns the exit code.

    0: done, or nothing to do. 1: refused, with the reason and the command that does it by hand.

    Args:
        context: the run.
        github: the repository on GitHub; None where there is no token.
        repository: the checkout of the default branch.
        offer: what is offered.
        say: takes a line of the log.
    """
    try:
        if github is None:
            raise RefusedError("there is no github-token, so no pull request can be opened")
        if not offer.files:
            return _nothing(context, github, offer, say)
        _push(context, github, repository, offer, say)
        _pull_request(context, github, offer, say)
    except (ClaimdiffError, GitHubError) as problem:
        hide = github.calls.masks.hide if github is not None else str
        for line in hide(str(problem)).splitlines():
            say(f"refresh refused: {line}")
        hint = problem.hint if isinstance(problem, ClaimdiffError) else None
        for line in (hint or offer.manual).splitlines():
            say(f"→ {line}")
        return 1
    return 0


def _nothing(context: Context, github: GitHub, offer: Offer, say: Say) -> int:
    say(f"nothing to refresh: the baseline of {offer.name} is up to date")
    for pull in github.pulls(head=_head(context, offer), base=context.default_branch):
        github.edit_pull(pull.number, title=offer.title, body="The baseline is up to date again.\n", state="closed")
        say(f"closed pull request {pull.number}, of which nothing is left")
    return 0


def _push(context: Context, github: GitHub, repository: Repository, offer: Offer, say: Say) -> None:
    """Put one commit on the tip of the default branch onto the branch of the offer."""
    credential = committing.Credential(server=context.server_url, token=github.calls.token)
    parent = repository.commit("HEAD")
    if parent is None or offer.branch == context.default_branch:
        raise RefusedError("the default branch has no commit, or the name of the branch of a refresh")
    standing = committing.remote_branch(repository, offer.branch, credential)
    sha = committing.commit(repository, parent, offer.files, message=f"{offer.title}\n", author=ROBOT, committer=ROBOT)
    if standing is not None:
        if not committing.bring(repository, standing, credential):
            raise RefusedError(f"the branch {offer.branch} cannot be fetched from {committing.REMOTE}")
        before, now = committing.told(repository, standing), committing.told(repository, sha)
        if before.committer != ROBOT.email:
            raise RefusedError(
                f"the branch {offer.branch} holds a commit that is not of a refresh, and is left alone",
                hint="merge or close its pull request, and delete the branch",
            )
        if (before.tree, before.parents) == (now.tree, now.parents):
            say(f"{offer.branch} is up to date")
            return
    pushed = committing.push(repository, sha, offer.branch, expected=standing, credential=credential)
    if not pushed.done:
        raise RefusedError(f"the push to {offer.branch} was refused; nothing was changed\n{pushed.words}")
    say(f"pushed {sha} to {offer.branch}")


def _pull_request(context: Context, github: GitHub, offer: Offer, say: Say) -> None:
    body = _body(offer)
    standing = github.pulls(head=_head(context, offer), base=context.default_branch)
    if standing:
        pull = github.edit_pull(standing[0].number, title=offer.title, body=body)
        say(f"brought pull request {pull.number} up to date")
        return
    try:
        pull = github.create_pull(head=offer.branch, base=context.default_branch, title=offer.title, body=body)
    except GitHubError as problem:
        if problem.kind != "forbidden":
            raise
        link = f"{context.server_url}/{context.repository}/compare/{context.default_branch}...{offer.branch}"
        raise RefusedError(
            f"the branch is pushed, and the pull request could not be opened: {problem}",
            hint=f"allow it in Settings, Actions, General, or open it by hand: {link}",
        ) from None
    say(f"opened pull request {pull.number}: {pull.url}")


def _body(offer: Offer) -> str:
    """The text of the pull request; ids are safe, reasons are somebody's text."""
    names = sorted(path.rpartition("/")[2].removesuffix(".yml") for path in offer.files)
    rows = [f"- {escape.code(name)}" for name in names[:_NAMED]]
    rows += [f"- and {len(names) - _NAMED} more"] if len(names) > _NAMED else []
    left = [f"- {escape.prose(escape.clipped(text, 500))}" for text in offer.left[:_NAMED]]
    left += [f"- and {len(offer.left) - _NAMED} more"] if len(offer.left) > _NAMED else []
    parts = [
        (
            "The approved answers below can follow the docs without a person's decision: every claim is still supported, "
            "or only the path of a page changed. This is what `claimdiff accept --safe --moved` writes on the default branch."
        ),
        "\n".join(rows),
        *(["Left for a person:", "\n".join(left)] if left else []),
        "This branch is written anew by every refresh. Commits of your own on it stop that.",
    ]
    return "\n\n".join(parts) + "\n"


def _head(context: Context, offer: Offer) -> str:
    return f"{context.repository.partition('/')[0]}:{offer.branch}"
