"""Primary, audit and adjudication: every branch worked out by hand. Where all are there; see test_audit_gaps."""

from collections.abc import Sequence
from typing import Any

import pytest

from judging.protocols.audited import audited, is_audited, seats, why_adjudicate
from judging.protocols.terms import Ask, AxisScore, Call, Heard, Judge, Settings, Settled
from tests.judging.protocol_builders import (
    AUDITOR,
    AUTHOR,
    FOURTH,
    PRIMARY,
    THIRD,
    a_target,
    asked,
    audited_settings,
    done,
    heard,
    said,
)

PANEL = [PRIMARY, AUDITOR, THIRD]
ALWAYS: dict[str, Any] = {"audit_share": 1}
NEVER: dict[str, Any] = {"audit_share": 0}


def pair(primary: float | None, audit: float | None) -> list[Heard]:
    return [heard("p", "primary", 1, primary), heard("a", "audit", 2, audit)]


def settle(verdicts: Sequence[Heard], settings: Settings) -> Ask | Settled:
    return audited(a_target(), PANEL, verdicts, settings)


def test_the_audit_set_is_fixed_by_seed_and_target() -> None:
    """The first 16 digits of `printf '2026|audit|R-...|plain' | sha256sum` lie below 4000... for these alone:
    0004 19e5..., 0005 3124..., 0007 0d71..., 0008 397b..., 0009 3dd3..., 0011 2418...."""
    targets = {n: a_target(key=f"R-{n:010}|plain") for n in range(1, 13)}
    assert [n for n, one in targets.items() if is_audited(one, audited_settings())] == [4, 5, 7, 8, 9, 11]


def test_about_a_quarter_of_many_targets_is_audited() -> None:
    """Of 24 x 5 x 2 answers under five modules, 1,200 targets: mean 300, standard deviation 15."""
    keys = [f"R-{answer:010}|{module}" for answer in range(240) for module in "abcde"]
    assert 240 <= sum(is_audited(a_target(key=key), audited_settings()) for key in keys) <= 360


def test_outside_the_audit_set_the_primary_alone_is_asked_and_counts() -> None:
    settings = audited_settings(**NEVER)
    assert asked(settle([], settings)) == (Call("primary", "p"),)
    found = done(settle([heard("p", "primary", 1, 3, confidence=0.1)], settings))
    assert (found.scores["truth"], found.path) == (AxisScore("value", 3.0, 1, 0, (1,)), "primary")
    assert found.gaps == ()


def test_inside_it_both_are_asked_at_once() -> None:
    assert asked(settle([], audited_settings(**ALWAYS))) == (Call("primary", "p"), Call("audit", "a"))


def test_the_mean_of_both_counts() -> None:
    found = done(settle(pair(2, 3), audited_settings(**ALWAYS)))
    assert (found.scores["truth"], found.path) == (AxisScore("value", 2.5, 2, 0, (1, 2)), "audited_mean")
    assert found.rule.startswith("the mean of the primary judge's and the auditor's scores; ")


def test_or_the_primarys_score_where_the_file_says_so() -> None:
    found = done(settle(pair(2, 3), audited_settings(**ALWAYS, audited_counts="primary")))
    assert (found.scores["truth"], found.path) == (AxisScore("value", 2.0, 1, 0, (1,)), "audited_primary")


@pytest.mark.parametrize(("primary", "audit", "third"), [(0, 2, True), (3, 1, True), (1, 2, False), (2, 2, False)])
def test_a_gap_exactly_at_the_limit_is_a_dispute(primary: float, audit: float, third: bool) -> None:
    reasons = why_adjudicate(pair(primary, audit), audited_settings(**ALWAYS))
    assert reasons == (("disputed",) if third else ())


@pytest.mark.parametrize(("confidence", "third"), [(0.5, False), (0.49, True), (None, False), (0.0, True)])
@pytest.mark.parametrize("whose", [0, 1])
def test_a_confidence_exactly_at_the_limit_is_not_low(confidence: float | None, third: bool, whose: int) -> None:
    both = [heard("p", "primary", 1, 2), heard("a", "audit", 2, 2)]
    both[whose] = heard("pa"[whose], ("primary", "audit")[whose], whose + 1, 2, confidence=confidence)
    assert why_adjudicate(both, audited_settings(**ALWAYS)) == (("low_confidence",) if third else ())


def test_a_dispute_on_an_axis_outside_the_composite_counts_only_where_the_file_says_so() -> None:
    both = [heard("p", "primary", 1, 2, care=0), heard("a", "audit", 2, 2, care=3)]
    assert why_adjudicate(both, audited_settings(**ALWAYS)) == ()
    assert why_adjudicate(both, audited_settings(**ALWAYS, dispute_on="all")) == ("disputed",)


def test_the_third_is_shown_both_and_its_scores_replace_the_pair() -> None:
    settings = audited_settings(**ALWAYS)
    assert asked(settle(pair(0, 3), settings)) == (Call("adjudication", "t", earlier=(1, 2)),)
    third = heard("t", "adjudication", 3, 1, care=2, earlier=(1, 2))
    found = done(settle([*pair(0, 3), third], settings))
    assert found.scores == {"truth": AxisScore("value", 1.0, 1, 0, (3,)), "care": AxisScore("value", 2.0, 1, 0, (3,))}
    assert (found.path, found.gaps) == ("adjudicated", ())
    assert found.rule.startswith("the adjudicator's score in place of a disputed or doubted pair; ")


def test_or_they_replace_it_on_the_composite_axes_alone() -> None:
    """Care stands outside: (0 + 3) / 2 stays, whatever the adjudicator says of it."""
    verdicts = [*pair(0, 3), heard("t", "adjudication", 3, 1, care=2)]
    found = done(settle(verdicts, audited_settings(**ALWAYS, adjudicator_replaces="composite")))
    assert found.scores == {
        "truth": AxisScore("value", 1.0, 1, 0, (3,)),
        "care": AxisScore("value", 1.5, 2, 0, (1, 2)),
    }
    assert found.rule.startswith(
        "the adjudicator's score in place of a disputed or doubted pair on the composite axes; "
        "elsewhere the mean of the primary judge's and the auditor's scores; "
    )


def test_not_applicable_against_a_score_goes_by_the_null_rule() -> None:
    """Only care may not apply: 1 of 2 is not more than half, so the one score counts."""
    both = [heard("p", "primary", 1, 2, scores={"truth": 2.0, "care": None}), heard("a", "audit", 2, 2, care=0)]
    found = done(settle(both, audited_settings(**ALWAYS)))
    assert said(found, "care") == ("value", 0.0, 2, 1)


def test_an_adjudicator_may_say_not_applicable() -> None:
    third = heard("t", "adjudication", 3, 1, scores={"truth": 1.0, "care": None})
    assert said(done(settle([*pair(0, 3), third], audited_settings(**ALWAYS))), "care") == (
        "not_applicable",
        None,
        1,
        1,
    )


def test_nobody_of_the_authors_maker_takes_a_seat() -> None:
    alder = Judge("x", "alder-mini", "Alder Lab")
    assert seats(AUTHOR, [alder, *PANEL], audited_settings()) == (PRIMARY, AUDITOR, THIRD)


def test_by_model_a_sister_may_be_primary_but_never_auditor() -> None:
    """The exclusion lets it in; `other than the author` in the rules of the other two seats does not."""
    sister = Judge("x", "alder-mini", "Alder Lab")
    settings = audited_settings(exclude="model")
    assert seats(AUTHOR, [sister, *PANEL], settings) == (sister, PRIMARY, AUDITOR)
    assert seats(AUTHOR, [*PANEL, sister], settings) == (PRIMARY, AUDITOR, THIRD)


def test_four_makers_are_enough_and_three_are_not() -> None:
    """The author's is one of them: three others are needed, of whom each may take one seat."""
    assert seats(AUTHOR, [PRIMARY, AUDITOR, THIRD], audited_settings()) == (PRIMARY, AUDITOR, THIRD)
    same = Judge("s", "", "Pine Lab")
    assert seats(AUTHOR, [PRIMARY, AUDITOR, same], audited_settings()) == (PRIMARY, AUDITOR)
    assert seats(AUTHOR, [PRIMARY, same], audited_settings()) == (PRIMARY,)
    assert len(seats(AUTHOR, [PRIMARY, AUDITOR, same, FOURTH], audited_settings())) == 3


def test_a_looser_rule_seats_makers_again_but_never_the_same_judge() -> None:
    same = Judge("s", "", "Pine Lab")
    loose = audited_settings(audit_family="other_than_author", adjudicator_family="other_than_author")
    assert seats(AUTHOR, [PRIMARY, same, AUDITOR], loose) == (PRIMARY, same, AUDITOR)
    assert seats(AUTHOR, [PRIMARY, same], loose) == (PRIMARY, same)
