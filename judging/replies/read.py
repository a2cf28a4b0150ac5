"""Reading what a judge wrote: exactly the scores it gave on exactly the axes of the benchmark, or none at all.

The order of the checks: how the reply ended, whether the judge refused, strict JSON, the exact keys, every value. A
reply that fails one is `unreadable` (or `refused`) with every reason and no scores; nothing in it is mended, moved to
the nearest score or filled in. Some decisions:

* 3.0 is the score 3, since JSON has one kind of number; "3" in quotes, true, 2.5 and "4/5" are no scores of 0 to 3;
* an empty reply is unreadable, not refused: nobody said no;
* a reason that only repeats what the prompt shows in its place makes the reply unreadable, and so does the prompt's
  whole example given back with the axes' names put in;
* what leaves no doubt about a score is noted and does not undo it: a summary, a reason or a list longer than was
  asked for is kept whole, and so is a score that stands before its reason (servers may reorder keys).

The same text is always read alike; `PARSER_VERSION` counts the changes to how.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from judging.replies.fields import Extra, read_axes, read_extras
from judging.replies.json_text import BLANK, find_object
from judging.replies.notes import notes_on
from judging.replies.places import repeated_reasons, repeats_everything
from judging.replies.shape import Shape, shape_of
from rubrics.entries import LONGEST_WHY, Entry, check_judge
from rubrics.schema import Benchmark

PARSER_VERSION = 2

State = Literal["valid", "unreadable", "refused"]

CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
WITHHELD = frozenset({"content_filter", "content_filtered", "safety", "refusal", "recitation", "prohibited_content"})


@dataclass(frozen=True)
class Reading:
    """What was read of one reply.

    ``entries`` has every axis of the benchmark, in the order of its file, or nothing unless the state is ``valid``.
    ``confidence`` is the overall one, from 0 to 1, None where the reply has none. ``extras`` are the other parts of
    the reply by key. ``problems`` say why a reply is unreadable; in a valid one they note what was out of order but
    leaves no doubt about a score. ``salvaged``: the JSON had to be found within other text.
    """

    state: State
    entries: Mapping[str, Entry] = field(default_factory=dict)
    confidence: float | None = None
    extras: Mapping[str, Extra] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    salvaged: bool = False


def read(
    text: str | None,
    *,
    benchmark: Benchmark,
    stage: str = "",
    axis_order: Sequence[str] = (),
    finish_reason: str | None = None,
    refusal: str | None = None,
    response: str | None = None,
) -> Reading:
    """Read a judge's reply.

    Parameters
    ----------
    text : str or None
        What the judge wrote, whole; None when there was no text.
    benchmark : Benchmark
    stage : str
        Why the judge was asked; an adjudicator is to explain the resolution.
    axis_order : sequence of axis ids
        The order in which the axes were asked for, to note a reply in another one; empty when it does not matter.
    finish_reason : str or None
        Why the model stopped, as its provider says; None when it does not say.
    refusal : str or None
        The provider's own field for a refusal.
    response : str or None
        The response that was judged, to note quotations that are not in it; None when that is not wanted.

    Returns
    -------
    Reading
        Never raises for anything in a reply.

    Raises
    ------
    ShapeError
        If the benchmark's published prompt shows no shape of a reply.
    """
    shape = shape_of(benchmark)
    said = text or ""
    if no_reply := _no_reply(said, finish_reason, refusal):
        return no_reply
    found = find_object(said)
    if found.reply is None:
        return _unreadable(found.problem)
    entries, problems = read_axes(benchmark, shape, found.reply)
    confidence, extras, further = read_extras(shape, found.reply)
    problems = [*problems, *further] or _copied(benchmark, shape, found.reply)
    problems = problems or _rules(benchmark, entries, has_reasons=shape.key_of("reason") is not None)
    if problems:
        return _unreadable(*problems)
    notes = notes_on(shape, found.reply, axis_order=axis_order, stage=stage, response=response)
    return Reading("valid", entries, confidence, extras, (*found.notes, *notes), salvaged=bool(found.notes))


def _no_reply(text: str, finish_reason: str | None, refusal: str | None) -> Reading | None:
    """The reading of what is no whole reply, whatever its text; None when there is something to read."""
    ended = (finish_reason or "").casefold()
    if ended in CUT_OFF:
        return _unreadable(f"the reply was cut off (finish reason {finish_reason!r})")
    if ended in WITHHELD:
        return Reading("refused", problems=(f"the reply was withheld (finish reason {finish_reason!r})",))
    if refusal and refusal.strip():
        return Reading("refused", problems=(f"the judge refused: {refusal.strip()[:200]}",))
    return None if text.strip(BLANK) else _unreadable("the reply is empty")


def _unreadable(*problems: str) -> Reading:
    return Reading("unreadable", problems=problems)


def _copied(benchmark: Benchmark, shape: Shape, reply: Mapping[str, Any]) -> list[str]:
    """What shows that the judge gave the prompt back in place of an opinion; of a reply whose shape is sound."""
    if repeats_everything(shape, reply):
        return ["the reply is the example that the prompt shows, given back"]
    return repeated_reasons(shape, reply[shape.axes], benchmark.axes)


def _rules(benchmark: Benchmark, entries: Mapping[str, Entry], *, has_reasons: bool) -> list[str]:
    """What the rules for every rater say; here a reason is due where the reply has a place for it, at any length."""
    due = benchmark.people.model_copy(
        update={"justification": "always" if has_reasons else "never", "justification_below": None}
    )
    as_judged = benchmark.model_copy(update={"people": due})
    shortened = {axis: replace(entry, why=entry.why[:LONGEST_WHY]) for axis, entry in entries.items()}
    return [problem.message for problem in check_judge(as_judged, shortened)]
