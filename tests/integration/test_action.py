"""`claimdiff action` as a runner starts it: a real repository, an event file, INPUT_* variables, and a server for GitHub.

Most cases run in this process; those about what leaves a process start one.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.cli.main import main
from helpers.fake_github import REPOSITORY, FakeGitHub, Fault, serving
from helpers.program import Run, claimdiff, commit, git, replace, sample_repository

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

TOKEN = 'ghs_planted"5f1c9e0token'  # noqa: S105 -- planted, to be looked for in what is written
KEY = "sk-ant-planted-8d2f"
FORMS = (TOKEN, base64.b64encode(TOKEN.encode()).decode(), json.dumps(TOKEN)[1:-1])


@dataclass
class Job:
    """A job of a workflow: its workspace with the sample on `main`, and files of the runner beside it."""

    site: Path
    runner: Path
    fake: FakeGitHub
    start: str
    capsys: pytest.CaptureFixture[str]
    extra: dict[str, str] = field(default_factory=dict)
    apart: bool = False
    """Whether each run is a process of its own."""

    @property
    def plans(self) -> Path:
        """The page with the prices."""
        return self.site / "docs/plans.md"

    def edit(self, old: str = "| $25 ", new: str = "| $30 ") -> str:
        """Commit an edit of the prices; the commit."""
        replace(self.plans, old, new)
        return commit(self.site)

    def run(self, event: str, payload: Any, **inputs: str) -> Run:
        """Run the action for an event; inputs by their names with `_` for `-`."""
        file = self.runner / "event.json"
        file.write_text(payload if isinstance(payload, str) else json.dumps(payload), encoding="utf-8")
        (self.runner / "output").unlink(missing_ok=True)
        given = {
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(file),
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_API_URL": self.fake.url,
            "GITHUB_WORKSPACE": str(self.site),
            "GITHUB_OUTPUT": str(self.runner / "output"),
            "GITHUB_STEP_SUMMARY": str(self.runner / "summary"),
            "GITHUB_SHA": git("rev-parse", "HEAD", cwd=self.site),
            "GITHUB_RUN_ID": "9",
            "GITHUB_RUN_NUMBER": "3",
            "INPUT_GITHUB-TOKEN": TOKEN,
            **self.extra,
            **{f"INPUT_{name.upper().replace('_', '-')}": value for name, value in inputs.items()},
        }
        if self.apart:
            return claimdiff("action", cwd=self.site, env={**os.environ, **given})
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.site)
            for name, value in given.items():
                patch.setenv(name, value)
            self.capsys.readouterr()
            code = main(["action"])
        told = self.capsys.readouterr()
        return Run(code=code, out=told.out, err=told.err)

    def pull(self, head: str, *, action: str = "synchronize", fork: bool = False, label: str = "") -> dict[str, Any]:
        """The payload of a pull request event."""
        theirs = "somebody/docs" if fork else REPOSITORY
        return {
            "action": action,
            "number": 7,
            "label": {"name": label},
            "repository": {"full_name": REPOSITORY, "default_branch": "main"},
            "pull_request": {
                "number": 7,
                "labels": [{"name": label}],
                "head": {"sha": head, "ref": "topic", "repo": {"full_name": theirs}},
                "base": {"sha": self.start, "ref": "main", "repo": {"full_name": REPOSITORY}},
            },
        }

    @property
    def outputs(self) -> dict[str, str]:
        """What the action handed to the steps that follow."""
        file = self.runner / "output"
        lines = iter(file.read_text(encoding="utf-8").splitlines() if file.exists() else ())
        found: dict[str, str] = {}
        for line in lines:
            name, _, end = line.partition("<<")
            found[name] = "\n".join(iter(lambda: next(lines), end))
        return found

    @property
    def written(self) -> dict[str, str]:
        """The texts of the runner's files and of the reports, by name."""
        files = [*self.runner.iterdir(), *(path for path in self.site.glob("claimdiff-report/**/*") if path.is_file())]
        return {path.name: path.read_text(encoding="utf-8") for path in files}

    @property
    def report(self) -> dict[str, Any]:
        """The report that the outputs point to."""
        read: dict[str, Any] = json.loads((self.site / self.outputs["report-path"]).read_text(encoding="utf-8"))
        return read


@pytest.fixture
def job(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Job]:
    """A job on a branch of the sample."""
    site = sample_repository(tmp_path / "site", "meridian")
    git("checkout", "--quiet", "-b", "topic", cwd=site)
    (tmp_path / "runner").mkdir()
    with serving() as fake:
        start = git("rev-parse", "main", cwd=site)
        yield Job(site=site, runner=tmp_path / "runner", fake=fake, start=start, capsys=capsys)


ZEROS = "0" * 40


@pytest.mark.parametrize(
    ("event", "payload", "mode"),
    [
        ("push", {"ref": "refs/tags/v1", "before": ZEROS, "after": "a" * 40}, "check"),
        ("push", {"ref": "refs/heads/gone", "deleted": True, "after": ZEROS}, "check"),
        ("push", {"ref": "refs/heads/topic", "repository": {"default_branch": "main"}}, "refresh"),
        ("pull_request", {"action": "closed", "number": 7}, "check"),
        ("pull_request", {"action": "labeled", "number": 7, "label": {"name": "bug"}}, "check"),
        ("pull_request", {"action": "edited", "number": 7, "changes": {"title": {}}}, "check"),
        ("pull_request", {"action": "opened", "number": 7}, "accept"),
        ("merge_group", {"action": "destroyed"}, "check"),
        ("issue_comment", {"action": "created", "issue": {}, "comment": {"body": "/claimdiff accept x"}}, "accept"),
        ("issue_comment", {"action": "edited", "issue": {"pull_request": {}}}, "accept"),
        (
            "issue_comment",
            {"action": "created", "issue": {"pull_request": {"url": "x"}}, "comment": {"body": "Nice"}},
            "accept",
        ),
        ("issue_comment", {"action": "created"}, "check"),
        ("workflow_run", {"action": "completed"}, "check"),
        ("release", {"action": "published"}, "check"),
        ("watch", "no JSON", "check"),
    ],
)
def test_an_event_that_is_not_ours_is_one_line(job: Job, event: str, payload: Any, mode: str) -> None:
    """Exit 0, one line that says why, and nobody is called (python-coverage-comment-action/issues/285)."""
    run = job.run(event, payload, mode=mode)

    assert (run.code, run.out) == (0, "")
    assert run.err.startswith("nothing to do: ")
    assert run.err.count("\n") == 1
    assert job.fake.asked == []
    assert job.outputs == {}


@pytest.mark.parametrize("payload", ["{", "[]", {"action": "opened"}])
def test_a_pull_request_event_that_names_none_is_a_usage_error(job: Job, payload: Any) -> None:
    """A broken event file never reads as a run without changes."""
    run = job.run("pull_request", payload)

    assert run.code == 2
    assert "event file of this pull_request event" in run.err
    assert job.fake.asked == []


def test_a_pull_request_gets_a_comment_then_the_same_one_then_all_clear(job: Job) -> None:
    """One comment; its status, the exit code and the outputs say what report.json says (promptfoo-action/issues/111)."""
    job.apart = True
    first = job.edit()
    failed = job.run("pull_request", job.pull(first, action="opened"))
    told = job.fake.bodies[0]
    report = job.report

    assert failed.code == 1
    assert job.outputs["conclusion"] == report["conclusion"] == "fail"
    assert job.outputs["newly-unsupported"] == str(report["totals"]["newly_unsupported"]) == "1"
    assert job.outputs["faithfulness"] == str(report["totals"]["faithfulness"])
    assert (job.site / job.outputs["html-path"]).read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "::error file=docs/plans.md" in failed.out

    job.extra["GITHUB_RUN_NUMBER"] = "4"
    second = job.edit("| $30 ", "| $35 ")
    assert job.run("pull_request", job.pull(second)).code == 1
    assert len(job.fake.bodies) == 1
    assert job.fake.bodies[0] != told

    job.extra["GITHUB_RUN_NUMBER"] = "5"
    third = job.edit("| $35 ", "| $25 ")
    assert job.run("pull_request", job.pull(third)).code == 0
    assert len(job.fake.bodies) == 1
    assert "All clear" in job.fake.bodies[0]
    assert [status["state"] for status in job.fake.statuses] == ["failure", "failure", "success"]


@pytest.mark.parametrize("spelled", ["INPUT_FAIL-ON", "INPUT_FAIL_ON"])
def test_fail_on_never_reports_and_leaves_the_conclusion(job: Job, spelled: str) -> None:
    """Reporting and failing are two things; an input is read in both spellings."""
    job.extra[spelled] = "never"
    run = job.run("pull_request", job.pull(job.edit()))

    assert run.code == 0
    assert job.outputs["conclusion"] == "fail"


@pytest.mark.parametrize(
    ("name", "value"),
    [("fail_on", "sometimes"), ("comment", "yes"), ("mode", "post"), ("all", "maybe"), ("shard", "3")],
)
def test_a_wrong_input_is_named_with_what_is_allowed(job: Job, name: str, value: str) -> None:
    """Exit 2 and the value; nothing is posted."""
    run = job.run("pull_request", job.pull(job.edit()), **{name: value})

    assert run.code == 2
    assert value in run.err
    assert job.fake.writes == []


def test_a_fork_is_judged_offline_and_says_so(job: Job) -> None:
    """No key, a token that may write nothing: the verdict stands, and the summary names the recipe.

    MishaKav/pytest-coverage-comment/issues/30, OpenStrap/edge/issues/230.
    """
    job.fake.faults += [Fault(kind="403", verb=verb, times=99) for verb in ("POST", "PATCH", "DELETE")]
    run = job.run("pull_request", job.pull(job.edit(), fork=True))
    summary = (job.runner / "summary").read_text(encoding="utf-8")

    assert run.code == 1
    assert job.report["judge"]["use"] == "lexical"
    assert "pull-requests: write" in run.err
    assert "judged offline" in summary
    assert job.fake.bodies == []


def test_a_merge_group_runs_the_gate_and_writes_no_comment(job: Job) -> None:
    """Its status stands on its own head."""
    head = job.edit()
    group = {"action": "checks_requested", "merge_group": {"base_sha": job.start, "base_ref": "main", "head_sha": head}}
    run = job.run("merge_group", group)

    assert run.code == 1
    assert job.fake.writes == []
    assert [(status["sha"], status["state"]) for status in job.fake.statuses] == [(head, "failure")]


def test_a_push_is_compared_with_before(job: Job) -> None:
    """The status stands on the commit; there is no comment."""
    head = job.edit()
    run = job.run("push", {"ref": "refs/heads/topic", "before": job.start, "after": head})

    assert run.code == 1
    assert job.fake.writes == []
    assert job.fake.statuses[0]["sha"] == head


def test_a_push_with_nothing_to_compare_with_is_a_usage_error(job: Job) -> None:
    """Never "nothing changed"; the conclusion is error."""
    git("branch", "--quiet", "-D", "main", cwd=job.site)
    run = job.run("push", {"ref": "refs/heads/topic", "before": "dead" * 10, "after": job.edit()})

    assert run.code == 2
    assert job.outputs["conclusion"] == "error"


def test_a_schedule_replays_every_question_without_a_base(job: Job) -> None:
    """This is how drift shows."""
    job.run("schedule", {})

    assert job.report["base"] is None
    assert job.report["totals"]["replayed"] == job.report["totals"]["questions"]


def test_a_run_by_hand_is_compared_with_the_default_branch(job: Job) -> None:
    """No comment; the status stands on the commit."""
    head = job.edit()
    run = job.run("workflow_dispatch", {"ref": "refs/heads/topic", "repository": {"default_branch": "main"}})

    assert run.code == 1
    assert job.report["base"]["sha"] == job.start
    assert job.fake.writes == []
    assert [(status["sha"], status["state"]) for status in job.fake.statuses] == [(head, "failure")]


def test_our_label_forces_every_question(job: Job) -> None:
    """claimdiff:all replays what the change does not touch."""
    run = job.run("pull_request", job.pull(job.edit(), action="labeled", label="claimdiff:all"))

    assert run.code == 1
    assert job.report["totals"]["replayed"] == job.report["totals"]["questions"]


def test_several_configs_are_summed_up(job: Job) -> None:
    """The worst conclusion, the sum of claims, no scores, one folder and one comment each."""
    text = (job.site / "claimdiff.yml").read_text(encoding="utf-8")
    (job.site / "second.yml").write_text(text.replace("name: meridian", "name: second"), encoding="utf-8")
    run = job.run("pull_request", job.pull(job.edit()), config="claimdiff.yml\nsecond.yml")

    assert run.code == 1
    assert job.outputs["newly-unsupported"] == "2"
    assert job.outputs["faithfulness"] == ""
    folder = job.site / job.outputs["report-path"]
    assert {path.parent.name for path in folder.glob("*/report.json")} == {"meridian", "second"}
    assert len(job.fake.bodies) == 2


def test_two_configs_of_one_name_are_a_usage_error(job: Job) -> None:
    """Their comments would overwrite each other."""
    run = job.run("pull_request", job.pull(job.edit()), config="claimdiff.yml, claimdiff.yml")

    assert run.code == 2
    assert "the name 'meridian'" in run.err


def test_a_part_of_the_questions_gives_no_verdict_on_the_pull_request(job: Job) -> None:
    """A shard that passes must not overwrite the status and the comment of one that fails."""
    head = job.edit()
    codes = [job.run("pull_request", job.pull(head), shard=f"{part}/2").code for part in (1, 2)]

    assert sorted(codes) == [0, 1]
    assert job.fake.bodies == []
    assert job.fake.statuses == []


def test_pull_request_target_reads_only_pages_of_the_head(job: Job) -> None:
    """The head's prompts, questions and settings are not seen, and no key is used."""
    (job.site / "claimdiff.yml").write_text("name: theirs\n", encoding="utf-8")
    (job.site / "questions.yml").write_text("questions: []\n", encoding="utf-8")
    head = job.edit()
    git("checkout", "--quiet", "main", cwd=job.site)
    run = job.run("pull_request_target", job.pull(head, fork=True), anthropic_api_key="sk-ant-planted-key")

    assert run.code == 1
    assert job.report["name"] == "meridian"
    assert job.report["judge"]["use"] == "lexical"
    assert len(job.fake.bodies) == 1


def test_pull_request_target_starts_no_program(job: Job) -> None:
    """An adapter would run what a repository names, beside a token that may write."""
    with (job.site / "claimdiff.yml").open("a", encoding="utf-8") as config:
        config.write("generator: {use: command, command: touch started}\n")
    git("checkout", "--quiet", "main", cwd=job.site)
    commit(job.site)
    git("checkout", "--quiet", "-B", "topic", cwd=job.site)
    head = job.edit()
    git("checkout", "--quiet", "main", cwd=job.site)
    run = job.run("pull_request_target", job.pull(head, fork=True))

    assert run.code == 2
    assert "refused for a pull_request_target event" in run.err
    assert not (job.site / "started").exists()


def test_pull_request_target_with_the_head_checked_out_is_refused(job: Job) -> None:
    """Settings, prompts and questions would be the stranger's, beside a token that may write."""
    run = job.run("pull_request_target", job.pull(job.edit(), fork=True))

    assert run.code == 2
    assert "checked out" in run.err
    assert job.fake.writes == []


def test_no_secret_is_shown_anywhere(job: Job) -> None:
    """Plain, base64 or JSON-escaped, with RUNNER_DEBUG=1 (python-coverage-comment-action/issues/305)."""
    job.apart = True
    job.extra["RUNNER_DEBUG"] = "1"
    told = " ".join(FORMS)
    job.fake.faults.append(Fault(kind="403", times=99, message=f"bad {told}"))
    replace(job.plans, "| $25 ", f"| $30 {TOKEN} ")
    run = job.run("pull_request", job.pull(commit(job.site)))

    for form in FORMS:
        assert not [text for text in (run.out, run.err, *job.written.values()) if form in text]


def test_a_bug_is_told_without_a_secret(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 3 and a report to paste, whose exception held the token in every form."""

    def broken(*_: object, **__: object) -> None:
        raise ValueError(f"cannot read {TOKEN}") from RuntimeError("\n".join(FORMS))

    monkeypatch.setattr("claimdiff.pipeline.run", broken)
    job.extra["RUNNER_DEBUG"] = "1"
    run = job.run("pull_request", job.pull(job.edit()))

    assert run.code == 3
    assert "claimdiff has a bug" in run.err
    assert "cannot read ***" in run.err
    assert job.outputs["conclusion"] == "error"
    assert job.fake.bodies == []
    for form in FORMS:
        assert not [text for text in (run.out, run.err, *job.written.values()) if form in text]


def test_a_key_that_is_refused_is_an_error_and_no_verdict(job: Job, fake_claude: FakeClaude) -> None:
    """Claude says 401: exit 4, conclusion and status say error, no claim counts, and the key is shown nowhere."""
    with (job.site / "claimdiff.yml").open("a", encoding="utf-8") as config:
        config.write("judge: {use: claude}\n")
    fake_claude.fault("401", times=99, message=f"invalid x-api-key {KEY}")
    job.extra["ANTHROPIC_BASE_URL"] = fake_claude.base_url
    run = job.run("pull_request", job.pull(job.edit()), anthropic_api_key=KEY)

    assert run.code == 4
    assert job.outputs["conclusion"] == "error"
    assert job.outputs["newly-unsupported"] == "0"
    assert [status["state"] for status in job.fake.statuses] == ["error"]
    assert "could not be completed" in run.out
    assert "key" in run.out.split("could not be judged", 1)[1], run.out
    told = [run.out, run.err, *job.written.values(), *job.fake.bodies, str(job.fake.statuses)]
    assert not [text for text in told if KEY in text]


def test_nothing_heavy_is_loaded_for_an_event_that_is_not_ours() -> None:
    """Every push of a tag starts a container; it should be gone at once."""
    code = (
        "import sys\nfrom claimdiff.cli.main import main\ncode = main(['action'])\n"
        "loaded = sorted({'github', 'anthropic', 'git', 'jinja2'} & set(sys.modules))\n"
        "assert (code, loaded) == (0, []), (code, loaded)\n"
    )
    env = {**os.environ, "GITHUB_EVENT_NAME": "release"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, encoding="utf-8", check=False)

    assert done.returncode == 0, done.stderr
