"""docs/price-change.md happens as it is told: its commands are typed, its edits are made, and what it shows is printed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from helpers.fake_github import serving
from helpers.program import ROOT, git
from helpers.scripted import Scripted
from helpers.story import Block, differs, sections
from helpers.town import PEOPLE, Town

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

PAGE = sections((ROOT / "docs/price-change.md").read_text(encoding="utf-8"))
START = ("Wren edits the page", "The pull request")
END = ("Merged", "The next pull request")
LOCALLY = (*START, "Ada accepts in her clone", *END)
REMOTELY = (*START, "Or Ada accepts from the pull request", "Merged")
MARKER = re.compile(r"\A<!-- claimdiff:.*\n")
SAYS_CODE = re.compile(r"^- exit code: (\d+)$", re.MULTILINE)
SAYS_STATUS = re.compile(r"`claimdiff/meridian`[^.]*? is `(\w+)`")


@pytest.fixture
def town(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Town]:
    """The team, with everything approved and nothing open."""
    with serving() as github:
        yield Town(site=tmp_path, github=github, capsys=capsys)


def happens(town: Town, titles: tuple[str, ...]) -> None:
    """Let the sections happen one after another; whoever a heading names first, or else Ada, is at the keyboard."""
    for title in titles:
        words = title.lower().split()
        person = next((word for word in words if word in PEOPLE), "wren" if title.startswith("The next") else "ada")
        if title == "Merged":
            town.merge("new-price")
        screen = ""
        for block in PAGE[title].blocks:
            check_statuses(town, block.prose)
            screen = act(town, person, block, screen)
        assert screen == "", f"{title}: printed and not shown: {screen}"
        check_statuses(town, PAGE[title].ending)


def act(town: Town, person: str, block: Block, screen: str) -> str:
    """Type, edit, comment or compare; what is on the screen afterwards and was not shown yet."""
    if block.language in {"text", "markdown"} and not block.text.startswith("/claimdiff"):
        printed = screen if block.language == "text" else MARKER.sub("", town.github.bodies[-1])
        trouble = differs(block.text, printed)
        assert trouble is None, f"{trouble}\n--- printed:\n{printed}"
        return "" if block.language == "text" else screen
    assert screen == "", f"printed and not shown: {screen}"
    if block.language == "diff":
        town.edit(person, block.text)
        return ""
    if block.language == "yaml":
        return ""
    before = town.refs()
    if block.language == "markdown":
        assert town.comment(person, block.text.strip()) == 0, town.log
        return ""
    done = town.type(person, block.text)
    assert done.code == int((SAYS_CODE.search(done.out) or ["", "0"])[1]), done.out
    town.pushed(before)
    return done.out


def check_statuses(town: Town, prose: str) -> None:
    """What the prose says of the status is what was set last."""
    for state in SAYS_STATUS.findall(prose):
        assert town.github.statuses[-1]["state"] == state, town.log


def test_accepted_in_a_clone(town: Town) -> None:
    """The writer is told, the pull request fails, Ada reviews and accepts, main passes, and the next one is silent."""
    town.build()

    happens(town, LOCALLY)

    assert [status["state"] for status in town.github.statuses] == ["failure", "success", "success", "success"]
    [comment] = town.merged
    assert "All clear" in comment
    assert town.github.bodies == []


def test_accepted_from_the_pull_request(town: Town) -> None:
    """The same day, where Ada has no clone at hand and comments."""
    town.build()

    happens(town, REMOTELY)

    assert [status["state"] for status in town.github.statuses] == ["failure", "success", "success"]
    assert [comment.startswith("Accepted pro-price") for comment in town.merged] == [False, True]
    people = git("log", "--format=%an", "--first-parent", "main^2", cwd=town.site / "server.git").splitlines()
    assert people[:2] == ["ada", "Wren Writer"]


CLAUDE = ("With Claude, Wren is told and not stopped", "With Claude, Ada takes the answer of the build")


class Reader(Scripted):
    """A model that answers with the price that stands in its passages, and judges by the quotes of its script."""

    def serve(self, fake: FakeClaude) -> None:
        """Answer every request of a fake service."""
        fake.reply("", answer=self.read)

    def read(self, body: dict[str, Any]) -> dict[str, Any]:
        """What it says to a request."""
        found = self._reply(body)
        price = "$25" if "$25" in json.dumps(body["messages"]) else "$30"
        return {"text": found["text"].replace("PRICE", price)} if "text" in found else found


@pytest.fixture
def reader(fake_claude: FakeClaude) -> Reader:
    """What the model makes of the four questions that see the page of prices."""
    storage = "The Pro plan comes with 50 GB of storage."
    before, after = (f"The Pro plan costs {price} per month." for price in ("$25", "$30"))
    made = Reader(
        answers={
            "requests per minute": "On Pro you can send 600 requests per minute.",
            "Pro plan cost": "The Pro plan costs PRICE per month and comes with 50 GB of storage.",
            "read replicas in another": "Read replicas are unlimited on every plan.",
            "move my database": "To move, export your data.",
        },
        claims={"costs $25": (before, storage), "costs $30": (after, storage)},
        bears_out={
            before: ["Plan: Pro; Price per month: $25"],
            after: ["Plan: Pro; Price per month: $30"],
            storage: [f"Plan: Pro; Price per month: {price}; Storage: 50 GB" for price in ("$25", "$30")],
            "On Pro you can send 600 requests per minute.": ["Plan: Pro; Requests per minute: 600"],
            "Read replicas are unlimited on every plan.": ["Read replicas are unlimited on every plan."],
            "To move, export your data.": ["To move, export your data"],
        },
    )
    made.serve(fake_claude)
    return made


@pytest.mark.usefixtures("reader")
def test_with_claude(town: Town, fake_claude: FakeClaude) -> None:
    """Claude answers with the new price, nothing fails, and Ada approves the answer of the build."""
    (settings,) = [block.text for block in PAGE[CLAUDE[0]].blocks if block.language == "yaml"]
    town.build(settings, "claimdiff-report")
    town.key = {"ANTHROPIC_BASE_URL": fake_claude.base_url, "INPUT_ANTHROPIC-API-KEY": "sk-test"}

    happens(town, CLAUDE)
    town.merge("new-price")

    assert [status["state"] for status in town.github.statuses] == ["success"] * 3
    assert town.merged == []
