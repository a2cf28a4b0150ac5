"""Where each axis stood in the prompt when a judge scored it, and how long the response was: for a study of order."""

import pandas as pd
from sqlmodel import Session, col, func

from store.columns import columns
from store.tables import Rater, Response, Target, Verdict, VerdictScore

COLUMNS = ("judge", "response", "module", "axis", "place", "value", "characters")


def axis_places(session: Session, *, run_id: int) -> pd.DataFrame:
    """Return every score of a run's first replies that could be read, with its place in the prompt.

    Returns
    -------
    DataFrame
        judge (key), response (label), module, axis, place (1 for the axis that stood first), value (float; NaN for
        not applicable), characters (of the response as judges saw it).
    """
    shown = func.length(func.coalesce(Response.shown_text, Response.text))
    rows = session.execute(
        columns(Verdict.details, Rater.key, Response.label, Target.module, VerdictScore.axis, VerdictScore.value, shown)
        .select_from(Verdict)
        .join(VerdictScore, col(VerdictScore.verdict_id) == col(Verdict.id))
        .join(Rater, col(Verdict.rater_id) == col(Rater.id))
        .join(Target, col(Verdict.target_id) == col(Target.id))
        .join(Response, col(Target.response_id) == col(Response.id))
        .where(Verdict.run_id == run_id, Verdict.state == "valid", Verdict.replicate == 1)
        .order_by(Rater.key, Response.label, Target.module, VerdictScore.axis)
    ).all()
    found = []
    for details, judge, label, module, axis, value, characters in rows:
        order = (details or {}).get("axis_order", ())
        if axis in order:
            found.append((judge, label, module, axis, order.index(axis) + 1, value, characters))
    return pd.DataFrame(found, columns=list(COLUMNS)).astype({"value": float})
