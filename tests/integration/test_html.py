"""The page as a browser reads it: parsed, not searched."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from claimdiff.report import Detail, Report, html
from claimdiff.report.detail import Approved, Near, Sentence
from claimdiff.report.document import ReportClaim, ReportQuestion, Retrieval, RetrievedPassage
from claimdiff.report.page import OPENED
from helpers.kestrel import kestrel
from helpers.reports import crowded, failed, outdated, quote, report, rich_detail, rich_report, unsupported

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = "<script>alert(1)</script> </style> <img src=x onerror=alert(1)> \" ' {{ view }} {% raw %} javascript:alert(1) \x1b[2J \u202e"
VOID = {"meta", "input", "br"}


@dataclass
class Page(HTMLParser):
    """The elements of a page, its text, and whether its tags close as they open."""

    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    text: str = ""
    raw: dict[str, str] = field(default_factory=dict)
    stack: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember the element."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the element that was opened last, and no other."""
        assert self.stack.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        """Collect text, that of script and style apart."""
        if self.stack and self.stack[-1] in {"script", "style"}:
            self.raw[self.stack[-1]] = self.raw.get(self.stack[-1], "") + data
        else:
            self.text += data

    def named(self, tag: str, **attributes: str) -> list[dict[str, str]]:
        """The elements of a tag that have the attributes."""
        return [found for name, found in self.tags if name == tag and attributes.items() <= found.items()]


def read(value: Report, detail: Detail | None = None) -> Page:
    """Parse the page of a report."""
    page = Page()
    page.feed(html(value, detail or Detail()))
    page.close()
    assert page.stack == []
    return page


def hostile() -> tuple[Report, Detail]:
    """A report whose every text tries to leave its place."""
    claim = unsupported(
        HOSTILE, question_id=HOSTILE, verdict="contradicted", evidence_before=(quote(HOSTILE, path=HOSTILE),)
    )
    question = ReportQuestion(
        id=HOSTILE,
        question=HOSTILE,
        status="replayed",
        answer=HOSTILE,
        claims=(
            ReportClaim(
                id="recovery",
                text=HOSTILE,
                status="regressed",
                verdict="contradicted",
                reason=HOSTILE,
                evidence=(quote(HOSTILE, path=HOSTILE),),
            ),
        ),
        retrieval=Retrieval(passages=(RetrievedPassage(path=HOSTILE, line_start=1, line_end=20, hash="h"),)),
    )
    behind = Detail(
        spans={(HOSTILE, "recovery"): (0, 20)},
        base_answers={HOSTILE: "old"},
        passages={"h": HOSTILE},
        sentences={("h", HOSTILE, 1): (Sentence(source=HOSTILE, text=HOSTILE, line_start=1, line_end=20),)},
        nears={("base", quote(HOSTILE, path=HOSTILE)): Near(before=HOSTILE, after=HOSTILE)},
        history=tuple(
            Approved(sha=HOSTILE, date=HOSTILE, faithfulness=1, questions=1, judge=HOSTILE, same=False)
            for _ in range(2)
        ),
    )
    return failed(claim, name=HOSTILE, reasons=(HOSTILE,), questions=(question,)), behind


@pytest.mark.parametrize("value", [report(), rich_report(), failed(outdated()), crowded(40), hostile()[0]])
def test_pages_are_well_formed_and_alone(value: Report) -> None:
    """Every tag closes, every id is there once, and nothing is loaded from anywhere."""
    page = read(value, rich_detail())
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]

    assert len(ids) == len(set(ids))
    assert {name for name, _ in page.tags} & {"img", "link", "iframe", "object", "base", "svg", "form"} <= {"form"}
    assert [attributes for _, attributes in page.tags if "src" in attributes or "action" in attributes] == []
    assert all(found["href"].startswith("#q-") for found in page.named("a") if "href" in found)
    assert "url(" not in page.raw["style"]
    assert "@import" not in page.raw["style"]


def test_links_lead_to_something() -> None:
    """Every link of the page has its target on the page."""
    page = read(rich_report(), rich_detail())
    ids = {attributes["id"] for _, attributes in page.tags if "id" in attributes}

    assert {found["href"][1:] for found in page.named("a") if "href" in found} <= ids


def test_only_our_script_and_style_may_run() -> None:
    """The content security policy names the very script and style of the page, and nothing else."""
    page = read(rich_report(), rich_detail())
    policy = page.named("meta", **{"http-equiv": "Content-Security-Policy"})[0]["content"]

    assert "default-src 'none'" in policy
    for name in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(page.raw[name].encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy


def test_texts_of_others_stay_text() -> None:
    """Nothing of a claim, an answer, a quote, a path or a name becomes an element, an attribute or a template."""
    page = read(*hostile())

    assert len(page.named("script")) == 1
    assert page.named("img") == []
    assert [
        name for _, attributes in page.tags for name in attributes if name.startswith("on") or name == "style"
    ] == []
    assert page.text.count("<script>alert(1)</script> </style> <img src=x onerror=alert(1)>") >= 12
    assert len(page.named("span", **{"class": "near"})) == 4
    assert [
        found["class"] for found in page.named("a") if "title" in found and found["title"].startswith("quoted")
    ] == ["claim v-contradicted"]
    assert "{{ view }} {% raw %}" in page.text
    assert "␛[2J \\u202e" in page.text
    assert "\x1b" not in page.text


def test_answers_are_marked_by_verdict_and_symbol() -> None:
    """A claim in the answer carries the colour of its verdict, its symbol, and leads to its row; both sides are shown."""
    page = read(rich_report(), rich_detail())
    marks = [found["class"].split()[1] for found in page.named("a") if found.get("class", "").startswith("claim ")]

    assert marks[:4] == ["v-supported"] * 4
    assert marks[4:8] == ["v-supported", "v-unverifiable", "v-contradicted", "v-partially_supported"]
    assert "Point-in-time recovery is part of Scale.?" in page.text
    assert "A restore never overwrites the database.✗" in page.text


def test_overlapping_claims_of_one_sentence() -> None:
    """Where two claims come from the same words, the worse verdict is shown, and the answer reads as it is."""
    claims = (
        ReportClaim(id="a", text="Free keeps 7 days.", status="unchanged", verdict="supported"),
        ReportClaim(id="b", text="Pro keeps 30 days.", status="regressed", verdict="contradicted"),
    )
    question = ReportQuestion(
        id="q", question="Why?", status="replayed", answer="Free keeps 7 days, Pro 30.", claims=claims
    )
    page = read(report(questions=(question,)), Detail(spans={("q", "a"): (0, 17), ("q", "b"): (0, 25)}))
    marks = [found["class"] for found in page.named("a") if found.get("class", "").startswith("claim ")]

    assert marks == ["claim v-contradicted", "claim v-contradicted"]
    assert "Free keeps 7 days✗, Pro 30✗." in page.text


def test_flagged_questions_come_first_and_open() -> None:
    """What needs a look is open at the top; what nothing touched is closed at the end."""
    page = read(rich_report(), rich_detail())
    questions = page.named("details")
    questions = [found for found in questions if found.get("class") == "question"]

    assert ["open" in found for found in questions] == [True, True, True, False, False, False, False, False]
    assert (
        page.text.index("Where do I get an API key?")
        < page.text.index("How much is the Pro plan?")
        < page.text.index("Which SDKs are there?")
    )


def test_no_more_than_some_are_unfolded() -> None:
    """With many findings the first questions are open, and a browser need not lay out hundreds of them."""
    many = crowded(60)
    questions = tuple(
        ReportQuestion(id=claim.question_id, question="How often?", status="replayed")
        for claim in many.newly_unsupported
    )
    found = read(many.model_copy(update={"questions": questions})).named("details", **{"class": "question"})

    assert ["open" in one for one in found] == [True] * OPENED + [False] * (60 - OPENED)


def test_passages_show_what_changed() -> None:
    """A changed passage stands line by line with its changed words, and one that is gone is named."""
    page = read(rich_report(), rich_detail())
    text = " ".join(page.text.split())

    assert "2 passages retrieved: 1 changed, 1 newly retrieved, 1 no longer retrieved" in text
    assert "−Plan: Pro; Price: 25 dollars; Storage: 50 GB +Plan: Pro; Price: 30 dollars; Storage: 50 GB" in re.sub(
        r"(?<=GB)(?=\+)", " ", text
    )
    assert "docs/regions.md:1-6" in text


def test_same_report_same_bytes() -> None:
    """The page of a report never differs."""
    assert html(rich_report(), rich_detail()) == html(rich_report(), rich_detail())


def test_filters_know_cause_and_page() -> None:
    """Each cause and page can be chosen, a question carries its own, and so does the card of each of its claims."""
    page = read(rich_report(), rich_detail())
    options = [found["value"] for found in page.named("option")]
    questions = page.named("details", **{"class": "question"})
    cards = [found for tag, found in page.tags if tag == "article"]

    assert options[:3] == ["", "docs", "prompt"]
    assert {number for found in questions for number in found["data-pages"].split()} == set(options[4:])
    assert [found["data-cause"] for found in questions if found["data-cause"]] == ["docs", "prompt", "docs"]
    assert {found["data-cause"] for found in cards} == {"docs", "prompt"}
    assert sum(bool(found["data-pages"]) for found in cards) == 4


def test_every_chip_counts_what_it_shows() -> None:
    """The number on a filter is that of the questions that carry its kind."""
    page = read(rich_report(), rich_detail())
    kinds = [found["data-kind"].split() for found in page.named("details", **{"class": "question"})]
    chips = [found["data-show"] for found in page.named("button")]
    text = " ".join(page.text.split())

    assert chips == ["all", "new", "outdated", "flagged", "replayed"]
    for name in chips[1:]:
        words = "Newly unsupported" if name == "new" else name.capitalize()
        assert f"{words} {sum(name in kind for kind in kinds)}" in text


def test_evidence_stands_in_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a real change: the quote of each side between its neighbours, and marked in the passage with the changed word."""
    page = "# Plans\n\nThe Free plan costs nothing.\n\nThe Pro plan costs {} dollars per month.\n\nAsk us for more.\n"
    made = kestrel(tmp_path / "r", capsys, {"docs/plans.md": page.format(25)})
    made.write("docs/plans.md", page.format(30))
    made.check("--output", str(tmp_path / "out"))
    text = (tmp_path / "out/report.html").read_text(encoding="utf-8")
    found = Page()
    found.feed(text)

    assert [one["class"] for one in found.named("span") if one.get("class") in {"near", "said"}][:3] == [
        "near",
        "said",
        "near",
    ]
    for side, tag, price in (("supported", "del", 25), ("contradicted", "ins", 30)):
        marked = f'The Pro plan costs <{tag}>{price}</{tag}> dollars per month.<span class="sym"'
        assert re.search(rf'<a class="claim v-{side}" href="#q-\d+-c-1" title="[^"]*">{re.escape(marked)}', text)
