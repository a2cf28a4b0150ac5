"""One judge scores every answer; for some systems a second judge scores adversarially, and the lower score counts.

The lower of two is known only when both could be read. For an answer that needs both, one reading alone is therefore
no score: it would favour the very systems that the second reading is there to guard against favouring.
"""

from collections.abc import Sequence

from judging.protocols.eligible import eligible, of_other_families, seated
from judging.protocols.hearing import hear
from judging.protocols.pieces import by_axis, counting, excluded, nothing, protocol_of
from judging.protocols.terms import Ask, Author, AxisScore, Call, Heard, Judge, Settings, Settled, Target
from rubrics.axes import written
from rubrics.schema import SecondReading

FIRST, SECOND = "first", "second"


def second_reading(
    target: Target, panel: Sequence[Judge], verdicts: Sequence[Heard], settings: Settings
) -> Ask | Settled:
    """Ask the first judge, and the second where one is due; an empty answer asks nobody."""
    if target.empty:
        return _unasked(settings)
    judges = seats(target.author, panel, settings)
    needed = 2 if _is_read_twice(target.author, settings) else 1
    questions = [Call(stage, judge.id) for stage, judge in zip((FIRST, SECOND), judges[:needed], strict=False)]
    hearing = hear(questions, verdicts, settings)
    if hearing.due:
        return Ask(hearing.due)
    gaps = (*hearing.gaps, *_unfilled(len(judges), needed, settings))
    if len(hearing.heard) < needed:
        return _without_score(hearing.heard, needed, gaps, settings)
    rule = counting(settings.benchmark, "lowest", fewest=needed)
    what = "the first judge's score" if needed == 1 else "the lower score of the first and a second, adversarial judge"
    path = "first" if needed == 1 else "lower_of_two"
    scores = by_axis(settings.benchmark, hearing.heard, rule)
    return Settled(scores, "; ".join([what, *rule.words]), path, gaps)


def seats(author: Author, panel: Sequence[Judge], settings: Settings) -> tuple[Judge, ...]:
    """Return the first and the second judge for an author's responses; fewer where the panel has none.

    The first is the same whether or not a second is due.
    """
    exclude = excluded(settings)
    other_family = protocol_of(settings, SecondReading).second_judge.other_family

    def second(taken: tuple[Judge, ...]) -> Sequence[Judge]:
        others = [judge for judge in eligible(panel, SECOND, author, exclude) if judge not in taken]
        return of_other_families(others, taken[0].family) if other_family else others

    return seated([lambda _: eligible(panel, FIRST, author, exclude), second])


def _is_read_twice(author: Author, settings: Settings) -> bool:
    return author.own or protocol_of(settings, SecondReading).second_judge.systems == "all"


def _unasked(settings: Settings) -> Settled:
    score = protocol_of(settings, SecondReading).empty_answer_scores
    scores = dict.fromkeys(settings.benchmark.axis_ids, AxisScore("value", score, 0, 0))
    rule = f"an empty answer gets {written(score)} and is not sent to a judge"
    return Settled(scores, rule, "empty_unasked")


def _without_score(heard: Sequence[Heard], needed: int, gaps: Sequence[str], settings: Settings) -> Settled:
    if needed == 1:
        return Settled(nothing(settings.benchmark), "the first judge's score", "first_missing", tuple(gaps))
    missing = {FIRST, SECOND} - {one.call.stage for one in heard}
    said = "the lower of two readings counts here and one is missing; there is no score"
    path = "both_missing" if len(missing) > 1 else f"{missing.pop()}_missing"
    rule = "the lower score of the first and a second, adversarial judge"
    return Settled(nothing(settings.benchmark), rule, path, (*gaps, said))


def _unfilled(filled: int, needed: int, settings: Settings) -> list[str]:
    other_family = protocol_of(settings, SecondReading).second_judge.other_family
    names = ("first judge", f"second judge{' of another maker than the first' if other_family else ''}")
    return [f"the panel has no {name} for this author" for name in names[filled:needed]]


def empty_seats(author: Author, panel: Sequence[Judge], settings: Settings) -> list[str]:
    """Say which seats the panel cannot fill for an author."""
    needed = 2 if _is_read_twice(author, settings) else 1
    return _unfilled(len(seats(author, panel, settings)), needed, settings)
