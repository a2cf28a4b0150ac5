"""Whole studies for two of the published benchmarks, with generated text: every prompt, system and standpoint."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from rubrics.loader import parse
from store import benchmarks, studies
from store.engine import Session
from store.responses import Intake, NewPrompt, NewResponse, NewSystem, take_in
from store.studies import StudyPlan
from store.tables import Charter

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
RUBRICS = Path(__file__).parents[2] / "rubrics"
MAKERS = ("Aspen", "Birch", "Cedar", "Damson", "Elder")
OWN = "Osier"
EMPTY_OF = 9
"""Every ninth answer of the own system is empty."""


def an_open_study(session: Session, *, file: str, intake: Intake, slug: str) -> int:
    """Open a study under a released benchmark file."""
    text = (RUBRICS / file).read_text(encoding="utf-8")
    content_hash = benchmarks.register(session, text=text, name=file, now=NOW)
    plan = StudyPlan(slug=slug, title=slug.title(), seed="whole studies, first edition", sample_size=2)
    study_id = studies.create_study(session, plan=plan, benchmark_hash=content_hash, now=NOW)
    take_in(session, study_id=study_id, intake=intake, by=None, now=NOW)
    for module in parse(text, file).modules:
        words = f"The charter of {module.name}: {module.standpoint}"
        found = sha256(words.encode()).hexdigest()
        session.add(Charter(study_id=study_id, module=module.id, hash=found, text=words, added_at=NOW))
    studies.open_study(session, study_id=study_id, by=None, now=NOW)
    return study_id


def graded_intake() -> Intake:
    """23 questions in two tiers with reference answers, answered by four systems and by the maintainers' own."""
    keys = [f"A{n}" for n in range(1, 8)] + [f"B{n}" for n in range(1, 17)]
    systems = [NewSystem(f"{maker} 1", f"{maker} Lab") for maker in MAKERS[:4]]
    systems.append(NewSystem(OWN, "Willow Trust", own=True))
    prompts = [NewPrompt(key, f"Question {key}: why?", key[0], f"The reference answer to {key}.") for key in keys]
    responses = [
        NewResponse(key, system.name, _graded(number, key, system))
        for number, key in enumerate(keys)
        for system in systems
    ]
    return Intake(prompts, systems, responses, "generated")


def _graded(number: int, key: str, system: NewSystem) -> str:
    return (
        "" if system.own and number % EMPTY_OF == 0 else f"Because of reason {number} in {key}, says answer {number}."
    )


def scenario_intake() -> Intake:
    """24 scenarios, each answered twice by five systems; a third of the answers are such that judges agree."""
    systems = [NewSystem(f"{maker} 1", f"{maker} Lab") for maker in MAKERS]
    prompts = [
        NewPrompt(
            f"S{number:02}",
            f"Scenario {number}: two duties meet.",
            details={
                "expected_considerations": [f"Consideration {number}a", f"Consideration {number}b"],
                "authority_classification": "bounded_prudential",
                "sources": [f"Source {number}"],
            },
        )
        for number in range(1, 25)
    ]
    kinds = ("It is plain.", "It is contested.", "It is murky.")
    responses = [
        NewResponse(prompt.key, system.name, f"Recommendation: do {place}. {kinds[(place + n + again) % 3]}", again)
        for n, prompt in enumerate(prompts)
        for place, system in enumerate(systems)
        for again in (1, 2)
    ]
    return Intake(prompts, systems, responses, "generated")


def a_panel_file(url: str, makers: tuple[str, ...], **more: str) -> str:
    """A panel of judges on the stub, one of each maker; `more` gives a judge's own lines by its maker."""
    judges = [
        f'[[judges]]\nid = "{maker.lower()}"\nname = "{maker} Judge"\nmodel = "openai/{maker.lower()}"\n'
        f'family = "{maker} Lab"\nbase_url = "{url}"\nschema_mode = "json_schema"\ntemperature = "accepted"\n'
        f"max_tokens = 2000\nconcurrency = 16\n{more.get(maker, '')}\n"
        "[judges.price]\ninput_per_million = 1\noutput_per_million = 5\n"
        'source = "Invented"\ndate = "2026-07-01"\n'
        for maker in makers
    ]
    return 'title = "Judges on the stub"\n\n' + "\n".join(judges)
