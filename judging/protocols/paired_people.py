"""People settled like judges: some score first, and where they lie too far apart a further person scores.

A person's sheet is a verdict of stage `person` when it was given without sight of others', of stage `third` when a gap
called for it. All who scored first count, at least as many as the file wants; people are interchangeable, so it
does not matter who. What a person could not assess is no answer on that axis. A person's id stands in `gaps`: it should
be the code by which they are known, not a name.
"""

from collections.abc import Sequence

from judging.protocols.hearing import hear
from judging.protocols.pieces import Counting, by_axis, far_apart, nothing, settled_rounding
from judging.protocols.terms import Ask, Call, Heard, Judge, Settings, Settled, Target

PERSON, THIRD = "person", "third"
AFTER_A_GAP = ("third_replaces", "median_of_three")
"""The paths on which a further scorer has settled it."""


def paired_people(
    target: Target, panel: Sequence[Judge], verdicts: Sequence[Heard], settings: Settings
) -> Ask | Settled:
    """Ask as many people as the file wants, then a further one where two of them differ by the file's gap."""
    benchmark, people = settings.benchmark, settings.benchmark.people
    first = [one for one in panel if not one.roles or PERSON in one.roles]
    hearing = hear([Call(PERSON, one.id) for one in first], verdicts, settings)
    missing = people.scorers_per_target - len(hearing.heard)
    if missing > 0 and hearing.due:
        return Ask(hearing.due[:missing])
    rule = _counting(settings, people.settle)
    if missing > 0:
        said = f"{len(hearing.heard)} of {people.scorers_per_target} people have scored; there is no score"
        return Settled(nothing(benchmark), _words(rule), "too_few_people", (*hearing.gaps, said))
    if not far_apart(hearing.heard, benchmark.axis_ids, people.human_gap):
        return Settled(by_axis(benchmark, hearing.heard, rule), _words(rule), "within_the_gap")
    heard = {one.call.judge for one in hearing.heard}
    further = [one for one in panel if one.id not in heard and (not one.roles or THIRD in one.roles)]
    return _with_a_further(hearing.heard, further, verdicts, settings)


def _with_a_further(
    first: Sequence[Heard], further: Sequence[Judge], verdicts: Sequence[Heard], settings: Settings
) -> Ask | Settled:
    benchmark, people = settings.benchmark, settings.benchmark.people
    earlier = tuple(sorted(one.id for one in first))
    hearing = hear([Call(THIRD, one.id, earlier=earlier) for one in further], verdicts, settings)
    if not hearing.heard and hearing.due:
        return Ask(hearing.due[:1])
    if not hearing.heard:
        rule = _counting(settings, people.settle)
        said = f"nobody is there to score after the gap; the {people.settle} counts"
        return Settled(by_axis(benchmark, first, rule), _words(rule), "gap_left_open", (*hearing.gaps, said))
    third = min(hearing.heard, key=lambda one: one.id)
    if people.third_score == "replaces":
        rule = _counting(settings, "mean")
        words = "; ".join(["the further scorer's own score, after a gap", *rule.words])
        return Settled(by_axis(benchmark, [third], rule), words, "third_replaces")
    rule = _counting(settings, "median")
    return Settled(by_axis(benchmark, [*first, third], rule), _words(rule) + "; after a gap", "median_of_three")


def _counting(settings: Settings, how: str) -> Counting:
    nulls = settings.benchmark.nulls.people if settings.benchmark.nulls else None
    rounding = settled_rounding(settings.benchmark)
    return Counting("median" if how == "median" else "mean", nulls, rounding=rounding, rater="scorer")


def _words(rule: Counting) -> str:
    return "; ".join([f"{rule.how} of the people", *rule.words])
