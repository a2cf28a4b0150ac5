"""One sentence per axis for a reader without patience: do judges follow people as well as people follow each other?

Only like is compared with like: the judges' settled score with one person at a time, beside one person with another.
(With the mean of several people any rater agrees better, because a mean has less chance in it.)
"""

from analysis.correlation import PERFECT, PeopleCorrelation
from analysis.estimates import Estimate
from analysis.multiplicity import holm
from analysis.report import AxisReport
from analysis.sentences import figure

ALIKE = 0.1
"""Correlations nearer than this are called about the same; this project's own choice."""

CHANCE = 0.05
LITTLE = 0.05


def comparison_sentence(one: AxisReport, same: PeopleCorrelation) -> str:
    """Say how judges and people go together on one axis, and whether the judges score higher or lower.

    Parameters
    ----------
    one : AxisReport
        With the full statistics, which give the bias its interval; without them a bias is told without saying
        whether it may be chance.
    same : PeopleCorrelation
        People among themselves on the responses that the judges scored too.
    """
    follows = _follows(one, same)
    return f"{follows}{_bias(_bias_of(one), are_told_of=follows.startswith('Judges'))}.{_people(same)}"


def _r_of(one: AxisReport) -> Estimate:
    """r with the interval that the figures show."""
    if one.statistics is not None:
        return one.statistics.judges_people.pearson.estimate
    r = one.judges_people
    return Estimate(r.r, r.n, r.low, r.high, why_undefined=r.why_undefined, why_no_interval=r.why_no_interval)


def _follows(one: AxisReport, same: PeopleCorrelation) -> str:
    r = _r_of(one)
    if r.value is None:
        return f"It cannot be said how far judges follow people here: {r.why_undefined} (n = {r.n})"
    if r.low is None or r.high is None:
        return _without_interval(r.value, r)
    if r.high < 0:
        return f"Judges run against people here (n = {r.n}, r = {figure(r.value)})"
    if r.low <= 0:
        return f"It cannot be told from {r.n} responses whether judges follow people here (r = {figure(r.value)})"
    own = single_r(one)
    if own is None or same.r is None:
        return f"Judges follow people here (n = {r.n}, r = {figure(r.value)})"
    beside = f"r with one person {figure(own)}, person with person {figure(same.r)}"
    return f"Judges follow people here {_compared(one, own, same.r)} (n = {r.n}; {beside})"


def _without_interval(value: float, r: Estimate) -> str:
    if r.n == 3:
        return "Three responses are too few to tell whether judges follow people here (n = 3)"
    if 1 - abs(value) < PERFECT:
        return f"Judges move exactly {'with' if value > 0 else 'against'} people here (n = {r.n})"
    return f"How far judges follow people here has no interval: {r.why_no_interval} (n = {r.n}, r = {figure(value)})"


def _people(same: PeopleCorrelation) -> str:
    return "" if same.r is not None else f" How people follow each other cannot be said: {same.why_undefined}."


def single_r(one: AxisReport) -> float | None:
    """Return the mean r of the settled score with one person, each weighted by responses; None where nobody has one."""
    found = [(each.correlation.r, each.correlation.n) for each in one.judges_each_person]
    defined = [(r, n) for r, n in found if r is not None]
    return sum(r * n for r, n in defined) / sum(n for _, n in defined) if defined else None


def _compared(one: AxisReport, own: float, people: float) -> str:
    if abs(own - people) < ALIKE:
        return "about as well as people follow each other"
    word = "better" if own > people else "less well"
    chance = "" if _clear(one, own > people) else ", though that may be chance"
    return f"{word} than people follow each other{chance}"


def _clear(one: AxisReport, better: bool) -> bool:
    """Whether any of Williams' tests, adjusted for their number, says so in this direction."""
    if one.statistics is None:
        return False
    tests = [each.test for each in one.statistics.person_or_judges]
    adjusted = holm([test.p for test in tests]).p
    return any(
        p is not None and p < CHANCE and test.t is not None and (test.t > 0) == better
        for p, test in zip(adjusted, tests, strict=True)
    )


def _bias_of(one: AxisReport) -> Estimate:
    if one.statistics is not None:
        return one.statistics.judges_people.bias.estimate
    return Estimate(one.with_mean.bias, one.with_mean.n, why_undefined=one.with_mean.why_undefined)


def _bias(bias: Estimate, *, are_told_of: bool) -> str:
    """Go on about the judges where the sentence is about them, else name them."""
    if bias.value is None:
        return ""
    who = "they" if are_told_of else "judges"
    but, also = (", but score", ", and score") if are_told_of else ("; judges score",) * 2
    size = f"{abs(bias.value):.1f}" if abs(bias.value) >= LITTLE else f"{abs(bias.value):.2f}"
    word = "higher" if bias.value > 0 else "lower"
    if bias.low is None or bias.high is None:
        return f"{also} as high" if abs(bias.value) < LITTLE else f"{but} {size} {word}"
    if bias.low <= 0 <= bias.high:
        return f"{also} as high" if abs(bias.value) < LITTLE else f"; that {who} score {size} {word} may be chance"
    return f"{but} {size} {word}"
