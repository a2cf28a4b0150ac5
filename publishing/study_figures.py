"""From the store to every number of a study: what dashboards show, a bundle holds and `verify` computes again.

Here the store is asked; the numbers are made in `publishing.study_report`, from frames alone, so that the files of a
bundle give the same ones. Figures take seconds, so whoever shows them keeps them by `data_version`.
"""

import hashlib
from collections.abc import Mapping

import pandas as pd

from analysis.frames import COLUMNS
from publishing.rater_names import numbered
from publishing.study_report import (
    AxisFigures,
    StudyReport,
    SystemAxis,
    axis_figures,
    prompts_of,
    study_report,
    system_figures,
)
from rubrics.schema import Benchmark
from store import benchmarks, frames, study_facts
from store.engine import Session

__all__ = [
    "NOTHING_SETTLED",
    "SETTLED_RATER",
    "AxisFigures",
    "StudyReport",
    "SystemAxis",
    "axis_figures",
    "data_version",
    "judge_facts",
    "long_frame",
    "prompts_of",
    "protocol_of",
    "response_facts",
    "study_frame",
    "study_report",
    "system_figures",
]

SETTLED_RATER = "settled score"
NOTHING_SETTLED = ""


def data_version(session: Session, *, study_id: int) -> str:
    """Return a text that changes whenever a score, verdict or settled score of a study does: the key of caches."""
    counts = study_facts.change_counts(session, study_id=study_id)
    return hashlib.sha256("|".join((str(study_id), *counts)).encode()).hexdigest()[:32]


def protocol_of(session: Session, *, study_id: int) -> str:
    """Return the protocol whose settled scores count: the one settled last; "" where nothing is settled."""
    return next(iter(study_facts.settled_protocols(session, study_id=study_id)), NOTHING_SETTLED)


def study_frame(session: Session, *, study_id: int, module: str, protocol: str | None = None) -> pd.DataFrame:
    """Return the scores of people and judges and what is settled, of one module, as every statistic reads them.

    Parameters
    ----------
    session, study_id
    module : str
        Response labels are unique within a module.
    protocol : str or None
        Whose settled scores; None for `protocol_of`.

    Returns
    -------
    DataFrame
        Columns as in `analysis.frames`. People are "Rater 1" to "Rater n"; the rater of a settled score is
        `SETTLED_RATER`. No name or key of a person is in it.
    """
    wanted = protocol_of(session, study_id=study_id) if protocol is None else protocol
    return long_frame(
        frames.scores(session, study_id=study_id),
        frames.settled(session, study_id=study_id, protocol=wanted),
        module=module,
        names=numbered(session, study_id=study_id),
    )


def long_frame(scores: pd.DataFrame, settled: pd.DataFrame, *, module: str, names: Mapping[str, str]) -> pd.DataFrame:
    """Bring people, judges and settled scores of one module together; no person's name or key is left in it.

    Parameters
    ----------
    scores, settled : DataFrame
        As `store.frames.scores` and `store.frames.settled` return them.
    module : str
    names : mapping
        What each person is called instead of their key (`publishing.rater_names`).
    """
    given = scores[scores["module"] == module]
    people = given["kind"] == "human"
    given = given.assign(rater=given["rater"].where(~people, given["rater"].map(names)))
    counts = settled[settled["module"] == module].assign(rater=SETTLED_RATER, kind="settled")
    frame = pd.concat([one[list(COLUMNS)].astype(object) for one in (given, counts)], ignore_index=True)
    missing = frame["missing"].where(frame["missing"].notna(), None)
    return frame.assign(value=frame["value"].astype("float64"), missing=missing)


def response_facts(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return what is known of each target beside its scores; it names the systems, so it is not for scorers.

    Returns
    -------
    DataFrame
        response (label), module, prompt (key), category, tier (the category where the benchmark declares it a tier,
        else None), system, family ("" where unknown), own, grounded, replication, sampled, words (of the text as
        raters see it; 0 for an empty answer).
    """
    facts = study_facts.responses(session, study_id=study_id)
    tiers = tier_names(benchmarks.of_study(session, study_id=study_id))
    words = facts.pop("text").map(lambda text: len(str(text).split())).astype("int64")
    tier = pd.Series([tiers.get(one) for one in facts["category"]], index=facts.index, dtype=object)
    return facts.assign(tier=tier, words=words)


def tier_names(benchmark: Benchmark) -> dict[str, str]:
    """Return the tier that a prompt's category stands for, by its id and by its name."""
    return {word: tier.name for tier in benchmark.tasks.tiers for word in (tier.id, tier.name)}


def judge_facts(session: Session, *, study_id: int) -> pd.DataFrame:
    """Return the judges: judge (as in `study_frame`), family and model, "" where unknown."""
    return study_facts.judges(session, study_id=study_id)
