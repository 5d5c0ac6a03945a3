"""The arrows between modules point one way (DESIGN: settings → … → publish)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "claimdiff"

ROWS: tuple[tuple[str, ...], ...] = (
    ("errors", "records", "samples", "masks", "wholefile", "statefolder", "unchanged", "keptrows"),
    ("text",),
    ("yamlfile", "settings", "golden", "baseline"),
    ("changes", "adapters", "prompts"),
    ("claude",),
    ("passages",),
    ("retrieval",),
    # Claims stand above generation: an answer knows its state, and a recorded one brings its claims along.
    ("claims",),
    ("generation",),
    ("judging",),
    ("comparison", "scoring", "gate", "calibration"),
    ("approval",),
    ("importing",),
    ("report",),
    ("publishing",),
    # What needs no run: checking the files of a repository, and a first draft of them.
    ("validating", "drafting"),
    ("pipeline",),
    ("cli",),
)
PLACE = {name: (row, column) for row, names in enumerate(ROWS) for column, name in enumerate(names)}
FACE = {"__init__", "__main__"}
"""The package's own face: it may import anything, and nobody imports from it but the version."""

ONLY_IMPORTERS = {
    "anthropic": {"claude"},
    "git": {"changes"},
    "github": {"publishing"},
    "jinja2": {"prompts", "report"},
    "numpy": {"retrieval"},
    "onnxruntime": {"retrieval"},
    "tokenizers": {"retrieval"},
    "typer": {"cli"},
}
"""Heavy or world-touching libraries, and the only modules that may know them."""


def _modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _top(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _dotted(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def _imports(path: Path) -> list[tuple[int, tuple[str, ...]]]:
    """Every import of the file, also those inside functions and for types only: line, dotted name."""
    package = _dotted(path) if path.name == "__init__.py" else _dotted(path)[:-1]
    found: list[tuple[int, tuple[str, ...]]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, tuple(alias.name.split("."))) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = start + tuple((node.module or "").split(".")) if node.module else start
            found += [(node.lineno, (*module, alias.name)) for alias in node.names]
    return found


def _allowed(importer: str, imported: str) -> bool:
    if importer == imported:
        return True
    own, other = PLACE[importer], PLACE[imported]
    return other[0] < own[0] or (other[0] == own[0] and other[1] < own[1])


def test_every_module_stands_in_a_row() -> None:
    """A new top-level module is placed in the order before it can be used."""
    unplaced = {_top(path) for path in _modules()} - PLACE.keys() - FACE

    assert unplaced == set()


def test_imports_point_to_earlier_rows() -> None:
    """A module imports only from rows above it, modules to its left in its row, and its own package."""
    wrong = []
    for path in _modules():
        importer = _top(path)
        if importer not in PLACE:
            continue
        for line, name in _imports(path):
            if name[0] != "claimdiff" or name == ("claimdiff", "__version__"):
                continue
            if len(name) < 2 or name[1] not in PLACE or not _allowed(importer, name[1]):
                wrong.append(f"{path.relative_to(PACKAGE)}:{line} imports {'.'.join(name)}")

    assert wrong == []


@pytest.mark.parametrize("library", sorted(ONLY_IMPORTERS))
def test_libraries_stay_behind_their_module(library: str) -> None:
    """A library that touches the world is imported by the one module that is its edge."""
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in _modules()
        if _top(path) not in ONLY_IMPORTERS[library]
        for line, name in _imports(path)
        if name[0] == library
    ]

    assert wrong == []


def test_the_check_sees_a_wrong_arrow() -> None:
    """The order above is really an order: the last row may use the first, never the other way round."""
    assert _allowed("cli", "errors")
    assert not _allowed("errors", "cli")
    assert not _allowed("records", "samples")
    assert not _allowed("golden", "baseline")
