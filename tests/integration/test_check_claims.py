"""`claimdiff check` on real repositories: which claims lost their support, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.kestrel import PAGES, config, golden, kestrel, question

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.kestrel import Kestrel, Ran


class TestDocs:
    """Changes of pages under approved answers."""

    def test_another_number(self, repo: Kestrel) -> None:
        """25 becomes 30: one outdated claim with old and new words, the changed line, and the command that settles it."""
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        assert done.code == 1
        assert done.report["conclusion"] == "fail"
        assert claim["question_id"] == "price"
        assert (claim["verdict"], claim["status"], claim["cause"]) == ("contradicted", "regressed", "docs")
        assert (claim["outdated"], claim["gated"], claim["conflict"]) == (True, True, False)
        assert claim["was"] == {"verdict": "supported", "claim": "The Pro plan costs 25 dollars per month."}
        assert [quote["quote"] for quote in claim["evidence_before"]] == ["The Pro plan costs 25 dollars per month."]
        assert [quote["quote"] for quote in claim["evidence_now"]] == ["The Pro plan costs 30 dollars per month."]
        assert claim["change"] == {"path": "docs/plans.md", "line": 3, "side": "head"}
        assert claim["accept"] == f"claimdiff accept price/{claim['claim_id']}"
        assert done.report["totals"]["outdated"] == 1

    def test_outdated_may_warn(self, repo: Kestrel) -> None:
        """With `outdated: warn` the same claim is shown and does not gate."""
        repo.write("claimdiff.yml", config(gate={"outdated": "warn"}))
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")

        done = repo.check()

        assert (done.code, done.report["conclusion"]) == (0, "pass")
        assert [claim["gated"] for claim in done.report["newly_unsupported"]] == [False]

    def test_deleted_page(self, repo: Kestrel) -> None:
        """A deleted page takes the support with it: cause docs, and the line of the base page that went."""
        repo.delete("docs/ports.md")

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        assert done.code == 1
        assert (claim["question_id"], claim["status"], claim["cause"]) == ("port", "regressed", "docs")
        assert claim["change"] == {"path": "docs/ports.md", "line": 3, "side": "base"}

    def test_deleted_sentence(self, repo: Kestrel) -> None:
        """A deleted sentence is named with its line at base."""
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")

        [claim] = repo.check().report["newly_unsupported"]

        assert (claim["question_id"], claim["cause"], claim["outdated"]) == ("port", "docs", False)
        assert claim["change"] == {"path": "docs/ports.md", "line": 3, "side": "base"}

    def test_emptied_page(self, repo: Kestrel) -> None:
        """An emptied page is a page that lost its text: the claim is reported, the page is named."""
        repo.write("docs/ports.md", "")

        done = repo.check()

        assert (done.code, done.flagged) == (1, ["port"])
        assert "docs/ports.md" in done.err

    def test_contradiction_elsewhere(self, repo: Kestrel) -> None:
        """A new page that contradicts an untouched one is a conflict with both quotes, on the line that was added."""
        repo.write("claimdiff.yml", config(retriever={"passages": 2}))
        repo.accept("--all")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("docs/news.md", "# News\n\nThe Pro plan costs 30 dollars per month.\n")

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        assert done.code == 1
        assert (claim["verdict"], claim["conflict"], claim["outdated"]) == ("contradicted", True, False)
        assert (claim["cause"], claim["change"]["path"], claim["change"]["line"]) == ("docs", "docs/news.md", 3)
        assert {quote["path"] for quote in claim["evidence_now"]} == {"docs/news.md", "docs/plans.md"}

    def test_a_word_that_excludes_another(self, repo: Kestrel) -> None:
        """A word in whose place one stands that excludes it is another fact, whatever else the sentences share."""
        repo.edit("docs/backups.md", "are kept for", "are deleted after")

        [claim] = repo.check().report["newly_unsupported"]

        assert (claim["question_id"], claim["status"], claim["cause"]) == ("backups", "regressed", "docs")

    def test_negation(self, repo: Kestrel) -> None:
        """A statement that is turned round contradicts its claim, and is no other value of it."""
        repo.edit("docs/tokens.md", "is revoked", "is not revoked")

        [claim] = repo.check().report["newly_unsupported"]

        assert (claim["question_id"], claim["verdict"], claim["cause"]) == ("tokens", "contradicted", "docs")

    def test_what_says_it_outright(self, repo: Kestrel) -> None:
        """A claim rests on the sentence that says it, not on one that only assumes it, and falls with that one."""
        page = (
            "# Sealing\n\n## The clerk\n\nIf your ledger has no seal file, the clerk will not sign it during the import of "
            "the ledger.\n\n## New ledgers\n\nA new ledger has no seal file, and it is not signed.\n"
        )
        asked = "What will the clerk do during the import of a ledger?"
        answer = "The ledger has no seal file."
        repo.write("docs/sealing.md", page)
        repo.write("golden_set/questions.yml", golden([{"id": "seal", "question": asked, "answer": answer}]))
        repo.accept("--all")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("docs/sealing.md", page.replace("New ledgers", "Legacy ledgers"))

        [claim] = repo.check().report["newly_unsupported"]

        assert [quote["line_start"] for quote in claim["evidence_before"]] == [9]
        assert (claim["verdict"], claim["cause"], claim["change"]["line"]) == ("unverifiable", "docs", 7)

    def test_moved_sentence(self, repo: Kestrel) -> None:
        """A sentence that moved to another page is at most a retrieval miss that names its place."""
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")
        repo.write("docs/limits.md", PAGES["docs/limits.md"] + "\n## Admin\n\nThe admin server listens on port 8080.\n")

        done = repo.check()

        assert (done.code, done.flagged) == (0, [])
        for miss in done.report["retrieval_misses"]:
            assert miss["found_at"] == {"path": "docs/limits.md", "line_start": 7, "line_end": 7}

    def test_retrieval_miss(self, repo: Kestrel) -> None:
        """Text that outranks the right page for the question hides it: a retrieval miss with the place, not gated."""
        asked = "On which port does the admin server listen? "
        repo.write("docs/faq.md", f"# On which port does the admin server listen\n\n{asked * 3}Ask the admin.\n")

        done = repo.check()

        [miss] = done.report["retrieval_misses"]
        assert (done.code, done.report["conclusion"], done.flagged) == (0, "pass", [])
        assert (miss["question_id"], miss["found_at"]["path"], miss["found_at"]["line_start"]) == (
            "port",
            "docs/ports.md",
            3,
        )
        assert done.statuses("port") == ["retrieval_miss"]
        assert done.question("port")["diagnosis"] == "retrieval"
        assert done.question("port")["retrieval"]["dropped"] == ["docs/ports.md"]
        assert done.question("port")["retrieval"]["added"] == ["docs/faq.md"]

    def test_retrieval_misses_may_gate(self, repo: Kestrel) -> None:
        """`max_retrieval_misses` makes the same miss fail."""
        asked = "On which port does the admin server listen? "
        repo.write("docs/faq.md", f"# On which port does the admin server listen\n\n{asked * 3}Ask the admin.\n")
        repo.write("claimdiff.yml", config(gate={"max_retrieval_misses": 0}))

        done = repo.check()

        assert (done.code, done.report["conclusion"], done.flagged) == (1, "fail", [])

    def test_out_of_scope(self, repo: Kestrel) -> None:
        """A scope that leaves the right page out: the evidence stands and is not retrieved, so retrieval is to blame."""
        rows = [question(id_) for id_ in ("price", "rate")]
        repo.write("golden_set/questions.yml", golden([*rows, question("port", scope=["docs/limits.md"])]))
        for gone in ("backups", "uploads", "sessions", "regions", "tokens", "webhooks", "export"):
            repo.delete(f"golden_set/baseline/{gone}.yml")

        [claim] = repo.check().report["newly_unsupported"]

        assert (claim["question_id"], claim["cause"], claim["change"]) == ("port", "retrieval", None)

    def test_reworded_evidence(self, repo: Kestrel) -> None:
        """A sentence that only says the same in other words fails nothing."""
        repo.write("docs/sessions.md", "# Sessions\n\nAfter 15 minutes a session expires.\n")

        done = repo.check()

        assert (done.code, done.flagged) == (0, [])

    def test_fixed_page(self, repo: Kestrel) -> None:
        """What the docs support again is `fixed`."""
        repo.edit("docs/ports.md", "8080", "9090")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.edit("docs/ports.md", "9090", "8080")

        done = repo.check()

        assert (done.code, done.statuses("port")) == (0, ["fixed"])

    def test_known_before(self, repo: Kestrel) -> None:
        """What was unsupported at base already is known, and no fault of this change."""
        repo.edit("docs/ports.md", "8080", "9090")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.edit("docs/ports.md", "# Ports", "# Ports and hosts")
        repo.edit("docs/ports.md", "9090", "9091")

        done = repo.check()

        assert (done.code, done.flagged, done.statuses("port")) == (0, [], ["known_unsupported"])

    def test_check_writes_no_baseline(self, repo: Kestrel) -> None:
        """Ten small drops add up: a check never writes the baseline."""
        before = repo.baselines()
        repo.edit("docs/ports.md", "8080", "9090")

        repo.check()
        repo.check("--no-base")

        assert repo.baselines() == before


class TestQuestions:
    """Changes of golden set and baseline."""

    def test_new_question(self, repo: Kestrel) -> None:
        """A new question is judged at head, its claims are not gated, and one finding says that nothing is approved."""
        new = {
            "id": "sla",
            "question": "What uptime is guaranteed?",
            "answer": "An uptime of 99 percent is guaranteed.",
        }
        repo.write("golden_set/questions.yml", golden([*(question(i) for i, *_ in _ALL), new]))

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        [finding] = done.findings("no_baseline")
        assert (done.code, done.report["conclusion"]) == (0, "pass")
        assert (claim["question_id"], claim["gated"], claim["status"]) == ("sla", False, "new_unsupported")
        assert (finding["question_id"], finding["gated"]) == ("sla", False)
        assert "claimdiff accept sla" in finding["message"]
        assert done.replayed == ["sla"]

    def test_first_run(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """A first run without any baseline informs with one finding and does not flood."""
        made = kestrel(tmp_path / "new", capsys, approved=False)
        made.edit("golden_set/questions.yml", "port 8080", "port 9090")

        done = made.check("--no-base")

        assert (done.code, done.report["conclusion"]) == (0, "pass")
        assert len(done.findings("no_baseline")) == 1
        assert [claim["gated"] for claim in done.report["newly_unsupported"]] == [False]

    def test_reference_answers_are_compared(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Without a baseline the reference answer is judged on both sides."""
        made = kestrel(tmp_path / "new", capsys, approved=False)
        made.edit("docs/ports.md", "8080", "9090")

        done = made.check()

        [claim] = done.report["newly_unsupported"]
        assert (claim["question_id"], claim["status"], claim["cause"]) == ("port", "regressed", "docs")
        assert done.question("port")["base_state"] == "answered"

    def test_removed_question(self, repo: Kestrel) -> None:
        """A deleted question whose baseline file stays fails, and says what to type."""
        repo.write("golden_set/questions.yml", golden([question(i) for i, *_ in _ALL if i != "port"]))

        done = repo.check()

        [finding] = done.findings("question_removed")
        assert (done.code, done.report["conclusion"]) == (1, "fail")
        assert (finding["question_id"], finding["gated"]) == ("port", True)
        assert finding["path"] == "golden_set/baseline/port.yml"
        assert "claimdiff accept port" in finding["message"]

    def test_removed_question_with_its_baseline(self, repo: Kestrel) -> None:
        """A question that goes with its baseline file passes and stands among the baseline changes."""
        repo.write("golden_set/questions.yml", golden([question(i) for i, *_ in _ALL if i != "port"]))
        repo.delete("golden_set/baseline/port.yml")

        done = repo.check()

        assert (done.code, done.report["conclusion"]) == (0, "pass")
        assert done.findings("question_removed") == []
        [change] = done.report["baseline_changes"]
        assert (change["question_id"], change["claim_id"], change["after"]) == ("port", None, None)

    def test_orphan(self, repo: Kestrel) -> None:
        """A baseline file that no question belongs to is never a pass, also where this change did not make it so."""
        repo.write("golden_set/questions.yml", golden([question(i) for i, *_ in _ALL if i != "port"]))
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")

        assert repo.check("--all").code == 1
        assert repo.check("--no-base").code == 1

    def test_removed_baseline(self, repo: Kestrel) -> None:
        """A baseline file that goes while its question stays saves no claim: the approved answer is still base's."""
        repo.delete("golden_set/baseline/port.yml")
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        assert (done.code, done.flagged) == (1, ["port"])
        assert [change["question_id"] for change in done.report["baseline_changes"]] == ["port"]

    def test_no_recorded_answer(self, repo: Kestrel) -> None:
        """A question without any recorded answer is not evaluated, and the run is neutral."""
        mute = {"id": "mute", "question": "Who founded Kestrel?"}
        repo.write("golden_set/questions.yml", golden([*(question(i) for i, *_ in _ALL), mute]))

        done = repo.check()

        assert (done.code, done.report["conclusion"]) == (0, "neutral")
        assert (done.question("mute")["status"], done.question("mute")["why"]) == (
            "not_evaluated",
            "no_recorded_answer",
        )

    def test_draft(self, repo: Kestrel) -> None:
        """A draft is reported and never gated."""
        repo.write(
            "golden_set/questions.yml",
            golden([question(i, **({"draft": True} if i == "port" else {})) for i, *_ in _ALL]),
        )
        repo.commit()
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        assert (done.code, done.flagged) == (0, ["port"])
        assert done.report["newly_unsupported"][0]["gated"] is False

    def test_prompt_alone(self, repo: Kestrel) -> None:
        """A changed prompt proves nothing about recorded answers: not evaluated, neutral, exit 0."""
        repo.write("claimdiff.yml", config(prompts=["prompts/answer.md"]))
        repo.write("prompts/answer.md", "Answer.\n")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("prompts/answer.md", "Answer shortly.\n")

        done = repo.check()

        assert (done.code, done.report["conclusion"]) == (0, "neutral")
        assert {(item["status"], item["why"]) for item in done.report["questions"]} == {
            ("not_evaluated", "recorded_answers")
        }

    def test_prompt_and_page(self, repo: Kestrel) -> None:
        """Those whose passages changed as well are judged as usual."""
        repo.write("claimdiff.yml", config(prompts=["prompts/answer.md"]))
        repo.write("prompts/answer.md", "Answer.\n")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("prompts/answer.md", "Answer shortly.\n")
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        assert (done.code, done.replayed, done.flagged) == (1, ["port"], ["port"])
        assert done.report["newly_unsupported"][0]["cause"] == "docs"

    def test_outdated_reference(self, repo: Kestrel) -> None:
        """A reference answer that this change made outdated is told with its place, not gated."""
        repo.edit("docs/ports.md", "8080", "9090")
        repo.accept("port")

        done = repo.check()

        [finding] = done.findings("reference_outdated")
        assert (done.code, finding["gated"], finding["path"]) == (0, False, "golden_set/questions.yml")
        assert "golden_set/questions.yml:" in finding["message"]

    def test_stale_evidence(self, repo: Kestrel) -> None:
        """A quote that is nowhere any more, under a claim that is supported otherwise, is told and not gated."""
        repo.write("docs/sessions.md", "# Sessions\n\nAfter 15 minutes a session expires.\n")

        done = repo.check()

        assert [(found["question_id"], found["gated"]) for found in done.findings("stale_evidence")] in (
            [("sessions", False)],
            [],
        )
        assert done.code == 0

    def test_stale_evidence_names_what_is_left(self, repo: Kestrel) -> None:
        """A fact that goes from one of two pages is still supported; the finding names the page that still says it."""
        repo.write("docs/hooks.md", "# Hooks\n\nThe gateway sends a failed webhook again 5 times.\n")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("docs/webhooks.md", "# Webhooks\n\nWebhooks are made on the dashboard.\n")

        done = repo.check()

        [finding] = done.findings("stale_evidence")
        assert (done.code, finding["gated"], finding["path"]) == (0, False, "docs/webhooks.md")
        assert (
            "is supported by docs/hooks.md:3, but its approved quote is gone from docs/webhooks.md"
            in finding["message"]
        )

    def test_no_stale_evidence_in_tables(self, repo: Kestrel) -> None:
        """A row that stands unchanged is no stale evidence when another row of its table changes."""
        repo.write("docs/plans.md", "# Plans\n\n| Plan | Price |\n|---|---|\n| Pro | $25 |\n| Team | $80 |\n")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.accept("--all", "--keep-unsupported", "--reason", "test")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.edit("docs/plans.md", "$80", "$90")

        done = repo.check()

        assert done.findings("stale_evidence") == []


class TestAbstentions:
    """Answers that abstain, before or now."""

    SILENT = "The documentation does not say that."

    def _answering(self, repo: Kestrel, answer: str, **gate: object) -> None:
        """Let a program answer every question with one text."""
        line = f'import json, sys\nfor line in sys.stdin: print(json.dumps({{"id": json.loads(line)["id"], "answer": {answer!r}}}))\n'
        repo.write("answer.py", line)
        repo.write("claimdiff.yml", config(generator={"use": "command", "command": "python3 answer.py"}, gate=gate))

    def test_abstains_now(self, repo: Kestrel) -> None:
        """An abstention where the docs still support what was approved is gated."""
        self._answering(repo, self.SILENT)

        done = repo.check("--question", "port")

        [finding] = done.findings("abstained_now")
        assert (done.code, finding["question_id"], finding["gated"]) == (1, "port", True)
        assert (done.question("port")["state"], done.question("port")["base_state"]) == ("abstained", "answered")
        assert done.question("port")["faithfulness"] is None
        assert done.statuses("port") == ["removed"]

    def test_abstains_with_reason(self, repo: Kestrel) -> None:
        """An abstention where the docs lost the fact too is told and not gated; the claim is lost."""
        self._answering(repo, self.SILENT)
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")

        done = repo.check("--question", "port")

        [finding] = done.findings("abstained_now")
        assert (done.code, finding["gated"]) == (0, False)
        assert done.statuses("port") == ["lost"]
        assert done.report["totals"]["lost"] == 1

    def test_lost_may_gate(self, repo: Kestrel) -> None:
        """`max_lost` makes lost claims fail."""
        self._answering(repo, self.SILENT, max_lost=0)
        repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")

        assert repo.check("--question", "port").code == 1

    def test_approved_abstention(self, repo: Kestrel) -> None:
        """An abstention that this change approves is told, listed, and not gated: the gate uses head's baseline."""
        repo.accept("port", "--answer", self.SILENT)

        done = repo.check()

        assert (done.code, [found["gated"] for found in done.findings("abstained_now")]) == (0, [False])
        assert "port" in {change["question_id"] for change in done.report["baseline_changes"]}

    @pytest.mark.parametrize(
        ("answer", "kind", "code"),
        [
            ("The admin server listens on port 8080.", "now_answerable", 0),
            ("The admin server listens on port 7070.", "answered_unanswerable", 1),
        ],
    )
    def test_answers_now(self, repo: Kestrel, answer: str, kind: str, code: int) -> None:
        """An answer where the approved one abstains: gated if any claim has no support, else good news."""
        repo.accept("port", "--answer", self.SILENT)
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        self._answering(repo, answer)

        done = repo.check("--question", "port")

        [finding] = done.findings(kind)
        assert (done.code, finding["gated"]) == (code, bool(code))

    def test_approved_answer(self, repo: Kestrel) -> None:
        """An answer in place of an abstention can be approved, with a reason for what has no support."""
        repo.accept("port", "--answer", self.SILENT)
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        text = "The admin server listens on port 7070."
        assert repo.accept("port", "--answer", text, "--keep-unsupported", "--reason", "from May on").code == 0

        assert repo.check().code == 0


_ALL = tuple(
    (id_,)
    for id_ in ("price", "rate", "port", "backups", "uploads", "sessions", "regions", "tokens", "webhooks", "export")
)


class TestIds:
    """What claims are called, from the golden set to the baseline and back."""

    FACTS = ({"id": "port-number", "text": "The admin server listens on port 8080."},)

    def test_golden_ids(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """A claim of the golden set keeps its id in report and baseline, also when accept rewrites it."""
        rows = [question("port", claims=list(self.FACTS)), question("rate")]
        made = kestrel(tmp_path / "new", capsys, {"golden_set/questions.yml": golden(rows)})
        made.edit("docs/ports.md", "8080", "9090")

        [claim] = made.check().report["newly_unsupported"]
        assert claim["claim_id"] == "port-number"
        assert made.accept("port/port-number").code == 0

        assert [item["id"] for item in made.baseline("port")["claims"]] == ["port-number"]
        assert made.baseline("rate")["claims"][0]["id"].startswith("x-")
        assert [item["id"] for item in made.check().question("port")["claims"]] == ["port-number"]

    def test_generated_answers(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """The same fact, or another value of it, has the id of the approved claim in an answer that was made anew."""
        rows = [question("port", claims=list(self.FACTS))]
        made = kestrel(tmp_path / "new", capsys, {"golden_set/questions.yml": golden(rows)})
        made.write(
            "answer.py",
            'import json\nprint(json.dumps({"id": "port", "answer": "The admin server listens on port 9090. Ask us."}))\n',
        )
        made.write("claimdiff.yml", config(generator={"use": "command", "command": "python3 answer.py"}))
        made.edit("docs/ports.md", "8080", "9090")

        [first, *_] = made.check().question("port")["claims"]

        assert (first["id"], first["status"]) == ("port-number", "changed")

    def test_baseline_claims_come_first(self, repo: Kestrel) -> None:
        """A recorded answer has the claims of its baseline file, whatever the golden set says by now."""
        rows = [question(id_, **({"claims": ["The server is green."]} if id_ == "port" else {})) for (id_,) in _ALL]
        repo.write("golden_set/questions.yml", golden(rows))

        done = repo.check("--question", "port")

        assert [claim["text"] for claim in done.question("port")["claims"]] == [
            "The admin server listens on port 8080."
        ]


class TestUndercut:
    """Sentences that an edit turned, of which a judge of words alone would take the rest for support."""

    def edited(self, repo: Kestrel, old: str, new: str) -> Ran:
        """The check after main approved `old` as an answer, and the change made `new` of it."""
        repo.write("docs/drafts.md", f"# Drafts\n\n{old}\n")
        repo.write("golden_set/questions.yml", golden([question("port", question="What of drafts?", answer=old)]))
        for name in repo.baselines():
            repo.delete(f"golden_set/baseline/{name}")
        assert repo.accept("--all", "--reason", "first").code == 0
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("docs/drafts.md", f"# Drafts\n\n{new}\n")
        return repo.check()

    @pytest.mark.parametrize(
        ("old", "new", "verdict"),
        [
            ("You can seal a draft with a role.", "You must seal a draft with a role.", "partially_supported"),
            ("All drafts are sealed at night.", "Some drafts are sealed at night.", "partially_supported"),
            (
                "Alternatively you can seal it with `-p wax`.",
                "Alternatively you cannot seal it with `-p wax`.",
                "contradicted",
            ),
            ("`Sealed` drafts are hidden from all.", "`SealedByWax` drafts are hidden from all.", "unverifiable"),
        ],
        ids=["must", "some", "cannot", "name"],
    )
    def test_turned(self, repo: Kestrel, old: str, new: str, verdict: str) -> None:
        """A small word or a name in the place of another is reported with its line."""
        done = self.edited(repo, old, new)

        [claim] = done.report["newly_unsupported"]
        assert (done.code, claim["verdict"], claim["cause"]) == (1, verdict, "docs")
        assert claim["change"]["path"] == "docs/drafts.md"
        assert claim["change"]["line"] == 3

    def test_reworded(self, repo: Kestrel) -> None:
        """Other words for the same are none of it."""
        done = self.edited(repo, "You must seal a draft at night.", "You have to seal a draft at night.")

        assert (done.code, done.flagged) == (0, [])

    def test_limited(self, repo: Kestrel) -> None:
        """The same sentence under a heading that limits it no longer supports the claim; the new heading is the line."""
        old = "You can seal a draft with the courier role."

        done = self.edited(repo, f"## Sealing\n\n{old}", f"## Sealing without a ledger\n\n{old}")

        [claim] = done.report["newly_unsupported"]
        assert (claim["verdict"], claim["cause"]) == ("unverifiable", "docs")
        assert claim["change"] == {"path": "docs/drafts.md", "line": 3, "side": "head"}

    def test_contradicted_where_nobody_asked(self, repo: Kestrel) -> None:
        """New text on a page that the question does not find is seen where the words of the claim find it."""
        repo.write("claimdiff.yml", config(retriever={"passages": 2}))
        old = "A draft is sealed within 20 hours."
        self.edited(repo, old, old)
        repo.write("golden_set/questions.yml", golden([question("port", question="Mind the gap?", answer=old)]))
        repo.write("docs/drafts.md", f"# Drafts\n\n{old} Mind the gap.\n")
        assert repo.accept("--all", "--reason", "first").code == 0
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("docs/drafts.md", f"# Drafts\n\n{old} Mind the gap!\n\nMore to come.\n")
        repo.write("docs/news.md", "# News\n\nFrom now on a draft is sealed within 50 hours.\n")

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        assert (claim["verdict"], claim["conflict"], claim["change"]["path"]) == ("contradicted", True, "docs/news.md")
