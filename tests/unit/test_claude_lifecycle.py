from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from claimdiff.claude.lifecycle import Lifecycles, ModelState, Stage
from claimdiff.claude.messages import Request
from claimdiff.errors import UsageError
from helpers.calls import MODEL, request

if TYPE_CHECKING:
    from pathlib import Path

DAY = 86_400.0


@dataclass(kw_only=True)
class _Service:
    stage: Stage = "active"
    retires: str | None = None
    asked: list[str] = field(default_factory=list)

    def look(self, model: str) -> ModelState:
        self.asked.append(model)
        return ModelState(model=model, stage=self.stage, retires=self.retires)

    def models(self, folder: Path, now: float = 0.0) -> Lifecycles:
        return Lifecycles(look=self.look, folder=folder, now=lambda: now)


def test_an_active_model_says_nothing(tmp_path: Path) -> None:
    """The usual case makes no words."""
    models = _Service().models(tmp_path)
    models.admit(request())

    assert models.findings([MODEL]) == ()


def test_a_deprecated_model_is_told_with_its_last_day(tmp_path: Path) -> None:
    """It still answers, so the run goes on."""
    models = _Service(stage="deprecated", retires="2027-03-01").models(tmp_path)
    models.admit(request())

    assert models.findings([MODEL, MODEL]) == (
        f"model {MODEL} is deprecated and is retired on 2027-03-01; the scores of its successor are not comparable",
    )


def test_a_retired_model_ends_the_run_before_a_call(tmp_path: Path) -> None:
    """Every call would fail, so none is made."""
    with pytest.raises(UsageError, match="is retired, every call to it fails"):
        _Service(stage="retired").models(tmp_path).admit(request())


def test_a_model_is_looked_up_once(tmp_path: Path) -> None:
    """Not for each call, not by the next run of the same day, but again the day after."""
    service = _Service(stage="deprecated")
    models = service.models(tmp_path)
    models.admit(request())
    models.admit(request("another"))
    service.models(tmp_path, now=DAY - 1).admit(request())
    assert service.asked == [MODEL]

    service.models(tmp_path, now=DAY + 1).admit(request())
    assert service.asked == [MODEL, MODEL]


def test_a_run_without_calls_still_tells_what_is_known(tmp_path: Path) -> None:
    """Replies that are all stored look up nothing, and the report stays the same."""
    service = _Service(stage="deprecated")
    service.models(tmp_path).admit(request())

    assert len(service.models(tmp_path, now=30 * DAY).findings([MODEL])) == 1
    assert service.asked == [MODEL]


def test_a_service_that_does_not_tell_is_no_obstacle(tmp_path: Path) -> None:
    """Other servers know no such page; it is not remembered either."""
    service = _Service(stage="unknown")
    models = service.models(tmp_path)
    models.admit(request())

    assert models.findings([MODEL]) == ()
    assert list(tmp_path.rglob("*.json")) == []


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b'{"asked": 0, "model": "m", "stage": "gone", "retires": 1}']
)
def test_a_file_that_cannot_be_read_is_looked_up_again(tmp_path: Path, data: bytes) -> None:
    """Garbage among what is remembered costs one look."""
    service = _Service()
    service.models(tmp_path).admit(request())
    for path in tmp_path.rglob("*.json"):
        path.write_bytes(data)
    service.models(tmp_path).admit(request())

    assert len(service.asked) == 2


def test_other_providers_have_no_such_page(tmp_path: Path) -> None:
    """Bedrock and Vertex are not asked."""
    service = _Service(stage="retired")
    service.models(tmp_path).admit(Request(body=request().body, provider="bedrock"))

    assert service.asked == []


def test_a_service_that_is_silent_today_is_taken_at_its_word_of_yesterday(tmp_path: Path) -> None:
    """Who judged must not change its name because one look failed."""
    service = _Service(stage="deprecated")
    service.models(tmp_path).admit(request())
    service.stage = "unknown"
    models = service.models(tmp_path, now=3 * DAY)

    assert models.state(MODEL).stage == "deprecated"
    assert len(service.asked) == 2


def test_what_is_looked_up_beside_other_work_is_waited_for(tmp_path: Path) -> None:
    """Whoever wants to know what a name stands for gets what the look brings, and no call goes out before it."""
    gate, asked = threading.Event(), list[str]()

    def look(model: str) -> ModelState:
        asked.append(model)
        gate.wait()
        return ModelState(model=model, stage="retired", resolved=f"{model}-20251001")

    models = Lifecycles(look=look, folder=tmp_path, apart=True, now=lambda: 0.0)
    models.begin([MODEL, MODEL])
    threading.Timer(0.05, gate.set).start()

    assert models.resolved(MODEL) == f"{MODEL}-20251001"
    with pytest.raises(UsageError, match="is retired"):
        models.admit(request())
    assert asked == [MODEL]
