"""A sealed study of 2,000 responses, 20 raters and 8 axes, invented from a seed: what the researcher's pages must bear.

Each response has a latent quality that people and judges see with noise and a strictness of their own. Some answers
are that the axis does not apply, so that every kind of missing is met.
"""

from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np

from judging.settle_study import take_scores
from rubrics.entries import Entry
from rubrics.toml_text import toml_text
from store import benchmarks, frames, people, responses, studies
from store.engine import Session
from store.responses import Intake, NewPrompt, NewResponse, NewSystem
from store.score_intake import NewAnswer
from store.studies import StudyPlan

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
SEED = 20260701
CUTS = (-1.1, -0.25, 0.75)
NOT_APPLICABLE = 0.03
SENTENCE = "It names what is asked, weighs it, and says where it rests and where it does not."
SYSTEMS = ("Alder", "Beech", "Cedar", "Damson", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper")
CATEGORIES = ("life", "work", "doctrine", "care", "history")


class Size(NamedTuple):
    """How large a study is."""

    responses: int = 2000
    people: int = 14
    judges: int = 6
    axes: int = 8


def build(session: Session, size: Size, benchmark: dict[str, Any]) -> int:
    """Make the study in a store, sealed, and return its id.

    Parameters
    ----------
    session
        A writing session of a migrated store.
    size
        Responses in whole tens.
    benchmark
        The tables of a benchmark file of which the first axis is repeated.
    """
    study_id = _open(session, size, _with_axes(benchmark, size.axes))
    labels = sorted(frames.responses(session, study_id=study_id)["response"])
    chance = np.random.default_rng(SEED)
    quality = chance.normal(size=(len(labels), size.axes))
    seen = quality + 0.25 + 0.35 * chance.normal(size=quality.shape)
    raters = [("human", f"Person {number}") for number in range(size.people)]
    raters += [("llm", f"Judge {number}") for number in range(size.judges)]
    answers = []
    for kind, name in raters:
        noise = 0.75 * chance.normal(size=quality.shape) + chance.normal(0, 0.15)
        scores = np.searchsorted(CUTS, (quality if kind == "human" else seen) + noise)
        absent = chance.random(size=scores.shape) < NOT_APPLICABLE
        answers += [
            NewAnswer(name, kind, label, "plain", _entries(scores[row], absent[row]), family=f"{name} Lab")
            for row, label in enumerate(labels)
        ]
    take_scores(session, study_id=study_id, answers=answers, source="scores.csv", by=None, now=NOW)
    studies.seal_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


def _with_axes(benchmark: dict[str, Any], number: int) -> dict[str, Any]:
    one = {**benchmark["axes"][0], "may_not_apply": True}
    axes = [{**one, "id": f"axis_{place}", "name": f"Axis {place + 1}"} for place in range(number)]
    return {**benchmark, "id": "large", "title": "Large benchmark", "axes": axes}


def _open(session: Session, size: Size, benchmark: dict[str, Any]) -> int:
    content = benchmarks.register(session, text=toml_text(benchmark), name="large.toml", now=NOW)
    plan = StudyPlan(slug="large", title="Large study", seed="large", invented=True)
    study_id = studies.create_study(session, plan=plan, benchmark_hash=content, now=NOW)
    prompts = [f"P-{number:03d}" for number in range(size.responses // len(SYSTEMS))]
    intake = Intake(
        [NewPrompt(key, f"Question {key}?", CATEGORIES[place % len(CATEGORIES)]) for place, key in enumerate(prompts)],
        [NewSystem(name, f"{name} House") for name in SYSTEMS],
        [
            NewResponse(prompt, system, _text(number, place))
            for number, prompt in enumerate(prompts)
            for place, system in enumerate(SYSTEMS)
        ],
    )
    responses.take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
    marks = [int(mark) for mark in responses.marks(session, study_id=study_id)["mark"]]
    if marks:
        responses.decide_marks(session, study_id=study_id, mark_ids=marks, decision="keep", by=None, now=NOW)
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


def _text(prompt: int, system: int) -> str:
    """Some hundred words, no two responses the same."""
    words = SENTENCE.split()
    length = 80 + 17 * ((prompt * 7 + system * 13) % 20)
    return f"Answer {prompt} {system}. " + " ".join(words[(prompt + place) % len(words)] for place in range(length))


def _entries(scores: Any, absent: Any) -> dict[str, Entry]:
    return {
        f"axis_{place}": Entry("not_applicable", None, "")
        if absent[place]
        else Entry("value", float(score), "As it says.")
        for place, score in enumerate(scores)
    }


def invite_owner(session: Session, study_id: int) -> str:
    """Invite an owner and return the token of the link."""
    return people.invite(session, study_id=study_id, name="Owner", role="owner", now=datetime.now(UTC))
