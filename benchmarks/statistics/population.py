"""Scores of invented raters with known statistics, as a long frame: what the simulations and timings run on.

A response has a latent quality. People and judges see it with noise and a strictness of their own; judges also
share an error. Cut into 0 to 3, this gives r about .73 between the judges' median and the people's mean, and
ordinal alpha about .56 among two people.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

Floats = npt.NDArray[np.float64]

CUTS = (-1.1, -0.25, 0.75)
STRICTNESS = {"human": (-0.1, 0.1, 0.0, 0.05, -0.05), "llm": (-0.1, 0.0, 0.05, 0.15, 0.1)}
NOISE = {"human": 0.75, "llm": 0.7}
SHARED = 0.35
KINDER = 0.25


class FourPoints(NamedTuple):
    """An axis from 0 to 3."""

    id: str
    name: str

    def values(self) -> tuple[float, ...]:
        """The four scores."""
        return (0.0, 1.0, 2.0, 3.0)


def scores(responses: int, people: int, judges: int, seed: int) -> tuple[Floats, Floats]:
    """Draw the scores of one axis: (responses, people) and (responses, judges)."""
    chance = np.random.default_rng(seed)
    quality = chance.normal(size=(responses, 1))
    seen = quality + KINDER + SHARED * chance.normal(size=(responses, 1))
    by_people = quality + STRICTNESS["human"][:people] + NOISE["human"] * chance.normal(size=(responses, people))
    by_judges = seen + STRICTNESS["llm"][:judges] + NOISE["llm"] * chance.normal(size=(responses, judges))
    return np.searchsorted(CUTS, by_people).astype(float), np.searchsorted(CUTS, by_judges).astype(float)


def a_frame(axes: list[tuple[Floats, Floats]]) -> tuple[pd.DataFrame, list[FourPoints]]:
    """Lay out axes as a long frame, with the judges' median as the settled score."""
    responses = len(axes[0][0])
    raters = [("human", f"person {j}") for j in range(axes[0][0].shape[1])]
    raters += [("llm", f"judge {j}") for j in range(axes[0][1].shape[1])] + [("settled", "median")]
    kinds, names = (np.array(part, dtype=object) for part in zip(*raters, strict=True))
    ids = [f"axis {number}" for number in range(len(axes))]
    values = [np.hstack([people, judges, np.median(judges, axis=1)[:, None]]).T.ravel() for people, judges in axes]
    frame = pd.DataFrame(
        {
            "response": np.tile(
                np.array([f"r{i:06d}" for i in range(responses)], dtype=object), len(names) * len(axes)
            ),
            "axis": np.repeat(np.array(ids, dtype=object), responses * len(names)),
            "rater": np.tile(np.repeat(names, responses), len(axes)),
            "kind": np.tile(np.repeat(kinds, responses), len(axes)),
            "value": np.concatenate(values),
            "missing": np.full(responses * len(names) * len(axes), None, dtype=object),
        },
        copy=False,
    )
    return frame, [FourPoints(axis, axis) for axis in ids]
