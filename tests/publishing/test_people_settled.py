"""People's settled scores and adjudications in a release: there, without names, and settled again by who verifies."""

import re

import pytest

from judging.settle_people import settle_people
from publishing.bundle import Files, bundle_files
from publishing.people_again import Answers, settle
from publishing.release_tables import release_of
from publishing.verify import verify
from store import studies
from store.engine import Store
from tests.builders import a_benchmark, a_benchmark_table
from tests.publishing.a_release import a_bundle, as_read, spoiled
from tests.store import a_gap
from tests.store.a_study import NOW


def adjudicated(store: Store) -> Files:
    """Ruth gives truth 0, Boaz 3; Deborah 2 by herself and 1 in the end."""
    with store.writing() as session:
        gap = a_gap.a_gap(session)
        a_gap.say(session, gap, gap.ruth, {"truth": 0, "care": 3})
        a_gap.say(session, gap, gap.boaz, {"truth": 3, "care": 3})
        a_gap.settle(session, gap, "own", {"truth": 2, "care": 2})
        a_gap.settle(session, gap, "final", {"truth": 1, "care": 2})
        studies.seal_study(session, study_id=gap.study_id, by=None, now=NOW)
        settle_people(session, study_id=gap.study_id, now=NOW)
    with store.reading() as session:
        return bundle_files(release_of(session, study_id=gap.study_id, named=False), made_at=NOW)


def test_a_release_has_both_first_passes_the_adjudicators_two_and_what_counts_without_a_name(store: Store) -> None:
    files = adjudicated(store)
    rows = files["data/adjudications.csv"].decode("utf-8-sig").splitlines()
    assert [line.split(",")[2:6] for line in rows[1:]] == [
        ["Rater 3", "own", "care", "2"],
        ["Rater 3", "own", "truth", "2"],
        ["Rater 3", "final", "care", "2"],
        ["Rater 3", "final", "truth", "1"],
    ]
    assert a_gap.WORDS in rows[3]
    scores = files["data/scores.csv"].decode()
    assert ",Rater 1,human,truth,0," in scores
    assert ",Rater 2,human,truth,3," in scores
    assert "Rater 3" not in scores
    settled = files["data/people_settled.csv"].decode()
    assert ",truth,1,,1,0," in settled
    assert "the further scorer's own score, after a gap" in settled
    everything = b"".join(content for path, content in files.items() if path.endswith((".csv", ".md", ".json")))
    assert not any(name in everything for name in (b"Ruth", b"Boaz", b"Deborah"))
    assert not re.search(rb"person \d", everything)
    assert verify(as_read(files)).holds


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("data/people_settled.csv", (",truth,1,", ",truth,2,")),
        ("data/adjudications.csv", (",final,truth,1,", ",final,truth,3,")),
    ],
)
def test_a_settled_score_of_people_that_does_not_follow_is_named(
    store: Store, path: str, change: tuple[str, str]
) -> None:
    files = spoiled(adjudicated(store), path, lambda text: text.replace(*change), forge=True)
    checked = verify(as_read(files))
    assert not checked.holds
    assert any("axis truth, people: the bundle says" in one for one in checked.settled)


def test_a_release_where_no_people_are_settled_has_neither_table(store: Store) -> None:
    files = a_bundle(store)
    assert not [path for path in files if "people_settled" in path or "adjudications" in path]


def test_each_rule_of_the_file_is_repeated() -> None:
    """0 and 3 lie apart; 1 is final. Replaced: 1. Median of 0, 3, 1: 1. Left open: the mean 1.5. One alone: none."""
    people = a_benchmark_table()["people"]
    first: list[Answers] = [{"truth": 0.0, "care": None}, {"truth": 3.0, "care": None}]
    final: list[Answers] = [{"truth": 1.0, "care": 2.0}]
    replaces = a_benchmark(people={**people, "third_score": "replaces"})
    median = a_benchmark(people={**people, "third_score": "median_of_three"})
    assert settle(first, final, "truth", replaces) == (None, 1.0)
    assert settle(first, final, "truth", median) == (None, 1.0)
    assert settle(first, [], "truth", replaces) == (None, 1.5)
    assert settle(first[:1], [], "truth", replaces) == ("not_scored", None)
    assert settle(first, [], "care", replaces) == ("not_applicable", None)
    assert settle(first, final, "care", median) == ("not_applicable", None), "two of three say so"
    close: list[Answers] = [{"truth": 1.0}, {"truth": 2.0}]
    assert settle(close, final, "truth", replaces) == (None, 1.5), "without a gap the adjudicator does not count"
