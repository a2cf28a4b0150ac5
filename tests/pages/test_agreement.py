"""Agreement: hidden until scoring has ended; every figure with n and interval or a reason, and with its working."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.agreement import ROLES
from pages.agreement_files import csv_of
from store import events, studies
from store.engine import Session, Store, StoreError
from store.unblinding import unblind
from tests.pages.scored import JUDGES, PEOPLE, Scores, a_scored_study
from tests.pages.showing import in_store, show, signed_in, source, without_tags, words
from tests.store.a_study import NOW, a_draft

TWO = {"Ann": (0, 1, 2, 3), "Ben": (0, 1, 3, 3)}


def ended(session: Session, people: Scores = PEOPLE, judges: Scores = JUDGES, role: str = "researcher") -> str:
    study_id = a_scored_study(session, people, judges)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, role)


def row(app: AppTest, axis: str) -> dict[str, str]:
    """The line of an axis in the page's one table, by the name of the figure."""
    (table,) = [str(one.value) for one in app.html if "Judges and people, axis by axis" in str(one.value)]
    (line,) = [line for line in table.split("<tr>") if f">{axis}</th>" in line]
    cells = line.split("<td>")[1:]
    return {cell.split("figure=")[1].split('"')[0]: without_tags(cell) for cell in cells}


def labels(app: AppTest) -> list[str]:
    return [one.proto.label for one in app.get("download_button")]


def opened(store: Store, login: str, axis: str, figure: str) -> AppTest:
    """The page at the address of one figure's working."""
    app = show("agreement", store, login)
    app.query_params["axis"] = axis
    app.query_params["figure"] = figure
    return app.run()


def test_nothing_shows_while_the_study_is_open(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    app = show("agreement", store, login)
    assert "Results are hidden until scoring is closed" in words(app)
    assert "So far 8 of 8 responses are scored by 2 people." in words(app)
    assert "<table" not in source(app)
    assert not app.get("download_button")
    app.query_params.update({"axis": "care", "figure": "r"})
    assert "<table" not in source(app.run())


def test_nothing_shows_while_the_study_is_prepared(store: Store) -> None:
    app = show("agreement", store, in_store(store, lambda session: signed_in(session, a_draft(session), "researcher")))
    assert "The study is being prepared." in words(app)


def test_r_with_its_interval_and_n(store: Store) -> None:
    """People 0, 1, 2, 3, judges 1, 0, 3, 2: r = 3 / 5; interval tanh(atanh 0.6 ± 1.96), as n - 3 is 1."""
    found = row(show("agreement", store, in_store(store, ended)), "Care")
    assert found["r"] == "0.60 -0.85 to 0.99 n = 4"
    assert found["n"] == "4 of 4"
    assert found["missing"] == "0"


def test_the_people_among_themselves(store: Store) -> None:
    """Two people who always agree lie on one line, which has no interval; alpha is 1."""
    found = row(show("agreement", store, in_store(store, ended)), "Care")
    assert found["people"] == "1.00 no interval: the scores lie on one line, where the interval has no width n = 4"
    assert found["alpha"].startswith("1.00 no interval")


def test_nearness_in_points_beside_chance(store: Store) -> None:
    """The gaps are 1, -1, 1, -1: never equal, always within one. By chance: 4 of 16 pairs equal, 10 within one."""
    found = row(show("agreement", store, in_store(store, ended)), "Care")
    assert found["exact"] == "0 % 0 to 49 % by chance 25 % n = 4"
    assert found["within_one"] == "100 % 51 to 100 % by chance 62 % n = 4"
    assert found["bias"].startswith("0.00 -1.84 to +1.84")


def test_a_bias_has_its_sign(store: Store) -> None:
    """Judges one point higher on two of four responses: +0.50 ± 3.182 * 0.577 / 2."""
    login = in_store(store, lambda session: ended(session, judges={"Hollin": (1, 1, 3, 3)}))
    assert row(show("agreement", store, login), "Care")["bias"] == "+0.50 -0.42 to +1.42 n = 4"


def test_what_cannot_be_computed_says_why(store: Store) -> None:
    found = row(show("agreement", store, in_store(store, ended)), "Truth")
    assert found["r"] == "– the people's mean scores are all 2 on these 4 responses n = 4"
    assert "every score is 2" in found["alpha"]


def test_one_person_alone_is_told_apart(store: Store) -> None:
    app = show("agreement", store, in_store(store, lambda session: ended(session, people={"Ann": (0, 1, 2, 3)})))
    assert row(app, "Care")["people"] == "– only one person has scored n = 0"
    assert row(app, "Care")["r"].startswith("0.60")


def test_people_are_compared_where_the_judges_scored_too(store: Store) -> None:
    """r of 0, 1, 2 with 0, 2, 1 is 1 / 2; the fourth response, which would change it, has no settled score."""
    people = {"Ann": (0, 1, 2, 3), "Ben": (0, 2, 1, 3)}
    login = in_store(store, lambda session: ended(session, people=people, judges={"Hollin": (1, 0, 3, None)}))
    found = row(show("agreement", store, login), "Care")["people"]
    assert found.startswith("0.50")
    assert found.endswith("n = 3")


def test_without_any_score_every_figure_has_its_reason(store: Store) -> None:
    app = show("agreement", store, in_store(store, lambda session: ended(session, people={}, judges={})))
    assert not app.exception
    assert all(cell.startswith("–") for name, cell in row(app, "Care").items() if name not in ("n", "missing"))


def test_missing_is_counted_by_kind_and_apart(store: Store) -> None:
    login = in_store(
        store,
        lambda session: ended(session, people={"Ann": (0, 1, 2, None)}, judges={"Hollin": (1, 0, None, None)}),
    )
    assert (
        row(show("agreement", store, login), "Care")["missing"]
        == "3 people: 1 × does not apply; judges: 2 × does not apply"
    )


def test_each_axis_has_its_sentence(store: Store) -> None:
    app = show("agreement", store, in_store(store, ended))
    assert "It cannot be told from 4 responses whether judges follow people here (r = 0.60)" in words(app)


def test_the_forest_plot_has_its_table(store: Store) -> None:
    app = show("agreement", store, in_store(store, ended))
    assert len(app.get("vega_lite_chart") or app.get("arrow_vega_lite_chart")) == 1
    assert "Correlations of all axes" in source(app)


def test_a_figure_opens_its_working(store: Store) -> None:
    """Two people; the matrix counts every response once, and the responses are listed with every rater's score."""
    login = in_store(store, lambda session: ended(session, people=TWO))
    app = opened(store, login, "care", "r")
    said = words(app)
    assert "Pearson’s r between the mean of the people who scored a response and the judges’ settled score." in said
    assert "Interval (95 %): Fisher z." in said
    assert "Only 4 responses: read the interval as wide as it is." in said
    (used,) = [str(one.value) for one in app.html if "The responses used" in str(one.value)]
    heads = [without_tags(cell) for cell in used.split('<th scope="col">')[1:]]
    assert heads[:4] == ["Response", "Rater 1", "Rater 2", "Hollin"]
    assert used.count("<tr>") == 1 + 4
    (matrix,) = [str(one.value) for one in app.html if "How many responses have which scores" in str(one.value)]
    counts = [int(without_tags(f"<td>{cell.split('</td>')[0]}")) for cell in matrix.split("<td>")[1:]]
    assert sum(counts) == 4


@pytest.mark.parametrize("figure", ["n", "missing", "people", "ceiling", "bias", "exact", "within_one", "alpha"])
def test_every_figure_has_a_working(store: Store, figure: str) -> None:
    login = in_store(store, lambda session: ended(session, people=TWO))
    for axis in ("care", "truth"):
        app = opened(store, login, axis, figure)
        assert not app.exception
        assert "sr-working" in source(app)


def test_the_working_of_alpha_shows_how_often_each_score_met_each_other(store: Store) -> None:
    """0-0, 1-1, 2-3, 3-3: pairs of equal scores count twice."""
    app = opened(store, in_store(store, lambda session: ended(session, people=TWO)), "care", "alpha")
    (matrix,) = [str(one.value) for one in app.html if "How often each score met" in str(one.value)]
    lines = [without_tags(line) for line in matrix.split("<tr>")[2:]]
    assert lines == ["0 2 0 0 0", "1 0 2 0 0", "2 0 0 0 1", "3 0 0 1 2"]


def test_the_working_of_what_is_missing_names_the_reasons(store: Store) -> None:
    login = in_store(store, lambda session: ended(session, judges={"Hollin": (1, 0, None, 2)}))
    app = opened(store, login, "care", "missing")
    (used,) = [str(one.value) for one in app.html if "The responses used" in str(one.value)]
    assert used.count("<tr>") == 1 + 1
    assert "does not apply" in used


@pytest.mark.parametrize(("axis", "figure"), [("care", "nothing"), ("<b>", "r"), ("", "")])
def test_an_address_that_asks_for_nothing_opens_nothing(store: Store, axis: str, figure: str) -> None:
    app = opened(store, in_store(store, ended), axis, figure)
    assert not app.exception
    assert "sr-working" not in source(app)


def test_no_name_of_a_person_is_on_the_page(store: Store) -> None:
    app = opened(store, in_store(store, ended), "care", "r")
    assert "Ann" not in source(app)
    assert "Ben" not in source(app)


def test_no_name_of_a_system_is_on_the_page(store: Store) -> None:
    app = opened(store, in_store(store, lambda session: ended(session, role="owner")), "care", "missing")
    assert "Alder" not in source(app)
    assert "Beech" not in source(app)


def test_the_limits_of_the_claim_stand_below(store: Store) -> None:
    assert "Invented; claims nothing." in words(show("agreement", store, in_store(store, ended)))


def test_the_file_of_scores_is_handed_out_and_logged(store: Store) -> None:
    login = in_store(store, ended)
    lines = csv_of(store, login, ROLES, 1).decode("utf-8-sig").splitlines()
    assert lines[0].startswith("response,module,rater,rater_kind,axis,score")
    assert len(lines) == 1 + (2 + 1) * 4 * 2 + 4 * 2
    with store.reading() as session:
        assert events.log(session, study_id=1)["act"].iloc[0] == "exported scores"


def test_the_owner_shows_the_systems_by_an_act_that_is_logged(store: Store) -> None:
    app = show("agreement", store, in_store(store, lambda session: ended(session, role="owner")))
    assert labels(app) == ["Download the scores (CSV)"]
    app.button(key="unblind").click().run()
    assert "It cannot be undone." in words(app)
    app.button(key="unblind_now").click().run()
    assert "The systems are shown by name now." in words(app)
    assert labels(app) == ["Download the scores (CSV)", "Download with the systems named (CSV)"]
    with store.reading() as session:
        assert events.log(session, study_id=1)["act"].iloc[0] == "unblinded"


def test_a_researcher_cannot_show_the_systems(store: Store) -> None:
    login = in_store(store, ended)
    app = show("agreement", store, login)
    assert not [one for one in app.button if one.key == "unblind"]
    assert "The study's owner can show it" in words(app)
    in_store(store, lambda session: unblind(session, study_id=1, by=None, now=NOW))
    app = show("agreement", store, login)
    assert labels(app) == ["Download the scores (CSV)"]
    with pytest.raises(StoreError, match="not open to you"):
        csv_of(store, login, ("owner",), 1, with_authors=True)


def test_no_file_before_scoring_has_ended(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    with pytest.raises(StoreError, match="hidden until scoring is closed"):
        csv_of(store, login, ROLES, 1)


def test_no_file_for_a_stranger(store: Store) -> None:
    in_store(store, ended)
    with pytest.raises(StoreError, match="not open to you"):
        csv_of(store, None, ROLES, 1)
