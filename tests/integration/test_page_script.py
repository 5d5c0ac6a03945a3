"""The script of the page at work: filters, search and keys, over the page's own HTML."""

from __future__ import annotations

import pytest

from claimdiff.report import html
from helpers.browser import Browser
from helpers.reports import rich_detail, rich_report

ALL = ["backups", "api-key", "pro-price", "regions", "sla", "status-page", "limits", "sdks"]


@pytest.fixture(scope="module")
def page() -> str:
    """The page of a report that shows everything."""
    return html(rich_report(), rich_detail())


@pytest.fixture
def browser(page: str) -> Browser:
    """The page, opened."""
    return Browser(page)


def test_everything_is_shown_at_first(browser: Browser) -> None:
    """All questions, all sections, no count, nothing in focus."""
    assert browser.shown == ALL
    assert (len(browser.headings), len(browser.cards), browser.count, browser.focused) == (6, 5, "", "")


def test_chips(browser: Browser) -> None:
    """A chip shows its questions with their cards, sections without any go, and `all` brings everything back."""
    browser.click("[data-show=outdated]")
    assert (browser.shown, browser.count) == (["pro-price"], "1 of 8 questions")
    assert browser.cards == ["The Pro plan costs 25 dollars a month."] * 2
    assert browser.headings == ["2 recorded answers disagree with this change; accept if intended", "Questions"]

    browser.click("[data-show=new]")
    assert browser.shown == ["backups", "api-key"]

    browser.click("[data-show=all]")
    assert browser.shown == ALL


def test_search_takes_every_word_anywhere_in_a_question(browser: Browser) -> None:
    """Words of the answer, the evidence and a path in any order and case; what nothing holds is said so."""
    browser.search("WINDOW backups.md")
    assert browser.shown == ["backups"]
    browser.search("no such words")
    assert (browser.shown, browser.headings, browser.count) == ([], ["Questions"], "0 of 8 questions")
    browser.search("  ")
    assert browser.shown == ALL


def test_cause_and_page_and_chip_and_search_hold_together(browser: Browser) -> None:
    """What is shown fits all of them."""
    browser.select("cause", "docs")
    assert browser.shown == ["backups", "pro-price"]
    browser.click("[data-show=new]")
    assert browser.shown == ["backups"]
    browser.search("dollars")
    assert browser.shown == []
    browser.press("Escape")
    assert browser.shown == ALL
    browser.select("page", "3")
    assert len(browser.shown) == 1


def test_keys_walk_over_what_is_shown(browser: Browser) -> None:
    """With j and k from card to card and on to the questions, stop at both ends, and pass over what is hidden."""
    browser.press("k")
    assert browser.focused == "sdks"
    browser.press("j")
    assert browser.focused == "sdks"
    browser.click("[data-show=outdated]")
    for expected in ("The Pro plan costs 25 dollars a month.", "The Pro plan costs 25 dollars a month.", "pro-price"):
        browser.press("j")
        assert browser.focused == expected
    browser.press("j")
    browser.press("k")
    assert browser.focused == "The Pro plan costs 25 dollars a month."


def test_slash_searches_and_enter_goes_to_the_first_hit(browser: Browser) -> None:
    """In the field letters are letters; Enter leaves it for what was found."""
    browser.press("/")
    assert browser.focused == "find"
    assert not browser.press("j")
    browser.search("window")
    browser.press("Enter")
    assert browser.focused == "Point-in-time recovery is part of Scale."


def test_enter_on_a_card_opens_its_question(browser: Browser) -> None:
    """The question is unfolded, shown even where a filter had hidden it, and in focus."""
    browser.press("j")
    browser.press("Enter")
    assert (browser.focused, browser.is_open("backups")) == ("backups", True)
    browser.press("Escape")
    assert not browser.is_open("backups")


@pytest.mark.parametrize("held", ["ctrlKey", "metaKey", "altKey", "isComposing"])
def test_keys_of_the_browser_stay_its_own(browser: Browser, held: str) -> None:
    """A key together with Ctrl or Cmd, or of a word that is being composed, is not taken."""
    assert not browser.press("j", **{held: True})
    assert browser.focused == ""


def test_an_address_with_a_claim_opens_it(page: str) -> None:
    """A link to a claim of a folded question unfolds it."""
    folded = Browser(page)
    assert not folded.is_open("regions")
    number = page.partition('<span class="facts"><code>regions</code>')[0].rpartition('id="q-')[2].partition('"')[0]

    assert Browser(page, f"#q-{number}").is_open("regions")
    Browser(page, "#nothing")
    Browser(page, "#")
