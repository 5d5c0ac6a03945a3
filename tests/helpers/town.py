"""Meridian's team at work: a server, a clone for each of two people, and a workflow that runs the action as GitHub would."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from claimdiff.cli.main import main
from helpers.fake_github import REPOSITORY, FakeGitHub, pull
from helpers.program import PROGRAM, ROOT, Run, commit, git, sample_repository

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PEOPLE = ("wren", "ada")
GH = """\
#!/bin/sh
# Stands in for GitHub's command line: `gh run download --name NAME --dir DIR`, of the workflow that ran last.
[ "$1 $2 $3 $5" = "run download --name --dir" ] && mkdir "$6" && cp ../runner/"$4"/* "$6"
"""


def hooks(*ids: str) -> str:
    """A .pre-commit-config.yaml with hooks as this repository declares them, run from where the tests run."""
    declared = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    chosen = [{**hook, "language": "unsupported"} for hook in declared if hook["id"] in ids]
    assert {hook["id"] for hook in chosen} == set(ids)
    return yaml.safe_dump({"repos": [{"repo": "local", "hooks": chosen}]}, sort_keys=False)


@dataclass
class Town:
    """`site` holds `server.git`, `wren` and `ada`; the action runs in `runner`, a clone of its own."""

    site: Path
    github: FakeGitHub
    capsys: pytest.CaptureFixture[str]
    key: Mapping[str, str] = field(default_factory=dict)
    """What the action's step gets beside its own variables: the address and the key of a model."""
    runs: int = 0
    log: str = ""
    """What the last run of the action printed."""
    merged: list[str] = field(default_factory=list)
    """The action's comments on pull requests that are merged; a new one starts without any."""

    def build(self, settings: str = "", *hook_ids: str) -> None:
        """Meridian on the server's main, with `settings` added to its own; clones with the hook switched on."""
        start = sample_repository(self.site / "start", "meridian")
        with (start / "claimdiff.yml").open("a", encoding="utf-8") as file:
            file.write(settings)
        (start / ".pre-commit-config.yaml").write_text(hooks(*(hook_ids or ("claimdiff",))), encoding="utf-8")
        commit(start)
        git("clone", "--quiet", "--bare", "start", "server.git", cwd=self.site)
        for name in (*PEOPLE, "runner"):
            git("clone", "--quiet", "server.git", name, cwd=self.site)
        git("config", "user.name", "Ada", cwd=self.site / "ada")
        git("config", "user.email", "ada@example.org", cwd=self.site / "ada")
        (self.site / "bin").mkdir()
        (self.site / "bin/gh").write_text(GH, encoding="utf-8")
        (self.site / "bin/gh").chmod(0o755)
        for name in PEOPLE:
            done = self.type(name, "pre-commit install")
            assert done.out == "pre-commit installed at .git/hooks/pre-commit\n"
        self.github.roles = {"ada": "write", "wren": "write"}

    def type(self, person: str, lines: str) -> Run:
        """Run lines of shell in somebody's clone, up to the first that fails; what stands on their screen is `out`."""
        env = {
            **os.environ,
            "PATH": os.pathsep.join([str(PROGRAM.parent), str(self.site / "bin"), os.environ["PATH"]]),
            "PRE_COMMIT_HOME": str(self.site / "pre-commit"),
            "COLUMNS": "80",
        }
        done = subprocess.run(
            ["bash", "-e", "-c", lines], cwd=self.site / person, env=env, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
        )  # fmt: skip
        return Run(code=done.returncode, out=done.stdout, err="")

    def edit(self, person: str, patch: str) -> None:
        """Apply an edit to the files of somebody's clone."""
        subprocess.run(["git", "apply", "-"], cwd=self.site / person, input=patch, encoding="utf-8", check=True)

    def refs(self) -> dict[str, str]:
        """The server's branches and their commits."""
        rows = git(
            "for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads", cwd=self.site / "server.git"
        )
        return dict(row.split() for row in rows.splitlines())

    def pushed(self, before: Mapping[str, str]) -> None:
        """Start the workflow for every branch that is not where it was."""
        for name, sha in self.refs().items():
            if sha == before.get(name):
                continue
            if name == "main":
                payload: dict[str, Any] = {"ref": "refs/heads/main", "before": before[name], "after": sha}
                self.workflow("push", payload, sha)
            else:
                self.workflow("pull_request", self._pull(name, sha), sha)

    def comment(self, person: str, body: str) -> int:
        """Somebody comments on the first pull request; the exit code of the workflow that accepts."""
        self.github.say(person, body)
        payload = {
            "action": "created",
            "issue": {"number": 1, "pull_request": {"url": "https://api.github.com/x"}},
            "comment": {"id": self.github.made, "body": body, "user": {"login": person, "id": 42}},
        }
        return self.workflow(
            "issue_comment", payload, self.refs()["main"], mode="accept", **{"report-artifact-path": "claimdiff-report"}
        )

    def workflow(self, event: str, payload: Mapping[str, Any], sha: str, **inputs: str) -> int:
        """Check a commit out and run the action in this process; its exit code."""
        runner = self.site / "runner"
        git("fetch", "--quiet", cwd=runner)
        git("checkout", "--quiet", sha, cwd=runner)
        git("branch", "--force", "main", "origin/main", cwd=runner)
        file = self.site / "event.json"
        whole = {"repository": {"full_name": REPOSITORY, "default_branch": "main"}, **payload}
        file.write_text(json.dumps(whole), encoding="utf-8")
        self.runs += 1
        given = {
            "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": str(file),
            "GITHUB_REPOSITORY": REPOSITORY, "GITHUB_API_URL": self.github.url, "GITHUB_WORKSPACE": str(runner),
            "GITHUB_SHA": sha, "GITHUB_RUN_ID": str(self.runs), "GITHUB_RUN_NUMBER": str(self.runs),
            "INPUT_GITHUB-TOKEN": "ghs_town", **self.key,
            **{f"INPUT_{name.upper()}": value for name, value in inputs.items()},
        }  # fmt: skip
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(runner)
            for name, value in given.items():
                patch.setenv(name, value)
            self.capsys.readouterr()
            code = main(["action"])
        self.log = "".join(self.capsys.readouterr())
        return code

    def _pull(self, branch: str, sha: str) -> dict[str, Any]:
        known = next((item for item in self.github.pulls if item["head"]["ref"] == branch), None)
        if known is None:
            known = pull(len(self.github.pulls) + 1, head=branch, sha=sha)
            self.github.pulls.append(known)
        known["head"]["sha"] = sha
        known["base"]["sha"] = self.refs()["main"]
        return {"action": "synchronize", "number": known["number"], "pull_request": {**known, "labels": []}}

    def merge(self, branch: str) -> None:
        """The merge button."""
        before = self.refs()
        hand = self.site / "hand"
        git("clone", "--quiet", "server.git", "hand", cwd=self.site)
        git("merge", "--quiet", "--no-ff", "--message", f"Merge {branch}", f"origin/{branch}", cwd=hand)
        git("push", "--quiet", "origin", "main", cwd=hand)
        git("push", "--quiet", "--delete", "origin", branch, cwd=hand)
        self.merged += self.github.bodies
        self.github.held.clear()
        self.pushed(before)
