from __future__ import annotations

import base64
import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from claimdiff.errors import UsageError
from claimdiff.masks import Masks
from claimdiff.publishing import annotating, context, runner
from claimdiff.publishing.comment import Create, Edit, Nothing, Replace, decide, has_news
from claimdiff.publishing.github import ROBOT, Comment
from claimdiff.report.document import BaselineChange, Change, Finding
from claimdiff.report.links import links_of
from claimdiff.report.marker import Marker
from helpers.reports import BASE_SHA, HEAD_SHA, failed, outdated, report, unsupported

if TYPE_CHECKING:
    from pathlib import Path

SECRETS = ("sk-planted-" + "0123456789", 'quo"te\\and/slash+' + "ümlaut")


def event(folder: Path, name: str, payload: dict[str, Any] | str) -> context.Context:
    """The context of an event."""
    file = folder / "event.json"
    file.write_text(payload if isinstance(payload, str) else json.dumps(payload), encoding="utf-8")
    env = {"GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": str(file), "GITHUB_REPOSITORY": "acme/docs"}
    return context.read({**env, "GITHUB_SHA": "c" * 40})


def pulled(theirs: dict[str, Any] | None) -> dict[str, Any]:
    """The event of a pull request from a repository."""
    head = {"sha": "a" * 40, "ref": "topic", "repo": theirs}
    base = {"sha": "b" * 40, "ref": "main", "repo": {"full_name": "acme/docs"}}
    return {"number": 7, "pull_request": {"number": 7, "head": head, "base": base, "labels": [{"name": "docs"}]}}


@pytest.mark.parametrize(
    ("theirs", "fork"),
    [({"full_name": "Acme/Docs"}, False), ({"full_name": "mallory/docs"}, True), (None, True)],
)
def test_forks_are_told_by_the_repository(tmp_path: Path, theirs: dict[str, Any] | None, fork: bool) -> None:
    """A branch of another repository, or of one that is gone, is a fork's; the case of a name does not matter."""
    found = event(tmp_path, "pull_request", pulled(theirs)).pull_request

    assert found is not None
    assert (found.fork, found.labels, found.number) == (fork, ("docs",), 7)


@pytest.mark.parametrize("payload", ["{", "[]", '{"pull_request": {}}', '{"pull_request": {"number": "7"}}'])
def test_a_broken_event_is_an_error(tmp_path: Path, payload: str) -> None:
    """A pull request without a number, or an event file that is none, is never "nothing changed"."""
    with pytest.raises(UsageError):
        event(tmp_path, "pull_request", payload)


def test_the_status_belongs_to_the_commit_that_was_checked(tmp_path: Path) -> None:
    """A pull request's head, a merge group's head, else the commit of the event."""
    group = {"merge_group": {"head_sha": "d" * 40, "base_sha": "b" * 40}}

    assert event(tmp_path, "pull_request", pulled({"full_name": "acme/docs"})).status_sha == "a" * 40
    assert event(tmp_path, "merge_group", group).status_sha == "d" * 40
    assert event(tmp_path, "push", {"before": "e" * 40, "after": "c" * 40}).status_sha == "c" * 40


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("before", ["", "x", "xy", "x-access-token:"])
def test_secrets_are_hidden_in_every_form(secret: str, before: str) -> None:
    """Plain, JSON-escaped, URL-escaped, and in base64 behind anything (py-cov-action/python-coverage-comment-action/issues/305)."""
    masks = Masks.of([secret])
    coded = base64.b64encode(f"{before}{secret}{before}".encode()).decode()
    forms = [secret, json.dumps(secret), json.dumps(secret, ensure_ascii=False)[1:-1], quote(secret, safe=""), coded]

    for form in forms:
        hidden = masks.hide(f"Authorization: {form};")
        assert "***" in hidden
        assert len(re.sub(r"[^A-Za-z0-9]", "", hidden.replace("Authorization", ""))) <= len(before) * 3 + 6


def test_environments_give_their_secrets_and_nothing_else() -> None:
    """Keys and tokens under either spelling are hidden, a short or a harmless value is not."""
    env = {
        "INPUT_GITHUB_TOKEN": SECRETS[0],
        "ANTHROPIC_API_KEY": "sk-other-key",
        "CLAIMDIFF_X": "on",
        "HOME": "/home/wren",
    }
    hidden = Masks.of_environment(env).hide(f"{SECRETS[0]} sk-other-key on /home/wren")

    assert hidden == "*** *** on /home/wren"


NOW = Marker(name="docent", run=5, conclusion="fail")


@pytest.mark.parametrize(
    ("before", "conclusion", "step"),
    [
        (None, "fail", Create()),
        (None, "pass", Nothing(why="there is nothing to say")),
        (Marker(name="docent", run=4, conclusion="pass"), "fail", Replace(id=9)),
        (Marker(name="docent", run=4, conclusion="error"), "fail", Replace(id=9)),
        (Marker(name="docent", run=4, conclusion="fail"), "fail", Edit(id=9)),
        (Marker(name="docent", run=4, conclusion="fail"), "pass", Edit(id=9, all_clear=True)),
        (Marker(name="docent", run=5, attempt=2), "fail", Nothing(why="a newer run (5) has written the comment")),
        (Marker(name="docent"), "fail", Edit(id=9)),
    ],
)  # fmt: skip
def test_what_happens_to_the_comment(before: Marker | None, conclusion: str, step: object) -> None:
    """Written, updated, replaced or left alone, decided by what stands there."""
    theirs = Comment(id=9, author=ROBOT, is_bot=True, body="", url="")
    found = failed(unsupported()) if conclusion == "fail" else report()

    assert decide([(theirs, before)] if before else [], found, NOW, "auto") == step


@pytest.mark.parametrize("kind", ["stale_evidence", "reference_outdated", "not_comparable"])
def test_quiet_findings_write_to_nobody(kind: Any) -> None:
    """What needs nobody's attention in this change causes no comment; a claim that was kept does."""
    kept = BaselineChange(question_id="q", claim_id="c", before=None, after="x", by="wren", reason="soon")

    assert not has_news(report(findings=(Finding(kind=kind, message="m"),)))
    assert has_news(report(findings=(Finding(kind="injection_text", message="m"),)))
    assert has_news(report(baseline_changes=(kept,)))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, "No retrieved passage says this any more."),
        ({"was": None, "evidence_before": ()}, "No retrieved passage says this."),
        ({"verdict": "contradicted"}, "The docs now contradict this."),
        (
            {"cause": "generation", "change": None},
            "What supported this still stands, but the judge no longer finds it supported.",
        ),
    ],
)
def test_an_annotation_says_what_the_other_forms_say(fields: dict[str, Any], told: str) -> None:
    """Of a claim that was never made before, or whose evidence stands, nobody is told that the docs dropped it."""
    (line,) = annotating.lines(failed(unsupported(**fields)))

    assert f"” {told} To settle it: " in line


def test_annotations_are_limited_and_counted() -> None:
    """Ten of a level are shown, the most severe first, and the last says how many more (actions/toolkit/pull/734)."""
    claims = [unsupported(question_id=f"q{number}", verdict="partially_supported") for number in range(14)]
    lines = annotating.lines(failed(*claims, outdated(), unsupported(gated=False)))
    errors = [line for line in lines if line.startswith("::error ")]

    assert len(errors) == 10
    assert "file=docs/plans.md,line=14" in errors[0]
    assert "6 more errors are not shown here" in errors[-1]
    assert sum(line.startswith("::warning ") for line in lines) == 1


def test_annotations_stand_on_lines_that_exist() -> None:
    """A line that was removed has no number in the page as it is now; hostile text stays in its command."""
    gone, hostile = annotating.lines(
        failed(
            unsupported(verdict="contradicted"),
            unsupported("a\n::error::b%0A", change=Change(path="docs/a,b:c.md", line=3, side="head")),
        )
    )

    assert "file=docs/backups.md,title=" in gone
    assert "file=docs/a%2Cb%3Ac.md,line=3," in hostile
    assert "\n" not in hostile
    assert "%250A" in hostile


def test_outputs_hold_any_value(tmp_path: Path) -> None:
    """A value with lines of its own cannot set another output; outputs that stand there stay."""
    file = tmp_path / "out"
    file.write_text("first=1\n", encoding="utf-8")
    runner.write_outputs(file, {"conclusion": "pass\nEOF\nconclusion=fail", "n": "2"})
    found = re.fullmatch(r"first=1\nconclusion<<(end-\w+)\npass\nEOF\nconclusion=fail\n\1\nn<<(end-\w+)\n2\n\2\n", file.read_text(encoding="utf-8"))  # fmt: skip

    assert found is not None
    assert found[1] != found[2]
    assert runner.write_outputs(tmp_path / "no" / "out", {"a": "b"}) is not None


def test_links_point_at_the_commit_of_their_side() -> None:
    """A removed line is read at base, an added one at head; a path cannot leave its address."""
    links = links_of(report(), "https://github.com", "acme/docs")

    assert links is not None
    assert links.to("docs/a.md", 9, "base") == f"https://github.com/acme/docs/blob/{BASE_SHA}/docs/a.md?plain=1#L9"
    assert links.to("a b>)?#.py", None, "head") == f"https://github.com/acme/docs/blob/{HEAD_SHA}/a%20b%3E%29%3F%23.py"
    assert links_of(report(), "https://github.com", "") is None
