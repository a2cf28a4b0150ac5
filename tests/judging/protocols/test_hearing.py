"""What has come of a question: asked again while it may, given up after that, never a score."""

import pytest

from judging.protocols.hearing import hear
from judging.protocols.terms import Call, HeardState
from tests.judging.protocol_builders import cross_settings, heard, unheard

QUESTION = Call("cross", "j")
SETTINGS = cross_settings()  # two tries


def test_what_was_never_asked_is_due() -> None:
    assert hear([QUESTION], [], SETTINGS) == ((), (QUESTION,), ())


@pytest.mark.parametrize("state", ["unreadable", "refused"])
def test_a_reply_without_a_verdict_is_asked_for_once_more(state: HeardState) -> None:
    assert hear([QUESTION], [unheard("j", "cross", 1, state)], SETTINGS).due == (Call("cross", "j", attempt=2),)


@pytest.mark.parametrize(
    ("state", "said"),
    [("unreadable", "j: no reply could be read in 2 tries"), ("refused", "j: declined to judge in 2 tries")],
)
def test_after_the_files_limit_it_is_given_up(state: HeardState, said: str) -> None:
    tries = [unheard("j", "cross", n, state, attempt=n) for n in (1, 2)]
    assert hear([QUESTION], tries, SETTINGS) == ((), (), (said,))


def test_a_single_try_is_said_so() -> None:
    settings = cross_settings(top={"judging": {"temperature": 0, "attempts": 1, "reason_before_score": True}})
    assert hear([QUESTION], [unheard("j", "cross", 1, "unreadable")], settings).gaps == (
        "j: no reply could be read in the only try",
    )


def test_no_reply_at_all_is_final_at_once() -> None:
    assert hear([QUESTION], [unheard("j", "cross", 1, "failed")], SETTINGS) == ((), (), ("j: no reply came",))


def test_a_valid_reply_is_final_whatever_failed_before_or_after() -> None:
    good = heard("j", "cross", 2, 1, attempt=2)
    others = [unheard("j", "cross", 1, "unreadable"), unheard("j", "cross", 3, "failed", attempt=3)]
    assert hear([QUESTION], [others[1], good, others[0]], SETTINGS) == ((good,), (), ())


def test_the_latest_of_two_valid_replies_counts() -> None:
    early, late = heard("j", "cross", 9, 1, attempt=1), heard("j", "cross", 2, 3, attempt=2)
    assert hear([QUESTION], [late, early], SETTINGS).heard == (late,)
    same_try = heard("j", "cross", 10, 2, attempt=1)
    assert hear([QUESTION], [same_try, early], SETTINGS).heard == (same_try,)


def test_a_try_asked_for_beyond_the_limit_counts_too() -> None:
    tries = [unheard("j", "cross", n, "unreadable", attempt=n) for n in (1, 2)]
    again = heard("j", "cross", 3, 2, attempt=3)
    assert hear([QUESTION], [*tries, again], SETTINGS).heard == (again,)


def test_other_judges_stages_and_repeats_are_other_questions() -> None:
    others = [heard("k", "cross", 1, 1), heard("j", "first", 2, 1), heard("j", "cross", 3, 1, replicate=2)]
    assert hear([QUESTION], others, SETTINGS).due == (QUESTION,)
