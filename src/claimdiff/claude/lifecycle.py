"""Whether a model is going away: looked up before the first call to it, and remembered for a day."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, get_args

from claimdiff.claude.deadline import within
from claimdiff.claude.store import UNFINISHED, write_whole
from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from claimdiff.claude.clients import Clients
    from claimdiff.claude.messages import Request

Stage = Literal["active", "deprecated", "retired", "unknown"]
FRESH_S = 86_400.0
PATIENCE_S = 10.0
"""Seconds that a look may take: a run goes on without it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelState:
    """The stage of a model; `unknown` where the service does not tell. `retires` is the planned day, as YYYY-MM-DD.

    `resolved` is the id that an alias stands for, None where that is not known.
    """

    model: str
    stage: Stage
    retires: str | None = None
    resolved: str | None = None

    @property
    def finding(self) -> str | None:
        """What a person should know of it, None if nothing."""
        if self.stage == "retired":
            return f"model {self.model} is retired, every call to it fails; set another model in claimdiff.yml"
        if self.stage == "deprecated":
            when = f"is retired on {self.retires}" if self.retires else "will be retired"
            return f"model {self.model} is deprecated and {when}; the scores of its successor are not comparable"
        return None


@dataclass(kw_only=True)
class Lifecycles:
    """The stages of the models of a run. Safe for several threads.

    A run whose replies are all stored looks up nothing: what was found before is remembered in `folder`. `apart`: `look`
    waits for another process, so that other work can go on meanwhile.
    """

    look: Callable[[str], ModelState]
    folder: Path
    apart: bool = False
    now: Callable[[], float] = time.time
    _states: dict[str, Future[ModelState]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def admit(self, request: Request) -> None:
        """Look at the model of a call that is about to be made, once a run and at most once a day.

        Raises:
            UsageError: the model is retired.
        """
        if request.provider != "anthropic":
            return
        state = self.state(request.model)
        if state.stage == "retired":
            raise UsageError(state.finding or "", hint="see the models page of the provider for its successor")

    def state(self, model: str) -> ModelState:
        """What is known of a model of the Anthropic API; looked up once a run and at most once a day."""
        state, own = self._begun(model)
        if own:
            self._settle(model, state)
        return state.result()

    def begin(self, models: Iterable[str]) -> None:
        """Begin to look at models, beside other work where that can be. Whoever wants to know more waits for that look."""
        for model in models:
            if not self.apart:
                self.state(model)
                continue
            state, own = self._begun(model)
            if own:
                threading.Thread(target=self._settle, args=(model, state), daemon=True, name="claude-models").start()

    def _begun(self, model: str) -> tuple[Future[ModelState], bool]:
        """Where the state of a model is or will be, and whether the caller has to see to that."""
        with self._lock:
            own = model not in self._states
            return self._states.setdefault(model, Future()), own

    def _settle(self, model: str, state: Future[ModelState]) -> None:
        try:
            state.set_result(self._remembered(model, FRESH_S) or self._looked_up(model))
        except BaseException:
            state.set_result(ModelState(model=model, stage="unknown"))  # nobody may wait for ever
            raise

    def _looked_up(self, model: str) -> ModelState:
        """What the service tells now; where it does not tell, what it told once."""
        state = self.look(model)
        if state.stage == "unknown":
            return self._remembered(model) or state
        self._remember(state)
        return state

    def resolved(self, model: str) -> str | None:
        """The id that a name stands for, as far as it is known; asks nobody."""
        state = self._known(model)
        return state.resolved if state else None

    def findings(self, models: Iterable[str]) -> tuple[str, ...]:
        """What a person should know of these models, as far as it is known; asks nobody."""
        states = [self._known(name) for name in sorted(set(models))]
        return tuple(state.finding for state in states if state and state.finding)

    def _known(self, model: str) -> ModelState | None:
        with self._lock:
            state = self._states.get(model)
        return state.result() if state is not None else self._remembered(model)

    def _path(self, model: str) -> Path:
        return self.folder / "models" / f"{hashlib.sha256(model.encode()).hexdigest()[:16]}.json"

    def _remembered(self, model: str, younger_than: float | None = None) -> ModelState | None:
        try:
            value = json.loads(self._path(model).read_bytes())
            age = self.now() - float(value.pop("asked"))
            state = ModelState(**value)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        good = state.model == model and state.stage in get_args(Stage) and isinstance(state.retires, str | None)
        good = good and isinstance(state.resolved, str | None)
        return state if good and (younger_than is None or 0 <= age < younger_than) else None

    def _remember(self, state: ModelState) -> None:
        text = json.dumps({**asdict(state), "asked": self.now()})
        write_whole(self._path(state.model), text, self.folder / UNFINISHED)


def lookup(clients: Clients) -> Callable[[str], ModelState]:
    """Ask the service; whatever it answers but a stage means `unknown`, since other servers have no such page."""

    def look(model: str) -> ModelState:
        try:
            found: Any = within(PATIENCE_S, lambda: clients.of("anthropic").models.retrieve(model, timeout=PATIENCE_S))
            stage, retires, resolved = found.lifecycle, found.retires_at, found.id
        except Exception:  # noqa: BLE001 -- the call itself tells what is wrong; this is only a look
            return ModelState(model=model, stage="unknown")
        day = retires.date().isoformat() if isinstance(retires, datetime) else None
        return ModelState(
            model=model,
            stage=stage if stage in get_args(Stage) else "unknown",
            retires=day,
            resolved=resolved if isinstance(resolved, str) and resolved else None,
        )

    return look
