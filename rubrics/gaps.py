"""How far raters' answers lie apart: what calls for a further one, for people and judges alike."""

from collections.abc import Mapping, Sequence


def axes_apart(answers: Sequence[Mapping[str, float | None]], axes: Sequence[str], gap: float) -> tuple[str, ...]:
    """Return the axes on which two of the answers differ by at least the gap, in points.

    Only scores have a distance: where one rater says not applicable (None) or nothing, the null rule decides, and not
    the gap.
    """
    found = []
    for axis in axes:
        scores = [score for one in answers if (score := one.get(axis)) is not None]
        if scores and round(max(scores) - min(scores), 9) >= gap:
            found.append(axis)
    return tuple(found)
