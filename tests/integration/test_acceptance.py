"""Accepting from a comment on a pull request: real reports, real commits, a real server that may refuse them."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from claimdiff.publishing import acceptance
from claimdiff.report import Report, from_json, to_json
from claimdiff.report.document import PullRequest
from claimdiff.report.marker import Marker, marker_of
from helpers.hub import ROBOT, SECRET, Hub, commented, pull
from helpers.repos import Repo, clone, run_git

if TYPE_CHECKING:
    from helpers.kestrel import Kestrel

FOLDER = Path("artifacts")
CONFIG = (Path("claimdiff.yml"),)


@dataclass
class Scene:
    """A pull request that changes a price on purpose and drops the sentence on ports: server, clone of main, GitHub."""

    server: Repo
    work: Repo
    head: str
    report: Report
    hub: Hub
    lines: list[str]
    tmp: Path

    def put(self, report: Report | None = None, *, author: str = ROBOT, marker: Marker | None = None) -> None:
        """Leave a report in the artifact, and the comment that was written from it."""
        report = report or self.report
        folder = self.work.path / FOLDER / report.name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "report.json").write_text(to_json(report), encoding="utf-8")
        line = (marker or marker_of(report, run=3)).line()
        self.hub.say(author, f"{line}\n2 recorded answers disagree with this change.\n")

    def comment(self, body: str, **other: Any) -> int:
        """Somebody comments; the exit code."""
        context = commented(self.tmp / "event", body, workspace=self.work.path, **other)
        return acceptance.accept(context, self.hub.github, FOLDER, CONFIG, self.lines.append)

    @property
    def tip(self) -> str:
        """Where the branch is on the server."""
        return self.server.git("rev-parse", "topic")

    @property
    def answer(self) -> str:
        """The last comment."""
        return self.hub.held[-1].body

    def baseline(self, id_: str) -> dict[str, Any]:
        """A baseline file at the tip of the branch."""
        return dict(yaml.safe_load(self.server.git("show", f"topic:golden_set/baseline/{id_}.yml")))

    def refused(self, code: int) -> bool:
        """Whether nothing was changed and somebody was told so, politely and once."""
        told = self.answer.startswith("Nothing was accepted: ") and self.hub.writes == ["react", "create_comment"]
        return code == 1 and self.tip == self.head and told and "-1" in self.hub.called


@pytest.fixture
def scene(repo: Kestrel, tmp_path: Path) -> Scene:
    """The pull request, checked, with its report in the artifact and its comment written."""
    scene = built(repo, tmp_path)
    scene.put()
    return scene


def built(repo: Kestrel, tmp_path: Path) -> Scene:
    """The pull request with no artifact and no comment yet."""
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    repo.edit("docs/ports.md", "The admin server listens on port 8080.", "Ask your administrator.")
    head = repo.commit()
    ran = repo.check()
    assert ran.code == 1
    told = json.dumps(ran.report)
    report = from_json(told).model_copy(update={"pull_request": PullRequest(number=7, head_sha=head, base_ref="main")})
    run_git(tmp_path, "clone", "-q", "--bare", str(repo.path), str(tmp_path / "server.git"))
    server = Repo(tmp_path / "server.git")
    work = clone(server, tmp_path / "work", "--depth", "1", "--branch", "main")
    hub = Hub(pulls_held=[pull(head_sha=head)])
    return Scene(server=server, work=work, head=head, report=report, hub=hub, lines=[], tmp=tmp_path)


class TestWriter:
    """Somebody who may write."""

    def test_one_commit_on_the_head(self, scene: Scene) -> None:
        """The commit has the checked head as its parent, touches one baseline file, and is theirs, made by the robot."""
        assert scene.comment("/claimdiff accept price") == 0
        assert scene.server.git("rev-parse", "topic^@") == scene.head
        changed = scene.server.git("diff-tree", "-r", "--name-status", scene.head, "topic")
        assert changed == "M\tgolden_set/baseline/price.yml"
        people = scene.server.git("show", "-s", "--format=%an|%ae|%cn", "topic")
        assert people == "wren|42+wren@users.noreply.github.com|github-actions[bot]"
        assert scene.baseline("price")["answer"] == "The Pro plan costs 30 dollars per month."
        assert scene.tip in scene.answer and "price" in scene.answer  # noqa: PT018 -- one promise

    def test_same_bytes_as_the_command(self, scene: Scene, repo: Kestrel) -> None:
        """The file is the one that `claimdiff accept` writes in a checkout, to the byte."""
        scene.comment("/claimdiff accept price")
        repo.accept("price")
        local = (repo.path / "golden_set/baseline/price.yml").read_text(encoding="utf-8")
        assert scene.server.git("show", "topic:golden_set/baseline/price.yml") == local.strip()

    def test_status_on_the_new_commit(self, scene: Scene) -> None:
        """The other claim still fails the gate, so the new commit fails too."""
        scene.comment("/claimdiff accept price")
        [(sha, state, name, told)] = scene.hub.statuses
        assert (sha, state, name) == (scene.tip, "failure", "claimdiff/docs")
        assert told == "Accepted 1 answer; 1 newly unsupported claim left"

    def test_status_where_nothing_is_left(self, scene: Scene) -> None:
        """A report whose only gated claim is accepted supports success."""
        only = tuple(item for item in scene.report.newly_unsupported if item.question_id == "price")
        totals = scene.report.totals.model_copy(update={"newly_unsupported": 1})
        rows = tuple(item for item in scene.report.questions if item.id != "port")
        update = {"newly_unsupported": only, "totals": totals, "questions": rows, "reasons": ("1 newly unsupported claim; 0 allowed.",)}  # fmt: skip
        scene.put(scene.report.model_copy(update=update))
        assert scene.comment("/claimdiff accept price") == 0
        assert [item[1] for item in scene.hub.statuses] == ["success"]

    def test_status_with_a_reason_that_stays(self, scene: Scene) -> None:
        """A mean score that is too low is not settled by accepting: only a new check can tell."""
        only = tuple(item for item in scene.report.newly_unsupported if item.question_id == "price")
        totals = scene.report.totals.model_copy(update={"newly_unsupported": 1})
        reasons = ("1 newly unsupported claim; 0 allowed.", "Mean faithfulness is 0.800; at least 0.9 is asked for.")
        scene.put(scene.report.model_copy(update={"newly_unsupported": only, "totals": totals, "reasons": reasons}))
        scene.comment("/claimdiff accept price")
        assert [item[1] for item in scene.hub.statuses] == ["failure"]

    def test_the_clone_stays_as_it_is(self, scene: Scene) -> None:
        """Working tree, index and branches of the clone are as they were: nothing of the pull request is checked out."""
        before = (
            scene.work.git("status", "--porcelain", "--untracked-files=no", "--branch"),
            scene.work.git("rev-parse", "HEAD"),
        )
        scene.comment("/claimdiff accept price")
        after = (
            scene.work.git("status", "--porcelain", "--untracked-files=no", "--branch"),
            scene.work.git("rev-parse", "HEAD"),
        )
        assert before == after

    @pytest.mark.parametrize("role", ["maintain", "admin"])
    def test_more_than_write(self, scene: Scene, role: str) -> None:
        """Maintainers and administrators may as well."""
        scene.hub.permissions["wren"] = [role]
        assert scene.comment("/claimdiff accept price") == 0

    def test_a_claim(self, scene: Scene) -> None:
        """A claim that is all that changes in its answer can be named by itself."""
        [claim] = [item.claim_id for item in scene.report.newly_unsupported if item.question_id == "price"]
        assert scene.comment(f"/claimdiff accept price/{claim}") == 0

    def test_reason(self, scene: Scene) -> None:
        """The reason goes into the commit, on one line, and can skip no checks there."""
        assert scene.comment('/claimdiff accept price --reason "new prices [skip ci]\u2028since May"') == 0
        said = scene.server.git("show", "-s", "--format=%B", "topic").splitlines()
        assert said[-1] == "Reason: new prices (skip ci) since May"

    def test_again_is_nothing_to_write(self, scene: Scene) -> None:
        """What the baseline says already makes no commit."""
        row = next(item for item in scene.report.questions if item.id == "price")
        entry = scene.baseline("price")
        assert row.proposed is not None
        same = row.proposed.model_copy(
            update={
                "answer": entry["answer"],
                "claims": tuple(c.model_copy(update={"text": entry["claims"][0]["text"], "evidence": tuple(c.evidence[0].model_copy(update=q) for q in entry["claims"][0]["evidence"])}) for c in row.proposed.claims),
                "passages": tuple(p.model_copy(update={"hash": entry["passages"][0]["hash"]}) for p in row.proposed.passages),
            }
        )  # fmt: skip
        rows = tuple(q.model_copy(update={"proposed": same}) if q.id == "price" else q for q in scene.report.questions)
        scene.put(scene.report.model_copy(update={"questions": rows}))
        assert scene.comment("/claimdiff accept price") == 0
        assert scene.tip == scene.head
        assert "nothing to write" in scene.answer


class TestAll:
    """`--all`."""

    def test_keeps_nothing_that_the_change_drops(self, scene: Scene) -> None:
        """The changed price is taken, the dropped port is refused with the command that settles it."""
        assert scene.comment("/claimdiff accept --all") == 1
        assert (
            scene.server.git("diff-tree", "-r", "--name-only", scene.head, "topic") == "golden_set/baseline/price.yml"
        )
        assert scene.baseline("port")["claims"][0]["verdict"] == "supported"
        assert "port" in scene.answer and "keep-unsupported" in scene.answer  # noqa: PT018 -- one promise

    def test_nor_at_the_first_acceptance(self, scene: Scene) -> None:
        """Without any baseline an unsupported claim may be kept as `initial`, but not by `--all` if the change drops it."""
        first = without_baseline(scene)
        assert first.comment("/claimdiff accept --all") == 1
        names = first.server.git("diff-tree", "-r", "--name-only", first.head, "topic").splitlines()
        assert names == ["golden_set/baseline/price.yml"]

    def test_the_first_acceptance_of_a_question(self, scene: Scene) -> None:
        """Named by itself it is kept, by the person that the API knows, with the reason given."""
        first = without_baseline(scene)
        assert first.comment("/claimdiff accept port --reason wanted") == 0
        [claim] = first.baseline("port")["claims"]
        assert claim["accepted"] == {"by": "wren <42+wren@users.noreply.github.com>", "reason": "wanted"}


def without_baseline(scene: Scene) -> Scene:
    """The same in a repository that never had a baseline, with a proposal that keeps the dropped claim."""
    repo = clone(scene.server, scene.tmp / "first")
    shutil.rmtree(repo.path / "golden_set/baseline")
    base = repo.commit()
    repo.git("push", "-q", "origin", "HEAD:refs/heads/main", "--force")
    head = repo.commit(message="head")
    repo.git("push", "-q", "origin", "HEAD:refs/heads/topic", "--force")
    row = next(item for item in scene.report.questions if item.id == "price")
    port = next(item for item in scene.report.questions if item.id == "port")
    assert row.proposed is not None
    kept = tuple(
        c.model_copy(
            update={"id": port.claims[0].id, "text": port.claims[0].text, "verdict": "unverifiable", "evidence": ()}
        )
        for c in row.proposed.claims
    )
    proposed = row.proposed.model_copy(update={"answer": port.answer, "claims": kept})
    rows = tuple(q.model_copy(update={"proposed": proposed}) if q.id == "port" else q for q in scene.report.questions)
    update = {
        "questions": rows,
        "base": scene.report.base and scene.report.base.model_copy(update={"sha": base}),
        "head": scene.report.head.model_copy(update={"sha": head, "pr_head_sha": head}),
        "pull_request": PullRequest(number=7, head_sha=head, base_ref="main"),
    }
    made = replace(
        scene, head=head, report=scene.report.model_copy(update=update), hub=Hub(pulls_held=[pull(head_sha=head)])
    )
    made.put()
    return made


class TestRefused:
    """Nothing is changed, the exit code is 1, and the reason is told."""

    def test_a_reader(self, scene: Scene) -> None:
        """Somebody who may only read is told who may."""
        assert scene.refused(scene.comment("/claimdiff accept price", login="mallory"))
        assert "write permission" in scene.answer

    def test_a_stranger(self, scene: Scene) -> None:
        """So is somebody whom the repository does not know, whatever the comment says of them."""
        assert scene.refused(scene.comment("/claimdiff accept price", login="nobody"))

    def test_somebody_who_loses_permission_meanwhile(self, scene: Scene) -> None:
        """Permission is asked for again before anything is pushed."""
        scene.hub.permissions["wren"] = ["write", "read"]
        assert scene.refused(scene.comment("/claimdiff accept price"))

    def test_a_moved_head(self, scene: Scene) -> None:
        """The report is of a commit that the branch has left."""
        scene.hub.pulls_held = [pull(head_sha="c" * 40)]
        assert scene.refused(scene.comment("/claimdiff accept price"))
        assert "moved" in scene.answer

    def test_again_after_our_own_commit(self, scene: Scene) -> None:
        """No check starts on a commit that was pushed with the workflow's token: the answer says how to get one."""
        assert scene.comment("/claimdiff accept price") == 0
        scene.head, scene.hub.pulls_held = scene.tip, [pull(head_sha=scene.tip)]
        scene.hub.called.clear()
        assert scene.refused(scene.comment("/claimdiff accept port"))
        assert "close and reopen the pull request" in scene.answer

    def test_a_head_that_moves_while_it_is_written(self, scene: Scene) -> None:
        """The API told the old head, the server is ahead: the push is refused and their commit stands."""
        other = clone(scene.server, scene.tmp / "other", "--branch", "topic")
        ahead = other.commit({"docs/new.md": "# New\n"})
        other.git("push", "-q", "origin", "topic")
        assert scene.comment("/claimdiff accept price") == 1
        assert scene.tip == ahead
        assert scene.hub.statuses == []

    def test_a_fork(self, scene: Scene) -> None:
        """The branch of a fork is left alone; the local command is told."""
        scene.hub.pulls_held = [pull(head_sha=scene.head, head_repository="wren/docs")]
        assert scene.refused(scene.comment("/claimdiff accept price --reason wanted"))
        assert "gh pr checkout 7 && claimdiff accept price --reason wanted" in scene.answer
        assert "fork" in scene.answer

    @pytest.mark.parametrize("hook", ["pre-receive", "update"])
    def test_a_hook_of_the_server(self, scene: Scene, hook: str) -> None:
        """The server's line, the manual command, nothing changed (coverage-comment-action/issues/561)."""
        file = scene.server.path / "hooks" / hook
        file.write_text(f"#!/bin/sh\necho 'Commits must be signed. {SECRET}' >&2\nexit 1\n", encoding="utf-8")
        file.chmod(0o755)
        assert scene.refused(scene.comment("/claimdiff accept price"))
        assert "Commits must be signed." in scene.answer
        assert "claimdiff accept price" in scene.answer
        assert SECRET not in scene.answer + "".join(scene.lines)
        assert scene.hub.statuses == []

    def test_a_forged_marker(self, repo: Kestrel, tmp_path: Path) -> None:
        """A comment of somebody else says nothing, however well its marker is copied."""
        scene = built(repo, tmp_path)
        scene.put(author="mallory")
        assert scene.refused(scene.comment("/claimdiff accept price"))

    def test_a_marker_that_is_quoted(self, repo: Kestrel, tmp_path: Path) -> None:
        """A marker counts on the first line only, also in a comment of ours."""
        scene = built(repo, tmp_path)
        scene.put(author="mallory")
        scene.hub.say(ROBOT, f"As {scene.hub.held[0].body}")
        assert scene.refused(scene.comment("/claimdiff accept price"))

    def test_another_digest(self, scene: Scene) -> None:
        """A report that was changed after our comment was written is not taken."""
        file = scene.work.path / FOLDER / "docs" / "report.json"
        file.write_text(file.read_text(encoding="utf-8").replace("30 dollars", "31 dollars"), encoding="utf-8")
        assert scene.refused(scene.comment("/claimdiff accept price"))
        assert "digest" in scene.answer

    @pytest.mark.parametrize(
        "update", [{"pull_request": None}, {"pull_request": PullRequest(number=8, head_sha="a" * 40, base_ref="main")}]
    )
    def test_a_report_of_something_else(self, repo: Kestrel, tmp_path: Path, update: dict[str, Any]) -> None:
        """Also where the digest is right: the report names no pull request, or another one."""
        scene = built(repo, tmp_path)
        other = scene.report.model_copy(update=update)
        scene.put(other, marker=replace(marker_of(other, run=3), head=scene.head))
        assert scene.refused(scene.comment("/claimdiff accept price"))

    def test_an_artifact_that_is_gone(self, scene: Scene) -> None:
        """Artifacts expire."""
        shutil.rmtree(scene.work.path / FOLDER)
        assert scene.refused(scene.comment("/claimdiff accept price"))

    @pytest.mark.parametrize("folder", ["..", "/etc", "artifacts/../.."])
    def test_a_folder_outside(self, scene: Scene, folder: str) -> None:
        """The artifact lies in the workspace or nowhere."""
        context = commented(scene.tmp / "event", "/claimdiff accept price", workspace=scene.work.path)
        assert scene.refused(acceptance.accept(context, scene.hub.github, Path(folder), CONFIG, scene.lines.append))

    def test_an_unknown_id(self, scene: Scene) -> None:
        """The known ones are listed, and of the rest nothing is written either."""
        assert scene.refused(scene.comment("/claimdiff accept price prise"))
        assert "prise" in scene.answer
        assert "price, port" in scene.answer or "price" in scene.answer

    @pytest.mark.parametrize(
        "text",
        ["../../x", "price;id", "`id`", "$(id)", "@org/team", "<img/onerror=x>", "::error::x", "-x", "a:b:c/d/e"],
    )
    def test_an_id_with_hostile_text(self, scene: Scene, text: str) -> None:
        """It is shown as text, in the answer and in the log, and does nothing."""
        assert scene.refused(scene.comment(f"/claimdiff accept {text}"))
        assert "@org/team" not in scene.answer
        assert "<img" not in scene.answer

    @pytest.mark.parametrize("text", ["", "--all price", "--keep-unsupported price", "--answer x"])
    def test_a_line_that_cannot_be_understood(self, scene: Scene, text: str) -> None:
        """The usage is told."""
        assert scene.refused(scene.comment(f"/claimdiff accept {text}"))
        assert "/claimdiff accept [NAME:]ID" in scene.answer

    def test_a_question_that_was_not_replayed(self, scene: Scene) -> None:
        """There is nothing to accept of it."""
        assert scene.comment("/claimdiff accept tokens") == 1
        assert scene.tip == scene.head
        assert "not replayed" in scene.answer

    def test_a_claim_that_is_not_supported(self, scene: Scene) -> None:
        """Keeping it takes a checkout; the command is told."""
        assert scene.comment("/claimdiff accept port --reason wanted") == 1
        assert scene.tip == scene.head
        assert "keep-unsupported" in scene.answer

    def test_a_closed_pull_request(self, scene: Scene) -> None:
        """Nothing is pushed for a pull request that is closed."""
        scene.hub.pulls_held = [pull(head_sha=scene.head, state="closed")]
        assert scene.refused(scene.comment("/claimdiff accept price"))

    def test_the_default_branch(self, scene: Scene) -> None:
        """Accept never pushes to the default branch, even where it is the branch of a pull request."""
        scene.hub.pulls_held = [pull(head_sha=scene.head, head_ref="main", base_ref="release")]
        assert scene.refused(scene.comment("/claimdiff accept price"))

    def test_a_baseline_folder_that_is_a_link(self, repo: Kestrel, tmp_path: Path) -> None:
        """The head of the pull request cannot lead the commit out of the baseline folder."""
        scene = built(repo, tmp_path)
        other = clone(scene.server, tmp_path / "other", "--branch", "topic")
        shutil.rmtree(other.path / "golden_set/baseline")
        (other.path / "golden_set/baseline").symlink_to("../docs")
        head = other.commit()
        other.git("push", "-q", "origin", "topic")
        update = {"head": scene.report.head.model_copy(update={"sha": head, "pr_head_sha": head}), "pull_request": PullRequest(number=7, head_sha=head, base_ref="main")}  # fmt: skip
        scene = replace(scene, head=head, report=scene.report.model_copy(update=update))
        scene.hub.pulls_held = [pull(head_sha=head)]
        scene.put()
        assert scene.refused(scene.comment("/claimdiff accept price"))
        assert "link" in scene.answer

    @pytest.mark.parametrize("method", ["permission", "pull", "comments", "me"])
    def test_faults_of_github(self, scene: Scene, method: str) -> None:
        """A call that GitHub refuses ends with the reason, and the token is not shown."""
        scene.hub.broken = {method}
        assert scene.comment("/claimdiff accept price") == 1
        assert scene.tip == scene.head
        assert SECRET not in scene.answer + "".join(scene.lines)

    @pytest.mark.parametrize("method", ["create_comment", "react", "set_status"])
    def test_faults_after_the_push(self, scene: Scene, method: str) -> None:
        """What was pushed stands, and the exit code says so."""
        scene.hub.broken = {method}
        assert scene.comment("/claimdiff accept price") == 0
        assert scene.tip != scene.head


class TestNotOurs:
    """One line, exit code 0, no call."""

    @pytest.mark.parametrize(
        "body",
        ["thanks!", "/claimdiff", "/claimdiff help", "/claimdiffaccept price", "> /claimdiff accept price", "Try\n/claimdiff accept price", "```\n/claimdiff accept price\n```", ""],
    )  # fmt: skip
    def test_other_text(self, scene: Scene, body: str) -> None:
        """A comment that is not the command on its first line."""
        assert scene.comment(body) == 0
        assert scene.hub.called == []
        assert len(scene.lines) == 1

    @pytest.mark.parametrize("action", ["edited", "deleted"])
    def test_an_edited_comment(self, scene: Scene, action: str) -> None:
        """Only a new comment asks for something."""
        assert scene.comment("/claimdiff accept price", action=action) == 0
        assert scene.hub.called == []

    def test_an_issue(self, scene: Scene) -> None:
        """An issue is no pull request."""
        assert scene.comment("/claimdiff accept price", issue={"number": 7}) == 0
        assert scene.hub.called == []


class TestSeveral:
    """Several assistants in one repository."""

    @pytest.fixture
    def two(self, scene: Scene) -> Scene:
        """A second assistant with the same question, whose config is another file."""
        other = clone(scene.server, scene.tmp / "other", "--branch", "topic")
        text = (other.path / "claimdiff.yml").read_text(encoding="utf-8")
        head = other.commit({"support.yml": f"name: support\nbaseline: support/baseline\n{text}"})
        other.git("push", "-q", "origin", "topic")
        update = {"head": scene.report.head.model_copy(update={"sha": head, "pr_head_sha": head}), "pull_request": PullRequest(number=7, head_sha=head, base_ref="main")}  # fmt: skip
        scene = replace(scene, head=head, hub=Hub(pulls_held=[pull(head_sha=head)]))
        for name in ("docs", "support"):
            scene.put(scene.report.model_copy(update={**update, "name": name}))
        return scene

    def ask(self, scene: Scene, body: str) -> int:
        """Comment with both configs."""
        context = commented(scene.tmp / "event", body, workspace=scene.work.path)
        configs = (*CONFIG, Path("support.yml"))
        return acceptance.accept(context, scene.hub.github, FOLDER, configs, scene.lines.append)

    def test_a_prefix_says_which(self, two: Scene) -> None:
        """Only that assistant's file is written; both get their status on the new commit."""
        assert self.ask(two, "/claimdiff accept support:price") == 0
        changed = two.server.git("diff-tree", "-r", "--name-status", two.head, "topic")
        assert changed == "A\tsupport/baseline/price.yml"
        assert [(item[1], item[2]) for item in two.hub.statuses] == [("failure", "claimdiff/support"), ("failure", "claimdiff/docs")]  # fmt: skip

    def test_without_a_prefix_it_is_ambiguous(self, two: Scene) -> None:
        """Both have the question: nothing is guessed."""
        assert two.refused(self.ask(two, "/claimdiff accept price"))
        assert "docs:price" in two.answer

    def test_an_unknown_assistant(self, two: Scene) -> None:
        """The known ones are told."""
        assert two.refused(self.ask(two, "/claimdiff accept sales:price"))
        assert "docs, support" in two.answer
