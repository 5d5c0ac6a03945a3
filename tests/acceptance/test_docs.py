"""The guide is true: its links lead somewhere, and its tables name what the program knows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

import pytest

from claimdiff import errors, records
from claimdiff.settings import GateSettings, Limits, SettingsFile
from helpers.program import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchor(heading: str) -> str:
    """The fragment that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def read(page: str) -> str:
    """One page of the repository."""
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file of the repository and a heading that the file has."""
    broken = []
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        text = file.read_text(encoding="utf-8") if fragment and file.is_file() else ""
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        if not file.exists() or (fragment and fragment not in map(anchor, headings)):
            broken.append(target)

    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_fences_are_closed(page: Path) -> None:
    """No page ends inside a code block."""
    assert page.read_text(encoding="utf-8").count("\n```") % 2 == 0


def test_every_verdict_has_its_page() -> None:
    """Each verdict is told under the same four headings."""
    text = read("docs/verdicts.md")
    headings = ["What it means", "Why it matters", "Example", "What to do"]

    for verdict in get_args(records.Verdict):
        section = text.split(f"\n## {verdict}\n")[1].split("\n## ")[0]
        assert re.findall(r"^### (.*)$", section, re.MULTILINE) == headings


@pytest.mark.parametrize("kind", ["Status", "Cause"])
def test_every_status_and_cause_is_told(kind: str) -> None:
    """Whatever a report can name is explained where findings are explained."""
    text = read("docs/reading-a-finding.md")

    assert [name for name in get_args(getattr(records, kind)) if f"`{name}`" not in text] == []


def test_every_finding_is_told() -> None:
    """Every kind of finding has its row."""
    rows = re.findall(r"^\| `(\w+)` \|", read("docs/reading-a-finding.md"), re.MULTILINE)

    assert [kind for kind in get_args(records.FindingKind) if kind not in rows] == []


@pytest.mark.parametrize("page", ["README.md", "docs/exit-codes.md"])
def test_exit_codes_are_the_programs(page: str) -> None:
    """The table holds every code that an error carries, and 0."""
    classes = [value for value in vars(errors).values() if isinstance(value, type) and hasattr(value, "exit_code")]
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", read(page), re.MULTILINE)}

    assert told == {0} | {cls.exit_code for cls in classes}


@pytest.mark.parametrize("model", [SettingsFile, GateSettings, Limits], ids=lambda model: model.__name__)
def test_every_setting_is_told(model: type[SettingsFile | GateSettings | Limits]) -> None:
    """No key of claimdiff.yml is missing from its page."""
    text = read("docs/settings.md")

    assert [name for name in model.model_fields if not re.search(rf"`{name}`|\b{name}:", text)] == []


def test_defaults_are_the_programs() -> None:
    """A plain default in the table of settings is the default of the program."""
    fields = {**SettingsFile.model_fields, **GateSettings.model_fields}
    rows = dict(re.findall(r"^\| `(\w+)` \| (`[^`]*`|off) \|", read("docs/settings.md"), re.MULTILINE))
    wrong = {}
    for name, told in rows.items():
        default = fields[name].default
        if isinstance(default, str | int | float) and told.strip("`") != str(default):
            wrong[name] = told
        if default is None and name in GateSettings.model_fields and told != "off":
            wrong[name] = told

    assert wrong == {}
    assert {"name", "outdated", "max_newly_unsupported", "max_drop"} <= rows.keys()


def test_nothing_of_the_machine_stands_in_the_repository() -> None:
    """No page, script or sample names a folder of the machine that it was written on."""
    files = [*PAGES, *(path for folder in ("scripts", "golden_set", ".ci") for path in (ROOT / folder).rglob("*"))]
    wrong = [
        path.relative_to(ROOT).as_posix()
        for path in files
        if path.is_file() and re.search(r"(?<![\w.])/(work|home|root|Users)/", path.read_text(encoding="utf-8"))
    ]

    assert wrong == []
