"""What a ballot may send, and what it is sent: closed shapes, checked where they enter."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rubrics.entries import Entry
from rubrics.schema import Axis, Benchmark
from store.queue import Place, SavedDraft
from web import passages, safe_text

Text = Annotated[str, Field(max_length=5000)]
Word = Annotated[str, Field(pattern=r"^[!-~]{1,100}$")]
Version = Annotated[int, Field(ge=0, lt=2**31)]
Kind = Literal["value", "not_applicable", "cannot_assess", "rubric_unclear"]


class Closed(BaseModel):
    """A shape in which an unknown key or another type is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Choice(Closed):
    """One axis of a draft; nothing need be chosen yet."""

    kind: Kind | None = None
    value: float | None = None
    why: Text = ""


class DraftForm(Closed):
    """A save while somebody works."""

    key: Word
    tab: Word
    sequence: Annotated[int, Field(ge=0, lt=2**53)]
    revision: Version
    version: Version
    entries: dict[Word, Choice]


class SubmitForm(Closed):
    """A full set of scores; `submission` is its own id, `holding` the key of the response held ready."""

    key: Word
    submission: Word
    version: Version
    entries: dict[Word, Choice]
    holding: Word | None = None

    def checked(self) -> dict[str, Entry]:
        """Return the entries for the rules to check; an axis without a choice is left out, so it counts as missing."""
        return {
            axis: Entry(
                kind=choice.kind,
                value=choice.value,
                why=choice.why,
            )
            for axis, choice in self.entries.items()
            if choice.kind is not None
        }


class FlagForm(Closed):
    """A word to the owner about a response."""

    key: Word
    reason: Text


def axis_card(axis: Axis) -> dict[str, Any]:
    """Return an axis as the ballot shows it."""
    choices = None
    if axis.as_choices:
        choices = [{"value": value, "text": axis.anchor(value) or _band_text(axis, value)} for value in axis.values()]
    return {
        "id": axis.id,
        "name": axis.name,
        "question": axis.question,
        "mayNotApply": axis.may_not_apply,
        "choices": choices,
        "lowest": axis.lowest,
        "highest": axis.highest,
        "step": axis.step,
        "bands": [
            {"low": band.low, "high": band.high, "label": band.label, "criteria": band.criteria} for band in axis.bands
        ],
    }


def _band_text(axis: Axis, value: float) -> str:
    band = axis.band(value)
    return f"{band.label}. {band.criteria}" if band else ""


def named_in(place: Place) -> tuple[passages.Reference, ...]:
    """Return the passages of Scripture that a place names, in the order in which the ballot lists them."""
    return passages.references(*(text for text in (place.prompt, place.reference, place.response) if text))


def place_card(place: Place, benchmark: Benchmark) -> dict[str, Any]:
    """Return a place of the queue as the ballot shows it: safe HTML, passages named, this scorer's own words."""
    named = named_in(place)
    modules = benchmark.modules
    return {
        "key": place.key,
        "position": place.position,
        "module": next((one.name for one in modules if one.id == place.module), "") if len(modules) > 1 else "",
        "prompt": safe_text.render(place.prompt),
        "reference": safe_text.render(place.reference) if place.reference else "",
        "response": safe_text.render(place.response),
        "passages": [one.label for one in named],
        "version": place.version,
        "submitted": place.submitted,
        "draft": saved_draft(place.draft) if place.draft else None,
    }


def saved_draft(draft: SavedDraft) -> dict[str, Any]:
    """Return a stored draft for the browser."""
    return {
        "revision": draft.revision,
        "version": draft.version,
        "entries": draft.entries,
        "savedAt": draft.saved_at.isoformat(),
    }
