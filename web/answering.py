"""How a route of ours answers in JSON: from our own pages only, never too much, in one transaction, by word and code.

Each request looks its person up anew. A refusal is an answer with a word in it; "busy" asks the browser to come again.
What is answered is made fit to show only when the database has been let go.
"""

import gzip
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from anyio import CapacityLimiter, to_thread
from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from store.engine import Session, Store, StoreBusy
from store.refusals import Refused
from web.identity import same_origin

STATUS = {"unknown": 404, "closed": 403, "signed out": 401, "undeclared": 401, "incomplete": 422, "malformed": 422}
CONFLICT = 409
"""For every other word: something else was stored meanwhile."""
THREADS = 40
MAKERS = 2
"""Files made or read at once: it takes the processor, and the other routes must answer meanwhile."""
MOST_BYTES = 200_000
LONG, PACKED = 1000, 5
NOT_KEPT = {"cache-control": "no-store"}

Answer = dict[str, Any]


class Attachment(NamedTuple):
    """A file to be kept by whoever asked; it is made when the database has been let go."""

    name: str
    media: str
    make: Callable[[], bytes]


Given = Answer | Attachment
Who = TypeVar("Who")
Endpoint = Callable[[Request], Awaitable[Response]]
Preparing = Callable[[bytes], Any]
"""What is done with a body before the transaction in which it is worked on, for whoever may ask at all."""


class Way(NamedTuple):
    """How a route is gone: in which threads, whether it writes, and how long its body may be (0 where it has none)."""

    limiter: CapacityLimiter
    writes: bool
    most: int
    prepare: Preparing | None = None


class Desk(NamedTuple, Generic[Who]):
    """What a group of routes has in common.

    `admit` finds who asks, or refuses; `show` makes one part of an answer fit to send; `told` does the same with what a
    refusal says is stored.
    """

    store: Store
    admit: Callable[[Session, Request], Who]
    show: Callable[[Any, Who], Any]
    told: Callable[[Any], Answer]
    readers: CapacityLimiter
    writers: CapacityLimiter
    makers: CapacityLimiter

    def reads(self, work: Callable[[Session, Who, Any], Answer]) -> Endpoint:
        """Return a route that only reads; `work` gets the parts of the address."""
        return partial(_answer, self, Way(self.readers, False, 0), work)

    def writes(self, work: Callable[[Session, Who, Any], Answer]) -> Endpoint:
        """Return a route that writes; `work` gets the body."""
        return partial(_answer, self, Way(self.writers, True, MOST_BYTES), work)

    def gives(self, work: Callable[[Session, Who, Any], Attachment]) -> Endpoint:
        """Return a route that gives out a file; `work` gets the parts of the address."""
        return partial(_answer, self, Way(self.makers, False, 0), work)

    def takes(
        self, work: Callable[[Session, Who, Any], Answer], *, prepare: Preparing, most: int, writes: bool
    ) -> Endpoint:
        """Return a route that is sent a file; `work` gets what `prepare` has made of the body."""
        return partial(_answer, self, Way(self.makers, writes, most, prepare), work)


def desk(
    store: Store,
    *,
    admit: Callable[[Session, Request], Who],
    show: Callable[[Any, Who], Any],
    told: Callable[[Any], Answer],
) -> Desk[Who]:
    """Open a desk; several share the store, and each has threads of its own."""
    writers = CapacityLimiter(min(THREADS, store.writers))
    return Desk(store, admit, show, told, CapacityLimiter(THREADS), writers, CapacityLimiter(MAKERS))


async def _answer(desk: Desk[Who], way: Way, work: Callable[[Session, Who, Any], Given], request: Request) -> Response:
    """Run one piece of work for the person who asks, in one transaction, and answer in JSON or with a file."""
    body = b""
    if way.most:
        if refusal := _foreign(request):
            return refusal
        body = await _body(request, way.most)
        if len(body) > way.most:
            return _refusal(413, "too long", "That is too long to be stored.")

    try:
        return await to_thread.run_sync(partial(_worked, desk, way, work, request, body), limiter=way.limiter)
    except Refused as refused:
        stored = desk.told(refused.stored) if refused.stored is not None else None
        return _refusal(STATUS.get(refused.why, CONFLICT), refused.why, *refused.problems, stored=stored)
    except StoreBusy as busy:
        return _refusal(503, "busy", *busy.problems)
    except ValidationError as problem:
        return _refusal(422, "malformed", *(f"{_where(one)}: {one['msg']}" for one in problem.errors()))


def _worked(
    desk: Desk[Who], way: Way, work: Callable[[Session, Who, Any], Given], request: Request, body: bytes
) -> Response:
    asked: Any = body if way.most else request.path_params
    if way.prepare is not None:
        with desk.store.reading() as session:
            desk.admit(session, request)
        asked = way.prepare(body)
    with (desk.store.writing if way.writes else desk.store.reading)() as session:
        who = desk.admit(session, request)
        answer = work(session, who, asked)
    if isinstance(answer, Attachment):
        headers = {**NOT_KEPT, "content-disposition": f'attachment; filename="{answer.name}"'}
        return Response(answer.make(), media_type=answer.media, headers=headers)
    return _packed({name: desk.show(one, who) for name, one in answer.items()}, request.headers)


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


async def _body(request: Request, most: int) -> bytes:
    """Read a body, but no further than to see that it is too long."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            break
    return body


def _where(error: Any) -> str:
    return ".".join(map(str, error["loc"])) or "body"


def _refusal(status: int, why: str, *problems: str, stored: Answer | None = None) -> Response:
    said = {"why": why, "problems": list(problems), "stored": stored}
    return JSONResponse(said, status_code=status, headers=NOT_KEPT)
