"""How a study stands, in words, whatever its state."""

import numpy as np
import pandas as pd
import pytest

from pages.study_course import Coverage, Work, coverage_of, next_step, unfinished, work_of
from store.studies import StudyCard
from tests.store.a_study import NOW


def card(state: str, responses: int = 4) -> StudyCard:
    return StudyCard(1, "spring", "Spring run", state, "invented v1", False, "", responses, 4)


def work(submitted: int, started: int = 0, name: str = "Ann") -> Work:
    return Work(name, 4, submitted, started, NOW if submitted else None)


JUDGE = Coverage("Hollin", 4, 0)


@pytest.mark.parametrize(
    ("study", "people", "judges", "undecided", "says"),
    [
        (card("draft", 0), [], [], 0, "There are no responses yet."),
        (card("draft"), [], [], 1, "decide on one place"),
        (card("draft"), [], [], 7, "decide on 7 places"),
        (card("draft"), [], [], 0, "Open the study for scoring"),
        (card("open"), [], [], 0, "Invite people on the page People."),
        (card("open"), [work(3)], [JUDGE], 0, "One person is still scoring; one response to go."),
        (card("open"), [work(0), work(4), work(1)], [JUDGE], 0, "2 people are still scoring; 7 responses to go."),
        (card("open"), [work(4)], [], 0, "The judges' scores are not in yet"),
        (card("open"), [work(4)], [JUDGE], 0, "Close scoring to see the results."),
        (card("sealed"), [work(1)], [], 0, "Scoring has ended"),
        (card("released"), [work(1)], [], 0, "Scoring has ended"),
    ],
)
def test_what_comes_next(
    study: StudyCard, people: list[Work], judges: list[Coverage], undecided: int, says: str
) -> None:
    assert says in next_step(study, people, judges, undecided)


def test_everything_unfinished_is_named() -> None:
    found = unfinished([work(4), work(1, 2, "Ben")], [JUDGE, Coverage("Marlpit", 3, 1)], 4)
    assert found == [
        "Ben still has 3 of 4 responses to score, and has begun 2 of them.",
        "The judge Marlpit has answered 3 of 4 responses.",
    ]


def test_nothing_is_unfinished_when_all_is_there() -> None:
    assert unfinished([work(4)], [JUDGE], 4) == []


def test_nobody_at_all_is_unfinished() -> None:
    assert unfinished([], [], 4) == [
        "Nobody has scored.",
        "No judge's scores are in, so there will be nothing to compare with.",
    ]


def scorers(last: object) -> pd.DataFrame:
    columns = ["rater", "name", "assigned", "submitted", "started", "last"]
    return pd.DataFrame([("P-1", "Ann", 4, 0, 1, last)], columns=columns)


@pytest.mark.parametrize("nothing", [None, pd.NaT, np.nan])
def test_who_never_submitted_has_no_time(nothing: object) -> None:
    assert work_of(scorers(nothing)) == [Work("Ann", 4, 0, 1, None)]


def test_numbers_stand_for_names() -> None:
    assert work_of(scorers(NOW), {"P-1": "Rater 1"})[0].name == "Rater 1"


def test_a_reply_that_could_not_be_read_is_no_answer() -> None:
    """Hollin answered R-1 (one axis does not apply) and sent rubbish for R-2; Ann is no judge."""
    rows = [
        ("R-1", "plain", "Hollin", "llm", "truth", None),
        ("R-1", "plain", "Hollin", "llm", "care", "not_applicable"),
        ("R-2", "plain", "Hollin", "llm", "truth", "unreadable"),
        ("R-2", "plain", "Hollin", "llm", "care", "unreadable"),
        ("R-2", "plain", "Ann", "human", "care", None),
    ]
    frame = pd.DataFrame(rows, columns=["response", "module", "rater", "kind", "axis", "missing"])
    assert coverage_of(frame) == [Coverage("Hollin", 1, 1)]


def test_without_judges_nothing_is_covered() -> None:
    assert coverage_of(pd.DataFrame(columns=["response", "module", "rater", "kind", "axis", "missing"])) == []
