"""Two people score; a further one when they lie too far apart. The same pieces as for judges."""

import pytest

from judging.protocols.paired_people import paired_people
from judging.protocols.terms import AxisScore, Call, Judge, Settings
from tests.builders import a_benchmark, a_benchmark_table
from tests.judging.protocol_builders import a_target, asked, done, heard, said, settings_of, unheard

PEOPLE = [Judge("P-1"), Judge("P-2"), Judge("P-3")]


def people(nulls: str = "more_than_half", **changes: object) -> Settings:
    """Two scorers, a gap of 2, their mean; a further scorer's own score replaces it."""
    both = {"judges": "any", "people": nulls, "in_total": "left_out"}
    return settings_of(a_benchmark(people={**a_benchmark_table()["people"], **changes}, nulls=both))


def test_as_many_are_asked_as_the_file_wants() -> None:
    assert asked(paired_people(a_target(), PEOPLE, [], people())) == (Call("person", "P-1"), Call("person", "P-2"))
    assert asked(paired_people(a_target(), PEOPLE, [], people(scorers_per_target=1))) == (Call("person", "P-1"),)


def test_whoever_has_scored_is_one_of_them() -> None:
    verdicts = [heard("P-3", "person", 1, 2)]
    assert asked(paired_people(a_target(), PEOPLE, verdicts, people())) == (Call("person", "P-1"),)


def test_two_who_agree_are_settled_by_their_mean() -> None:
    verdicts = [heard("P-1", "person", 1, 2), heard("P-2", "person", 2, 3)]
    found = done(paired_people(a_target(), PEOPLE, verdicts, people()))
    assert (found.scores["truth"], found.path) == (AxisScore("value", 2.5, 2, 0, (1, 2)), "within_the_gap")
    assert found.rule == ("mean of the people; not applicable when more than half of the scorers say so; not rounded")


@pytest.mark.parametrize(("other", "third"), [(0, True), (1, False)])
def test_a_gap_exactly_at_the_limit_calls_for_a_third(other: float, third: bool) -> None:
    verdicts = [heard("P-1", "person", 1, 2), heard("P-2", "person", 2, 2, care=other)]
    found = paired_people(a_target(), PEOPLE, verdicts, people())
    if third:
        assert asked(found) == (Call("third", "P-3", earlier=(1, 2)),)
    else:
        assert said(done(found), "care") == ("value", 1.5, 2, 0)


def test_the_third_replaces_both_on_every_axis() -> None:
    verdicts = [heard("P-1", "person", 1, 0), heard("P-2", "person", 2, 3), heard("P-3", "third", 3, 1, care=2)]
    found = done(paired_people(a_target(), PEOPLE, verdicts, people()))
    assert (said(found, "truth"), said(found, "care")) == (("value", 1.0, 1, 0), ("value", 2.0, 1, 0))
    assert (found.path, found.scores["truth"].verdicts) == ("third_replaces", (3,))


def test_or_the_median_of_all_three_counts() -> None:
    """0, 3, 1: the middle is 1; on care 0, 3, 2: 2."""
    verdicts = [heard("P-1", "person", 1, 0), heard("P-2", "person", 2, 3), heard("P-3", "third", 3, 1, care=2)]
    found = done(paired_people(a_target(), PEOPLE, verdicts, people(third_score="median_of_three")))
    assert (said(found, "truth"), said(found, "care")) == (("value", 1.0, 3, 0), ("value", 2.0, 3, 0))
    assert (found.path, found.scores["truth"].verdicts) == ("median_of_three", (1, 2, 3))


@pytest.mark.parametrize(
    ("nulls", "one", "other", "counts"),
    [
        ("more_than_half", 3.0, None, ("value", 3.0, 2, 1)),
        ("more_than_half", None, None, ("not_applicable", None, 2, 2)),
        ("any", 3.0, None, ("not_applicable", None, 2, 1)),
        ("all", 0.0, None, ("value", 0.0, 2, 1)),
    ],
)
def test_peoples_own_null_rule(nulls: str, one: float | None, other: float | None, counts: object) -> None:
    scores = [{"truth": 2.0, "care": care} for care in (one, other)]
    verdicts = [heard(f"P-{n}", "person", n, 2, scores=score) for n, score in enumerate(scores, start=1)]
    assert said(done(paired_people(a_target(), PEOPLE, verdicts, people(nulls))), "care") == counts


def test_what_a_person_could_not_assess_is_no_answer() -> None:
    verdicts = [heard("P-1", "person", 1, 2), heard("P-2", "person", 2, 1, scores={"truth": 1.0})]
    found = done(paired_people(a_target(), PEOPLE, verdicts, people()))
    assert (said(found, "truth"), said(found, "care")) == (("value", 1.5, 2, 0), ("value", 2.0, 1, 0))


def test_someone_who_will_not_score_is_replaced() -> None:
    verdicts = [unheard("P-1", "person", 1, "failed")]
    assert asked(paired_people(a_target(), PEOPLE, verdicts, people())) == (
        Call("person", "P-2"),
        Call("person", "P-3"),
    )


def test_one_missing_and_nobody_left_is_no_score() -> None:
    verdicts = [unheard("P-1", "person", 1, "failed"), heard("P-2", "person", 2, 3)]
    found = done(paired_people(a_target(), PEOPLE[:2], verdicts, people()))
    assert (said(found), found.path) == (("none", None, 0, 0), "too_few_people")
    assert found.gaps == ("P-1: no reply came", "1 of 2 people have scored; there is no score")


def test_a_gap_with_nobody_left_keeps_the_mean_and_says_so() -> None:
    verdicts = [heard("P-1", "person", 1, 0), heard("P-2", "person", 2, 3)]
    found = done(paired_people(a_target(), PEOPLE[:2], verdicts, people()))
    assert (said(found), found.path) == (("value", 1.5, 2, 0), "gap_left_open")
    assert found.gaps == ("nobody is there to score after the gap; the mean counts",)


def test_a_third_who_will_not_score_is_replaced_by_the_next() -> None:
    panel = [*PEOPLE, Judge("P-4")]
    verdicts = [heard("P-1", "person", 1, 0), heard("P-2", "person", 2, 3), unheard("P-3", "third", 3, "failed")]
    assert asked(paired_people(a_target(), panel, verdicts, people())) == (Call("third", "P-4", earlier=(1, 2)),)


def test_more_than_the_file_wants_all_count() -> None:
    """Three scored unasked: (1 + 2 + 2) / 3, at nine decimals."""
    verdicts = [heard(f"P-{n}", "person", n, score) for n, score in ((1, 1), (2, 2), (3, 2))]
    found = done(paired_people(a_target(), PEOPLE, verdicts, people()))
    assert said(found) == ("value", 1.666666667, 3, 0)
    assert said(done(paired_people(a_target(), PEOPLE, verdicts, people(settle="median")))) == ("value", 2.0, 3, 0)


def test_roles_say_who_comes_third() -> None:
    panel = [Judge("P-9", roles=frozenset({"third"})), *PEOPLE[:2]]
    assert asked(paired_people(a_target(), panel, [], people())) == (Call("person", "P-1"), Call("person", "P-2"))
    verdicts = [heard("P-1", "person", 1, 0), heard("P-2", "person", 2, 3)]
    assert asked(paired_people(a_target(), panel, verdicts, people())) == (Call("third", "P-9", earlier=(1, 2)),)
