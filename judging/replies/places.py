"""What our frame shows in the places of a reply, and whether a judge gave that back in place of a reason.

Small models copy the shape they are shown. A score beside a reason that is only the prompt's own words was reasoned by
nobody, so such a reply is unreadable.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from judging.replies.fields import allowed_scores
from judging.replies.shape import Shape
from rubrics.axes import Axis
from rubrics.words import has_words

SURE = "<how sure you are: 0 to 1>"
SURE_OF_ALL = "<how sure you are of the whole: 0 to 1>"
FEWEST_WORDS = 3
"""Words from its beginning by which a place that was copied in part is known."""
_REASON = "<why, in {how_long}, at most {limit} characters>"
_OPENED = re.compile(r"<\s*why\b", re.IGNORECASE)


def reason_place(axis: Axis, limit: int) -> str:
    """What is shown where a reason goes: its length in words, and in characters."""
    return _REASON.format(how_long="one sentence" if axis.as_choices else "a few sentences", limit=limit)


def score_place(axis: Axis) -> str:
    """What is shown where a score goes."""
    return f"<{allowed_scores(axis)}>"


def repeated_reasons(shape: Shape, axes: Mapping[str, Any], asked: Sequence[Axis]) -> list[str]:
    """Name every reason that only repeats what the prompt shows in its place.

    Parameters
    ----------
    shape : Shape
    axes : mapping of axis id to its entry
        As they stand in a reply whose shape is sound.
    asked : sequence of Axis
    """
    key = shape.key_of("reason")
    if key is None:
        return []
    said = {axis.id: axes[axis.id][key].strip() for axis in asked if _repeats(axes[axis.id][key], shape, axis)}
    return [
        f"{shape.axes}.{axis}.{key}: found the prompt's own words {why[:60]!r}; a reason is allowed"
        for axis, why in said.items()
    ]


def repeated_fields(shape: Shape, reply: Mapping[str, Any]) -> list[str]:
    """Name the texts and lists beside the axes that are exactly what the published prompt shows in their place."""
    return [
        field.name
        for field in shape.fields
        if field.kind in ("texts", "text") and field.shown is not None and reply[field.name] == field.shown
    ]


def repeats_everything(shape: Shape, reply: Mapping[str, Any]) -> bool:
    """Whether every text and list beside the axes is the published prompt's, so that its example was given back."""
    texts = [field.name for field in shape.fields if field.kind in ("texts", "text")]
    return bool(texts) and repeated_fields(shape, reply) == texts


def _repeats(why: str, shape: Shape, axis: Axis) -> bool:
    said = _words(why)
    if shape.reason_shown is not None:
        return has_words(shape.reason_shown) and said == _words(shape.reason_shown)
    place = _words(reason_place(axis, 0))
    if _OPENED.search(why) or any(said[at : at + len(place)] == place for at in range(len(said))):
        return True
    places = (place, _words(score_place(axis)), _words(SURE), _words(SURE_OF_ALL))
    return len(said) >= FEWEST_WORDS and any(said == one[: len(said)] for one in places)


def _words(text: str) -> list[str]:
    """The words of a text; the number of characters a reason may have is any number."""
    plain = re.sub(r"\b\d+(?= characters\b)", "0", text.casefold())
    return re.findall(r"\w+", plain)
