"""A primary judge scores every target, a share is audited by another, and a third settles what the two dispute.

The audit set depends on seed and target alone, so it is known beforehand and the same on every machine. Where a
reading is missing, what could be read counts and `gaps` says so: three quarters of all targets rest on a single
reading anyway, and leaving out those that are hard to read would favour the easy ones.
"""

from collections.abc import Sequence

from blinding.draws import within_share
from judging.protocols.eligible import eligible, of_other_families, seated
from judging.protocols.hearing import hear
from judging.protocols.pieces import by_axis, counting, excluded, far_apart, nothing, protocol_of
from judging.protocols.terms import Ask, Author, AxisScore, Call, Heard, Judge, Settings, Settled, Target
from rubrics.schema import Audited

PRIMARY, AUDIT, ADJUDICATION = "primary", "audit", "adjudication"

SEATS = ("primary judge", "auditor", "adjudicator")

_RULES = {
    "primary": "the primary judge's score",
    "audited_mean": "the mean of the primary judge's and the auditor's scores",
    "audited_primary": "the primary judge's score, audited",
    "adjudicated_all": "the adjudicator's score in place of a disputed or doubted pair",
    "adjudicated_composite": "the adjudicator's score in place of a disputed or doubted pair on the composite axes; "
    "elsewhere the ",
    "audit_without_primary": "the auditor's score",
    "nothing_heard": "the primary judge's score",
}


def audited(target: Target, panel: Sequence[Judge], verdicts: Sequence[Heard], settings: Settings) -> Ask | Settled:
    """Ask the primary and, in the audit set, the auditor; then the adjudicator where they dispute or doubt."""
    judges = seats(target.author, panel, settings)
    asked = 2 if is_audited(target, settings) else 1
    questions = [Call(stage, judge.id) for stage, judge in zip((PRIMARY, AUDIT), judges[:asked], strict=False)]
    hearing = hear(questions, verdicts, settings)
    if hearing.due:
        return Ask(hearing.due)
    gaps = (*hearing.gaps, *_unfilled(len(judges), asked))
    if len(hearing.heard) < 2:
        return _from_one(hearing.heard, asked, gaps, settings)
    if not why_adjudicate(hearing.heard, settings):
        return _from_pair(hearing.heard, (), settings)
    return _adjudicate(hearing.heard, judges[2:], verdicts, settings)


def is_audited(target: Target, settings: Settings) -> bool:
    """Say whether a target belongs to the audit set: the one that files tell of, else that of the study's seed."""
    if settings.audited is not None:
        return target.id in settings.audited
    return within_share(settings.seed, f"audit|{target.key}", protocol_of(settings, Audited).audit_share)


def why_adjudicate(pair: Sequence[Heard], settings: Settings) -> tuple[str, ...]:
    """Say why two readings go to a third: `disputed` by the gap, `low_confidence` of either; empty when they do not."""
    benchmark, protocol = settings.benchmark, protocol_of(settings, Audited)
    axes = benchmark.composite_axes if protocol.dispute_on == "composite" else benchmark.axes
    disputed = far_apart(pair, [axis.id for axis in axes], protocol.dispute_gap)
    doubted = any(one.confidence is not None and one.confidence < protocol.low_confidence for one in pair)
    return (("disputed",) if disputed else ()) + (("low_confidence",) if doubted else ())


def seats(author: Author, panel: Sequence[Judge], settings: Settings) -> tuple[Judge, ...]:
    """Return primary, auditor and adjudicator for an author's responses; fewer where the panel has none.

    The same for every response of an author, audited or not.
    """
    protocol, exclude = protocol_of(settings, Audited), excluded(settings)

    def fit(stage: str, taken: tuple[Judge, ...], *, apart: bool) -> Sequence[Judge]:
        others = [judge for judge in eligible(panel, stage, author, exclude) if judge not in taken]
        families = [judge.family for judge in taken] if apart else []
        return of_other_families(others, author.family, *families)

    return seated(
        [
            lambda _: eligible(panel, PRIMARY, author, exclude),
            lambda taken: fit(AUDIT, taken, apart=protocol.audit_family == "other_than_author_and_primary"),
            lambda taken: fit(ADJUDICATION, taken, apart=protocol.adjudicator_family == "other_than_author_and_both"),
        ]
    )


def _from_one(heard: Sequence[Heard], asked: int, gaps: tuple[str, ...], settings: Settings) -> Settled:
    """Settle from a single reading, or none: the planned one of an unaudited target, or what is left of two."""
    rule = counting(settings.benchmark, "mean")
    if not heard:
        said = "there is no score"
        return Settled(nothing(settings.benchmark), _RULES["nothing_heard"], "nothing_heard", (*gaps, said))
    path = "primary"
    if heard[0].call.stage == AUDIT:
        path, gaps = "audit_without_primary", (*gaps, "the auditor's reading counts alone")
    elif asked == 2:
        path, gaps = "primary_without_audit", (*gaps, "the primary judge's reading counts alone")
    words = _RULES.get(path, _RULES["primary"])
    return Settled(by_axis(settings.benchmark, heard, rule), "; ".join([words, *rule.words]), path, gaps)


def _from_pair(pair: Sequence[Heard], gaps: tuple[str, ...], settings: Settings) -> Settled:
    """Settle from two readings; with gaps, they should have been adjudicated and could not be."""
    counts = protocol_of(settings, Audited).audited_counts
    rule = counting(settings.benchmark, "mean")
    words = "; ".join([_RULES[f"audited_{counts}"], *rule.words])
    if gaps:
        gaps = (*gaps, f"the pair is not adjudicated; {_RULES[f'audited_{counts}']} counts")
    path = "unadjudicated" if gaps else f"audited_{counts}"
    return Settled(_pair_scores(pair, settings), words, path, gaps)


def _pair_scores(pair: Sequence[Heard], settings: Settings) -> dict[str, AxisScore]:
    counted = pair if protocol_of(settings, Audited).audited_counts == "mean" else pair[:1]
    return by_axis(settings.benchmark, counted, counting(settings.benchmark, "mean"))


def _adjudicate(
    pair: Sequence[Heard], judges: Sequence[Judge], verdicts: Sequence[Heard], settings: Settings
) -> Ask | Settled:
    earlier = tuple(one.id for one in pair)
    questions = [Call(ADJUDICATION, judge.id, earlier=earlier) for judge in judges]
    hearing = hear(questions, verdicts, settings)
    if hearing.due:
        return Ask(hearing.due)
    if not hearing.heard:
        return _from_pair(pair, (*hearing.gaps, *_unfilled(2 + len(judges), 3)), settings)
    benchmark, protocol = settings.benchmark, protocol_of(settings, Audited)
    rule = counting(benchmark, "mean")
    scores, words = by_axis(benchmark, hearing.heard, rule), _RULES[f"adjudicated_{protocol.adjudicator_replaces}"]
    if protocol.adjudicator_replaces == "composite":
        replaced = {axis.id for axis in benchmark.composite_axes}
        rest = _pair_scores(pair, settings)
        scores = {axis: score if axis in replaced else rest[axis] for axis, score in scores.items()}
        words += _RULES[f"audited_{protocol.audited_counts}"].removeprefix("the ")
    return Settled(scores, "; ".join([words, *rule.words]), "adjudicated")


def _unfilled(filled: int, needed: int) -> list[str]:
    return [f"the panel has no {name} of a further maker for this author" for name in SEATS[filled:needed]]


def empty_seats(author: Author, panel: Sequence[Judge], settings: Settings) -> list[str]:
    """Say which seats the panel cannot fill for an author."""
    return _unfilled(len(seats(author, panel, settings)), len(SEATS))
