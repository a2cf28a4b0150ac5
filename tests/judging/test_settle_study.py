"""Settling a study in the store: once for everything, then only what has changed."""

from typing import Any

import pytest

from files.export import export_scores
from judging.protocols.terms import AxisScore, Settled
from judging.settle_study import settle_study, take_scores
from judging.settling import keep_settled
from rubrics.entries import Entry
from store import frames, settling, verdicts
from store.engine import Session, Store, StoreError
from store.score_intake import NewAnswer
from store.settling import PROTOCOL, Kept
from store.tables import Study, Verdict, VerdictScore
from tests.files.study_builders import NOW, an_open_study, labels
from tests.judging.protocol_builders import AUDITED, judging


def said(judge: str, label: str, *, truth: float | None = None, care: float | None = None) -> NewAnswer:
    """A judge's answer; an axis without a score is not applicable."""
    kinds = {"truth": truth, "care": care}
    entries = {axis: Entry("value" if v is not None else "not_applicable", v, "Because.") for axis, v in kinds.items()}
    return NewAnswer(judge, "llm", label, "plain", entries)


def take(session: Session, study_id: int, *answers: NewAnswer) -> int:
    return take_scores(session, study_id=study_id, answers=answers, source="judges.csv", by=None, now=NOW)


def kept(session: Session, study_id: int) -> dict[tuple[int, str], Kept]:
    """What counts of the study's files, by target and axis."""
    ids = [one.id for one in settling.targets(session, study_id=study_id)]
    return settling.in_force(session, protocol=PROTOCOL, target_ids=ids)


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
        in_force = kept(session, study_id)
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
        rows = kept(session, study_id)
        known = {one.id for one in settling.given_verdicts(session, study_id=study_id)}
    assert {len(row.verdict_ids) for row in rows.values()} == {0, 2}
    assert {one for row in rows.values() for one in row.verdict_ids} == known


def test_scores_of_people_alone_settle_nothing(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        first = labels(session, study_id)["P-1", "Alder"]
        entries = {axis: Entry("value", 2.0, "Because.") for axis in ("truth", "care")}
        assert take(session, study_id, NewAnswer("Ruth", "human", first, "plain", entries)) == 1
        assert kept(session, study_id) == {}


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


def test_a_run_settles_under_a_name_of_its_own_and_the_files_scores_stay(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        first = labels(session, study_id)["P-1", "Alder"]
        take(session, study_id, said("J1", first, truth=1, care=3))
        (target,) = [one for one in settling.targets(session, study_id=study_id) if one.label == first]
        score = AxisScore("value", 2.5, 2, 0, (7, 8))
        of_run = {target.id: Settled({"truth": score}, "mean", "audited_mean", ("the auditor is missing",))}
        assert keep_settled(session, protocol="run 7", settled=of_run, now=NOW) == 1
        assert keep_settled(session, protocol="run 7", settled=of_run, now=NOW) == 0
        assert settling.protocols(session, study_id=study_id) == [PROTOCOL, "run 7"]
        (row,) = settling.in_force(session, protocol="run 7", target_ids=[target.id]).values()
        assert (row.value, row.n, row.verdict_ids, row.rule) == (2.5, 2, [7, 8], "mean; the auditor is missing")
        assert kept(session, study_id)[target.id, "truth"].value == 1.0
        exported = export_scores(session, study_id=study_id, by=None, now=NOW).content.decode("utf-8-sig")
    assert f"{first},plain,settled: run 7,settled,truth,2.5,,,,mean; the auditor is missing,2,0" in exported


def test_stages_in_the_store_are_followed(store: Store) -> None:
    """Primary 0 and auditor 3 are adjudicated to 2; in a study whose whole is audited."""
    audited = {**AUDITED, "audit_share": 1}
    with store.writing() as session:
        study_id = an_open_study(session, protocol=audited, judging=judging())
        target = settling.targets(session, study_id=study_id)[0]
        for number, (stage, value) in enumerate((("primary", 0.0), ("audit", 3.0), ("adjudication", 2.0))):
            a_verdict(session, study_id, target.id, judge=f"J{number}", stage=stage, truth=value)
        settle_study(session, study_id=study_id, now=NOW)
        row = kept(session, study_id)[target.id, "truth"]
    assert (row.value, row.n) == (2.0, 1)
    assert row.rule.startswith("the adjudicator's score in place of a disputed or doubted pair; ")


def test_a_runs_verdicts_are_not_a_files(store: Store) -> None:
    """They have a call; a file's have none. Repeats are left out too."""
    with store.writing() as session:
        study_id = an_open_study(session)
        target = settling.targets(session, study_id=study_id)[0]
        a_verdict(session, study_id, target.id, judge="J1", stage="imported", truth=1.0)
        a_verdict(session, study_id, target.id, judge="J1", stage="imported", truth=3.0, replicate=2)
        found = settling.given_verdicts(session, study_id=study_id)
    assert [(one.judge, one.family, one.scores) for one in found] == [("J1", "J1 Lab", {"truth": 1.0})]


def a_verdict(
    session: Session, study_id: int, target_id: int, *, judge: str, stage: str, truth: float, **changes: Any
) -> None:
    """A file's verdict as a row, on the axis truth alone."""
    rater = verdicts.judge(session, study_id=study_id, name=judge, family=f"{judge} Lab", model="", now=NOW)
    study = session.get(Study, study_id)
    assert study is not None
    row = Verdict(
        target_id=target_id,
        rater_id=rater,
        stage=stage,
        state="valid",
        source="judges.csv",
        benchmark_hash=study.benchmark_hash,
        recorded_at=NOW,
        **changes,
    )
    session.add(row)
    session.flush()
    session.add(VerdictScore(verdict_id=row.id or 0, axis="truth", kind="value", value=truth))
    session.flush()
