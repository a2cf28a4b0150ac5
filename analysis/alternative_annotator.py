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

from analysis.multiplicity import benjamini_yekutieli
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
    rho : float or None
        Mean over people of `judge_share`; over the people with at least 30 responses when there are any.
    omega : float or None
        Share of those people whom the judge can replace; None, with the reason, when nobody has 30 responses.
    passes : bool or None
        omega is at least a half; None exactly when `why_no_verdict` speaks.
    epsilon, q, scoring
        As asked for.
    people : tuple of LeftOut
        Everybody who scored, also those with too few responses.
    why_undefined, why_no_omega, why_no_verdict : str or None
        The reason in words.
    notes : tuple of str
    """

    rho: float | None
    omega: float | None
    passes: bool | None
    epsilon: float
    q: float
    scoring: Scoring
    people: tuple[LeftOut, ...]
    why_undefined: str | None = None
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
    tests = [_left_out(scores, others, person, epsilon, NEARNESS[scoring]) for person in others.columns]
    adjusted = benjamini_yekutieli([test.p for test in tests]).p
    tests = [test._replace(replaced=None if p is None else p <= q) for test, p in zip(tests, adjusted, strict=True)]
    return _outcome(tuple(tests), epsilon, q, scoring)


def _left_out(judge: Floats, people: pd.DataFrame, person: object, epsilon: float, nearness: Nearness) -> LeftOut:
    own = people[person].to_numpy(dtype=float)
    rest = people.drop(columns=[person]).to_numpy(dtype=float)
    there = ~np.isnan(own) & ~np.isnan(rest).all(axis=1)
    of_judge, of_person = nearness(judge[there], rest[there]), nearness(own[there], rest[there])
    ahead = np.round(of_judge - of_person, 9)
    n, judge_nearer, person_nearer = len(ahead), int((ahead > 0).sum()), int((ahead < 0).sum())
    return LeftOut(
        person=str(person),
        n=n,
        judge_share=(n - person_nearer) / n if n else None,
        judge_nearer=judge_nearer,
        person_nearer=person_nearer,
        equally_near=n - judge_nearer - person_nearer,
        nobody_agrees=int(((of_judge == 0) & (of_person == 0)).sum()) if nearness is _accuracy else 0,
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


def _outcome(tests: tuple[LeftOut, ...], epsilon: float, q: float, scoring: Scoring) -> AlternativeAnnotator:
    found = AlternativeAnnotator(None, None, None, epsilon, q, scoring, tests)
    with_any = [test for test in tests if test.n]
    if not with_any:
        reason = "no response was scored by the judge and two people"
        return found._replace(why_undefined=reason, why_no_omega=reason, why_no_verdict=reason)
    tested = [test for test in with_any if test.replaced is not None]
    rho = float(np.mean([test.judge_share for test in tested or with_any]))
    if not tested:
        most = max(test.n for test in tests)
        reason = f"nobody shares {FEWEST_RESPONSES} responses with the others and the judge; the most are {most}"
        return found._replace(rho=rho, why_no_omega=reason, why_no_verdict=reason)
    omega = sum(bool(test.replaced) for test in tested) / len(tested)
    reason_against = _why_no_verdict(tested)
    return found._replace(
        rho=rho,
        omega=omega,
        passes=None if reason_against else omega >= PASS,
        why_no_verdict=reason_against,
        notes=_notes(tests, tested),
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
