"""People's sheets settled in the store by the same pieces as judges; expected numbers by hand.

The invented benchmark wants two scorers, calls a further one at a gap of 2, and counts the mean of two who agree.
"""

import pytest
from sqlmodel import select

from judging.protocols.terms import Ask, Settled
from judging.settle_people import people_steps, person, settle_people
from judging.settle_study import take_scores
from rubrics.entries import Entry
from store import people, release_rows, settling, verdicts
from store.engine import Session, Store
from store.opening import invite_scorer
from store.score_intake import NewAnswer
from store.settling_people import PEOPLE, given_sheets
from store.study_facts import settled_protocols
from store.tables import Invitation, SettledScore
from tests.builders import a_benchmark_table
from tests.files.study_builders import NOW, an_open_study, labels
from tests.store import a_gap


def sheet(who: str, label: str, truth: float | None, care: float | None = None, kind: str = "value") -> NewAnswer:
    """A person's answer; care without a score is not applicable, truth without one is of the given kind."""
    entries = {
        "truth": Entry("value" if truth is not None else kind, truth, "It says so."),  # type: ignore[arg-type]
        "care": Entry("value" if care is not None else "not_applicable", care, "It is so."),
    }
    return NewAnswer(who, "human", label, "plain", entries)


def scored(session: Session, *sheets: tuple[str, float | None, float | None]) -> int:
    """A study of which one response was scored: by whom, truth, and care (None: it does not apply)."""
    study_id = an_open_study(session)
    label = next(iter(labels(session, study_id).values()))
    answers = [sheet(who, label, truth, care) for who, truth, care in sheets]
    take_scores(session, study_id=study_id, answers=answers, source="people.csv", by=None, now=NOW)
    return study_id


def settled(session: Session, study_id: int) -> dict[str, SettledScore]:
    """What counts of the one response that somebody scored, by axis."""
    found = verdicts.settled(session, study_id=study_id, protocol=PEOPLE)
    (target,) = {one.target_id for one in given_sheets(session, study_id=study_id)}
    return {axis: row for (target_id, axis), row in found.items() if target_id == target}


def the_step(session: Session, study_id: int) -> Ask | Settled:
    (target,) = {one.target_id for one in given_sheets(session, study_id=study_id)}
    return people_steps(session, study_id=study_id)[target]


def test_two_who_agree_are_settled_by_their_mean_with_the_rule_and_the_sheets(store: Store) -> None:
    """Truth: 1 and 2 make 1.5. Care: one of two says it does not apply, which is not more than half, so 3 stands."""
    with store.writing() as session:
        study_id = scored(session, ("Ruth", 1, 3), ("Boaz", 2, None))
        assert settle_people(session, study_id=study_id, now=NOW) >= 2
        found = settled(session, study_id)
        sheets = [one.id for one in given_sheets(session, study_id=study_id)]
        assert (found["truth"].value, found["truth"].n, found["truth"].verdict_ids) == (1.5, 2, sheets)
        assert (found["care"].value, found["care"].n, found["care"].nulls) == (3.0, 2, 1)
        assert found["truth"].rule.startswith("mean of the people")
        assert settle_people(session, study_id=study_id, now=NOW) == 0, "nothing has changed"


def test_one_scorer_of_two_is_no_score_and_the_rule_says_so_without_a_name(store: Store) -> None:
    with store.writing() as session:
        study_id = scored(session, ("Ruth", 1, 3))
        settle_people(session, study_id=study_id, now=NOW)
        row = settled(session, study_id)["truth"]
        assert (row.kind, row.value, row.n) == ("none", None, 0)
        assert "1 of 2 people have scored; there is no score" in row.rule
        assert "Ruth" not in row.rule


def test_a_gap_asks_the_adjudicator_and_left_open_keeps_the_mean(store: Store) -> None:
    """0 and 3 lie 3 apart, at least 2; another scorer who has the response too is not asked for it."""
    with store.writing() as session:
        study_id = scored(session, ("Ruth", 0, 3), ("Boaz", 3, 3))
        found = the_step(session, study_id)
        assert isinstance(found, Settled)
        assert found.path == "gap_left_open", "nobody is named"
        invite_scorer(session, study_id=study_id, name="Ezra", now=NOW)
        assert isinstance(the_step(session, study_id), Settled)
        token = invite_scorer(session, study_id=study_id, name="Deborah", now=NOW, adjudicates=True)
        found = the_step(session, study_id)
        assert isinstance(found, Ask)
        (call,) = found.calls
        assert (call.stage, call.judge) == ("third", person(the_rater(session, token)))
        settle_people(session, study_id=study_id, now=NOW)
        row = settled(session, study_id)["truth"]
        assert (row.value, row.n) == (1.5, 2)
        assert "nobody is there to score after the gap" in row.rule


@pytest.mark.parametrize(("third_score", "truth", "n"), [("replaces", 1.0, 1), ("median_of_three", 1.0, 3)])
def test_an_adjudicators_final_score_counts_as_the_file_says(
    store: Store, third_score: str, truth: float, n: int
) -> None:
    """Ruth 0, Boaz 3, own first score 2, final score 1: 1 replaces the two, and is the median of 0, 3 and 1."""
    with store.writing() as session:
        gap = a_gap.a_gap(session, people={**a_benchmark_table()["people"], "third_score": third_score})
        a_gap.say(session, gap, gap.ruth, {"truth": 0, "care": 3})
        a_gap.say(session, gap, gap.boaz, {"truth": 3, "care": 3})
        a_gap.settle(session, gap, "own", {"truth": 2, "care": 2})
        settle_people(session, study_id=gap.study_id, now=NOW)
        assert settled(session, gap.study_id)["truth"].value == 1.5, "an own first score settles nothing"
        a_gap.settle(session, gap, "final", {"truth": 1, "care": 2})
        settle_people(session, study_id=gap.study_id, now=NOW)
        row = settled(session, gap.study_id)["truth"]
        assert (row.value, row.n) == (truth, n)
        assert "after a gap" in row.rule
        assert a_gap.CHANGED_WORDS not in row.rule


def test_a_final_score_given_before_a_scorer_changed_their_answer_counts_and_says_so(store: Store) -> None:
    """Boaz goes from 3 to 2, still 2 from Ruth's 0; had he gone to 1, the mean of 0 and 1 would count."""
    with store.writing() as session:
        gap = a_gap.a_gap(session)
        a_gap.say(session, gap, gap.ruth, {"truth": 0, "care": 3})
        a_gap.say(session, gap, gap.boaz, {"truth": 3, "care": 3})
        a_gap.settle(session, gap, "own", {"truth": 2, "care": 2})
        a_gap.settle(session, gap, "final", {"truth": 1, "care": 2})
        a_gap.say(session, gap, gap.boaz, {"truth": 2, "care": 3}, version=1)
        settle_people(session, study_id=gap.study_id, now=NOW)
        row = settled(session, gap.study_id)["truth"]
        assert row.value == 1.0
        assert a_gap.CHANGED_WORDS in row.rule
        a_gap.say(session, gap, gap.boaz, {"truth": 1, "care": 3}, version=2)
        settle_people(session, study_id=gap.study_id, now=NOW)
        row = settled(session, gap.study_id)["truth"]
        assert row.value == 0.5
        assert a_gap.CHANGED_WORDS not in row.rule


def test_what_a_person_could_not_assess_is_no_answer(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        label = next(iter(labels(session, study_id).values()))
        answers = [sheet("Ruth", label, 1, 3), sheet("Boaz", label, None, 1, kind="cannot_assess")]
        take_scores(session, study_id=study_id, answers=answers, source="people.csv", by=None, now=NOW)
        settle_people(session, study_id=study_id, now=NOW)
        found = settled(session, study_id)
        assert (found["truth"].value, found["truth"].n, found["truth"].nulls) == (1.0, 1, 0)


def test_people_are_no_protocol_of_judges(store: Store) -> None:
    with store.writing() as session:
        study_id = scored(session, ("Ruth", 1, 3), ("Boaz", 2, 3))
        settle_people(session, study_id=study_id, now=NOW)
        assert settling.protocols(session, study_id=study_id) == []
        assert settled_protocols(session, study_id=study_id) == []
        assert release_rows.settled(session, study_id=study_id).empty


def the_rater(session: Session, token: str) -> int:
    query = select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))
    return session.exec(query).one()
