"""What adjudicators have said and what waits for them, as frames: for exports, releases and the owner's page.

First scores of the two others stand in `store.frames.scores`, where no adjudicator's are.
"""

from typing import Any

import pandas as pd
from sqlmodel import Session, col, func, select

from store.adjudicating import targets_apart
from store.columns import columns
from store.sheets import newest_version
from store.tables import Assignment, Rater, Resolution, Response, Score, Sheet, Target
from store.tables.scoring import FINAL, OWN, STAGES

ADJUDICATIONS = ("response", "module", "rater", "stage", "axis", "value", "missing", "why", "sentence")
QUEUES = ("rater", "name", "waiting", "begun", "settled", "dropped")


def adjudications(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return every adjudicator's own first scores and final scores.

    Returns
    -------
    DataFrame
        Columns as `ADJUDICATIONS`: response (label), module, rater (key), stage (`own`: before the others were shown;
        `final`: after it), axis, value (float; NaN when missing), missing (None with a value, else the kind of none),
        why, sentence (the one sentence of a final answer, None for an own one). The last submitted version counts.
    """
    rows = session.execute(
        columns(
            Response.label,
            Target.module,
            Rater.key,
            Assignment.stage,
            Score.axis,
            Score.value,
            Score.kind,
            Score.why,
            Resolution.words,
        )
        .select_from(Assignment)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .join(Target, col(Assignment.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .join(Sheet, (col(Sheet.assignment_id) == col(Assignment.id)) & (col(Sheet.version) == newest_version()))
        .join(Score, col(Score.sheet_id) == col(Sheet.id))
        .outerjoin(Resolution, col(Resolution.sheet_id) == col(Sheet.id))
        .where(Rater.study_id == study_id, col(Assignment.stage).in_((OWN, FINAL)))
    ).all()
    told = [(*row[:6], None if row[6] == "value" else row[6], *row[7:]) for row in rows]
    told.sort(key=lambda row: (row[0], row[1], row[2], STAGES.index(row[3]), row[4]))
    dtypes: dict[str, Any] = {"value": float}
    cells = zip(*told, strict=True) if told else [()] * len(ADJUDICATIONS)
    return pd.DataFrame(
        {
            name: pd.Series(list(one), dtype=dtypes.get(name, object))
            for name, one in zip(ADJUDICATIONS, cells, strict=True)
        }
    )


def queues(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return how far each adjudicator is, columns as `QUEUES`: key, name, and numbers of responses.

    `waiting` are to be settled, of which `begun` have the adjudicator's own first scores; `settled` are, and `dropped`
    need it no longer.
    """
    submitted = select(Sheet.id).where(Sheet.assignment_id == Assignment.id).exists()
    own = (
        select(Assignment.rater_id, Assignment.target_id)
        .where(Assignment.stage == OWN, submitted.correlate(Assignment))
        .subquery()
    )
    dropped = col(Assignment.dropped_at).is_not(None)
    final = func.count(col(Assignment.id))
    rows = session.execute(
        columns(
            Rater.key,
            Rater.name,
            final.filter(~submitted, ~dropped),
            final.filter(~submitted, ~dropped, own.c.target_id.is_not(None)),
            final.filter(submitted),
            final.filter(~submitted, dropped),
        )
        .select_from(Assignment)
        .join(Rater, col(Assignment.rater_id) == col(Rater.id))
        .outerjoin(own, (own.c.rater_id == col(Assignment.rater_id)) & (own.c.target_id == col(Assignment.target_id)))
        .where(Rater.study_id == study_id, Assignment.stage == FINAL)
        .group_by(col(Rater.id), Rater.key, Rater.name)
        .order_by(col(Rater.id))
    ).all()
    return pd.DataFrame([tuple(row) for row in rows], columns=list(QUEUES))


def unassigned(session: Session, *, study_id: int) -> dict[str, int]:
    """Return on how many responses people lie apart that no adjudicator has, by module."""
    apart = targets_apart(session, study_id=study_id)
    queued = select(Assignment.id).where(Assignment.target_id == Target.id, Assignment.stage == FINAL).exists()
    rows = session.execute(
        select(Target.module, func.count(col(Target.id)))
        .where(Target.study_id == study_id, col(Target.id).in_(apart), ~queued)
        .group_by(Target.module)
        .order_by(Target.module)
    ).all()
    return dict(rows)
