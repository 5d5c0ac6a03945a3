"""The sentence model of the `embed` extra, run for real."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from claimdiff.errors import UsageError
from claimdiff.retrieval import minilm
from claimdiff.retrieval.minilm import DIMENSIONS, SCALE, MiniLM

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = (
    "How expensive is the subscription?",
    "The Pro plan costs 25 dollars per month.",
    "The admin server listens on port 8080.",
    "",
    "\ud800 lone, \U0001f600, \u6599\u91d1 and \u200b nothing",
    "word " * 2_000,
)


@pytest.fixture(scope="module")
def model() -> MiniLM:
    """The installed one."""
    return minilm.find()


def numbers(vector: bytes) -> list[int]:
    """The integers of a vector."""
    return list(memoryview(vector).cast("h"))


def near(one: bytes, other: bytes) -> float:
    """The cosine of two vectors."""
    return sum(a * b for a, b in zip(numbers(one), numbers(other), strict=True)) / SCALE**2


def test_every_text_has_a_vector_of_length_one(model: MiniLM) -> None:
    """Also an empty one, one without a known sign, and one that is longer than what the model reads."""
    for vector in model.embed(TEXTS):
        assert len(vector) == model.size == 2 * DIMENSIONS
        assert near(vector, vector) == pytest.approx(1, abs=1e-3)


def test_meaning_is_nearer_than_another_fact(model: MiniLM) -> None:
    """A question about the price is nearer to the price, with which it shares no word, than to the port."""
    question, price, port = model.embed(TEXTS[:3])
    assert near(question, price) > near(question, port) + 0.1


def test_company_does_not_matter(model: MiniLM) -> None:
    """A text has the same bytes alone, among others and in another order."""
    together = dict(zip(TEXTS, model.embed(TEXTS), strict=True))
    assert [model.embed([text])[0] for text in reversed(TEXTS)] == [together[text] for text in reversed(TEXTS)]


def test_the_same_bytes_in_another_process(model: MiniLM) -> None:
    """Two runs see the same vectors; the other process knows no network, and leaves nothing in the home folder."""
    program = (
        "import socket, sys\n"
        "def refused(*_, **__): raise AssertionError('the network was asked')\n"
        "socket.socket.connect = socket.getaddrinfo = refused\n"
        "from claimdiff.retrieval import minilm\n"
        "print(minilm.find().embed([sys.argv[1]])[0].hex())\n"
    )
    done = subprocess.run([sys.executable, "-c", program, TEXTS[1]], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == model.embed([TEXTS[1]])[0].hex()
    assert done.stderr == ""


def test_the_identity_names_files_and_libraries(model: MiniLM, tmp_path: Path) -> None:
    """Another model, tokenizer or library has other vectors."""
    other = tmp_path / "other"
    other.write_bytes(b"other")
    identities = {
        model.identity,
        MiniLM(model=other, tokenizer=model.tokenizer, libraries=model.libraries).identity,
        MiniLM(model=model.model, tokenizer=other, libraries=model.libraries).identity,
        MiniLM(model=model.model, tokenizer=model.tokenizer, libraries=("onnxruntime 0",)).identity,
    }
    assert len(identities) == 4
    assert minilm.find().identity == model.identity


@pytest.mark.parametrize("file", ["model", "tokenizer"])
def test_a_file_that_is_no_model_is_told_with_what_to_type(model: MiniLM, tmp_path: Path, file: str) -> None:
    """A damaged installation is the user's to mend, and no bug of ours."""
    broken = tmp_path / "broken"
    broken.write_bytes(b"{}")
    files = {"model": model.model, "tokenizer": model.tokenizer, file: broken}
    with pytest.raises(UsageError, match=r"retriever\.embed") as caught:
        MiniLM(**files, libraries=()).embed(["a"])
    assert "pip install 'claimdiff[embed]'" in (caught.value.hint or "")


def test_a_file_that_is_gone(model: MiniLM, tmp_path: Path) -> None:
    """So is one that went while the run began."""
    with pytest.raises(UsageError, match="gone cannot be read"):
        _ = MiniLM(model=model.model, tokenizer=tmp_path / "gone", libraries=()).identity


def test_all_that_is_missing_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Library, package and file, with the one command that brings them all."""
    monkeypatch.setattr(minilm, "_LIBRARIES", ("no-such-library", "numpy"))
    monkeypatch.setattr(minilm, "_MODEL", ("no-such-model", "model.onnx"))
    monkeypatch.setattr(minilm, "_TOKENIZER", ("numpy", "no/such/tokenizer.json"))
    with pytest.raises(UsageError) as caught:
        minilm.find()
    missing = "no-such-library, no-such-model, tokenizer.json of numpy"
    assert str(caught.value) == f"`retriever.embed: true` needs the extra `embed`; not installed: {missing}"
    assert caught.value.hint == "pip install 'claimdiff[embed]', or set retriever.embed to false"


def test_the_container_of_the_action_never_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """There the hint is a step of the team's own, with the extra."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("CLAIMDIFF_CONTAINER", "1")
    monkeypatch.setattr(minilm, "_LIBRARIES", ("no-such-library",))
    with pytest.raises(UsageError) as caught:
        minilm.find()
    assert "pip install 'claimdiff[embed]' && claimdiff action" in (caught.value.hint or "")
