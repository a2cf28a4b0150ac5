"""Settling a study in the store: once for everything, then only what has changed."""

from collections.abc import Iterator

import pytest

from judging.settle_study import settle_study, take_scores
from rubrics.entries import Entry
from store import frames, settling, verdicts
from store.engine import Session, Store, StoreError
from store.score_intake import NewAnswer
from store.settling import PROTOCOL
from tests.files.study_builders import NOW, a_store, an_open_study, labels


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    with a_store(database_url) as one:
        yield one


def said(judge: str, label: str, *, truth: float | None = None, care: float | None = None) -> NewAnswer:
    """A judge's answer; an axis without a score is not applicable."""
    kinds = {"truth": truth, "care": care}
    entries = {axis: Entry("value" if v is not None else "not_applicable", v, "Because.") for axis, v in kinds.items()}
    return NewAnswer(judge, "llm", label, "plain", entries)


def take(session: Session, study_id: int, *answers: NewAnswer) -> int:
    return take_scores(session, study_id=study_id, answers=answers, source="judges.csv", by=None, now=NOW)


def test_every_axis_of_every_target_is_settled_with_judges_and_rule(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        first = labels(session, study_id)["P-1", "Alder"]
        answers = [said("J1", first, truth=1, care=3), said("J2", first, truth=2)]
        assert take(session, study_id, *answers) == 2
    with store.reading() as session:
        settled = frames.settled(session, study_id=study_id, protocol=PROTOCOL)
    assert len(settled) == 8
    rows = {(row["response"], row["axis"]): row for row in settled.to_dict("records")}
    assert (rows[first, "truth"]["value"], rows[first, "truth"]["n"], rows[first, "truth"]["nulls"]) == (1.5, 2, 0)
    assert (rows[first, "care"]["value"], rows[first, "care"]["n"], rows[first, "care"]["nulls"]) == (3.0, 2, 1)
    others = settled[settled["response"] != first]
    assert set(others["missing"]) == {"not_scored"}
    assert others["value"].isna().all()
    assert (others["n"] == 0).all()


def test_the_same_again_adds_nothing(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        first = labels(session, study_id)["P-1", "Alder"]
        take(session, study_id, said("J1", first, truth=1, care=3))
        assert take(session, study_id, said("J1", first, truth=1, care=3)) == 0
        assert settle_study(session, study_id=study_id, now=NOW) == 0


def test_only_what_changed_gets_a_next_version_and_the_rest_stays_in_force(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        ids = labels(session, study_id)
        first, second = ids["P-1", "Alder"], ids["P-2", "Beech"]
        take(session, study_id, said("J1", first, truth=1, care=3), said("J1", second, truth=0, care=0))
        only_truth = NewAnswer("J2", "llm", first, "plain", {"truth": Entry("value", 3.0, "Because.")})
        take(session, study_id, only_truth)
    with store.reading() as session:
        in_force = verdicts.settled(session, study_id=study_id, protocol=PROTOCOL)
        versions = sorted((row.axis, row.version) for row in in_force.values())
        frame = frames.settled(session, study_id=study_id, protocol=PROTOCOL)
    assert versions == [("care", 1)] * 4 + [("truth", 1)] * 3 + [("truth", 2)]
    assert len(frame) == 8
    assert frame.loc[(frame["response"] == first) & (frame["axis"] == "truth"), "value"].tolist() == [2.0]


def test_the_verdicts_it_came_from_stand_beside_it(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        first = labels(session, study_id)["P-1", "Alder"]
        take(session, study_id, said("J1", first, truth=1), said("J2", first, truth=2))
        rows = verdicts.settled(session, study_id=study_id, protocol=PROTOCOL)
        known = {one.id for one in settling.given_verdicts(session, study_id=study_id)}
    assert {len(row.verdict_ids) for row in rows.values()} == {0, 2}
    assert {one for row in rows.values() for one in row.verdict_ids} == known


def test_scores_of_people_alone_settle_nothing(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        first = labels(session, study_id)["P-1", "Alder"]
        entries = {axis: Entry("value", 2.0, "Because.") for axis in ("truth", "care")}
        assert take(session, study_id, NewAnswer("Ruth", "human", first, "plain", entries)) == 1
        assert verdicts.settled(session, study_id=study_id, protocol=PROTOCOL) == {}


def test_a_refused_file_leaves_scores_and_medians_as_they_were(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        first = labels(session, study_id)["P-1", "Alder"]
        take(session, study_id, said("J1", first, truth=1, care=1))
    with pytest.raises(StoreError, match="J1 has already scored"), store.writing() as session:
        take(session, study_id, said("J1", first, truth=3, care=1), said("J2", first, truth=3, care=3))
    with store.reading() as session:
        frame = frames.settled(session, study_id=study_id, protocol=PROTOCOL)
        assert set(frame.loc[frame["response"] == first, "value"]) == {1.0}
        assert set(frames.scores(session, study_id=study_id)["rater"]) == {"J1"}
