"""`claimdiff accept` on real repositories: what is written, what is refused, and that nothing else is touched."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from helpers.kestrel import PAGES, config, golden, kestrel, question
from helpers.program import PROGRAM, unmeasured

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.kestrel import Kestrel


class TestFirst:
    """The first accept in a repository."""

    def test_supported_answers(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Every question gets a file with answer, judge, passages, claims and verbatim evidence; no acceptance."""
        made = kestrel(tmp_path / "new", capsys, approved=False)

        done = made.accept("--all")

        stored = made.baseline("port")
        assert done.code == 0
        assert len(made.baselines()) == 10
        assert (stored["answer"], stored["state"]) == ("The admin server listens on port 8080.", "answered")
        assert stored["judged_by"]["use"] == "lexical"
        assert [item["path"] for item in stored["passages"]] == ["docs/ports.md"]
        [claim] = stored["claims"]
        assert (claim["text"], claim["verdict"]) == ("The admin server listens on port 8080.", "supported")
        assert claim["evidence"] == [{"path": "docs/ports.md", "quote": "The admin server listens on port 8080."}]
        assert "accepted" not in claim

    def test_unsupported_is_initial(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """What is not supported is stored as accepted, with git's name and the reason `initial`; the text stays."""
        made = kestrel(tmp_path / "new", capsys, approved=False)
        made.edit("golden_set/questions.yml", "port 8080", "port 7070")
        made.commit()

        done = made.accept("--all", "--no-base")

        [claim] = made.baseline("port")["claims"]
        assert done.code == 0, done.err
        assert claim["text"] == "The admin server listens on port 7070."
        assert claim["accepted"] == {"by": "Wren Writer <wren@example.org>", "reason": "initial"}
        assert (
            "accepted port\n    kept without support, contradicted: “The admin server listens on port 7070.”\n"
            in done.out
        )
        made.commit()
        assert made.check("--all").code == 0

    def test_the_second_is_not_the_first(self, repo: Kestrel) -> None:
        """Later nothing is `initial`: what is not supported is refused."""
        new = {
            "id": "sla",
            "question": "What uptime is guaranteed?",
            "answer": "An uptime of 99 percent is guaranteed.",
        }
        repo.write("golden_set/questions.yml", golden([*(question(i) for i in _ALL), new]))

        done = repo.accept("sla")

        assert done.code == 1
        assert "sla.yml" not in repo.baselines()

    def test_same_bytes_again(self, repo: Kestrel) -> None:
        """Accepting what is approved already writes nothing and says so."""
        before = repo.baselines()

        done = repo.accept("--all")

        assert (done.code, repo.baselines()) == (0, before)
        assert "nothing to accept" in done.out


class TestValues:
    """A value that changed on purpose."""

    def test_rewritten(self, repo: Kestrel) -> None:
        """25 becomes 30 in answer and claim; the claim keeps its id, comes out supported, and the next check passes."""
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        before = repo.baseline("price")

        done = repo.accept("price")

        stored = repo.baseline("price")
        assert done.code == 0, done.err
        assert stored["answer"] == "The Pro plan costs 30 dollars per month."
        [claim] = stored["claims"]
        assert (claim["id"], claim["text"], claim["verdict"]) == (
            before["claims"][0]["id"],
            "The Pro plan costs 30 dollars per month.",
            "supported",
        )
        assert claim["evidence"] == [{"path": "docs/plans.md", "quote": "The Pro plan costs 30 dollars per month."}]
        after = repo.check()
        assert (after.code, after.report["conclusion"], after.statuses("price")) == (0, "pass", ["changed"])
        [change] = after.report["baseline_changes"]
        assert (change["before"], change["after"]) == (
            "The Pro plan costs 25 dollars per month.",
            "The Pro plan costs 30 dollars per month.",
        )

    def test_only_that_file(self, repo: Kestrel) -> None:
        """No other file of the repository is written."""
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        repo.commit()

        repo.accept("price")

        assert repo.repo.git("status", "--porcelain", "--untracked-files=all") == "M golden_set/baseline/price.yml"

    def test_merged_state_is_silent(self, repo: Kestrel) -> None:
        """After the merge nothing is left to say."""
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        repo.accept("price")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")

        assert repo.check("--all").report["conclusion"] == "pass"
        assert repo.check("--no-base").report["newly_unsupported"] == []

    @pytest.mark.parametrize(
        ("page", "answer", "new_page", "new_answer"),
        [
            (
                "| Plan | Price per month |\n|---|---|\n| Pro | $25 |\n| Team | $80 |\n",
                "The Pro plan costs $25 per month.",
                "| Plan | Price per month |\n|---|---|\n| Pro | $30 |\n| Team | $80 |\n",
                "The Pro plan costs $30 per month.",
            ),
            (
                "The Pro plan costs $25 per month.\n",
                "The Pro plan costs 25 dollars per month.",
                "The Pro plan costs $30 per month.\n",
                "The Pro plan costs $30 per month.",
            ),
            (
                "The Pro plan costs 25 dollars per month and has 50 GB of storage.\n",
                "The Pro plan costs 25 dollars per month and has 50 GB of storage.",
                "The Pro plan costs 30 dollars per month and has 50 GB of storage.\n",
                "The Pro plan costs 30 dollars per month and has 50 GB of storage.",
            ),
        ],
        ids=["table", "other notation", "two facts in a sentence"],
    )
    def test_forms(self, repo: Kestrel, page: str, answer: str, new_page: str, new_answer: str) -> None:
        """The value is replaced wherever it stands: a table behind it, another notation, beside other facts."""
        repo.write("golden_set/questions.yml", golden([question("price", answer=answer)]))
        repo.write("docs/plans.md", f"# Plans\n\n{page}")
        _forget_all(repo)
        assert repo.accept("--all").code == 0
        _on_main(repo)
        repo.write("docs/plans.md", f"# Plans\n\n{new_page}")

        done = repo.accept("price")

        assert done.code == 0, done.err
        assert repo.baseline("price")["answer"] == new_answer
        after = repo.check()
        assert (after.code, after.flagged) == (0, [])

    def test_the_printed_command_settles_it(self, repo: Kestrel) -> None:
        """The command that the report prints is the one that works."""
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        [claim] = repo.check().report["newly_unsupported"]

        done = repo.accept(*claim["accept"].split()[2:])

        assert done.code == 0, done.err
        assert repo.check().code == 0

    def test_reference_answers_are_named(self, repo: Kestrel) -> None:
        """A reference answer that still says the old value is printed with file and line, and is not written."""
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        questions = (repo.path / "golden_set/questions.yml").read_bytes()

        done = repo.accept("price")

        line = 1 + next(at for at, text in enumerate(questions.decode().splitlines()) if "costs 25" in text)
        assert f"golden_set/questions.yml:{line}: " in done.err
        assert (repo.path / "golden_set/questions.yml").read_bytes() == questions

    def test_lost_text_is_refused(self, repo: Kestrel) -> None:
        """Where the docs state no other value, accept refuses, says what to type, and writes nothing."""
        repo.write("docs/plans.md", "# Plans\n\nPlans are listed on the website.\n")
        before = repo.baselines()

        done = repo.accept("price")

        assert (done.code, repo.baselines()) == (1, before)
        assert '--answer "' in done.err
        assert "--keep-unsupported" in done.err

    def test_shared_value(self, repo: Kestrel) -> None:
        """One value in the answer for two facts, of which one changed: replacing it would break the other, so it asks."""
        text = "The Pro plan and the Team plan cost 25 dollars per month."
        repo.write(
            "golden_set/questions.yml",
            golden(
                [
                    question(
                        "price",
                        answer=text,
                        claims=[
                            "The Pro plan costs 25 dollars per month.",
                            "The Team plan costs 25 dollars per month.",
                        ],
                    )
                ]
            ),
        )
        repo.write(
            "docs/plans.md",
            "# Plans\n\nThe Pro plan costs 25 dollars per month.\nThe Team plan costs 25 dollars per month.\n",
        )
        _forget_all(repo)
        repo.accept("--all")
        _on_main(repo)
        repo.edit("docs/plans.md", "The Pro plan costs 25", "The Pro plan costs 30")
        before = repo.baselines()

        done = repo.accept("price")

        assert (done.code, repo.baselines()) == (1, before)
        assert "--answer" in done.err


class TestAnswer:
    """`--answer TEXT`."""

    def test_a_new_answer(self, repo: Kestrel) -> None:
        """The text is taken as it is, split into claims and judged; the same fact keeps its id."""
        repo.edit(
            "docs/ports.md",
            "The admin server listens on port 8080.",
            "The admin server listens on port 9090 of localhost.",
        )
        id_ = repo.baseline("port")["claims"][0]["id"]

        done = repo.accept("port", "--answer", "The admin server listens on port 9090.")

        stored = repo.baseline("port")
        assert done.code == 0, done.err
        assert stored["answer"] == "The admin server listens on port 9090."
        assert [(claim["id"], claim["verdict"]) for claim in stored["claims"]] == [(id_, "supported")]
        assert repo.check().code == 0

    def test_an_unsupported_answer(self, repo: Kestrel) -> None:
        """A text that the docs do not support is refused, and never rewritten in silence."""
        before = repo.baselines()

        done = repo.accept("port", "--answer", "The admin server listens on port 7070.")

        assert (done.code, repo.baselines()) == (1, before)

    def test_an_abstention(self, repo: Kestrel) -> None:
        """An abstention is stored with its state and without claims."""
        assert repo.accept("port", "--answer", "The documentation does not say that.").code == 0

        assert (repo.baseline("port")["state"], repo.baseline("port").get("claims") or []) == ("abstained", [])

    def test_for_a_silent_question(self, repo: Kestrel) -> None:
        """A question without any recorded answer gets its first one."""
        mute = {"id": "mute", "question": "How often is a failed webhook sent again?"}
        repo.write("golden_set/questions.yml", golden([*(question(i) for i in _ALL), mute]))

        assert repo.accept("mute", "--answer", "A failed webhook is sent again 5 times.").code == 0

        assert repo.baseline("mute")["claims"][0]["verdict"] == "supported"


class TestKeep:
    """`--keep-unsupported --reason`."""

    def test_kept_with_reason(self, repo: Kestrel) -> None:
        """An unsupported claim is kept with name and reason; the check then knows it and lists it as a change."""
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")

        done = repo.accept("port", "--keep-unsupported", "--reason", "page follows in May")

        [claim] = repo.baseline("port")["claims"]
        assert done.code == 0, done.err
        assert claim["accepted"] == {"by": "Wren Writer <wren@example.org>", "reason": "page follows in May"}
        assert claim["verdict"] == "unverifiable"
        after = repo.check()
        assert (after.code, after.statuses("port")) == (0, ["known_unsupported"])
        [change] = after.report["baseline_changes"]
        assert (change["reason"], change["by"]) == ("page follows in May", "Wren Writer <wren@example.org>")

    def test_known_in_the_next_change(self, repo: Kestrel) -> None:
        """Once merged, it stays known as long as nothing supports it."""
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")
        repo.accept("port", "--keep-unsupported", "--reason", "page follows in May")
        _on_main(repo)
        repo.edit("docs/ports.md", "by the installer", "by the installer alone")

        after = repo.check("--all")

        assert (after.code, after.statuses("port")) == (0, ["known_unsupported"])

    def test_void_once_supported(self, repo: Kestrel) -> None:
        """An acceptance is void once the docs support the claim at base: losing it again is reported; it can be renewed."""
        text = PAGES["docs/ports.md"]
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")
        repo.accept("port", "--keep-unsupported", "--reason", "page follows in May")
        _on_main(repo)
        repo.write("docs/ports.md", text)
        _on_main(repo)
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")

        after = repo.check()
        assert (after.code, after.statuses("port")) == (1, ["regressed"])

        assert repo.accept("port", "--keep-unsupported", "--reason", "gone for good").code == 0
        assert repo.check().code == 0

    def test_a_named_claim_keeps_its_words(self, repo: Kestrel) -> None:
        """Who keeps one claim because the judge is wrong does not get the value of the docs put into it."""
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        [flagged] = repo.check().report["newly_unsupported"]

        done = repo.accept(f"price/{flagged['claim_id']}", "--keep-unsupported", "--reason", "the judge is wrong")

        [claim] = repo.baseline("price")["claims"]
        assert done.code == 0, done.err
        assert (claim["text"], claim["verdict"]) == ("The Pro plan costs 25 dollars per month.", "contradicted")
        assert claim["accepted"]["reason"] == "the judge is wrong"
        assert repo.baseline("price")["answer"] == "The Pro plan costs 25 dollars per month."
        assert repo.check().code == 0

    def test_needs_a_reason(self, repo: Kestrel) -> None:
        """Without a reason it is a usage error, and nothing is written."""
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")
        before = repo.baselines()

        done = repo.accept("port", "--keep-unsupported")

        assert (done.code, repo.baselines()) == (2, before)
        assert "--reason" in done.err


class TestGroups:
    """`--all`, `--safe`, `--moved`, single claims."""

    def test_all_writes_the_rest(self, repo: Kestrel) -> None:
        """`--all` never keeps what this change drops, reason or not: exit 1, and everything else is written."""
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")
        port = repo.baseline_text("port")

        done = repo.accept("--all", "--keep-unsupported", "--reason", "all of it")

        assert done.code == 1
        assert repo.baseline_text("port") == port
        assert "port/" in done.err
        assert "costs 30" in repo.baseline("price")["answer"]

    def test_all_keeps_what_was_no_fault_of_the_change(self, repo: Kestrel) -> None:
        """With a reason, `--all` keeps a new question's claim that nothing ever supported."""
        new = {
            "id": "sla",
            "question": "What uptime is guaranteed?",
            "answer": "An uptime of 99 percent is guaranteed.",
        }
        repo.write("golden_set/questions.yml", golden([*(question(i) for i in _ALL), new]))

        assert repo.accept("--all").code == 1
        assert repo.accept("--all", "--keep-unsupported", "--reason", "as sold").code == 0

        assert repo.baseline("sla")["claims"][0]["accepted"]["reason"] == "as sold"

    def test_safe(self, repo: Kestrel) -> None:
        """`--safe` takes every question without a gated finding and leaves the others, with exit 0."""
        new = {"id": "again", "question": "How long is a session?", "answer": "A session expires after 15 minutes."}
        repo.write("golden_set/questions.yml", golden([*(question(i) for i in _ALL), new]))
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        price = repo.baseline_text("price")

        done = repo.accept("--safe")

        assert done.code == 0, done.err
        assert "again.yml" in repo.baselines()
        assert repo.baseline_text("price") == price
        assert "price" in done.out

    def test_moved(self, repo: Kestrel) -> None:
        """`--moved` changes paths and nothing else."""
        repo.repo.git("mv", "docs/ports.md", "docs/network.md")
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        repo.commit()
        before = repo.baselines()

        done = repo.accept("--moved")

        after = repo.baselines()
        assert done.code == 0, done.err
        assert after["port.yml"] == before["port.yml"].replace("docs/ports.md", "docs/network.md")
        assert {name: text for name, text in after.items() if name != "port.yml"} == {
            name: text for name, text in before.items() if name != "port.yml"
        }
        assert repo.check("--all").findings("stale_evidence") == []

    def test_moved_long_ago(self, repo: Kestrel) -> None:
        """A rename that was merged before is found by the text."""
        repo.repo.git("mv", "docs/ports.md", "docs/network.md")
        _on_main(repo)

        assert repo.accept("--moved").code == 0

        assert "docs/network.md" in repo.baseline_text("port")
        assert "docs/ports.md" not in repo.baseline_text("port")

    def test_safe_and_moved(self, repo: Kestrel) -> None:
        """`--safe --moved`: what is gated gets its new paths, and nothing else."""
        repo.write(
            "docs/ports.md",
            PAGES["docs/ports.md"] + "\nA second port is used for metrics, and it is closed by default.\n",
        )
        _on_main(repo)
        repo.repo.git("mv", "docs/ports.md", "docs/network.md")
        repo.edit("docs/network.md", "8080", "9090")
        repo.commit()

        done = repo.accept("--safe", "--moved")

        assert done.code == 0, done.err
        assert repo.baseline("port")["answer"] == "The admin server listens on port 8080."
        assert {item["path"] for item in repo.baseline("port")["passages"]} == {"docs/network.md"}

    def test_one_claim(self, repo: Kestrel) -> None:
        """ID/CLAIM writes that claim; another changed claim of the answer stays as it was, and is still reported."""
        first, second = _two_facts(repo)
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        repo.edit("docs/plans.md", "50 GB", "60 GB")

        done = repo.accept(f"price/{first}")

        stored = repo.baseline("price")
        assert done.code == 0, done.err
        assert stored["answer"] == "The Pro plan costs 30 dollars per month. The Pro plan has 50 GB of storage."
        assert {claim["id"]: claim["text"] for claim in stored["claims"]} == {
            first: "The Pro plan costs 30 dollars per month.",
            second: "The Pro plan has 50 GB of storage.",
        }
        after = repo.check()
        assert [claim["claim_id"] for claim in after.report["newly_unsupported"]] == [second]

    def test_deleted_question(self, repo: Kestrel) -> None:
        """`accept ID` deletes the baseline file of a question that is gone."""
        repo.write("golden_set/questions.yml", golden([question(i) for i in _ALL if i != "port"]))

        done = repo.accept("port")

        assert done.code == 0, done.err
        assert "port.yml" not in repo.baselines()
        assert repo.check().code == 0

    @pytest.mark.parametrize(
        "arguments",
        [
            (),
            ("nope",),
            ("port/nope",),
            ("--all", "port"),
            ("--all", "--safe"),
            ("port", "rate", "--answer", "x"),
            ("port", "--answer", "  "),
            ("--all", "--answer", "x"),
            ("../port",),
            ("",),
        ],
    )
    def test_usage(self, repo: Kestrel, arguments: tuple[str, ...]) -> None:
        """What cannot be meant is a usage error with a next step, and nothing is written."""
        before = repo.baselines()

        done = repo.accept(*arguments)

        assert (done.code, repo.baselines()) == (2, before)
        assert "error" in done.err.lower() or "usage" in done.err.lower()


class TestSafety:
    """Nothing is lost, whatever the disk does."""

    def test_full_disk(self, repo: Kestrel) -> None:
        """Where no byte can be written the old baseline stays whole: exit 2, the file is named, nothing is left behind."""
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        before = repo.baselines()

        done = subprocess.run(
            ["bash", "-c", 'ulimit -f 0; exec "$0" accept price --base main', str(PROGRAM)],
            cwd=repo.path, env=unmeasured(), capture_output=True, text=True, check=False,
        )  # fmt: skip

        assert done.returncode == 2, done.stderr
        assert "price.yml" in done.stderr
        assert "Traceback" not in done.stderr
        assert repo.baselines() == before

    def test_folder_that_cannot_be_written(self, repo: Kestrel) -> None:
        """A file in the place of the baseline folder: exit 2 with its name."""
        shutil.rmtree(repo.path / "golden_set/baseline")
        repo.write("golden_set/baseline", "no folder\n")

        done = repo.accept("--all")

        assert done.code == 2
        assert "golden_set/baseline" in done.err

    def test_failing_generator(self, repo: Kestrel) -> None:
        """An answer that could not be made is refused; nothing is written."""
        repo.write("claimdiff.yml", config(generator={"use": "command", "command": "false"}))
        before = repo.baselines()

        done = repo.accept("price")

        assert (done.code, repo.baselines()) == (1, before)

    def test_unknown_person(self, repo: Kestrel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """An acceptance is signed; where git does not know the person it says how to tell it."""
        other = tmp_path / "home"
        other.mkdir()
        monkeypatch.setenv("HOME", str(other))
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")

        done = repo.accept("port", "--keep-unsupported", "--reason", "x")

        assert done.code == 2
        assert "git config" in done.err

    def test_two_branches(self, repo: Kestrel) -> None:
        """Two branches that accept different claims of one question merge, or leave markers that are explained."""
        first, second = _two_facts(repo)
        repo.repo.branch("storage")
        repo.edit("docs/plans.md", "50 GB", "60 GB")
        repo.accept(f"price/{second}")
        repo.commit()
        repo.repo.switch("main")
        repo.repo.branch("money")
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")
        repo.accept(f"price/{first}")
        repo.commit()

        merged = subprocess.run(
            ["git", "merge", "-q", "--no-edit", "storage"], cwd=repo.path, capture_output=True, check=False
        )

        if merged.returncode == 0:
            assert repo.check("--all").code == 0
            return
        done = repo.check()
        assert done.code == 2
        assert "golden_set/baseline/price.yml:" in done.err
        assert "take either side, then `claimdiff accept price`" in done.err
        repo.repo.git("checkout", "--ours", "golden_set/baseline/price.yml")
        assert repo.accept("price").code == 0
        stored = yaml.safe_load(repo.baseline_text("price"))
        assert stored["answer"] == "The Pro plan costs 30 dollars per month. The Pro plan has 60 GB of storage."


def _two_facts(repo: Kestrel) -> tuple[str, str]:
    """Make `price` an answer of two facts, on main, and return the ids of its claims."""
    text = "The Pro plan costs 25 dollars per month. The Pro plan has 50 GB of storage."
    repo.write("golden_set/questions.yml", golden([question("price", answer=text)]))
    repo.write(
        "docs/plans.md", "# Plans\n\nThe Pro plan costs 25 dollars per month.\n\nThe Pro plan has 50 GB of storage.\n"
    )
    _forget_all(repo)
    assert repo.accept("--all").code == 0
    _on_main(repo)
    first, second = (claim["id"] for claim in repo.baseline("price")["claims"])
    return str(first), str(second)


def _forget_all(repo: Kestrel) -> None:
    for name in repo.baselines():
        repo.delete(f"golden_set/baseline/{name}")


def _on_main(repo: Kestrel) -> None:
    repo.commit()
    repo.repo.git("branch", "-f", "main", "HEAD")


_ALL = ("price", "rate", "port", "backups", "uploads", "sessions", "regions", "tokens", "webhooks", "export")
