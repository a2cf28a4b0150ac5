"""Who has done what: no score before the end, names for the owner alone, and the end of scoring."""

from datetime import UTC, datetime, timedelta

from sqlmodel import select

from pages import when
from rubrics.entries import Entry
from store import ballots, studies
from store.engine import Session, Store
from store.responses import NewResponse
from store.tables import Assignment, Invitation
from tests.pages.scored import a_scored_study
from tests.pages.showing import in_store, show, signed_in, source, title, words
from tests.store.a_study import (
    NOW,
    SYSTEMS,
    a_draft,
    a_scorer,
    a_submission,
    an_intake,
    an_open_study,
    entries,
)

HOSTILE = "<img src=x onerror=alert(1)> ![x](http://evil.example/x.png)"


def half_scored(session: Session, role: str) -> str:
    study_id = an_open_study(session)
    scorer = a_scorer(session, study_id, "Ruth Hidden")
    for key in scorer.keys[:2]:
        ballots.submit(session, rater_id=scorer.rater_id, submission=a_submission(key), now=NOW)
    ballots.raise_flag(session, rater_id=scorer.rater_id, key=scorer.keys[2], reason=HOSTILE, now=NOW)
    return signed_in(session, study_id, role)


def test_the_owner_sees_names_and_numbers(store: Store) -> None:
    page = words(show("progress", store, in_store(store, lambda session: half_scored(session, "owner"))))
    assert "Ruth Hidden" in page
    assert "2 of 4" in page
    assert "One person is still scoring; 2 responses to go." in page


def test_a_researcher_sees_numbers_for_names(store: Store) -> None:
    app = show("progress", store, in_store(store, lambda session: half_scored(session, "researcher")))
    assert "Ruth" not in source(app)
    assert "Rater 1" in words(app)
    assert "2 of 4" in words(app)
    assert not app.button


def test_what_a_scorer_flagged_is_shown_as_it_was_typed(store: Store) -> None:
    app = show("progress", store, in_store(store, lambda session: half_scored(session, "owner")))
    assert HOSTILE in words(app)
    assert "<img" not in source(app)
    assert not [one for one in app.markdown if "evil" in str(one.value)]


def test_judges_are_counted_and_their_scores_not_shown(store: Store) -> None:
    def scored(session: Session) -> str:
        study_id = a_scored_study(session, judges={"Hollin": (1, 0, 3)})
        return signed_in(session, study_id, "researcher")

    page = words(show("progress", store, in_store(store, scored)))
    assert "Hollin 3 of 4 every reply could be read" in page


def test_an_empty_study_says_what_to_do_next(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, an_empty_study(session), "owner"))
    page = words(show("progress", store, login))
    assert "There are no responses yet. The page Prepare says how they come in." in page
    assert "Nobody has a queue yet." in page
    assert "No judge's scores are in yet." in page
    assert "Nobody has flagged a response." in page


def an_empty_study(session: Session) -> int:
    return a_draft(session, intake=an_intake(prompts=[], systems=[], responses=[]))


def test_a_draft_cannot_be_closed(store: Store) -> None:
    app = show("progress", store, in_store(store, lambda session: signed_in(session, a_draft(session), "owner")))
    assert title(app) == "Progress"
    assert not app.button


def test_closing_says_what_is_unfinished_and_asks_again(store: Store) -> None:
    app = show("progress", store, in_store(store, lambda session: half_scored(session, "owner")))
    app.button(key="close").click().run()
    page = words(app)
    assert "Ruth Hidden still has 2 of 4 responses to score." in page
    assert "No judge's scores are in" in page
    assert "This cannot be undone." in page
    with store.reading() as session:
        assert studies.list_studies(session)[0].state == "open"


def test_closing_ends_scoring_for_good(store: Store) -> None:
    app = show("progress", store, in_store(store, lambda session: half_scored(session, "owner")))
    app.button(key="close").click().run()
    app.button(key="close_now").click().run()
    assert "Scoring is closed." in words(app)
    assert [one for one in app.button if one.key == "close"] == []
    with store.reading() as session:
        assert studies.list_studies(session)[0].state == "sealed"


def test_closing_twice_is_refused_in_words(store: Store) -> None:
    login = in_store(store, lambda session: half_scored(session, "owner"))
    app = show("progress", store, login)
    app.button(key="close").click().run()
    in_store(store, lambda session: studies.seal_study(session, study_id=1, by=None, now=NOW))
    app.button(key="close_now").click().run()
    assert "only an open study can be sealed." in words(app)


def repeated(session: Session, role: str, *, sealed: bool) -> str:
    """Six responses, one of which comes again; Ruth scores every place, the second time with care 1 for 3."""
    rows = [NewResponse("P-1", system, "Yes.", replication=number) for system in SYSTEMS for number in (1, 2, 3)]
    study_id = an_open_study(session, intake=an_intake(responses=rows), hidden_repeats=1)
    scorer = a_scorer(session, study_id, "Ruth Hidden")
    repeat = session.exec(select(Assignment.key).where(Assignment.repeat == 1)).one()
    for key in scorer.keys:
        care = Entry("value", 1.0 if key == repeat else 3.0, "It is kind.")
        submission = a_submission(key, entries=entries(care=care))
        ballots.submit(session, rater_id=scorer.rater_id, submission=submission, now=NOW)
    if sealed:
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, role)


def test_constancy_shows_only_once_scoring_has_ended(store: Store) -> None:
    login = in_store(store, lambda session: repeated(session, "owner", sealed=False))
    page = words(show("progress", store, login))
    assert "1 of 1 are scored twice. How constant each scorer is shows once scoring has ended." in page
    assert "of 2" not in page
    assert "7 of 7" in page


def test_each_scorer_stands_beside_themselves(store: Store) -> None:
    """Truth 2 and 2, care 3 and 1: the same on one of two, within a point on one of two, 1 apart and 1 lower."""
    login = in_store(store, lambda session: repeated(session, "owner", sealed=True))
    page = words(show("progress", store, login))
    assert "Ruth Hidden 1 2 scores 1 of 2 1 of 2 1.00 n = 2 -1.00 n = 2 0" in page
    researcher = in_store(store, lambda session: signed_in(session, 1, "researcher"))
    assert "Rater 1 1 2 scores" in words(show("progress", store, researcher))
    assert "Ruth" not in source(show("progress", store, researcher))


def test_without_repeats_nothing_is_said_of_them(store: Store) -> None:
    page = words(show("progress", store, in_store(store, lambda session: half_scored(session, "owner"))))
    assert "second time" not in page


def test_coverage_counts_people_and_not_repeats(store: Store) -> None:
    login = in_store(store, lambda session: repeated(session, "owner", sealed=True))
    assert "0 of 6 responses have been scored by 2 people or more, as the benchmark asks; 6 by one person." in words(
        show("progress", store, login)
    )


def test_a_link_that_ended_with_work_left_is_overdue(store: Store) -> None:
    login = in_store(store, lambda session: half_scored(session, "owner"))
    later = datetime.now(UTC) - timedelta(days=1)

    def ended(session: Session) -> None:
        (link,) = session.exec(select(Invitation).where(Invitation.role == "scorer")).all()
        link.expires_at = later
        session.add(link)

    in_store(store, ended)
    page = words(show("progress", store, login))
    assert "Overdue:" in page
    assert f"Ruth Hidden: The link ended on {when.day(later)} with 2 responses to go." in page
