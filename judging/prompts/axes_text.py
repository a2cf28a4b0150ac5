"""The axes as a judge reads them: the very names, questions and anchors or bands that people see, word for word."""

from collections.abc import Sequence

from judging.replies.fields import allowed_scores
from rubrics.axes import Axis, written
from rubrics.schema import Benchmark


def axes_text(benchmark: Benchmark, order: Sequence[str]) -> str:
    """Write every axis, in the order given: id, name, description, question, then each score or band with its text."""
    return "\n\n".join(_axis_text(benchmark.axis(axis_id)) for axis_id in order)


def _axis_text(axis: Axis) -> str:
    lines = [f"{axis.id}: {axis.name}", axis.description.strip()]
    if axis.question.strip() != axis.description.strip():
        lines.append(axis.question.strip())
    lines.append(f"Scores: {allowed_scores(axis)}")
    for band in axis.bands:
        lines.append(f"  {written(band.low)} to {written(band.high)}, {band.label}: {band.criteria}")
    for key in sorted(axis.anchors, key=float):
        lines.append(f"  {key} = {axis.anchors[key]}")
    return "\n".join(lines)
