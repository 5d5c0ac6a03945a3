"""What stands near a claim and is about something else: another value, another command, the order turned round, more than one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import from_text

if TYPE_CHECKING:
    from claimdiff.records import Verdict

TABLE = """# relay

The `relay` option takes these values:

| Value     | Description                          |
| --------- | ------------------------------------ |
| `'alarm'` | Relay only alarms and faults         |
| `'fault'` | {fault} |
| `false`   | Relay nothing                        |
"""
LIST = """# glaze

The following values can be passed to `glaze`:

- `matte`: Every tile is fired twice and then polished.
- `gloss`: {gloss}
"""


def verdict(claim: str, page: str) -> Verdict | None:
    """What the judge says without weighing."""
    return lexical.judge(claim, [from_text("docs/a.mdx", page)], weighed=False).verdict


@pytest.mark.parametrize(
    ("claim", "page", "other"),
    [
        (
            "relay 'fault' relays only faults.",
            TABLE.format(fault="Relay only faults"),
            TABLE.format(fault="Relay faults and alarms"),
        ),
        (
            "With gloss every tile is fired twice.",
            LIST.format(gloss="Every tile is fired twice."),
            LIST.format(gloss="Every tile is fired once, slowly."),
        ),
    ],
)
def test_what_is_said_of_one_value_backs_nothing_that_is_claimed_of_another(claim: str, page: str, other: str) -> None:
    """Each row, and each item, speaks of the value that it begins with."""
    assert verdict(claim, page) == "supported"
    assert verdict(claim, other) != "supported"


@pytest.mark.parametrize(
    ("claim", "code", "other"),
    [
        ("The command npx otter deep-tidy sorts the shelf.", "npx otter deep-tidy", "npx otter tidy"),
        ("Run make dry-run to test the kiln.", "make dry-run", "make run"),
    ],
)
def test_a_part_of_a_command_is_another_command(claim: str, code: str, other: str) -> None:
    """The page's code has the last word of it only."""
    page = "# Test the kiln, sort the shelf\n\nRun the command to sort the shelf or test the kiln:\n\n```sh\n{}\n```\n"
    assert verdict(claim, page.format(code)) == "supported"
    assert verdict(claim, page.format(other)) != "supported"


@pytest.mark.parametrize(
    ("claim", "page", "other"),
    [
        (
            "A brush should be used instead of `sponge`.",
            "You should use a brush instead of `sponge`.",
            "You should use `sponge` instead of a brush.",
        ),
        ("Use wax rather than oil.", "Use wax rather than oil.", "Use oil rather than wax."),
    ],
)
def test_the_order_of_two_is_seen_beside_a_verb_that_both_share(claim: str, page: str, other: str) -> None:
    """The verb stands before either of them."""
    assert verdict(claim, page) == "supported"
    assert verdict(claim, other) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "page", "other"),
    [
        (
            "The gate takes only PUT calls.",
            "Only PUT calls are taken by the gate.",
            "Only PUT and HEAD calls are taken by the gate.",
        ),
        (
            "Only keepers can open the vault.",
            "Only keepers can open the vault.",
            "Only keepers and owners can open the vault.",
        ),
        (
            "The mill reads only `grain.toml`.",
            "The mill reads only `grain.toml`.",
            "The mill reads only `grain.toml` or `mill.toml`.",
        ),
    ],
)
def test_the_only_one_is_not_one_of_two(claim: str, page: str, other: str) -> None:
    """More names behind the page's "only" take the claim back."""
    assert verdict(claim, page) == "supported"
    assert verdict(claim, other) == "contradicted"
