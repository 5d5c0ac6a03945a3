"""A model behind the fake service whose readings are written down: what each unit claims, and which words bear a claim out.

It supports a claim where one of its quotes stands in what it was shown, contradicts it where one against it does, and
knows nothing of any other. So an edited page changes its verdicts, and a script without a claim or a quote changes a figure.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from helpers.fake_claude import FakeClaude


@dataclass(kw_only=True)
class Scripted:
    """`answers` by question, `claims` by a part of the unit (else the unit is its claim), quotes by claim.

    `partly` names claims that their quotes bear out in part. `wavering` holds the verdicts of a claim in the order in
    which it is judged, the last one stays; its quotes are those that stand there. `padding` is added to every answer
    under a prompt that holds the word.
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, Sequence[str]] = field(default_factory=dict)
    bears_out: Mapping[str, Sequence[str]] = field(default_factory=dict)
    speaks_against: Mapping[str, Sequence[str]] = field(default_factory=dict)
    partly: Sequence[str] = ()
    wavering: dict[str, list[str]] = field(default_factory=dict)
    padding: tuple[str, str] = ("", "")
    rating: str = "fully"
    misquotes: bool = False
    """Whether it changes a word of every quote that it gives."""

    def serve(self, fake: FakeClaude) -> None:
        """Answer every request of a fake service."""
        fake.reply("", answer=self._reply)

    def _reply(self, body: dict[str, Any]) -> dict[str, Any]:
        content = body["messages"][0]["content"]
        texts = [block["text"] for block in content if block["type"] == "text"]
        if "output_config" not in body:
            return {"text": self._answer("\n".join(texts))}
        values = [json.loads(text) for text in texts if text.startswith("{")]
        wanted = body["output_config"]["format"]["schema"]["properties"]
        said = [unit["text"] for unit in values[0].get("units", ())] or [values[0].get("answer", "")]
        found: dict[str, Any] = {}
        if "units" in wanted:
            found["units"] = [self._taken_apart(unit) for unit in values[0]["units"]]
        if "reference" in wanted:
            found["reference"] = [self._mark(item["id"], item["claim"], said) for item in values[1]["reference"]]
        if "relevance" in wanted:
            found["relevance"] = {"reason": "It tells what was asked.", "rating": self.rating}
        if found:
            return {"json": found}
        asked = next(value["claims"] for value in values if "claims" in value)
        lines = [(value["passage"], line) for value in values if "lines" in value for line in value["lines"]]
        return {"json": {"verdicts": [self._verdict(item["id"], item["claim"], lines) for item in asked]}}

    def _answer(self, asked: str) -> str:
        said = next(text for question, text in self.answers.items() if question in asked)
        word, more = self.padding
        return f"{said} {more}" if word and word in asked else said

    def _taken_apart(self, unit: Mapping[str, str]) -> dict[str, Any]:
        found = next((claims for part, claims in self.claims.items() if part in unit["text"]), [unit["text"]])
        return {"unit": unit["id"], "claims": list(found)}

    def _mark(self, name: str, claim: str, said: Sequence[str]) -> dict[str, Any]:
        """What the answer says of a claim of the reference, by the same words as a passage would."""
        for says, quotes in (("contradicted", self.speaks_against), ("stated", self.bears_out)):
            for quote in quotes.get(claim, ()):
                if any(quote in text for text in said):
                    return {"id": name, "quote": self._quoted(quote), "says": says}
        return {"id": name, "quote": "", "says": "not_stated"}

    def _verdict(self, name: str, claim: str, lines: Sequence[tuple[int, str]]) -> dict[str, Any]:
        for_it, against = (
            [_found(quote, lines) for quote in quotes.get(claim, ())]
            for quotes in (self.bears_out, self.speaks_against)
        )
        contradicted = [place for place in against if place]
        supported = any(for_it)
        verdict = "supported" if supported else "contradicted" if contradicted else "unverifiable"
        verdict = "partially_supported" if supported and claim in self.partly else verdict
        wanted = self.wavering.get(claim, [])
        if wanted:
            verdict = wanted.pop(0) if len(wanted) > 1 else wanted[0]
        says, places = ("contradicts", contradicted) if verdict == "contradicted" else ("supports", for_it)
        evidence = [
            {"passage": place[0], "quote": self._quoted(place[1]), "says": says}
            for place in places
            if place and verdict != "unverifiable"
        ]
        return {"id": name, "evidence": evidence, "reason": "Read in the passages.", "verdict": verdict}

    def _quoted(self, quote: str) -> str:
        return f"as ever {quote}" if self.misquotes else quote


def _found(quote: str, lines: Sequence[tuple[int, str]]) -> tuple[int, str] | None:
    return next(((passage, quote) for passage, line in lines if quote in line), None)
