"""What waits to be settled shows to owners and researchers, without a score; the gap is 2 on axes of 0 to 3."""

from collections.abc import Callable

import pytest
from sqlmodel import select
from streamlit.testing.v1 import AppTest

from store.engine import Session, Store
from store.tables import Assignment
from tests.pages.showing import in_store, show, signed_in, source, words
from tests.store.a_gap import Answers, Gap, a_benchmark_of, a_gap, person, say, settle
from tests.store.a_review import MODULES

FAR: Answers = {"truth": 3, "care": 3}
NEAR: Answers = {"truth": 1, "care": 3}


def apart(session: Session) -> Gap:
    """Ruth and Boaz lie 3 points apart on one response, which Deborah is to settle."""
    gap = a_gap(session)
    say(session, gap, gap.ruth, {"truth": 0, "care": 3})
    say(session, gap, gap.boaz, FAR)
    return gap


def nothing_yet(session: Session) -> None:
    a_gap(session)


def begun(session: Session) -> None:
    settle(session, apart(session), "own", NEAR)


def settled(session: Session) -> None:
    gap = apart(session)
    settle(session, gap, "own", NEAR)
    settle(session, gap, "final", NEAR)


def closer(session: Session) -> None:
    gap = apart(session)
    say(session, gap, gap.boaz, NEAR, version=1)


def unnamed(session: Session) -> None:
    """Nobody is an adjudicator of either standpoint; two lie apart on one response from the second."""
    study_id = a_benchmark_of(session, id="guild", modules=MODULES)
    ruth, boaz = (person(session, study_id, name, modules=("millers",)) for name in ("Ruth", "Boaz"))
    target_id = min(one.target_id for one in _places(session, ruth))
    gap = Gap(study_id, target_id, ruth, boaz, 0)
    say(session, gap, ruth, {"truth": 0, "care": 3})
    say(session, gap, boaz, FAR)


def _places(session: Session, rater_id: int) -> list[Assignment]:
    return list(session.exec(select(Assignment).where(Assignment.rater_id == rater_id)).all())


def page(store: Store, work: Callable[[Session], object], role: str = "owner") -> AppTest:
    def signed(session: Session) -> str:
        work(session)
        return signed_in(session, 1, role)

    return show("progress", store, in_store(store, signed))


@pytest.mark.parametrize(
    ("work", "says"),
    [
        (apart, "One response waits for that. Deborah 0 of 1 1 waiting"),
        (begun, "One response waits for that. Deborah 0 of 1 1 waiting, 1 of them with own first scores in"),
        (settled, "No response waits for that. Deborah 1 of 1 0 waiting"),
        (
            closer,
            "No response waits for that. Deborah 0 of 0 0 waiting; 1 no longer needed, because the two came closer",
        ),
        (
            unnamed,
            "One response waits for that. One response from the standpoint of Millers: nobody is named to settle it. "
            "Name somebody on the page People.",
        ),
    ],
)
def test_what_waits_is_counted_and_no_score_shows(store: Store, work: Callable[[Session], object], says: str) -> None:
    app = page(store, work)
    assert "Settling gaps" in [one.value for one in app.header]
    assert f"Where two scorers lie 2 points or more apart on any axis, an adjudicator settles the response. {says}" in (
        words(app)
    )
    assert "think so of" not in source(app)


def test_nothing_shows_while_nobody_lies_apart(store: Store) -> None:
    assert "Settling gaps" not in [one.value for one in page(store, nothing_yet).header]


def test_a_researcher_sees_a_number_for_the_adjudicator(store: Store) -> None:
    app = page(store, apart, "researcher")
    assert "Rater 3 0 of 1 1 waiting" in words(app)
    assert "Deborah" not in source(app)


def test_who_closes_scoring_is_told_what_is_not_settled(store: Store) -> None:
    app = page(store, apart)
    app.button(key="close").click().run()
    assert "One response on which two people lie too far apart is not settled." in words(app)


def test_settling_comes_next_where_everyone_has_scored(store: Store) -> None:
    def all_scored(session: Session) -> None:
        gap = a_gap(session)
        for place in _places(session, gap.ruth):
            gap.target_id = place.target_id
            say(session, gap, gap.ruth, NEAR)
            say(session, gap, gap.boaz, NEAR)
        say(session, gap, gap.boaz, {"truth": 3, "care": 0}, version=1)

    assert "Everyone has scored. One response on which two lie too far apart waits to be settled." in words(
        page(store, all_scored)
    )
