"""How many more?: from a value that is expected while results are hidden, from what was found once they show."""

import pandas as pd
import pytest

from analysis.estimates import Estimate, undefined
from pages.how_many_chart import table
from pages.how_many_figures import Pilot, people_lines, responses_line, widths, with_people
from store import studies
from store.engine import Session, Store
from tests.pages.scored import a_scored_study
from tests.pages.showing import in_store, show, signed_in, source, without_tags, words
from tests.store.a_study import NOW

PILOT = Pilot("Care", Estimate(0.6, 20, 0.21, 0.83), Estimate(0.5, 20), 2.0)


def ended(session: Session) -> str:
    study_id = a_scored_study(session)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, "researcher")


def test_the_responses_needed() -> None:
    """r = .6 ± .1 needs 161: the first n for which tanh(atanh .6 ± 1.96 / √(n - 3)) is .2 wide; to notice it, 19."""
    line = [without_tags(cell) for cell in responses_line(PILOT, 0.1)]
    assert line[0] == "Care"
    assert line[2].endswith("more")
    needed, worst, noticed = int(line[2].split(" ")[0]), int(line[3]), int(line[4])
    assert needed == 161 < worst
    assert noticed == 19


def test_enough_is_said() -> None:
    assert without_tags(responses_line(PILOT._replace(r=Estimate(0.6, 5000, 0.58, 0.62)), 0.1)[2]).endswith("enough")


@pytest.mark.parametrize("r", [undefined("nobody has scored yet", 0), Estimate(1.0, 4, why_no_interval="one line")])
def test_nothing_to_plan_from_says_why(r: Estimate) -> None:
    line = responses_line(PILOT._replace(r=r), 0.1)
    assert "nobody has scored yet" in line[2] or "no width" in line[2]
    assert widths(PILOT._replace(r=r)).empty


def test_more_people_raise_r() -> None:
    """Reliability of two 2/3, of four 4/5: r = .6 * sqrt(1.2)."""
    found = {one.words: one.r for one in with_people(PILOT)}
    assert found["As many people as now (2)"] == 0.6
    assert found["2 people more"] == pytest.approx(0.6 * 1.2**0.5)


def test_without_a_second_person_only_responses_can_be_planned() -> None:
    alone = PILOT._replace(single=undefined("only one person has scored", 20), people=1.0)
    assert [one.words for one in with_people(alone)] == ["As many people as now"]
    assert people_lines(alone, 20)[0][3] == "–"


def test_the_plot_is_a_table_too() -> None:
    heads, lines = table(widths(PILOT))
    assert heads[:2] == ["Responses", "As many people as now (2)"]
    assert len(heads) == 1 + 4
    halves = [float(line[1].removeprefix("± ")) for line in lines]
    assert halves == sorted(halves, reverse=True)


def test_an_empty_plan_is_an_empty_table() -> None:
    assert isinstance(widths(PILOT._replace(r=undefined("no", 0))), pd.DataFrame)


def test_before_the_end_only_an_expected_value_is_planned_with(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    app = show("how_many", store, login)
    assert "Results are hidden until scoring is closed." in words(app)
    assert "0.60" not in source(app)
    app.number_input(key="expected_r").set_value(0.6).run()
    assert "For an interval of 0.60 ± 0.10 the responses needed are 161;" in words(app)


def test_after_the_end_each_axis_has_its_plan(store: Store) -> None:
    app = show("how_many", store, in_store(store, ended))
    said = words(app)
    assert "Care 0.60 -0.85 to 0.99 n = 4" in said
    assert "the people's mean scores are all 2 on these 4 responses" in said
    assert not app.exception
