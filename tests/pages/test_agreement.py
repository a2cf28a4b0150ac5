"""Agreement: hidden until scoring has ended, every figure with n and interval or the reason there is none."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.agreement import ROLES, csv_of
from store import events, studies
from store.engine import Session, Store, StoreError
from tests.pages.scored import JUDGES, PEOPLE, Scores, a_scored_study
from tests.pages.showing import in_store, show, signed_in, source, without_tags, words
from tests.store.a_study import NOW, a_draft


def ended(session: Session, people: Scores = PEOPLE, judges: Scores = JUDGES, role: str = "researcher") -> str:
    study_id = a_scored_study(session, people, judges)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, role)


def row(app: AppTest, table: int, axis: str) -> str:
    """One line of one of the page's tables, without tags."""
    tables = [str(one.value) for one in app.html if "<table" in str(one.value)]
    (line,) = [line for line in tables[table].split("<tr>") if f">{axis}</th>" in line]
    return without_tags(line)


def test_nothing_shows_while_the_study_is_open(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    app = show("agreement", store, login)
    assert "Results are hidden until scoring is closed" in words(app)
    assert "So far 8 of 8 responses are scored by 2 people." in words(app)
    assert "<table" not in source(app)
    assert not app.get("download_button")


def test_nothing_shows_while_the_study_is_prepared(store: Store) -> None:
    app = show("agreement", store, in_store(store, lambda session: signed_in(session, a_draft(session), "researcher")))
    assert "The study is being prepared." in words(app)


def test_r_with_its_interval_and_n(store: Store) -> None:
    """People 0, 1, 2, 3, judges 1, 0, 3, 2: r = 3 / 5; interval tanh(atanh 0.6 ± 1.96), as n - 3 is 1."""
    app = show("agreement", store, in_store(store, ended))
    assert row(app, 0, "Care").startswith("Care 0.60 -0.85 to 0.99 n = 4")


def test_the_people_among_themselves(store: Store) -> None:
    """Two people who always agree lie on one line, which has no interval; alpha is 1."""
    app = show("agreement", store, in_store(store, ended))
    assert "1.00 no interval: the scores lie on one line" in row(app, 0, "Care")
    assert row(app, 0, "Care").endswith("1.00 n = 4")


def test_nearness_in_points(store: Store) -> None:
    """The gaps are 1, -1, 1, -1: never equal, always within one, no bias."""
    app = show("agreement", store, in_store(store, ended))
    line = row(app, 1, "Care")
    assert line.startswith("Care 0.00 equal 1.00 within one point n = 4 0.00 equal 1.00 within one point n = 8")
    assert line.endswith("0.00 n = 4")


def test_a_bias_has_its_sign(store: Store) -> None:
    """Judges one point higher on two of four responses: +0.50."""
    login = in_store(store, lambda session: ended(session, judges={"Hollin": (1, 1, 3, 3)}))
    assert row(show("agreement", store, login), 1, "Care").endswith("+0.50 n = 4")


def test_what_cannot_be_computed_says_why(store: Store) -> None:
    app = show("agreement", store, in_store(store, ended))
    line = row(app, 0, "Truth")
    assert "– the people's mean scores are all 2 on these 4 responses n = 4" in line
    assert "every score is 2" in line


def test_one_person_alone_is_told_apart(store: Store) -> None:
    app = show("agreement", store, in_store(store, lambda session: ended(session, people={"Ann": (0, 1, 2, 3)})))
    assert "– only one person has scored n = 0" in row(app, 0, "Care")
    assert "0.60" in row(app, 0, "Care")


def test_without_any_score_every_figure_has_its_reason(store: Store) -> None:
    app = show("agreement", store, in_store(store, lambda session: ended(session, people={}, judges={})))
    assert "nobody has scored yet" in words(app)
    assert "There is nothing to draw" in words(app)
    assert not app.exception


def test_missing_is_counted_by_kind_and_apart(store: Store) -> None:
    login = in_store(
        store,
        lambda session: ended(session, people={"Ann": (0, 1, 2, None)}, judges={"Hollin": (1, 0, None, None)}),
    )
    app = show("agreement", store, login)
    app.selectbox(key="axis").select_index(1).run()
    assert row(app, 2, "People") == "People 1 0 0 – 0"
    assert row(app, 2, "Judges, one by one") == "Judges, one by one 2 – – 0 0"
    assert row(app, 2, "Judges’ median") == "Judges’ median 2 – – 0 0"


def test_the_points_are_listed_beside_the_plot(store: Store) -> None:
    app = show("agreement", store, in_store(store, ended))
    app.selectbox(key="axis").select_index(1).run()
    assert len(app.get("vega_lite_chart") or app.get("arrow_vega_lite_chart")) == 1
    (points,) = [str(one.value) for one in app.html if "Points of the plot" in str(one.value)]
    assert sorted(without_tags(line).partition(" ")[2] for line in points.split("<tr>")[2:]) == [
        "0.00 1.00 2",
        "1.00 0.00 2",
        "2.00 3.00 2",
        "3.00 2.00 2",
    ]


def test_no_name_of_a_person_is_on_the_page(store: Store) -> None:
    app = show("agreement", store, in_store(store, ended))
    assert "Ann" not in source(app)
    assert "Ben" not in source(app)


def test_the_limits_of_the_claim_stand_below(store: Store) -> None:
    assert "Invented; claims nothing." in words(show("agreement", store, in_store(store, ended)))


def test_the_file_of_scores_is_handed_out_and_logged(store: Store) -> None:
    login = in_store(store, ended)
    lines = csv_of(store, login, ROLES, 1).decode("utf-8-sig").splitlines()
    assert lines[0].startswith("response,module,rater,rater_kind,axis,score")
    assert len(lines) == 1 + (2 + 1) * 4 * 2 + 4 * 2
    with store.reading() as session:
        assert events.log(session, study_id=1)["act"].iloc[0] == "exported scores"


def test_systems_are_named_for_the_owner_alone(store: Store) -> None:
    app = show("agreement", store, in_store(store, lambda session: ended(session, role="owner")))
    assert [one.proto.label for one in app.get("download_button")] == [
        "Download the scores (CSV)",
        "Download with the systems named (CSV)",
    ]
    researcher = in_store(store, lambda session: signed_in(session, 1, "researcher"))
    app = show("agreement", store, researcher)
    assert [one.proto.label for one in app.get("download_button")] == ["Download the scores (CSV)"]
    with pytest.raises(StoreError, match="not open to you"):
        csv_of(store, researcher, ("owner",), 1, with_authors=True)


def test_no_file_before_scoring_has_ended(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    with pytest.raises(StoreError, match="hidden until scoring is closed"):
        csv_of(store, login, ROLES, 1)


def test_no_file_for_a_stranger(store: Store) -> None:
    in_store(store, ended)
    with pytest.raises(StoreError, match="not open to you"):
        csv_of(store, None, ROLES, 1)
