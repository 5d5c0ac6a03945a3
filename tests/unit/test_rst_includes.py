from __future__ import annotations

from claimdiff.passages import read_page
from helpers.reading import passages, reading, segments, texts

PAGE = "docs/guide/page.rst"


def test_a_fragment_is_read_in_its_place_with_its_own_lines() -> None:
    """The quote carries the path and the lines of the fragment, the passage those of its page."""
    files = {"docs/guide/keys.inc": "Keys\nlive 90 days.\n"}
    found = segments(PAGE, "Top\n===\n\nBefore.\n\n.. include:: keys.inc\n\nAfter.\n", files)
    assert [(segment.text, segment.path, segment.line_start, segment.line_end) for segment in found] == [
        ("Before.", "", 4, 4),
        ("Keys live 90 days.", "docs/guide/keys.inc", 1, 2),
        ("After.", "", 8, 8),
    ]
    (passage,) = passages(PAGE, "Top\n===\n\nBefore.\n\n.. include:: keys.inc\n\nAfter.\n", files)
    assert (passage.line_start, passage.line_end) == (1, 8)


def test_text_that_moves_to_a_fragment_says_the_same() -> None:
    """Neither the hash nor the trail of a passage knows where its text is kept."""
    whole = "Top\n===\n\nA.\n\nPart\n----\n\nKeys live 90 days.\n"
    split = "Top\n===\n\nA.\n\n.. include:: ../part.txt\n"
    parts = passages(PAGE, split, {"docs/part.txt": "Part\n----\n\nKeys live 90 days.\n"})
    assert [(passage.heading, passage.hash) for passage in parts] == [
        (passage.heading, passage.hash) for passage in passages(PAGE, whole)
    ]


def test_options_choose_a_part() -> None:
    """Lines and markers cut a fragment; a literal one is code."""
    files = {
        "docs/guide/a.txt": "zero\n.. begin\n\none\n\n.. end\n\ntwo\n",
        "docs/guide/b.py": "def f():\n    return 1\n\n\ndef g():\n    return 2\n",
    }
    page = ".. include:: a.txt\n   :start-after: begin\n   :end-before: .. end\n\n.. literalinclude:: b.py\n   :pyobject: g\n\n.. literalinclude:: b.py\n   :lines: 1\n"
    assert texts(PAGE, page, files) == ["one", "def g():", "return 2", "def f():"]


def test_substitutions_of_a_fragment_are_known() -> None:
    """A page may keep its values in a file that it includes at its end."""
    page = "Now |release|.\n\n.. include:: /names.txt\n"
    (segment,) = segments(PAGE, page, {"docs/names.txt": ".. |release| replace:: 4.2\n"})
    assert (segment.text, segment.lenders) == ("Now 4.2.", (("docs/names.txt", 1),))


def test_fragments_that_are_missing_or_circular_are_left_out() -> None:
    """The page is read as far as it can be, and every file that was asked for is told."""
    files = {"docs/guide/a.rst": "One.\n\n.. include:: b.rst\n", "docs/guide/b.rst": "Two.\n\n.. include:: a.rst\n"}
    found = reading(
        PAGE, "Top.\n\n.. include:: a.rst\n\n.. include:: gone.rst\n\n.. include:: ../../../etc/passwd\n", files
    )
    assert [segment.text for passage in found.passages for segment in passage.segments] == ["Top.", "One.", "Two."]
    asked = {path for path in found.includes if not path.endswith("conf.py")}
    assert asked == {"docs/guide/a.rst", "docs/guide/b.rst", "docs/guide/gone.rst"}


def test_fragments_that_include_themselves_often_end() -> None:
    """A small file that asks for a large text many times over is read up to a limit."""
    files = {f"docs/f{depth}.rst": f".. include:: f{depth + 1}.rst\n\n" * 30 for depth in range(8)}
    found = read_page(
        "docs/page.rst", files["docs/f0.rst"].encode(), include=lambda name: files.get(name, "x\n").encode()
    )
    assert found.problems == ()
