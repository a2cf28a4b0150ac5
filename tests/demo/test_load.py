"""The demo study: loaded whole, marked as invented, open, settled, and left alone the second time."""

import shutil
from pathlib import Path

import pytest

from demo.guests import welcome
from demo.load import FOLDER, SLUG, load_demo
from files.problems import FileError
from store import events, frames, people, progress, queue, responses, studies
from store.engine import Store
from tests.files.study_builders import NOW


@pytest.fixture
def loaded(store: Store) -> tuple[Store, int]:
    with store.writing() as session:
        return store, load_demo(session, now=NOW)


def test_the_study_is_open_invented_and_whole(loaded: tuple[Store, int]) -> None:
    store, study_id = loaded
    with store.reading() as session:
        (card,) = studies.list_studies(session)
        frame = frames.responses(session, study_id=study_id)
        marks = responses.marks(session, study_id=study_id)
        assert events.broken_links(session, study_id=study_id) == []
    assert (card.id, card.slug, card.state, card.invented) == (study_id, SLUG, "open", True)
    assert (card.responses, card.sampled) == (20, 20)
    assert frame["prompt"].nunique() == 10
    assert {"TL-01", "SF-01"} <= set(frame["prompt"])
    assert set(marks["decision"]) <= {"redact"}


def test_four_judges_and_one_scorer_have_scored_every_response(loaded: tuple[Store, int]) -> None:
    store, study_id = loaded
    with store.reading() as session:
        scores = frames.scores(session, study_id=study_id)
        settled = frames.settled(session, study_id=study_id, protocol="median")
    raters = scores.groupby("kind")["rater"].nunique()
    assert raters.to_dict() == {"human": 1, "llm": 4}
    assert len(scores) == 5 * 20 * 5
    assert len(settled) == 20 * 5
    assert set(settled["n"]) == {4}


def test_a_second_time_changes_nothing(loaded: tuple[Store, int]) -> None:
    store, study_id = loaded
    with store.reading() as session:
        before = len(events.log(session, study_id=study_id))
    with store.writing() as session:
        assert load_demo(session, now=NOW) == study_id
    with store.reading() as session:
        assert len(events.log(session, study_id=study_id)) == before


def test_everyone_gets_a_fresh_link_to_the_same_place_each_time(loaded: tuple[Store, int]) -> None:
    store, study_id = loaded
    found = []
    for _ in range(2):
        with store.writing() as session:
            guests = welcome(session, study_id=study_id, now=NOW)
        with store.writing() as session:
            cookies = [people.open_invitation(session, token=guest.token, now=NOW) for guest in guests]
        with store.reading() as session:
            hashes = [people.hashed(cookie or "") for cookie in cookies]
            found.append([people.who(session, cookie_hash=one, now=NOW) for one in hashes])
    roles = [[person.role for person in visit if person] for visit in found]
    assert roles == [["owner", "researcher", "scorer", "scorer"]] * 2
    first, second = ([person.rater_id for person in visit if person] for visit in found)
    assert first == second
    with store.reading() as session:
        done = [queue.standing(session, rater_id=rater_id) for rater_id in first[2:]]
    assert [(one.total, one.done, one.first_open) for one in done] == [(20, 20, None), (20, 0, 1)]


def test_a_spoiled_file_is_refused_and_nothing_of_the_study_is_kept(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "study"
    shutil.copytree(FOLDER, folder)
    scores = folder / "judge_scores.csv"
    scores.write_text(scores.read_text(encoding="utf-8").replace(",theological,1,", ",theological,7,", 1), "utf-8")
    with (
        pytest.raises(FileError, match=r"judge_scores.csv, row 2, column score: found '7'"),
        store.writing() as session,
    ):
        load_demo(session, now=NOW, folder=folder)
    with store.reading() as session:
        assert studies.list_studies(session) == []


def test_an_invented_scorer_is_marked_as_such(loaded: tuple[Store, int]) -> None:
    store, study_id = loaded
    with store.reading() as session:
        names = progress.scorers(session, study_id=study_id)["name"].tolist()
    assert all("invented" in name.lower() for name in names)
