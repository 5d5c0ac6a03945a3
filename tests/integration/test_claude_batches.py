"""Batches through the real SDK: half the price, and whatever goes wrong between submitting and the last result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.claude.batching import Batching
from claimdiff.claude.batchservice import SdkBatches
from claimdiff.claude.budget import Budget
from claimdiff.claude.clients import Clients
from claimdiff.claude.messages import BudgetReachedError, CallFailedError, Request
from claimdiff.claude.throttle import Throttle
from claimdiff.errors import UsageError
from helpers.calls import Clock, request
from helpers.fake_claude import caller_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from claimdiff.claude.batches import Progress
    from claimdiff.claude.caller import Caller
    from helpers.fake_claude import FakeClaude

REQUESTS = [request(f"question {number}", vote=number % 2) for number in range(5)]


class Setup:
    """One run after another over the same folder, with a clock that moves only by sleeping."""

    def __init__(self, fake: FakeClaude, folder: Path) -> None:
        self.fake, self.folder = fake, folder
        self.clients = Clients(env=fake.env)
        self.seen: list[Progress] = []
        self.clock = Clock()

    def run(self, **more: object) -> tuple[Batching, Caller]:
        """What a new run of the program would have."""
        throttle = Throttle(clock=self.clock.read, sleep=self.clock.sleep)
        caller = caller_for(self.fake, self.folder / "store", throttle=throttle, **more)
        service = SdkBatches(clients=self.clients)
        batching = Batching(service=service, caller=caller, folder=self.folder / "batches", progress=self.seen.append)
        return batching, caller

    @property
    def left(self) -> list[Path]:
        """What is written down of batches that run."""
        return sorted((self.folder / "batches").glob("*.json"))


@pytest.fixture
def setup(fake_claude: FakeClaude, tmp_path: Path) -> Iterator[Setup]:
    """A service that answers with the question's own words."""
    fake_claude.reply("", answer=lambda body: f"answer to {body['messages'][0]['content']}")
    made = Setup(fake_claude, tmp_path)
    yield made
    made.clients.close()


def _texts(caller: Caller) -> list[str]:
    return [caller.ask(one).text for one in REQUESTS]


EXPECTED = [f"answer to question {number}" for number in range(5)]


def test_a_batch_fills_the_store(setup: Setup) -> None:
    """Every reply comes by the batch, at half the price; no single call is made, and nothing is left over."""
    setup.fake.batches.polls = 3
    batching, caller = setup.run()
    outcome = batching.fetch(REQUESTS)

    assert (outcome.fetched, outcome.failed) == (5, {})
    assert _texts(caller) == EXPECTED
    assert setup.fake.calls == 0
    used = caller.budget.used
    assert caller.budget.usd == pytest.approx((used.input_tokens * 1 + used.output_tokens * 5) / 2 / 1_000_000)
    assert setup.left == []
    assert [str(one) for one in setup.seen][-1].startswith("batch: 5 of 5 answered after 0:")


def test_what_is_stored_is_not_submitted(setup: Setup) -> None:
    """A second run submits nothing, and one with a new question only that."""
    setup.run()[0].fetch(REQUESTS)
    setup.run()[0].fetch(REQUESTS)
    assert setup.fake.stats["batches"] == 1

    setup.run()[0].fetch([*REQUESTS, request("new")])
    assert setup.fake.stats["batch_requests"] == 6


@pytest.mark.parametrize("end", ["errored", "expired", "canceled"])
def test_a_request_that_failed_is_asked_singly(setup: Setup, end: str) -> None:
    """The others are kept, and the failed one comes by an ordinary call."""
    setup.fake.batches.results[REQUESTS[2].key] = end
    batching, caller = setup.run()
    outcome = batching.fetch(REQUESTS)

    assert outcome.fetched == 4
    assert outcome.failed[REQUESTS[2].key].startswith(end)
    assert _texts(caller) == EXPECTED
    assert setup.fake.calls == 1


def test_a_killed_run_is_taken_up(setup: Setup) -> None:
    """The next run polls what was submitted and pays for nothing twice."""

    def die(_: Progress) -> None:
        raise KeyboardInterrupt

    setup.fake.batches.polls = 2
    batching, _ = setup.run()
    batching.progress = die
    with pytest.raises(KeyboardInterrupt):
        batching.fetch(REQUESTS)
    assert len(setup.left) == 1

    batching, caller = setup.run()
    assert batching.fetch(REQUESTS).fetched == 5
    assert _texts(caller) == EXPECTED
    assert (setup.fake.stats["batches"], setup.fake.calls, setup.left) == (1, 0, [])


def test_a_kill_right_after_submitting_is_taken_up(setup: Setup) -> None:
    """The service had it, the run did not live to hear its name: it is found by time and size."""
    batching, _ = setup.run()
    create = batching.service.create

    def die(requests: list[Request]) -> object:
        create(requests)
        raise KeyboardInterrupt

    batching.service = _Replaced(batching.service, create=die)  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        batching.fetch(REQUESTS)

    batching, caller = setup.run()
    assert batching.fetch(REQUESTS).fetched == 5
    assert _texts(caller) == EXPECTED
    assert (setup.fake.stats["batches"], setup.fake.calls) == (1, 0)


class _Replaced:
    """A service with one method replaced."""

    def __init__(self, service: object, **methods: object) -> None:
        self._service = service
        self.__dict__.update(methods)

    def __getattr__(self, name: str) -> object:
        return getattr(self._service, name)


def test_a_kill_before_submitting_is_forgotten(setup: Setup) -> None:
    """The service never had it, so it is submitted now."""

    def die(_: list[Request]) -> object:
        raise KeyboardInterrupt

    batching, _ = setup.run()
    batching.service = _Replaced(batching.service, create=die)  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        batching.fetch(REQUESTS)
    assert len(setup.left) == 1

    assert setup.run()[0].fetch(REQUESTS).fetched == 5
    assert setup.left == []


def test_a_lost_answer_to_a_submission_is_no_second_batch(setup: Setup) -> None:
    """The connection broke after the service took it: it is looked for before it is sent again."""
    setup.fake.fault("reset", match="batch create", after=True)
    assert setup.run()[0].fetch(REQUESTS).fetched == 5

    assert setup.fake.stats["batches"] == 1


@pytest.mark.parametrize("what", ["create", "look", "results"])
@pytest.mark.parametrize("kind", ["500", "529", "reset"])
def test_faults_on_the_way_are_tried_again(setup: Setup, what: str, kind: str) -> None:
    """Three in a row lose nothing and pay nothing twice."""
    setup.fake.fault(kind, match=f"batch {what}", times=3)
    batching, caller = setup.run()

    assert batching.fetch(REQUESTS).fetched == 5
    assert caller.budget.calls == 5


def test_results_that_break_off_are_read_again(setup: Setup) -> None:
    """No reply is booked twice."""
    setup.fake.fault("reset_mid", match="batch results", after=True)
    batching, caller = setup.run()

    assert batching.fetch(REQUESTS).fetched == 5
    assert caller.budget.calls == 5


def test_a_service_that_stays_away_leaves_the_batch_for_later(setup: Setup) -> None:
    """The words say what to do, and the next run takes it up."""
    setup.fake.fault("500", match="batch look", times=8)
    with pytest.raises(CallFailedError, match="the batch cannot be reached") as caught:
        setup.run()[0].fetch(REQUESTS)
    assert "run the same command again" in (caught.value.hint or "")

    assert setup.run()[0].fetch(REQUESTS).fetched == 5
    assert setup.fake.stats["batches"] == 1


def test_a_batch_that_is_gone_is_asked_singly(setup: Setup) -> None:
    """Results are kept by the service for some weeks only."""
    setup.fake.fault("500", match="batch look", times=8)
    with pytest.raises(CallFailedError):
        setup.run()[0].fetch(REQUESTS)
    setup.fake.batches.made.clear()
    batching, caller = setup.run()

    assert batching.fetch(REQUESTS).fetched == 0
    assert _texts(caller) == EXPECTED


def test_a_cut_reply_is_not_stored_and_not_paid_twice_in_a_run(setup: Setup) -> None:
    """It is no answer; this run gets it as it is, the next asks again."""
    setup.fake.rules.clear()
    setup.fake.reply("", text="cut", stop_reason="max_tokens")
    batching, caller = setup.run()
    batching.fetch(REQUESTS)

    assert not caller.ask(REQUESTS[0]).complete
    assert setup.fake.calls == 0
    assert setup.run()[1].ask(REQUESTS[0]).stop_reason == "max_tokens"
    assert setup.fake.calls == 1


def test_a_batch_over_the_budget_is_not_submitted(setup: Setup) -> None:
    """Its worst case is checked as a whole, since nobody can stop it half way."""
    with pytest.raises(BudgetReachedError):
        setup.run(budget=Budget(max_usd=0.004))[0].fetch(REQUESTS)

    assert setup.fake.stats["batches"] == 0
    assert setup.left == []


def test_a_folder_that_cannot_be_written_submits_nothing(setup: Setup) -> None:
    """What is not written down could be lost."""
    (setup.folder / "batches").write_text("in the way", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be written"):
        setup.run()[0].fetch(REQUESTS)

    assert setup.fake.stats["batches"] == 0


def test_garbage_among_what_is_written_down_is_passed_over(setup: Setup) -> None:
    """A file cut by a kill costs nothing."""
    (setup.folder / "batches").mkdir()
    (setup.folder / "batches" / "cut.json").write_text('{"version": 1, "ite', encoding="utf-8")

    assert setup.run()[0].fetch(REQUESTS).fetched == 5
    assert setup.left == []


def test_only_one_provider_has_batches(setup: Setup) -> None:
    """Bedrock and Vertex are told so before anything is sent."""
    with pytest.raises(UsageError, match="provider: bedrock has no batches"):
        setup.run()[0].fetch([Request(body=request().body, provider="bedrock")])
