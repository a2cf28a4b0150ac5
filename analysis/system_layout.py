"""Responses' figures laid out for averaging over prompts: a row for each unit that is drawn, a column for each mean."""

from typing import Literal, NamedTuple

import pandas as pd


class Key(NamedTuple):
    """One mean: of a system's axis, ``total`` or ``possible``, over everything or over one tier or module."""

    system: str
    column: str
    kind: Literal["", "tier", "module"] = ""
    part: str = ""


class Layout:
    """Units and their prompts.

    Parameters
    ----------
    figures : DataFrame, indexed by response
        system, prompt, maybe tier and module, and the figures to be averaged.
    averaged : bool
        Runs of one prompt are averaged first, modules of a prompt then count the same, and prompts are the units.
        Otherwise every response is a unit of its own and belongs to its prompt.
    """

    def __init__(self, figures: pd.DataFrame, *, averaged: bool) -> None:
        self.figures, self.averaged = figures, averaged
        self.units = pd.Index(sorted(figures["prompt"].unique())) if averaged else figures.index
        self.prompts = None if averaged else figures["prompt"]

    def parts(self, kind: str) -> list[str]:
        """Give the tiers or modules there are."""
        return sorted(self.figures[kind].dropna().unique()) if kind in self.figures else []

    def table(self, keys: list[Key]) -> pd.DataFrame:
        """Lay out one column for each key; NaN where a unit has no figure."""
        return pd.DataFrame({number: self._column(key) for number, key in enumerate(keys)}, index=self.units)

    def _column(self, key: Key) -> pd.Series:
        rows = self.figures[self.figures["system"] == key.system]
        if key.kind:
            rows = rows[rows[key.kind] == key.part]
        if key.column not in rows:
            return pd.Series(float("nan"), index=self.units)
        if not self.averaged:
            return rows[key.column].reindex(self.units)
        of_prompt = ["prompt", "module"] if "module" in rows else ["prompt"]
        runs = rows.groupby(of_prompt, sort=True)[key.column].mean()
        return runs.groupby("prompt").mean().reindex(self.units)
