"""The routes a scorer's ballot talks to: open the queue, fetch a place, save a draft, submit, flag, read a passage.

Each request looks its person up anew and is checked whole before anything is stored; "saved" is answered only after
the commit. Nothing that leaves here holds a system, another rater or a judge's score: it is made from
`store.queue.Place`, which has no field for them.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from anyio import CapacityLimiter, to_thread
from pydantic import ValidationError
from sqlmodel import Session
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rubrics.schema import Benchmark
from store import ballots, benchmarks, people, queue
from store.ballots import DraftSave, Refused, Submission
from store.engine import Store
from store.people import Person
from web import passages
from web.ballot_forms import (
    MOST_CHARACTERS,
    DraftForm,
    FlagForm,
    SubmitForm,
    axis_card,
    place_card,
    saved_draft,
)
from web.identity import now, person_of, same_origin

SCORING = ("scorer",)
STATUS = {"unknown": 404, "closed": 403, "incomplete": 422, "submitted": 409, "elsewhere": 409}
THREADS = 40

Answer = dict[str, Any]


class Scorer(NamedTuple):
    """A person who may score, in their study."""

    person: Person
    benchmark: Benchmark

    @property
    def rater_id(self) -> int:
        """The person's id as a rater."""
        return self.person.rater_id


Work = Callable[[Session, Scorer, Any], Answer]


def routes(store: Store) -> list[BaseRoute]:
    """Return the ballot's routes."""
    readers = CapacityLimiter(THREADS)
    writers = CapacityLimiter(min(THREADS, store.writers))

    def reads(work: Work) -> Callable[[Request], Any]:
        return partial(_answer, store, readers, work, False)

    def writes(work: Work) -> Callable[[Request], Any]:
        return partial(_answer, store, writers, work, True)

    return [
        Route("/ballot/open", reads(open_queue), methods=["GET"]),
        Route("/ballot/place/{position:int}", reads(fetch_place), methods=["GET"]),
        Route("/ballot/passage/{position:int}/{number:int}", reads(read_passage), methods=["GET"]),
        Route("/ballot/draft", writes(save_draft), methods=["POST"]),
        Route("/ballot/submit", writes(submit), methods=["POST"]),
        Route("/ballot/flag", writes(flag), methods=["POST"]),
    ]


async def _answer(store: Store, limiter: CapacityLimiter, work: Work, writes: bool, request: Request) -> Response:
    """Run one piece of work for the person who asks, in one transaction, and answer in JSON."""
    body = b""
    if writes:
        if not same_origin(request.headers) or "json" not in request.headers.get("content-type", ""):
            return _refusal(403, "foreign", "This must come from our own pages.")
        body = await request.body()
        if len(body) > MOST_CHARACTERS:
            return _refusal(413, "too long", "That is too long to be stored.")

    def run() -> Answer:
        with (store.writing if writes else store.reading)() as session:
            scorer = _scorer(session, request)
            return work(session, scorer, body if writes else request.path_params)

    try:
        return JSONResponse(await to_thread.run_sync(run, limiter=limiter), headers={"cache-control": "no-store"})
    except Refused as refused:
        stored = saved_draft(refused.stored) if refused.stored else None
        return _refusal(STATUS.get(refused.why, 401), refused.why, *refused.problems, stored=stored)
    except ValidationError as problem:
        return _refusal(422, "malformed", *(f"{_where(one)}: {one['msg']}" for one in problem.errors()))


def _where(error: Any) -> str:
    return ".".join(map(str, error["loc"])) or "body"


def _refusal(status: int, why: str, *problems: str, stored: Answer | None = None) -> Response:
    return JSONResponse({"why": why, "problems": list(problems), "stored": stored}, status_code=status)


def _scorer(session: Session, request: Request) -> Scorer:
    person = person_of(session, request, SCORING)
    if person is None or person.study_id is None:
        raise Refused("signed out", "You are signed out here. Open your personal link again; nothing is lost.")
    if not people.may_score(session, rater_id=person.rater_id):
        raise Refused("undeclared", "Please answer the questions on the first page before you score.")
    return Scorer(person, benchmarks.of_study(session, study_id=person.study_id))


def open_queue(session: Session, scorer: Scorer, _asked: object) -> Answer:
    """Everything the ballot needs to begin: the axes, how far the work is, the first open response and the next."""
    standing = queue.standing(session, rater_id=scorer.rater_id)
    first = standing.first_open
    following = queue.open_after(session, rater_id=scorer.rater_id, after=first) if first else []
    return {
        "axes": [axis_card(axis) for axis in scorer.benchmark.axes],
        "reasonDue": scorer.benchmark.people.justification == "always",
        "standing": standing._asdict(),
        "place": _place(session, scorer, first),
        "ready": _place(session, scorer, following[0] if following else None),
    }


def fetch_place(session: Session, scorer: Scorer, asked: dict[str, int]) -> Answer:
    """One place of the queue, to go back to or forward."""
    card = _place(session, scorer, asked["position"])
    if card is None:
        raise Refused("unknown", "There is no such response in your queue.")
    return {"place": card}


def _place(session: Session, scorer: Scorer, position: int | None) -> Answer | None:
    if position is None:
        return None
    place = queue.place(session, rater_id=scorer.rater_id, position=position)
    return place_card(place, scorer.benchmark) if place else None


def read_passage(session: Session, scorer: Scorer, asked: dict[str, int]) -> Answer:
    """One passage of Scripture that a response names."""
    place = queue.place(session, rater_id=scorer.rater_id, position=asked["position"])
    named = passages.references(place.prompt, place.response) if place else ()
    if not 0 <= asked["number"] < len(named):
        raise Refused("unknown", "There is no such passage.")
    reference = named[asked["number"]]
    return {
        "label": reference.label,
        "translation": passages.TRANSLATION,
        "verses": passages.passage(reference),
    }


def save_draft(session: Session, scorer: Scorer, body: bytes) -> Answer:
    """Keep unfinished work."""
    form = DraftForm.model_validate_json(body)
    entries = {axis: choice.model_dump() for axis, choice in form.entries.items()}
    save = DraftSave(form.key, form.tab, form.sequence, form.revision, form.version, entries)
    moment = now()
    revision = ballots.save_draft(session, rater_id=scorer.rater_id, save=save, now=moment)
    return {"revision": revision, "sequence": form.sequence, "savedAt": moment.isoformat()}


def submit(session: Session, scorer: Scorer, body: bytes) -> Answer:
    """Store a full set of scores, and answer with the place that is next and the one behind it."""
    form = SubmitForm.model_validate_json(body)
    submission = Submission(form.key, form.submission, form.version, form.checked())
    moment = now()
    position, version = ballots.submit(session, rater_id=scorer.rater_id, submission=submission, now=moment)
    following = [*queue.open_after(session, rater_id=scorer.rater_id, after=position), None, None]
    upcoming = following[0]
    place = _place(session, scorer, upcoming)
    held = place is not None and place["key"] == form.holding
    return {
        "version": version,
        "savedAt": moment.isoformat(),
        "standing": queue.standing(session, rater_id=scorer.rater_id)._asdict(),
        "next": place["key"] if place else None,
        "place": None if held else place,
        "ready": _place(session, scorer, following[1]),
    }


def flag(session: Session, scorer: Scorer, body: bytes) -> Answer:
    """Tell the owner that something is wrong with a response."""
    form = FlagForm.model_validate_json(body)
    ballots.raise_flag(session, rater_id=scorer.rater_id, key=form.key, reason=form.reason, now=now())
    return {"flagged": True}
