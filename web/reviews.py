"""The routes a reviewer's page talks to: open, read one charter, save, sign, and files. Their link opens nothing else.

"Saved" and "signed" are answered only after the commit. Each request looks its person up anew.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from rubrics.schema import Benchmark
from store import benchmarks, people, review_comments, review_drafts, review_work, signing, studies
from store.engine import Session, Store
from store.people import Person
from store.refusals import Refused
from store.review_drafts import StoredDraft
from store.signing import Statement
from web import review_files
from web.answering import Answer, Attachment, Desk, Endpoint, desk
from web.identity import cookie_hash, now
from web.review_cards import Opened, line_card, review_card
from web.review_files import Sent
from web.review_forms import SaveForm, SignForm

REVIEWING = ("reviewer",)


class Reviewer(NamedTuple):
    """A person who may review, in their study."""

    person: Person
    benchmark: Benchmark
    study_id: int

    @property
    def rater_id(self) -> int:
        """The person's id as a rater."""
        return self.person.rater_id


def routes(store: Store) -> list[BaseRoute]:
    """Return the review's routes."""
    ours = desk(store, admit=_reviewer, show=_shown, told=_told)
    return [
        Route("/review/open", ours.reads(open_reviews), methods=["GET"]),
        Route("/review/charter/{key}", ours.reads(read_charter), methods=["GET"]),
        Route("/review/draft", ours.writes(save_draft), methods=["POST"]),
        Route("/review/sign", ours.writes(sign), methods=["POST"]),
        Route("/review/packet/{key}/{form}", ours.gives(give_packet), methods=["GET"]),
        Route("/review/returned", _takes(ours, look_at_returned, writes=False), methods=["POST"]),
        Route("/review/returned/take", _takes(ours, take_returned, writes=True), methods=["POST"]),
    ]


def _takes(ours: Desk[Reviewer], work: Callable[[Session, Reviewer, Sent], Answer], *, writes: bool) -> Endpoint:
    return ours.takes(work, prepare=review_files.opened, most=review_files.MOST_SENT, writes=writes)


def _reviewer(session: Session, request: Request) -> Reviewer:
    login = cookie_hash(request.headers)
    person = people.who(session, cookie_hash=login, now=now()) if login else None
    if person is None or person.role not in REVIEWING or person.study_id is None:
        raise Refused(
            "signed out",
            "Your link is not open here any more: it may have been taken back, or you signed out. What you have "
            "written stays on this device. Please ask the person who invited you for a new link.",
        )
    return Reviewer(person, benchmarks.of_study(session, study_id=person.study_id), person.study_id)


def _shown(part: Any, _reviewer: Reviewer) -> Any:
    return review_card(part) if isinstance(part, Opened) else part


def _told(stored: StoredDraft) -> Answer:
    return {"revision": stored.revision, "entry": dict(stored.entry)}


def open_reviews(session: Session, reviewer: Reviewer, _asked: object) -> Answer:
    """Which charters the reviewer was asked to review, and how far each is."""
    (study,) = studies.list_studies(session, study_id=reviewer.study_id)
    return {"name": reviewer.person.name, "study": study.title, "reviews": _lines(session, reviewer)}


def _lines(session: Session, reviewer: Reviewer) -> list[Answer]:
    rows = review_work.reviews_of(session, rater_id=reviewer.rater_id)
    return [line_card(review_work.work(session, review=one), reviewer.benchmark) for one in rows]


def read_charter(session: Session, reviewer: Reviewer, asked: Mapping[str, str]) -> Answer:
    """One charter with everything the reviewer has said of it."""
    return {"review": _opened(session, reviewer, asked["key"])}


def _opened(session: Session, reviewer: Reviewer, key: str) -> Opened:
    review = review_work.held(session, rater_id=reviewer.rater_id, key=key)
    return Opened(
        review_work.work(session, review=review),
        review_comments.comments(session, study_id=review.study_id, rater_id=reviewer.rater_id),
        signing.statement_of(session, rater_id=reviewer.rater_id) or Statement(),
        reviewer.benchmark,
    )


def save_draft(session: Session, reviewer: Reviewer, body: bytes) -> Answer:
    """Keep unfinished work; says also whether the text that was being read is still in force."""
    save = SaveForm.model_validate_json(body).save()
    moment = now()
    revision = review_drafts.save_draft(session, rater_id=reviewer.rater_id, save=save, now=moment)
    review = review_work.held(session, rater_id=reviewer.rater_id, key=save.key)
    charter = review_work.current(session, review=review)
    return {
        "revision": revision,
        "sequence": save.sequence,
        "savedAt": moment.isoformat(),
        "current": charter is not None and charter.hash == save.charter_hash,
    }


def sign(session: Session, reviewer: Reviewer, body: bytes) -> Answer:
    """Sign a review, and answer with how everything stands then."""
    form = SignForm.model_validate_json(body)
    number = signing.sign(session, rater_id=reviewer.rater_id, signing=form.signing(), now=now())
    return {
        "signed": number,
        "review": _opened(session, reviewer, form.key),
        "reviews": _lines(session, reviewer),
    }


def give_packet(session: Session, reviewer: Reviewer, asked: Mapping[str, str]) -> Attachment:
    """The charter as a file to work offline with."""
    return review_files.packet(session, reviewer.rater_id, asked)


def look_at_returned(session: Session, reviewer: Reviewer, sent: Sent) -> Answer:
    """What a returned file would bring in."""
    return review_files.look(session, reviewer.rater_id, sent)


def take_returned(session: Session, reviewer: Reviewer, sent: Sent) -> Answer:
    """Take in a returned file, and answer with how everything stands then."""
    answer = review_files.take(session, reviewer.rater_id, sent)
    return {**answer, "review": _opened(session, reviewer, sent.form.key)}
