"""What judges said to questions that a run put to them twice, to measure each against itself."""

from collections import defaultdict

from judging.protocols.repeats import AgainstItself, against_itself
from judging.protocols.terms import Heard
from judging.run.digest import FINAL, as_heard
from store.engine import Session
from store.run_targets import Reason, reasons, repeated_targets, said

CHUNK = 500


def repeats_of(session: Session, *, run_id: int) -> list[AgainstItself]:
    """Measure each judge of a run against itself, axis by axis; empty where nothing was asked twice."""
    ids = repeated_targets(session, run_id=run_id)
    heard: dict[int, list[Heard]] = defaultdict(list)
    for start in range(0, len(ids), CHUNK):
        calls = said(session, run_id=run_id, ids=ids[start : start + CHUNK])
        given: dict[int, list[Reason]] = defaultdict(list)
        read = [one.verdict_id for one in calls if one.verdict_id is not None]
        for reason in reasons(session, verdict_ids=read):
            given[reason.verdict_id].append(reason)
        for one in calls:
            if one.state in FINAL:
                heard[one.target_id].append(as_heard(one, given))
    return against_itself(heard.values())
