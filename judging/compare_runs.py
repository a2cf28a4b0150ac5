"""Two sets of settled scores of one study side by side: two runs, or a run and what came with files."""

from collections import defaultdict

from judging.protocols.compare import Compared, compare
from judging.protocols.terms import AxisScore, Settled
from store import settling, verdicts
from store.engine import Session, StoreError


def compare_settled(session: Session, *, study_id: int, a: str, b: str) -> list[Compared]:
    """Compare the settled scores that stand under two names, axis by axis.

    Raises
    ------
    StoreError
        When a study has no settled scores under a name, with those it has.
    """
    there = settling.protocols(session, study_id=study_id)
    names = ", ".join(there) or "none"
    missing = [f"found {name!r}; settled scores are there under: {names}" for name in (a, b) if name not in there]
    if missing:
        raise StoreError(*missing)
    return compare(_settled(session, study_id, a), _settled(session, study_id, b))


def _settled(session: Session, study_id: int, protocol: str) -> dict[int, Settled]:
    scores: dict[int, dict[str, AxisScore]] = defaultdict(dict)
    for (target_id, axis), row in verdicts.settled(session, study_id=study_id, protocol=protocol).items():
        scores[target_id][axis] = AxisScore(row.kind, row.value, row.n, row.nulls, tuple(row.verdict_ids))  # type: ignore[arg-type]
    return {target_id: Settled(found, rule="", path="") for target_id, found in scores.items()}
