"""What a call does after a request failed, kind by kind, and which calls fit under a cap."""

from typing import Any

import pytest

from judging.run import budget
from judging.run.outcomes import failure, jitter, stops_judge, wait_after
from judging.wire_errors import CallFailed
from store.calls import Todo
from store.run_money import Money
from store.tries import Failure


def a_todo(**changes: Any) -> Todo:
    """A call that was not tried yet and costs a tenth of a dollar at most."""
    fields: dict[str, Any] = {
        "id": 1,
        "key": "k",
        "judge": "aspen",
        "stage": "cross",
        "attempt": 1,
        "tries": 0,
        "setbacks": 0,
        "limits": 0,
        "lost": 0,
        "reserve_usd": 0.1,
        "spec": {},
        "text": "{}",
    }
    return Todo(**{**fields, **changes})


def after(kind: Any, call: Todo, *, billed: Any = "no", retries: int = 5, stops: bool = False) -> Failure:
    return failure(
        call, CallFailed(kind, "words", billed=billed), retries=retries, first_pause=1.0, stops=stops, now=100
    )


def test_a_refusal_for_rate_comes_back_without_a_pause_of_its_own() -> None:
    again = after("limited", a_todo(tries=7, limits=7))
    assert (again.becomes, again.counts, again.due_at, again.paid, again.number) == ("todo", "limits", None, False, 8)


def test_an_error_of_the_provider_waits_longer_each_time_and_ends_after_five_retries() -> None:
    for before, longest in ((0, 1), (1, 2), (2, 4), (3, 8), (4, 16)):
        again = after("server", a_todo(tries=before, setbacks=before))
        assert (again.becomes, again.counts) == ("todo", "setbacks")
        assert 100 + longest / 2 <= (again.due_at or 0) <= 100 + longest
    last = after("server", a_todo(tries=5, setbacks=5))
    assert (last.becomes, last.why) == ("failed", "the provider had errors (6 times)")


@pytest.mark.parametrize("kind", ["timeout", "dropped", "nonsense"])
def test_what_may_have_been_paid_is_tried_once_more_at_most(kind: str) -> None:
    first = after(kind, a_todo(), billed="maybe")
    assert (first.becomes, first.counts, first.paid) == ("todo", "lost", True)
    assert after(kind, a_todo(tries=1, lost=1), billed="maybe").becomes == "failed"
    assert after(kind, a_todo(), billed="maybe", retries=0).becomes == "failed"


def test_a_request_that_is_refused_fails_alone_or_is_put_aside_with_its_judge() -> None:
    assert after("refused_request", a_todo()).becomes == "failed"
    aside = after("refused_request", a_todo(), stops=True)
    assert (aside.becomes, aside.why) == ("parked", "the provider refuses the request: words")


@pytest.mark.parametrize(
    ("kind", "refusals", "answered", "stops"),
    [
        ("no_key", 0, 500, True),
        ("no_credit", 0, 500, True),
        ("refused_request", 1, 0, True),
        ("refused_request", 1, 9, False),
        ("refused_request", 2, 9, False),
        ("refused_request", 3, 9, True),
        ("server", 9, 0, False),
        ("limited", 9, 0, False),
    ],
)
def test_which_failures_stop_a_judge(kind: Any, refusals: int, answered: int, stops: bool) -> None:
    failed = CallFailed(kind, "words", billed="no")
    assert stops_judge(failed, refusals=refusals, answered=answered) is stops


def test_a_provider_that_refuses_for_rate_without_end_stops_its_judge() -> None:
    """Each strike is a pause that was waited out."""
    failed = CallFailed("limited", "words", billed="no")
    assert not stops_judge(failed, refusals=0, answered=5, strikes=19)
    assert stops_judge(failed, refusals=0, answered=5, strikes=20)


def test_the_jitter_is_the_same_everywhere_and_spread_out() -> None:
    """The mean of a hundred even draws lies within 0.1 of a half but for one time in 2,000 (its deviation is 0.029)."""
    draws = [jitter(call, 1) for call in range(100)]
    assert jitter(7, 2) == jitter(7, 2)
    assert all(0 <= one < 1 for one in draws)
    assert 0.4 < sum(draws) / 100 < 0.6
    assert wait_after(30, first=1.0, drawn=1.0) == 60.0


def test_calls_fit_under_the_cap_in_order_and_what_is_bound_counts() -> None:
    """0.75 bound, cap 1: two of 0.1 fit (0.95), a third would make 1.05."""
    calls = [a_todo(id=n) for n in range(5)]
    fits = budget.affordable(calls, cap=1.0, bound=0.75)
    assert [one.id for one in fits.calls] == [0, 1]
    assert fits.reserved == pytest.approx(0.2)
    assert fits.first_too_dear is calls[2]


def test_without_a_cap_or_a_price_everything_fits() -> None:
    calls = [a_todo(id=n) for n in range(3)]
    assert budget.affordable(calls, cap=None, bound=1e9).first_too_dear is None
    unknown = [a_todo(reserve_usd=None)]
    assert budget.affordable(unknown, cap=0.0, bound=0.0) == (unknown, 0.0, None)


def test_a_cap_of_nothing_lets_only_what_is_free_pass() -> None:
    free, dear = a_todo(reserve_usd=0.0), a_todo(id=2)
    assert budget.affordable([free, dear], cap=0.0, bound=0.0) == ([free], 0.0, dear)


def test_the_cap_is_reached_once_nothing_on_the_wire_can_free_anything() -> None:
    assert not budget.is_reached(Money(spent=0.9, reserved=0.05))
    assert budget.is_reached(Money(spent=0.9, reserved=1e-12))
    assert Money(1.0, 2.0, 4.0, 8).bound == 7.0
    assert Money(1.0, 2.0, 4.0, 8).plus(Money(1.0, -2.0, 0.0, 1)) == (2.0, 0.0, 4.0, 9)
