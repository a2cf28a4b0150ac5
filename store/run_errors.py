"""How often each judge of a run met each kind of error, with the newest one's words."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, select, update
from sqlmodel import Session

from store.asking import ask
from store.calls import insert_or_ignore
from store.tables import Row

ERROR = Row.metadata.tables["run_error"]


class ErrorRow(NamedTuple):
    """One kind of error of one judge."""

    judge: str
    kind: str
    times: int
    example: str


_FIRST = insert_or_ignore(ERROR)
_MORE = (
    update(ERROR)
    .where(
        ERROR.c.run_id == bindparam("run"),
        ERROR.c.judge == bindparam("name"),
        ERROR.c.kind == bindparam("of"),
    )
    .values(times=ERROR.c.times + bindparam("more"), example=bindparam("words"), happened_at=bindparam("now"))
)


def count_errors(session: Session, *, run_id: int, errors: Sequence[tuple[str, str, str]], now: datetime) -> None:
    """Count errors, given as judge, kind and words."""
    times = Counter((judge, kind) for judge, kind, _ in errors)
    newest = {(judge, kind): words for judge, kind, words in errors}
    order = sorted(times)
    first = {"run_id": run_id, "times": 0, "example": "", "happened_at": now}
    ask(session, _FIRST[session.get_bind().dialect.name], [{"judge": j, "kind": k, **first} for j, k in order])
    more = [{"name": j, "of": k, "more": times[j, k], "words": newest[j, k]} for j, k in order]
    ask(session, _MORE, [{"run": run_id, "now": now, **one} for one in more])


def errors_of(session: Session, *, run_id: int) -> list[ErrorRow]:
    """Return the errors of a run, most frequent first."""
    query = select(ERROR.c.judge, ERROR.c.kind, ERROR.c.times, ERROR.c.example).where(ERROR.c.run_id == run_id)
    return [ErrorRow(*row) for row in ask(session, query.order_by(ERROR.c.times.desc(), ERROR.c.kind), {})]
