"""Who has done what, counted from what was stored."""

from datetime import timedelta

from store import ballots
from store.engine import Session
from store.links import find_link, has_owner
from store.people import invite
from store.progress import flags, scorers
from tests.store.a_study import NOW, a_draft_save, a_scorer, a_submission, an_open_study

LATER = NOW + timedelta(hours=1)


def test_each_scorers_work_is_counted_for_themselves(session: Session) -> None:
    study_id = an_open_study(session)
    ruth, naomi = a_scorer(session, study_id, "Ruth"), a_scorer(session, study_id, "Naomi")
    ballots.submit(session, rater_id=ruth.rater_id, submission=a_submission(ruth.keys[0]), now=NOW)
    ballots.submit(session, rater_id=ruth.rater_id, submission=a_submission(ruth.keys[2]), now=LATER)
    again = a_submission(ruth.keys[0], submission="again", version=1)
    ballots.submit(session, rater_id=ruth.rater_id, submission=again, now=NOW)
    ballots.save_draft(session, rater_id=naomi.rater_id, save=a_draft_save(naomi.keys[0]), now=NOW)
    found = scorers(session, study_id=study_id)
    columns = ["name", "assigned", "submitted", "started"]
    assert list(found[columns].itertuples(index=False, name=None)) == [("Ruth", 4, 2, 0), ("Naomi", 4, 0, 1)]
    assert found["last"][0] == LATER
    assert found["last"].isna()[1]


def test_another_studys_scorers_are_not_shown(session: Session) -> None:
    study_id, other = an_open_study(session), an_open_study(session, slug="other")
    a_scorer(session, other)
    assert len(scorers(session, study_id=study_id)) == 0
    assert len(flags(session, study_id=study_id)) == 0


def test_a_link_is_found_by_its_number_or_by_itself(session: Session) -> None:
    study_id = an_open_study(session)
    token = invite(session, study_id=study_id, name="Ruth", role="scorer", now=NOW)
    link = find_link(session, token=token)
    assert link is not None
    assert link == find_link(session, number=link.invitation_id)
    assert (link.name, link.role, link.study, link.revoked) == ("Ruth", "scorer", "spring", False)
    assert find_link(session, token="forged") is None
    assert find_link(session, number=987_654) is None


def test_an_installation_has_an_owner_while_a_good_link_is_out(session: Session) -> None:
    study_id = an_open_study(session)
    invite(session, study_id=study_id, name="Ruth", role="owner", now=NOW)
    assert not has_owner(session, now=NOW)
    invite(session, study_id=None, name="Anna", role="owner", now=NOW, days=1)
    assert has_owner(session, now=NOW)
    assert not has_owner(session, now=NOW + timedelta(days=1))
