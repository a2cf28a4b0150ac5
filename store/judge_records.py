"""What judges did beside their scores: how many replies, how many could be read, what they cost, how long they took.

A reply is one answer of a judge, also one that could not be read and was asked for again. Prices and times are known
only of replies that Second Reader fetched itself; what came with a file has none, and that is not 0.
"""

import pandas as pd
from sqlmodel import Session, col, func, select

from store.columns import columns
from store.tables import Rater, Verdict

RECORDS = (
    "judge",
    "family",
    "model",
    "targets",
    "unread",
    "replies",
    "unreadable",
    "refused",
    "priced",
    "cost_usd",
    "tokens_in",
    "tokens_out",
)


def records(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return what each judge of a study did, over all modules.

    Returns
    -------
    DataFrame
        Columns as `RECORDS`, by judge: judge (key), family and model ("" where unknown); targets (answered in any
        way), unread (of those, without one reply that could be read); replies, and of those unreadable and refused;
        priced (replies whose price is known), cost_usd, tokens_in and tokens_out (sums of what is known; NaN where
        nothing is).
    """
    asked = func.count(func.distinct(Verdict.target_id))
    read = asked.filter(col(Verdict.state) == "valid")
    rows = session.execute(
        columns(
            Rater.key,
            Rater.family,
            Rater.model,
            asked,
            asked - read,
            func.count(col(Verdict.id)),
            func.count(col(Verdict.id)).filter(col(Verdict.state) == "unreadable"),
            func.count(col(Verdict.id)).filter(col(Verdict.state) == "refused"),
            func.count(col(Verdict.cost_usd)),
            func.sum(Verdict.cost_usd),
            func.sum(Verdict.tokens_in),
            func.sum(Verdict.tokens_out),
        )
        .join(Verdict, col(Verdict.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id, Rater.kind == "llm")
        .group_by(Rater.key, Rater.family, Rater.model)
        .order_by(Rater.key)
    ).all()
    found = pd.DataFrame([tuple(row) for row in rows], columns=list(RECORDS))
    sums = ["cost_usd", "tokens_in", "tokens_out"]
    return found.astype(dict.fromkeys(sums, float))


def latencies(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return how long the replies took: judge (key) and seconds, one row for each reply whose time is known."""
    rows = session.execute(
        select(Rater.key, Verdict.latency_ms)
        .join(Verdict, col(Verdict.rater_id) == col(Rater.id))
        .where(Rater.study_id == study_id, Rater.kind == "llm", col(Verdict.latency_ms).is_not(None))
        .order_by(Rater.key, col(Verdict.id))
    ).all()
    found = pd.DataFrame([tuple(row) for row in rows], columns=["judge", "seconds"])
    return found.assign(seconds=found["seconds"].astype(float) / 1000)
