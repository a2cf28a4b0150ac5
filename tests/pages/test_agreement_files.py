"""The file behind one figure: unrounded, harmless in a spreadsheet, logged, and for nobody else."""

import csv
import io

import pandas as pd
import pytest

from pages.agreement import ROLES
from pages.agreement_files import working_csv
from store import events, studies
from store.engine import Session, Store, StoreError
from store.responses import take_in
from tests.pages.scored import a_scored_study
from tests.pages.showing import in_store, signed_in
from tests.store.a_review import LIMIT, a_chartered_study
from tests.store.a_study import NOW, an_intake

USED = pd.DataFrame({"Rater 1": [1 / 3, "does not apply"], "=1+1": [2.0, ""]}, index=["R-1", "R-2"])


def ended(session: Session) -> str:
    study_id = a_scored_study(session)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return signed_in(session, study_id, "researcher")


def test_scores_are_whole_and_formulas_are_text(store: Store) -> None:
    content = working_csv(store, in_store(store, ended), ROLES, 1, title="Care: r", used=USED)
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    assert rows == [["response", "Rater 1", "'=1+1"], ["R-1", repr(1 / 3), "2.0"], ["R-2", "does not apply", ""]]


def test_while_charters_are_not_released_each_row_says_so(store: Store) -> None:
    def with_charters(session: Session) -> str:
        study_id = a_chartered_study(session)
        take_in(session, study_id=study_id, intake=an_intake(), by=None, now=NOW)
        studies.open_study(session, study_id=study_id, by=None, now=NOW)
        studies.seal_study(session, study_id=study_id, by=None, now=NOW)
        return signed_in(session, study_id, "researcher")

    content = working_csv(store, in_store(store, with_charters), ROLES, 1, title="Care: r", used=USED)
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    assert [row[-1] for row in rows] == ["limit", LIMIT, LIMIT]


def test_the_log_says_which_figure(store: Store) -> None:
    working_csv(store, in_store(store, ended), ROLES, 1, title="Care: r", used=USED)
    with store.reading() as session:
        newest = events.log(session, study_id=1).iloc[0]
    assert newest["act"] == "exported working"
    assert newest["details"] == {"figure": "Care: r", "rows": 2}


def test_nothing_for_strangers_or_before_the_end(store: Store) -> None:
    login = in_store(store, lambda session: signed_in(session, a_scored_study(session), "owner"))
    with pytest.raises(StoreError, match="hidden until scoring is closed"):
        working_csv(store, login, ROLES, 1, title="Care: r", used=USED)
    with pytest.raises(StoreError, match="not open to you"):
        working_csv(store, None, ROLES, 1, title="Care: r", used=USED)
