"""Which claims are the same, which state another value of the same fact, and which have nothing to do with each other."""

from __future__ import annotations

import pytest

from claimdiff.claims import identity
from claimdiff.records import Claim, Evidence, JudgedClaim, Judgement, Verdict

SAME = [
    ("Pro costs $25 a month.", "Pro costs 25 dollars per month"),
    ("Deleted boards are kept for 30 days.", "Deleted boards are kept for 720 hours."),
    ("A cluster needs three nodes.", "A cluster needs 3 nodes."),
    ("The cache holds up to 1,500,000 rows.", "The cache holds up to 1.5 million rows."),
    ("API v1 is shut down on 2027-03-31.", "API v1 is shut down on March 31, 2027."),
    ("`--force` ignores the lock.", "--force ignores the lock"),
    ("Keys are shown once, at creation.", "At creation, keys are shown once."),
    ("The default timeout is 30 seconds.", "The default request timeout is 30 seconds."),
    ("The changelog is at https://docs.example.org/changes/", "The changelog is at https://docs.example.org/changes."),
    ("The “Save” button stores a draft.", 'The "Save" button stores a draft.'),
    (
        "Failed sends are retried unless the endpoint stays down for 2 hours.",
        "Failed sends are retried unless the endpoint is down for 2 hours.",
    ),
    ("UV_LOCK_TIMEOUT changes the timeout.", "The timeout is changed by UV_LOCK_TIMEOUT."),
]
PARTNERS = [
    ("Pro costs 25 dollars a month.", "Pro costs 30 dollars a month."),
    ("A group accepts up to 64 consumers.", "A group accepts up to 46 consumers."),
    ("Files may be 1 GB large.", "Files may be 1 MB large."),
    ("Messages are encrypted at rest.", "Messages are not encrypted at rest."),
    ("Telemetry is enabled by default.", "Telemetry is disabled by default."),
    ("You may rotate keys.", "You must rotate keys."),
    ("All plans include SSO.", "Some plans include SSO."),
    ("Use --yes to skip all prompts.", "Use --no-input to skip all prompts."),
    ("The server listens on port 5440.", "The server listens on port 5441."),
    ("Orrery needs Python 3.10 or later.", "Orrery needs Python 3.12 or later."),
    ("Backups run before the upgrade.", "Backups run after the upgrade."),
    ("uv.toml takes precedence over pyproject.toml.", "pyproject.toml takes precedence over uv.toml."),
    ("Jobs are retried if the agent is on.", "Jobs are retried unless the agent is on."),
    ("Boards can be shared if you are on Team.", "Boards can be shared."),
    ("At least 3 nodes are needed.", "At most 3 nodes are needed."),
]
STRANGERS = [
    ("Pro costs 25 dollars a month.", "Backups run at 03:00 UTC."),
    ("Backups are kept for 7 days on Free.", "Backups are kept for 30 days on Pro."),
    ("Read endpoints allow 600 requests per minute.", "Write endpoints allow 120 requests per minute."),
    ("Pro costs 25 dollars a month.", "Pro has 50 GB of storage."),
    ("The editor opens in 2 seconds.", "The export takes 2 seconds."),
    ("Free includes 1 GB of storage.", "Scale includes 500 GB of storage."),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_same(first: str, second: str) -> None:
    """A rewording with equal anchors is the same claim, in both directions, and no partner."""
    assert identity.same(first, second)
    assert identity.same(second, first)
    assert not identity.partner(first, second)


@pytest.mark.parametrize(("first", "second"), PARTNERS)
def test_partner(first: str, second: str) -> None:
    """The same fact with another value, bound, name or polarity is a partner, in both directions, and never the same."""
    assert identity.partner(first, second)
    assert identity.partner(second, first)
    assert not identity.same(first, second)


@pytest.mark.parametrize(("first", "second"), STRANGERS)
def test_neither(first: str, second: str) -> None:
    """Claims about different things are neither, however many words they share."""
    assert not identity.same(first, second)
    assert not identity.partner(first, second)


def test_id_ignores_typography() -> None:
    """An id is made of the folded text: dashes, quotes, markup, case and the full stop do not change it."""
    ids = {
        identity.claim_id(text)
        for text in ("The `--ci` flag isn't set.", "the --ci flag isn’t set", "**The --ci flag** isn't  set.")
    }

    assert len(ids) == 1
    assert identity.claim_id("The --ci flag is set.") not in ids
    assert len(ids.pop()) == len("x-") + 8


def judged(
    text: str, verdict: Verdict = "supported", *, name: str | None = None, quote: str | None = None
) -> JudgedClaim:
    """A claim with a verdict, and with one quote where one is given."""
    evidence = (Evidence(path="a.md", line_start=1, line_end=1, quote=quote),) if quote else ()
    return JudgedClaim(
        claim=Claim(id=name or identity.claim_id(text), text=text),
        judgement=Judgement(verdict=verdict, evidence=evidence),
    )


def kinds(head: list[JudgedClaim], base: list[JudgedClaim]) -> dict[str, tuple[str, list[str]]]:
    """By head text: the kind of the match and the texts at base."""
    found = identity.match(head, base)
    texts = {item.claim.id: item.claim.text for item in head}
    return {texts[name]: (made.kind, [item.claim.text for item in made.base]) for name, made in found.items()}


def test_equal_ids_with_equal_anchors() -> None:
    """An id that a person gave binds two wordings, however different, as long as the anchors agree."""
    head = judged("After half an hour of silence the session ends at 30 minutes.", name="idle")
    base = judged("Sessions end after 30 minutes without activity, half an hour.", name="idle")

    assert identity.match([head], [base])["idle"].base == (base,)


def test_equal_ids_with_another_anchor_are_partners() -> None:
    """An id does not make another value the same claim."""
    head, base = judged("Pro costs 30 dollars.", name="price"), judged("Pro costs 25 dollars.", name="price")

    assert identity.match([head], [base])["price"].kind == "partner"


def test_each_value_finds_its_own_row() -> None:
    """Values of a row are paired by what they belong to, in any order."""
    base = [judged("Backups are kept 7 days on Free."), judged("Backups are kept 30 days on Pro.")]
    head = [judged("Backups are kept 60 days on Pro."), judged("Backups are kept 7 days on Free.")]

    assert kinds(head, base) == {
        "Backups are kept 60 days on Pro.": ("partner", ["Backups are kept 30 days on Pro."]),
        "Backups are kept 7 days on Free.": ("same", ["Backups are kept 7 days on Free."]),
    }


def test_a_base_claim_is_used_once() -> None:
    """A second new value of the same fact is a new claim, not another change of the same old one."""
    base = [judged("The limit is 5 GB.")]
    head = [judged("The limit is 5 GB."), judged("The limit is 10 GB.")]

    assert kinds(head, base) == {"The limit is 5 GB.": ("same", ["The limit is 5 GB."])}


def test_split_into_parts() -> None:
    """Claims that a base claim was split into are parts of it."""
    base = [judged("Harrow offers password and passkey sign-in.")]
    head = [judged("Harrow offers password sign-in."), judged("Harrow offers passkey sign-in.")]

    assert {kind for kind, _ in kinds(head, base).values()} == {"part"}
    assert len(kinds(head, base)) == 2


def test_parts_joined() -> None:
    """A claim that says what several base claims said is made of them."""
    base = [judged("Harrow offers password sign-in."), judged("Harrow offers passkey sign-in.")]
    head = [judged("Harrow offers password and passkey sign-in.")]

    ((kind, texts),) = kinds(head, base).values()
    assert kind == "part"
    assert len(texts) == 2


def test_an_addition_is_no_part() -> None:
    """What the whole did not say is no part of it."""
    base = [judged("Harrow offers password and passkey sign-in.")]

    assert (
        kinds([judged("Harrow offers LDAP sign-in.")], base).get("Harrow offers LDAP sign-in.", ("partner",))[0]
        != "part"
    )


def test_same_evidence_binds_rewordings() -> None:
    """Two supported claims with equal anchors that rest on the same sentence are one fact in other words."""
    quote = "Sessions without activity for 20 minutes are terminated."
    head = [judged("Inactive sessions are closed after 20 minutes.", quote=quote)]
    base = [judged("Idle sessions are terminated after 20 minutes.", quote=quote)]
    apart = [judged("Idle sessions are terminated after 20 minutes.", quote="Something else.")]

    assert [made.kind for made in identity.match(head, base).values()] == ["same"]
    assert not identity.same(head[0].claim.text, apart[0].claim.text)


def test_match_is_stable() -> None:
    """The same claims give the same pairs whatever runs before."""
    base = [judged(f"Queue {name} holds 10 items.") for name in "ABCDEF"]
    head = [judged(f"Queue {name} holds 12 items.") for name in "FEDCBA"]

    first = kinds(head, base)
    assert first == kinds(head, base)
    assert all(texts[0].split()[1] == text.split()[1] for text, (_, texts) in first.items())
