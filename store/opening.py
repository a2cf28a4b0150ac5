"""Opening a study with its scorers: everyone invited to score has a queue the moment there is something to score.

Whoever is invited while the study is a draft gets the queue when it opens; whoever comes later gets it at once.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from store import adjudicating, duties, people, queue, studies
from store.tables import Invitation, Rater


def open_and_assign(session: Session, *, study_id: int, by: int | None, now: datetime) -> int:
    """Open a draft study, give every invited scorer a queue, and return how many targets the study has.

    A scorer counts as invited while one of their links is neither revoked nor expired.

    Raises
    ------
    StoreError
        As `store.studies.open_study`.
    """
    targets = studies.open_study(session, study_id=study_id, by=by, now=now)
    session.flush()
    scorers = session.exec(
        select(Rater.id)
        .join(Invitation, col(Invitation.rater_id) == col(Rater.id))
        .where(
            col(Rater.study_id) == study_id,
            col(Invitation.role) == "scorer",
            col(Invitation.revoked_at).is_(None),
            col(Invitation.expires_at) > now,
        )
        .distinct()
    ).all()
    for rater_id in sorted(one for one in scorers if one is not None):
        queue.assign(session, study_id=study_id, rater_id=rater_id)
    adjudicating.follow_all(session, study_id=study_id, now=now)
    return targets


def invite_scorer(
    session: Session,
    *,
    study_id: int,
    name: str,
    now: datetime,
    days: int = people.INVITATION_DAYS,
    key: str | None = None,
    by: int | None = None,
    modules: Sequence[str] = (),
    adjudicates: bool = False,
) -> str:
    """Invite a scorer or an adjudicator, with a queue at once when the study is open, and return the link's token.

    `modules` are those for which the person is qualified; they may be left out where the study has one.

    Raises
    ------
    StoreError
        As `store.people.invite` and `store.duties.record`.
    """
    study = studies.locked(session, study_id)
    token = people.invite(session, study_id=study_id, name=name, role="scorer", now=now, days=days, key=key, by=by)
    rater_id = _rater(session, token)
    duty = duties.ADJUDICATE if adjudicates else duties.SCORE
    duties.record(session, study_id=study_id, rater_id=rater_id, modules=modules, duty=duty, by=by, now=now)
    if study.state == "open":
        queue.assign(session, study_id=study_id, rater_id=rater_id)
        adjudicating.follow_all(session, study_id=study_id, now=now)
    return token


def _rater(session: Session, token: str) -> int:
    return session.exec(select(Invitation.rater_id).where(Invitation.token_hash == people.hashed(token))).one()
