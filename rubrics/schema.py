"""The closed schema of a benchmark file: the whole of it, and the checks that look across its tables.

``Benchmark`` is what everything else works with. Each part has a file of its own beside this one: ``axes``,
``protocols``, ``collecting``, ``templates`` (judges' prompts), ``counting``, ``people``. Checks inside one part
stand with that part; checks that look at several stand here, and run even when other parts are wrong, so that a
file's problems are all reported at once.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import ModelWrapValidatorHandler, ValidationError, model_validator

from rubrics.axes import Axis, Band
from rubrics.collecting import Collecting, FormatChecks, Tasks, Tier
from rubrics.counting import Bootstrap, Nulls, Rounding, Ties, Totals
from rubrics.cross_checks import cross_check
from rubrics.fields import Closed, Count, Day, Identifier, Label, Prose, VersionName, refuse, shaped
from rubrics.people import ClaimLimit, Example, Method, PeopleSettings
from rubrics.protocols import STAGES, Audited, CrossJudge, Protocol, SecondJudge, SecondReading
from rubrics.templates import JudgeRules, JudgeTemplates

__all__ = [
    "Audited",
    "Axis",
    "Band",
    "Benchmark",
    "Bootstrap",
    "CharterRule",
    "ClaimLimit",
    "Collecting",
    "CrossJudge",
    "Example",
    "FormatChecks",
    "JudgeRules",
    "JudgeTemplates",
    "Method",
    "Module",
    "Nulls",
    "PeopleSettings",
    "Protocol",
    "Rounding",
    "SecondJudge",
    "SecondReading",
    "Source",
    "Tasks",
    "Tier",
    "Ties",
    "Totals",
]


class Source(Closed):
    """Where the wording comes from and under which licence; ``note`` says what was added to it."""

    name: Label
    address: Annotated[str, shaped(r"https?://[!-~]{1,500}", "a web address beginning with https://")] | None = None
    licence: Label
    note: Prose | None = None


class Module(Closed):
    """A standpoint from which answers are judged; a benchmark with a single standpoint has one module."""

    id: Identifier
    name: Label
    standpoint: Prose


class CharterRule(Closed):
    """Each module is judged from a written charter, which experts must sign.

    ``approvals`` is how many qualified reviewers must approve the same text; until then ``limit`` is printed on
    every screen and export.
    """

    approvals: Count
    limit: Prose


class Benchmark(Closed):
    """One published scoring instrument. Its identity is the hash of its file (``rubrics.loader.content_hash``).

    ``instructions`` are the published scoring instructions, one each, shown to people and sent to judges.
    ``nulls`` may be absent where every axis always applies; ``authority_classes`` are the classifications a prompt
    or a charter clause may have, empty where a benchmark has none.
    """

    id: Identifier
    version: VersionName
    title: Label
    description: Prose
    published: Day | None = None
    revised: Day | None = None
    source: Source
    instructions: tuple[Prose, ...] = ()
    axes: tuple[Axis, ...]
    modules: tuple[Module, ...]
    charters: CharterRule | None = None
    authority_classes: tuple[Identifier, ...] = ()
    tasks: Tasks
    collecting: Collecting
    protocol: Protocol
    judging: JudgeRules
    nulls: Nulls | None = None
    totals: Totals
    rounding: Rounding
    ties: Ties
    bootstrap: Bootstrap | None = None
    people: PeopleSettings
    examples: tuple[Example, ...] = ()
    claim_limits: tuple[ClaimLimit, ...]
    history: tuple[Method, ...] = ()

    def axis(self, axis_id: str) -> Axis:
        """Give an axis by its id.

        Raises
        ------
        KeyError
            If the benchmark has no such axis; the message lists those it has.
        """
        for axis in self.axes:
            if axis.id == axis_id:
                return axis
        raise KeyError(f"axis {axis_id!r} is not one of {', '.join(self.axis_ids)}")

    @property
    def axis_ids(self) -> tuple[str, ...]:
        """Ids of all axes, in the order of the file."""
        return tuple(axis.id for axis in self.axes)

    @property
    def composite_axes(self) -> tuple[Axis, ...]:
        """The axes that count towards the total, in the order of the file."""
        return tuple(axis for axis in self.axes if axis.in_composite)

    @property
    def stages(self) -> tuple[str, ...]:
        """What a judge's verdict may be under the benchmark's protocol, such as the first of two."""
        return STAGES[self.protocol.kind]

    @property
    def scores_empty_answers(self) -> bool:
        """Whether the protocol says what an empty answer scores, so that one is a result and not a mistake."""
        return isinstance(self.protocol, SecondReading)

    @model_validator(mode="wrap")
    @classmethod
    def _report_everything_at_once(cls, raw: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        across = cross_check(raw) if isinstance(raw, Mapping) else []
        try:
            benchmark = handler(raw)
        except ValidationError as error:
            refuse(across, beside=error)
            raise
        refuse(across)
        return benchmark
