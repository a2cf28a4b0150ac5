"""The database itself refuses what the rules of reviews refuse; an older store's charters and sign-offs move over; and
of several who act at once one is first and the others are told."""

from collections.abc import Callable
from typing import Any

import pytest
from alembic import command
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from store import charters, review_work, reviews, signing
from store.engine import Session, Store, StoreError
from store.migrate import configuration, migrate
from store.refusals import Refused
from store.tables import Charter, CommentReply, Review, ReviewDraft, ReviewerStatement, SignedEntry, SignOff
from tests.store.a_review import EDITED, TEXT, a_charter, a_chartered_study, a_reviewer, a_signing, agree_to_all, signed
from tests.store.a_study import NOW
from tests.store.at_once import at_once


class Filled:
    """The ids of one row of each table of reviews."""

    def __init__(self, session: Session) -> None:
        self.study = a_chartered_study(session)
        review, _ = a_reviewer(session, self.study)
        agree_to_all(session, review)
        self.sign_off = signed(session, review)
        self.review, self.rater = review.id, review.rater_id
        self.charter = charters.in_force(session, study_id=self.study)["bakers"].id


def a_version(at: Filled, **changes: Any) -> Charter:
    fields = {"study_id": at.study, "module": "bakers", "version": 2, "hash": "0" * 64, "text": "T", "added_at": NOW}
    return Charter(**{**fields, **changes})


def a_statement(at: Filled, **changes: Any) -> ReviewerStatement:
    return ReviewerStatement(
        **{"rater_id": at.rater, "consented": True, "tradition": "Rye", "publish": True, "stated_at": NOW, **changes}
    )


def a_sign_off(at: Filled, **changes: Any) -> SignOff:
    fields = {"charter_id": at.charter, "rater_id": at.rater, "submission": "new", "decision": "declined"}
    return SignOff(**{**fields, "signed_at": NOW, **changes})


def a_review(at: Filled, **changes: Any) -> Review:
    fields = {"key": "new", "rater_id": at.rater, "module": "millers", "qualified": True, "begun_at": NOW}
    return Review(**{**fields, **changes})


def a_draft(at: Filled, **changes: Any) -> ReviewDraft:
    fields = {"review_id": at.review, "part": "clause", "clause": "1", "charter_id": at.charter, "revision": 1}
    return ReviewDraft(**{**fields, "tab": "a", "sequence": 1, "entry": {}, "saved_at": NOW, **changes})


def an_entry(at: Filled, **changes: Any) -> SignedEntry:
    return SignedEntry(**{"sign_off_id": at.sign_off, "part": "scenario", "clause": "SC-1", **changes})


def a_reply(at: Filled, **changes: Any) -> CommentReply:
    fields = {"sign_off_id": at.sign_off, "part": "decision", "clause": "", "outcome": "answered", "words": "So."}
    return CommentReply(**{**fields, "replied_at": NOW, **changes})


SOUND: list[Callable[..., Any]] = [a_version, a_statement, a_sign_off, a_review, a_draft, an_entry, a_reply]
SPOILT: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (a_version, {"version": 1}),
    (a_version, {"version": 0}),
    (a_statement, {"consented": False}),
    (a_statement, {"consented": False, "tradition": "", "qualification": "Master"}),
    (a_statement, {"rater_id": 987_654}),
    (a_sign_off, {"decision": "perhaps"}),
    (a_sign_off, {"charter_id": 987_654}),
    (a_review, {"module": "bakers"}),
    (a_draft, {"part": "whole"}),
    (a_draft, {"entry": None}),
    (a_draft, {"review_id": 987_654}),
    (an_entry, {"part": "clause", "clause": "1"}),
    (an_entry, {"part": "decision"}),
    (an_entry, {"agreement": "perhaps"}),
    (a_reply, {"outcome": "ignored"}),
    (a_reply, {"words": " \n"}),
    (a_reply, {"part": "whole"}),
]


def test_every_sound_row_is_taken_and_every_spoilt_one_refused(session: Session) -> None:
    at = Filled(session)
    for make in SOUND:
        with session.begin_nested() as taken_back:
            session.add(make(at))
            session.flush()
            taken_back.rollback()
    taken = []
    for make, changes in SPOILT:
        try:
            with session.begin_nested():
                session.add(make(at, **changes))
        except IntegrityError:
            continue
        taken.append((make.__name__, changes))
    assert taken == []


OLD = (
    "INSERT INTO benchmark (hash, slug, version, text, added_at) VALUES ('b', 's', 'v1', 'T', '2026-01-01')",
    "INSERT INTO study (id, slug, title, note, benchmark_hash, state, seed, label_secret, invented, created_at)"
    " VALUES (1, 'spring', 'S', '', 'b', 'draft', 's', '', FALSE, '2026-01-01')",
    "INSERT INTO rater (id, study_id, key, kind, name, family, model, invented, created_at)"
    " VALUES (1, 1, 'P-1', 'human', 'Ruth', '', '', FALSE, '2026-01-01')",
    "INSERT INTO charter (id, study_id, module, hash, text, added_at) VALUES"
    " (1, 1, 'bakers', 'x', 'X', '2026-01-01'), (2, 1, 'millers', 'y', 'Y', '2026-01-01'),"
    " (3, 1, 'bakers', 'z', 'Z', '2026-01-02')",
    "INSERT INTO sign_off (id, charter_id, rater_id, decision, qualification, tradition, conflict, reasons, signed_at)"
    " VALUES (1, 1, 1, 'approved', 'Master', 'Rye', 'I bake.', 'Good.', '2026-01-03'),"
    " (2, 2, 1, 'declined', '', '', '', 'Bad.', '2026-01-04')",
)


@pytest.mark.parametrize("older", ["0004", "0005"])
def test_an_older_stores_charters_are_numbered_and_statements_set_apart(database_url: str, older: str) -> None:
    store = Store(database_url)
    config = configuration()
    with store.reshaping() as session:
        config.attributes["connection"] = session.connection()
        command.upgrade(config, older)
        for statement in OLD:
            session.connection().execute(text(statement))
    migrate(store)
    with store.reading() as session:
        found = charters.versions(session, study_id=1)
        assert [(one.id, one.version, one.note) for one in found] == [(1, 1, ""), (3, 2, ""), (2, 1, "")]
        assert signing.statement_of(session, rater_id=1) == signing.Statement(True, "Master", "Rye")
        one, other = reviews.sign_offs(session, study_id=1)
        assert (one.decision, one.conflict, one.reasons, one.private_note) == ("approved", "I bake.", "Good.", "")
        assert (other.decision, other.qualified) == ("declined", False)
    store.close()


@pytest.fixture
def ready(store: Store) -> tuple[review_work.ReviewRow, signing.Signing]:
    """A review with every clause answered, and its signature."""
    with store.writing() as session:
        review, _ = a_reviewer(session, a_chartered_study(session))
        agree_to_all(session, review)
        return review, a_signing(session, review)


def test_one_signature_sent_many_times_at_once_is_stored_once(
    store: Store, ready: tuple[review_work.ReviewRow, signing.Signing]
) -> None:
    review, one = ready

    def send() -> int:
        with store.writing() as session:
            return signing.sign(session, rater_id=review.rater_id, signing=one, now=NOW)

    assert len(set(at_once([send] * 6))) == 1
    with store.reading() as session:
        assert len(reviews.sign_offs(session, study_id=review.study_id)) == 1


def test_an_edit_and_a_signature_at_once_never_sign_what_was_not_read(
    store: Store, ready: tuple[review_work.ReviewRow, signing.Signing]
) -> None:
    review, one = ready

    def send() -> str:
        try:
            with store.writing() as session:
                signing.sign(session, rater_id=review.rater_id, signing=one, now=NOW)
        except Refused as refused:
            return refused.why
        return "signed"

    def edit() -> str:
        fields: dict[str, Any] = {"study_id": review.study_id, "by": None, "now": NOW}
        with store.writing() as session:
            charters.take_in_charters(session, charters={"bakers": a_charter(EDITED)}, **fields)
        return "edited"

    said = at_once([send, edit])
    with store.reading() as session:
        stored = [one.charter_hash for one in reviews.sign_offs(session, study_id=review.study_id)]
    assert (said[0], stored) in (("signed", [a_charter(TEXT).hash]), ("outdated", []))


def test_of_two_owners_who_edit_at_once_one_is_told(store: Store) -> None:
    with store.writing() as session:
        study_id = a_chartered_study(session)

    def edit(words: str) -> Callable[[], str]:
        def work() -> str:
            taken = {"bakers": a_charter(f"{TEXT}\n4. {words}\n")}
            seen = {"bakers": a_charter(TEXT).hash}
            try:
                with store.writing() as session:
                    charters.take_in_charters(
                        session, study_id=study_id, charters=taken, by=None, now=NOW, replacing=seen
                    )
            except StoreError:
                return "told"
            return "taken"

        return work

    assert sorted(at_once([edit("Ovens are hot."), edit("Ovens are cold.")])) == ["taken", "told"]
