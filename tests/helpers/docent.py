"""A pretended assistant behind the fake service: it answers, takes apart and judges by plain rules that a test can bend.

It answers with the first sentence of the first search result, takes every unit for a claim, and finds a claim supported
where a line of a passage holds it.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from helpers.kestrel import copied, kestrel

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pytest

    from helpers.fake_claude import FakeClaude
    from helpers.kestrel import Kestrel

Verdict = str


@dataclass(kw_only=True)
class Docent:
    """Its habits: `answers` by question (`once`: the first time only), and `padding` where the prompt holds a word.

    `verdicts` maps a claim to its verdicts in the order in which it is judged; the last one stays.
    """

    answers: dict[str, str] = field(default_factory=dict)
    once: dict[str, str] = field(default_factory=dict)
    padding: dict[str, str] = field(default_factory=dict)
    verdicts: dict[str, list[Verdict]] = field(default_factory=dict)
    model: str | None = None
    rating: str = "fully"
    said: list[str] = field(default_factory=list)
    """What it did, in order: `answer`, `claims`, `marks` or `judge` with the question or the claims."""

    def serve(self, fake: FakeClaude) -> None:
        """Answer every request of a fake service."""
        fake.reply("", answer=self.reply)

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        """What it says to a request."""
        content = body["messages"][0]["content"]
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        texts = [block["text"] for block in blocks if block["type"] == "text"]
        if "output_config" not in body:
            found: dict[str, Any] = {"text": self._answer(blocks, texts)}
        elif '{"question"' in texts[0] and '"units"' in texts[0]:
            found = {"json": self._claims(json.loads(texts[0])) | self._marks(body, texts)}
        elif "relevance" in body["output_config"]["format"]["schema"]["properties"]:
            self.said.append(f"marks: {json.loads(texts[0])['question']}")
            found = {"json": self._marks(body, texts)}
        else:
            found = {"json": self._verdicts([json.loads(text) for text in texts if text.startswith("{")])}
        return found | ({"model": self.model} if self.model else {})

    def count(self, kind: str) -> int:
        """How often it did one of its three things."""
        return sum(item.startswith(f"{kind}: ") for item in self.said)

    def _answer(self, blocks: list[dict[str, Any]], texts: list[str]) -> str:
        asked = "\n".join(texts)
        self.said.append(f"answer: {asked}")
        pages = [block for block in blocks if block["type"] == "search_result"]
        plain = pages[0]["content"][0]["text"] if pages else "I could not find that in the docs."
        said = next((text for question, text in self.answers.items() if question in asked), plain)
        said = next((self.once.pop(question) for question in list(self.once) if question in asked), said)
        return " ".join([said, *(text for word, text in self.padding.items() if word in asked)])

    def _claims(self, value: dict[str, Any]) -> dict[str, Any]:
        self.said.append(f"claims: {value['question']}")
        return {"units": [{"unit": unit["id"], "claims": [unit["text"]]} for unit in value["units"]]}

    def _marks(self, body: dict[str, Any], texts: list[str]) -> dict[str, Any]:
        """The marks that the schema asks for: a claim of the reference is stated where the answer holds it."""
        wanted = body["output_config"]["format"]["schema"]["properties"]
        values = [json.loads(text) for text in texts]
        said = values[0].get("answer") or " ".join(unit["text"] for unit in values[0]["units"])
        found: dict[str, Any] = {}
        if "reference" in wanted:
            found["reference"] = [
                {"id": item["id"], "quote": item["claim"], "says": "stated"}
                if item["claim"] in said
                else {"id": item["id"], "quote": "", "says": "not_stated"}
                for item in values[1]["reference"]
            ]
        return found | ({"relevance": {"reason": "as asked", "rating": self.rating}} if "relevance" in wanted else {})

    def _verdicts(self, values: list[dict[str, Any]]) -> dict[str, Any]:
        claims = next(value["claims"] for value in values if "claims" in value)
        self.said.append("judge: " + " | ".join(item["claim"] for item in claims))
        passages = [value for value in values if "lines" in value]
        return {"verdicts": [self._verdict(item["id"], item["claim"], passages) for item in claims]}

    def _verdict(self, name: str, claim: str, passages: list[dict[str, Any]]) -> dict[str, Any]:
        found = next(((p["passage"], line) for p in passages for line in p["lines"] if claim in line), None)
        wanted = self.verdicts.get(claim, [])
        verdict = (
            wanted.pop(0) if len(wanted) > 1 else wanted[0] if wanted else "supported" if found else "unverifiable"
        )
        says = "contradicts" if verdict == "contradicted" else "supports"
        line = found or next(((p["passage"], line) for p in passages for line in p["lines"][:1]), None)
        quoted = verdict != "unverifiable" and line is not None
        evidence = [{"passage": line[0], "quote": line[1], "says": says}] if quoted and line else []
        return {"id": name, "evidence": evidence, "reason": "as quoted", "verdict": verdict}


def served(fake: FakeClaude, monkeypatch: pytest.MonkeyPatch, answers: Mapping[str, str] | None = None) -> Docent:
    """An assistant behind a fake service, which the environment points at."""
    for name, value in fake.env.items():
        monkeypatch.setenv(name, value)
    made = Docent(answers=dict(answers or {}))
    made.serve(fake)
    return made


@dataclass(kw_only=True)
class Approved:
    """A repository with these files, approved by the assistant for the first test that asks, and copied for each."""

    files: Mapping[str, str]
    made: Kestrel | None = None

    def copy(
        self, path: Path, factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], docent: Docent
    ) -> Kestrel:
        """One more of it, on a branch of its own; nothing is stored, and what the assistant did is forgotten."""
        if self.made is None:
            self.made = kestrel(factory.mktemp("made") / "kestrel", capsys, self.files)
        made = copied(self.made, path / "kestrel", capsys)
        shutil.rmtree(made.path / ".claimdiff")
        docent.said.clear()
        return made
