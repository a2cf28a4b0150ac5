"""Could the judges stand in for one more person? The alternative annotator test.

Calderon, Reichart and Dror (2025), "The Alternative Annotator Test for LLM-as-a-Judge", arXiv 2501.10970. Each
person in turn is left out; on every response that person scored, whichever of judge and person is nearer to the
people who remain gets the point, and both when they are equally near. `rho` is the mean share of responses on which
the judge gets the point; `omega` the share of people whom it can replace, by a t-test that the person is not ahead
by more than `epsilon`, adjusted over people by Benjamini and Yekutieli. `epsilon` is what a person's time is worth:
the authors use 0.2 for experts, 0.15 for trained and 0.1 for untrained people. At an omega of a half the judge passes.

The t-test needs some thirty responses for each person, and "the people who remain" some people. Below that there is
no verdict: rho stands beside exact tests of each person against the judge.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from analysis.estimates import Estimate, undefined, without_interval
from analysis.multiplicity import benjamini_yekutieli
from analysis.resampling import Plan, estimate, few_clusters, means
from analysis.scales import SAME, Floats
from analysis.signed_tests import SignedTest, sign_test, signed_rank_test

Scoring = Literal["accuracy", "distance"]

FEWEST_RESPONSES = 30
FEWEST_PEOPLE = 3
PASS = 0.5
"""Smallest omega at which the judge passes."""


class LeftOut(NamedTuple):
    """One person left out, and who was nearer to the others.

    Attributes
    ----------
    person : str
    n : int
        Responses that this person, at least one other person and the judge scored.
    judge_share : float or None
        Share on which the judge was at least as near to the others as this person; None when n is 0.
    judge_nearer, person_nearer, equally_near : int
        Responses.
    nobody_agrees : int
        Of those equally near, the responses on which neither equals any score of the others (under ``accuracy``).
    p : float or None
        One-sided t-test that the person is not ahead by `epsilon`; None below 30 responses.
    replaced : bool or None
        Whether p stays below q after the adjustment over people; None without p.
    sign, signed_rank : SignedTest
        Exact tests of how much nearer the judge is than the person; positive means the judge is nearer.
    """

    person: str
    n: int
    judge_share: float | None
    judge_nearer: int
    person_nearer: int
    equally_near: int
    nobody_agrees: int
    p: float | None
    replaced: bool | None
    sign: SignedTest
    signed_rank: SignedTest


class AlternativeAnnotator(NamedTuple):
    """The outcome of the test.

    Attributes
    ----------
    rho : Estimate
        Mean over people of `judge_share`; over the people with at least 30 responses when there are any. `n` counts
        responses; the interval comes from draws of whole responses, stretched for few.
    omega : float or None
        Share of those people whom the judge can replace; None, with the reason, when nobody has 30 responses.
    passes : bool or None
        omega is at least a half; None exactly when `why_no_verdict` speaks.
    epsilon, q, scoring
        As asked for.
    people : tuple of LeftOut
        Everybody who scored, also those with too few responses.
    why_no_omega, why_no_verdict : str or None
        The reason in words.
    notes : tuple of str
    """

    rho: Estimate
    omega: float | None
    passes: bool | None
    epsilon: float
    q: float
    scoring: Scoring
    people: tuple[LeftOut, ...]
    why_no_omega: str | None = None
    why_no_verdict: str | None = None
    notes: tuple[str, ...] = ()


def _accuracy(scores: Floats, rest: Floats) -> Floats:
    equal = np.where(np.isnan(rest), np.nan, np.abs(scores[:, None] - rest) <= SAME)
    return np.asarray(np.nanmean(equal, axis=1), dtype=float)


def _distance(scores: Floats, rest: Floats) -> Floats:
    return np.asarray(-np.sqrt(np.nanmean((scores[:, None] - rest) ** 2, axis=1)), dtype=float)


Nearness = Callable[[Floats, Floats], Floats]
NEARNESS: dict[Scoring, Nearness] = {"accuracy": _accuracy, "distance": _distance}


def alternative_annotator_test(
    judge: pd.Series,
    people: pd.DataFrame,
    plan: Plan,
    *,
    epsilon: float,
    scoring: Scoring = "distance",
    q: float = 0.05,
) -> AlternativeAnnotator:
    """Ask of each person whether the judge could have scored in that person's place.

    Parameters
    ----------
    judge : Series of float, indexed by response
        One judge's scores or the settled ones; NaN where there is none.
    people : DataFrame of float, responses by people
        NaN where a person gave no score. Responses with fewer than two people's scores take no part.
    plan : Plan
        Which draws of responses.
    epsilon : float in [0, 1)
        The head start that a judge gets for being cheaper than a person.
    scoring
        How near a score is to the others': ``distance``, the root mean square of the differences, or ``accuracy``,
        the share of them that are equal; a settled half point never equals a person's score.
    q : float in (0, 1)
        False discovery rate over people.

    Raises
    ------
    ValueError
        If epsilon or q is outside its range.
    """
    if not 0 <= epsilon < 1 or not 0 < q < 1:
        raise ValueError(f"epsilon is {epsilon}, q {q}; epsilon lies from 0 to below 1, q between 0 and 1")
    people = people.dropna(axis=1, how="all")
    judge = judge.reindex(people.index)
    shared = judge.notna() & (people.notna().sum(axis=1) >= 2)
    scores, others = judge[shared].to_numpy(dtype=float), people[shared]
    compared = [_compared(scores, others, person, NEARNESS[scoring]) for person in others.columns]
    tests = [_left_out(str(name), *one, epsilon) for name, one in zip(others.columns, compared, strict=True)]
    adjusted = benjamini_yekutieli([test.p for test in tests]).p
    tests = [test._replace(replaced=None if p is None else p <= q) for test, p in zip(tests, adjusted, strict=True)]
    rho = _rho(tests, np.array([ahead for ahead, _ in compared]), plan)
    return _outcome(AlternativeAnnotator(rho, None, None, epsilon, q, scoring, tuple(tests)))


def _compared(judge: Floats, people: pd.DataFrame, person: object, nearness: Nearness) -> tuple[Floats, Floats]:
    """How much nearer the judge is than the person on each response, NaN where not compared; where neither agrees."""
    own = people[person].to_numpy(dtype=float)
    rest = people.drop(columns=[person]).to_numpy(dtype=float)
    there = ~np.isnan(own) & ~np.isnan(rest).all(axis=1)
    of_judge, of_person = nearness(judge[there], rest[there]), nearness(own[there], rest[there])
    ahead, neither = np.full(len(own), np.nan), np.zeros(len(own))
    ahead[there] = np.round(of_judge - of_person, 9)
    neither[there] = (of_judge == 0) & (of_person == 0) if nearness is _accuracy else 0
    return ahead, neither


def _left_out(person: str, ahead_anywhere: Floats, neither: Floats, epsilon: float) -> LeftOut:
    ahead = ahead_anywhere[~np.isnan(ahead_anywhere)]
    n, judge_nearer, person_nearer = len(ahead), int((ahead > 0).sum()), int((ahead < 0).sum())
    return LeftOut(
        person=person,
        n=n,
        judge_share=(n - person_nearer) / n if n else None,
        judge_nearer=judge_nearer,
        person_nearer=person_nearer,
        equally_near=n - judge_nearer - person_nearer,
        nobody_agrees=int(neither.sum()),
        p=_one_sided_p(-np.sign(ahead), epsilon) if n >= FEWEST_RESPONSES else None,
        replaced=None,
        sign=sign_test(ahead),
        signed_rank=signed_rank_test(ahead),
    )


def _one_sided_p(person_ahead: Floats, epsilon: float) -> float:
    """p of the t-test that the mean lies below epsilon; without any spread it is 0 or 1, 1 where they are equal."""
    mean, sd = float(person_ahead.mean()), float(person_ahead.std(ddof=1))
    if sd == 0:
        return 0.0 if mean < epsilon else 1.0
    return float(stats.t.cdf((mean - epsilon) / (sd / np.sqrt(len(person_ahead))), len(person_ahead) - 1))


def _rho(tests: Sequence[LeftOut], ahead: Floats, plan: Plan) -> Estimate:
    used = [place for place, test in enumerate(tests) if test.replaced is not None]
    used = used or [place for place, test in enumerate(tests) if test.n]
    if not used:
        return undefined("no response was scored by the judge and two people", 0, level=plan.level)
    points = np.where(np.isnan(ahead[used]), np.nan, ahead[used] >= 0).T
    points = points[~np.isnan(points).all(axis=1)]
    value, n = float(np.nanmean(points, axis=0).mean()), len(points)
    if n < 2:
        return without_interval(value, n, "one response is too few for an interval", level=plan.level)
    drawn = means(points, plan).mean(axis=0)
    return estimate(value, n, drawn, plan, stretch=few_clusters(n, plan.level))


def _outcome(found: AlternativeAnnotator) -> AlternativeAnnotator:
    tested = [test for test in found.people if test.replaced is not None]
    if not tested:
        most = max((test.n for test in found.people), default=0)
        reason = f"nobody shares {FEWEST_RESPONSES} responses with the others and the judge; the most are {most}"
        return found._replace(why_no_omega=reason, why_no_verdict=reason)
    omega = sum(bool(test.replaced) for test in tested) / len(tested)
    reason_against = _why_no_verdict(tested)
    return found._replace(
        omega=omega,
        passes=None if reason_against else omega >= PASS,
        why_no_verdict=reason_against,
        notes=_notes(found.people, tested),
    )


def _why_no_verdict(tested: Sequence[LeftOut]) -> str | None:
    if len(tested) < FEWEST_PEOPLE:
        return f"{len(tested)} of the people have {FEWEST_RESPONSES} responses; a verdict needs {FEWEST_PEOPLE} people"
    if all(test.nobody_agrees == test.n for test in tested):
        return "neither the judge nor anybody left out ever agrees with the others; ties count for both"
    return None


def _notes(tests: Sequence[LeftOut], tested: Sequence[LeftOut]) -> tuple[str, ...]:
    notes = []
    if left := [test.person for test in tests if test.replaced is None]:
        notes.append(f"without the people who share fewer than {FEWEST_RESPONSES} responses: {', '.join(left)}")
    nobody, n = sum(test.nobody_agrees for test in tested), sum(test.n for test in tested)
    if nobody * 2 > n:
        notes.append(f"on {nobody} of {n} comparisons neither judge nor person agrees with anybody; both get the point")
    return tuple(notes)
