"""What an import asks, in words: the columns of each kind of file, those that must be there first."""

from collections.abc import Mapping

from files.shapes import Holding

ASKED: Mapping[Holding, Mapping[str, str]] = {
    "prompts": {
        "prompt": "The question’s id",
        "text": "The question in full",
        "category": "The group it belongs to",
        "reference_answer": "The answer that is expected",
        "expected_themes": "What a good answer holds",
        "expected_avoidances": "What a good answer avoids",
    },
    "systems": {
        "system": "The system’s name",
        "family": "Its maker",
        "own": "Built by the benchmark’s own people (yes or no)",
        "grounded": "Answers from a library of its own (yes or no)",
    },
    "responses": {
        "prompt": "Which question was asked (its id)",
        "system": "Which system answered",
        "text": "The answer itself",
        "own_id": "The answer’s own id in your files",
        "prompt_text": "The question in full",
        "replication": "Which answer to the question it is (1, 2, …)",
        "category": "The group the question belongs to",
        "reference_answer": "The answer that is expected",
        "family": "The system’s maker",
        "own": "System built by the benchmark’s own people (yes or no)",
        "grounded": "System with a library of its own (yes or no)",
        "response": "The label it has here (R-…)",
    },
    "scores": {
        "rater": "Who scored",
        "rater_kind": "Person or judge (human or llm)",
        "axis": "What was scored (the axis)",
        "score": "The score",
        "own_id": "The answer’s own id in your files",
        "response": "The label it has here (R-…)",
        "prompt": "Which question was asked (its id)",
        "system": "Which system answered",
        "replication": "Which answer to the question it is (1, 2, …)",
        "why": "The reason",
        "missing": "Why there is no score",
        "confidence": "How sure the rater is (0 to 1)",
        "module": "The standpoint",
        "stage": "Which reading it is (first, second, …)",
        "family": "The judge’s maker",
        "model": "The judge’s model",
    },
}
FIRST: Mapping[Holding, int] = {"prompts": 3, "systems": 2, "responses": 5, "scores": 8}
"""How many of these stand open on the page; the others wait behind a line."""

NEEDED: Mapping[Holding, frozenset[str]] = {
    "prompts": frozenset({"prompt", "text"}),
    "systems": frozenset({"system"}),
    "responses": frozenset({"prompt", "system", "text"}),
    "scores": frozenset({"rater", "rater_kind", "axis", "score"}),
}
HOLDS = {
    "responses": "Responses",
    "scores": "Scores",
    "prompts": "Prompts (the questions)",
    "systems": "Systems",
    "results": "Responses and their scores",
}
FORMS = (
    ("Tables", "CSV, Excel workbooks (XLSX), Parquet, JSON lines: responses, scores, prompts or systems"),
    ("Published files", "prompts with expected themes, task sets with reference answers, results with judges’ scores"),
    ("Blind files", "responses without their authors, together with the key that names them"),
    ("From other tools", "JSON exports of Label Studio, evaluation logs of Inspect (JSON or .eval)"),
)
MEANT = {
    "": "Stop: it is a mistake",
    "not_applicable": "The axis does not apply",
    "cannot_assess": "The person cannot assess it",
    "rubric_unclear": "The rubric is unclear to the person",
    "not_scored": "Nobody scored here",
}
