from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimdiff.passages import from_text, read_page
from claimdiff.retrieval.bm25 import Index
from claimdiff.retrieval.terms import terms

if TYPE_CHECKING:
    from claimdiff.records import Passage

PAGES = {
    "docs/plans.md": "# Plans\n\n## Free\n\nFree costs nothing.\n\n## Pro\n\nPro costs 25 dollars a month.\n",
    "docs/limits.md": "# Limits\n\n## Free\n\n60 requests per minute.\n\n## Pro\n\n600 requests per minute.\n",
    "docs/keys.md": "# Keys\n\nKeys are shown once. Set `MERCURY_API_KEY` or `--api-key`.\n\n## Rotation\n\nRotate with rotateKey.\n",
    "docs/window.md": "# Storage\n\n```yaml\nout_of_order_time_window: 30m\n```\n",
}


def pages(extra: dict[str, str] | None = None) -> list[Passage]:
    """The passages of the sample pages and of some more."""
    everything = PAGES | (extra or {})
    return [passage for path, text in everything.items() for passage in read_page(path, text.encode()).passages]


def found(index: Index, query: str, k: int = 3, scope: tuple[str, ...] = ()) -> list[str]:
    """Where the hits of a query begin."""
    return [f"{hit.passage.path}:{hit.passage.line_start}" for hit in index.search(query, k, scope=scope)]


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("How many requests may a Pro customer send?", "docs/limits.md:7"),
        ("What is the price of Pro a month?", "docs/plans.md:7"),
        ("how do I rotate a key", "docs/keys.md:5"),
        ("mercury api key variable", "docs/keys.md:1"),
        ("time window", "docs/window.md:1"),
        ("out_of_order_time_window", "docs/window.md:1"),
    ],
)
def test_words_headings_and_parts_of_identifiers_are_found(query: str, best: str) -> None:
    """Stems, the trail of headings and the words inside identifiers lead to the passage."""
    assert found(Index.build(pages()), query)[0] == best


def test_paths_are_never_indexed() -> None:
    """A page that moves is found as before: nothing of a path counts."""
    assert found(Index.build(pages()), "docs md") == []
    moved = [from_text("zzz/new.md", passage.text, heading=passage.heading) for passage in pages()]
    assert [hit.score for hit in Index.build(moved).search("price of Pro", 9)] == [
        hit.score for hit in Index.build(pages()).search("price of Pro", 9)
    ]


def test_what_shares_no_word_is_not_returned() -> None:
    """Fewer passages are better than unrelated ones."""
    index = Index.build(pages())
    assert index.search("zebra", 5) == ()
    assert index.search("", 5) == ()
    assert index.search("Pro", 0) == ()
    assert Index.build([]).search("Pro", 5) == ()
    assert len(found(index, "minute", 9)) == 2


def test_a_single_passage_is_found() -> None:
    """A word that every passage holds still finds one."""
    assert len(Index.build([from_text("a", "Pro costs 25.")]).search("What does Pro cost?", 4)) == 1


def test_scope_limits_the_pages() -> None:
    """Globs in gitignore syntax choose the pages, `!` takes some away again."""
    index = Index.build(pages())
    assert set(found(index, "Pro free", 9, ("docs/plans.md",))) == {"docs/plans.md:3", "docs/plans.md:7"}
    assert found(index, "Pro free", 9, ("v2/**",)) == []
    assert {place.split(":")[0] for place in found(index, "Pro free", 9, ("docs/*.md", "!docs/plans.md"))} == {
        "docs/limits.md"
    }


def test_copies_take_one_place() -> None:
    """Passages that say the same share a place, the first by path stands for them, scope picks among them."""
    copies = {f"old/{name}.md": PAGES["docs/plans.md"] for name in "abc"}
    index = Index.build(pages(copies))
    hits = index.search("What does Pro cost?", 4)
    assert [hit.passage.path for hit in hits].count("docs/plans.md") == len(
        {hit.passage.hash for hit in hits if "plans" in hit.passage.path}
    )
    assert not [hit for hit in hits if hit.passage.path.startswith("old/")]
    assert found(index, "What does Pro cost?", 1, ("old/b.md",)) == ["old/b.md:7"]
    (preferred,) = index.search("What does Pro cost?", 1, prefer={"old/c.md"})
    assert preferred.passage.path == "old/c.md"


def test_ties_are_ordered_by_folded_text() -> None:
    """Neither the order of the pages nor their names decide between equal scores."""
    one, two = "Alpha keeps logs.", "Beta keeps logs."
    for first, second in ((("z", one), ("a", two)), (("a", two), ("z", one))):
        index = Index.build([from_text(*first), from_text(*second)])
        assert [hit.passage.text for hit in index.search("keeps logs", 2)] == [one, two]


def test_an_edit_elsewhere_moves_no_score() -> None:
    """One more page with some of the words changes neither order nor scores of the others."""
    before, after = (
        Index.build(pages()),
        Index.build(pages({"docs/news.md": "# News\n\nWe shipped a thing in spring.\n"})),
    )
    for query in ("requests per minute", "price of Pro", "rotate keys"):
        assert before.search(query, 5) == after.search(query, 5)


def test_two_sides_are_compared_with_one_set_of_weights() -> None:
    """With base's weights, whatever is added elsewhere, what both sides hold keeps its score."""
    news = {f"news/{number}.md": f"# News {number}\n\nRequests, months, {'Pro ' * number}.\n" for number in range(40)}
    base = Index.build(pages())
    head = Index.build(pages(news), like=base)
    scores = {hit.passage: hit.score for hit in head.search("requests per minute for Pro", 99)}
    before = base.search("requests per minute for Pro", 99)
    assert before
    assert all(scores[hit.passage] == hit.score for hit in before)
    assert Index.build(pages(news)).search("requests per minute for Pro", 1)[0].score != before[0].score
    assert found(head, "news", 1)


def test_frequent_words_cut_no_corner() -> None:
    """Where the best are settled before the frequent words are added, the result is that of the full sum."""
    many = [
        from_text(f"p{number}", f"Product P{number} keeps {number % 7} queues by default, mode {number % 5}.")
        for number in range(2_500)
    ]
    index = Index.build(many)
    for number in (3, 777, 2_001):
        query = f"How many queues does product P{number} keep by default in mode {number % 5}?"
        every = index.search(query, len(many))
        assert index.search(query, 4) == every[:4]
        assert every[0].passage.path == f"p{number}"


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("out_of_order_time_window", {"out_of_order_time_window", "order", "time", "window"}),
        ("--web.enable-lifecycle", {"web", "enabl", "lifecycl"}),
        ("maxRetries", {"max", "retri"}),
        ("XMLHttpRequest", {"xml", "http", "request"}),
        ("a/config-file.md", {"config", "file"}),
    ],
)
def test_identifiers_are_held_whole_and_in_parts(text: str, held: set[str]) -> None:
    """A question in words finds an identifier."""
    assert held <= set(terms(text))


def test_results_do_not_depend_on_the_hash_seed() -> None:
    """Two processes with different seeds find the same, to the last digit."""
    program = (
        "from claimdiff.passages import from_text\nfrom claimdiff.retrieval.bm25 import Index\n"
        "index = Index.build([from_text(str(n), f'Queue {n % 9} keeps {n % 4} items in region {n % 3}.') for n in range(60)])\n"
        "print([(hit.passage.path, hit.score) for hit in index.search('How many items keeps queue 4 in region 1?', 20)])\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


WORDS = ("plan", "pro plan", "price", "retry_limit", "replica", "backups kept", "keys")


@given(
    before=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), max_size=6),
    after=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), max_size=6),
)
def test_what_is_carried_over_from_the_other_side_is_what_would_be_indexed_anew(
    before: list[list[str]], after: list[list[str]]
) -> None:
    """The index of head that takes the postings of base holds, term by term, what an index of its own holds."""

    def passages(texts: list[list[str]]) -> list[Passage]:
        return [from_text(f"docs/{n}.md", ". ".join(text), heading=(text[0],)) for n, text in enumerate(texts)]

    carried = Index.build(passages(after), like=Index.build(passages(before)))
    own = Index.build(passages(after))
    assert [[twin.path for twin in twins] for twins in carried.documents] == [
        [twin.path for twin in twins] for twins in own.documents
    ]
    assert dict(carried.postings) == dict(own.postings)
