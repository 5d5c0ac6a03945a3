"""A caller through the real SDK: waiting, money, many threads, and a run that is killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.claude.budget import Budget
from claimdiff.claude.clients import Clients
from claimdiff.claude.lifecycle import Lifecycles, lookup
from claimdiff.claude.messages import BudgetReachedError, CallFailedError, KeyRefusedError
from claimdiff.claude.opening import open_caller
from claimdiff.claude.store import Store
from claimdiff.claude.throttle import Throttle
from claimdiff.errors import ClaimdiffError, InterruptedRunError, UsageError
from helpers.calls import MODEL, Clock, request
from helpers.fake_claude import caller_for

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

RUN = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from claimdiff.claude.budget import Budget
from claimdiff.claude.caller import Caller
from claimdiff.claude.connection import connect
from claimdiff.claude.messages import Request
from claimdiff.claude.store import Store
from claimdiff.claude.throttle import Throttle

def request(number):
    message = {"role": "user", "content": f"question {number}"}
    return Request(body={"model": "claude-haiku-4-5", "max_tokens": 100, "messages": [message]})

caller = Caller(connection=connect("anthropic", os.environ), store=Store(folder=Path(sys.argv[1])), budget=Budget())
with ThreadPoolExecutor(4) as pool:
    print([reply.text for reply in pool.map(caller.ask, [request(number) for number in range(40)])])
"""


def _asked(fake: FakeClaude) -> list[str]:
    return [body["messages"][0]["content"] for body in fake.bodies]


def test_a_second_run_makes_no_call(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """Whatever was answered once is not paid for again, and the answers are the same."""
    fake_claude.reply("", answer=lambda body: f"answer to {body['messages'][0]['content']}")
    requests = [request(str(number), vote=number % 3) for number in range(12)]
    runs = []
    for _ in range(2):
        caller = caller_for(fake_claude, tmp_path)
        with ThreadPoolExecutor(6) as pool:
            runs.append([reply.text for reply in pool.map(caller.ask, requests)])

    assert runs[0] == runs[1] == [f"answer to {number}" for number in range(12)]
    assert fake_claude.calls == 12
    assert caller.budget.used.total == 0
    assert caller.budget.stored_calls == 12


def test_a_rate_limit_holds_for_all_workers(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """Told to wait one second, nobody calls in that second, and all replies come."""
    moments: list[float] = []

    def answer(_: object) -> str:
        moments.append(time.monotonic())
        return "25 dollars"

    fake_claude.reply("", answer=answer)
    fake_claude.fault("429", retry_after="1", match="first")
    caller = caller_for(fake_claude, tmp_path, concurrency=4)
    told = time.monotonic()
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(caller.ask, request("first"))
        while not caller.throttle._until:
            time.sleep(0.01)
        rest = [pool.submit(caller.ask, request(str(number))) for number in range(6)]
        replies = [one.result().text for one in (first, *rest)]

    assert replies == ["25 dollars"] * 7
    assert min(moments) - told >= 1.0
    assert fake_claude.calls == 8


def test_a_wait_that_is_too_long_fails_within_the_time_of_the_call(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """Seventy seconds with four to go, twice: the words say why."""
    fake_claude.fault("429", retry_after="70", times=2, message="Number of requests has exceeded your limit")
    caller = caller_for(fake_claude, tmp_path, timeout_s=4.0)
    caller.connection.clients.of("anthropic")  # type: ignore[attr-defined]
    with pytest.raises(CallFailedError) as caught:
        caller.ask(request())

    assert str(caught.value) == (
        "Claude did not answer: rate limit: Number of requests has exceeded your limit; "
        "it asks to wait 70 s, more than is left of limits.timeout_s (4 s)"
    )
    assert fake_claude.calls == 2


def test_one_long_wait_loses_no_call(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """A service that speaks of seventy seconds once, to calls that have four: all of them, and all later ones, get their reply."""
    fake_claude.reply("", text="25 dollars")
    fake_claude.fault("429", retry_after="70", times=3)
    caller = caller_for(fake_claude, tmp_path, timeout_s=4.0, concurrency=3)
    caller.connection.clients.of("anthropic")  # type: ignore[attr-defined]
    with ThreadPoolExecutor(8) as pool:
        replies = [one.text for one in pool.map(caller.ask, [request(str(number)) for number in range(12)])]

    assert replies == ["25 dollars"] * 12
    assert fake_claude.calls == 15


def test_a_refused_key_stops_all_later_calls(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """Of twenty questions, those that were under way learn it themselves; no other is sent."""
    fake_claude.fault("401", times=100)
    caller = caller_for(fake_claude, tmp_path, concurrency=2)

    def ask(number: int) -> type[BaseException] | None:
        try:
            caller.ask(request(str(number)))
        except ClaimdiffError as problem:
            return type(problem)
        return None

    with ThreadPoolExecutor(8) as pool:
        ends = list(pool.map(ask, range(20)))

    assert ends == [KeyRefusedError] * 20
    assert fake_claude.calls <= 2


def test_the_same_request_of_two_threads_is_sent_once(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """Also while the first is still waiting for its reply."""
    fake_claude.reply("", text="25 dollars", latency=0.2)
    caller = caller_for(fake_claude, tmp_path)
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(caller.ask, [request()] * 8))

    assert {reply.text for reply in replies} == {"25 dollars"}
    assert fake_claude.calls == 1


def test_concurrent_calls_stay_within_the_budget(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """What the service says it used is never more than the cap, and what was paid is kept."""
    fake_claude.reply("", text="25 dollars", usage={"input_tokens": 900, "output_tokens": 100})
    caller = caller_for(fake_claude, tmp_path, budget=Budget(max_usd=0.02), concurrency=8)

    def ask(number: int) -> bool:
        try:
            caller.ask(request(str(number)))
        except BudgetReachedError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(ask, range(40)))

    spent = fake_claude.stats["ok"] * (900 * 1 + 100 * 5) / 1_000_000
    assert caller.budget.usd == pytest.approx(spent)
    assert 0.015 < spent <= 0.02
    assert done.count(True) == fake_claude.calls
    assert sum(Store(folder=tmp_path).get(request(str(number))) is not None for number in range(40)) == done.count(True)


def test_calls_run_side_by_side(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """As many as allowed, not one after the other, and never more."""
    together = threading.Barrier(5)

    def answer(_: object) -> str:
        together.wait(timeout=30)
        return "25 dollars"

    fake_claude.reply("", answer=answer)
    caller = caller_for(fake_claude, tmp_path, concurrency=5)
    with ThreadPoolExecutor(12) as pool:
        list(pool.map(caller.ask, [request(str(number)) for number in range(20)]))

    assert fake_claude.stats["most_at_once"] == 5


def test_a_retired_model_is_told_before_money_is_spent(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """No message is sent to it; a deprecated one is used and told."""
    fake_claude.reply("", text="25 dollars")
    fake_claude.lifecycles[MODEL] = {"lifecycle": "retired"}
    clients = Clients(env=fake_claude.env)
    models = Lifecycles(look=lookup(clients), folder=tmp_path)
    with pytest.raises(UsageError, match="is retired"):
        caller_for(fake_claude, tmp_path, lifecycles=models).ask(request())

    assert fake_claude.calls == 0
    clients.close()


def test_a_killed_run_pays_for_nothing_twice(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """Killed half way, the next run asks only for what is not stored, and ends as an undisturbed one."""
    killed = threading.Event()

    def answer(body: dict[str, Any]) -> str:
        if fake_claude.stats["ok"] >= 17:
            killed.wait(timeout=60)
        return f"answer to {body['messages'][0]['content']}"

    fake_claude.reply("", answer=answer)
    command = [sys.executable, "-c", RUN, str(tmp_path)]
    environment = {**os.environ, **fake_claude.env}
    run = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    while fake_claude.stats["ok"] < 17:
        time.sleep(0.005)
        assert run.poll() is None
    run.send_signal(signal.SIGKILL)
    run.wait(timeout=60)
    killed.set()

    store = Store(folder=tmp_path)
    stored = [f"question {number}" for number in range(40) if store.get(request(f"question {number}"))]
    before = len(fake_claude.bodies)
    last = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)

    assert len(stored) >= 17 - 4
    assert sorted(_asked(fake_claude)[before:]) == sorted({f"question {number}" for number in range(40)} - set(stored))
    assert last.stdout == f"{[f'answer to question {number}' for number in range(40)]}\n"


def test_opening_loads_nothing_and_a_stored_run_loads_nothing_either(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """The SDK takes seconds to load: a run whose replies are all stored never does."""
    fake_claude.reply("", text="25 dollars")
    with open_caller(tmp_path, fake_claude.env) as caller:
        caller.ask(request())
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from claimdiff.claude.messages import Request\n"
        "from claimdiff.claude.opening import open_caller\n"
        f"request = Request(body={request().body!r})\n"
        "with open_caller(Path(sys.argv[1]), os.environ) as caller:\n"
        "    print(caller.ask(request).text, caller.ask(request).stored, 'anthropic' in sys.modules)\n"
    )
    environment = {**os.environ, **fake_claude.env}
    command = [sys.executable, "-c", program, str(tmp_path)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)

    assert ran.stdout == "25 dollars True False\n"
    assert fake_claude.calls == 1


def test_an_opened_caller_looks_at_models_and_keeps_to_its_limits(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """A deprecated model is used, and told."""
    fake_claude.reply("", text="25 dollars")
    fake_claude.lifecycles[MODEL] = {"lifecycle": "deprecated", "retires_at": "2027-03-01T00:00:00Z"}
    with open_caller(tmp_path, fake_claude.env, budget=Budget(max_tokens=3000), timeout_s=20.0) as caller:
        caller.ask(request())
        assert caller.lifecycles is not None
        found = caller.lifecycles.findings([MODEL])

    assert found[0].startswith(f"model {MODEL} is deprecated and is retired on 2027-03-01")
    assert (fake_claude.calls, fake_claude.stats["models"]) == (1, 1)


def test_leaving_by_an_error_lets_no_call_begin(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """Ctrl-C between two calls ends the run there."""
    opened = open_caller(tmp_path, fake_claude.env)
    caller = opened.__enter__()
    assert not opened.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)

    with pytest.raises(InterruptedRunError):
        caller.ask(request("another"))
    assert fake_claude.calls == 0


def test_a_local_model_is_never_taken_for_claude(fake_claude: FakeClaude, tmp_path: Path) -> None:
    """What another server said under the name of one of Claude's models is not read as Claude's."""
    fake_claude.reply("", text="25 dollars")
    with open_caller(tmp_path, fake_claude.env) as caller:
        caller.ask(request())

    with open_caller(tmp_path, {"ANTHROPIC_API_KEY": "sk-test"}) as real:
        assert real.store.get(request()) is None
    with open_caller(tmp_path, fake_claude.env) as caller:
        assert caller.ask(request()).stored


@pytest.mark.parametrize("kind", ["reset_mid", "broken"])
def test_replies_that_are_lost_on_the_way_count_against_the_cap(
    fake_claude: FakeClaude, tmp_path: Path, kind: str
) -> None:
    """The service bills what it answered, whether or not it arrived: the cap holds for that as well."""
    fake_claude.reply("", text="25 dollars", usage={"input_tokens": 900, "output_tokens": 100})
    fake_claude.fault(kind, times=8)
    clock = Clock()
    throttle = Throttle(clock=clock.read, sleep=clock.sleep)
    caller = caller_for(fake_claude, tmp_path, budget=Budget(max_usd=0.03), timeout_s=1000.0, throttle=throttle)
    for number in range(60):
        with contextlib.suppress(CallFailedError, BudgetReachedError):
            caller.ask(request(str(number)))

    billed = fake_claude.answered * (900 * 1 + 100 * 5) / 1_000_000
    assert fake_claude.answered >= 10
    assert billed <= 0.03
