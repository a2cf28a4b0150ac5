"""What goes out beside scores: hidden repeats, what was sent and collected, and the discussion."""

import csv
import io
import json

import pytest
from sqlmodel import select

from publishing.bundle import Files, bundle_files
from publishing.release_notes import without_names
from publishing.release_tables import release_of
from publishing.verify import verify
from rubrics.entries import Entry
from store import ballots, frames, notes, people, studies
from store.engine import Session, Store
from store.responses import NewResponse
from store.tables import Assignment, Invitation
from tests.judging.run.a_run import ENVIRON, a_panel, planned, worked
from tests.judging.run.test_collecting import a_draft as a_draft_to_collect
from tests.judging.run.test_collecting import systems
from tests.publishing.a_release import a_sealed_study, as_read, spoiled
from tests.store.a_study import NOW, PROMPTS, SYSTEMS, Scorer, a_scorer, a_submission, an_intake, an_open_study, entries
from tests.stub_client import Stub


def rows_of(files: Files, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[f"data/{name}.csv"].decode("utf-8-sig"), newline="")))


def released(store: Store, study_id: int, *, named: bool = True) -> Files:
    with store.reading() as session:
        return bundle_files(release_of(session, study_id=study_id, named=named), made_at=NOW)


def submit_all(session: Session, scorer: Scorer, *, again: float) -> None:
    """Care is 3 everywhere the first time, and `again` the second; truth is 2 both times."""
    for key in scorer.keys:
        place = session.exec(select(Assignment).where(Assignment.key == key)).one()
        care = Entry("value", again if place.repeat else 3.0, "It asks how the person is.")
        submission = a_submission(key, entries=entries(care=care))
        ballots.submit(session, rater_id=scorer.rater_id, submission=submission, now=NOW)


def with_repeats(store: Store) -> int:
    """Six responses; two people, each with one of them twice. Ann is constant, Ben goes from 3 to 1 on care."""
    texts = [NewResponse(p, s, f"Answer {n} to {p}.", n) for p in PROMPTS for s in SYSTEMS for n in (1, 2)][:6]
    with store.writing() as session:
        study_id = an_open_study(session, intake=an_intake(responses=texts), hidden_repeats=1)
        for name, again in (("Ann", 3.0), ("Ben", 1.0)):
            submit_all(session, a_scorer(session, study_id, name), again=again)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


def test_hidden_repeats_go_out_and_how_constant_people_are_is_a_number(store: Store) -> None:
    files = released(store, with_repeats(store))
    repeats = rows_of(files, "repeats")
    assert [(row["rater"], row["axis"], row["score"]) for row in repeats] == [
        ("Rater 1", "care", "3"),
        ("Rater 1", "truth", "2"),
        ("Rater 2", "care", "1"),
        ("Rater 2", "truth", "2"),
    ]
    ann, ben = json.loads(files["numbers.json"])["same_response_twice"]
    # Two axes twice each; Ben's care moved by -2 and his truth by 0: mean distance 1, mean change -1.
    assert (ann["n"], ann["equal"], ann["mean_change"]) == (2, 2, 0.0)
    assert (ben["n"], ben["equal"], ben["mean_distance"], ben["mean_change"]) == (2, 1, 1.0, -1.0)
    assert "Rater 2" in files["tables/same_response_twice.md"].decode()
    assert verify(as_read(files)).holds


def test_an_altered_repeat_is_named_with_the_numbers_it_moves(store: Store) -> None:
    files = released(store, with_repeats(store))
    changed = verify(as_read(spoiled(files, "data/repeats.csv", lambda text: text.replace(",1,care,1,", ",1,care,3,"))))
    (row,) = changed.rows
    assert row.words.endswith("rater Rater 2, repeat 1, axis care: the score is 3; released was 1")
    moved = {one.where.rpartition(".")[2]: (one.stated, one.found) for one in changed.moved}
    assert moved == {"equal": (1, 2), "within_one": (1, 2), "mean_distance": (1.0, 0.0), "mean_change": (-1.0, 0.0)}


def test_a_study_without_repeats_says_nothing_of_them(store: Store) -> None:
    files = released(store, a_sealed_study(store))
    assert rows_of(files, "repeats") == []
    assert "same_response_twice" not in json.loads(files["numbers.json"])
    assert "tables/same_response_twice.md" not in files


def a_discussed_study(store: Store) -> int:
    study_id = a_sealed_study(store, {"Annabel Quist": (0, 1, 2, 3), "Ben": (0, 1, 2, 3)})
    with store.writing() as session:
        label = frames.responses(session, study_id=study_id)["response"].iloc[0]
        for name, text in (
            ("Naomi Reed", "Does Annabel Quist read this as Alder does? Or the Alder Lab's people?"),
            ("Ruth", "Naomi, ask BEN. Beech1 is another word."),
            ("Naomi Reed", "I will."),
        ):
            by = a_researcher(session, study_id, name)
            notes.write(session, study_id=study_id, label=label, module="plain", text=text, by=by, now=NOW)
    return study_id


def a_researcher(session: Session, study_id: int, name: str) -> int:
    token = people.invite(session, study_id=study_id, name=name, role="researcher", now=NOW)
    return session.exec(select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))).one()


def test_notes_go_out_without_the_names_of_people(store: Store) -> None:
    found = rows_of(released(store, a_discussed_study(store)), "notes")
    assert [(row["note"], row["author"], row["text"]) for row in found] == [
        ("1", "Author 1", "Does [a person] read this as Alder does? Or the Alder Lab's people?"),
        ("2", "Author 2", "[a person], ask [a person]. Beech1 is another word."),
        ("3", "Author 3", "I will."),
    ]


def test_where_systems_are_numbered_notes_number_them_too(store: Store) -> None:
    found = rows_of(released(store, a_discussed_study(store), named=False), "notes")[0]["text"]
    assert "Alder" not in found
    assert found.startswith("Does [a person] read this as System ")
    assert found.endswith("does? Or the [a maker]'s people?")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ann said so", "[a person] said so"),
        ("ann, ANN.", "[a person], [a person]."),
        ("Annual planning", "Annual planning"),
    ],
)
def test_a_name_is_taken_out_as_a_whole_word_in_any_case(text: str, left: str) -> None:
    assert without_names(text, {"Ann": "[a person]"}) == left


def test_what_judges_were_sent_goes_out_by_its_hash(store: Store, stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRON.items():
        monkeypatch.setenv(name, value)
    with store.writing() as session:
        study_id = an_open_study(session)
    assert worked(store, planned(store, study_id, a_panel(stub.url))).state == "done"
    with store.writing() as session:
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    files = released(store, study_id, named=False)
    sent = {row["prompt_hash"]: row["text"] for row in rows_of(files, "sent")}
    assert {row["prompt_hash"] for row in rows_of(files, "verdicts")} == set(sent)
    assert all("Answer " in text and "messages" in json.loads(text) for text in sent.values())
    assert not [text for text in sent.values() if "Alder" in text or "Beech" in text]
    assert verify(as_read(files)).holds


def test_how_answers_were_collected_goes_out_and_names_no_system_unless_asked(
    store: Store, stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ENVIRON.items():
        monkeypatch.setenv(name, value)
    stub.control(rules=[{"text": "Recommendation: no. Do what is right today."}])
    with store.writing() as session:
        study_id = a_draft_to_collect(session, runs=1)
    worked(store, planned(store, study_id, systems(stub.url), kind="collecting"))
    with store.writing() as session:
        studies.open_study(session, study_id=study_id, by=None, now=NOW)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    named, numbered = (released(store, study_id, named=one) for one in (True, False))
    transcripts = rows_of(named, "collected")
    assert len(transcripts) == 4
    assert {row["attempt"] for row in transcripts} == {"1"}
    assert all("Do what is right today." in row["raw_reply"] for row in transcripts)
    assert {row["prompt_hash"] for row in transcripts} == {row["prompt_hash"] for row in rows_of(named, "sent")}
    assert {row["response"] for row in transcripts} == {row["response"] for row in rows_of(named, "responses")}
    assert set(rows_of(numbered, "collected")[0]) == {"response", "attempt", "state", "prompt_hash", "sent_at"}
    assert not [path for path, content in numbered.items() if path.endswith(".csv") and b"alder" in content.lower()]
