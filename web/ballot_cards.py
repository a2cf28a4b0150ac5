"""What a ballot is sent: the axes, a place of the queue, and what a draft holds."""

from dataclasses import dataclass
from typing import Any

from rubrics.schema import Axis, Benchmark
from rubrics.templates import placeholders
from store.queue import Place, SavedDraft
from web import passages, safe_text

Card = dict[str, Any]
CONSIDERATIONS = "EXPECTED_CONSIDERATIONS_JSON"


@dataclass(frozen=True)
class Shown:
    """A place of the queue with the text it is judged from: the hash of the module's charter, "" where it has none."""

    place: Place
    charter: str = ""


def axis_card(axis: Axis, benchmark: Benchmark) -> Card:
    """Return an axis as the ballot shows it; one outside the composite is described apart from the others."""
    apart = not axis.in_composite and any(one.in_composite for one in benchmark.axes)
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
        "apart": apart,
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


def place_card(shown: Shown, benchmark: Benchmark) -> Card:
    """Return a place of the queue as the ballot shows it: safe HTML, passages named, this scorer's own words."""
    place = shown.place
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
        "charter": shown.charter,
        "expected": _expected(place, benchmark),
        "stage": place.stage,
        "needed": place.needed,
        "settling": _settling(place),
    }


def _expected(place: Place, benchmark: Benchmark) -> Card | None:
    """Return what a scenario's authors expect, where judges are sent it: people score against the same rubric."""
    templates = benchmark.judging.templates
    sent = placeholders(templates.evaluation) if templates else ()
    expected = place.expected
    if expected is None or not expected.considerations or CONSIDERATIONS not in sent:
        return None
    return {
        "classification": expected.classification.replace("_", " "),
        "considerations": list(expected.considerations),
        "sources": list(expected.sources),
    }


def _settling(place: Place) -> Card | None:
    """Return what an adjudicator is shown of others before the final scores: no name, no time, a drawn order."""
    if place.earlier is None:
        return None
    return {
        "said": [{axis: dict(one) for axis, one in said.items()} for said in place.earlier.said],
        "apart": list(place.earlier.apart),
        "seen": place.earlier.seen,
        "own": place.own or {},
    }


def saved_draft(draft: SavedDraft) -> dict[str, Any]:
    """Return a stored draft for the browser."""
    return {
        "revision": draft.revision,
        "version": draft.version,
        "entries": draft.entries,
        "savedAt": draft.saved_at.isoformat(),
    }
