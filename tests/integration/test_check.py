"""`claimdiff check` on real repositories: what is replayed, what is reported, and how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.kestrel import PAGES, config, golden, question

if TYPE_CHECKING:
    from helpers.kestrel import Kestrel


class TestAffected:
    """Only what a change affects is replayed."""

    def test_nothing_changed(self, repo: Kestrel) -> None:
        """Base and head are the same tree: a pass that says so, and every question is unchanged."""
        done = repo.check()

        assert done.code == 0
        assert done.report["conclusion"] == "pass"
        assert done.report["reasons"] == ["Nothing changed."]
        assert done.report["totals"]["unchanged"] == 10

    def test_a_file_that_nobody_reads(self, repo: Kestrel) -> None:
        """A change outside of docs, prompts, golden set, baseline and settings changes nothing."""
        repo.write("src/code.py", "print('hello')\n")

        assert repo.check().report["reasons"] == ["Nothing changed."]

    def test_one_page_of_ten(self, repo: Kestrel) -> None:
        """One changed page replays the question that reads it; the others are listed with the reason."""
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        assert done.replayed == ["port"]
        assert done.report["totals"]["unchanged"] == 9
        assert all(item["why"] for item in done.report["questions"] if item["status"] == "unchanged")

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("docs/backups.md", "# Backups\n\nBackups are\nkept for\n30 days.\n"),
            ("docs/backups.md", "#   Backups\n\n   Backups are   kept for 30 days.\n"),
            ("docs/backups.md", "# Backups\r\n\r\nBackups are kept for 30 days.\r\n"),
            ("docs/backups.md", "### Backups\n\nBackups are **kept** for 30 days.\n"),
            ("docs/backups.md", "\ufeff# Backups\n\n\n\nBackups are kept for 30 days.\n\n<!-- seen -->\n"),
        ],
        ids=["re-wrapped", "re-indented", "line ends", "markup and heading level", "mark, blanks, comment"],
    )
    def test_same_text(self, repo: Kestrel, name: str, text: str) -> None:
        """A page that says the same in another form replays nothing and flags nothing."""
        repo.write(name, text)

        done = repo.check()

        assert (done.code, done.report["conclusion"], done.flagged, done.replayed) == (0, "pass", [], [])

    def test_renamed_page(self, repo: Kestrel) -> None:
        """A renamed page flags nothing and replays nothing, although sources and evidence name the old path."""
        repo.repo.git("mv", "docs/backups.md", "docs/retention.md")
        repo.commit()

        done = repo.check()

        assert (done.code, done.report["conclusion"], done.flagged, done.replayed) == (0, "pass", [], [])
        assert done.report["findings"] == []

    def test_renamed_page_with_its_names(self, repo: Kestrel) -> None:
        """A rename that golden set and baseline follow is no change of theirs."""
        repo.repo.git("mv", "docs/backups.md", "docs/retention.md")
        repo.edit("golden_set/questions.yml", "docs/backups.md", "docs/retention.md")
        repo.commit()
        assert repo.accept("--moved").code == 0

        done = repo.check()

        assert (done.code, done.replayed, done.report["findings"]) == (0, [], [])

    def test_renamed_and_edited_page(self, repo: Kestrel) -> None:
        """A page that is renamed and edited elsewhere keeps its claims; the source is found under the new name."""
        repo.write("docs/backups.md", PAGES["docs/backups.md"] + "\nAsk us.\n")
        repo.commit()
        repo.repo.git("mv", "docs/backups.md", "docs/retention.md")
        repo.commit()

        done = repo.check("--all")

        assert done.flagged == []
        assert done.question("backups")["retrieval"]["sources_found"] == ["docs/retention.md"]

    def test_questions_that_moved_in_their_file(self, repo: Kestrel) -> None:
        """A question added on top moves all the others down; none of them is replayed for that."""
        rows = [question(id_) for id_ in ("price", "rate", "port")]
        first = {
            "id": "first",
            "question": "What is Kestrel?",
            "claims": ["Kestrel is a database."],
            "answer": "Kestrel is a database.",
        }
        with_claims = [{**row, "claims": [row["answer"]]} for row in rows]
        repo.write("golden_set/questions.yml", golden(with_claims))
        repo.accept("--all")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("golden_set/questions.yml", golden([first, *with_claims]))

        assert repo.check().replayed == ["first"]

    @pytest.mark.parametrize(
        "keys",
        [
            {"judge": {"use": "lexical", "entailment": "explicit"}},
            {"language": "de"},
            {"retriever": {"passages": 2}},
            {"generator": {"use": "command", "command": "cat"}},
        ],
        ids=["judge", "language", "retriever", "generator"],
    )
    def test_other_engines(self, repo: Kestrel, keys: dict[str, object]) -> None:
        """A change of judge, language, retriever or generator replays every question."""
        repo.write("claimdiff.yml", config(**keys))

        done = repo.check()

        assert done.report["totals"]["unchanged"] == 0

    def test_gate_and_limits_alone(self, repo: Kestrel) -> None:
        """Another threshold replays nothing."""
        repo.write("claimdiff.yml", config(gate={"max_newly_unsupported": 3}, limits={"timeout_s": 5}))

        assert repo.check().replayed == []

    def test_all(self, repo: Kestrel) -> None:
        """`--all` replays every question although nothing changed, and finds nothing."""
        done = repo.check("--all")

        assert (done.code, len(done.replayed), done.flagged) == (0, 10, [])

    def test_question(self, repo: Kestrel) -> None:
        """`--question` looks at these alone; the rest is skipped."""
        done = repo.check("--all", "--question", "port", "--question", "rate")

        assert done.replayed == ["rate", "port"]
        assert done.report["totals"]["skipped"] == 8

    def test_unknown_question(self, repo: Kestrel) -> None:
        """A question that does not exist is a usage error that names those that do."""
        done = repo.check("--question", "nope")

        assert done.code == 2
        assert "nope" in done.err
        assert "price" in done.err

    def test_sample(self, repo: Kestrel) -> None:
        """`--sample N` looks at N questions."""
        assert len(repo.check("--all", "--sample", "3").replayed) == 3

    def test_shards(self, repo: Kestrel) -> None:
        """The shards together replay every question once."""
        parts = [repo.check("--all", "--shard", f"{index}/3").replayed for index in (1, 2, 3)]

        assert sorted(id_ for part in parts for id_ in part) == sorted(repo.check("--all").replayed)

    @pytest.mark.parametrize("shard", ["0/3", "4/3", "x", "1", "1/0", "-1/2"])
    def test_bad_shard(self, repo: Kestrel, shard: str) -> None:
        """A shard that is none is a usage error that says how one is written."""
        done = repo.check(f"--shard={shard}")

        assert done.code == 2
        assert "I/N" in done.err

    def test_a_shard_without_questions_is_no_pass(self, repo: Kestrel) -> None:
        """Where nothing was selected, nothing was evaluated."""
        done = repo.check("--all", "--shard", "11/11")

        assert (done.code, done.report["conclusion"]) == (0, "neutral")

    def test_totals_add_up(self, repo: Kestrel) -> None:
        """Questions = replayed + unchanged + skipped + not evaluated + errors."""
        repo.edit("docs/ports.md", "8080", "9090")
        repo.write(
            "golden_set/questions.yml",
            golden([*(question(i) for i in ("price", "port", "rate")), {"id": "mute", "question": "Why?"}]),
        )

        totals = repo.check("--question", "port", "--question", "mute").report["totals"]

        assert totals["questions"] == 4
        assert totals["questions"] == sum(
            totals[k] for k in ("replayed", "unchanged", "skipped", "not_evaluated", "errors")
        )
