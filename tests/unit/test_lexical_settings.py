"""Reference entries of settings: name, bare default and description are one statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import read_page

if TYPE_CHECKING:
    from claimdiff.records import Judgement

ENTRIES = """
Sweeping
========

SWEEP_INTERVAL
--------------

Default: ``45``

Scope: ``tidy.sweeper``

How long the sweeper rests between two rounds (in seconds).

SWEEP_EMPTY
-----------

Default: ``False``

Whether empty folders are swept.

SWEEP_DEPTH
-----------

**Command line:** ``-d INT`` or ``--depth INT``

**Default:** ``3``

The greatest number of levels that are swept.

.. versionadded:: 3.4
"""
LIST = """
<dl>
<dt><code>drawerLimit</code>: integer</dt>
<dd>The greatest number of drawers that the chest holds. Locked ones count as well. Defaults to 40.</dd>
<dt><code>drawerLabels</code>: boolean</dt>
<dd>Whether drawers carry a label. Default is true.</dd>
<dt><code>drawerSort</code>: string</dt>
<dd>One of "name" (default), "age" and "size".</dd>
<dt><code>drawerLock</code>: string</dt>
<dd>One of 'always', 'never' (default).</dd>
</dl>
"""


def judged(claim: str, page: str, path: str = "docs/a.rst") -> Judgement:
    """The claim beside a page."""
    return lexical.judge(claim, read_page(path, page.encode()).passages, weighed=False)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("By default the sweeper rests 45 seconds between two rounds.", "Default: ``45``"),
        ("SWEEP_INTERVAL is 45 by default.", "Default: ``45``"),
        ("Empty folders are not swept by default.", ""),
        ("SWEEP_EMPTY is off by default.", "Default: ``False``"),
        ("SWEEP_EMPTY is disabled by default.", "Default: ``False``"),
        ("At most 3 levels are swept by default.", "**Default:** ``3``"),
        ("SWEEP_DEPTH was added in version 3.4.", "versionadded:: 3.4"),
    ],
)
def test_a_bare_default_is_read_with_its_description(claim: str, quote: str) -> None:
    """The unit in brackets and what a truth value means belong to the value; the quote is the line that holds it."""
    found = judged(claim, ENTRIES)
    if quote:
        assert (found.verdict, found.evidence[0].quote) == ("supported", quote)
    assert found.verdict != "contradicted"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The chest holds at most 40 drawers by default.", "supported"),
        ("drawerLabels is on by default.", "supported"),
        ("drawerLabels is off by default.", "contradicted"),
        ("The default of drawerSort is name.", "supported"),
        ("The default of drawerSort is age.", "contradicted"),
        ("The default of drawerLock is always.", "contradicted"),
    ],
)
def test_a_default_at_the_end_of_an_entry(claim: str, verdict: str) -> None:
    """A sentence without a subject of its own speaks of the first one of its entry."""
    assert judged(claim, LIST, "docs/a.html").verdict == verdict


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("By default the sweeper rests 45 seconds between two rounds.", "``45``", "``90``"),
        ("SWEEP_EMPTY is off by default.", "``False``", "``True``"),
        ("At most 3 levels are swept by default.", "``3``", "``5``"),
    ],
)
def test_another_default_takes_the_support_away(claim: str, old: str, new: str) -> None:
    """The value alone changes, the description stands."""
    assert judged(claim, ENTRIES.replace(old, new)).verdict != "supported"


def test_a_value_from_the_next_sentence_is_quoted() -> None:
    """Where only a neighbour holds the number of a claim, it is evidence as well: its edit is the one to see."""
    page = "The pump starts by itself.\n\nIt waits for pressure in the boiler. The least is 3 bar.\n"
    found = judged("The pump waits for at least 3 bar of pressure in the boiler.", page, "docs/a.md")
    assert "The least is 3 bar." in [quote.quote for quote in found.evidence]


@pytest.mark.parametrize(
    ("claim", "page", "verdict"),
    [
        ("You can disable the lamp with LAMP_ON.", "The lamp is enabled by default. See `LAMP_ON`.", "unverifiable"),
        (
            "Set GLOW to true to heat; it is false by default.",
            "To heat, set `GLOW` to true. It is false by default.",
            "supported",
        ),
        ("Filling the tank on deck is not tested.", "Of the tank, only Harbour filling was tested.", "unverifiable"),
        ("The hall lamp is disabled.", "Whether the hall lamp is enabled.", "unverifiable"),
        ("The probe runs every 20 seconds.", "The probe runs each time after 20 seconds.", "supported"),
        ("A new leaf is printed if the leaf is missing.", "If the leaf is missing, the press stops.", "unverifiable"),
        ("The press stops if the lid is wet.", "The lid must not be wet, otherwise the press stops.", "supported"),
        ("Wells never time out.", "Wells are watched, even if that takes a long time.", "unverifiable"),
        ("mem_quota limits the memory of a spring.", "`Spring.mem_quota` limits the memory of a spring.", "supported"),
        ("Otter has 8 GB of memory.", "| model | memory (GB) |\n|---|---|\n| Otter | 8 |\n| Mink | 4 |\n", "supported"),
        (
            "Mink has 8 GB of memory.",
            "| model | memory (GB) |\n|---|---|\n| Otter | 8 |\n| Mink | 4 |\n",
            "contradicted",
        ),
        ("Old logs are removed by default.", "If it is set to 1, old logs are removed.", "unverifiable"),
        ("Old logs are removed by default.", "If it is set to 1 (the default), old logs are removed.", "supported"),
        (
            "The default oven is Ember.",
            "The default oven used in the kitchen is Coal. Ember cools fast.",
            "contradicted",
        ),
        ("mow, rake and sow need no licence.", "mow and rake need no licence.", "unverifiable"),
    ],
)
def test_neither_support_nor_denial(claim: str, page: str, verdict: str) -> None:
    """What is possible, left open, said of both values or only conditional decides nothing by itself."""
    assert judged(claim, page, "docs/a.md").verdict == verdict


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        (
            "A seal dries for 40 seconds by default.",
            "* `seal.dry`: Time in seconds that a seal dries. Its default value is `40`.",
        ),
        (
            "Ein Siegel trocknet standardmäßig 40 Sekunden.",
            "* `dry`: Zeit in Sekunden, die ein Siegel trocknet. Standardmäßig `40`.",
        ),
        (
            "Par défaut, un sceau sèche 40 secondes.",
            "* `dry` : temps (en secondes) pendant lequel un sceau sèche. Par défaut `40`.",
        ),
        (
            "Por defecto, un sello se seca en 40 segundos.",
            "* `dry`: tiempo en segundos en que un sello se seca. Por defecto es `40`.",
        ),
        (
            "封印の乾燥時間はデフォルトで40秒です。",
            "* `dry`: 封印の乾燥時間を秒単位で設定します。デフォルトは `40` です。",
        ),
        ("印章干燥时间默认为 40 秒。", "* `dry`：印章干燥时间，单位是秒。默认为 `40`。"),
    ],
)
def test_a_default_in_a_list_has_the_unit_of_its_description_in_every_language(claim: str, page: str) -> None:
    """The number stands in the last sentence of an item, its unit in the first; with another unit it is another value."""
    other = page
    for old, new in UNITS:
        other = other.replace(old, new)

    assert lexical.judge(claim, read_page("a.md", page.encode()).passages, weighed=False).verdict == "supported"
    assert lexical.judge(claim, read_page("a.md", other.encode()).passages, weighed=False).verdict == "contradicted"


UNITS = (
    ("seconds", "hours"),
    ("Sekunden", "Stunden"),
    ("secondes", "heures"),
    ("segundos", "horas"),
    ("秒単位", "時間単位"),
    ("是秒", "是小时"),
)
