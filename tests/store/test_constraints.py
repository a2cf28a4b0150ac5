"""The database itself refuses what the rules refuse, on both engines, whoever writes to it."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import select

from store import ballots
from store.engine import Session
from store.tables import (
    Assignment,
    Charter,
    Draft,
    Event,
    Invitation,
    LeakMark,
    Rater,
    Response,
    Score,
    SettledScore,
    Sheet,
    SignOff,
    Study,
    Target,
    Verdict,
    VerdictScore,
)
from tests.store.a_study import NOW, a_scorer, a_submission, an_open_study


class Filled:
    """The ids of one row of most tables."""

    def __init__(self, session: Session) -> None:
        self.study = an_open_study(session)
        scorer = a_scorer(session, self.study)
        self.rater = scorer.rater_id
        ballots.submit(session, rater_id=self.rater, submission=a_submission(scorer.keys[0]), now=NOW)
        self.benchmark = session.exec(select(Study.benchmark_hash)).one()
        self.response = session.exec(select(Response)).all()[0]
        self.target = self._id(session, Target)
        self.sheet = self._id(session, Sheet)
        self.assignment = session.exec(select(Sheet.assignment_id)).one()
        verdict = a_verdict(self, stage="cross")
        charter = Charter(study_id=self.study, module="plain", hash="0" * 64, text="1. Be plain.", added_at=NOW)
        session.add_all([verdict, charter])
        session.flush()
        self.verdict, self.charter = verdict.id, charter.id

    def _id(self, session: Session, table: Any) -> int:
        found: int = session.exec(select(table.id)).all()[0]
        return found


def a_score(at: Filled, **changes: Any) -> Score:
    return Score(
        **{"sheet_id": at.sheet, "axis": "third", "kind": "value", "value": 1.0, "why": "So it is.", **changes}
    )


def a_verdict_score(at: Filled, **changes: Any) -> VerdictScore:
    return VerdictScore(**{"verdict_id": at.verdict, "axis": "truth", "kind": "value", "value": 1.0, **changes})


def a_settled_score(at: Filled, **changes: Any) -> SettledScore:
    fields = {
        "target_id": at.target,
        "axis": "truth",
        "protocol": "median",
        "version": 1,
        "kind": "value",
        "value": 1.0,
    }
    return SettledScore(
        **{**fields, "n": 3, "nulls": 0, "rule": "median", "verdict_ids": [], "settled_at": NOW, **changes}
    )


def a_rater(at: Filled, **changes: Any) -> Rater:
    return Rater(**{"study_id": at.study, "key": "new", "kind": "human", "name": "New", "created_at": NOW, **changes})


def a_mark(at: Filled, **changes: Any) -> LeakMark:
    fields = {"response_id": at.response.id, "start": 0, "stop": 3, "kind": "maker", "found": "Ans", "reason": "So."}
    return LeakMark(**{**fields, **changes})


def an_invitation(at: Filled, **changes: Any) -> Invitation:
    fields = {"rater_id": at.rater, "role": "scorer", "token_hash": "0" * 64, "created_at": NOW, "expires_at": NOW}
    return Invitation(**{**fields, **changes})


def an_assignment(at: Filled, **changes: Any) -> Assignment:
    return Assignment(
        **{"key": "new", "rater_id": at.rater, "target_id": at.target, "position": 99, "repeat": 1, **changes}
    )


def a_sheet(at: Filled, **changes: Any) -> Sheet:
    fields = {"assignment_id": at.assignment, "version": 2, "submission": "new", "benchmark_hash": at.benchmark}
    return Sheet(**{**fields, "submitted_at": NOW, **changes})


def a_study_row(at: Filled, **changes: Any) -> Study:
    fields = {"slug": "new", "title": "New", "benchmark_hash": at.benchmark, "seed": "s", "label_secret": b"0" * 32}
    return Study(**{**fields, "created_at": NOW, **changes})


def a_verdict(at: Filled, **changes: Any) -> Verdict:
    fields = {"target_id": at.target, "rater_id": at.rater, "stage": "audit", "state": "valid", "recorded_at": NOW}
    return Verdict(**{**fields, "benchmark_hash": at.benchmark, **changes})


def a_response(at: Filled, **changes: Any) -> Response:
    fields = at.response.model_dump(exclude={"id"})
    return Response(**{**fields, "label": "R-2222222222", "replication": 2, **changes})


def an_event(at: Filled, **changes: Any) -> Event:
    fields = {"study_id": at.study, "number": 99, "act": "x", "details": {}, "happened_at": NOW}
    return Event(**{**fields, "previous": "", "hash": "", **changes})


def a_sign_off(at: Filled, **changes: Any) -> SignOff:
    return SignOff(
        **{"charter_id": at.charter, "rater_id": at.rater, "decision": "declined", "signed_at": NOW, **changes}
    )


def a_draft_row(at: Filled, **changes: Any) -> Draft:
    fields = {"assignment_id": at.assignment, "revision": 1, "tab": "A", "sequence": 1, "version": 1, "entries": {}}
    return Draft(**{**fields, "saved_at": NOW, **changes})


SOUND: list[Callable[..., Any]] = [
    a_score,
    a_verdict_score,
    a_settled_score,
    a_rater,
    a_mark,
    an_invitation,
    an_assignment,
    a_sheet,
    a_study_row,
    a_draft_row,
    a_verdict,
    a_response,
    an_event,
    a_sign_off,
]

SPOILT: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (a_score, {"kind": "not_applicable"}),
    (a_score, {"kind": "value", "value": None}),
    (a_score, {"kind": "guess"}),
    (a_score, {"value": float("nan")}),
    (a_score, {"value": float("inf")}),
    (a_score, {"why": ""}),
    (a_score, {"why": "  "}),
    (a_score, {"why": " \t\r\n"}),
    (a_score, {"confidence": 1.01}),
    (a_score, {"confidence": -0.01}),
    (a_score, {"axis": "truth"}),
    (a_score, {"sheet_id": 987_654}),
    (a_verdict_score, {"kind": "cannot_assess", "value": None}),
    (a_verdict_score, {"kind": "not_applicable"}),
    (a_verdict_score, {"value": float("nan")}),
    (a_verdict_score, {"confidence": 2.0}),
    (a_settled_score, {"kind": "none"}),
    (a_settled_score, {"value": None}),
    (a_settled_score, {"value": float("-inf")}),
    (a_settled_score, {"n": 1, "nulls": 2}),
    (a_settled_score, {"n": -1, "nulls": -1}),
    (a_rater, {"kind": "robot"}),
    (a_rater, {"study_id": 987_654}),
    (a_mark, {"kind": "rumour"}),
    (a_mark, {"decision": "burn", "decided_at": NOW}),
    (a_mark, {"decision": "keep"}),
    (a_mark, {"decided_at": NOW}),
    (a_mark, {"stop": 0}),
    (a_mark, {"start": -1}),
    (an_invitation, {"role": "king"}),
    (an_assignment, {"position": 0}),
    (an_assignment, {"position": 1}),
    (an_assignment, {"repeat": -1}),
    (an_assignment, {"repeat": 0}),
    (a_sheet, {"version": 0}),
    (a_sheet, {"version": 1}),
    (a_sheet, {"benchmark_hash": "f" * 64}),
    (a_study_row, {"slug": "spring"}),
    (a_study_row, {"state": "paused"}),
    (a_study_row, {"sample_size": 0}),
    (a_study_row, {"benchmark_hash": "f" * 64}),
    (a_draft_row, {"entries": None}),
    (a_draft_row, {"assignment_id": 987_654}),
    (a_verdict, {"state": "maybe"}),
    (a_verdict, {"stage": "cross"}),
    (a_verdict, {"attempt": 0}),
    (a_verdict, {"replicate": 0}),
    (a_response, {"replication": 0}),
    (a_response, {"replication": 1}),
    (an_event, {"number": 1}),
    (an_event, {"details": None}),
    (a_sign_off, {"decision": "perhaps"}),
]


def test_every_sound_row_is_taken(session: Session) -> None:
    at = Filled(session)
    for make in SOUND:
        with session.begin_nested() as taken_back:
            session.add(make(at))
            session.flush()
            taken_back.rollback()


def test_every_spoilt_row_is_refused(session: Session) -> None:
    at = Filled(session)
    taken = []
    for make, changes in SPOILT:
        try:
            with session.begin_nested():
                session.add(make(at, **changes))
        except IntegrityError:
            continue
        taken.append((make.__name__, changes))
    assert taken == []


def test_a_time_without_a_zone_is_refused(session: Session) -> None:
    at = Filled(session)
    session.add(a_sheet(at, submitted_at=datetime(2026, 7, 1, 12, 0)))  # noqa: DTZ001 - what is refused
    with pytest.raises(StatementError, match="a time without a zone cannot be stored"):
        session.flush()


def test_times_come_back_in_utc_to_the_microsecond(session: Session) -> None:
    """14:00:00.000001 in a zone two hours ahead of UTC is 12:00:00.000001 in UTC."""
    moment = datetime(2026, 7, 1, 14, 0, 0, 1, tzinfo=timezone(timedelta(hours=2)))
    at = Filled(session)
    session.add(a_sheet(at, submitted_at=moment))
    session.flush()
    session.expire_all()
    found = session.exec(select(Sheet.submitted_at).where(Sheet.version == 2)).one()
    assert found.isoformat() == "2026-07-01T12:00:00.000001+00:00"
