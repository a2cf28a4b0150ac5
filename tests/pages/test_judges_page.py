"""Judges: hidden until scoring has ended; every judge's figures with n, interval or reason, as worked out by hand."""

from streamlit.testing.v1 import AppTest

from store import studies
from store.engine import Session, Store
from tests.pages.scored import JUDGES, PEOPLE, Scores, a_scored_study
from tests.pages.showing import in_store, show, signed_in, source, without_tags, words
from tests.store.a_study import NOW

TWO: Scores = {"Hollin": (1, 0, 3, 2), "Marlpit": (0, 1, 2, None)}


def ended(session: Session, people: Scores = PEOPLE, judges: Scores = JUDGES) -> str:
    study_id = a_scored_study(session, people, judges)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, "researcher")


def on_care(store: Store, login: str) -> AppTest:
    """The page for the axis Care."""
    app = show("judges_page", store, login)
    assert not app.exception, app.exception
    return app.selectbox(key="axis").select_index(1).run()


def row(app: AppTest, title: str, name: str) -> str:
    """One line of the table with this in its title, without tags."""
    (table,) = [str(one.value) for one in app.html if f"<h3>{title}" in str(one.value) and "<table" in str(one.value)]
    (line,) = [line for line in table.split("<tr>") if f">{name}</th>" in line]
    return without_tags(line)


def test_nothing_shows_while_the_study_is_open(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    app = show("judges_page", store, login)
    assert "Results are hidden until scoring is closed" in words(app)
    assert "Hollin" not in source(app)
    assert "<table" not in source(app)


def test_a_judge_beside_the_people(store: Store) -> None:
    """People 0, 1, 2, 3, judge 1, 0, 3, 2: r = 3 / 5, interval tanh(atanh 0.6 ± 1.96); gaps 1, -1, 1, -1: bias 0 with
    sd sqrt(4 / 3), so ± t(3) 3.182 * sqrt(1 / 3) = 1.84; never equal, always within one."""
    line = row(on_care(store, in_store(store, ended)), "Each judge and the people’s mean", "Hollin")
    assert line.startswith("Hollin 0.60 -0.85 to 0.99 n = 4 0.00 -1.84 to +1.84 n = 4")
    assert "0 % 0 to 49 % n = 4" in line
    assert "100 % 51 to 100 % n = 4" in line


def test_what_is_said_of_a_judge_is_what_the_figures_say(store: Store) -> None:
    said = words(on_care(store, in_store(store, ended)))
    assert "It cannot be told from these scores whether Hollin follows the people (n = 4, r = 0.60" in said


def test_severity_is_beside_all_raters(store: Store) -> None:
    """Four raters, Marlpit always 1 above the other three: means 1.5, 1.5, 1.5 and 2.5 over 1.75: +0.75 and -0.25."""
    judges: Scores = {"Hollin": (0, 1, 1, 2), "Marlpit": (1, 2, 2, 3)}
    people: Scores = {"Ann": (0, 1, 1, 2), "Ben": (0, 1, 1, 2)}
    app = on_care(store, in_store(store, lambda session: ended(session, people, judges)))
    assert "+0.75" in row(app, "Each judge and the people’s mean", "Marlpit")
    assert "-0.25" in row(app, "Each judge and the people’s mean", "Hollin")


def test_missing_scores_are_told_by_kind_and_what_does_not_apply_is_no_zero(store: Store) -> None:
    app = on_care(store, in_store(store, lambda session: ended(session, judges=TWO)))
    line = row(app, "Of the responses that were asked", "Marlpit")
    assert line.startswith("Marlpit 4 75 % 30 to 95 % 3 of 4 25 % 5 to 70 % 1 of 4 0 %")
    assert line.endswith("0 of 4 0")


def test_a_preference_that_cannot_be_known_says_why(store: Store) -> None:
    app = on_care(store, in_store(store, lambda session: ended(session, judges=TWO)))
    line = row(app, "Points for one’s own maker", "Hollin")
    assert "– cannot be known: it scored no answer of its own maker" in line


def test_the_test_of_standing_in_says_why_it_has_no_verdict(store: Store) -> None:
    """Hollin against Ann beside Ben, who agree always: Hollin is never as near, so 0 of 4 with each."""
    app = on_care(store, in_store(store, ended))
    line = row(app, "Alternative annotator test", "Hollin")
    assert line.startswith("Hollin 0 %")
    assert "No verdict: nobody shares 30 responses" in line


def test_with_one_person_the_test_cannot_be_made(store: Store) -> None:
    app = on_care(store, in_store(store, lambda session: ended(session, people={"Ann": (0, 1, 2, 3)})))
    assert "Here the test cannot be made: no response was scored by the judge and two people." in words(app)


def test_without_one_judge(store: Store) -> None:
    """All: medians 0.5, 0.5, 2.5, 2.5 on the first three with Marlpit; without Marlpit 1, 0, 3, 2: on R1 to R4 the mean
    distance is 1 without Marlpit; with it 0.5, 0.5, 0.5, 1 = 0.625 (the last has Hollin alone)."""
    app = on_care(store, in_store(store, lambda session: ended(session, judges=TWO)))
    line = row(app, "With and without each judge", "Marlpit")
    assert "0.62 n = 4 1.00 n = 4 -0.38" in line


def test_an_unknown_price_is_no_zero(store: Store) -> None:
    app = on_care(store, in_store(store, ended))
    line = row(app, "What the replies cost", "Hollin")
    assert line.startswith("Hollin 4 0 % 0 to 49 % 0 of 4")
    assert "– no price is known" in line
    assert "$0" not in line


def test_a_study_without_judges_says_so(store: Store) -> None:
    app = show("judges_page", store, in_store(store, lambda session: ended(session, judges={})))
    assert "No judge's scores are in this study" in words(app)


def test_no_name_of_a_person_is_on_the_page(store: Store) -> None:
    page = source(on_care(store, in_store(store, ended)))
    assert "Ann" not in page
    assert "Ben" not in page
