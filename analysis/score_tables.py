"""A long frame as tables of responses by raters, for all axes at once: `frames.wide` for whoever needs every axis.

Names are sorted and looked up once, not once for every axis and kind.
"""

from collections import Counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.frames import MAY_BE_MISSING, Kind, Missing
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
    missing : array of object, (rows,)
        The reason of a row without a value.
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
    missing: npt.NDArray[np.object_]

    def scores(self, axis: str, kind: Kind) -> pd.DataFrame:
        """Lay out one axis as responses by raters of one kind; NaN where there is no value.

        Index and columns as `frames.wide`: every response, and every rater of that kind on any axis.
        """
        return self._table(axis, kind, self.value)

    def applies(self, axis: str, kind: Kind) -> Floats:
        """Lay out who said that an axis applies (1.0) or does not (0.0); NaN for everything else.

        Shape and order as `scores`.
        """
        said = np.where(~np.isnan(self.value), 1.0, np.where(self.missing == "not_applicable", 0.0, np.nan))
        return self._table(axis, kind, said).to_numpy()

    def settled(self, axis: str) -> pd.Series:
        """Return what counts of the judges' scores, under whichever rule; as `frames.settled`."""
        return pd.Series(only(self.scores(axis, "settled").to_numpy()), index=self.responses)

    def count_missing(self, axis: str, kind: Kind) -> dict[Missing, int]:
        """Count the rows without a value by their reason, as `frames.count_missing`."""
        counts = Counter(self.missing[self._rows(axis, kind)].tolist())
        return {reason: counts[reason] for reason in MAY_BE_MISSING[kind]}

    def count_responses(self, axis: str) -> int:
        """Count the responses with any row on an axis."""
        return len(np.unique(self.response[self.axis == self._axis(axis)]))

    def _axis(self, axis: str) -> int:
        return int(self.axes.get_indexer(pd.Index([axis]))[0])

    def _kind(self, kind: Kind) -> int:
        return int(self.kinds.get_indexer(pd.Index([kind]))[0])

    def _rows(self, axis: str, kind: Kind) -> npt.NDArray[np.intp]:
        return np.flatnonzero((self.kind == self._kind(kind)) & (self.axis == self._axis(axis)))

    def _table(self, axis: str, kind: Kind, content: Floats) -> pd.DataFrame:
        raters = np.unique(self.rater[self.kind == self._kind(kind)])
        rows = self._rows(axis, kind)
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
    missing = frame["missing"].to_numpy(dtype=object)
    return ScoreTables(responses, raters, axes, kinds, response, rater, axis, kind, value, missing)


def only(table: Floats) -> Floats:
    """Take the one entry of each row of a table, in whichever column it stands; NaN where there is none."""
    there = ~np.isnan(table)
    return np.where(there.any(axis=1), np.where(there, table, 0.0).sum(axis=1), np.nan)


def _numbered(names: pd.Series) -> tuple[Codes, pd.Index]:
    codes, found = pd.factorize(names, sort=True)
    return codes.astype(np.int32), pd.Index(found, dtype=object)
