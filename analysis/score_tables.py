"""A long frame as tables of responses by raters, for all axes at once: `frames.wide` for whoever needs every axis.

Names are sorted and looked up once, not once for every axis and kind.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.frames import Kind
from analysis.scales import Floats

Codes = npt.NDArray[np.int32]


class ScoreTables(NamedTuple):
    """The rows of a checked long frame by number.

    Attributes
    ----------
    responses : Index of str
        Every response of the frame, sorted.
    raters : Index of str
        Every rater of the frame, sorted.
    axes, kinds : Index of str
    response, rater, axis, kind : array of int, (rows,)
        Places in the above.
    value : array of float, (rows,)
    not_applicable : array of bool, (rows,)
    """

    responses: pd.Index
    raters: pd.Index
    axes: pd.Index
    kinds: pd.Index
    response: Codes
    rater: Codes
    axis: Codes
    kind: Codes
    value: Floats
    not_applicable: npt.NDArray[np.bool_]

    def scores(self, axis: str, kind: Kind) -> pd.DataFrame:
        """Lay out one axis as responses by raters of one kind; NaN where there is no value.

        Index and columns as `frames.wide`: every response, and every rater of that kind on any axis.
        """
        return self._table(axis, kind, self.value)

    def applies(self, axis: str, kind: Kind) -> Floats:
        """Lay out who said that an axis applies (1.0) or does not (0.0); NaN for everything else.

        Shape and order as `scores`.
        """
        said = np.where(~np.isnan(self.value), 1.0, np.where(self.not_applicable, 0.0, np.nan))
        return self._table(axis, kind, said).to_numpy()

    def _table(self, axis: str, kind: Kind, content: Floats) -> pd.DataFrame:
        of_kind = self.kind == self.kinds.get_indexer(pd.Index([kind]))[0]
        raters = np.unique(self.rater[of_kind])
        rows = np.flatnonzero(of_kind & (self.axis == self.axes.get_indexer(pd.Index([axis]))[0]))
        table = np.full((len(self.responses), len(raters)), np.nan)
        table[self.response[rows], np.searchsorted(raters, self.rater[rows])] = content[rows]
        return pd.DataFrame(table, index=self.responses, columns=self.raters[raters])


def score_tables(frame: pd.DataFrame) -> ScoreTables:
    """Number the rows of a frame that passed `analysis.frame_check.check_frame`."""
    response, responses = _numbered(frame["response"])
    rater, raters = _numbered(frame["rater"])
    axis, axes = _numbered(frame["axis"])
    kind, kinds = _numbered(frame["kind"])
    value = frame["value"].to_numpy(dtype=float)
    not_applicable = (frame["missing"] == "not_applicable").to_numpy(dtype=bool)
    return ScoreTables(responses, raters, axes, kinds, response, rater, axis, kind, value, not_applicable)


def _numbered(names: pd.Series) -> tuple[Codes, pd.Index]:
    codes, found = pd.factorize(names, sort=True)
    return codes.astype(np.int32), pd.Index(found, dtype=object)
