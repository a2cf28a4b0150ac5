"""The ids that responses came with leave with the authors, once scoring has ended, and never otherwise."""

import csv
import io

from files.export import export_scores
from files.scores import read_scores
from judging.settle_study import take_scores
from rubrics.entries import Entry
from store import benchmarks, studies
from store.contents import known_responses
from store.engine import Session, Store
from store.responses import Intake, NewPrompt, NewResponse, NewSystem, take_in
from store.score_intake import NewAnswer
from tests.files.study_builders import NOW, a_draft


def a_study(session: Session, *own_ids: str) -> int:
    """An open study of one response for each id, each scored by one judge."""
    study_id = a_draft(session, responses=False)
    answers = [NewResponse("P-1", "Alder", f"It is {n}.", n, own_id=one) for n, one in enumerate(own_ids, start=1)]
    intake = Intake([NewPrompt("P-1", "What?")], [NewSystem("Alder", "Alder Lab")], answers, "responses.csv")
    take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    entries = {axis: Entry("value", 2.0, "So.") for axis in ("truth", "care")}
    labels = known_responses(session, study_id=study_id)["response"]
    said = [NewAnswer("Hollin", "llm", label, "plain", entries) for label in labels]
    take_scores(session, study_id=study_id, answers=said, source="scores.csv", by=None, now=NOW)
    return study_id


def exported(session: Session, study_id: int, *, with_authors: bool) -> list[dict[str, str]]:
    content = export_scores(session, study_id=study_id, by=None, now=NOW, with_authors=with_authors).content
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_after_sealing_every_row_has_the_id_its_response_came_with(store: Store) -> None:
    with store.writing() as session:
        study_id = a_study(session, "t-1", "")
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        rows = exported(session, study_id, with_authors=True)
        known = known_responses(session, study_id=study_id)
    by_label = dict(zip(known["response"], known["own_id"], strict=True))
    assert sorted(by_label.values()) == ["", "t-1"]
    assert {row["response"]: row["own_id"] for row in rows} == by_label


def test_no_id_leaves_while_people_score_nor_without_the_authors(store: Store) -> None:
    with store.writing() as session:
        study_id = a_study(session, "t-1")
        assert "own_id" not in exported(session, study_id, with_authors=True)[0]
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        assert "own_id" not in exported(session, study_id, with_authors=False)[0]


def test_where_no_response_has_one_there_is_no_column(store: Store) -> None:
    with store.writing() as session:
        study_id = a_study(session, "")
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        assert "own_id" not in exported(session, study_id, with_authors=True)[0]


def test_such_a_file_can_be_read_again(store: Store) -> None:
    with store.writing() as session:
        study_id = a_study(session, "t-1", "t-2")
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        content = export_scores(session, study_id=study_id, by=None, now=NOW, with_authors=True).content
        answers = read_scores(
            content,
            "export.csv",
            benchmark=benchmarks.of_study(session, study_id=study_id),
            responses=known_responses(session, study_id=study_id),
        )
    assert [(one.rater, len(one.entries)) for one in answers] == [("Hollin", 2)] * 2
