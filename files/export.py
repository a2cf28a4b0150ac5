"""Scores as a table that a spreadsheet opens as it is, and that comes back in unchanged.

One row for each response, module, axis and rater, with every kind of missing kept apart, then what counts: the judges'
medians, or what else the rule in `source` says, what each run of judges settled, and what is settled of people. Where
two people lay too far apart, the adjudicator's own first scores and final ones are rows too; the two stay as they are.
No names of people; no system unless its owner asks. The benchmark's claim limits come beside the table, as a text of
their own, because a table's first line is its header.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import pandas as pd

from files.export_forms import FORMS
from files.export_wide import wide
from files.score_raters import ADJUDICATOR, SETTLED
from rubrics.schema import Benchmark
from store import adjudicated, benchmarks, events, frames, settling, studies
from store.contents import known_responses, sources
from store.engine import Session
from store.settling import PROTOCOL
from store.settling_people import PEOPLE

COLUMNS = (
    "response",
    "module",
    "rater",
    "rater_kind",
    "axis",
    "score",
    "missing",
    "why",
    "confidence",
    "source",
    "n",
    "nulls",
)
AUTHORS = ("prompt", "system", "system_family", "replication")
OWN_ID = "own_id"
ENDED = ("sealed", "released")
NUMBERS = ("score", "confidence", "n", "nulls")
MEDIAN_RATER = "median of judges"
STAGES = {"own": "own first score", "final": "final score"}
WIDE = "wide"


class ScoresExport(NamedTuple):
    """The table as bytes in the form asked for, its number of rows, and the claim limits."""

    content: bytes
    rows: int
    claim_limits: str


def export_scores(
    session: Session,
    *,
    study_id: int,
    by: int | None,
    now: datetime,
    with_authors: bool = False,
    form: str = "csv",
    limits: Sequence[str] | None = None,
) -> ScoresExport:
    """Write a study's scores out, and record that it was done; needs a writing session.

    Parameters
    ----------
    session, study_id
    by : int or None
        The rater id of who asked, None for the command line.
    with_authors : bool
        Adds prompt, system, its family and the replication to every row: for the owner only, since it unblinds. Once
        scoring has ended, also the id that each response came with, if any did.
    form : str
        One of `files.export_forms.FORMS`, or `wide`: a CSV with one column for each rater (`files.export_wide`).
    limits : sequence of str, optional
        What must be said of the study while its charters are not released (`publishing.study_gate.limits`): the first
        sentence stands in a column `limit` of every row, all of them among the claim limits. Not given, the charters
        count as not released.

    Returns
    -------
    ScoresExport
        Columns response, module, rater, rater_kind (human, llm, adjudicator, or settled for what counts), axis, score,
        missing, why, confidence, source (where the answer came from; the rule for what counts), n and nulls (what
        counts only), and where somebody adjudicated sentence (of a final answer). Ordered by response, module, kind,
        rater, and the benchmark's axes.
    """
    benchmark = benchmarks.of_study(session, study_id=study_id)
    adjudicators = _adjudicated(session, study_id)
    parts = [_raters(session, study_id), adjudicators, _settled(session, study_id)]
    frame = pd.concat([one for one in parts if len(one)] or parts[:1], ignore_index=True)
    columns = [*COLUMNS, *(("sentence",) if len(adjudicators) else ())]
    frame = frame.reindex(columns=columns)
    if with_authors:
        authors = frames.responses(session, study_id=study_id).rename(columns={"family": "system_family"})
        frame = frame.merge(authors[["response", *AUTHORS]], on="response", how="left")
        columns += AUTHORS
        own = _own_ids(session, study_id)
        if own is not None:
            frame = frame.merge(own, on="response", how="left")
            columns.append(OWN_ID)
    limits = _unreleased(benchmark) if limits is None else limits
    if limits:
        frame = frame.assign(limit=limits[0])
        columns.append("limit")
    place = {axis: number for number, axis in enumerate(benchmark.axis_ids)}
    frame = frame.assign(place=frame["axis"].map(place))
    frame = frame.sort_values(["response", "module", "rater_kind", "rater", "place"], kind="stable")[columns]
    table = wide(frame) if form == WIDE else frame.assign(**{name: pd.to_numeric(frame[name]) for name in NUMBERS})
    details: dict[str, str | int | bool] = {"rows": len(table), "authors": with_authors}
    if form != "csv":
        details["form"] = form
    events.record(session, study_id=study_id, rater_id=by, act="exported scores", details=details, now=now)
    content = FORMS["csv" if form == WIDE else form].write(table)
    return ScoresExport(content, len(table), claim_limits(benchmark, limits))


def claim_limits(benchmark: Benchmark, limits: Sequence[str] | None = None) -> str:
    """Return what may not be claimed from the benchmark's results, one limit a line, below its name and version.

    `limits` come first: what must be said while the study's charters are not released, as they count where it is not
    given.
    """
    heading = f"{benchmark.title} {benchmark.version}. What these scores do not say:"
    first = _unreleased(benchmark) if limits is None else limits
    every = [*first, *(limit.text for limit in benchmark.claim_limits)]
    return "\n".join([heading, *(f"- {limit}" for limit in every)]) + "\n"


def _unreleased(benchmark: Benchmark) -> tuple[str, ...]:
    return (benchmark.charters.limit,) if benchmark.charters else ()


def _own_ids(session: Session, study_id: int) -> pd.DataFrame | None:
    """Return the ids that responses came with; None where none did, or while scoring goes on."""
    (card,) = studies.list_studies(session, study_id=study_id)
    own = known_responses(session, study_id=study_id)[["response", OWN_ID]]
    return own if card.state in ENDED and own[OWN_ID].any() else None


def _raters(session: Session, study_id: int) -> pd.DataFrame:
    keys = ["response", "module", "rater", "kind"]
    scores = frames.scores(session, study_id=study_id)
    with_source = scores.merge(sources(session, study_id=study_id), on=keys, how="left")
    return with_source.rename(columns={"kind": "rater_kind", "value": "score"}).astype(object)


def _adjudicated(session: Session, study_id: int) -> pd.DataFrame:
    found = adjudicated.adjudications(session, study_id=study_id)
    rater = [f"{key}: {STAGES[stage]}" for key, stage in zip(found["rater"], found["stage"], strict=True)]
    named = found.assign(rater=pd.Series(rater, index=found.index, dtype=object), rater_kind=ADJUDICATOR)
    named = named.assign(source="ballot").rename(columns={"value": "score"})
    return named.drop(columns="stage").astype(object)


def _settled(session: Session, study_id: int) -> pd.DataFrame:
    found = [frames.settled(session, study_id=study_id, protocol=PROTOCOL).assign(rater=MEDIAN_RATER)]
    for protocol in (*settling.protocols(session, study_id=study_id), PEOPLE):
        if protocol != PROTOCOL:
            of_run = frames.settled(session, study_id=study_id, protocol=protocol)
            found.append(of_run.assign(rater=f"settled: {protocol}"))
    frame = pd.concat([one.astype(object) for one in found], ignore_index=True)
    return frame.rename(columns={"value": "score", "rule": "source"}).assign(rater_kind=SETTLED).astype(object)
