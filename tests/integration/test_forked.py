"""`mode: comment`: what a fork's run left behind is data, and the API says what it belongs to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.publishing import artifact, forked
from claimdiff.publishing.github import WorkflowRun
from claimdiff.report import Report, to_json
from claimdiff.report.document import PullRequest, ReportQuestion
from claimdiff.report.marker import read as read_marker
from helpers.hub import ROBOT, SECRET, Hub, event, pull
from helpers.reports import report, unsupported

if TYPE_CHECKING:
    from claimdiff.publishing.comment import Mode

HEAD = "a" * 40
RUN = 5150


@dataclass
class Fork:
    """A pull request from a fork whose run ended, and the artifact that it left."""

    tmp: Path
    hub: Hub
    lines: list[str] = field(default_factory=list)

    def put(self, made: Report | bytes, place: str = "report.json") -> Path:
        """Leave a report."""
        file = self.tmp / "work/artifact" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(made if isinstance(made, bytes) else to_json(made).encode())
        return file

    def post(self, mode: Mode = "auto", folder: str = "artifact", name: str = "workflow_run") -> int:
        """The second workflow runs."""
        payload = {"action": "completed", "workflow_run": {"id": RUN}}
        context = event(self.tmp / "event", name, payload, workspace=self.tmp / "work")
        return forked.post(context, self.hub.github, Path(folder), self.lines.append, mode=mode)

    @property
    def rejected(self) -> bool:
        """Whether nothing was posted, with one line that says why."""
        return self.hub.writes == [] and self.lines[0].startswith("rejected: ")


@pytest.fixture
def fork(tmp_path: Path) -> Fork:
    """One open pull request whose run succeeded."""
    (tmp_path / "work").mkdir()
    hub = Hub(pulls_held=[pull(head_sha=HEAD, head_repository="mallory/docs", head_ref="patch")])
    hub.runs[RUN] = run()
    return Fork(tmp=tmp_path, hub=hub)


def run(**fields: Any) -> WorkflowRun:
    """A run of the fork's commit."""
    plain: dict[str, Any] = {
        "id": RUN, "event": "pull_request", "status": "completed", "conclusion": "success", "head_sha": HEAD,
        "head_branch": "patch", "head_repository": "mallory/docs", "run_number": 12,
    }  # fmt: skip
    return WorkflowRun(**(plain | fields))


def checked(number: int = 7, sha: str = HEAD, **fields: Any) -> Report:
    """A report of a pull request."""
    made = report(pull_request=PullRequest(number=number, head_sha=sha, base_ref="main"), **fields)
    return made.model_copy(update={"head": made.head.model_copy(update={"pr_head_sha": sha})})


def failing(**fields: Any) -> Report:
    """A report with one newly unsupported claim."""
    plain = report()
    rows = (ReportQuestion(id="backups", question="How long?", status="replayed"),)
    totals = plain.totals.model_copy(update={"newly_unsupported": 1})
    return checked(conclusion="fail", newly_unsupported=(unsupported(),), questions=rows, totals=totals, reasons=("1 newly unsupported claim; 0 allowed.",), **fields)  # fmt: skip


class TestPosted:
    """A report that agrees with the API."""

    def test_pass(self, fork: Fork) -> None:
        """Run and report both passed: success on the head, no comment where there is nothing to say."""
        fork.put(checked())
        assert fork.post() == 0
        assert [(s[0], s[1], s[2]) for s in fork.hub.statuses] == [(HEAD, "success", "claimdiff/docent")]
        assert fork.hub.held == []

    def test_fail(self, fork: Fork) -> None:
        """The comment says where it was computed, in our template, with the fork's run in the marker; exit code 1."""
        fork.hub.runs[RUN] = run(conclusion="failure")
        fork.put(failing())
        assert fork.post() == 1
        [comment] = fork.hub.held
        assert "Computed in the fork’s run" in comment.body.replace("'", "’")
        assert "/claimdiff accept" not in comment.body
        found = read_marker(comment.body)
        assert found is not None
        assert (found.name, found.head, found.run) == ("docent", HEAD, 12)
        assert fork.hub.statuses[0][1] == "failure"

    @pytest.mark.parametrize(("ended", "state"), [("failure", "failure"), ("cancelled", "error"), ("", "error"), ("timed_out", "error")])  # fmt: skip
    def test_a_report_that_claims_pass(self, fork: Fork, ended: str, state: str) -> None:
        """The run did not succeed: no success, whatever its report says."""
        fork.hub.runs[RUN] = run(conclusion=ended)
        fork.put(checked())
        assert fork.post("always") == 1
        assert fork.hub.statuses[0][1] == state
        assert "no pass" in fork.hub.held[0].body

    def test_a_run_that_claims_success(self, fork: Fork) -> None:
        """The run succeeded (`fail-on: never`), the report did not: no success."""
        fork.put(failing())
        assert fork.post() == 1
        assert fork.hub.statuses[0][1] == "failure"

    def test_two_pull_requests_of_one_branch(self, fork: Fork) -> None:
        """The report's number says which of the two it is (coverage-comment-action/issues/730)."""
        fork.hub.pulls_held.append(
            pull(8, head_sha=HEAD, head_repository="mallory/docs", head_ref="patch", base_ref="v1")
        )
        fork.put(failing(number=8))
        fork.post()
        assert fork.hub.statuses
        assert fork.hub.held

    def test_the_branch_finds_it_too(self, fork: Fork) -> None:
        """Where the base repository does not know the commit, the pull requests of the fork's branch are asked for."""
        fork.hub.knows_commits = False
        fork.put(checked())
        assert fork.post() == 0

    def test_several_assistants(self, fork: Fork) -> None:
        """Each gets its status; the worst decides the exit code."""
        fork.put(checked(), "docs/report.json")
        fork.put(failing().model_copy(update={"name": "support"}), "support/report.json")
        assert fork.post() == 1
        assert [(s[1], s[2]) for s in fork.hub.statuses] == [
            ("success", "claimdiff/docent"),
            ("failure", "claimdiff/support"),
        ]

    @pytest.mark.parametrize("method", ["create_comment", "set_status", "comments"])
    def test_a_refused_post(self, fork: Fork, method: str) -> None:
        """The exit code is the report's, and the token is not shown."""
        fork.hub.broken = {method}
        fork.put(checked())
        assert fork.post("always") == 0
        assert SECRET not in "".join(fork.lines)

    def test_a_foreign_comment(self, fork: Fork) -> None:
        """A comment of somebody else with our marker is not touched."""
        fork.put(failing())
        fork.post()
        theirs = fork.hub.held[0].body
        fork.hub.held.clear()
        fork.hub.say("mallory", theirs)
        fork.post()
        assert [item.author for item in fork.hub.held] == ["mallory", ROBOT]


class TestRejected:
    """Exit code 1, the reason, and no post."""

    @pytest.mark.parametrize("number", [8, 70])
    def test_another_pull_request(self, fork: Fork, number: int) -> None:
        """The artifact names a pull request that has another head, or none."""
        fork.hub.pulls_held.append(pull(8, head_sha="d" * 40))
        fork.put(failing(number=number))
        assert fork.post() == 1
        assert fork.rejected
        assert str(number) in fork.lines[0]

    def test_another_commit(self, fork: Fork) -> None:
        """The report is of another run."""
        fork.put(checked(sha="e" * 40))
        assert fork.post() == 1
        assert fork.rejected

    def test_two_commits_in_one_report(self, fork: Fork) -> None:
        """What the marker would name must be the run's commit as well."""
        made = checked()
        fork.put(made.model_copy(update={"head": made.head.model_copy(update={"pr_head_sha": "e" * 40})}))
        assert fork.post() == 1
        assert fork.rejected

    def test_no_pull_request(self, fork: Fork) -> None:
        """A report of a push."""
        fork.put(report())
        assert fork.post() == 1
        assert fork.rejected

    def test_a_pull_request_that_moved(self, fork: Fork) -> None:
        """The branch went on since: its next run will post."""
        fork.hub.pulls_held = [pull(head_sha="f" * 40, head_repository="mallory/docs", head_ref="patch")]
        fork.put(checked())
        assert fork.post() == 1
        assert fork.rejected

    def test_the_same_commit_of_another_repository(self, fork: Fork) -> None:
        """A pull request with the same head from elsewhere is not the run's."""
        fork.hub.pulls_held = [pull(head_sha=HEAD, head_repository="wren/docs")]
        fork.put(checked())
        assert fork.post() == 1
        assert fork.rejected

    def test_no_artifact(self, fork: Fork) -> None:
        """The run left nothing."""
        assert fork.post() == 1
        assert fork.rejected

    def test_an_empty_artifact(self, fork: Fork) -> None:
        """A folder without a report."""
        (fork.tmp / "work/artifact").mkdir()
        assert fork.post() == 1
        assert fork.rejected

    def test_an_unknown_run(self, fork: Fork) -> None:
        """The API does not know the run."""
        fork.hub.runs.clear()
        fork.put(checked())
        assert fork.post() == 1
        assert fork.rejected

    def test_two_reports_of_one_assistant(self, fork: Fork) -> None:
        """One of them would overwrite the other."""
        fork.put(checked(), "a/report.json")
        fork.put(failing(), "b/report.json")
        assert fork.post() == 1
        assert fork.rejected

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ('"schema_version": 1', '"schema_version": 2'),
            ('"conclusion": "pass"', '"conclusion": "great"'),
            ('"name": "docent"', '"name": "../docent"'),
            ('"name": "docent"', '"name": "@org/team"'),
            ('"newly_unsupported": 0', '"newly_unsupported": 3'),
            ('"faithfulness": null', '"faithfulness": NaN'),
            ("{", "["),
        ],
    )
    def test_a_report_that_is_none(self, fork: Fork, old: str, new: str) -> None:
        """Another schema, a wrong field, a name that is none, counts that contradict the lists."""
        text = to_json(checked())
        assert old in text
        fork.put(text.replace(old, new, 1).encode())
        assert fork.post() == 1
        assert fork.rejected

    def test_a_question_id_that_leaves_the_folder(self, fork: Fork) -> None:
        """An id is the name of a file later."""
        value = json.loads(to_json(failing()))
        value["questions"][0]["id"] = value["newly_unsupported"][0]["question_id"] = "../../etc/passwd"
        fork.put(json.dumps(value).encode())
        assert fork.post() == 1
        assert fork.rejected

    @pytest.mark.parametrize("kind", ["file", "folder", "outside"])
    def test_links(self, fork: Fork, kind: str) -> None:
        """A link in the artifact is never followed."""
        secret = fork.tmp / "secret"
        secret.mkdir()
        (secret / "report.json").write_text(to_json(checked()), encoding="utf-8")
        place = fork.tmp / "work/artifact"
        if kind == "outside":
            place.symlink_to(secret)
        else:
            place.mkdir()
            target = secret / "report.json" if kind == "file" else secret
            (place / ("report.json" if kind == "file" else "docs")).symlink_to(target)
        assert fork.post() == 1
        assert fork.rejected

    def test_a_huge_file(self, fork: Fork, monkeypatch: pytest.MonkeyPatch) -> None:
        """No more is read than a report can be."""
        monkeypatch.setattr(artifact, "MAX_BYTES", 4_000)
        fork.put(to_json(checked()).encode() + b" " * 4_000)
        assert fork.post() == 1
        assert fork.rejected

    @pytest.mark.parametrize("folder", ["..", "/etc"])
    def test_a_folder_outside(self, fork: Fork, folder: str) -> None:
        """The artifact lies in the workspace or nowhere."""
        assert fork.post(folder=folder) == 1
        assert fork.rejected


@pytest.mark.parametrize("kind", ["push", "schedule", "merge_group"])
def test_a_run_of_another_event(fork: Fork, kind: str) -> None:
    """The second workflow also starts after runs on branches: one line, exit code 0."""
    fork.hub.runs[RUN] = run(event=kind)
    assert fork.post() == 0
    assert fork.hub.writes == []
