"""What a reader asks of one judge alone: could it stand in for a person, and does it favour answers of its own maker?

The alternative annotator test and the preference for one's own family (see the files on them), judge by judge. For the
preference only this judge's scores of its own maker's answers are marked; the others' stay in the comparison.
"""

from typing import NamedTuple

import pandas as pd

from analysis.alternative_annotator import AlternativeAnnotator, alternative_annotator_test
from analysis.preference import Preference, preference
from analysis.resampling import Plan


class JudgeAlone(NamedTuple):
    """One judge.

    Attributes
    ----------
    judge : str
    replaceable : AlternativeAnnotator
        Whether this judge could stand in for a person.
    own_family : Preference or None
        Points that it gives answers of its own maker's systems above others; None where makers are not known.
    """

    judge: str
    replaceable: AlternativeAnnotator
    own_family: Preference | None


def each_judge(
    judges: pd.DataFrame, people: pd.DataFrame, plan: Plan, *, epsilon: float, same: pd.DataFrame | None = None
) -> tuple[JudgeAlone, ...]:
    """Look at every judge alone, on one axis.

    Parameters
    ----------
    judges : DataFrame of float, responses by judges
        NaN where a judge gave no score.
    people : DataFrame of float, responses by people
        Indexed as `judges`.
    plan : Plan
        Which draws of responses.
    epsilon : float in [0, 1)
        The head start in the alternative annotator test.
    same : DataFrame of bool, responses by judges, or None
        Whether the judge is of the author's family, see `analysis.preference.same_maker`; None where that is not known.
    """
    return tuple(
        JudgeAlone(
            str(judge),
            alternative_annotator_test(judges[judge], people, plan, epsilon=epsilon),
            None if same is None else preference(judges, _only(same, judge), plan),
        )
        for judge in judges.columns
    )


def _only(same: pd.DataFrame, judge: object) -> pd.DataFrame:
    """Keep the marks of one judge."""
    only = pd.DataFrame(False, index=same.index, columns=same.columns)
    only[judge] = same[judge]
    return only
