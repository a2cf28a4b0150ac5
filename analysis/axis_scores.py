"""The scores of one axis laid out side by side: people, judges, and what is settled of the judges."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd

from analysis.kernels import Names
from analysis.pairs import Pair
from analysis.raters import Group
from analysis.scales import Floats, Scale
from analysis.score_tables import ScoreTables, only

Who = Literal["people", "judges", "everybody"]
ONE_RATER: dict[Who, str] = {"people": "person", "judges": "judge", "everybody": "rater"}


class AxisScores(NamedTuple):
    """One axis; `people`, `judges` and `settled` have the responses of people, the others have all responses.

    Attributes
    ----------
    axis : Scale
    people, judges, every_judge : DataFrame of float, responses by raters
        NaN where there is none; every rater of the frame has a column.
    settled : array of float, (responses of people,)
    people_apply, judges_apply, settled_applies : array of float, (responses, raters) and (responses,)
        Who said that the axis applies, see `analysis.score_tables`.
    """

    axis: Scale
    people: pd.DataFrame
    judges: pd.DataFrame
    settled: Floats
    every_judge: pd.DataFrame
    people_apply: Floats
    judges_apply: Floats
    settled_applies: Floats

    def with_mean(self) -> Pair:
        """People's mean score against the settled one."""
        mean = self.people.mean(axis=1).to_numpy()
        return Pair(mean, self.settled, ("the people's mean scores", "the judges' scores"))

    def with_person(self, person: str) -> Pair:
        """One person's score against the settled one."""
        return Pair(self.people[person].to_numpy(), self.settled, ("this person's scores", "the judges' scores"))

    def group(self, who: Who) -> Group:
        """Give the raters of one group who have any score, on the responses of people."""
        return _group(
            {"people": [self.people], "judges": [self.judges]}.get(who, [self.people, self.judges]), self, who
        )

    def all_judges(self) -> Group:
        """Give the judges who have any score, on all responses."""
        return _group([self.every_judge], self, "judges")

    def scorers(self) -> list[str]:
        """List the people with any score on this axis."""
        return [str(person) for person in self.people.columns[self.people.notna().any()]]


def _group(tables: Iterable[pd.DataFrame], scores: AxisScores, who: Who) -> Group:
    table = pd.concat(tables, axis=1).dropna(axis=1, how="all")
    return Group(table.to_numpy(dtype=float), tuple(scores.axis.values()), ONE_RATER[who])


def lay_out(tables: ScoreTables, axes: Sequence[Scale]) -> list[AxisScores]:
    """Lay out every axis; a response is one of people if any scored it on any axis."""
    people = {axis.id: tables.scores(axis.id, "human") for axis in axes}
    seen = np.logical_or.reduce([table.notna().any(axis=1).to_numpy() for table in people.values()])
    found = []
    for axis in axes:
        judges = tables.scores(axis.id, "llm")
        found.append(
            AxisScores(
                axis,
                people[axis.id][seen],
                judges[seen],
                tables.settled(axis.id).to_numpy()[seen],
                judges,
                tables.applies(axis.id, "human"),
                tables.applies(axis.id, "llm"),
                only(tables.applies(axis.id, "settled")),
            )
        )
    return found


def clusters_of(clusters: pd.Series | None, responses: pd.Index) -> Names | None:
    """Look up the cluster of each response.

    Raises
    ------
    ValueError
        If a response has none.
    """
    if clusters is None:
        return None
    found = clusters.reindex(responses)
    if found.isna().any():
        without = ", ".join(map(str, found.index[found.isna()][:5]))
        raise ValueError(f"{found.isna().sum()} responses have no cluster, such as {without}; every response needs one")
    return found.to_numpy().astype(str)
