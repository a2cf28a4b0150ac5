"""One axis: every response in a cell, its list exact, views that hold what they say, systems only after the act."""

import pytest
from streamlit.testing.v1 import AppTest

from store import frames, studies
from store.engine import Session, Store
from store.unblinding import unblind
from tests.pages.scored import JUDGES, PEOPLE, SAID, Scores, a_scored_study
from tests.pages.showing import in_store, show, signed_in, source, without_tags, words
from tests.store.a_study import NOW

VIEWS = ("scores", "differences", "raters", "systems", "groups", "length")


def ended(session: Session, people: Scores = PEOPLE, judges: Scores = JUDGES, role: str = "researcher") -> str:
    study_id = a_scored_study(session, people, judges)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, role)


def at(store: Store, login: str, **asks: str) -> AppTest:
    """The page at an address."""
    app = show("axis", store, login)
    app.query_params.update({"axis": "care", **asks})
    return app.run()


def table(app: AppTest, title: str) -> list[str]:
    """The lines of a table, without tags."""
    (found,) = [str(one.value) for one in app.html if f"<h3>{title}" in str(one.value)]
    return [without_tags(line) for line in found.split("<tr>")[2:]]


def test_nothing_shows_while_the_study_is_open(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    for view in VIEWS:
        app = at(store, login, view=view, cell="0,0", response="R-1")
        assert "Results are hidden until scoring is closed" in words(app)
        assert "<table" not in source(app)


def test_both_sides_of_the_axis_in_figures(store: Store) -> None:
    """r = 3 / 5; the gaps are 1, -1, 1, -1."""
    (line,) = table(at(store, in_store(store, ended)), "Mean of the people – Judges’ settled score")
    assert line.startswith("Care 0.60 -0.85 to 0.99 n = 4 0.00")


def test_a_count_opens_exactly_its_responses(store: Store) -> None:
    """People said 2 on one response, where the judges said 3."""
    login = in_store(store, ended)
    with store.reading() as session:
        labels = sorted(frames.responses(session, study_id=1)["response"])
    app = at(store, login, cell="2,3")
    assert table(app, "Responses with these scores") == ["0 – 1 – –", "1 1 – – –", "2 – – – 1", "3 – – 1 –"]
    (line,) = table(app, "Mean of the people: 2; Judges’ settled score: 3")
    assert line == f"{labels[2]} 2.00 3.00 +1.00"


@pytest.mark.parametrize("cell", ["9,9", "x", "-1,0", "2"])
def test_a_cell_that_is_none_opens_nothing(store: Store, cell: str) -> None:
    app = at(store, in_store(store, ended), cell=cell)
    assert not app.exception
    assert "Judges minus people</th>" not in source(app)


def test_one_person_and_one_judge_can_be_set_side_by_side(store: Store) -> None:
    judges = {"Hollin": (1, 0, 3, 2), "Marlpit": (0, 1, 2, 2)}
    people = {"Ann": (0, 1, 2, 3)}
    app = at(store, in_store(store, lambda session: ended(session, people, judges)), people="Rater 1", judge="Marlpit")
    (line,) = table(app, "Rater 1 – Marlpit")
    assert line.startswith("Care 0.94 ")  # r = 3.5 / sqrt(5 * 2.75)
    assert "-0.25" in line  # the gaps are 0, 0, 0, -1


def test_a_choice_that_is_none_is_the_first(store: Store) -> None:
    app = at(store, in_store(store, ended), people="Nobody", judge="<b>", view="nothing")
    assert not app.exception
    assert "Mean of the people – Judges’ settled score" in words(app)


def test_differences_are_listed_from_the_largest(store: Store) -> None:
    """Gaps 3, -1, 0, 0."""
    login = in_store(store, lambda session: ended(session, judges={"Hollin": (3, 0, 2, 3)}))
    app = at(store, login, view="differences")
    lines = table(app, "Responses, the most different first (4)")
    assert [line.rsplit(" ", 1)[1] for line in lines] == ["+3.00", "-1.00", "0.00", "0.00"]
    assert "On average judges are 0.50 points above people." in words(app)


def test_each_rater_is_counted_with_what_is_missing(store: Store) -> None:
    login = in_store(store, lambda session: ended(session, people={"Ann": (0, 1, 2, None)}))
    app = at(store, login, view="raters")
    assert table(app, "How often each score was given") == [
        "Rater 1 1 1 1 0 1",
        "Hollin 1 1 1 1 0",
        "Judges’ settled score 1 1 1 1 –",
    ]


def test_systems_are_hidden_until_the_act(store: Store) -> None:
    login = in_store(store, ended)
    app = at(store, login, view="systems")
    assert "Which system wrote which response is still hidden." in words(app)
    assert "Alder" not in source(app)
    in_store(store, lambda session: unblind(session, study_id=1, by=None, now=NOW))
    app = at(store, login, view="systems")
    assert [line.split(" ", 1)[0] for line in table(app, "Judges and people by system (2)")] == ["Alder", "Beech"]


def test_prompts_of_one_kind_make_no_groups(store: Store) -> None:
    assert "All prompts are of one kind." in words(at(store, in_store(store, ended), view="groups"))


def test_lengths_make_groups(store: Store) -> None:
    """All four answers have four words."""
    app = at(store, in_store(store, ended), view="length")
    assert [line.split(" ")[:2] for line in table(app, "Judges and people by length (1)")] == [["4", "words"]]


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_stands_without_a_score(store: Store, view: str) -> None:
    app = at(store, in_store(store, lambda session: ended(session, people={}, judges={})), view=view)
    assert not app.exception


def test_a_response_opens_with_its_text_scores_and_reasons(store: Store) -> None:
    login = in_store(store, ended)
    with store.reading() as session:
        label = min(frames.responses(session, study_id=1)["response"])
    app = at(store, login, response=label)
    said = words(app)
    assert "Question P-" in said
    assert "Answer " in said
    assert table(app, "Care")[0] == f"Rater 1 0 {SAID}"
    assert "Alder" not in source(app)
    assert "Ann" not in source(app)


def test_a_response_that_is_none_opens_nothing(store: Store) -> None:
    app = at(store, in_store(store, ended), response="R-0000000000")
    assert not app.exception
    assert "What was asked" not in words(app)
