"""The sums of a run: spent, reserved, doubtful; for each judge, answers and money.

Sums are kept with every change, in its own transaction, so that the cap can be checked without reading every try.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, func, select, update
from sqlmodel import Session

from store.asking import ask
from store.calls import CALL, TRY
from store.tables import Row

RUN = Row.metadata.tables["run"]
JUDGE = Row.metadata.tables["run_judge"]


class Money(NamedTuple):
    """US dollars: spent for answers, reserved for what is on the wire, doubtful for what may have been paid.

    `unknown` counts requests that are in none of the sums, because their price is not known.
    """

    spent: float = 0.0
    reserved: float = 0.0
    doubtful: float = 0.0
    unknown: int = 0

    @property
    def bound(self) -> float:
        """What is gone or may be: everything that counts against a cap."""
        return self.spent + self.reserved + self.doubtful

    def plus(self, other: "Money") -> "Money":
        """Add sums to sums."""
        return Money(
            self.spent + other.spent,
            self.reserved + other.reserved,
            self.doubtful + other.doubtful,
            self.unknown + other.unknown,
        )


_ADD = (
    update(RUN)
    .where(RUN.c.id == bindparam("run"))
    .values(
        spent_usd=RUN.c.spent_usd + bindparam("spent"),
        reserved_usd=RUN.c.reserved_usd + bindparam("reserved"),
        doubtful_usd=RUN.c.doubtful_usd + bindparam("doubtful"),
        unknown_calls=RUN.c.unknown_calls + bindparam("unknown"),
    )
)
_COUNT = (
    update(JUDGE)
    .where(JUDGE.c.run_id == bindparam("run"), JUDGE.c.judge == bindparam("name"))
    .values(
        answered=JUDGE.c.answered + bindparam("more"),
        spent_usd=JUDGE.c.spent_usd + bindparam("cost"),
        refusals=0,
    )
)


def add_money(session: Session, *, run_id: int, money: Money) -> None:
    """Change the sums of a run."""
    if any(money):
        ask(session, _ADD, {"run": run_id, **money._asdict()})


def count_answers(session: Session, *, run_id: int, costs: Sequence[tuple[str, float]]) -> None:
    """Count replies, given as judge and cost, with their judges."""
    by_judge = {name: [cost for judge, cost in costs if judge == name] for name in sorted({one[0] for one in costs})}
    rows = [{"run": run_id, "name": name, "more": len(one), "cost": sum(one)} for name, one in by_judge.items()]
    ask(session, _COUNT, rows)


def recounted(session: Session, *, run_id: int) -> Money:
    """Add up every try of a run, to check the sums that are kept."""
    mine = select(TRY).join(CALL, TRY.c.call_id == CALL.c.id).where(CALL.c.run_id == run_id).subquery()
    sums = select(mine.c.state, func.coalesce(func.sum(mine.c.cost_usd), 0.0))
    sums = sums.add_columns(func.coalesce(func.sum(mine.c.reserved_usd), 0.0)).group_by(mine.c.state)
    found = {state: (cost, reserved) for state, cost, reserved in ask(session, sums, {})}
    nothing = (0.0, 0.0)
    return Money(
        spent=found.get("answered", nothing)[0],
        reserved=found.get("sent", nothing)[1],
        doubtful=found.get("doubtful", nothing)[1],
        unknown=_unknown(session, run_id),
    )


def _unknown(session: Session, run_id: int) -> int:
    no_cost = (TRY.c.state == "answered") & TRY.c.cost_usd.is_(None)
    no_reserve = (TRY.c.state == "doubtful") & TRY.c.reserved_usd.is_(None)
    query = select(func.count()).select_from(TRY.join(CALL, TRY.c.call_id == CALL.c.id))
    return int(ask(session, query.where(CALL.c.run_id == run_id, no_cost | no_reserve), {}).scalar_one())
