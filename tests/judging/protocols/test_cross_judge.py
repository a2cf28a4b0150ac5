"""Every judge but the author scores once, and the median counts."""

import pytest

from judging.protocols.cross_judge import cross_judge
from judging.protocols.terms import AxisScore, Call, Judge
from tests.judging.protocol_builders import AUTHOR, a_target, asked, cross, cross_settings, done, heard, said, unheard

AUTHORS_JUDGE = Judge("own", "openrouter/alder", "Alder Lab")
SISTER = Judge("sister", "alder-mini", "Alder Lab")


def test_everyone_but_the_author_is_asked_at_once() -> None:
    panel, _ = cross(0, 0)
    found = cross_judge(a_target(), [AUTHORS_JUDGE, *panel], [], cross_settings())
    assert asked(found) == (Call("cross", "j0"), Call("cross", "j1"))


def test_all_that_are_due_stay_asked_until_they_are_heard() -> None:
    panel, answers = cross(1, 2, 3)
    assert asked(cross_judge(a_target(), panel, answers[1:2], cross_settings())) == (
        Call("cross", "j0"),
        Call("cross", "j2"),
    )


def test_an_odd_panel_has_a_middle_one() -> None:
    panel, answers = cross(3, 0, 2)
    found = done(cross_judge(a_target(), panel, answers, cross_settings()))
    assert found.scores["truth"] == AxisScore("value", 2.0, 3, 0, (1, 2, 3))
    assert (found.path, found.gaps) == ("median", ())


def test_an_even_panel_keeps_its_half_point() -> None:
    panel, answers = cross(1, 2, 2, 1)
    assert said(done(cross_judge(a_target(), panel, answers, cross_settings()))) == ("value", 1.5, 4, 0)


@pytest.mark.parametrize(
    ("nulls", "answers", "counts"),
    [
        ("more_than_half", (None, None, None, 1), ("not_applicable", None, 4, 3)),
        ("more_than_half", (None, None, 2, 1), ("value", 1.5, 4, 2)),
        ("any", (None, 2, 2, 1), ("not_applicable", None, 4, 1)),
        ("all", (None, None, None, 1), ("value", 1.0, 4, 3)),
        ("all", (None, None, None, None), ("not_applicable", None, 4, 4)),
    ],
)
def test_not_applicable_by_the_files_rule(nulls: str, answers: tuple[float | None, ...], counts: object) -> None:
    panel, verdicts = cross(*answers)
    assert said(done(cross_judge(a_target(), panel, verdicts, cross_settings(nulls)))) == counts


def test_each_axis_is_settled_by_itself() -> None:
    panel, _ = cross(0, 0)
    verdicts = [heard("j0", "cross", 1, 3, care=0), heard("j1", "cross", 2, 1, scores={"truth": 1.0, "care": None})]
    found = done(cross_judge(a_target(), panel, verdicts, cross_settings("any")))
    assert (said(found, "truth"), said(found, "care")) == (("value", 2.0, 2, 0), ("not_applicable", None, 2, 1))


def test_by_model_a_sister_model_judges_and_by_family_it_does_not() -> None:
    """(0 + 2 + 3) has the middle 2 with the sister's 0, and without it the middle of 2 and 3."""
    panel, answers = cross(2, 3)
    panel, answers = [SISTER, *panel], [heard("sister", "cross", 9, 0), *answers]
    by_model = done(cross_judge(a_target(), panel, answers, cross_settings()))
    by_family = done(cross_judge(a_target(), panel, answers, cross_settings(exclude="family")))
    assert (said(by_model), said(by_family)) == (("value", 2.0, 3, 0), ("value", 2.5, 2, 0))
    assert "a response of their own;" in by_model.rule
    assert "a response of their own maker;" in by_family.rule


def test_a_verdict_of_the_author_itself_is_never_counted() -> None:
    panel, answers = cross(1)
    verdicts = [heard("own", "cross", 9, 3), *answers]
    found = done(cross_judge(a_target(), [AUTHORS_JUDGE, *panel], verdicts, cross_settings()))
    assert found.scores["truth"] == AxisScore("value", 1.0, 1, 0, (1,))


def test_a_judge_that_could_not_be_read_is_a_gap_and_no_low_score() -> None:
    panel, answers = cross(3, 3, 3)
    tries = [unheard("j2", "cross", 8, "unreadable"), unheard("j2", "cross", 9, "unreadable", attempt=2)]
    found = done(cross_judge(a_target(), panel, [*answers[:2], *tries], cross_settings()))
    assert (said(found), found.gaps) == (("value", 3.0, 2, 0), ("j2: no reply could be read in 2 tries",))


def test_with_fewer_judges_than_the_file_wants_there_is_no_score() -> None:
    panel, answers = cross(3, 3)
    verdicts = [answers[0], unheard("j1", "cross", 2, "failed")]
    found = done(cross_judge(a_target(), panel, verdicts, cross_settings(fewest_judges=2)))
    assert (said(found), found.path) == (("none", None, 1, 0), "too_few_judges")
    assert found.gaps == (
        "j1: no reply came",
        "1 of the 2 judges needed could be heard; there is no score",
    )
    assert "no score with fewer than 2 judges" in found.rule


def test_exactly_as_many_as_the_file_wants_are_enough() -> None:
    panel, answers = cross(3, 1)
    assert said(done(cross_judge(a_target(), panel, answers, cross_settings(fewest_judges=2)))) == ("value", 2.0, 2, 0)


def test_an_author_alone_on_the_panel_settles_nothing() -> None:
    found = done(cross_judge(a_target(), [AUTHORS_JUDGE], [], cross_settings()))
    assert (said(found), found.gaps) == (("none", None, 0, 0), ("no judge could be heard; there is no score",))


def test_a_judge_of_other_roles_is_not_asked() -> None:
    panel = [Judge("a", roles=frozenset({"audit"})), Judge("c", roles=frozenset({"cross", "audit"}))]
    assert asked(cross_judge(a_target(AUTHOR), panel, [], cross_settings())) == (Call("cross", "c"),)
