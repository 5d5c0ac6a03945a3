from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from claimdiff import yamlfile
from claimdiff.errors import FileProblems, Problem
from claimdiff.yamlfile import Plain


def problem(text: str) -> str:
    """The one problem for which a file cannot be read."""
    with pytest.raises(FileProblems) as caught:
        yamlfile.load(text, path="f.yml")
    [found] = caught.value.problems
    return str(found)


def collected(text: str) -> list[str]:
    """The problems of a file that can be read."""
    return [str(found) for found in yamlfile.load(text, path="f.yml").problems]


def told(text: str) -> tuple[Problem, ...]:
    """All problems of a file, whether it can be read or not."""
    try:
        return yamlfile.load(text, path="f.yml").problems
    except FileProblems as found:
        return found.problems


def test_every_key_and_value_knows_its_line() -> None:
    """Lines are those of the keys, in blocks, lists and braces alike; what is not there has its parent's."""
    file = yamlfile.load("a: 1\nb:\n  - x\n  - {c:\n        long}\n  - d:\n\n      y\n", path="f.yml")
    assert [file.line(loc) for loc in ((), ("a",), ("b",), ("b", 0), ("b", 1, "c"), ("b", 2, "d"))] == [
        1,
        1,
        2,
        3,
        4,
        6,
    ]
    assert file.line(("b", 2, "d", "gone", 4)) == 6


@pytest.mark.parametrize("word", ["no", "off", "yes", "2024-01-01", "12:30", "1.10", "0o17", "1_000", "=", "1e3"])
def test_unquoted_words_stay_the_text_that_was_written(word: str) -> None:
    """What YAML 1.1 would make a boolean, a date or a number is the text in the file until a schema asks otherwise."""
    assert yamlfile.load(f"a: {word}", path="f.yml").root == {"a": word}
    assert isinstance(yamlfile.load(f"a: {word}", path="f.yml").root["a"], Plain)
    assert not isinstance(yamlfile.load(f"a: '{word}'", path="f.yml").root["a"], Plain)


@pytest.mark.parametrize("text", ["a:", "a: ~", "a: null"])
def test_nothing_is_none(text: str) -> None:
    """An empty value is None, and the quoted word is a text."""
    assert yamlfile.load(text, path="f.yml").root == {"a": None}
    assert yamlfile.load("a: 'null'", path="f.yml").root == {"a": "null"}


def test_few_aliases_are_fine() -> None:
    """Anchors that are used here and there are read, and share their value."""
    root = yamlfile.load("a: &s [x, y]\nb: *s\nc: *s\n", path="f.yml").root
    assert root == {"a": ["x", "y"], "b": ["x", "y"], "c": ["x", "y"]}
    assert root["b"] is root["c"]


def test_aliases_that_multiply_are_refused() -> None:
    """A few hundred bytes that stand for millions of values end in a message with the line, at once."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert problem("\n".join(lines)).startswith(
        "f.yml:5: a4[0]: the alias *a3 brings the values that aliases repeat to"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: &a\n  b: *a\n", "f.yml:2: a.b: the alias *a stands inside its own anchor"),
        ("a: 1\nb: *gone\n", "f.yml:2: b: the alias *gone has no anchor &gone above it"),
        ("a:\n- x\n\t- y\n\tb: c\n", "f.yml:3: the line is indented with a tab (and so are 4); YAML takes only blanks"),
        ("a: 1\n<<<<<<< HEAD\nb: 1\n=======\n>>>>>>> x\n", "f.yml:2: a merge conflict was left in this file"),
        ('a: "x\n\\ud83d y"\n', "f.yml:2: \\ud83d is half of a surrogate pair"),
        (
            'a: 1\nb: "\\uD83D\\uDE00"\n',
            "f.yml:2: \\uD83D\\uDE00 is a surrogate pair, which JSON knows and YAML does not",
        ),
        ("a: 1\n---\nb: 1\n", "f.yml:2: a second document begins here"),
        ("a: 1\nb: x\u2028y\n", "f.yml:2: the character U+2028 is not allowed"),
        ("a: 1\nb: x\ud83dy\n", "f.yml:2: the character U+D83D is not allowed"),
        ("a: 1\nb: x\0y\n", "f.yml:2: the character U+0000 is not allowed"),
        ("a: What: is it?\n", "f.yml:1: not valid YAML: no colon is expected here"),
        ('a: 1\nb: "open\nc: 1\nd: 2\n', "f.yml:2: not valid YAML: a quote is opened and never closed"),
        ("a: [x, y\nb: 1\n", "f.yml:1: not valid YAML: a list [ … ] is not closed, or a comma is missing"),
        ("docs: [**/*.md]\n", "f.yml:1: not valid YAML: * and & begin an alias or anchor"),
        ("a: `x`\n", "f.yml:1: not valid YAML: no value may begin with this character"),
        ('a: "C:\\docs"\n', "f.yml:1: not valid YAML: an unknown escape in double quotes"),
        ("a: " + "[" * 60 + "]" * 60, "f.yml:1: a[0][0]"),
        ("a: " + "[" * 100_000, "f.yml:1: not valid YAML: nested too deep"),
    ],
)
def test_slips_are_told_in_plain_words_with_their_line(text: str, says: str) -> None:
    """Each slip names the line where it begins and what is wrong there."""
    assert problem(text).startswith(says)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: 1\nb: 2\na: 3\n", "f.yml:3: a: this key stands twice in one mapping: on line 1 and on line 3"),
        ("a: 1\n~: 2\n", "f.yml:2: a key is text; found nothing before the colon"),
        ("? [a]\n: 1\n", "f.yml:1: a key is text; found a mapping or list before the colon"),
        ("a: &a {x: 1}\nb:\n  <<: *a\n", "f.yml:3: b: merge keys (<<) are not read"),
        ("a: !!python/name:os.system ''\n", "f.yml:1: a: the tag !!python/name:os.system is not allowed"),
        ("docs:\n- !docs/x.md\n", "f.yml:2: docs[0]: the tag !docs/x.md is not allowed"),
    ],
)
def test_what_does_not_hinder_reading_is_collected(text: str, says: str) -> None:
    """These are told together with what the schema finds, and not one at a time."""
    [found] = collected(text)
    assert found.startswith(says)


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(
                ["a", ": ", "- ", "\n", "  ", "{", "}", "[", "]", "&x ", "*x", "!t ", "'", '"', "|", ">", "#", "? ", "---", "<<: ", "~", "\t", "%", "é"]
            ),
            max_size=25,
        ).map("".join),
    )
)  # fmt: skip
def test_no_text_ends_in_anything_but_a_value_or_problems(text: str) -> None:
    """Whatever stands in a file, it is read or told; nothing else escapes."""
    assert all(found.path == "f.yml" for found in told(text))


def test_without_the_c_library_the_same_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyYAML may be installed without libyaml; values, lines and messages do not depend on it."""
    text = "a: off\nb: [x, 'y', {c: 1.10}]\nd: |\n  z\n"
    slips = ["a: 1\n\tb: 2\n", "a: What: is\n", 'a: "open\n', "a: *gone\n"]
    fast, messages = yamlfile.load(text, path="f.yml"), [problem(slip).split("(")[0] for slip in slips]
    monkeypatch.setattr("claimdiff.yamlfile.reading._BaseLoader", yaml.BaseLoader)
    slow = yamlfile.load(text, path="f.yml")
    assert (slow.root, slow.line(("b", 2, "c"))) == (fast.root, fast.line(("b", 2, "c")))
    assert isinstance(slow.root["a"], Plain)
    assert [problem(slip).split("(")[0] for slip in slips] == messages


def test_a_key_may_be_a_number() -> None:
    """An unquoted number or boolean before a colon is the text that stands there."""
    assert yamlfile.load("1: a\non: b\n", path="f.yml").root == {"1": "a", "on": "b"}


def test_bytes_are_utf8_with_or_without_a_mark() -> None:
    """A byte order mark is dropped, Windows line ends are fine, and other encodings name the line of the first wrong byte."""
    assert yamlfile.load(yamlfile.decode(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n", path="f.yml"), path="f.yml").root == {
        "a": "1",
        "b": "2",
    }
    with pytest.raises(FileProblems, match=r"f\.yml:2: the byte 0xe9 is no UTF-8"):
        yamlfile.decode(b"a: 1\nb: caf\xe9\n", path="f.yml")
    with pytest.raises(FileProblems, match=r"f\.yml:1: the file is UTF-16; UTF-8 is needed"):
        yamlfile.decode("a: 1".encode("utf-16"), path="f.yml")


def test_a_huge_file_is_not_read() -> None:
    """Above the limit nothing is parsed, and the message says both sizes."""
    with pytest.raises(FileProblems, match=r"f\.yml: the file has 5\.1 MB; at most 5 MB are read"):
        yamlfile.decode(b"a" * 5_100_000, path="f.yml")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (Plain("3"), "the number 3"),
        ("3", 'the text "3"'),
        (Plain("off"), "off"),
        ("  ", "an empty text"),
        ([], "an empty list"),
        (["a"], "a list of 1"),
        ({"a": 1}, "a mapping with the keys a"),
        ("x" * 80, f'the text "{"x" * 59}…"'),
    ],
)
def test_what_was_found_is_said_in_words(value: object, words: str) -> None:
    """A message calls what it found by what it looks like in the file."""
    assert yamlfile.describe(value) == words
