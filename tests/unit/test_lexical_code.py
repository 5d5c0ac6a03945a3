"""What code says, and what an answer says of it in words."""

from __future__ import annotations

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import from_text
from claimdiff.text.anchors import hard_anchors


def verdict(claim: str, text: str) -> str:
    """What a check of a change would say of a claim beside one page."""
    return str(lexical.judge(claim, [from_text("page.md", text)], weighed=False).verdict)


def fence(*lines: str) -> str:
    """A page with a lead and a block of code."""
    return "\n".join(["Run:", "", "```python", *lines, "```"])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("best, rest = shop.cart.split_off(basket)", ["shop.cart.split_off"]),
        ("model = zoo.models.Tapir()", ["zoo.models.tapir"]),
        ("The `keep_alive=` option", ["keep_alive"]),
        ("The keep_alive= option closes idle sockets.", ["keep_alive"]),
        ("retry=never, mode = fast", ["retry=never", "mode=fast"]),
    ],
)
def test_a_call_is_a_name_of_its_own_and_no_value(text: str, values: list[str]) -> None:
    """In `x = load(1)` the name is `load`, and an option that is written with its sign has no value."""
    assert [item.value for item in hard_anchors(text) if item.kind == "identifier"] == values


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The example uses the Tapir model.", "model = zoo.models.Tapir()"),
        ("The notebook calls split_off with keep=3.", "best = shop.cart.split_off(basket, keep=3)"),
        ("This tutorial sets grid_size to 12.", "grid_size = 12"),
        ("The price is computed with shop.cart.price(basket, tax=7).", "price = shop.cart.price(basket, tax=7)"),
    ],
)
def test_code_supports_what_is_said_of_it_in_words(claim: str, line: str) -> None:
    """A call calls, an assignment sets, and "the example" is the page itself."""
    assert verdict(claim, fence(line)) == "supported"


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The example uses the Tapir model.", "model = zoo.models.Okapi()"),
        ("The notebook calls split_off with keep=3.", "best = shop.cart.split_off(basket, keep=5)"),
        ("The price is computed with shop.cart.price(basket, tax=7).", "price = shop.cart.quote(basket, tax=7)"),
        ("The notebook is fast.", "grid_size = 12"),
        ("The example imports Tapir.", "model = zoo.models.Tapir()"),
    ],
)
def test_other_code_does_not_support_it(claim: str, line: str) -> None:
    """Another name or another number in the code takes the support away."""
    assert verdict(claim, fence(line)) != "supported"


def test_another_value_in_code_contradicts() -> None:
    """The page's own name adds nothing to what the claim is about, so that another value is seen."""
    assert verdict("This tutorial sets grid_size to 12.", fence("grid_size = 16")) == "contradicted"


@pytest.mark.parametrize("unused", ["# grid_size = 40", "// grid_size = 40", "# grid_size = 40,"])
def test_a_line_that_is_put_out_of_use_denies_nothing(unused: str) -> None:
    """A commented-out value beside the one in use is no conflict."""
    assert verdict("The example sets grid_size to 12.", fence("grid_size = 12", unused)) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("HashTables grow when they are full.", "Hashtables grow when they are full."),
        ("A HashTable grows when it is full.", "Each hashtable grows when it is full."),
        ("Hashtables grow when they are full.", "A HashTable grows when it is full."),
        ("The HashTables grow when they are full.", "The HashTable grows when it is full."),
    ],
)
def test_a_name_with_capitals_is_the_word_in_any_case_and_number(claim: str, text: str) -> None:
    """`DataFrames` and "dataframe" are one thing to a reader."""
    assert verdict(claim, text) == "supported"


def test_functions_that_differ_by_a_letter_are_two() -> None:
    """`getItem` is not `getItems`."""
    assert verdict("getItems returns the first row.", "`getItem` returns the first row.") != "supported"


@pytest.mark.parametrize(
    "text",
    [
        "Unless told otherwise, the crawler reads one page.",
        "The crawler reads one page unless otherwise specified.",
        "By default, the crawler reads one page.",
    ],
)
def test_unless_told_otherwise_is_by_default(text: str) -> None:
    """Both tell what holds where nothing is set."""
    assert verdict("The crawler reads one page by default.", text) == "supported"


def test_unless_with_a_case_of_its_own_is_no_default() -> None:
    """A condition stays one."""
    assert (
        verdict("The crawler reads one page by default.", "Unless you name a sitemap, the crawler reads one page.")
        != "supported"
    )


def test_the_unit_says_what_kind_of_value_it_is() -> None:
    """What "in size" says behind megabytes is known."""
    assert verdict("The archive is about 70 MB in size.", "This is an archive of about 70 MB.") == "supported"


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("No rows are printed.", "Rows are read in the background.", "unverifiable"),
        ("No licence is needed.", "A licence is needed.", "contradicted"),
        ("No fee applies to pupils.", "A fee of 3 euros applies to pupils.", "contradicted"),
        ("There is no limit on the number of boards.", "The limit on the number of boards is 4.", "contradicted"),
    ],
)
def test_a_denied_thing_is_affirmed_only_with_what_is_said_of_it(claim: str, text: str, expected: str) -> None:
    """That rows are read says nothing against "no rows are printed"."""
    assert verdict(claim, text) == expected


def test_what_cannot_be_done_before_something_can_be_done_after_it() -> None:
    """It is no denial of what happens then."""
    text = "You cannot open the vault before the clock has run down; turning the dial does so."
    assert verdict("Turning the dial runs down the clock and opens the vault.", text) != "contradicted"


def test_make_sure_is_ensure() -> None:
    """Two words for one."""
    assert (
        verdict(
            "The `pin` option makes sure that one version is used.",
            "To ensure that one version is used, set the `pin` option.",
        )
        == "supported"
    )


def test_both_sides_of_a_size_count() -> None:
    """640x480 is one value, and another height is another size."""
    assert verdict("The thumbnail is 640x480 pixels.", "The thumbnail is 640×480 pixels.") == "supported"
    assert verdict("The thumbnail is 640x480 pixels.", "The thumbnail is 640x360 pixels.") != "supported"


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("The optimizer is StepDown.", "optimizer = zoo.optim.StepDown()"),
        ("The optimizer is stepdown().", "optimizer = zoo.optim.stepdown()"),
    ],
)
def test_a_name_is_the_last_part_of_where_it_lives(claim: str, line: str) -> None:
    """`StepDown` is what `zoo.optim.StepDown` is called."""
    assert verdict(claim, fence(line)) == "supported"


def test_another_example_with_another_value_is_no_conflict() -> None:
    """Two pages may call one function in two ways."""
    pages = [
        from_text("a.md", fence("grid = zoo.grid(size=12)")),
        from_text("b.md", fence("grid = zoo.grid(size=40)")),
    ]
    assert lexical.judge("The example calls zoo.grid with size=12.", pages, weighed=False).verdict == "supported"


def test_this_curve_is_the_curve_that_was_named_before() -> None:
    """A sentence that points back takes the name from the sentence that it points at."""
    text = "The Lorenz curve tells how even it is. A flat line is fair. A bent one is not.\n\nThe area under this curve is 0.62."
    assert verdict("The area under the Lorenz curve is 0.62.", text) == "supported"
    assert verdict("The area under the Weibull curve is 0.62.", text) != "supported"


def test_items_below_a_key_are_what_the_key_lists() -> None:
    """In YAML an item may stand as deep as its key."""
    page = fence("jobs:", "- id: nightly_sweep", "  hooks:", "  - id: wipe_logs", "  - id: pack_logs")
    assert verdict("The hooks are wipe_logs and pack_logs.", page) == "supported"
    assert verdict("The hooks are wipe_logs and send_logs.", page) != "supported"


def test_a_sample_file_is_the_page_itself() -> None:
    """What "the sample config" uses is what the file says."""
    assert verdict("The sample config uses rev 4.1.7.", fence("repos:", "  rev: 4.1.7")) == "supported"
    assert verdict("The sample config uses rev 4.1.7.", fence("repos:", "  rev: 4.1.9")) != "supported"


def test_a_sentence_without_a_subject_speaks_of_the_one_before() -> None:
    """It is said of what the sentence before names."""
    assert verdict("A draft board is not listed in the menu.", "A draft board. Not listed in the menu.") == "supported"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The grid has a margin of 0.02.", "supported"),
        ("margin is 0.02 and depth is 4.", "supported"),
        ("margin is 0.7.", "contradicted"),
        ("depth is 0.02.", "contradicted"),
        ("The weight is 4.", "contradicted"),
    ],
)
def test_a_value_in_code_is_that_of_its_own_name(claim: str, expected: str) -> None:
    """Of several values in a line, each belongs to the name that it stands at."""
    assert verdict(claim, fence("grid = {'depth': 4, 'margin': 0.02, 'weight': 0.7}")) == expected


def test_each_end_of_a_pair_in_brackets_is_the_names_value() -> None:
    """In `cells=(3, 9)` both are of the cells."""
    line = "grid = zoo.grid(rows=5, cells=(3, 9))"
    assert verdict("The cells are (3, 9).", fence(line)) == "supported"
    assert verdict("The rows are 9.", fence(line)) == "contradicted"


def test_the_words_of_a_claim_choose_among_names_that_share_one() -> None:
    """Of two timeouts in a line, "the read timeout" is `read_timeout`."""
    line = "socket = zoo.socket(dial_timeout=5, read_timeout=9)"
    assert verdict("The read timeout is 9.", fence(line)) == "supported"
    assert verdict("The read timeout is 5.", fence(line)) == "contradicted"


def test_a_message_in_other_code_takes_nothing_back() -> None:
    """What a program prints is no note on what a page says."""
    pages = [
        from_text("a.md", "`#|send` names the tray where cells with `#|keep` are put by default."),
        from_text("b.md", fence('print("Version 2 no longer puts #keep cells by default")')),
    ]
    claim = "#|send names the tray where cells with #|keep are put by default."
    assert lexical.judge(claim, pages, weighed=False).verdict == "supported"
