"""The sample products: every case has a figure that was known before the program existed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import claimdiff as package
from helpers.program import GOLDEN, claimdiff, commit, replace, sample_repository

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Score = Callable[..., dict[str, Any]]


def page(product: str, name: str) -> dict[str, str]:
    """One page of a sample as a passage of a score case."""
    path = f"docs/{name}.md"
    return {"path": path, "text": (GOLDEN / product / path).read_text(encoding="utf-8")}


def verdicts(result: dict[str, Any]) -> list[str]:
    """The verdicts in the order of the answer."""
    return [claim["verdict"] for claim in result["claims"]]


def flagged(result: dict[str, Any]) -> str:
    """The texts of the claims that are not supported, as one string."""
    return " | ".join(claim["text"] for claim in result["claims"] if claim["verdict"] != "supported")


@pytest.fixture
def score(tmp_path: Path) -> Score:
    """Score one case with the command and return its line."""

    def run(*args: str, **case: Any) -> dict[str, Any]:
        done = claimdiff("score", *args, cwd=tmp_path, stdin=json.dumps({"id": "case", **case}) + "\n")
        assert done.code == 0, done.err
        (line,) = done.lines()
        assert isinstance(line, dict)
        return line

    return run


def replayed(tmp_path: Path, question: str, answer: str, sources: list[str]) -> dict[str, Any]:
    """Let claimdiff retrieve for a question from Meridian's docs, and judge a recorded answer."""
    repo = sample_repository(tmp_path / "repo", "meridian", without=("baseline",))
    entry = {"id": "case", "question": question, "answer": answer, "sources": sources}
    (repo / "questions.yml").write_text(json.dumps({"questions": [entry]}), encoding="utf-8")
    commit(repo)
    done = claimdiff("check", "--no-base", "--format", "json", "--fail-on", "never", cwd=repo)
    assert done.code == 0, done.err
    (result,) = done.json()["questions"]
    assert isinstance(result, dict)
    return result


class TestMeridian:
    """A serverless database with a docs assistant."""

    def test_1_rate_limit(self, tmp_path: Path) -> None:
        """A true answer from retrieved passages: two claims, both supported, 1.00."""
        result = replayed(
            tmp_path,
            "How many requests per minute may I send on Pro?",
            "Pro allows 600 requests per minute. The limits are per API key, not per account.",
            ["docs/ratelimits.md"],
        )

        assert verdicts(result) == ["supported", "supported"]
        assert result["faithfulness"] == 1.0

    TRIAL = "The Pro plan costs $25 a month, includes a 30-day free trial, and comes with a 99.99% uptime guarantee."

    def test_2_invented_trial_and_guarantee(self, tmp_path: Path) -> None:
        """One of three claims is backed, 0.33, and it is the trial and the guarantee that are flagged."""
        result = replayed(tmp_path, "How much is the Pro plan?", self.TRIAL, ["docs/plans.md"])

        assert len(result["claims"]) == 3
        assert verdicts(result)[0] == "supported"
        assert round(result["faithfulness"], 2) == 0.33
        assert "trial" in flagged(result)
        assert "99.99" in flagged(result)

    def test_3_right_price(self, score: Score) -> None:
        """The right price from the plans page is faithful and correct."""
        result = score(
            question="How much is the Pro plan?",
            context=[page("meridian", "plans")],
            answer="The Pro plan is 25 dollars a month.",
            reference="The Pro plan costs $25 a month.",
        )

        assert result["faithfulness"] == 1.0
        assert result["correctness"] == 1.0

    def test_4_right_price_with_an_invented_history(self, score: Score) -> None:
        """An addition that no page makes halves faithfulness and leaves correctness alone."""
        result = score(
            question="How much is the Pro plan?",
            context=[page("meridian", "plans")],
            answer="The Pro plan costs $25 a month, a price that has been locked in since the 2019 launch.",
            reference="The Pro plan costs $25 a month.",
        )

        assert result["faithfulness"] == 0.5
        assert result["correctness"] == 1.0
        assert "2019" in flagged(result)

    def test_5_stale_page(self, score: Score) -> None:
        """An answer that repeats a stale page is faithful and wrong, and generation is not to blame."""
        result = score(
            question="How much is the Pro plan?",
            context=[{"path": "docs/plans.md", "text": "# Plans\n\nThe Pro plan costs $40 a month."}],
            answer="The Pro plan costs $40 a month.",
            reference="The Pro plan costs $25 a month.",
            sources=["docs/plans.md"],
        )

        assert result["faithfulness"] == 1.0
        assert result["correctness"] == 0.0
        assert result["diagnosis"] == "docs"

    def test_5_old_page_instead_of_the_right_one(self, score: Score) -> None:
        """The same answer from a page that was not the expected one: retrieval is to blame."""
        result = score(
            question="How much is the Pro plan?",
            context=[{"path": "docs/archive/plans-old.md", "text": "# Plans\n\nThe Pro plan costs $40 a month."}],
            answer="The Pro plan costs $40 a month.",
            reference="The Pro plan costs $25 a month.",
            sources=["docs/plans.md"],
        )

        assert (result["faithfulness"], result["correctness"], result["diagnosis"]) == (1.0, 0.0, "retrieval")

    def test_6_given_labels(self) -> None:
        """Labels of the literature give 0.667, and the same at every call."""
        ratios = [package.faithfulness_ratio(["SUPPORTED", "SUPPORTED", "NOT_SUPPORTED"]) for _ in range(100)]

        assert {None if ratio is None else round(ratio, 3) for ratio in ratios} == {0.667}

    def test_7_invented_encryption(self, score: Score) -> None:
        """Retention is backed and encryption is not: strictly between 0 and 1, and the encryption is flagged."""
        result = score(
            question="How long are backups kept?",
            context=[page("meridian", "backups")],
            answer=(
                "Backups are kept for 7 days on Free, 30 days on Pro and 90 days on Scale. "
                "They are encrypted at rest with AES-256."
            ),
        )

        assert 0 < result["faithfulness"] < 1
        assert "AES-256" in flagged(result)
        assert "days" not in flagged(result)

    def test_8_wrong_page_by_matching_words(self, tmp_path: Path) -> None:
        """Word matching finds another page, the answer repeats it faithfully, and retrieval is blamed."""
        repo = sample_repository(tmp_path / "repo", "meridian", without=("baseline",))
        replace(repo / "claimdiff.yml", "name: meridian", "name: meridian\nretriever: {use: bm25, passages: 1}")
        question = {
            "id": "case",
            "question": "How long do I have to restore what I threw away, before the backup window is over?",
            "answer": "A restore makes a new database from the backup and never overwrites the database you have.",
            "sources": ["docs/deletion.md"],
        }
        (repo / "questions.yml").write_text(json.dumps({"questions": [question]}), encoding="utf-8")
        commit(repo)

        done = claimdiff("check", "--no-base", "--format", "json", "--fail-on", "never", cwd=repo)

        (result,) = done.json()["questions"]
        assert result["faithfulness"] == 1.0
        assert result["retrieval"]["sources_found"] == []
        assert result["diagnosis"] == "retrieval"

    def test_9_either_entailment(self, tmp_path: Path) -> None:
        """Case 2 under both readings, three runs each: 0.33 either way, and the difference is no more than noise."""
        case = {"id": "2", "question": "How much is the Pro plan?", "context": [page("meridian", "plans")]}
        done = claimdiff(
            "score",
            *("--entailment", "implied", "--entailment", "explicit", "--runs", "3"),
            cwd=tmp_path,
            stdin=json.dumps({**case, "answer": self.TRIAL}) + "\n",
        )

        assert done.code == 0, done.err
        assert "implied: mean faithfulness 0.333 in 3 runs, noise 0.000" in done.err
        assert "explicit: mean faithfulness 0.333 in 3 runs, noise 0.000" in done.err
        assert "no more than noise" in done.err

    def test_9_a_difference_that_is_more_than_noise(self, tmp_path: Path) -> None:
        """A subject that only the heading names follows and is not stated: the difference is more than noise."""
        page_of_ferry = "# The night ferry\n\nIt leaves the harbour at 9 p.m.\n\nThere are cabins and seats."
        case = {"id": "1", "context": [page_of_ferry], "claims": ["The night ferry has cabins."]}
        done = claimdiff(
            "score",
            *("--entailment", "implied", "--entailment", "explicit", "--runs", "2"),
            cwd=tmp_path,
            stdin=json.dumps(case) + "\n",
        )

        assert done.code == 0, done.err
        assert ": more than noise" in done.err

    def test_6_small_ratio(self) -> None:
        """Five claims of which four are supported are 0.8."""
        assert package.faithfulness_ratio(["SUPPORTED"] * 4 + ["NOT_SUPPORTED"]) == 0.8


class TestSprocket:
    """The support assistant of a bike-parts shop."""

    def test_1_wrong_window(self, score: Score) -> None:
        """Another number of days for the same fact is contradicted, with the page's sentence as evidence."""
        result = score(
            question="How long do I have to return something?",
            context=[page("sprocket", "returns")],
            answer="You can return it within 60 days for a full refund.",
        )

        assert verdicts(result) == ["contradicted"]
        assert result["faithfulness"] == 0.0
        assert "30 days" in result["claims"][0]["evidence"][0]["quote"]

    def test_2_long_answer(self, score: Score) -> None:
        """Four claims of a friendly answer: contradicted, supported, supported, unverifiable, so 0.5."""
        result = score(
            question="My chain broke after two months. What can I do?",
            context=[page("sprocket", "returns"), page("sprocket", "warranty")],
            answer=(
                "Your chain is past the 60-day return window. The good news: it is covered by our 1-year warranty. "
                "Just e-mail support with a photo. The replacement ships free of charge."
            ),
        )

        assert verdicts(result) == ["contradicted", "supported", "supported", "unverifiable"]
        assert result["faithfulness"] == 0.5

    def test_3_abstention(self, score: Score) -> None:
        """An honest "I don't see that" has no score and is a good answer to an unanswerable question."""
        result = score(
            question="Do you sponsor races?",
            context=[page("sprocket", "returns")],
            answer="I don't see that in our help center, let me connect you with someone.",
        )

        assert result["state"] == "abstained"
        assert result["faithfulness"] is None
        assert result["claims"] == []

    def test_4_true_but_not_in_the_sources(self, score: Score) -> None:
        """What is true and not in the passages is unfaithful although it is correct."""
        result = score(
            question="Is shipping free?",
            context=[page("sprocket", "returns"), page("sprocket", "warranty")],
            answer="Shipping is free on orders over $75.",
            reference="Shipping is free on orders over $75.",
        )

        assert result["faithfulness"] == 0.0
        assert result["correctness"] == 1.0

    def test_5_outdated_article(self, score: Score) -> None:
        """An outdated article repeated faithfully is wrong, and the docs are blamed."""
        result = score(
            question="How long do I have to return something?",
            context=[{"path": "docs/returns.md", "text": "You can return unused items within 14 days of delivery."}],
            answer="You can return unused items within 14 days of delivery.",
            reference="You can return unused items within 30 days of delivery.",
            sources=["docs/returns.md"],
        )

        assert (result["faithfulness"], result["correctness"], result["diagnosis"]) == (1.0, 0.0, "docs")

    def test_6_the_extractor_is_pinned(self, tmp_path: Path) -> None:
        """The baseline says who split the answer, and scores of another extractor are not compared."""
        repo = sample_repository(tmp_path / "repo", "sprocket")
        entry = repo / "baseline" / "warranty-length.yml"
        replace(entry, "extractor: rules", "extractor: claude")
        commit(repo)

        done = claimdiff("check", "--no-base", "--format", "json", cwd=repo)

        assert done.code == 0, done.err
        report = done.json()
        assert [item["id"] for item in report["questions"] if item["why"] == "not_comparable"] == ["warranty-length"]
        assert [finding["gated"] for finding in report["findings"] if finding["kind"] == "not_comparable"] == [False]

    def test_6_one_claim_at_every_run(self, score: Score) -> None:
        """A phrase that could be one claim or two is always the same number of claims."""
        answer = "It's covered by our 1-year warranty."
        splits = {
            tuple(claim["text"] for claim in score(context=[page("sprocket", "warranty")], answer=answer)["claims"])
            for _ in range(3)
        }

        assert len(splits) == 1

    def test_7_before_an_answer_is_sent(self, tmp_path: Path) -> None:
        """With a limit, low answers set the exit code and are told apart in the output; good ones pass."""
        context = [page("sprocket", "returns")]
        cases = [
            {"id": "good", "context": context, "answer": "Unused items can be returned within 30 days of delivery."},
            {"id": "low", "context": context, "answer": "Unused items can be returned within 90 days of delivery."},
        ]
        both = claimdiff(
            "score", "--min-faithfulness", "0.8", cwd=tmp_path, stdin="\n".join(map(json.dumps, cases)) + "\n"
        )
        good = claimdiff("score", "--min-faithfulness", "0.8", cwd=tmp_path, stdin=json.dumps(cases[0]) + "\n")

        assert (both.code, good.code) == (1, 0)
        assert {line["id"]: line["faithfulness"] for line in both.lines()} == {"good": 1.0, "low": 0.0}


class TestSmallCases:
    """One thing each."""

    def test_five_claims(self, score: Score) -> None:
        """Four of five claims supported is 0.8."""
        result = score(
            context=["Boats leave at 8 a.m. Tickets cost 12 euros. Dogs are welcome. Bikes are allowed."],
            claims=[
                "Boats leave at 8 a.m.",
                "Tickets cost 12 euros.",
                "Dogs are welcome.",
                "Bikes are allowed.",
                "Lunch is served on board.",
            ],
        )

        assert result["faithfulness"] == 0.8

    def test_opening_hours(self, score: Score) -> None:
        """Hours that are stated are supported, an added offer is unverifiable: 2 of 3, 0.67."""
        result = score(
            question="When is the museum open?",
            context=["The museum opens at 9 a.m. and closes at 5 p.m."],
            answer="The museum opens at 9 a.m. and closes at 5 p.m. Admission is free on Mondays.",
        )

        assert verdicts(result) == ["supported", "supported", "unverifiable"]
        assert round(result["faithfulness"], 2) == 0.67

    def test_compound_sentence_hides_nothing(self, score: Score) -> None:
        """A wider place is only partly backed, and the addition behind "and" is a claim of its own."""
        result = score(
            question="What does it cost?",
            context=["The plan costs $10 a month in the United States."],
            answer="The plan costs $10 a month everywhere and includes unlimited storage.",
        )

        assert verdicts(result) == ["partially_supported", "unverifiable"]
        assert result["faithfulness"] == 0.0

    def test_added_refund_time(self, score: Score) -> None:
        """A processing time that the page does not give is flagged, the window is not."""
        result = score(
            question="Can I send it back?",
            context=["Items can be returned within 30 days."],
            answer="Items can be returned within 30 days. Refunds are processed in 3 to 5 business days.",
        )

        assert verdicts(result)[0] == "supported"
        assert "3 to 5 business days" in flagged(result)

    def test_no_passage_at_all(self, score: Score) -> None:
        """A confident policy without any passage: every claim is unverifiable, and retrieval missed."""
        result = score(
            question="On how many devices can I use it?",
            context=[],
            answer="Each subscription is limited to one device.",
            sources=["docs/devices.md"],
        )

        assert verdicts(result) == ["unverifiable"]
        assert result["faithfulness"] == 0.0
        assert result["diagnosis"] == "retrieval"

    def test_miscited(self, score: Score) -> None:
        """A citation of a passage that does not entail the sentence is miscited, though another one backs the claim."""
        result = score(
            question="How long are backups kept on Pro?",
            context=[page("meridian", "auth"), page("meridian", "backups")],
            answer="Backups are kept for 30 days on Pro [1].",
        )

        (claim,) = result["claims"]
        assert (claim["verdict"], claim["citation"]) == ("supported", "miscited")

    def test_cited(self, score: Score) -> None:
        """The same sentence with the right passage beside it is fine."""
        result = score(
            question="How long are backups kept on Pro?",
            context=[page("meridian", "auth"), page("meridian", "backups")],
            answer="Backups are kept for 30 days on Pro [2].",
        )

        (claim,) = result["claims"]
        assert (claim["verdict"], claim["citation"]) == ("supported", "ok")
