"""What people are asked to do, and the examples they practise on."""

from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from rubrics.fields import Closed, Count, Identifier, Label, Number, Positive, PromptId, Prose, Wording, refuse


class PeopleSettings(Closed):
    """The rules for human scorers.

    Parameters
    ----------
    scorers_per_target : count
        How many people score each target at first.
    subset : count or None
        How many responses people score; None where that is open.
    human_gap : score points
        Two scorers who differ by at least this on any axis send the target to a further scorer.
    third_score
        What counts then: the further scorer's own scores, or the median of all three.
    settle
        What counts when they do not differ that much.
    justification
        Which scores need a reason: every one, those ``"below"`` a score, the lowest and highest of the axis, or none.
        An answer that is not a score needs a reason unless the rule is ``"never"``.
    """

    scorers_per_target: Count
    subset: Count | None = None
    human_gap: Positive
    third_score: Literal["replaces", "median_of_three"]
    settle: Literal["mean", "median"]
    justification: Literal["always", "extremes", "below", "never"]
    justification_below: Number | None = Field(default=None, validate_default=True)

    @field_validator("justification_below")
    @classmethod
    def _threshold_fits_the_rule(cls, below: float | None, info: ValidationInfo) -> float | None:
        rule = info.data.get("justification")
        if rule == "below" and below is None:
            refuse([((), "missing; the justification rule 'below' needs the score below which a reason is due")])
        if rule is not None and rule != "below" and below is not None:
            refuse([((), f"the justification rule is {rule!r}; this key belongs to the rule 'below'")])
        return below


class Example(Closed):
    """A response with a known score on one axis, for practice before the real ones.

    ``question`` is the prompt and ``text`` the response, as a scorer sees them; ``reason`` is shown after the
    scorer's own score (None: the anchor says it). ``published`` is the whole passage as its source prints it, which
    gives the score away and is therefore not shown first.
    """

    prompt: PromptId
    question: Prose
    axis: Identifier
    score: Number
    text: Prose
    reason: Prose | None = None
    published: Prose | None = Field(default=None, validate_default=True)
    wording: Wording = "published"

    @field_validator("published")
    @classmethod
    def _parts_are_word_for_word(cls, published: str | None, info: ValidationInfo) -> str | None:
        if published is not None:
            parts = {key: info.data.get(key) for key in ("text", "reason")}
            refuse(
                ((), f"{key} is not word for word in it")
                for key, part in parts.items()
                if part is not None and part not in published
            )
        return published


class ClaimLimit(Closed):
    """One sentence, or a few, on what may not be claimed from the results; printed on every export."""

    text: Prose
    wording: Wording


class Method(Closed):
    """One line of a benchmark's own account of how its method changed."""

    version: Label
    method: Prose
    judges: Prose
    rationale: Prose
