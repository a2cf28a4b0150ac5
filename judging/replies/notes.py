"""What is out of order in a reply without leaving a doubt about its scores: noted, never mended.

Too long a list, text or reason is kept whole. The order of keys is that of the raw text: a score before its reason
was perhaps not reasoned first, and axes in another order than asked for matter to whoever studies order effects.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judging.replies.places import repeated_fields
from judging.replies.quotes import quotes_not_found
from judging.replies.shape import Field, Shape
from rubrics.entries import LONGEST_WHY
from rubrics.words import has_words


def notes_on(
    shape: Shape, reply: Mapping[str, Any], *, axis_order: Sequence[str], stage: str, response: str | None
) -> tuple[str, ...]:
    """Note what is out of order in a reply that is otherwise sound; one sentence each."""
    lists = (note for field in shape.fields for note in _lengths(shape, field, reply[field.name]))
    shown = [f"{name} is what the prompt shows in its place" for name in repeated_fields(shape, reply)]
    notes = (*lists, *shown, *_order(shape, reply[shape.axes], axis_order), *_resolution(shape, reply, stage))
    return notes if response is None else (*notes, *_quotes(shape, reply, response))


def _lengths(shape: Shape, field: Field, value: Any) -> Iterator[str]:
    most, below = shape.most_entries, shape.words_below
    if field.kind == "texts" and most is not None and len(value) > most:
        yield f"{field.name} has {len(value)} entries; at most {most} were asked for"
    if field.kind == "text" and below is not None and (words := len(value.split())) >= below:
        yield f"{field.name} has {words} words; fewer than {below} were asked for"


def _order(shape: Shape, axes: Mapping[str, Any], axis_order: Sequence[str]) -> Iterator[str]:
    if axis_order and list(axes) != list(axis_order):
        yield f"the axes came in another order than asked for: {', '.join(axes)}"
    reason, score = shape.key_of("reason"), shape.key_of("score")
    if reason is None or score is None:
        return
    for axis, entry in axes.items():
        if list(shape.parts).index(reason) < list(shape.parts).index(score) and _before(entry, score, reason):
            yield f"{axis}: the score stands before its reason"
        if len(entry[reason]) > LONGEST_WHY:
            yield f"{axis}: the reason has {len(entry[reason]):,} characters; one sentence was asked for"


def _before(entry: Mapping[str, Any], first: str, second: str) -> bool:
    keys = list(entry)
    return keys.index(first) < keys.index(second)


def _quotes(shape: Shape, reply: Mapping[str, Any], response: str) -> Iterator[str]:
    """Evidence is taken from the answer in the lists that say so in their name."""
    for field in shape.fields:
        if field.kind == "texts" and "answer" in field.name:
            for quotation in quotes_not_found(reply[field.name], response):
                yield f"{field.name} quotes words that are not in the response: {quotation[:200]!r}"


def _resolution(shape: Shape, reply: Mapping[str, Any], stage: str) -> Iterator[str]:
    for field in shape.fields:
        if stage == "adjudication" and field.kind == "text" and not has_words(reply[field.name]):
            yield f"{field.name} says nothing; an adjudicator is to explain the resolution in it"
