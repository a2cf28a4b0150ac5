"""Repeats measure a judge against itself and never change what counts."""

from collections.abc import Sequence
from dataclasses import replace

from judging.protocols.cross_judge import cross_judge
from judging.protocols.of_benchmark import step_for
from judging.protocols.repeats import AgainstItself, against_itself, is_repeated, with_repeats
from judging.protocols.terms import Ask, Call, Heard, Judge, Settings, Settled, Target
from tests.judging.protocol_builders import (
    AUDITOR,
    PRIMARY,
    THIRD,
    a_target,
    asked,
    audited_settings,
    cross,
    cross_settings,
    done,
    heard,
    unheard,
)

PANEL, ANSWERS = cross(1, 2, 3)
STEP = with_repeats(cross_judge)


def all_again(share: float = 1.0) -> Settings:
    return replace(cross_settings(), repeat_share=share)


def test_without_a_share_the_step_is_as_it_was() -> None:
    settings = cross_settings()
    assert STEP(a_target(), PANEL, ANSWERS, settings) == cross_judge(a_target(), PANEL, ANSWERS, settings)
    assert STEP(a_target(), PANEL, [], settings) == cross_judge(a_target(), PANEL, [], settings)


def test_a_call_is_put_again_once_it_was_readable() -> None:
    verdicts = [ANSWERS[0], unheard("j1", "cross", 9, "unreadable")]
    assert asked(STEP(a_target(), PANEL, verdicts, all_again())) == (
        Call("cross", "j1", attempt=2),
        Call("cross", "j2"),
        Call("cross", "j0", replicate=2),
    )


def test_what_counts_is_the_same_whatever_the_repeats_say() -> None:
    again = [heard(f"j{n}", "cross", 10 + n, 0, replicate=2) for n in range(3)]
    assert asked(STEP(a_target(), PANEL, [*ANSWERS, *again[:2]], all_again())) == (Call("cross", "j2", replicate=2),)
    found = done(STEP(a_target(), PANEL, [*again, *ANSWERS], all_again()))
    assert found == cross_judge(a_target(), PANEL, ANSWERS, cross_settings())


def test_a_repeat_that_cannot_be_read_is_asked_again_and_then_given_up() -> None:
    one, again = PANEL[:1], [unheard("j0", "cross", 7 + n, "unreadable", replicate=2, attempt=n) for n in (1, 2)]
    assert asked(STEP(a_target(), one, [ANSWERS[0], again[0]], all_again())) == (
        Call("cross", "j0", replicate=2, attempt=2),
    )
    found = done(STEP(a_target(), one, [ANSWERS[0], *again], all_again()))
    assert (found.scores["truth"].value, found.gaps) == (1.0, ())


def test_a_repeat_starts_anew_however_often_the_first_was_tried() -> None:
    verdicts = [unheard("j0", "cross", 1, "unreadable"), heard("j0", "cross", 2, 1, attempt=2)]
    assert asked(STEP(a_target(), PANEL[:1], verdicts, all_again())) == (Call("cross", "j0", replicate=2),)


def test_the_step_itself_never_sees_a_repeat() -> None:
    seen: list[Heard] = []

    def step(target: Target, panel: Sequence[Judge], verdicts: Sequence[Heard], settings: Settings) -> Ask | Settled:
        seen.extend(verdicts)
        return cross_judge(target, panel, verdicts, settings)

    again = heard("j0", "cross", 9, 0, replicate=2)
    with_repeats(step)(a_target(), PANEL, [again, *ANSWERS], cross_settings())
    assert seen == ANSWERS


def test_the_share_is_drawn_by_target_stage_and_judge() -> None:
    """`printf '2026|repeat|R-1|plain|cross|jN' | sha256sum` begins b738... for 0, 6af5... for 1, efc6... for 2: of a
    half, which ends at 8000..., only the second is picked."""
    picked = [n for n in range(3) if is_repeated(a_target(), Call("cross", f"j{n}"), all_again(0.5))]
    assert picked == [1]


def test_an_adjudication_is_repeated_with_the_same_two_before_it() -> None:
    settings = replace(audited_settings(audit_share=1), repeat_share=1.0)
    verdicts = [
        heard("p", "primary", 1, 0),
        heard("a", "audit", 2, 3),
        heard("t", "adjudication", 3, 1, earlier=(1, 2)),
        heard("p", "primary", 4, 0, replicate=2),
        heard("a", "audit", 5, 0, replicate=2),
    ]
    found = step_for(settings.benchmark)(a_target(), [PRIMARY, AUDITOR, THIRD], verdicts, settings)
    assert asked(found) == (Call("adjudication", "t", replicate=2, earlier=(1, 2)),)


def test_a_judge_against_itself() -> None:
    """j0 on truth: 1 and 1, then 3 and 0: one of two equal, (0 + 3) / 2 apart. On care once not applicable."""
    first = [heard("j0", "cross", 1, 1), heard("j0", "cross", 2, 1, replicate=2, scores={"truth": 1.0, "care": None})]
    second = [heard("j0", "cross", 3, 3, care=2), heard("j0", "cross", 4, 0, care=2, replicate=2)]
    assert against_itself([first, second, ANSWERS]) == [
        AgainstItself("j0", "care", 1, 1.0, 0.0, 1),
        AgainstItself("j0", "truth", 2, 0.5, 1.5, 0),
    ]


def test_a_repeat_without_a_pair_of_scores_has_no_figure() -> None:
    one = [heard("j0", "cross", n, None, replicate=n, scores={"care": care}) for n, care in ((1, None), (2, 2.0))]
    assert against_itself([one]) == [AgainstItself("j0", "care", 0, None, None, 1)]
    assert against_itself([ANSWERS]) == []
    assert against_itself([[ANSWERS[0], unheard("j0", "cross", 9, "unreadable", replicate=2)]]) == []
