"""The protocols by which judges' verdicts become the score that counts, and every setting they need.

Each protocol is one table, told apart by ``kind``. What a source leaves open is a key here, so that two benchmarks
under one protocol can answer it differently and a reader of the file sees the answer.

``exclude`` says who may not judge: ``"model"`` keeps out only the very model that wrote the response; ``"family"``
keeps out every model of its maker.
"""

from typing import Annotated, Literal

from pydantic import Field

from rubrics.fields import Closed, Count, Flag, Number, Positive, Prose, Share

Exclude = Literal["model", "family"]


class CrossJudge(Closed):
    """Every judge of the panel but the author scores once; per axis the median counts.

    ``fewest_judges`` is how many readable verdicts a target needs before it can be settled. Not-applicable answers
    are combined by the benchmark's ``nulls`` table. A median of 1.5 stays 1.5 unless the ``rounding`` table applies
    to settled scores.
    """

    kind: Literal["cross_judge"]
    exclude: Exclude
    settle: Literal["median"]
    fewest_judges: Count


class SecondJudge(Closed):
    """A stricter second reading for some systems.

    ``systems``: ``"own"`` are those built by the benchmark's own maintainers. ``other_family``: the second judge
    must come from another maker than the first. ``counts``: which of the two scores is published; both scores and
    both critiques are kept. ``instruction`` is what the second judge is told to look for.
    """

    systems: Literal["own", "all"]
    other_family: Flag
    counts: Literal["lower"]
    instruction: Prose


class SecondReading(Closed):
    """One judge scores every answer; for some systems a second judge scores adversarially and the lower counts.

    An empty answer gets ``empty_answer_scores`` on every axis and is not sent to a judge.
    """

    kind: Literal["second_reading"]
    exclude: Exclude
    empty_answer_scores: Number
    second_judge: SecondJudge


class Audited(Closed):
    """A primary evaluator scores every target, a share is audited, and disputed audits go to a third evaluator.

    Parameters
    ----------
    audit_share : share from 0 to 1
        A target is audited when the hash of seed and target falls within this share of all hashes, so the number
        of audits is near, and not exactly, the share.
    audit_family, adjudicator_family
        Which makers the auditor and the adjudicator may come from, beside the rule of ``exclude``.
    adjudicate
        ``"audited_only"``: only a target with two evaluations can be adjudicated.
    dispute_on, dispute_gap
        Disputed when the two evaluations differ by at least the gap on any composite axis, or on any axis at all.
    low_confidence : share from 0 to 1
        Also adjudicated when either overall confidence is below this.
    audited_counts, adjudicator_replaces
        What counts for an audited target that is not adjudicated; which axes the adjudicator's scores replace.
    """

    kind: Literal["audited"]
    exclude: Exclude
    audit_share: Share
    audit_family: Literal["other_than_author_and_primary", "other_than_author"]
    adjudicator_family: Literal["other_than_author_and_both", "other_than_author"]
    adjudicate: Literal["audited_only"]
    dispute_on: Literal["composite", "all"]
    dispute_gap: Positive
    low_confidence: Share
    audited_counts: Literal["mean", "primary"]
    adjudicator_replaces: Literal["all", "composite"]


STAGES = {
    "cross_judge": ("cross",),
    "second_reading": ("first", "second"),
    "audited": ("primary", "audit", "adjudication"),
}
"""What a verdict may be under each protocol, in the order in which they come; a file of scores may say which it is."""

Protocol = Annotated[CrossJudge | SecondReading | Audited, Field(discriminator="kind")]
