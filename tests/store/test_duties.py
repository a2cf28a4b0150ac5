"""Scorers get only what they are named for, standpoint by standpoint; nobody's name goes with an unclear clause."""

from itertools import groupby

import pytest
from sqlmodel import col, select

from rubrics.entries import Entry
from store import ballots, clause_doubts, duties, queue
from store.ballots import Submission
from store.charters import in_force
from store.engine import Session, StoreError
from store.opening import invite_scorer
from store.refusals import Refused
from store.tables import Assignment, Target
from tests.store.a_gap import a_benchmark_of, person, sheet
from tests.store.a_review import CLASSES, EDITED, MODULES, RULE, put
from tests.store.a_study import NOW


def modules_in_order(session: Session, rater_id: int) -> list[str]:
    query = select(Target.module).join(Assignment, col(Assignment.target_id) == col(Target.id))
    return list(session.exec(query.where(Assignment.rater_id == rater_id).order_by(col(Assignment.position))).all())


def a_guild(session: Session) -> int:
    """An open study of two standpoints, of which the bakers have a charter."""
    study_id = a_benchmark_of(session, id="guild", modules=MODULES, charters=RULE, authority_classes=CLASSES)
    put(session, study_id, "# Bread\n\n1. Bread is good.\n\n2. Salt belongs in it.\n\n3. Yeast may be left out.\n")
    return study_id


def test_a_scorer_gets_the_responses_of_their_standpoints_and_of_no_other(session: Session) -> None:
    study_id = a_guild(session)
    one = person(session, study_id, "Ruth", modules=("millers",))
    both = person(session, study_id, "Boaz", modules=("bakers", "millers"))
    assert modules_in_order(session, one) == ["millers"] * 4
    stretches = [(module, len(list(places))) for module, places in groupby(modules_in_order(session, both))]
    assert sorted(stretches) == [("bakers", 4), ("millers", 4)], "one standpoint after the other"
    assert duties.of_study(session, study_id=study_id) == {
        one: {"millers": "score"},
        both: {"bakers": "score", "millers": "score"},
    }


@pytest.mark.parametrize(
    ("modules", "says"), [((), "say from which standpoint"), (("brewers",), "there is no standpoint 'brewers'")]
)
def test_who_is_named_for_no_standpoint_of_several_is_not_invited(
    session: Session, modules: tuple[str, ...], says: str
) -> None:
    study_id = a_guild(session)
    with pytest.raises(StoreError, match=says):
        invite_scorer(session, study_id=study_id, name="Ruth", now=NOW, modules=modules)


def unclear(session: Session, rater_id: int, clause: str, *, version: int = 0, why: str = "What salt?") -> None:
    """A scorer calls truth unclear because of a clause of the charter in force, on their first response."""
    place = queue.place(session, rater_id=rater_id, position=1)
    assert place is not None
    study_id = session.exec(select(Target.study_id).limit(1)).one()
    sent = Submission(
        place.key,
        f"{place.key}-{version}",
        version,
        {**sheet({"care": 1}), "truth": Entry("rubric_unclear", None, why)},
        {"truth": clause},
        in_force(session, study_id=study_id)["bakers"].hash,
    )
    ballots.submit(session, rater_id=rater_id, submission=sent, now=NOW)


def test_an_unclear_clause_reaches_the_owner_and_its_answer_comes_back(session: Session) -> None:
    study_id = a_guild(session)
    ruth = person(session, study_id, "Ruth", modules=("bakers",))
    unclear(session, ruth, "2")
    (doubt,) = clause_doubts.doubts(session, study_id=study_id)
    assert doubt[1:] == ("bakers", 1, "2", "truth", "What salt?", None)
    assert not any("rater" in name or "name" in name for name in doubt._fields)
    fields = {"study_id": study_id, "sheet_id": doubt.sheet_id, "axis": "truth", "by": None, "now": NOW}
    with pytest.raises(StoreError) as refused:
        clause_doubts.answer(session, outcome="", words=" ", **fields)  # type: ignore[arg-type]  # as named
    assert len(refused.value.problems) == 2
    clause_doubts.answer(session, outcome="answered", words="Sea salt.", **fields)  # type: ignore[arg-type]  # as named
    (doubt,) = clause_doubts.doubts(session, study_id=study_id, rater_id=ruth)
    assert doubt.reply is not None
    assert doubt.reply.words == "Sea salt."
    unclear(session, ruth, "2", version=1)
    (doubt,) = clause_doubts.doubts(session, study_id=study_id)
    assert doubt.reply is not None, "the same words again are the same doubt"
    unclear(session, ruth, "3", version=2)
    (doubt,) = clause_doubts.doubts(session, study_id=study_id)
    assert (doubt.clause, doubt.reply) == ("3", None), "the newest sheet counts"


def test_a_clause_that_is_not_in_the_charter_is_refused_and_nothing_is_stored(session: Session) -> None:
    study_id = a_guild(session)
    ruth = person(session, study_id, "Ruth", modules=("bakers",))
    with pytest.raises(Refused, match="no clause 9"):
        unclear(session, ruth, "9")


def test_a_doubt_stays_with_the_version_it_was_about(session: Session) -> None:
    study_id = a_guild(session)
    ruth = person(session, study_id, "Ruth", modules=("bakers",))
    unclear(session, ruth, "2")
    put(session, study_id, EDITED)
    (doubt,) = clause_doubts.doubts(session, study_id=study_id)
    assert doubt.version == 1
