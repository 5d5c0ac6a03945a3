from __future__ import annotations

import base64
import json
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.masks import Masks
from claimdiff.publishing import context, publish, runner
from claimdiff.publishing.calls import Calls, GitHubError
from claimdiff.publishing.github import ROBOT, GitHub
from claimdiff.publishing.publish import Told
from claimdiff.report.escape import utf16_units
from claimdiff.report.marker import read
from helpers.fake_github import REPOSITORY, FakeGitHub, Fault, pull, serving
from helpers.reports import HEAD_SHA, crowded, failed, outdated, report, unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from claimdiff.publishing.publish import Published
    from claimdiff.report.document import Report

TOKEN = "planted-" + 'to"ken-5f1c9e'


@dataclass
class Desk:
    """A run on a pull request, beside a GitHub on loopback. `waits` are the pauses between tries."""

    fake: FakeGitHub
    folder: Path
    waits: list[float] = field(default_factory=list)
    opened: ExitStack = field(default_factory=ExitStack)

    @property
    def github(self) -> GitHub:
        """The client as the action makes it."""
        calls = Calls(token=TOKEN, api_url=self.fake.url, masks=Masks.of([TOKEN]), sleep=self.waits.append)
        self.opened.callback(calls.close)
        return GitHub(calls=calls, repository=REPOSITORY)

    @property
    def summary(self) -> Path:
        """The file of the job summary."""
        return self.folder / "summary.md"

    def publish(self, found: Report, *, run: int = 3, github: bool = True, **told: Any) -> Published:
        """Publish a report on pull request 7."""
        event = self.folder / "event.json"
        pulled = {"head": {"sha": HEAD_SHA, "ref": "prices", "repo": {"full_name": REPOSITORY}}}
        pulled["base"] = {"sha": "b" * 40, "ref": "main", "repo": {"full_name": REPOSITORY}}
        event.write_text(json.dumps({"number": 7, "pull_request": {"number": 7, **pulled}}), encoding="utf-8")
        known = context.read(
            {
                "GITHUB_EVENT_NAME": "pull_request",
                "GITHUB_EVENT_PATH": str(event),
                "GITHUB_REPOSITORY": REPOSITORY,
                "GITHUB_API_URL": self.fake.url,
                "GITHUB_RUN_ID": "11",
                "GITHUB_RUN_NUMBER": str(run),
                "GITHUB_STEP_SUMMARY": str(self.summary),
                "GITHUB_WORKSPACE": str(self.folder),
            }
        )
        return publish.publish(found, known, self.github if github else None, Told(**({"number": 7} | told)))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with an empty pull request."""
    with serving() as fake:
        made = Desk(fake=fake, folder=tmp_path)
        with made.opened:
            yield made


def test_one_comment_is_written_updated_and_cleared(desk: Desk) -> None:
    """A failed run writes a comment, the next one updates the same, and a clean one turns it to all clear."""
    first = desk.publish(failed(unsupported()), run=1)
    desk.publish(failed(outdated()), run=2)
    desk.publish(report(), run=3)

    assert first.comment == f"https://github.com/{REPOSITORY}/pull/7#issuecomment-1"
    assert [line.split()[0] for line in desk.fake.writes] == ["POST", "PATCH", "PATCH"]
    (body,) = desk.fake.bodies
    assert body.splitlines()[1].startswith("### All clear: ")
    assert [status["state"] for status in desk.fake.statuses] == ["failure", "failure", "success"]


def test_ours_is_found_as_the_last_of_250(desk: Desk) -> None:
    """Every page is read: the last of 250 comments is updated, and none is written anew (anthropics/claude-code-action/issues/1781)."""
    for number in range(249):
        desk.fake.say("wren", f"comment {number}")
    desk.publish(failed(unsupported()), run=1)
    desk.fake.asked.clear()

    desk.publish(failed(outdated()), run=2)

    assert desk.fake.writes == [f"PATCH /repos/{REPOSITORY}/issues/comments/250"]


def test_a_marker_that_somebody_copied_is_not_ours(desk: Desk) -> None:
    """Only a comment by our own author is ours, and the comment of another assistant stays as it is."""
    desk.publish(failed(unsupported(), name="other"))
    desk.fake.say("mallory", desk.fake.bodies[0].replace("other", "docent"))
    theirs = [item["body"] for item in desk.fake.held]

    desk.publish(failed(unsupported()))

    assert [item["body"] for item in desk.fake.held][:2] == theirs
    assert len(desk.fake.held) == 3


def test_an_older_run_never_overwrites_a_newer(desk: Desk) -> None:
    """A slow run that began earlier leaves the comment of a later one alone."""
    desk.publish(failed(unsupported()), run=5)
    newest = desk.fake.bodies

    published = desk.publish(report(), run=4)

    assert desk.fake.bodies == newest
    assert published.comment is None
    assert "no comment: a newer run (5) has written the comment" in published.notes


def test_turning_to_fail_sends_mail(desk: Desk) -> None:
    """Nobody gets mail about an edit: a comment that turns to fail is deleted and written anew."""
    desk.publish(report(), mode="always", run=1)
    desk.publish(failed(unsupported()), run=2)

    assert [item["id"] for item in desk.fake.held] == [2]
    assert read(desk.fake.bodies[0]).run == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(("mode", "count"), [("auto", 0), ("always", 1), ("never", 0)])
def test_nothing_to_say_is_said_only_where_asked_for(desk: Desk, mode: str, count: int) -> None:
    """A clean run writes no comment where there is none, unless it is asked to."""
    desk.publish(report(), mode=mode)

    assert len(desk.fake.held) == count


def test_a_failed_gate_is_always_told(desk: Desk) -> None:
    """A failed gate and its comment come together (promptfoo/promptfoo-action/issues/111)."""
    desk.publish(report(conclusion="fail", reasons=("faithfulness 0.80 is below 0.90",)))

    assert desk.fake.bodies[0].splitlines()[1] == "### The gate failed: faithfulness 0.80 is below 0.90."


@pytest.mark.parametrize("verb", ["GET", "POST", ""])
@pytest.mark.parametrize("kind", ["401", "403", "404", "409", "422", "429", "500", "502", "reset", "html", "cut"])
def test_no_fault_of_github_raises(desk: Desk, kind: str, verb: str) -> None:
    """Whatever GitHub answers is a note that names the call; the report stands in the job summary all the same."""
    desk.fake.faults = [Fault(kind=kind, verb=verb, times=10_000, message=f"no {TOKEN} {json.dumps(TOKEN)}")]

    published = desk.publish(failed(unsupported()))

    noted = any(note.startswith("the comment was not posted: ") for note in published.notes)
    assert noted == (published.comment is None)
    assert "Point-in-time recovery" in desk.summary.read_text(encoding="utf-8")
    assert not any(TOKEN in note or json.dumps(TOKEN)[1:-1] in note for note in published.notes)
    assert sum(desk.waits) <= 120


def test_a_read_only_token_is_told_with_what_mends_it(desk: Desk) -> None:
    """A fork's token gets a note with permission and recipe (MishaKav/pytest-coverage-comment/issues/30); so does a PATCH that is refused later."""
    refused = "Resource not accessible by integration"
    desk.publish(failed(unsupported()), run=1)
    desk.fake.faults = [Fault(kind="403", verb="PATCH", times=9, message=refused)]
    edited = desk.publish(failed(outdated()), run=2)
    desk.fake.faults = [Fault(kind="403", verb="POST", times=9, message=refused)]
    desk.fake.held.clear()
    posted = desk.publish(failed(outdated()), run=2)

    for notes in (edited.notes, posted.notes):
        (told,) = (note for note in notes if note.startswith("the comment"))
        assert "pull-requests: write" in told
        assert "mode: comment" in told
    assert any("statuses: write" in note for note in posted.notes)


@pytest.mark.parametrize("kind", ["lost", "cut", "500"])
def test_a_lost_answer_makes_no_second_comment(desk: Desk, kind: str) -> None:
    """Where a comment was written and the answer got lost, it is looked up before it is written again."""
    desk.fake.faults = [Fault(kind=kind, verb="POST")]

    published = desk.publish(failed(unsupported()))

    assert len(desk.fake.held) == 1
    assert published.comment is not None


def test_a_secondary_limit_is_waited_for_up_to_a_cap(desk: Desk) -> None:
    """What the server asks to wait is waited, but not for an hour (promptfoo/promptfoo/issues/7727)."""
    limited: dict[str, Any] = {"message": "You have exceeded a secondary rate limit", "kind": "403", "verb": "POST"}
    desk.fake.faults = [Fault(**limited, headers={"Retry-After": "7"})]
    short = desk.publish(failed(unsupported()))
    desk.fake.faults = [Fault(**limited, times=2, headers={"Retry-After": "3600"})]
    desk.fake.held.clear()
    long = desk.publish(failed(unsupported()))

    assert desk.waits == [7.0]
    assert short.comment is not None
    assert long.comment is None


@pytest.mark.parametrize("limit", [65_000, 9_000, 700])
def test_an_unknown_lower_limit_makes_the_comment_shorter(desk: Desk, limit: int) -> None:
    """After a 422 a smaller version is sent, on POST and on PATCH, the headline last to go (amd/IRON/pull/183)."""
    desk.fake.max_body = limit
    for run in (1, 2):
        desk.publish(crowded(300), run=run)

    (body,) = desk.fake.bodies
    assert utf16_units(body) <= limit
    assert body.splitlines()[1].lstrip("# ").startswith("300 claims are newly unsupported")
    assert read(body) is not None
    assert "PATCH" in desk.fake.writes[-1]


def test_a_comment_that_was_deleted_meanwhile_is_written_anew(desk: Desk) -> None:
    """A comment that vanishes between finding and editing is no fault."""
    desk.publish(failed(unsupported()), run=1)
    desk.fake.faults = [Fault(kind="404", verb="PATCH")]

    assert desk.publish(failed(outdated()), run=2).comment is not None


def test_without_a_token_the_summary_is_written(desk: Desk) -> None:
    """Where nothing can be posted nothing is asked, and the job summary has the report."""
    assert desk.publish(failed(unsupported()), github=False).comment is None
    assert desk.fake.asked == []
    assert "Point-in-time recovery" in desk.summary.read_text(encoding="utf-8")


def test_the_status_stands_on_the_head_of_the_pull_request(desk: Desk) -> None:
    """The status has the assistant's name, the head's commit, one sentence and the address of the run."""
    desk.publish(failed(unsupported()))

    assert desk.fake.statuses == [
        {
            "sha": HEAD_SHA,
            "state": "failure",
            "context": "claimdiff/docent",
            "description": "1 claim is newly unsupported.",
            "target_url": f"https://github.com/{REPOSITORY}/actions/runs/11",
        }
    ]


def test_summaries_are_appended_below_the_limit(desk: Desk) -> None:
    """What other steps wrote stays, and both together stay under 1 MiB (prefix-dev/rattler-build/issues/2738)."""
    desk.summary.write_text("other step\n" + "x" * 1_000_000, encoding="utf-8")
    desk.publish(crowded(300))
    text = desk.summary.read_bytes()

    assert text.startswith(b"other step\n")
    assert 1_030_000 < len(text) < runner.SUMMARY_LIMIT
    assert b"more are not shown here" in text


def test_a_full_summary_is_left_alone(desk: Desk) -> None:
    """Where not even the headline fits, nothing is added, and a note says so."""
    desk.summary.write_text("x" * runner.SUMMARY_LIMIT, encoding="utf-8")

    assert any("the job summary is full" in note for note in desk.publish(failed(unsupported())).notes)
    assert desk.summary.stat().st_size == runner.SUMMARY_LIMIT


def test_a_template_of_the_team_is_sandboxed(desk: Desk) -> None:
    """A template that reaches for more than values falls back to ours with a note; a marker in it is broken."""
    escaping = desk.publish(failed(unsupported()), template="{{ view.__class__.__mro__[1].__subclasses__() }}")
    ours = desk.fake.bodies[0]
    desk.publish(
        failed(unsupported()), run=4, template='<!-- claimdiff:{"name":"x"} -->\n{% for c in view.unsupported %}{{ c.claim }}{% endfor %}'
    )  # fmt: skip
    theirs = desk.fake.bodies[0]

    assert any("template was not used" in note for note in escaping.notes)
    assert "To settle it" in ours
    assert theirs.count("<!--") == 1
    assert "Point-in-time recovery is part of Scale." in theirs


@pytest.mark.parametrize(
    ("role", "told"),
    [("admin", "admin"), ("maintain", "maintain"), ("write", "write"), ("triage", "triage"), ("read", "read"), (None, "none")],
)  # fmt: skip
def test_permissions_are_told_apart(desk: Desk, role: str | None, told: str) -> None:
    """Triage and maintain, which the old field rounds, are told; somebody unknown has none."""
    if role:
        desk.fake.roles["wren"] = role

    assert desk.github.permission("wren") == told


def test_lists_of_pull_requests_are_read_to_the_end(desk: Desk) -> None:
    """Neither a branch nor a commit with many pull requests is read in part."""
    desk.fake.pulls = [pull(number) for number in range(1, 231)]

    assert len(desk.github.pulls()) == len(desk.github.pulls_for("a" * 40)) == 230


def test_a_pull_request_is_opened_once(desk: Desk) -> None:
    """Where the answer got lost, the pull request is looked up before it is opened again."""
    desk.fake.faults = [Fault(kind="lost", verb="POST")]

    assert desk.github.create_pull(head="claimdiff/baseline-docent", base="main", title="t", body="b").number == 1
    assert len(desk.fake.pulls) == 1


def test_a_workflow_token_may_not_ask_who_it_is(desk: Desk) -> None:
    """`GET /user` is refused to the token of a workflow, which writes as the bot."""
    assert desk.github.me() == ROBOT


@pytest.mark.parametrize(
    "form", [TOKEN, base64.b64encode(f"x-access-token:{TOKEN}".encode()).decode(), json.dumps(TOKEN)]
)
def test_a_server_that_echoes_the_token_is_masked(desk: Desk, form: str) -> None:
    """A token in an error body is hidden, plain, in base64 and escaped (py-cov-action/python-coverage-comment-action/issues/305)."""
    desk.fake.faults = [Fault(kind="422", message=f"bad credentials {form}")]

    with pytest.raises(GitHubError) as caught:
        desk.github.pull(7)

    hidden = base64.b64encode(TOKEN.encode()).decode()[:12]
    assert not any(part in str(caught.value) for part in (TOKEN, json.dumps(TOKEN)[1:-1], hidden))
    assert "***" in str(caught.value)
    assert TOKEN not in repr(desk.github)
