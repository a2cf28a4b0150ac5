"""Settling what a study's files say of its judges: a further row wherever what counts has changed, and only there."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from judging.protocols.audited import AUDIT
from judging.protocols.terms import Settings
from judging.settling import keep_settled, settle_given, targets_of
from store import benchmarks, score_intake, settling
from store.engine import Session
from store.many_rows import without_collecting
from store.score_intake import NewAnswer
from store.settling import PROTOCOL, GivenVerdict


def take_scores(
    session: Session, *, study_id: int, answers: Sequence[NewAnswer], source: str, by: int | None, now: datetime
) -> int:
    """Store a file's answers, settle the study if judges are among them, and return how many answers were new.

    Raises
    ------
    StoreError
        With every problem; nothing of the file may be kept then.
    """
    new = score_intake.take_scores(session, study_id=study_id, answers=answers, source=source, by=by, now=now)
    if any(answer.kind == "llm" for answer in answers):
        settle_study(session, study_id=study_id, now=now)
    return new


@without_collecting()
def settle_study(session: Session, *, study_id: int, now: datetime) -> int:
    """Settle every target and axis by what files say of it; return how many settled scores are new.

    The first time every axis of every target gets a row, `none` where no judge answered. Later only what changed does,
    under the next version. Verdicts of runs are not touched: each run settles its own. Where any file has audits, the
    targets with one are the audited ones: whoever judged them drew them, with a seed that is not ours.
    """
    benchmark = benchmarks.of_study(session, study_id=study_id)
    given: dict[int, list[GivenVerdict]] = defaultdict(list)
    for one in settling.given_verdicts(session, study_id=study_id):
        given[one.target_id].append(one)
    audits = frozenset(target for target, those in given.items() if any(one.stage == AUDIT for one in those))
    settings = Settings(benchmark, seed=settling.seed(session, study_id=study_id), audited=audits or None)
    settled = {
        target.id: settle_given(target, given[target.id], settings) for target in targets_of(session, study_id=study_id)
    }
    return keep_settled(session, protocol=PROTOCOL, settled=settled, now=now)
