from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml

from helpers.program import GOLDEN, claimdiff

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES = ("meridian", "sprocket", "self")


def validator(kind: str, cwd: Path) -> jsonschema.Draft202012Validator:
    """A validator by the schema that the command prints."""
    run = claimdiff("schema", kind, cwd=cwd)
    assert (run.code, run.err) == (0, "")
    jsonschema.Draft202012Validator.check_schema(run.json())
    return jsonschema.Draft202012Validator(run.json())


def read(path: Path) -> Any:
    """A YAML file as another program reads it."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("kind", "name"), [("config", "claimdiff.yml"), ("questions", "questions.yml")])
def test_our_own_files_fit_their_schemas(kind: str, name: str, tmp_path: Path) -> None:
    """Config and golden set of every sample are valid for an editor that knows the schema."""
    schema = validator(kind, tmp_path)
    for sample in SAMPLES:
        schema.validate(read(GOLDEN / sample / name))


def test_our_own_baselines_fit_their_schema(tmp_path: Path) -> None:
    """Every approved answer of the samples is valid."""
    schema = validator("baseline", tmp_path)
    files = [path for sample in SAMPLES for path in sorted((GOLDEN / sample / "baseline").glob("*.yml"))]
    assert files
    for path in files:
        schema.validate(read(path))


GOOD: dict[str, list[Any]] = {
    "config": [
        {},
        {"retriever": {"passages": 6}},
        {"judge": {"use": "claude", "confirm": 2}},
        {"gate": {"max_newly_unsupported": {"docs": 0, "prompt": 3}}},
        {"prompts": ["a.md", {"path": "b.md"}]},
    ],
    "questions": [{"questions": [{"id": "a", "question": "q", "claims": ["x", {"id": "c", "text": "y"}]}]}],
}
BAD: dict[str, list[Any]] = {
    "config": [
        {"prompt": ["a.md"]},
        {"judge": {"use": "lexcal"}},
        {"generator": {"use": "command"}},
        {"gate": {"max_newly_unsupported": {"dogs": 0}}},
        {"gate": {"min_faithfulness": 2}},
        {"limits": {"concurrency": 0}},
    ],
    "questions": [
        {"questions": []},
        {"questions": [{"id": "../a", "question": "q"}]},
        {"questions": [{"id": "a", "question": "q", "anwser": "x"}]},
    ],
}


@pytest.mark.parametrize("kind", ["config", "questions"])
def test_the_schema_knows_what_the_program_knows(kind: str, tmp_path: Path) -> None:
    """What an editor underlines is what the program refuses."""
    schema = validator(kind, tmp_path)
    assert [value for value in GOOD[kind] if not schema.is_valid(value)] == []
    assert [value for value in BAD[kind] if schema.is_valid(value)] == []


def test_the_report_has_a_schema(tmp_path: Path) -> None:
    """Readers of report.json can check it."""
    run = claimdiff("schema", "report", cwd=tmp_path)
    assert {"schema_version", "conclusion", "newly_unsupported", "questions"} <= set(run.json()["properties"])


def test_an_unknown_kind_lists_the_kinds(tmp_path: Path) -> None:
    """A wrong word ends with 2 and names the four."""
    run = claimdiff("schema", "settings", cwd=tmp_path)
    assert run.code == 2
    for kind in ("config", "questions", "baseline", "report"):
        assert kind in run.err
