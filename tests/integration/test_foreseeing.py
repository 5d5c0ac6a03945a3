"""Looking ahead: what is foreseen is what is asked, and what is stored says what comes next. Nothing here is paid for."""

from __future__ import annotations

import shutil
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff import pipeline, settings
from claimdiff.changes import resolve_change
from claimdiff.claude.messages import Usage
from claimdiff.pipeline import batched
from claimdiff.pipeline.costing import foresee
from claimdiff.pipeline.engines import choose
from claimdiff.pipeline.foreseeing import Foresight
from claimdiff.pipeline.options import Options
from claimdiff.pipeline.questions import planned
from claimdiff.pipeline.session import prepare
from helpers.docent import Docent
from helpers.kestrel import Kestrel, config, copied, golden, kestrel, question

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from claimdiff.claude.messages import Request
    from helpers.fake_claude import FakeClaude

IDS = ("price", "port")
ENGINES: dict[str, Any] = {"generator": {"use": "claude"}, "judge": {"use": "claude"}, "extractor": {"use": "claude"}}
PROMPT = "Answer from the search results.\n\n{{ question }}\n"
_MADE: dict[str, Kestrel] = {}


@pytest.fixture
def repo(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    fake_claude: FakeClaude,
    monkeypatch: pytest.MonkeyPatch,
) -> Kestrel:
    """Two questions, approved by Claude; the prompt is another at head, so both are asked anew, and nothing is stored."""
    for name, value in fake_claude.env.items():
        monkeypatch.setenv(name, value)
    Docent().serve(fake_claude)
    files = {
        "claimdiff.yml": config(prompts=["prompts/answer.md.j2"], **ENGINES),
        "prompts/answer.md.j2": PROMPT,
        "golden_set/questions.yml": golden([question(id_) for id_ in IDS]),
    }
    if "approved" not in _MADE:
        _MADE["approved"] = kestrel(tmp_path_factory.mktemp("made") / "kestrel", capsys, files)
    made = copied(_MADE["approved"], tmp_path / "kestrel", capsys)
    shutil.rmtree(made.path / ".claimdiff")
    made.write("prompts/answer.md.j2", f"Be short.\n{PROMPT}")
    return made


@contextmanager
def _ahead(repo: Kestrel, fake: FakeClaude, **given: Any) -> Iterator[Foresight]:
    """Looking ahead as `check` does, with a caller that could ask."""
    options = Options(has_key=True, **given)
    found = settings.load(repo.path / "claimdiff.yml")
    engines, _ = choose(found, options)
    change = resolve_change(repo.path, base="main", env={})
    with closing(change):
        head, base, _ = pipeline.load(change, found)
        model = pipeline.open_model(change, found, options, engines, fake.env)
        with closing(model):
            session = prepare(change, options, engines, head, base, model)
            assert planned(session).replays == IDS
            yield Foresight(session=session, model=model)


def _kind(request: Request) -> str:
    if "output_config" not in request.body:
        return "answer"
    return "claims" if '"units"' in str(request.body["messages"]) else "judge"


def _stored(repo: Kestrel) -> list[str]:
    return sorted(path.stem for path in (repo.path / ".claimdiff").rglob("replies/*/*.json"))


def test_of_an_answer_that_nobody_knows_only_the_question_is_sure(repo: Kestrel, fake_claude: FakeClaude) -> None:
    """Claims and verdicts follow, much like those of the approved answer; base costs nothing where its verdicts stand."""
    before = fake_claude.calls
    with _ahead(repo, fake_claude) as ahead:
        sides = list(ahead.sides("price"))
        told = foresee(ahead.session, IDS)

    assert [[_kind(work.request) for work in side.sure] for side in sides] == [["answer"]]
    assert [[_kind(work.request) for work in side.likely] for side in sides] == [["claims", "judge"]]
    assert (told.calls, told.stored) == (6, 0)
    assert fake_claude.calls == before


def test_what_is_foreseen_after_a_run_is_what_it_asked(repo: Kestrel, fake_claude: FakeClaude) -> None:
    """Every call of the run is foreseen to the letter, and all that is foreseen is stored."""
    ran = repo.check()
    assert ran.code == 0, ran.out + ran.err
    asked = fake_claude.calls
    with _ahead(repo, fake_claude) as ahead:
        sides = [side for id_ in IDS for side in ahead.sides(id_)]
        told = foresee(ahead.session, IDS)
        left = batched._missing(ahead, IDS)

    assert sorted(work.request.key for side in sides for work in side.sure) == _stored(repo)
    assert not [work for side in sides for work in side.likely]
    assert (told.calls, told.stored, told.usage) == (0, 6, Usage())
    assert left == []
    assert fake_claude.calls == asked


def test_three_stages_are_all_that_a_run_needs(repo: Kestrel, fake_claude: FakeClaude) -> None:
    """Answers, then their claims, then verdicts: with the replies of one the next is known, and the run asks nothing."""
    stages = []
    for _ in range(batched.STAGES):
        with _ahead(repo, fake_claude) as ahead:
            missing = batched._missing(ahead, IDS)
            stages.append([_kind(request) for request in missing])
            for request in missing:
                ahead.model.caller.ask(request)
    asked = fake_claude.calls
    ran = repo.check()

    assert stages == [["answer"] * 2, ["claims"] * 2, ["judge"] * 2]
    assert ran.report["usage"]["calls"] == 0
    assert fake_claude.calls == asked


def test_a_given_answer_is_taken_apart_and_not_asked_for(repo: Kestrel, fake_claude: FakeClaude) -> None:
    """What a person wrote is known: its claims are the first call."""
    with _ahead(repo, fake_claude, answers={"price": "The Pro plan costs 25 dollars per month."}) as ahead:
        [head] = ahead.sides("price")

    assert [_kind(work.request) for work in head.sure] == ["claims"]
    assert [_kind(work.request) for work in head.likely] == ["judge"]


def test_where_nothing_was_approved_both_sides_are_answered(repo: Kestrel, fake_claude: FakeClaude) -> None:
    """Without a baseline Claude answers at base as well, under base's prompt."""
    repo.delete("golden_set/baseline/price.yml")
    repo.commit("forget")
    repo.repo.git("branch", "-f", "main", "HEAD")
    repo.write("prompts/answer.md.j2", f"Be brief.\n{PROMPT}")
    with _ahead(repo, fake_claude) as ahead:
        head, base = ahead.sides("price")

    assert [_kind(work.request) for work in (*head.sure, *base.sure)] == ["answer", "answer"]
    assert head.sure[0].request.key != base.sure[0].request.key


def test_a_session_without_a_model_sends_no_batch(repo: Kestrel, fake_claude: FakeClaude) -> None:
    """Offline there is nothing to fetch, and nobody is told of a batch."""
    told: list[str] = []
    with _ahead(repo, fake_claude) as ahead:
        object.__setattr__(ahead.session, "model", None)
        batched.prefetch(ahead.session, IDS, told.append)

    assert told == []
    assert fake_claude.stats["batches"] == 0
