from __future__ import annotations

import email.utils
import time

import pytest

from claimdiff.claude.clients import Clients
from claimdiff.claude.connection import SdkConnection
from claimdiff.claude.failures import retry_after, translate
from claimdiff.claude.messages import KeyRefusedError
from claimdiff.errors import UsageError
from helpers.calls import request


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("1", 1.0), ("0.5", 0.5), ("70", 70.0), ("0", 0.0), ("-3", 0.0), (" 2 ", 2.0)],
)
def test_a_number_of_seconds(value: str, seconds: float) -> None:
    """Whole or not, and never negative."""
    assert retry_after({"retry-after": value}) == seconds


@pytest.mark.parametrize(
    "value", ["", "soon", "nan", "inf", "1e999", "Mon, 99 Foo 2026", "Thu, 01 Jan 99999 00:00:00 GMT"]
)
def test_what_is_no_time_is_as_if_it_were_not_there(value: str) -> None:
    """A service that says nonsense is waited for as one that says nothing."""
    assert retry_after({"retry-after": value}) is None


def test_no_header_is_no_time() -> None:
    """Most failures come without one."""
    assert retry_after({}) is None


def test_a_date_is_seconds_from_now() -> None:
    """As HTTP allows; a date in the past is now."""
    soon = email.utils.formatdate(time.time() + 30, usegmt=True)

    seconds = retry_after({"retry-after": soon})
    assert seconds is not None
    assert 20 < seconds <= 30
    assert retry_after({"retry-after": "Thu, 01 Jan 2026 00:00:00 GMT"}) == 0.0


def test_milliseconds_are_more_precise() -> None:
    """The service's own header goes before the standard one."""
    assert retry_after({"retry-after-ms": "250", "retry-after": "1"}) == 0.25


def test_a_bug_of_ours_is_not_the_worlds_fault() -> None:
    """What the SDK and the network do not raise comes back as it is."""
    problem = KeyError("ours")

    assert translate(problem, 60.0) is problem


class _NoCredentialsError(Exception):
    """As the packages that sign requests for a cloud raise it."""

    __module__ = "botocore.exceptions"


def test_a_cloud_without_credentials_is_a_refused_key() -> None:
    """No further call makes sense, and none is tried."""
    failure = translate(_NoCredentialsError("Unable to locate credentials"), 60.0)

    assert isinstance(failure, KeyRefusedError)
    assert "Unable to locate credentials" in str(failure)


def test_a_missing_package_of_a_provider_is_named() -> None:
    """The SDK finds out only when it signs the first request."""
    failure = translate(ModuleNotFoundError("No module named 'boto3'"), 60.0)

    assert isinstance(failure, UsageError)
    assert "pip install" in (failure.hint or "")


def test_a_bug_in_a_call_is_raised_as_it_is() -> None:
    """A parameter that the SDK does not know is ours to mend, not the user's."""
    line = SdkConnection(clients=Clients(env={"ANTHROPIC_API_KEY": "sk-test"}))

    with pytest.raises(TypeError, match="temperature"):
        line.send(request(temperature=0), 20.0)
    line.close()
