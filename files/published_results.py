"""Results published as JSON: questions, each with the answer of every system and what one or two judges gave it.

`questions[].answers{}` holds, by system, the answer, the published score and the judge's critique. Where a second,
stricter judge scored an answer too, `firstJudgeScore` is what the first gave and `adjudication` what the second said;
the published score is then the lower of the two, and a file in which it is not is refused. Both judges' scores come in
as verdicts of their own; which of them counts is the benchmark's rule, not the file's.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from files.documents import Document, first_of, need, objects, text_of
from files.layouts import Numbered
from files.problems import Report, shown
from files.published_prompts import LISTED_UNDER, prompt_cells

ANSWERS = ("answers", "responses", "results")
ANSWER = ("answer", "text", "response", "transcript", "output")
SCORE = ("score", "publishedScore")
WHY = ("critique", "reasoning", "rationale", "judgeCritique", "justification")
FIRST_SCORE = ("firstJudgeScore", "first_judge_score")
FIRST_WHY = ("firstJudgeCritique", "firstJudgeReasoning", "first_judge_critique")
SECOND = ("adjudication",)
SECOND_SCORE = ("score", "adjudicatorScore", "secondJudgeScore")
FAMILY = ("provider", "family", "lab", "maker", "vendor")
FIRST_JUDGE = ("judge", "firstJudge", "judgeModel", "first_judge")
SECOND_JUDGE = ("adjudicator", "secondJudge", "adjudicatorModel", "second_judge")


class Given(NamedTuple):
    """One answer of one system to one question."""

    number: int
    prompt: str
    system: str
    answer: Document


def fits(document: Any) -> bool:
    """Say whether a document holds questions with answers."""
    asked = [one for _, one in objects(_questions(document))]
    return bool(asked) and all(isinstance(first_of(one, *ANSWERS), Mapping | list) for one in asked)


def _questions(document: Any) -> Any:
    return first_of(document, *LISTED_UNDER) if isinstance(document, Mapping) else None


def _asked(document: Any, report: Report) -> Iterator[tuple[int, Document, dict[str, str]]]:
    quiet = Report(report.file, counted=report.counted)
    for number, (key, question) in enumerate(objects(_questions(document)), start=1):
        yield number, question, prompt_cells(number, key, question, quiet)


def prompts(document: Any, report: Report) -> Iterator[Numbered]:
    """Give the questions, as prompts."""
    for number, (key, question) in enumerate(objects(_questions(document)), start=1):
        yield number, prompt_cells(number, key, question, report)


def systems(document: Any, _report: Report) -> Iterator[Numbered]:
    """Give the systems: those the file lists, then those that only have answers.

    One of which the file does not say that it is the maintainers' own counts as such where a second judge scored it.
    """
    told = _systems_told(document)
    second = {one.system for one in _given(document, Report("")) if first_of(one.answer, *SECOND) is not None}
    names = dict.fromkeys([*told, *(one.system for one in _given(document, Report("")))])
    for number, name in enumerate(names, start=1):
        system = told.get(name, {})
        own = text_of(system, "own", "isOwn", "maintainersOwn") or ("true" if name in second else "")
        grounded = text_of(system, "grounded", "isGrounded")
        yield number, {"system": name, "family": text_of(system, *FAMILY), "own": own, "grounded": grounded}


def _systems_told(document: Any) -> dict[str, Document]:
    """What the file says of each system, by the name under which its answers stand."""
    found = first_of(document, "systems", "models") if isinstance(document, Mapping) else None
    return {text_of(one, "id", "key", "name") or key: one for key, one in objects(found)}


def _given(document: Any, report: Report) -> Iterator[Given]:
    for number, question, cells in _asked(document, report):
        for key, answer in objects(first_of(question, *ANSWERS)):
            named = text_of(answer, "system", "systemId", "model") or ("" if key.isdecimal() else key)
            yield Given(number, cells["prompt"], named, answer)
        for key in _not_objects(first_of(question, *ANSWERS)):
            report.add(number, str(key), "an answer without parts", "an object with the answer and its score")


def _not_objects(found: Any) -> list[Any]:
    pairs = found.items() if isinstance(found, Mapping) else enumerate(found or (), start=1)
    return [key for key, one in pairs if not isinstance(one, Mapping)]


def responses(document: Any, report: Report) -> Iterator[Numbered]:
    """Give the answers: prompt, prompt_text, category, reference_answer, system, text, and what is told of systems."""
    told = {cells["system"]: cells for _, cells in systems(document, report)}
    asked = {cells["prompt"]: cells for _, _, cells in _asked(document, report)}
    for one in _given(document, report):
        question = asked.get(one.prompt, {})
        text = text_of(one.answer, *ANSWER)
        if first_of(one.answer, *ANSWER) is None and not any(key in one.answer for key in ANSWER):
            report.add(one.number, f"{one.system}.answer", "nothing", "the system's answer, or an empty text")
        yield (
            one.number,
            {
                "prompt": one.prompt,
                "prompt_text": question.get("text", ""),
                "category": question.get("category", ""),
                "reference_answer": question.get("reference_answer", ""),
                "text": text,
                **told.get(one.system, {"system": one.system}),
            },
        )


def scores(document: Any, report: Report) -> Iterator[Numbered]:
    """Give what each judge said: rater, rater_kind, family, prompt, system, stage, score, why; on the only axis."""
    first, second = _judges(document)
    for one in _given(document, report):
        place = {"prompt": one.prompt, "system": one.system, "rater_kind": "llm"}
        published = need(one.answer, SCORE, report, one.number, f"the score of {one.system}")
        again = first_of(one.answer, *SECOND)
        earlier = text_of(one.answer, *FIRST_SCORE)
        given = earlier or published
        why = text_of(one.answer, *FIRST_WHY) or ("" if again is not None else text_of(one.answer, *WHY))
        yield one.number, {**place, **first, "stage": "first", "score": given, "why": why}
        if isinstance(again, Mapping):
            lower = need(again, SECOND_SCORE, report, one.number, f"the second judge's score of {one.system}")
            _check_lower(one, published, (given, lower), report)
            named = text_of(again, "judge", "model", "adjudicator")
            judge = second if named in ("", second["rater"]) else {"rater": named, "family": text_of(again, *FAMILY)}
            why = text_of(again, *WHY)
            yield one.number, {**place, **judge, "stage": "second", "score": lower, "why": why}
        elif again is not None or (earlier and earlier != published):
            found = f"{shown(one.system)} with two scores and no adjudication"
            report.add(one.number, "adjudication", found, "what the second judge said, with its score")


def _judges(document: Document) -> tuple[dict[str, str], dict[str, str]]:
    """What the file calls the first and the second judge, and who made them where it says so."""
    told = first_of(document, "judges") or {}
    inside = told if isinstance(told, Mapping) else {}
    first = first_of(document, *FIRST_JUDGE) or first_of(inside, "first", *FIRST_JUDGE)
    second = first_of(document, *SECOND_JUDGE) or first_of(inside, "second", *SECOND_JUDGE)
    return _judge(first, "First judge"), _judge(second, "Second judge")


def _judge(told: Any, otherwise: str) -> dict[str, str]:
    if isinstance(told, Mapping):
        return {"rater": text_of(told, "name", "model", "id") or otherwise, "family": text_of(told, *FAMILY)}
    return {"rater": str(told or otherwise), "family": ""}


def _check_lower(one: Given, published: str, both: tuple[str, str], report: Report) -> None:
    try:
        expected = min(both, key=float)
        fits = float(published) == float(expected)
    except ValueError:
        return  # what is no number is reported where it is read as a score
    if not fits:
        found = f"{published} published for {shown(one.system)}, of {both[0]} and {both[1]}"
        report.add(one.number, "score", found, f"the lower of the two judges, {expected}")
