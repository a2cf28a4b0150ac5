"""Many people at once, and other processes besides: nothing is lost, doubled or refused for want of a lock."""

import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from threading import Barrier, Event

from sqlalchemy import event
from sqlmodel import select

from store import ballots, events, queue, studies
from store.engine import Store
from store.events import broken_links, log
from store.refusals import Refused
from store.responses import NewResponse, take_in
from store.tables import Assignment, Draft, Rater, Score, Sheet
from tests.store.a_study import (
    NOW,
    Scorer,
    a_draft,
    a_draft_save,
    a_scorer,
    a_store,
    a_submission,
    an_intake,
    an_open_study,
)
from tests.store.at_once import LONGEST, at_once
from tests.store.test_score_intake import a_persons, labels, take

PEOPLE = 20


def a_full_study(store: Store, people_: int = PEOPLE) -> tuple[int, list[Scorer]]:
    with store.writing() as session:
        study_id = an_open_study(session)
        return study_id, [a_scorer(session, study_id, f"Scorer {n}") for n in range(people_)]


def score_everything(store: Store, scorer: Scorer) -> int:
    """Draft twice, then submit twice (a double click), for each place; return how many submissions were answered."""
    answered = 0
    for key in scorer.keys:
        for sequence in (1, 2):
            with store.writing() as session:
                save = a_draft_save(key, sequence=sequence, revision=sequence - 1)
                ballots.save_draft(session, rater_id=scorer.rater_id, save=save, now=NOW)
        for _ in range(2):
            with store.writing() as session:
                ballots.submit(session, rater_id=scorer.rater_id, submission=a_submission(key), now=NOW)
            answered += 1
        with store.reading() as session:
            queue.standing(session, rater_id=scorer.rater_id)
    return answered


def test_twenty_scorers_at_once_lose_and_double_nothing(store: Store) -> None:
    study_id, scorers = a_full_study(store)
    assert at_once([partial(score_everything, store, scorer) for scorer in scorers]) == [8] * PEOPLE
    with store.reading() as session:
        sheets = session.exec(select(Sheet.submission)).all()
        assert Counter(sheets) == Counter(f"once-{key}" for scorer in scorers for key in scorer.keys)
        assert len(session.exec(select(Score)).all()) == 2 * 4 * PEOPLE
        assert session.exec(select(Draft)).all() == []
        assert broken_links(session, study_id=study_id) == []
        assert Counter(log(session, study_id=study_id, most=10_000)["act"])["submitted"] == 4 * PEOPLE


def test_of_many_windows_that_submit_the_same_place_one_wins_and_the_others_are_told(store: Store) -> None:
    _, (scorer,) = a_full_study(store, 1)

    def submit(window: int) -> str:
        try:
            with store.writing() as session:
                submission = a_submission(scorer.keys[0], submission=f"window {window}")
                ballots.submit(session, rater_id=scorer.rater_id, submission=submission, now=NOW)
        except Refused as refused:
            return refused.why
        return "stored"

    assert Counter(at_once([partial(submit, window) for window in range(8)])) == {"stored": 1, "submitted": 7}
    with store.reading() as session:
        assert session.exec(select(Sheet.version)).all() == [1]


def test_one_submission_sent_many_times_at_once_is_stored_once_and_answered_each_time(store: Store) -> None:
    _, (scorer,) = a_full_study(store, 1)

    def submit() -> tuple[int, int]:
        with store.writing() as session:
            return ballots.submit(session, rater_id=scorer.rater_id, submission=a_submission(scorer.keys[0]), now=NOW)

    assert at_once([submit] * 8) == [(1, 1)] * 8
    with store.reading() as session:
        assert len(session.exec(select(Sheet)).all()) == 1


def test_first_drafts_of_two_windows_at_once_keep_one_and_tell_the_other(store: Store) -> None:
    _, (scorer,) = a_full_study(store, 1)

    def save(tab: str) -> str:
        try:
            with store.writing() as session:
                one = a_draft_save(scorer.keys[0], tab=tab)
                return str(ballots.save_draft(session, rater_id=scorer.rater_id, save=one, now=NOW))
        except Refused as refused:
            return refused.why

    assert Counter(at_once([partial(save, tab) for tab in "ABCDEFGH"])) == {"1": 1, "elsewhere": 7}


def test_nothing_is_stored_after_sealing_however_close_it_comes(store: Store) -> None:
    study_id, scorers = a_full_study(store, 9)

    def submit(scorer: Scorer) -> str:
        try:
            with store.writing() as session:
                submission = a_submission(scorer.keys[0])
                ballots.submit(session, rater_id=scorer.rater_id, submission=submission, now=NOW)
        except Refused as refused:
            return refused.why
        return "stored"

    def seal() -> str:
        with store.writing() as session:
            studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        return "sealed"

    works: list[Callable[[], str]] = [seal, *(partial(submit, scorer) for scorer in scorers)]
    outcomes = Counter(at_once(works))
    with store.reading() as session:
        acts = list(log(session, study_id=study_id)["act"])
        assert acts[0] == "sealed"
        assert acts.count("submitted") == outcomes["stored"] == len(session.exec(select(Sheet)).all())
        assert broken_links(session, study_id=study_id) == []
    assert set(outcomes) <= {"stored", "closed", "sealed"}


def test_a_queue_handed_out_many_times_at_once_has_nothing_twice(store: Store) -> None:
    with store.writing() as session:
        study_id = an_open_study(session)
        row = Rater(study_id=study_id, key="R1", kind="human", name="Ruth", created_at=NOW)
        session.add(row)
        session.flush()
        rater_id = row.id or 0

    def assign() -> int:
        with store.writing() as session:
            return queue.assign(session, study_id=study_id, rater_id=rater_id)

    assert sorted(at_once([assign] * 6)) == [0, 0, 0, 0, 0, 4]
    with store.reading() as session:
        assert len(session.exec(select(Assignment)).all()) == 4


def test_a_large_import_and_people_who_save_do_not_hinder_each_other(store: Store) -> None:
    """Field case 34, on both engines: an import into one study while ten people score in another."""
    _, scorers = a_full_study(store, 10)
    with store.writing() as session:
        draft = a_draft(session, slug="next")
    many = [NewResponse("P-1", "Alder", f"Answer {n}. " * 100, n) for n in range(2, 400)]

    def take_responses() -> int:
        with store.writing() as session:
            return take_in(session, study_id=draft, intake=an_intake(responses=many), by=None, now=NOW)["responses"]

    works: list[Callable[[], int]] = [take_responses, *(partial(score_everything, store, scorer) for scorer in scorers)]
    assert at_once(works) == [398, *[8] * 10]


def test_two_acts_in_one_study_never_wait_for_each_other_in_a_circle(postgres_store_url: str) -> None:
    """Both have added a person, which holds the study's row a little; then both write to its log, which locks it."""
    both_in = Barrier(2)

    def act(store: Store, study_id: int, name: str) -> None:
        with store.writing() as session:
            session.add(Rater(study_id=study_id, key=name, kind="human", name=name, created_at=NOW))
            session.flush()
            both_in.wait(LONGEST)
            events.record(session, study_id=study_id, rater_id=None, act=name, details={}, now=NOW)

    with a_store(postgres_store_url) as store:
        with store.writing() as session:
            study_id = a_draft(session)
        at_once([partial(act, store, study_id, name) for name in ("Ruth", "Naomi")])
        with store.reading() as session:
            assert set(log(session, study_id=study_id)["act"]) >= {"Ruth", "Naomi"}
            assert broken_links(session, study_id=study_id) == []


def test_an_import_and_a_submission_never_wait_for_each_other_in_a_circle(postgres_store_url: str) -> None:
    """A submission holds its place and waits for the study, which an import holds that adds a sheet to that place."""
    with a_store(postgres_store_url) as store:
        study_id, (scorer,) = a_full_study(store, 1)
        with store.reading() as session:
            key = session.exec(select(Rater.key).where(Rater.id == scorer.rater_id)).one()
            answers = [a_persons(label, rater=key) for label in labels(session, study_id)]
        held = Event()

        def take_in_turn() -> int:
            with store.writing() as session:
                studies.locked(session, study_id)
                held.set()
                waiting_for(store, "submitter")
                return take(session, study_id, answers)

        def submit() -> str:
            held.wait(LONGEST)
            try:
                with store.writing() as session:
                    session.connection().exec_driver_sql("set application_name = 'submitter'")
                    submission = a_submission(scorer.keys[0])
                    ballots.submit(session, rater_id=scorer.rater_id, submission=submission, now=NOW)
            except Refused as refused:
                return refused.why
            return "stored"

        assert at_once([take_in_turn, submit]) == [4, "submitted"]


def waiting_for(store: Store, name: str) -> None:
    """Return once the connection of this name waits for a lock."""
    query = "select count(*) from pg_stat_activity where application_name = %s and wait_event_type = 'Lock'"
    with store.engine.connect() as connection:
        while not connection.exec_driver_sql(query, (name,)).scalar():
            connection.rollback()


HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE study SET note = 'written elsewhere'")
print("held", flush=True)
sys.stdin.readline()
connection.execute("COMMIT")
"""


def test_saves_wait_for_another_process_that_writes_and_then_succeed(sqlite_store_url: str) -> None:
    """Field case 35: the other process lets go only once a save has begun to wait for it."""
    with a_store(sqlite_store_url) as store:
        _, scorers = a_full_study(store, 4)
        store.close()
        waiting = Event()

        @event.listens_for(store.engine, "connect")
        def _listen(connection: sqlite3.Connection, _record: object) -> None:
            connection.set_trace_callback(lambda statement: waiting.set() if "IMMEDIATE" in statement else None)

        with (
            subprocess.Popen(
                [sys.executable, "-c", HOLD, str(store.file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as other,
            ThreadPoolExecutor(len(scorers)) as threads,
        ):
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            saves = [threads.submit(score_everything, store, scorer) for scorer in scorers]
            assert waiting.wait(LONGEST)
            assert not any(save.done() for save in saves)
            other.communicate("let go\n")
            assert [save.result(LONGEST) for save in saves] == [8] * 4
        with store.reading() as session:
            assert studies.list_studies(session)[0].note == "written elsewhere"
            assert len(session.exec(select(Sheet)).all()) == 16


def test_a_reader_does_not_wait_for_another_process_that_writes(sqlite_store_url: str) -> None:
    with a_store(sqlite_store_url) as store:
        _, (scorer,) = a_full_study(store, 1)
        with closing(sqlite3.connect(str(store.file), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with store.reading() as session:
                assert queue.standing(session, rater_id=scorer.rater_id).total == 4
            other.execute("ROLLBACK")
