"""A prompt in the benchmark's own published words: one message, every placeholder filled in one pass, nothing added.

The published text has no tags around the answer and no reminder after it, so none are put there.
"""

from collections.abc import Mapping, Sequence

from judging.prompts.cards import Assessment, Card
from judging.prompts.texts import EARLIER, assessments_json
from rubrics.protocols import SecondReading
from rubrics.schema import Benchmark
from rubrics.templates import JudgeTemplates, fill


def published_prompt(
    benchmark: Benchmark,
    templates: JudgeTemplates,
    card: Card,
    texts: Mapping[str, str],
    *,
    stage: str,
    earlier: Sequence[Assessment],
) -> str:
    """Fill the published template; for an adjudicator with the published addition and the earlier assessments."""
    text = fill(templates.evaluation, texts)
    if stage == "second" and isinstance(benchmark.protocol, SecondReading):
        text += f"\n\n{benchmark.protocol.second_judge.instruction.strip()}"
    if stage == "adjudication" and templates.adjudication_addition is not None:
        both = {**texts, EARLIER: assessments_json(benchmark, card, earlier)}
        text += f"\n\n{fill(templates.adjudication_addition, both)}"
    return text
