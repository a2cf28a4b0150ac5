"""The gate of a study in the store: its charters in force and every sign-off, put to `publishing.gate`."""

from publishing.gate import SignOffFact, StudyGate, gate_of
from store import benchmarks, charters, reviews
from store.engine import Session
from store.reviews import SignedReview


def study_gate(session: Session, *, study_id: int) -> StudyGate | None:
    """Return how far a study's charters are released; None where its benchmark has none."""
    benchmark = benchmarks.of_study(session, study_id=study_id)
    if benchmark.charters is None:
        return None
    current = {module: one.hash for module, one in charters.in_force(session, study_id=study_id).items()}
    facts = [fact_of(one) for one in reviews.sign_offs(session, study_id=study_id)]
    return gate_of(benchmark, current=current, sign_offs=facts)


def limits(session: Session, *, study_id: int) -> tuple[str, ...]:
    """Return what every screen and export of a study must carry: the limit, then what is missing, a line each.

    Empty where every charter is released, or where the benchmark has none.
    """
    found = study_gate(session, study_id=study_id)
    if found is None or found.limit_text is None:
        return ()
    return (found.limit_text, *(line for module in found.modules for line in module.missing))


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
