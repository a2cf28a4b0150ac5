"""Files of the shapes in which benchmarks publish themselves, with invented questions, answers and scores."""

import json
from typing import Any

OWN = "lantern"
SYSTEMS = ("alder", "beech", "cedar", "dogwood", "elm", OWN)
TIER_A = [f"A{number}" for number in range(1, 8)]
TIER_B = [f"B{number}" for number in range(1, 17)]
QUESTIONS = [*TIER_A, *TIER_B]

# One score for every question of a tier, but where a list says otherwise.
# alder: tier A 90; tier B eight times 86 and eight times 87.
GENERAL: dict[str, tuple[list[int], list[int]]] = {
    "alder": ([90] * 7, [86, 87] * 8),
    "beech": ([80] * 7, [78] * 16),
    "cedar": ([70] * 7, [70] * 16),
    "dogwood": ([60] * 7, [60] * 16),
    "elm": ([0, *[45] * 6], [40] * 16),
}
FIRST_OF_OWN = [100] * 23
SECOND_OF_OWN = [100] * 5 + [95] * 18


def a_task_set() -> dict[str, Any]:
    """Questions with reference answers, in two languages, by tier."""
    return {
        "version": "1.1",
        "questions": [
            {
                "id": key,
                "tier": key[0],
                "question": {"en": f"What is {key}?", "af": f"Wat is {key}?"},
                "referenceAnswer": {"en": f"It is {key}.", "af": f"Dit is {key}."},
            }
            for key in QUESTIONS
        ],
    }


def a_results_file(version: str = "1.1") -> dict[str, Any]:
    """Every answer of six systems with its score; in v1.1 the maintainers' own was scored by a second judge too."""
    return {
        "version": version,
        "judge": "Northgate Judge",
        **({"adjudicator": "Southgate Judge"} if version == "1.1" else {}),
        "systems": [{"id": one, "name": one.title(), "provider": f"{one} lab", "own": one == OWN} for one in SYSTEMS],
        "questions": [
            {
                "id": key,
                "tier": key[0],
                "question": f"What is {key}?",
                "referenceAnswer": f"It is {key}.",
                "answers": {one: an_answer(one, place, key, version) for one in SYSTEMS},
            }
            for place, key in enumerate(QUESTIONS)
        ],
    }


def an_answer(system: str, place: int, key: str, version: str) -> dict[str, Any]:
    """One answer; elm had nothing to say to the first question."""
    text = "" if (system, place) == ("elm", 0) else f"To {key} one might say this, being number {place}."
    if system != OWN:
        tier_a, tier_b = GENERAL[system]
        return {"answer": text, "score": [*tier_a, *tier_b][place], "critique": f"On {key}: as it is."}
    first, second = FIRST_OF_OWN[place], SECOND_OF_OWN[place]
    if version == "1.0":
        return {"answer": text, "score": first, "critique": f"On {key}: as it is."}
    adjudication = {"score": second, "critique": f"On {key}: stricter."}
    return {"answer": text, "score": min(first, second), "firstJudgeScore": first, "adjudication": adjudication}


def as_json(document: Any) -> bytes:
    """The document as a file, indented as people publish it."""
    return json.dumps(document, indent=1, ensure_ascii=False).encode()
