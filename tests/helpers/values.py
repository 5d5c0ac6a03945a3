"""Small values for tests of pure decisions: claims, judgements, sides and results, each with what matters named."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from claimdiff.comparison.results import ChangedLine, ComparedClaim, QuestionResult, SecondLook, SideRun
from claimdiff.comparison.statuses import Pair
from claimdiff.passages import read_page
from claimdiff.records import Answer, Claim, Evidence, Hit, JudgedClaim, Judgement, Substitution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from claimdiff.baseline import Accepted
    from claimdiff.comparison.turns import Edit
    from claimdiff.records import Passage, Status, Verdict

OLD = Evidence(path="docs/plans.md", line_start=3, line_end=3, quote="Pro costs 25 dollars.")
NEW = Evidence(path="docs/plans.md", line_start=3, line_end=3, quote="Pro costs 30 dollars.")


def judged(
    text: str,
    verdict: Verdict | None = "supported",
    *,
    id_: str = "c1",
    evidence: Sequence[Evidence] | None = None,
    conflict: bool = False,
    instead: tuple[str, str] | None = None,
) -> JudgedClaim:
    """A claim with its judgement. `instead` is (value of the claim, value of the docs)."""
    judgement = judgement_of(verdict, evidence=evidence, conflict=conflict, instead=instead)
    return JudgedClaim(claim=Claim(id=id_, text=text), judgement=judgement)


def judgement_of(
    verdict: Verdict | None = "supported",
    *,
    evidence: Sequence[Evidence] | None = None,
    conflict: bool = False,
    instead: tuple[str, str] | None = None,
) -> Judgement:
    """A judgement; a supported one quotes `OLD`, a contradicted one `NEW`, unless other evidence is given."""
    usual: dict[str | None, tuple[Evidence, ...]] = {"supported": (OLD,), "contradicted": (NEW,)}
    return Judgement(
        verdict=verdict,
        evidence=tuple(evidence) if evidence is not None else usual.get(verdict, ()),
        reason="for the test",
        conflict=conflict,
        substitutions=(Substitution(old=instead[0], new=instead[1]),) if instead else (),
    )


def side(
    *claims: JudgedClaim,
    text: str | None = None,
    hits: Sequence[Hit] = (),
    accepted: Mapping[str, Accepted] | None = None,
    **answer: Any,
) -> SideRun:
    """One side with an answer that says its claims, or `text`."""
    said = " ".join(claim.claim.text for claim in claims) if text is None else text
    state = answer.pop("state", "answered")
    return SideRun(
        answer=Answer(text=said, state=state, **answer), claims=claims, hits=tuple(hits), accepted=accepted or {}
    )


@dataclass(frozen=True, kw_only=True)
class Docs:
    """Facts about the docs as a test says them (implements `facts.DocsFacts`)."""

    has_base: bool = True
    added: frozenset[Evidence] = frozenset()
    gone: frozenset[Evidence] = frozenset()
    retitled_at: ChangedLine | None = None
    successor: bool = False
    moved_to: Evidence | None = None
    edit: Edit | None = None
    lead_in: str = ""
    heading: str | None = None
    near: ChangedLine | None = None

    def added_at(self, evidence: Evidence) -> ChangedLine | None:
        """The first line of a quote that the change adds."""
        return (
            ChangedLine(path=evidence.path, line=evidence.line_start, side="head") if evidence in self.added else None
        )

    def removed_at(self, evidence: Evidence) -> ChangedLine | None:
        """The line of a quote that the change removes."""
        return ChangedLine(path=evidence.path, line=evidence.line_start, side="base") if self.has_base else None

    def still_there(self, evidence: Evidence) -> Evidence | None:
        """Where a quote stands now."""
        return None if evidence in self.gone else self.moved_to or evidence

    def quoted(self, evidence: Evidence) -> bool:
        """Whether a quote stands anywhere."""
        return evidence not in self.gone

    def retitled(self, evidence: Evidence) -> ChangedLine | None:
        """The changed heading above a quote."""
        return self.retitled_at if evidence not in self.gone else None

    def reworded(self, evidence: Evidence, claim: str) -> bool:
        """Whether a quote has a successor."""
        return self.successor and bool(claim) and evidence in self.gone

    def edited(self, evidence: Evidence) -> Edit | None:
        """What became of a quote."""
        return self.edit if evidence in self.gone else None

    def default_edited(self, evidence: Evidence) -> Edit | None:
        """What became of the default beside a quote that stands."""
        return self.edit if evidence not in self.gone else None

    def beside(self, evidence: Evidence) -> ChangedLine | None:
        """The changed line beside a quote that stands."""
        return self.near if evidence not in self.gone else None

    def around(self, evidence: Evidence, *, base: bool) -> str:
        """A quote with what stands around it."""
        return evidence.quote if base else f"{evidence.quote} {self.lead_in}".strip()

    def limited(self, evidence: Evidence) -> str | None:
        """The heading that limits a quote, or what it was edited into."""
        return self.heading if evidence not in self.gone or self.edit or self.successor else None


def pair(base: SideRun | None, head: SideRun, **other: Any) -> Pair:
    """Both sides of a question; `looks` are judgements by claim id."""
    looks = {id_: SecondLook(judgement=found) for id_, found in other.pop("looks", {}).items()}
    return Pair(base=base, head=head, docs=other.pop("docs", Docs()), looks=looks, **other)


def passages(path: str, text: str) -> tuple[Passage, ...]:
    """The passages of a page."""
    return read_page(path, text.encode()).passages


def hits(path: str, text: str) -> tuple[Hit, ...]:
    """The passages of a page as retrieved."""
    return tuple(Hit(passage=passage, score=None) for passage in passages(path, text))


def compared(
    status: Status = "unchanged",
    verdict: Verdict | None = None,
    *,
    id_: str = "c1",
    text: str = "Pro costs 25 dollars.",
    **other: Any,
) -> ComparedClaim:
    """A claim after comparing; the verdict fits the status unless it is given."""
    usual: Verdict = "supported" if status in SUPPORTED else "unverifiable"
    instead = other.pop("instead", None)
    found = judgement_of(verdict or usual, instead=instead)
    return ComparedClaim(claim=Claim(id=id_, text=text), judgement=found, status=status, **other)


SUPPORTED = ("unchanged", "reworded", "fixed", "changed", "new_supported", "removed")


def result(*claims: ComparedClaim, id_: str = "q1", **other: Any) -> QuestionResult:
    """A replayed question."""
    given = QuestionResult(id=id_, question="What does Pro cost?", status="replayed", claims=claims)
    return replace(given, **other)


@dataclass
class Rejudge:
    """Judges rewritten texts as the test says, and keeps what was asked."""

    verdict: Verdict = "supported"
    asked: list[str] = field(default_factory=list)

    def __call__(self, text: str) -> Judgement:
        """The judgement of a text."""
        self.asked.append(text)
        return judgement_of(self.verdict, evidence=(NEW,))
