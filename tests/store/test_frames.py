"""Long frames: every rater's newest word, every kind of missing kept apart, nothing turned into a number."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from sqlmodel import select

from rubrics.entries import Entry
from store import ballots, frames, settling, verdicts
from store.contents import contents, sources
from store.engine import Session
from store.responses import NewPrompt, NewSystem
from store.tables import Assignment, Rater, Response, Score, Sheet, Study, Target, Verdict, VerdictScore
from tests.store.a_study import NOW, PROMPTS, SYSTEMS, Scorer, a_scorer, a_submission, an_open_study, entries
from tests.store.statements import counted

COLUMNS = ["response", "module", "rater", "kind", "axis", "value", "missing", "why", "confidence"]


class Scored:
    """An open study with one scorer, and the targets in the scorer's order."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.study_id = an_open_study(session)
        self.scorer: Scorer = a_scorer(session, self.study_id)
        self.rater = self.key_of(self.scorer)
        places = session.exec(select(Assignment).where(Assignment.rater_id == self.scorer.rater_id)).all()
        self.targets = [place.target_id for place in sorted(places, key=lambda place: place.position)]

    def key_of(self, scorer: Scorer) -> str:
        return self.session.exec(select(Rater.key).where(Rater.id == scorer.rater_id)).one()

    def submit(self, position: int, **changes: Any) -> None:
        submission = a_submission(self.scorer.keys[position - 1], **changes)
        ballots.submit(self.session, rater_id=self.scorer.rater_id, submission=submission, now=NOW)

    def verdict(self, judge: str, at: int, said: dict[str, float | None] | None, **changes: Any) -> int:
        """A judge's verdict at a position of the scorer's queue; None for not applicable, nothing for unreadable."""
        rater_id = verdicts.judge(self.session, study_id=self.study_id, name=judge, family="F", model="M", now=NOW)
        row = Verdict(
            **{
                "target_id": self.targets[at - 1],
                "rater_id": rater_id,
                "stage": "cross",
                "state": "unreadable" if said is None else "valid",
                "benchmark_hash": self.session.exec(select(Study.benchmark_hash)).one(),
                "recorded_at": NOW,
                **changes,
            }
        )
        self.session.add(row)
        self.session.flush()
        for axis, value in (said or {}).items():
            kind = "not_applicable" if value is None else "value"
            self.session.add(VerdictScore(verdict_id=row.id or 0, axis=axis, kind=kind, value=value))
        self.session.flush()
        return row.id or 0

    def scores(self) -> pd.DataFrame:
        return frames.scores(self.session, study_id=self.study_id)

    def said_by(self, rater: str, at: int) -> dict[str, tuple[float | None, str | None]]:
        """Value (None for NaN) and missing of each axis."""
        frame = self.scores()
        target = self.session.exec(select(Target).where(Target.id == self.targets[at - 1])).one()
        labels = frames.responses(self.session, study_id=self.study_id)["response"]
        assert frame["response"].isin(labels).all()
        label = label_of(self.session, target)
        mine = frame[(frame["rater"] == rater) & (frame["response"] == label)]
        return {
            row["axis"]: (None if np.isnan(row["value"]) else row["value"], row["missing"])
            for row in mine.to_dict("records")
        }


def label_of(session: Session, target: Target) -> str:
    return session.exec(select(Response.label).where(Response.id == target.response_id)).one()


@pytest.fixture
def scored(session: Session) -> Scored:
    return Scored(session)


def test_a_study_without_scores_has_a_frame_without_rows(session: Session) -> None:
    study_id = an_open_study(session)
    for frame in (
        frames.scores(session, study_id=study_id),
        frames.settled(session, study_id=study_id, protocol="median"),
    ):
        assert len(frame) == 0
        assert frame["value"].dtype == float
    assert list(frames.scores(session, study_id=study_id).columns) == COLUMNS


def test_there_is_a_row_for_each_response_axis_and_rater(scored: Scored) -> None:
    scored.submit(1)
    scored.verdict("J1", 1, {"truth": 1.0, "care": None})
    frame = scored.scores()
    assert len(frame) == 4 * 2 + 1 * 2
    assert not frame.duplicated(["response", "module", "rater", "axis"]).any()
    assert set(frame["kind"]) == {"human", "llm"}


def test_every_kind_of_missing_is_kept_apart_and_none_is_a_number(scored: Scored) -> None:
    scored.submit(1, entries=entries(care=Entry("not_applicable", None, "Nobody asks.")))
    scored.submit(
        2,
        entries=entries(
            truth=Entry("cannot_assess", None, "I do not know."), care=Entry("rubric_unclear", None, "Who cares?")
        ),
    )
    scored.verdict("J1", 1, {"truth": 0.0, "care": None})
    scored.verdict("J2", 1, None)
    scored.verdict("J3", 1, {"truth": 3.0})
    assert scored.said_by(scored.rater, 1) == {"truth": (2.0, None), "care": (None, "not_applicable")}
    assert scored.said_by(scored.rater, 2) == {"truth": (None, "cannot_assess"), "care": (None, "rubric_unclear")}
    assert scored.said_by(scored.rater, 3) == {"truth": (None, "not_scored"), "care": (None, "not_scored")}
    assert scored.said_by("J1", 1) == {"truth": (0.0, None), "care": (None, "not_applicable")}
    assert scored.said_by("J2", 1) == {"truth": (None, "unreadable"), "care": (None, "unreadable")}
    assert scored.said_by("J3", 1) == {"truth": (3.0, None), "care": (None, "not_scored")}
    assert scored.said_by("J1", 2) == {}
    frame = scored.scores()
    assert (frame["value"].isna() == frame["missing"].notna()).all()


def test_reasons_and_confidence_come_along(scored: Scored) -> None:
    scored.submit(1, entries=entries(truth=Entry("value", 1.0, "שלום, “so”", confidence=0.5)))
    frame = scored.scores()
    truth = frame[(frame["axis"] == "truth") & frame["value"].notna()].iloc[0]
    assert (truth["why"], truth["confidence"]) == ("שלום, “so”", 0.5)
    still_open = frame[frame["missing"] == "not_scored"]
    assert set(still_open["why"]) == {None}
    assert still_open["confidence"].isna().all()


def test_the_newest_version_of_a_sheet_counts(scored: Scored) -> None:
    scored.submit(1)
    scored.submit(
        1, submission="2", version=1, entries=entries(truth=Entry("cannot_assess", None, "On second thoughts."))
    )
    assert scored.said_by(scored.rater, 1) == {"truth": (None, "cannot_assess"), "care": (3.0, None)}
    assert len(scored.scores()) == 8


def test_a_changed_answer_elsewhere_does_not_hide_first_versions(scored: Scored) -> None:
    scored.submit(1)
    scored.submit(1, submission="2", version=1)
    scored.submit(2)
    assert scored.said_by(scored.rater, 2) == {"truth": (2.0, None), "care": (3.0, None)}


def test_hidden_repeats_are_left_out(scored: Scored) -> None:
    session, scorer = scored.session, scored.scorer
    repeat = Assignment(key="again", rater_id=scorer.rater_id, target_id=scored.targets[0], position=9, repeat=1)
    session.add(repeat)
    session.flush()
    again = a_submission("again", entries=entries(truth=Entry("value", 0.0, "Now I see it.")))
    ballots.submit(session, rater_id=scorer.rater_id, submission=again, now=NOW)
    scored.submit(1)
    assert scored.said_by(scored.rater, 1)["truth"] == (2.0, None)
    assert len(scored.scores()) == 8


def test_a_judges_last_readable_verdict_counts_whole(scored: Scored) -> None:
    """The second leaves an axis out that the first had: they are never mixed. A later failure takes nothing back."""
    scored.verdict("J1", 1, None)
    scored.verdict("J1", 1, {"truth": 1.0, "care": 1.0}, attempt=2)
    scored.verdict("J1", 1, {"truth": 2.0}, attempt=3)
    scored.verdict("J1", 1, None, attempt=4)
    assert scored.said_by("J1", 1) == {"truth": (2.0, None), "care": (None, "not_scored")}


def test_a_refused_verdict_is_not_readable_either(scored: Scored) -> None:
    scored.verdict("J1", 1, None, state="refused")
    assert scored.said_by("J1", 1)["truth"] == (None, "unreadable")


def test_replicates_beyond_the_first_are_left_out(scored: Scored) -> None:
    scored.verdict("J1", 1, {"truth": 1.0, "care": 1.0})
    scored.verdict("J1", 1, {"truth": 3.0, "care": 3.0}, replicate=2)
    assert scored.said_by("J1", 1)["truth"] == (1.0, None)


def test_another_studys_scores_are_left_out(scored: Scored) -> None:
    other = an_open_study(scored.session, slug="other")
    a_scorer(scored.session, other, "Naomi")
    scored.submit(1)
    assert set(scored.scores()["rater"]) == {scored.rater}
    assert len(frames.responses(scored.session, study_id=other)) == 4


def settle(scored: Scored, at: int, axis: str, kind: str, value: float | None, **changes: Any) -> None:
    fields: dict[str, Any] = {"version": 1, "n": 3, "nulls": 1, "rule": "median of J", "protocol": "median"}
    whole = {**fields, "target_id": scored.targets[at - 1], "axis": axis, "kind": kind, "value": value, **changes}
    settling.append(scored.session, rows=[settling.Kept(**whole, verdict_ids=[1, 2])], now=NOW)


def test_settled_scores_in_force_with_n_and_nulls(scored: Scored) -> None:
    settle(scored, 1, "truth", "value", 1.5)
    settle(scored, 1, "truth", "value", 2.5, version=2, n=4)
    settle(scored, 1, "care", "not_applicable", None)
    settle(scored, 2, "care", "none", None, n=0, nulls=0)
    settle(scored, 2, "truth", "value", 0.0, protocol="other")
    frame = frames.settled(scored.session, study_id=scored.study_id, protocol="median")
    assert list(frame.columns) == ["response", "module", "axis", "value", "missing", "n", "nulls", "rule"]
    found = {
        (row["axis"], row["n"], row["nulls"]): (row["value"], row["missing"])
        for row in frame.astype(object).where(frame.notna(), None).to_dict("records")
    }
    assert found == {
        ("truth", 4, 1): (2.5, None),
        ("care", 3, 1): (None, "not_applicable"),
        ("care", 0, 0): (None, "not_scored"),
    }
    in_force = settling.in_force(scored.session, protocol="median", target_ids=scored.targets)
    assert in_force[scored.targets[0], "truth"].version == 2


def test_responses_with_their_authors(scored: Scored) -> None:
    frame = frames.responses(scored.session, study_id=scored.study_id)
    assert list(frame.columns) == [
        "response",
        "prompt",
        "category",
        "system",
        "family",
        "replication",
        "text",
        "sampled",
    ]
    assert list(zip(frame["prompt"], frame["system"], strict=True)) == [(p, s) for p in PROMPTS for s in SYSTEMS]
    assert set(frame["family"]) == {"Alder Lab", "Beech Lab"}
    assert frame["sampled"].all()


def test_what_a_study_holds_and_where_its_scores_came_from(scored: Scored) -> None:
    scored.submit(1)
    scored.verdict("J1", 1, {"truth": 1.0}, source="judges.csv")
    held = contents(scored.session, study_id=scored.study_id)
    assert held.prompts == tuple(NewPrompt(key, f"Question {key}?", "life") for key in PROMPTS)
    assert held.systems == tuple(NewSystem(name, f"{name} Lab") for name in SYSTEMS)
    found = sources(scored.session, study_id=scored.study_id)
    assert sorted(found[["rater", "kind", "source"]].itertuples(index=False, name=None)) == [
        ("J1", "llm", "judges.csv"),
        (scored.rater, "human", "ballot"),
    ]


def test_ten_thousand_scores_are_one_query_each_for_people_and_judges(scored: Scored) -> None:
    """Counted, so that no scorer or judge ever costs a query of their own."""
    scored.submit(1)
    with counted(scored.session) as few:
        scored.scores()
    for position in (2, 3, 4):
        scored.submit(position)
    for judge in ("J1", "J2", "J3"):
        scored.verdict(judge, 1, {"truth": 1.0})
    with counted(scored.session) as many:
        scored.scores()
    assert len(many) == len(few) <= 4
    assert len(scored.session.exec(select(Score)).all()) == 8
    assert len(scored.session.exec(select(Sheet)).all()) == 4
