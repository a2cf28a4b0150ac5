"""Scores of a file come in once, whole, and only where they fit; what is there already is never changed by a file."""

from collections.abc import Sequence
from typing import Any

import pytest
from sqlmodel import select

from rubrics.entries import Entry
from store import ballots, frames, people, studies
from store.engine import Session, Store, StoreError
from store.events import broken_links, log
from store.responses import NewResponse, take_in
from store.score_intake import NewAnswer, take_scores
from store.tables import Assignment, Rater, Score, Sheet, Verdict, VerdictScore
from tests.store.a_study import (
    NOW,
    a_benchmark_in,
    a_draft,
    a_plan,
    a_scorer,
    a_submission,
    an_intake,
    an_open_study,
    entries,
)
from tests.store.statements import counted


def labels(session: Session, study_id: int) -> list[str]:
    return sorted(frames.responses(session, study_id=study_id)["response"])


def an_answer(label: str, **changes: Any) -> NewAnswer:
    """A judge's answer on both axes."""
    fields = {"rater": "Hollin", "kind": "llm", "label": label, "module": "plain", "family": "W", "model": "H3"}
    said = {"truth": Entry("value", 1.0, ""), "care": Entry("not_applicable", None, "")}
    return NewAnswer(**{"entries": said, **fields, **changes})


def a_persons(label: str, **changes: Any) -> NewAnswer:
    return an_answer(
        label, **{"rater": "Esther", "kind": "human", "family": "", "model": "", "entries": entries(), **changes}
    )


def take(session: Session, study_id: int, answers: Sequence[NewAnswer]) -> int:
    return take_scores(session, study_id=study_id, answers=answers, source="scores.csv", by=None, now=NOW)


def counts(session: Session) -> list[int]:
    return [
        len(session.exec(select(table)).all()) for table in (Rater, Verdict, VerdictScore, Assignment, Sheet, Score)
    ]


def problems(session: Session, study_id: int, answers: Sequence[NewAnswer]) -> list[str]:
    with pytest.raises(StoreError) as error:
        take(session, study_id, answers)
    return list(error.value.problems)


def test_judges_become_verdicts_and_people_sheets(session: Session) -> None:
    study_id = an_open_study(session)
    first, second, *_ = labels(session, study_id)
    assert take(session, study_id, [an_answer(first), an_answer(second), a_persons(first, invented=True)]) == 3
    assert counts(session) == [2, 2, 4, 1, 1, 2]
    judge, person = session.exec(select(Rater).order_by(Rater.kind.desc())).all()  # type: ignore[attr-defined]  # a column
    assert (judge.key, judge.kind, judge.family, judge.model, judge.invented) == ("Hollin", "llm", "W", "H3", False)
    assert (person.key, person.kind, person.name, person.invented) == ("Esther", "human", "Esther", True)
    verdict = session.exec(select(Verdict)).all()[0]
    assert (verdict.stage, verdict.state, verdict.source, verdict.raw_reply) == (
        "imported",
        "valid",
        "scores.csv",
        None,
    )
    newest = log(session, study_id=study_id).iloc[0]
    assert (newest["act"], newest["details"]) == ("imported scores", {"answers": 3, "source": "scores.csv"})
    assert broken_links(session, study_id=study_id) == []


def test_the_same_scores_again_add_nothing(session: Session) -> None:
    study_id = an_open_study(session)
    first, *_ = labels(session, study_id)
    answers = [an_answer(first), a_persons(first)]
    take(session, study_id, answers)
    before, events = counts(session), len(log(session, study_id=study_id))
    assert take(session, study_id, answers) == 0
    assert take(session, study_id, [*answers, *answers]) == 0
    assert counts(session) == before
    assert len(log(session, study_id=study_id)) == events


def test_an_answer_given_twice_in_one_file_comes_in_once(session: Session) -> None:
    study_id = an_open_study(session)
    first, *_ = labels(session, study_id)
    assert take(session, study_id, [an_answer(first), an_answer(first), a_persons(first), a_persons(first)]) == 2


@pytest.mark.parametrize(
    "truth",
    [
        Entry("value", 2.0, ""),
        Entry("value", 1.0, "Another reason."),
        Entry("value", 1.0, "", confidence=0.5),
    ],
)
def test_other_scores_for_what_is_scored_already_are_refused(session: Session, truth: Entry) -> None:
    study_id = an_open_study(session)
    first, *_ = labels(session, study_id)
    sound = an_answer(first)
    other = an_answer(first, entries={**sound.entries, "truth": truth})
    said = f"Hollin has already scored {first}, with other scores"
    assert problems(session, study_id, [sound, other]) == [said]
    assert counts(session) == [0] * 6
    take(session, study_id, [sound])
    assert problems(session, study_id, [other]) == [said]
    assert counts(session)[:3] == [1, 1, 2]


def test_a_file_does_not_change_what_was_submitted_here(session: Session) -> None:
    study_id = an_open_study(session)
    token = people.invite(session, study_id=study_id, name="Esther", role="scorer", now=NOW, key="Esther")
    assert token
    first, *_ = labels(session, study_id)
    take(session, study_id, [a_persons(first)])
    place = session.exec(select(Assignment)).one()
    changed = a_submission(place.key, version=1, entries=entries(truth=Entry("value", 0.0, "I was wrong.")))
    ballots.submit(session, rater_id=place.rater_id, submission=changed, now=NOW)
    assert problems(session, study_id, [a_persons(first)]) == [f"Esther has already scored {first}, with other scores"]


def test_a_persons_scores_take_the_place_they_have_in_the_queue(session: Session) -> None:
    study_id = an_open_study(session)
    scorer = a_scorer(session, study_id)
    key = session.exec(select(Rater.key).where(Rater.id == scorer.rater_id)).one()
    assert take(session, study_id, [a_persons(label, rater=key) for label in labels(session, study_id)]) == 4
    assert len(session.exec(select(Assignment)).all()) == 4
    frame = frames.scores(session, study_id=study_id)
    assert set(frame["rater"]) == {key}
    assert frame["missing"].isna().all()


def test_scores_come_in_before_the_study_is_open_too(session: Session) -> None:
    study_id = a_draft(session)
    first, *_ = labels(session, study_id)
    assert take(session, study_id, [an_answer(first), a_persons(first)]) == 2
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    assert take(session, study_id, [an_answer(first), a_persons(first)]) == 0


def test_nothing_comes_in_after_sealing(session: Session) -> None:
    study_id = an_open_study(session)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    first, *_ = labels(session, study_id)
    assert problems(session, study_id, [an_answer(first)]) == [
        "the study is sealed; scores come in before it is sealed"
    ]


def test_every_problem_of_a_file_is_named_and_nothing_is_stored(session: Session) -> None:
    study_id = an_open_study(session)
    first, second, *_ = labels(session, study_id)
    value = Entry("value", 2.0, "")
    found = problems(
        session,
        study_id,
        [
            an_answer("R-2222222222"),
            an_answer(first, module="elsewhere"),
            an_answer(first, kind="robot"),
            an_answer(first, rater=" "),
            an_answer(first, rater="Empty", entries={}),
            an_answer(first, rater="A", entries={"beauty": value}),
            an_answer(first, rater="B", entries={"truth": Entry("value", 4.0, "")}),
            an_answer(first, rater="C", entries={"truth": Entry("value", float("nan"), "")}),
            an_answer(first, rater="D", entries={"truth": Entry("cannot_assess", None, "")}),
            an_answer(first, rater="E", entries={"truth": Entry("not_applicable", None, "")}),
            an_answer(first, rater="F", entries={"care": Entry("not_applicable", 2.0, "")}),
            a_persons(first, rater="G"),
            an_answer(second, rater="G"),
        ],
    )
    assert found == [
        "response 'R-2222222222' under 'plain' is not in this study",
        f"response '{first}' under 'elsewhere' is not in this study",
        f"'Hollin' on '{first}': a rater is 'human' or 'llm'; found 'robot'",
        "'Hollin' is both a person and an LLM judge; each needs a name of its own",
        f"' ' on '{first}': a rater's name and at least one score are needed",
        f"'Empty' on '{first}': a rater's name and at least one score are needed",
        f"'A' on '{first}': 'beauty' is not one of the axes truth, care",
        f"'B' on '{first}', truth: 4.0 is not one of its scores",
        f"'C' on '{first}', truth: nan is not one of its scores",
        f"'D' on '{first}', truth: 'cannot_assess' cannot be said here",
        f"'E' on '{first}', truth: 'not_applicable' cannot be said here",
        f"'F' on '{first}', care: both 'not_applicable' and a score",
        "'G' is both a person and an LLM judge; each needs a name of its own",
    ]
    assert counts(session) == [0] * 6


def test_a_name_that_is_a_person_here_is_no_judge_in_a_file(session: Session) -> None:
    study_id = an_open_study(session)
    first, second, *_ = labels(session, study_id)
    take(session, study_id, [a_persons(first)])
    assert problems(session, study_id, [an_answer(second, rater="Esther")]) == [
        "'Esther' is both a person and an LLM judge; each needs a name of its own"
    ]
    take(session, study_id, [an_answer(first)])
    assert problems(session, study_id, [a_persons(second, rater="Hollin")]) == [
        "'Hollin' is both a person and an LLM judge; each needs a name of its own"
    ]


def test_a_refused_file_leaves_nothing_even_where_the_refusal_is_caught_inside(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        first, *_ = labels(session, study_id)
    with store.writing() as session, pytest.raises(StoreError):
        take(session, study_id, [an_answer(first), an_answer("R-2222222222")])
    with store.reading() as session:
        assert counts(session) == [0] * 6


def test_many_answers_cost_few_statements(session: Session) -> None:
    """Field case 15: a file is stored in bulk, whatever its length."""
    study_id = studies.create_study(session, plan=a_plan(), benchmark_hash=a_benchmark_in(session), now=NOW)
    many = [NewResponse("P-1", "Alder", f"Answer {n}.", n) for n in range(1, 101)]
    take_in(session, study_id=study_id, intake=an_intake(responses=many), by=None, now=NOW)
    answers = [make(label) for label in labels(session, study_id) for make in (an_answer, a_persons)]
    with counted(session) as statements:
        assert take(session, study_id, answers) == 200
    assert len(statements) <= 30
