from __future__ import annotations

import json

import pytest

from claimdiff.passages import read_page
from claimdiff.pipeline.widening import beyond
from claimdiff.records import Hit

CELLS = [
    {"cell_type": "markdown", "metadata": {}, "source": f"# Part {n}\n\nPart {n} keeps {n} days."} for n in (1, 2, 3)
]
PAGES = {
    "a.ipynb": json.dumps({"cells": CELLS, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}),
    "a.html": "".join(f"<h1>Part {n}</h1><p>Part {n} keeps {n} days.</p>" for n in (1, 2, 3)),
}


@pytest.mark.parametrize("path", PAGES)
def test_passages_of_a_page_on_one_line_are_told_apart(path: str) -> None:
    """Notebooks and HTML pages that a tool wrote without line ends lose no passage when hits are put together."""
    hits = [Hit(passage=passage, score=None) for passage in read_page(path, PAGES[path].encode()).passages]
    assert len({hit.passage.line_start for hit in hits}) == 1
    assert beyond(hits[:1], [*hits, *hits]) == tuple(hits[1:])
