"""Words and meaning fused by reciprocal rank, with a model that knows a handful of words."""

from __future__ import annotations

import random
import struct
from typing import TYPE_CHECKING

import pytest

from claimdiff.passages import from_text
from claimdiff.retrieval.bm25 import Index
from claimdiff.retrieval.fused import FusedIndex
from claimdiff.retrieval.vectors import Vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.records import Passage

MEANINGS = {"price": 0, "cost": 0, "dollars": 0, "kept": 1, "retained": 1, "days": 1, "port": 2}


class Handful:
    """A model that counts words by what they mean."""

    identity = "handful"
    size = 8

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Three meanings, and one for the rest."""
        self.asked.extend(texts)
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> bytes:
        counts = [0, 0, 0, 1]
        for word in text.lower().replace(".", " ").replace("?", " ").split():
            if word in MEANINGS:
                counts[MEANINGS[word]] += 100
        return struct.pack("<4h", *counts)


def passages(texts: dict[str, str]) -> list[Passage]:
    """A passage for each page."""
    return [from_text(path, text) for path, text in texts.items()]


def fused(texts: dict[str, str], like: FusedIndex | None = None, model: Handful | None = None) -> FusedIndex:
    """The index of a docs folder, as a check builds it for base, or for head with `like`."""
    words = Index.build(passages(texts), like=like.words if like else None)
    vectors = like.vectors if like else Vectors(model=model or Handful())
    return FusedIndex(words=words, vectors=vectors, like=like)


def paths(index: FusedIndex, query: str, k: int = 2, scope: tuple[str, ...] = ()) -> list[str]:
    """Where the hits of a query lie."""
    return [hit.passage.path for hit in index.search(query, k, scope=scope)]


DOCS = {
    "docs/plans.md": "Pro is 25 dollars.",
    "docs/backups.md": "Snapshots are retained 30 days.",
    "docs/ports.md": "The server listens on a port.",
}


def test_a_passage_without_a_word_of_the_question_is_found_by_its_meaning() -> None:
    """`price` stands nowhere in the docs, and `dollars` means it."""
    assert paths(fused(DOCS), "price", 1) == ["docs/plans.md"]
    assert Index.build(passages(DOCS)).search("price", 1) == ()


def test_both_lists_together_beat_one() -> None:
    """A passage that words and meaning find stands above those that one of them finds."""
    docs = {**DOCS, "docs/more.md": "The price list.", "docs/cost.md": "What the pro price is in dollars."}
    assert paths(fused(docs), "pro price", 1) == ["docs/cost.md"]


def test_equal_scores_are_ordered_by_folded_text() -> None:
    """The same tie comes out the same way, whatever the paths are."""
    one = {"a.md": "Zebra cost.", "b.md": "Apple cost."}
    other = {"b.md": "Zebra cost.", "a.md": "Apple cost."}
    assert [hit.passage.text for hit in fused(one).search("price", 2)] == ["Apple cost.", "Zebra cost."]
    assert [hit.passage.text for hit in fused(other).search("price", 2)] == ["Apple cost.", "Zebra cost."]


def test_an_edit_elsewhere_swaps_no_passages_that_it_left_alone() -> None:
    """Ranks are counted among the passages of base, so a new page takes a place and moves no other two."""
    texts = {f"docs/w{number}.md": f"alpha {'alpha ' * number} filler{number}." for number in range(6)}
    texts |= {f"docs/m{number}.md": f"{'days ' * number} port thing{number}." for number in range(1, 7)}
    base = fused(texts)
    new = {f"docs/new{number}.md": f"Kept retained days {number}." for number in range(3)}
    head = fused(texts | new, like=base)
    before = paths(base, "alpha days", 12)
    after = [path for path in paths(head, "alpha days", 15) if path not in new]

    assert after == before
    assert {hit.passage.path: hit.score for hit in head.search("alpha days", 15)}.items() >= {
        (hit.passage.path, hit.score) for hit in base.search("alpha days", 12)
    }


def test_without_the_other_side_an_edit_would_swap_them() -> None:
    """The promise above is one that plain ranks break."""
    docs = {f"docs/{at}.md": text for at, text in enumerate(SWAPPED)}
    more = {"docs/new.md": "Days days kept retained."}
    base = fused(docs)

    assert paths(fused(docs | more, like=base), "alpha days", 9) != paths(fused(docs | more), "alpha days", 9)


SWAPPED = ("alpha alpha.", "alpha filler filler.", "days.", "days port.", "alpha filler filler filler days port port.")


@pytest.mark.parametrize("scope", [("docs/p*.md",), ("docs/**", "!docs/b*")])
def test_what_no_question_may_see_is_not_embedded(scope: tuple[str, ...]) -> None:
    """The scope of a question limits what is found, and what costs time."""
    model = Handful()
    found = paths(fused(DOCS, model=model), "price of retained days", 9, scope)
    assert set(found) == {"docs/plans.md", "docs/ports.md"}
    assert not any("snapshots" in text for text in model.asked)


def test_a_passage_that_says_the_same_has_the_same_vector() -> None:
    """Markup, white space and case are no reason to embed a passage again."""
    model = Handful()
    base = fused({"a.md": "Pro is **25** dollars."}, model=model)
    base.search("price", 1)
    asked = len(model.asked)
    fused({"b.md": "pro is 25\ndollars."}, like=base).search("price", 1)
    assert len(model.asked) == asked


@pytest.mark.parametrize(("texts", "k"), [({}, 3), (DOCS, 0)])
def test_nothing_to_find(texts: dict[str, str], k: int) -> None:
    """No docs and no places are no error."""
    assert fused(texts).search("price", k) == ()


@pytest.mark.parametrize("seed", range(8))
def test_no_edit_moves_what_it_leaves_alone(seed: int) -> None:
    """Whatever is added, edited and removed: each passage that stays has its score, and so its place among them."""
    draw = random.Random(seed)  # noqa: S311 -- no secret

    def page() -> str:
        return " ".join(draw.choices(("alpha", "beta", "gamma", *MEANINGS), k=draw.randint(1, 9))) + "."

    before = {f"docs/{number}.md": page() for number in range(130)}
    after = {path: page() if draw.random() < 0.2 else text for path, text in before.items() if draw.random() < 0.9}
    after |= {f"docs/new{number}.md": page() for number in range(20)}
    base = fused(before)
    head = fused(after, like=base)
    stay = [text for text in after.values() if text in before.values()]

    def scores(index: FusedIndex) -> list[tuple[str, float | None]]:
        found = [(hit.passage.text, hit.score) for hit in index.search("alpha price days port", 200)]
        return [(text, score) for text, score in found if text in stay]

    assert scores(head) == scores(base)
    assert len(scores(base)) > 50
