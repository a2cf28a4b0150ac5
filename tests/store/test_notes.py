"""Notes on a target: appended with author and time, only after scoring has ended, refused in words."""

from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from store import events, notes, people, studies
from store.engine import Session, StoreError
from store.tables import Invitation, Note, Response, Target
from tests.store.a_study import NOW, an_open_study

LATER = NOW + timedelta(hours=1)


def a_sealed_study(session: Session) -> int:
    study_id = an_open_study(session)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


def a_researcher(session: Session, study_id: int, name: str = "Naomi") -> int:
    token = people.invite(session, study_id=study_id, name=name, role="researcher", now=NOW)
    return session.exec(select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))).one()


def labels(session: Session) -> list[str]:
    return sorted(session.exec(select(Response.label)).all())


def test_notes_stand_in_order_with_author_and_time(session: Session) -> None:
    study_id = a_sealed_study(session)
    naomi, ruth = a_researcher(session, study_id), a_researcher(session, study_id, "Ruth")
    label = labels(session)[0]
    for by, text, at in ((naomi, "Why so low?", NOW), (ruth, " It misquotes. ", LATER)):
        notes.write(session, study_id=study_id, label=label, module="plain", text=text, by=by, now=at)
    found = notes.of_target(session, study_id=study_id, label=label, module="plain")
    assert list(found.itertuples(index=False, name=None)) == [
        ("Naomi", "Why so low?", NOW),
        ("Ruth", "It misquotes.", LATER),
    ]
    counted = notes.counted(session, study_id=study_id)
    assert counted.to_dict("records") == [{"response": label, "module": "plain", "notes": 2}]
    assert events.log(session, study_id=study_id)["act"].tolist()[:2] == ["wrote a note", "wrote a note"]
    assert events.broken_links(session, study_id=study_id) == []


def test_pressed_twice_it_is_written_once_and_said_later_again_it_is_a_further_note(session: Session) -> None:
    study_id = a_sealed_study(session)
    naomi, ruth = a_researcher(session, study_id), a_researcher(session, study_id, "Ruth")
    label = labels(session)[0]
    for by, text in ((naomi, "I agree."), (naomi, "I agree."), (ruth, "I do not."), (naomi, "I agree.")):
        notes.write(session, study_id=study_id, label=label, module="plain", text=text, by=by, now=NOW)
    found = notes.of_target(session, study_id=study_id, label=label, module="plain")
    assert found["author"].tolist() == ["Naomi", "Ruth", "Naomi"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("   ", "please write a sentence"),
        ("?!", "please write a sentence"),
        ("word " * 1000, "the note has 4,999 characters; at most 4,000 are allowed"),
        ("a hidden\u202e one", "hidden character"),
    ],
)
def test_what_is_no_note_is_refused_and_nothing_kept(session: Session, text: str, says: str) -> None:
    study_id = a_sealed_study(session)
    by, label = a_researcher(session, study_id), labels(session)[0]
    with pytest.raises(StoreError, match=says):
        notes.write(session, study_id=study_id, label=label, module="plain", text=text, by=by, now=NOW)
    assert session.exec(select(Note.id)).all() == []


def test_no_note_before_scoring_has_ended_and_all_problems_at_once(session: Session) -> None:
    study_id = an_open_study(session)
    by = a_researcher(session, study_id)
    with pytest.raises(StoreError) as refused:
        notes.write(session, study_id=study_id, label="R-none", module="plain", text="", by=by, now=NOW)
    assert refused.value.problems == (
        "the study is open; notes are written after scoring has ended",
        "response 'R-none' under 'plain' is not in this study",
        "please write a sentence",
    )


def test_a_note_on_another_studys_response_is_refused(session: Session) -> None:
    mine = a_sealed_study(session)
    by, label = a_researcher(session, mine), labels(session)[0]
    other = an_open_study(session, slug="other")
    studies.seal_study(session, study_id=other, by=None, now=NOW)
    with pytest.raises(StoreError, match="is not in this study"):
        notes.write(session, study_id=other, label=label, module="plain", text="Mine.", by=by, now=NOW)


def test_the_table_refuses_blanks_too(session: Session) -> None:
    study_id = a_sealed_study(session)
    by, target = a_researcher(session, study_id), session.exec(select(Target.id)).all()[0]
    session.add(Note(target_id=target or 0, rater_id=by, text=" \n", written_at=NOW))
    with pytest.raises(IntegrityError):
        session.flush()
