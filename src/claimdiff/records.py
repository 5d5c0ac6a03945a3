"""The nouns: frozen values that the stages hand to each other. No behaviour beyond what a value knows of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AnswerState = Literal["answered", "abstained", "empty", "error"]
Verdict = Literal["supported", "partially_supported", "contradicted", "unverifiable"]
Cause = Literal["docs", "retrieval", "prompt", "generation"]
Side = Literal["base", "head"]
Entailment = Literal["implied", "explicit"]
CitationState = Literal["ok", "miscited", "uncited"]
Status = Literal[
    "unscored",
    "unchanged",
    "reworded",
    "fixed",
    "changed",
    "new_supported",
    "known_unsupported",
    "retrieval_miss",
    "uncertain",
    "pre_existing",
    "regressed",
    "new_unsupported",
    "removed",
    "lost",
]
QuestionStatus = Literal["replayed", "unchanged", "skipped", "not_evaluated", "error"]
Conclusion = Literal["pass", "fail", "neutral", "error"]
Diagnosis = Literal["retrieval", "docs", "generation"]
FindingKind = Literal[
    "no_baseline",
    "not_comparable",
    "abstained_now",
    "answered_unanswerable",
    "now_answerable",
    "question_removed",
    "injection_text",
    "stale_evidence",
    "reference_outdated",
    "model_deprecated",
    "unmapped_passage",
    "no_key",
]
SegmentKind = Literal["sentence", "row", "item", "code", "heading", "term"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Segment:
    """The smallest readable piece of a page: a sentence, a table row, a list item, a line of code.

    `source` is the verbatim slice of the page (what is quoted as evidence), on lines `line_start` to `line_end`
    (1-based, inclusive). `text` is the same as a reader reads it: one line, no markup, a table row with its header
    ("Plan: Pro; Price: 25 dollars"). `context` lends words that a reader has in mind: the lead-in of a list, the
    sentence above a fence, a table's caption; never the headings (those stand in the passage). `path` is empty, or that
    of the fragment that holds `source` where the page of the passage includes it. `lenders` are the places (path, line)
    of values that the text shows and `source` only names (`{release}`).
    """

    kind: SegmentKind
    source: str
    text: str
    line_start: int
    line_end: int
    context: str = ""
    path: str = ""
    lenders: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """A piece of a docs page, the unit of retrieval.

    `heading` is the trail of headings, outermost first, as read. `text` is the reading text of the passage without the
    headings. `hash` is a content hash that ignores path, white space, markup and heading level: two passages that say
    the same are equal by it. `line_start` and `line_end` are 1-based and inclusive.
    """

    path: str
    line_start: int
    line_end: int
    heading: tuple[str, ...]
    text: str
    segments: tuple[Segment, ...]
    hash: str

    @property
    def identity(self) -> tuple[str, int, str]:
        """What tells a passage from all others: a file may hold all of them on one line (a notebook as some tools write it)."""
        return self.path, self.line_start, self.hash

    def __hash__(self) -> int:
        """By its identity: what is kept of a passage is asked for often, and segments are many."""
        return hash(self.identity)


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A retrieved passage and its retrieval score (higher is better; None where the retriever gave none)."""

    passage: Passage
    score: float | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """A verbatim quote of a passage with its place. A quote that is not found in the passage is never evidence."""

    path: str
    line_start: int
    line_end: int
    quote: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Citation:
    """A pointer from a span of the answer to a passage: 0-based character offsets, 0-based passage index."""

    start: int
    end: int
    passage: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What generation returned. `text` is empty unless the state is `answered` or `abstained`."""

    text: str
    state: AnswerState
    citations: tuple[Citation, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """Smallest self-contained factual unit of an answer.

    `start` and `end` are the 0-based half-open span of the answer that the claim came from; None where the claim was
    written by a person (golden set, baseline) and no span is known.
    """

    id: str
    text: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Substitution:
    """A value of the claim (`old`, as written in the claim) that the docs now state differently (`new`, as in the docs)."""

    old: str
    new: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """A verdict with its evidence, or `verdict=None`: unscored, with the reason.

    `evidence` holds the supporting quotes where the verdict is `supported`, the contradicting ones first where it is
    `contradicted` (with `conflict` the supporting quote follows), the nearest ones else. `substitutions` are filled
    where a contradiction is another value of the same fact. `confidence` is 0 to 1. `rule` is the id of the rule that
    decided, as shown in the reason.
    """

    verdict: Verdict | None
    evidence: tuple[Evidence, ...] = ()
    reason: str = ""
    rule: str = ""
    confidence: float = 0.0
    conflict: bool = False
    substitutions: tuple[Substitution, ...] = ()
    votes: tuple[Verdict, ...] = ()

    @property
    def supported(self) -> bool:
        """Whether the claim counts as supported."""
        return self.verdict == "supported"

    @property
    def unsupported(self) -> bool:
        """Whether the claim was judged and is not supported; unscored is neither."""
        return self.verdict is not None and self.verdict != "supported"


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgedClaim:
    """A claim and what was judged of it.

    `elsewhere`: its support stands in passages that the words of the claim find and those of the question do not.
    """

    claim: Claim
    judgement: Judgement
    citation: CitationState | None = None
    elsewhere: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeIdentity:
    """Who judged. Scores of two different identities are never compared."""

    use: str
    model: str | None = None
    prompt_hash: str | None = None
    entailment: Entailment = "implied"
    extractor: str = "rules"
