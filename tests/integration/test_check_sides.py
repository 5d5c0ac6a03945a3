"""`claimdiff check`: without base, staged, built folders, several configs, a subfolder, broken files, output and exit codes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from helpers.kestrel import PAGES, config, golden, kestrel, question
from helpers.program import PROGRAM
from helpers.repos import new_repo

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.kestrel import Kestrel


class TestNoBase:
    """`--no-base`: every answer against its own baseline."""

    def test_nothing_drifted(self, repo: Kestrel) -> None:
        """Every question is replayed and nothing is found; there is no base in the report."""
        done = repo.check("--no-base")

        assert (done.code, done.report["conclusion"], done.report["base"]) == (0, "pass", None)
        assert len(done.replayed) == 10

    def test_docs_gone(self, repo: Kestrel) -> None:
        """A quote that is gone from the docs is the fault of the docs, at no line that could be named; gated."""
        repo.delete("docs/ports.md")

        done = repo.check("--no-base")

        [claim] = done.report["newly_unsupported"]
        assert (done.code, claim["status"], claim["cause"], claim["change"]) == (1, "regressed", "docs", None)
        assert claim["gated"] is True
        assert claim["evidence_before"][0]["quote"] == "The admin server listens on port 8080."

    def test_docs_still_there(self, repo: Kestrel) -> None:
        """Where the quote still stands it is generation, never retrieval."""
        repo.write("claimdiff.yml", config(generator={"use": "command", "command": "python3 answer.py"}))
        repo.write("answer.py", _ANSWERER)
        repo.write("answers.json", json.dumps({"port": "The admin server listens on port 7070."}))

        done = repo.check("--no-base")

        [claim] = [claim for claim in done.report["newly_unsupported"] if claim["question_id"] == "port"]
        assert (claim["cause"], claim["gated"]) == ("generation", True)

    def test_another_judge(self, repo: Kestrel) -> None:
        """What another judge approved is not comparable: neutral, a finding with the command, and no number."""
        repo.write("claimdiff.yml", config(judge={"use": "lexical", "entailment": "explicit"}))

        for arguments in (("--no-base",), ("--no-base", "--all")):
            done = repo.check(*arguments)

            assert (done.code, done.report["conclusion"], done.flagged) == (0, "neutral", [])
            assert {item["why"] for item in done.report["questions"]} == {"not_comparable"}
            [finding] = done.findings("not_comparable")
            assert "claimdiff accept" in finding["message"]
            assert done.report["totals"]["faithfulness"] is None

    def test_accept_scores_again(self, repo: Kestrel) -> None:
        """The command of that finding settles it."""
        repo.write("claimdiff.yml", config(judge={"use": "lexical", "entailment": "explicit"}))

        assert repo.accept("--safe", "--no-base").code == 0

        assert repo.check("--no-base").report["conclusion"] == "pass"

    def test_known_stays_known(self, repo: Kestrel) -> None:
        """An accepted claim is no news without a base either."""
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")
        repo.accept("port", "--keep-unsupported", "--reason", "later")

        done = repo.check("--no-base")

        assert (done.code, done.statuses("port")) == (0, ["known_unsupported"])


class TestTrees:
    """Which two trees are compared."""

    def test_staged(self, repo: Kestrel) -> None:
        """`--staged` sees the index and nothing that is not in it."""
        repo.edit("docs/ports.md", "8080", "9090")
        repo.repo.git("add", "docs/ports.md")
        repo.edit("docs/limits.md", "600", "700")

        assert repo.check("--staged").flagged == ["port"]

    def test_working_tree(self, repo: Kestrel) -> None:
        """Without it the working tree is head, untracked pages too."""
        repo.delete("docs/ports.md")
        repo.write("docs/network.md", "# Ports\n\nThe admin server listens on port 9090.\n")

        done = repo.check()

        assert done.flagged == ["port"]
        assert done.report["head"]["dirty"] is True

    def test_built_folders(self, repo: Kestrel, tmp_path: Path) -> None:
        """`--base-docs` and `--head-docs` compare two folders with the same golden set and baseline."""
        for name, number in (("old", "8080"), ("new", "9090")):
            for page, text in PAGES.items():
                target = tmp_path / name / page.removeprefix("docs/")
                target.parent.mkdir(exist_ok=True)
                target.write_text(text.replace("8080", number), encoding="utf-8")

        done = repo.check("--base-docs", str(tmp_path / "old"), "--head-docs", str(tmp_path / "new"))

        [claim] = done.report["newly_unsupported"]
        assert (done.code, claim["question_id"], claim["cause"]) == (1, "port", "docs")
        assert claim["change"]["path"].endswith("ports.md")
        assert done.replayed == ["port"]

    @pytest.mark.parametrize(
        "arguments",
        [
            ("--base", "main", "--no-base"),
            ("--base-docs", "a"),
            ("--base", "nope"),
            ("--base-docs", "docs", "--head-docs", "docs", "--staged"),
            ("--base-docs", "nope", "--head-docs", "docs"),
        ],
    )
    def test_wrong_trees(self, repo: Kestrel, arguments: tuple[str, ...]) -> None:
        """Sides that contradict each other or do not exist end with 2 and name the option or ref."""
        done = repo.run("check", *arguments)

        assert done.code == 2
        assert arguments[0] in done.err or arguments[1] in done.err

    def test_subfolder(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """With the config in a subfolder, paths of files are relative to it and paths of the report to the repository."""
        files = {f"apps/bot/{name}": text for name, text in PAGES.items()}
        made = kestrel(
            tmp_path / "mono",
            capsys,
            {
                **files,
                "apps/bot/claimdiff.yml": config(),
                "apps/bot/golden_set/questions.yml": golden(),
                "README.md": "x",
            },
            approved=False,
        )
        assert made.run("accept", "--all", "--no-base", folder="apps/bot").code == 0
        made.commit()
        made.repo.git("branch", "-f", "main", "HEAD")
        made.edit("apps/bot/docs/ports.md", "8080", "9090")

        done = made.check(folder="apps/bot")

        [claim] = done.report["newly_unsupported"]
        assert (claim["question_id"], claim["change"]["path"]) == ("port", "apps/bot/docs/ports.md")
        assert (made.path / ".claimdiff/last/report.json").is_file()
        assert not (made.path / "apps/bot/.claimdiff").exists()
        stored = (made.path / "apps/bot/golden_set/baseline/port.yml").read_text(encoding="utf-8")
        assert "path: docs/ports.md" in stored

    def test_root_elsewhere(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """`root` may be any folder of the repository."""
        files = {f"site/{name}": text for name, text in PAGES.items()}
        extra = {
            **files,
            "site/golden_set/questions.yml": golden(),
            "tools/bot.yml": config(root="../site", name="bot"),
        }
        made = kestrel(tmp_path / "mono", capsys, extra, approved=False)
        made.edit("site/docs/ports.md", "8080", "9090")

        done = made.check("--config", "tools/bot.yml")

        assert (done.flagged, done.report["name"]) == (["port"], "bot")


class TestBrokenBefore:
    """Files that are broken at base only."""

    @pytest.mark.parametrize("name", ["golden_set/questions.yml", "golden_set/baseline/port.yml", "claimdiff.yml"])
    def test_repairing_is_not_blocked(self, repo: Kestrel, name: str) -> None:
        """A change that repairs a file that base has broken passes, with a note on what was wrong there."""
        good = (repo.path / name).read_text(encoding="utf-8")
        repo.write(name, "<<<<<<< ours\n" + good)
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write(name, good)

        done = repo.check()

        assert (done.code, done.flagged) == (0, []), done.err
        assert f"at base: {name}" in done.err

    def test_one_broken_baseline_file_is_not_all(self, repo: Kestrel) -> None:
        """The other baseline files of base still count: their questions are not replayed."""
        good = repo.baseline_text("port")
        repo.write("golden_set/baseline/port.yml", "<<<<<<< ours\n" + good)
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("golden_set/baseline/port.yml", good)

        assert repo.check().replayed == ["port"]

    @pytest.mark.parametrize("name", ["golden_set/questions.yml", "golden_set/baseline/port.yml", "claimdiff.yml"])
    def test_breaking_is(self, repo: Kestrel, name: str) -> None:
        """The same fault at head ends with 2, file and line, and no report."""
        repo.write(name, "<<<<<<< ours\n" + (repo.path / name).read_text(encoding="utf-8"))

        done = repo.check()

        assert (done.code, done.out) == (2, "")
        assert f"{name}:1" in done.err


class TestSeveral:
    """Several configs in one run."""

    def _two(self, repo: Kestrel, *, names: tuple[str, str] = ("first", "second")) -> tuple[str, ...]:
        repo.write("a.yml", config(name=names[0]))
        repo.write("b.yml", config(name=names[1], golden_set="other/questions.yml"))
        repo.write("other/questions.yml", golden([question("port")]))
        repo.commit()
        return ("--config", "a.yml", "--config", "b.yml")

    def test_files_and_lines(self, repo: Kestrel, tmp_path: Path) -> None:
        """One report a line on stdout, files in a folder a name, and the worst exit code."""
        arguments = self._two(repo)
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check(*arguments, "--output", str(tmp_path / "out"))

        names = [json.loads(line)["name"] for line in done.out.splitlines()]
        assert (done.code, names) == (1, ["first", "second"])
        for name in names:
            files = {file.name for file in (tmp_path / "out" / name).iterdir()}
            assert files == {"report.json", "report.md", "report.html", "junit.xml", "report.sarif"}
            assert (repo.path / f".claimdiff/last/{name}/report.json").is_file()

    def test_same_name(self, repo: Kestrel) -> None:
        """Two configs of one name end with 2."""
        done = repo.check(*self._two(repo, names=("same", "same")))

        assert done.code == 2
        assert "'same'" in done.err

    def test_a_broken_one_takes_no_other_with_it(self, repo: Kestrel) -> None:
        """A fault of one golden set ends with 2, and the other config is still reported."""
        arguments = self._two(repo)
        repo.write("other/questions.yml", "questions: []\n")
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check(*arguments)

        assert done.code == 2
        assert (done.report["name"], done.flagged) == ("first", ["port"])
        assert "other/questions.yml" in done.err

    def test_accept_finds_the_config(self, repo: Kestrel) -> None:
        """`accept ID` goes to the configs that know the question."""
        arguments = self._two(repo)

        done = repo.accept("price", *arguments)

        assert done.code == 0, done.err


class TestOutput:
    """Files, exit codes and what is left behind."""

    def test_files(self, repo: Kestrel, tmp_path: Path) -> None:
        """`--output` writes all five forms; the JSON is the one on stdout."""
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check("--output", str(tmp_path / "out"))

        files = {file.name for file in (tmp_path / "out").iterdir()}
        assert files == {"report.json", "report.md", "report.html", "junit.xml", "report.sarif"}
        assert json.loads((tmp_path / "out/report.json").read_text(encoding="utf-8")) == done.report

    def test_state_ignores_itself(self, repo: Kestrel) -> None:
        """`.claimdiff/` holds the last report and never shows up in git."""
        repo.check()

        assert (
            json.loads((repo.path / ".claimdiff/last/report.json").read_text(encoding="utf-8"))["schema_version"] == 1
        )
        assert repo.repo.git("status", "--porcelain", "--untracked-files=all") == ""

    def test_state_that_cannot_be_written(self, repo: Kestrel) -> None:
        """Where the repository cannot be written the check works and says that the report was not kept."""
        shutil.rmtree(repo.path / ".claimdiff", ignore_errors=True)
        repo.write(".claimdiff", "no folder")
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        assert (done.code, done.flagged) == (1, ["port"])
        assert "was not kept" in done.err

    def test_output_that_cannot_be_written(self, repo: Kestrel) -> None:
        """A file in the place of the output folder: exit 2 with its name."""
        repo.write("out", "no folder")

        done = repo.check("--output", "out")

        assert done.code == 2
        assert "out" in done.err

    def test_stdout_is_the_first_of_two_formats(self, repo: Kestrel) -> None:
        """A second `--format` without `--output` has no place to go: that is said, and the check runs all the same."""
        done = repo.run("check", "--format", "json", "--format", "html")

        assert done.code == 0
        assert json.loads(done.out)["conclusion"] == "pass"
        assert "--output" in done.err

    def test_never(self, repo: Kestrel) -> None:
        """`--fail-on never` ends with 0 and leaves the conclusion as it is."""
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check("--fail-on", "never")

        assert (done.code, done.report["conclusion"]) == (0, "fail")

    def test_never_keeps_usage_errors(self, repo: Kestrel) -> None:
        """A wrong config is still 2."""
        repo.write("claimdiff.yml", "nme: x\n")

        assert repo.check("--fail-on", "never").code == 2

    def test_estimate(self, repo: Kestrel) -> None:
        """`--estimate` says how many questions would be replayed, at which cost, and runs nothing."""
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.run("check", "--base", "main", "--estimate")

        assert done.code == 0
        assert "1 of 10 questions" in done.out
        assert "0 calls" in done.out
        assert not (repo.path / ".claimdiff/last").exists()

    def test_same_bytes(self, repo: Kestrel) -> None:
        """Two processes with different hash seeds write the same report but for the time it took."""
        repo.edit("docs/ports.md", "8080", "9090")
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        repo.delete("docs/regions.md")
        texts = []
        for seed in ("1", "2"):
            done = subprocess.run(
                [str(PROGRAM), "check", "--base", "main", "--output", f".claimdiff/{seed}"],
                cwd=repo.path, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=False,
            )  # fmt: skip
            assert done.returncode == 1, done.stderr
            report = json.loads((repo.path / f".claimdiff/{seed}/report.json").read_bytes())
            wall = json.dumps(report["usage"]["wall_s"])
            texts.append(
                (repo.path / f".claimdiff/{seed}/report.json")
                .read_text(encoding="utf-8")
                .replace(f'"wall_s": {wall}', "")
            )

        assert texts[0] == texts[1]

    def test_empty_set(self, repo: Kestrel) -> None:
        """No question at all is a configuration error, never a pass."""
        repo.write("golden_set/questions.yml", "questions: []\n")

        assert repo.check().code == 2

    def test_globs_that_match_nothing(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Globs without a page end with 2, whether something changed or not."""
        made = kestrel(tmp_path / "new", capsys, {"claimdiff.yml": config(docs=["manual/*.md"])}, approved=False)

        done = made.check()

        assert done.code == 2
        assert "claimdiff.yml" in done.err
        assert "manual/*.md" in done.err

    def test_sources_that_never_existed(self, repo: Kestrel) -> None:
        """A source that exists on neither side is told with its place; the run is no pass."""
        rows = [question(i, **({"sources": ["docs/prots.md"]} if i == "port" else {})) for i in _ALL]
        repo.write("golden_set/questions.yml", golden(rows))

        done = repo.check()

        assert (done.code, done.report["conclusion"]) == (0, "neutral")
        assert "golden_set/questions.yml:" in done.err
        assert "docs/prots.md" in done.err

    @pytest.mark.parametrize(
        ("name", "content", "code", "conclusion"),
        [
            ("docs/blob.md", b"# Blob\n\0\1\2\n", 2, None),
            ("docs/latin.md", "# Caf\xe9\n\nOpen.\n".encode("latin-1"), 0, "neutral"),
            ("docs/empty.md", b"\n", 0, "neutral"),
            ("docs/mark.md", b"\xef\xbb\xbf", 0, "neutral"),
            ("docs/plans2.md", PAGES["docs/regions.md"].encode(), 0, "pass"),
        ],
        ids=["binary", "latin-1", "empty", "a mark alone", "twice"],
    )
    def test_bad_pages(self, repo: Kestrel, name: str, content: bytes, code: int, conclusion: str | None) -> None:
        """What could not be read is named and is no pass."""
        repo.write(name, content)

        done = repo.check()

        assert done.code == code
        assert conclusion is None or done.report["conclusion"] == conclusion
        assert conclusion == "pass" or name in done.err

    def test_a_prompt_that_is_not_there_is_told(self, repo: Kestrel) -> None:
        """A prompt of the settings that names no file is watched by nobody: it is told, and the run is no pass."""
        repo.write("claimdiff.yml", config(prompts=["prompts/anser.md"]))

        done = repo.check("--all")

        assert (done.code, done.report["conclusion"]) == (0, "neutral")
        assert 'prompts[0]: no file matches "prompts/anser.md"' in done.err
        assert done.report["reasons"] == ["1 prompt of the settings names no file; claimdiff validate tells which."]

    def test_images_are_no_pages(self, repo: Kestrel) -> None:
        """A picture that the globs match stops nothing."""
        repo.write("claimdiff.yml", config(docs=["docs/**"]))
        repo.commit()
        repo.write("docs/logo.png", b"\x89PNG\r\n\0\0\0\rIHDR")

        done = repo.check()

        assert (done.code, done.report["conclusion"]) == (0, "pass")


def test_no_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Outside of a repository check says so, with what to type."""
    made = kestrel(tmp_path / "new", capsys, approved=False)
    subprocess.run(["rm", "-rf", str(made.path / ".git")], check=True)

    done = made.run("check")

    assert done.code == 2
    assert "git" in done.err


def test_no_config(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a config the message names the command that writes one."""
    from helpers.kestrel import Kestrel as Program

    done = Program(new_repo(tmp_path / "new", {"README.md": "x"}), capsys).run("check")

    assert done.code == 2
    assert "claimdiff init" in done.err


_ALL = ("price", "rate", "port", "backups", "uploads", "sessions", "regions", "tokens", "webhooks", "export")
_ANSWERER = """\
import json, pathlib, sys
answers = json.loads(pathlib.Path("answers.json").read_text())
for line in sys.stdin:
    asked = json.loads(line)
    text = answers.get(asked["id"], asked["passages"][0]["text"] if asked["passages"] else "I do not know.")
    print(json.dumps({"id": asked["id"], "answer": text}), flush=True)
"""


def test_pull_request_event(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a pull request event the report names its number, the pushed commit and the base branch."""
    repo.edit("docs/ports.md", "8080", "9090")
    sha = repo.commit()
    event = {
        "number": 7,
        "pull_request": {
            "number": 7,
            "head": {"sha": sha, "ref": "topic"},
            "base": {"ref": "main", "sha": repo.repo.git("rev-parse", "main")},
        },
    }
    file = repo.path.parent / "event.json"
    file.write_text(json.dumps(event), encoding="utf-8")
    monkeypatch.setenv("GITHUB_EVENT_NAME", "pull_request")
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(file))

    done = repo.run("check", "--format", "json")

    assert done.flagged == ["port"]
    assert done.report["pull_request"] == {"number": 7, "head_sha": sha, "base_ref": "main"}
    assert done.report["head"] == {"ref": done.report["head"]["ref"], "sha": sha, "pr_head_sha": sha, "dirty": False}
