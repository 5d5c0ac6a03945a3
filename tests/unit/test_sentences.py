"""Where sentences begin and end, as spans of the text itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimdiff.text.sentences import sentence_spans


def cut(text: str) -> list[str]:
    """The sentences of a text, verbatim."""
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It costs 5 euros. It is cheap.", ["It costs 5 euros.", "It is cheap."]),
        ("Use v2.10.3 of a.b/c.md. Then go on.", ["Use v2.10.3 of a.b/c.md.", "Then go on."]),
        ("See https://x.example/a.b?c=d. Next.", ["See https://x.example/a.b?c=d.", "Next."]),
        ("Some tools, e.g. curl or i.e. wget, work. OK.", ["Some tools, e.g. curl or i.e. wget, work.", "OK."]),
        ("Old vs. new. See No. 5 and Fig. 3 etc. The end.", ["Old vs. new.", "See No. 5 and Fig. 3 etc.", "The end."]),
        ("No. It is off.", ["No.", "It is off."]),
        ("It weighs 1.5 kg. 3 fit in a box.", ["It weighs 1.5 kg.", "3 fit in a box."]),
        ("Open at 9 a.m. and closed at 5 p.m. Come in.", ["Open at 9 a.m. and closed at 5 p.m.", "Come in."]),
        ("Really?! Yes! It does.", ["Really?!", "Yes!", "It does."]),
        ('It says "group is full." Try later.', ['It says "group is full."', "Try later."]),
        ("He said “Stop.” and left.", ["He said “Stop.” and left."]),
        ("Use it (see 3. below). Done.", ["Use it (see 3. below).", "Done."]),
        ("**Yes.** It does.", ["**Yes.**", "It does."]),
        ("Port 5440.[1] Next one [2].", ["Port 5440.[1]", "Next one [2]."]),
        ("Set `a. B` first. uv then starts.", ["Set `a. B` first.", "uv then starts."]),
        ("Wait... then go.", ["Wait... then go."]),
        ("备份每 6 小时运行一次。端口是 5440!第三句。", ["备份每 6 小时运行一次。", "端口是 5440!", "第三句。"]),
        ("これは文です。次の文です。", ["これは文です。", "次の文です。"]),
        ("यह पहला वाक्य है। यह दूसरा है।", ["यह पहला वाक्य है।", "यह दूसरा है।"]),
        ("one line\nthat wraps. Second\nline.", ["one line\nthat wraps.", "Second\nline."]),
        ("First\n\nSecond", ["First", "Second"]),
        ("Offers:\n- a. B c\n- d\n* e", ["Offers:", "a.", "B c", "d", "e"]),
        ("1. Open it.\n2. Close it.", ["Open it.", "Close it."]),
        ("1) Open 2) Close", ["Open", "Close"]),
        ("us-east · eu-west • ap-south", ["us-east", "eu-west", "ap-south"]),
        ("# Head\nText.", ["Head", "Text."]),
        ("Text:\n```sh\nrun a\nrun b\n```\nAfter.", ["Text:", "run a", "run b", "After."]),
        ("Call J. Smith. Pick plan B. The rest is done.", ["Call J. Smith.", "Pick plan B.", "The rest is done."]),
        ("", []),
        (" \n\t", []),
        ("...", []),
        ("---", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    """Dots of numbers, names, versions and abbreviations end nothing; list items and CJK stops do."""
    assert cut(text) == expected


@given(st.text(alphabet=" \n\t.!?。()\"'`*_-#>[]|1aB·:;é界", max_size=80))
def test_spans_are_clean(text: str) -> None:
    """Whatever the text: spans are in order, do not overlap, and carry no blank at either end."""
    last = 0
    for start, end in sentence_spans(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


@given(
    st.lists(
        st.sampled_from(["Alpha beats beta.", "It runs v1.2.3.", "Does it?", "用端口 5440。", "- item one"]), max_size=6
    )
)
def test_nothing_said_is_lost(pieces: list[str]) -> None:
    """Every letter and digit of the text lies in a sentence."""
    text = "\n\n".join(pieces)
    said = "".join(cut(text))

    assert [char for char in said if char.isalnum()] == [char for char in text if char.isalnum()]
