"""Every judge of the panel but the author scores once; per axis the median counts."""

from collections.abc import Sequence

from judging.protocols.eligible import eligible
from judging.protocols.hearing import hear
from judging.protocols.pieces import by_axis, counting, excluded, protocol_of
from judging.protocols.terms import Ask, Author, Call, Heard, Judge, Settings, Settled, Target
from rubrics.protocols import Exclude
from rubrics.schema import CrossJudge

STAGE = "cross"

EXCLUDED: dict[Exclude, str] = {
    "model": "nobody counts on a response of their own",
    "family": "nobody counts on a response of their own maker",
}


def cross_judge(target: Target, panel: Sequence[Judge], verdicts: Sequence[Heard], settings: Settings) -> Ask | Settled:
    """Ask every judge who may judge this author; count the median of those who could be read."""
    protocol, exclude = protocol_of(settings, CrossJudge), excluded(settings)
    judges = eligible(panel, STAGE, target.author, exclude)
    hearing = hear([Call(STAGE, judge.id) for judge in judges], verdicts, settings)
    if hearing.due:
        return Ask(hearing.due)
    rule = counting(settings.benchmark, "median", fewest=protocol.fewest_judges)
    heard, gaps = hearing.heard, hearing.gaps
    if few := len(heard) < max(1, protocol.fewest_judges):
        few_of = f"{len(heard)} of the {protocol.fewest_judges} judges needed" if heard else "no judge"
        gaps += (f"{few_of} could be heard; there is no score",)
    return Settled(
        scores=by_axis(settings.benchmark, heard, rule),
        rule="; ".join(["median of the judges", EXCLUDED[exclude], *rule.words]),
        path="too_few_judges" if few else "median",
        gaps=gaps,
    )


def empty_seats(author: Author, panel: Sequence[Judge], settings: Settings) -> list[str]:
    """Say where the panel has fewer judges for an author than the file needs."""
    needed = protocol_of(settings, CrossJudge).fewest_judges
    exclude = excluded(settings)
    left = len(eligible(panel, STAGE, author, exclude))
    if left >= needed:
        return []
    own = "its own model" if exclude == "model" else "its own maker's models"
    count = f"{left} {'judge is' if left == 1 else 'judges are'}"
    return [f"when {own} may not judge, {count} left; {needed} {'is' if needed == 1 else 'are'} needed"]
