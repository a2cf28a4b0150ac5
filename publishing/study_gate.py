"""The gate of a study in the store: its charters in force and every sign-off, put to `publishing.gate`."""

from typing import TypedDict

from publishing.gate import SignOffFact, StudyGate, gate_of, limit_of
from store import benchmarks, charters, reviews
from store.engine import Session
from store.reviews import SignedReview


class _Standing(TypedDict):
    current: dict[str, str]
    sign_offs: list[SignOffFact]


def study_gate(session: Session, *, study_id: int) -> StudyGate | None:
    """Return how far a study's charters are released; None where its benchmark has none."""
    benchmark = benchmarks.of_study(session, study_id=study_id)
    return gate_of(benchmark, **_standing(session, study_id)) if benchmark.charters else None


def limits(session: Session, *, study_id: int) -> tuple[str, ...]:
    """Return what every screen and export of a study must carry: the limit, then what is missing, a line each.

    Empty where every charter is released, or where the benchmark has none.
    """
    benchmark = benchmarks.of_study(session, study_id=study_id)
    return limit_of(benchmark, **_standing(session, study_id)) if benchmark.charters else ()


def _standing(session: Session, study_id: int) -> _Standing:
    """The charters in force and everything that was signed."""
    return {
        "current": {module: one.hash for module, one in charters.in_force(session, study_id=study_id).items()},
        "sign_offs": [fact_of(one) for one in reviews.sign_offs(session, study_id=study_id)],
    }


def fact_of(signed: SignedReview) -> SignOffFact:
    """Return a sign-off as the gate sees it."""
    return SignOffFact(
        reviewer=signed.reviewer,
        module=signed.module,
        charter_hash=signed.charter_hash,
        decision=signed.decision,
        qualified=signed.qualified,
        signed_at=signed.signed_at,
        order=signed.id,
        answered=signed.answered,
    )
