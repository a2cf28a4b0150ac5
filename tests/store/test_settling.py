"""What settling reads and keeps, on both engines."""

import pytest
from sqlmodel import select

from store import settling
from store.engine import Session
from store.responses import Intake, NewPrompt, NewResponse, NewSystem
from store.settling import AT_ONCE, Kept
from store.tables import Response
from tests.store.a_study import NOW, a_draft, an_open_study


def a_kept(target_id: int, **changes: object) -> Kept:
    fields: dict[str, object] = {
        "target_id": target_id,
        "axis": "truth",
        "protocol": "median",
        "version": 1,
        "kind": "value",
        "value": 1.5,
        "n": 2,
        "nulls": 0,
        "rule": "median",
        "verdict_ids": [1, 2],
    }
    return Kept(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_target_comes_with_its_author(session: Session) -> None:
    intake = Intake(
        prompts=[NewPrompt("P-1", "Question?")],
        systems=[NewSystem("Alder", "Alder Lab", own=True), NewSystem("Beech")],
        responses=[NewResponse("P-1", "Alder", "An answer."), NewResponse("P-1", "Beech", "Another.")],
        source="responses.csv",
    )
    study_id = a_draft(session, intake=intake)
    found = {one.system: one for one in settling.targets(session, study_id=study_id)}
    assert (found["Alder"].family, found["Alder"].own) == ("Alder Lab", True)
    assert (found["Beech"].family, found["Beech"].own) == ("", False)
    assert {one.module for one in found.values()} == {"plain"}
    assert settling.seed(session, study_id=study_id) == "seed"


@pytest.mark.parametrize(
    ("text", "shown", "empty"),
    [
        ("", None, True),
        (" \n\t ", None, True),
        ("Words.", None, False),
        ("Words.", "  ", True),
        ("", "Words.", False),
    ],
)
def test_an_answer_is_empty_by_what_raters_see_of_it(
    session: Session, text: str, shown: str | None, empty: bool
) -> None:
    study_id = an_open_study(session)
    first = settling.targets(session, study_id=study_id)[0]
    response = session.exec(select(Response).where(Response.label == first.label)).one()
    response.text, response.shown_text = text, shown
    session.flush()
    assert [one.empty for one in settling.targets(session, study_id=study_id)] == [empty, False, False, False]


def test_the_newest_version_is_in_force_for_each_target_axis_and_protocol(session: Session) -> None:
    ids = [one.id for one in settling.targets(session, study_id=an_open_study(session))]
    rows = [
        a_kept(ids[0]),
        a_kept(ids[0], version=2, value=2.0),
        a_kept(ids[0], axis="care", kind="none", value=None, n=0, verdict_ids=[]),
        a_kept(ids[1], protocol="run 7", value=0.0),
        a_kept(ids[2]),
    ]
    settling.append(session, rows=rows, now=NOW)
    found = settling.in_force(session, protocol="median", target_ids=ids[:2])
    assert found == {(ids[0], "truth"): rows[1], (ids[0], "care"): rows[2]}
    assert settling.in_force(session, protocol="median", target_ids=[]) == {}


def test_more_targets_than_fit_into_one_query_are_all_found(session: Session) -> None:
    (first, *_), last = [one.id for one in settling.targets(session, study_id=an_open_study(session))], 10**6
    settling.append(session, rows=[a_kept(first)], now=NOW)
    others = list(range(last, last + 2 * AT_ONCE))
    assert settling.in_force(session, protocol="median", target_ids=[*others, first]).keys() == {(first, "truth")}


def test_a_study_says_under_which_names_it_has_settled_scores(session: Session) -> None:
    study_id, other = an_open_study(session), an_open_study(session, slug="other")
    target, theirs = (settling.targets(session, study_id=one)[0].id for one in (study_id, other))
    assert settling.protocols(session, study_id=study_id) == []
    rows = [a_kept(target, protocol="run 7"), a_kept(target), a_kept(theirs, protocol="run 8")]
    settling.append(session, rows=rows, now=NOW)
    assert settling.protocols(session, study_id=study_id) == ["median", "run 7"]
