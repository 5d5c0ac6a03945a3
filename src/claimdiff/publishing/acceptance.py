"""`mode: accept`: somebody with write permission accepts from a comment on the pull request.

Nothing of the pull request is checked out or run. What is written comes from the report whose digest and commit stand in
our own comment; it becomes one commit on that very commit, and is pushed only if the branch has not moved since.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from claimdiff.changes import CommitTree, committing, open_repository
from claimdiff.errors import ClaimdiffError, RefusedError
from claimdiff.publishing import artifact, asked, replying, taking
from claimdiff.publishing.calls import GitHubError
from claimdiff.publishing.context import part, text
from claimdiff.publishing.github import ROBOT
from claimdiff.publishing.publish import STATES
from claimdiff.publishing.remaining import after
from claimdiff.report import marker
from claimdiff.report.marker import head_sha
from claimdiff.settings.elsewhere import place_of
from claimdiff.yamlfile import decode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.changes import Repository
    from claimdiff.publishing.artifact import Artifact
    from claimdiff.publishing.asked import Request, Wanted
    from claimdiff.publishing.context import Context
    from claimdiff.publishing.github import GitHub, Pull
    from claimdiff.publishing.replying import Say
    from claimdiff.publishing.taking import Source, Taken
    from claimdiff.report.marker import Marker

NO_CHECK = (
    "where no check starts, as after a commit that accept itself pushed with the workflow's own token, close and reopen the "
    "pull request"
)
"""What to do about a head that nothing has checked."""
MAY_WRITE = frozenset({"admin", "maintain", "write"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A comment that asks for something: who wrote it, where, and what it says."""

    number: int
    comment: int
    login: str
    person: committing.Person
    request: Request


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """A request that may be carried out: the pull request at the commit that was checked, and the reports of it."""

    asked: Asked
    pull: Pull
    sources: tuple[Artifact, ...]


def accept(
    context: Context, github: GitHub | None, folder: Path | None, configs: Sequence[Path], say: Say = replying.say
) -> int:
    """Carry out the comment of the event. Returns the exit code: 0 done or not ours, 1 refused.

    Args:
        context: the run, of an `issue_comment` event.
        github: the repository on GitHub; None where there is no token.
        folder: where the reports lie, relative to the workspace.
        configs: the config of every assistant, relative to the workspace; none stands for claimdiff.yml.
        say: takes a line of the log.
    """
    wanted = read(context)
    if isinstance(wanted, str):
        say(wanted)
        return 0
    if github is None:
        say("accept refused: there is no github-token, so nobody's permission can be checked")
        return 1
    try:
        checked = _check(context, github, folder, wanted)
        done = _commit(context, github, checked, configs or (Path("claimdiff.yml"),))
    except (ClaimdiffError, GitHubError) as problem:
        replying.refuse(github, wanted, problem, say, context.server_url)
        return 1
    replying.confirm(github, wanted, done, say)
    return 1 if done.refused else 0


def read(context: Context) -> Asked | str:
    """What the comment asks for, or why it is none of ours. No call is made."""
    issue, comment = part(context.payload, "issue"), part(context.payload, "comment")
    user = part(comment, "user")
    number, id_, login = issue.get("number"), comment.get("id"), text(user, "login")
    if context.event_name != "issue_comment" or context.action != "created":
        return f"nothing to accept: the event is {context.event_name} {context.action}".rstrip()
    if not part(issue, "pull_request") or not isinstance(number, int) or not isinstance(id_, int) or not login:
        return "nothing to accept: the comment is not on a pull request"
    request = asked.read(text(comment, "body"))
    if request is None:
        return "nothing to accept: the comment is not `/claimdiff accept …`"
    person = _person(context.server_url, login, user.get("id"))
    return Asked(number=number, comment=id_, login=login, person=person, request=request)


def _person(server_url: str, login: str, id_: object) -> committing.Person:
    """Somebody under the address that GitHub keeps for them, so that the commit counts as theirs."""
    host = server_url.partition("://")[2].partition("/")[0] or "github.com"
    known = f"{id_}+" if isinstance(id_, int) and not isinstance(id_, bool) else ""
    return committing.Person(name=login, email=f"{known}{login}@users.noreply.{host}")


def _check(context: Context, github: GitHub, folder: Path | None, wanted: Asked) -> Checked:
    """Everything that must be so before anything is written."""
    _check_permission(github, wanted.login)
    if wanted.request.fault is not None:
        raise RefusedError(f"the comment cannot be understood: {wanted.request.fault}", hint=asked.USAGE)
    pull = github.pull(wanted.number)
    if pull.state != "open":
        raise RefusedError(f"the pull request is {pull.state or 'not open'}", hint=wanted.request.local)
    if pull.fork:
        raise RefusedError(
            "the branch is in a fork, and this workflow may not write there",
            hint=replying.local(wanted, "then commit and push to the fork"),
        )
    if pull.head_ref == context.default_branch:
        raise RefusedError(f"{pull.head_ref} is the default branch, and accept never pushes to it")
    markers = _markers(github, wanted, pull)
    if folder is None:
        raise RefusedError("the workflow names no report-artifact-path, so there is no report to take")
    reports = artifact.read(context.workspace, folder)
    return Checked(asked=wanted, pull=pull, sources=_sources(reports, markers, wanted, pull))


def _check_permission(github: GitHub, login: str) -> None:
    permission = github.permission(login)
    if permission not in MAY_WRITE:
        raise RefusedError(
            f"accepting needs write permission in this repository, and {login} has {permission}",
            hint="please ask somebody who may write here to comment the same line",
        )


def _markers(github: GitHub, wanted: Asked, pull: Pull) -> tuple[Marker, ...]:
    """The newest marker of each assistant in comments of ours; anybody else's say nothing."""
    ours = {github.me(), ROBOT}
    found: dict[str, Marker] = {}
    for comment in github.comments(wanted.number):
        read_marker = marker.read(comment.body) if comment.author in ours else None
        if read_marker is not None:
            found[read_marker.name] = read_marker
    names = {item.name for item in wanted.request.wanted if item.name is not None}
    unknown = sorted(names - found.keys())
    if not found or unknown:
        what = f"of {unknown[0]} " if unknown else ""
        known = f"there are comments of: {', '.join(sorted(found))}" if found else "let the check run first"
        raise RefusedError(
            f"there is no comment of ours {what}on this pull request that says what was checked", hint=known
        )
    at_head = tuple(item for _, item in sorted(found.items()) if item.head == pull.head_sha)
    needed = [found[name] for name in sorted(names)] or ([] if at_head else list(found.values()))
    moved = next((item for item in needed if item.head != pull.head_sha), None)
    if moved is not None:
        raise RefusedError(
            f"the branch has moved: {(moved.head or 'nothing')[:10]} was checked, and it is at {pull.head_sha[:10]} now",
            hint=f"comment again once the new commit is checked; {NO_CHECK}",
        )
    return at_head


def _sources(reports: Sequence[Artifact], markers: Sequence[Marker], wanted: Asked, pull: Pull) -> tuple[Artifact, ...]:
    """The reports of the comments; one that nothing is asked of may be missing, and gets no status then."""
    names = {item.name for item in wanted.request.wanted}
    if not names or None in names:
        return tuple(_matching(reports, found, pull) for found in markers)
    others = []
    for found in markers:
        if found.name not in names:
            with contextlib.suppress(RefusedError):
                others.append(_matching(reports, found, pull))
    return (*(_matching(reports, found, pull) for found in markers if found.name in names), *others)


def _matching(reports: Sequence[Artifact], found: Marker, pull: Pull) -> Artifact:
    """The report that our comment was written from."""
    for item in reports:
        if item.report.name == found.name and found.digest and item.digest == found.digest:
            told = item.report.pull_request
            if head_sha(item.report) != pull.head_sha or told is None or told.number != pull.number:
                raise RefusedError(f"the report of {found.name} is of another commit or pull request")
            return item
    raise RefusedError(
        f"no report in the artifact has the digest that our comment of {found.name} names",
        hint="the artifact may have expired or be of another run: run the check again",
    )


def _commit(context: Context, github: GitHub, checked: Checked, configs: Sequence[Path]) -> replying.Done:
    """Write what the reports propose as one commit, push it, and say on it what the gate says now."""
    start = next((place for place in _folders(context, configs) if place.is_dir()), context.workspace)
    with open_repository(start, {"GITHUB_WORKSPACE": str(context.workspace)}) as repository:
        credential = committing.Credential(server=context.server_url, token=github.calls.token)
        head = checked.pull.head_sha
        if not committing.bring(repository, head, credential):
            raise RefusedError(f"commit {head[:10]} cannot be fetched from {committing.REMOTE}")
        tree = CommitTree(repository, head)
        sources = tuple(_source(item, context, configs, repository, tree) for item in checked.sources)
        taken = _taken(repository, sources, checked.asked, credential)
        files = {path: data for item in taken.values() for path, data in item.files.items()}
        done = replying.Done(
            questions={name: item.questions for name, item in taken.items() if item.questions},
            refused=tuple(text for item in taken.values() for text in item.refused),
        )
        if not files:
            return done
        _check_permission(github, checked.asked.login)
        sha = committing.commit(
            repository, head, files, message=replying.message(checked.asked, done, head),
            author=checked.asked.person, committer=committing.ROBOT,
        )  # fmt: skip
        if not committing.is_branch_name(repository, checked.pull.head_ref):
            raise RefusedError("the branch of the pull request has no name that git takes")
        pushed = committing.push(repository, sha, checked.pull.head_ref, expected=head, credential=credential)
        if not pushed.done:
            raise replying.PushRefusedError(pushed.words, hint=replying.local(checked.asked, "then commit and push"))
    notes = [_status(github, context, sha, source, taken.get(source.report.name)) for source in sources]
    return replying.Done(
        questions=done.questions, refused=done.refused, sha=sha, notes=tuple(note for note in notes if note)
    )


def _folders(context: Context, configs: Sequence[Path]) -> tuple[Path, ...]:
    return tuple((context.workspace / path).parent for path in configs)


def _source(
    item: Artifact, context: Context, configs: Sequence[Path], repository: Repository, tree: CommitTree
) -> Source:
    """The report with the place that the config of its assistant names at the commit that was checked."""
    for config in configs:
        try:
            inside = (context.workspace / config).resolve().relative_to(repository.root)
        except ValueError:
            continue
        path = PurePosixPath(inside.as_posix()).as_posix()
        if path in tree.files():
            place = place_of(decode(tree.read(path), path=path), path=path)
            if place.name == item.report.name:
                return taking.Source(report=item.report, place=place, tree=tree)
    raise RefusedError(f"no config at {tree.label} has the name {item.report.name}", hint="name it in `config:`")


def _taken(
    repository: Repository, sources: Sequence[Source], wanted: Asked, credential: committing.Credential
) -> dict[str, Taken]:
    """What each report gives, by the name of its assistant."""
    by = f"{wanted.person.name} <{wanted.person.email}>"
    shares = _shared_out(sources, wanted)
    taken = {}
    for source in sources:
        share = shares.get(source.report.name, ())
        if not share and not wanted.request.everything:
            continue
        first = _is_first(repository, source, credential)
        approver = taking.Approver(by=by, reason=wanted.request.reason, first=first)
        taken[source.report.name] = taking.take(source, wanted.request, share, approver)
    return taken


def _shared_out(sources: Sequence[Source], wanted: Asked) -> dict[str, tuple[Wanted, ...]]:
    """Which assistant each id belongs to; one without a name goes to the only assistant that has such a question."""
    shares: dict[str, tuple[Wanted, ...]] = {}
    for item in wanted.request.wanted:
        names = [item.name] if item.name else [s.report.name for s in sources if item.question in s.ids]
        if len(names) > 1:
            raise RefusedError(
                f"{item.question} is a question of {' and of '.join(names)}", hint=f"name one: {names[0]}:{item.text}"
            )
        if not names and len(sources) > 1:
            known = ", ".join(f"{s.report.name}:{id_}" for s in sources for id_ in s.ids[:5])
            raise RefusedError(f"no assistant has a question {item.question}", hint=f"there are: {known}")
        name = names[0] if names else sources[0].report.name
        shares[name] = (*shares.get(name, ()), item)
    return shares


def _is_first(repository: Repository, source: Source, credential: committing.Credential) -> bool:
    """Whether neither side has a baseline; where base cannot be read, it is taken to have one."""
    folder = f"{source.place.baseline}/"
    base = source.report.base.sha if source.report.base is not None else None
    if any(path.startswith(folder) for path in source.tree.files()):
        return False
    if base is None or not committing.bring(repository, base, credential):
        return False
    return not any(path.startswith(folder) for path in CommitTree(repository, base).files())


def _status(github: GitHub, context: Context, sha: str, source: Source, taken: Taken | None) -> str | None:
    """Post what stands on the new commit; what went wrong, or None."""
    report, questions = source.report, taken.questions if taken is not None else ()
    left = after(report, frozenset(questions))
    told = replying.status_text(report, questions, left)
    try:
        github.set_status(sha, STATES[left.conclusion], f"claimdiff/{report.name}", told, context.run_url)
    except GitHubError as problem:
        return f"the status claimdiff/{report.name} was not posted: {problem}"
    return None
