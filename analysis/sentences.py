"""The findings of one axis in plain words, for a reader who knows the subject and not statistics.

Figures are rounded here, for reading, and nowhere else. The words for the size of r are this project's own
choice.
"""

import re

import pandas as pd

from analysis.agreement import Agreement, Alpha
from analysis.axis_statistics import AxisStatistics
from analysis.correlation import Correlation, PeopleCorrelation

STRENGTHS = ((0.8, "closely"), (0.6, "fairly closely"), (0.4, "loosely"), (0.0, "only weakly"))
"""Smallest r for each word, when the interval lies above 0."""

ONE_SIDED = 0.9
"""Above this share of one and the same score, figures of agreement rest on a few responses."""

SLOT = re.compile(r"(annotator|expert|human|person|rater|scorer|slot)[ _-]?\d+", re.IGNORECASE)
"""What a rater is called who may be somebody else on every response."""


def judges_sentence(correlation: Correlation, agreement: Agreement, *, judges: str, confidence: float) -> str:
    """Say how far the judges follow the people and whether they score higher or lower.

    Parameters
    ----------
    correlation, agreement
        Judges' settled scores against the mean of the people, on the same responses.
    judges : str
        What the settled scores are called, in the singular ("the judges' median").
    confidence : float in (0, 1)
        Coverage of the interval in `correlation`.
    """
    if correlation.r is None:
        follows = f"It cannot be said how far {judges} follows the people: {correlation.why_undefined}"
    else:
        follows = f"{_follows(correlation, judges)} ({_figures(correlation, confidence)})"
    if agreement.bias is None:
        return f"{follows}."
    size = "response" if agreement.n == 1 else "responses"
    where = "" if correlation.r is not None else f" (on {agreement.n} {size})"
    return f"{follows}; {_bias(agreement.bias)} on average{where}."


def _follows(correlation: Correlation, judges: str) -> str:
    if correlation.low is None or correlation.high is None:
        if correlation.n == 3:
            return f"Three responses are too few to tell whether {judges} follows the people"
        direction = "with" if (correlation.r or 0) > 0 else "against"
        return f"{_capital(judges)} moves exactly {direction} the people"
    if correlation.high < 0:
        return f"{_capital(judges)} runs against the people"
    if correlation.low <= 0:
        return f"It cannot be told from these scores whether {judges} follows the people"
    word = next(word for least, word in STRENGTHS if (correlation.r or 0) >= least)
    return f"{_capital(judges)} follows the people {word}"


def _figures(correlation: Correlation, confidence: float) -> str:
    if correlation.r is None:
        return f"n = {correlation.n}"
    text = f"n = {correlation.n}, r = {figure(correlation.r)}"
    if correlation.low is None or correlation.high is None:
        return f"{text}, no interval: {correlation.why_no_interval}"
    return f"{text}, {confidence * 100:g} % interval {figure(correlation.low)} to {figure(correlation.high)}"


def _bias(bias: float) -> str:
    if abs(bias) < 0.05:
        return "it scores as high as they do"
    return f"it scores {abs(bias):.1f} points {'higher' if bias > 0 else 'lower'}"


def people_sentence(correlation: PeopleCorrelation, alpha: Alpha) -> str:
    """Say how far the people agree with one another: the line against which judges are read."""
    if correlation.r is None and alpha.value is None and correlation.why_undefined == alpha.why_undefined:
        return f"It cannot be said how far the people agree with one another: {alpha.why_undefined}."
    if correlation.r is None:
        together = f"no correlation between the people ({correlation.why_undefined})"
    else:
        together = f"correlation between the people r = {figure(correlation.r)} (n = {correlation.n})"
    if alpha.value is None:
        return f"Among the people: {together}; no alpha ({alpha.why_undefined})."
    return f"Among the people: {together}; ordinal alpha {figure(alpha.value)} (n = {alpha.n})."


def spread_notes(people: pd.DataFrame, judges: pd.Series) -> tuple[str, ...]:
    """Warn where nearly all scores of the people or of the judges are the same one.

    Parameters
    ----------
    people : DataFrame of float, responses by people
    judges : Series of float, indexed by response
    """
    notes = []
    for name, scores in (("people", pd.Series(people.to_numpy().ravel())), ("judges", judges)):
        shares = scores.dropna().value_counts(normalize=True)
        if len(shares) and shares.iloc[0] > ONE_SIDED:
            rest = "so every figure here rests on the few others"
            notes.append(f"More than nine in ten scores of the {name} are {shares.index[0]:g}, {rest}.")
    return tuple(notes)


def statistics_notes(statistics: AxisStatistics, *, each_a_person: bool = False) -> tuple[str, ...]:
    """Say what of the full statistics a reader must know: the ceiling, REML, slots, and undefined draws."""
    notes = [_ceiling(statistics)]
    if statistics.people.icc.how == "REML" and statistics.people.raters > 1:
        notes.append("Some people's scores are missing, so their intraclass correlations are estimated by REML.")
    slots = [] if each_a_person else [one for one, _ in statistics.judges_each_person if SLOT.fullmatch(one)]
    if len(slots) > 1:
        one = f"If '{slots[0]}' is not one person but whoever came first"
        notes.append(f"{one}, only ICC(1,1), ICC(1,k) and alpha mean anything.")
    draws = statistics.judges_people.pearson.bootstrap
    if draws is not None and draws.flagged:
        share = f"{draws.undefined_draws * 100:.0f} % of the bootstrap draws have no correlation"
        notes.append(f"Nearly all variation comes from a few responses: {share}.")
    return tuple(note for note in notes if note)


def _ceiling(statistics: AxisStatistics) -> str:
    high, reached = (each.estimate.value for each in (statistics.ceiling.ceiling, statistics.ceiling.of_ceiling))
    if high is None or reached is None:
        return ""
    text = f"The people agree well enough for r = {figure(high)} with their mean at best"
    if reached < 0:
        return f"{text}; the judges run against them."
    if reached > 1:
        return f"{text}; the judges are above that, which in so small a sample means that they are at it."
    return f"{text}; the judges reach {reached * 100:.0f} % of that."


def figure(value: float) -> str:
    """Write a coefficient with two decimals; one that is not quite 1 or -1 never reads as if it were."""
    text = f"{value:.2f}"
    if text in {"1.00", "-1.00"} and abs(value) < 1:
        return "above 0.99" if value > 0 else "below -0.99"
    return "0.00" if text == "-0.00" else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
