"""One response and all that was said of it."""

from judging.settle_study import take_scores
from rubrics.entries import Entry
from store import frames
from store.engine import Session, Store
from store.one_response import one_response, said_of
from store.score_intake import NewAnswer
from tests.store.a_study import NOW, a_scorer, an_open_study

WORDS = "It says so."


def scored(session: Session) -> tuple[int, str]:
    study_id = an_open_study(session)
    label = sorted(frames.responses(session, study_id=study_id)["response"])[0]
    entries = {"truth": Entry("value", 2.0, WORDS), "care": Entry("not_applicable", None, "Nobody is addressed.")}
    answers = [NewAnswer("Ann", "human", label, "plain", entries), NewAnswer("Hollin", "llm", label, "plain", entries)]
    take_scores(session, study_id=study_id, answers=answers, source="scores.csv", by=None, now=NOW)
    a_scorer(session, study_id)
    return study_id, label


def test_every_score_with_its_reason_and_kind_of_missing(store: Store) -> None:
    with store.writing() as session:
        study_id, label = scored(session)
        said = said_of(session, study_id=study_id, label=label, module="plain")
        judge = said[said["rater"] == "Hollin"].set_index("axis")
        assert judge.loc["truth", "value"] == 2.0
        assert judge.loc["truth", "missing"] is None
        assert judge.loc["care", "missing"] == "not_applicable"
        assert judge.loc["care", "why"] == "Nobody is addressed."
        assert sorted(said["kind"]) == ["human", "human", "llm", "llm"]


def test_the_response_with_its_question(store: Store) -> None:
    with store.writing() as session:
        study_id, label = scored(session)
        found = one_response(session, study_id=study_id, label=label)
        assert found is not None
        assert found.label == label
        assert found.question == f"Question {found.prompt}?"
        assert found.text.startswith("Answer ")
        assert found.system in {"Alder", "Beech"}


def test_a_label_of_no_response_is_nothing(store: Store) -> None:
    with store.writing() as session:
        study_id, label = scored(session)
        assert one_response(session, study_id=study_id, label="R-0000000000") is None
        assert one_response(session, study_id=study_id + 1, label=label) is None
        assert said_of(session, study_id=study_id + 1, label=label, module="plain").empty
