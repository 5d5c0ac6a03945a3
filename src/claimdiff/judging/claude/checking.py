"""From what the model says to a judgement: a verdict stands only on quotes that are there and carry the claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.judging import lexical, refused
from claimdiff.judging.claude.proof import Proof, lacking, prove, shares_words, unrelated
from claimdiff.records import Judgement
from claimdiff.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.judging.claude.reading import Bearing, Entry
    from claimdiff.records import Entailment, Evidence, Passage, Substitution, Verdict

SURE, DOUBTED = 1.0, 0.5
_SHOWN = 80


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """A judgement, and why a "supported" should be put to the vote ("" if nothing speaks against it)."""

    judgement: Judgement
    doubt: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Checker:
    """What the entries of one call are checked against: the passages in the order in which they were shown."""

    passages: tuple[Passage, ...]
    question: str | None = None
    entailment: Entailment = "implied"

    def check(self, claim: str, entry: Entry) -> Checked:
        """The judgement of a claim. Pure; the lexical judge looks at the same passages as a second pair of eyes."""
        proofs: dict[Bearing, list[Proof]] = {"supports": [], "contradicts": []}
        faults: list[str] = []
        for quote in entry.quotes:
            proof = prove(quote, self.passages)
            if isinstance(proof, Proof):
                proofs[quote.says].append(proof)
            else:
                faults.append(f"its quote {_clip(quote.text)!r} {proof}")
        for_it, against = proofs["supports"], proofs["contradicts"]
        torn = {proof.evidence for proof in for_it} & {proof.evidence for proof in against}
        faults += [f"it says of {_clip(proof.quote)!r} that it does both" for proof in for_it if proof.evidence in torn]
        return self._weigh(
            claim,
            entry,
            [proof for proof in for_it if proof.evidence not in torn],
            [proof for proof in against if proof.evidence not in torn],
            faults,
        )

    def _weigh(self, claim: str, entry: Entry, for_it: list[Proof], against: list[Proof], faults: list[str]) -> Checked:
        weak = self._weakness(claim, for_it)
        # A claim that holds in some cases only is no conflict: both quotes are shown.
        both = bool(for_it) and bool(against) and not weak and entry.verdict != "partially_supported"
        if both or (entry.verdict == "contradicted" and against):
            return Checked(judgement=self._contradicted(claim, entry, for_it if both else [], against))
        if entry.verdict == "supported" and for_it and not weak:
            judgement = _judgement("supported", for_it, entry.reason, rule="claude")
            return Checked(judgement=judgement, doubt=self._doubt(claim, for_it))
        if entry.verdict == "partially_supported" and for_it:
            return Checked(judgement=_judgement("partially_supported", for_it + against, entry.reason, rule="claude"))
        if entry.verdict == "unverifiable":
            return Checked(judgement=_judgement("unverifiable", for_it + against, entry.reason, rule="claude"))
        rule, why = self._downgrade(entry, for_it, weak, faults)
        reason = refused.told(entry.verdict, why)
        found = _judgement("unverifiable", for_it + against, reason, rule=rule, confidence=DOUBTED)
        return Checked(judgement=found)

    def _downgrade(
        self, entry: Entry, for_it: list[Proof], weak: tuple[str, str] | None, faults: list[str]
    ) -> tuple[str, str]:
        """The rule by which a verdict does not stand, and the words for it."""
        if entry.verdict == "supported" and for_it and weak:
            return weak
        if faults:
            return "quote-unverified", "; ".join(faults[:2])
        return "no-quote", "it quotes no passage for it"

    def _weakness(self, claim: str, for_it: list[Proof]) -> tuple[str, str] | None:
        """Why verified quotes still do not support the claim: the rule and the words for it."""
        if not for_it:
            return None
        far, _ = lacking(claim, for_it, counting=self.entailment == "implied")
        if far:
            return "quote-lacks-anchor", f"its quote does not say: {', '.join(item.surface for item in far)}"
        if unrelated(claim, for_it):
            return "quote-unrelated", "its quote has no word of the claim"
        if self._lexical(claim, [proof.place for proof in for_it]).rule == "polarity":
            return "quote-says-opposite", "its quote says the opposite"
        return None

    def _doubt(self, claim: str, for_it: list[Proof]) -> str:
        _, near = lacking(claim, for_it, counting=self.entailment == "implied")
        if near:
            return f"the quote itself does not say: {', '.join(item.surface for item in near)}"
        if not shares_words(claim, for_it):
            return "its quote has no word of the claim"
        other = self._lexical(claim, self.passages)
        return f"the offline judge disagrees: {other.reason}" if other.verdict == "contradicted" else ""

    def _contradicted(self, claim: str, entry: Entry, for_it: list[Proof], against: list[Proof]) -> Judgement:
        reason = entry.reason
        if entry.verdict != "contradicted":
            reason = f"The passages disagree. {reason}".strip()
        return _judgement(
            "contradicted",
            against + for_it,
            reason,
            rule="quotes-disagree" if for_it else "claude",
            conflict=bool(for_it),
            substitutions=self._substitutions(claim, against),
        )

    def _substitutions(self, claim: str, against: Sequence[Proof]) -> tuple[Substitution, ...]:
        """The values that the quotes state instead, by the rules of the lexical judge; none where it sees no rival."""
        for passages in ([proof.place for proof in against], [proof.passage for proof in against]):
            found = self._lexical(claim, passages)
            if found.verdict == "contradicted" and found.substitutions:
                return found.substitutions
        return ()

    def _lexical(self, claim: str, passages: Sequence[Passage]) -> Judgement:
        return lexical.judge(claim, passages, question=self.question, entailment=self.entailment, weighed=False)


def _judgement(
    verdict: Verdict,
    proofs: Sequence[Proof],
    reason: str,
    *,
    rule: str,
    confidence: float = SURE,
    conflict: bool = False,
    substitutions: tuple[Substitution, ...] = (),
) -> Judgement:
    evidence: tuple[Evidence, ...] = tuple(dict.fromkeys(proof.evidence for proof in proofs))
    return Judgement(
        verdict=verdict,
        evidence=evidence,
        reason=reason,
        rule=rule,
        confidence=confidence,
        conflict=conflict,
        substitutions=substitutions,
    )


def _clip(text: str) -> str:
    line = fold(text)
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
