"""The routes a scorer's ballot talks to: open the queue, fetch a place, save a draft, submit, flag, read a passage.

Each request looks its person up anew and is checked whole before anything is stored; "saved" is answered only after
the commit. Nothing that leaves here holds a system, another rater or a judge's score: it is made from
`store.queue.Place`, which has no field for them, and made fit to show only when the database has been let go.
"""

import gzip
import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from anyio import CapacityLimiter, to_thread
from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rubrics.schema import Benchmark
from store import ballots, benchmarks, people, queue
from store.ballots import DraftSave, Refused, Submission
from store.engine import Session, Store, StoreBusy
from store.people import Person
from store.queue import Place
from web import passages
from web.ballot_forms import (
    MOST_BYTES,
    DraftForm,
    FlagForm,
    SubmitForm,
    axis_card,
    named_in,
    place_card,
    saved_draft,
)
from web.identity import cookie_hash, now, same_origin

SCORING = ("scorer",)
STATUS = {"unknown": 404, "closed": 403, "incomplete": 422, "malformed": 422, "submitted": 409, "elsewhere": 409}
THREADS = 40
MOST_DIGITS = 9
LONG, PACKED = 1000, 5
NOT_KEPT = {"cache-control": "no-store"}

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
        Route("/ballot/place/{position}", reads(fetch_place), methods=["GET"]),
        Route("/ballot/passage/{position}/{number}", reads(read_passage), methods=["GET"]),
        Route("/ballot/draft", writes(save_draft), methods=["POST"]),
        Route("/ballot/submit", writes(submit), methods=["POST"]),
        Route("/ballot/flag", writes(flag), methods=["POST"]),
    ]


async def _answer(store: Store, limiter: CapacityLimiter, work: Work, writes: bool, request: Request) -> Response:
    """Run one piece of work for the person who asks, in one transaction, and answer in JSON."""
    body = b""
    if writes:
        if refusal := _foreign(request):
            return refusal
        body = await _body(request)
        if len(body) > MOST_BYTES:
            return _refusal(413, "too long", "That is too long to be stored.")

    def run() -> Response:
        with (store.writing if writes else store.reading)() as session:
            scorer = _scorer(session, request)
            answer = work(session, scorer, body if writes else request.path_params)
        return _packed({name: _shown(one, scorer.benchmark) for name, one in answer.items()}, request.headers)

    try:
        return await to_thread.run_sync(run, limiter=limiter)
    except Refused as refused:
        stored = saved_draft(refused.stored) if refused.stored else None
        return _refusal(STATUS.get(refused.why, 401), refused.why, *refused.problems, stored=stored)
    except StoreBusy as busy:
        return _refusal(503, "busy", *busy.problems)
    except ValidationError as problem:
        return _refusal(422, "malformed", *(f"{_where(one)}: {one['msg']}" for one in problem.errors()))


def _foreign(request: Request) -> Response | None:
    """Refuse what does not come from our own pages as JSON; None when it does."""
    if not same_origin(request.headers):
        return _refusal(403, "foreign", "This must come from our own pages.")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return _refusal(415, "foreign", "This must come from our own pages, as application/json.")
    return None


def _packed(answer: Answer, asked: Headers) -> Response:
    """Answer in JSON, packed in this thread if it is long; left to Streamlit, that would hold all other answers up."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    headers = {**NOT_KEPT, "vary": "accept-encoding"}
    if len(text) >= LONG and "gzip" in asked.get("accept-encoding", ""):
        text = gzip.compress(text, PACKED)
        headers["content-encoding"] = "gzip"
    return Response(text, media_type="application/json", headers=headers)


async def _body(request: Request) -> bytes:
    """Read a body, but no further than to see that it is too long."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MOST_BYTES:
            break
    return body


def _shown(part: Any, benchmark: Benchmark) -> Any:
    return place_card(part, benchmark) if isinstance(part, Place) else part


def _where(error: Any) -> str:
    return ".".join(map(str, error["loc"])) or "body"


def _refusal(status: int, why: str, *problems: str, stored: Answer | None = None) -> Response:
    said = {"why": why, "problems": list(problems), "stored": stored}
    return JSONResponse(said, status_code=status, headers=NOT_KEPT)


def _scorer(session: Session, request: Request) -> Scorer:
    login = cookie_hash(request.headers)
    admission = people.admitted(session, cookie_hash=login, now=now()) if login else None
    if admission is None or admission.person.role not in SCORING:
        raise Refused("signed out", "You are signed out here. Open your personal link again; nothing is lost.")
    if not admission.may_score:
        raise Refused("undeclared", "Please answer the questions on the first page before you score.")
    return Scorer(admission.person, benchmarks.by_hash(session, content_hash=admission.benchmark_hash))


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


def fetch_place(session: Session, scorer: Scorer, asked: Mapping[str, str]) -> Answer:
    """One place of the queue, to go back to or forward."""
    place = _place(session, scorer, _number(asked["position"]))
    if place is None:
        raise Refused("unknown", "There is no such response in your queue.")
    return {"place": place}


def _place(session: Session, scorer: Scorer, position: int | None) -> Place | None:
    return queue.place(session, rater_id=scorer.rater_id, position=position) if position else None


def _number(text: str) -> int | None:
    """Read a number from an address; None when it is none, or larger than any the database has."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def read_passage(session: Session, scorer: Scorer, asked: Mapping[str, str]) -> Answer:
    """One passage of Scripture that a response names."""
    place = _place(session, scorer, _number(asked["position"]))
    named = named_in(place) if place else ()
    number = _number(asked["number"])
    if number is None or number >= len(named):
        raise Refused("unknown", "There is no such passage.")
    reference = named[number]
    return {
        "label": reference.label,
        "translation": passages.TRANSLATION,
        "verses": passages.passage(reference),
    }


def save_draft(session: Session, scorer: Scorer, body: bytes) -> Answer:
    """Keep unfinished work."""
    form = DraftForm.model_validate_json(body)
    if unknown := sorted(set(form.entries) - set(scorer.benchmark.axis_ids)):
        raise Refused("malformed", f"This benchmark has no {', '.join(unknown)}.")
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
    ahead = queue.ahead(session, rater_id=scorer.rater_id, after=position)
    upcoming, following = [*ahead, None, None][:2]
    held = upcoming is not None and upcoming.key == form.holding
    return {
        "version": version,
        "savedAt": moment.isoformat(),
        "standing": queue.standing(session, rater_id=scorer.rater_id)._asdict(),
        "next": upcoming.key if upcoming else None,
        "place": _place(session, scorer, upcoming.position) if upcoming and not held else None,
        "ready": _place(session, scorer, following.position) if following else None,
    }


def flag(session: Session, scorer: Scorer, body: bytes) -> Answer:
    """Tell the owner that something is wrong with a response."""
    form = FlagForm.model_validate_json(body)
    ballots.raise_flag(session, rater_id=scorer.rater_id, key=form.key, reason=form.reason, now=now())
    return {"flagged": True}
