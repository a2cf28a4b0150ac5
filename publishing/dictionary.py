"""What every table and column of a release means: read by the writer, by whoever verifies, and printed for readers."""

from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple

from analysis.frames import MISSING

Kind = Literal["text", "number", "whole", "yes_no"]


class Column(NamedTuple):
    """One column: what kind of thing stands in it, what it means, and whether every release has it."""

    kind: Kind
    means: str
    always: bool = True


class TableMeaning(NamedTuple):
    """One table: what a row is, which columns name a row, and its columns in the order of the file."""

    row: str
    keys: tuple[str, ...]
    columns: Mapping[str, Column]


WHY_MISSING = "Empty where there is a score; else " + "; ".join(f"{word}: {says}" for word, says in MISSING.items())
RESPONSE = Column("text", "The response's label. It says nothing about who wrote it.")
MODULE = Column("text", "The standpoint from which the response is judged; see benchmark.toml.")
AXIS = Column("text", "The axis's id; its question and scale are in benchmark.toml.")
SCORE = Column("number", "The score on the axis's own scale; empty where there is none. Never a code for missing.")
WHY = Column("text", "The reason, in the rater's own words.")
CONFIDENCE = Column("number", "How sure the rater was, 0 to 1; empty where not asked or not said.")
REVIEWER = Column("text", "A number: reviewers are named only where they wished it.")
LIMIT = Column("text", "What must be said while the charters are not released; only until then.", always=False)

SCORES = TableMeaning(
    "one score in force of one rater on one axis of one response",
    ("response", "module", "rater", "axis"),
    {
        "response": RESPONSE,
        "module": MODULE,
        "rater": Column("text", "A judge's name, or a person's number. People are numbered; their names stay inside."),
        "rater_kind": Column("text", "human or llm."),
        "axis": AXIS,
        "score": SCORE,
        "missing": Column("text", WHY_MISSING + "."),
        "why": WHY,
        "confidence": CONFIDENCE,
        "source": Column("text", "ballot (given in the browser), run (asked by this software), or file."),
        "limit": LIMIT,
    },
)
SETTLED = TableMeaning(
    "what counts of the judges on one axis of one response, under one protocol",
    ("response", "module", "protocol", "axis"),
    {
        "response": RESPONSE,
        "module": MODULE,
        "axis": AXIS,
        "protocol": Column(
            "text", "The name under which it was settled; manifest.json says which one the numbers use."
        ),
        "version": Column("whole", "How often it was settled; later verdicts settle again."),
        "score": SCORE,
        "missing": Column(
            "text", "Empty where there is a score; else not_applicable, or not_scored for want of judges."
        ),
        "n": Column("whole", "How many judges answered."),
        "nulls": Column("whole", "How many of them said that the axis does not apply."),
        "rule": Column("text", "The rule, in words."),
        "verdicts": Column("text", "The verdicts that it came from: numbers of the table verdicts, divided by blanks."),
        "limit": LIMIT,
    },
)
PEOPLE_SETTLED = TableMeaning(
    "what counts of the people on one axis of one response",
    ("response", "module", "axis"),
    {
        "response": RESPONSE,
        "module": MODULE,
        "axis": AXIS,
        "score": SCORE,
        "missing": Column("text", "Empty where there is a score; else not_applicable, or not_scored (too few people)."),
        "n": Column("whole", "How many people's answers went into it."),
        "nulls": Column("whole", "How many of them said that the axis does not apply."),
        "rule": Column("text", "The rule, in words, and what is missing."),
        "limit": LIMIT,
    },
)
ADJUDICATIONS = TableMeaning(
    "one axis of what an adjudicator said of a response on which two people lay too far apart",
    ("response", "module", "rater", "stage", "axis"),
    {
        "response": RESPONSE,
        "module": MODULE,
        "rater": Column("text", "The adjudicator's number; never one of the two, whose scores stand in scores.csv."),
        "stage": Column("text", "own: before the adjudicator saw what the two said; final: after it, which counts."),
        "axis": AXIS,
        "score": SCORE,
        "missing": Column("text", "Empty with a score; else not_applicable, cannot_assess or rubric_unclear."),
        "why": WHY,
        "sentence": Column("text", "How the adjudicator settles the response, in one sentence; of a final answer."),
        "limit": LIMIT,
    },
)
RESPONSES = TableMeaning(
    "one response, as raters saw it",
    ("response",),
    {
        "response": RESPONSE,
        "prompt": Column("text", "The prompt that it answers."),
        "category": Column("text", "The prompt's group."),
        "tier": Column("text", "The tier of the benchmark that the group stands for; empty where there is none."),
        "system": Column("text", "What answered: its name, or a number where systems are not named."),
        "family": Column("text", "The system's maker; only where systems are named.", always=False),
        "own": Column(
            "yes_no", "Whether the benchmark's own people built it; only where systems are named.", always=False
        ),
        "grounded": Column(
            "yes_no", "Whether it answers from a library of its own; only where systems are named.", always=False
        ),
        "replication": Column("whole", "1 for a system's first answer to the prompt, 2 for the next."),
        "sampled": Column("yes_no", "Whether people scored it."),
        "words": Column("whole", "Words of the text."),
        "text": Column("text", "The answer, with what would name its author blacked out where the owner decided so."),
    },
)
PROMPTS = TableMeaning(
    "one prompt",
    ("prompt",),
    {
        "prompt": Column("text", "The prompt's id."),
        "category": Column("text", "Its group."),
        "text": Column("text", "What the systems were asked."),
        "reference_answer": Column("text", "An answer given as a reference."),
        "details": Column("text", "What else is known of it (expected themes, things to avoid, sources), as JSON."),
    },
)
RATERS = TableMeaning(
    "one rater",
    ("rater",),
    {
        "rater": Column("text", "A judge's name, or a person's number."),
        "rater_kind": Column("text", "human or llm."),
        "family": Column("text", "A judge's maker."),
        "model": Column("text", "A judge's model."),
    },
)
VERDICTS = TableMeaning(
    "one answer of a judge, readable or not",
    ("verdict",),
    {
        "verdict": Column("whole", "Its number in this release."),
        "response": RESPONSE,
        "module": MODULE,
        "judge": Column("text", "The judge's name."),
        "stage": Column("text", "Which reading it was: first, second, audit, ...; imported for one from a file."),
        "replicate": Column("whole", "1, or higher for a repeat by which the judge is measured against itself."),
        "attempt": Column("whole", "How often it had been asked."),
        "state": Column("text", "valid, unreadable or refused."),
        "counts": Column("yes_no", "Whether it is the one in force."),
        "source": Column("text", "run or file."),
        "prompt_hash": Column("text", "Hash of what the judge was sent."),
        "tokens_in": Column("whole", "Tokens sent, as the provider counted."),
        "tokens_out": Column("whole", "Tokens answered, as the provider counted."),
        "cost_usd": Column("number", "What it cost, in US dollars; empty where that is not known."),
        "latency_ms": Column("number", "How long the answer took, in milliseconds."),
        "recorded_at": Column("text", "When it was recorded (UTC)."),
        "raw_reply": Column(
            "text", "The reply as it came, letter by letter; empty where there was none or only scores."
        ),
        "limit": LIMIT,
    },
)
VERDICT_SCORES = TableMeaning(
    "one axis of one verdict",
    ("verdict", "axis"),
    {
        "verdict": Column("whole", "The verdict's number."),
        "axis": AXIS,
        "score": SCORE,
        "missing": Column("text", "Empty where there is a score; else not_applicable."),
        "why": WHY,
        "confidence": CONFIDENCE,
        "limit": LIMIT,
    },
)
CHARTER_TABLES: Mapping[str, TableMeaning] = {
    "charters": TableMeaning(
        "the charter in force of one standpoint",
        ("module",),
        {
            "module": MODULE,
            "version": Column("whole", "1 for the first text, 2 for the next."),
            "hash": Column("text", "SHA-256 of the text, by which sign-offs name it."),
            "added_at": Column("text", "When it was put in force (UTC)."),
            "text": Column("text", "The charter, letter by letter (Markdown)."),
        },
    ),
    "sign_offs": TableMeaning(
        "the sign-off of one reviewer that counts: the last of the text in force or, without one, of an earlier text",
        ("module", "reviewer"),
        {
            "module": MODULE,
            "reviewer": REVIEWER,
            "name": Column("text", "Their name, where they wished it printed."),
            "qualification": Column("text", "Their training or office, where they wished it printed."),
            "tradition": Column("text", "Their tradition, where they wished it printed."),
            "qualified": Column("yes_no", "Whether the study's owner recorded them as qualified; others do not count."),
            "charter_version": Column("whole", "The version that they signed."),
            "charter_hash": Column("text", "The hash of the text that they signed."),
            "decision": Column("text", "approved, approved_with_notes, changes_requested or declined."),
            "reasons": Column("text", "Their reasons, in their own words."),
            "answer": Column("text", "The owner's answer to the sign-off as a whole."),
            "signed_at": Column("text", "When it was signed (UTC)."),
        },
    ),
    "objections": TableMeaning(
        "one clause, or one scenario's expected considerations, that a reviewer disagrees with in that sign-off",
        ("module", "reviewer", "part", "clause"),
        {
            "module": MODULE,
            "reviewer": REVIEWER,
            "part": Column("text", "clause or scenario."),
            "clause": Column("text", "The clause's number or the scenario's id; whole for the charter as a whole."),
            "classification": Column("text", "How firmly they say that it is held; a class of benchmark.toml."),
            "comment": Column("text", "Their comment, in their own words."),
            "proposed": Column("text", "The wording that they propose instead."),
        },
    ),
}
"""Only where the benchmark judges from charters."""

PEOPLE_TABLES: Mapping[str, TableMeaning] = {"people_settled": PEOPLE_SETTLED, "adjudications": ADJUDICATIONS}
"""Only where people's scores are settled, and where somebody adjudicated."""

TABLES: Mapping[str, TableMeaning] = {
    "scores": SCORES,
    "settled": SETTLED,
    "responses": RESPONSES,
    "prompts": PROMPTS,
    "raters": RATERS,
    "verdicts": VERDICTS,
    "verdict_scores": VERDICT_SCORES,
    **PEOPLE_TABLES,
    **CHARTER_TABLES,
}


def dictionary_markdown(names: Collection[str]) -> str:
    """Write the dictionary of some tables for readers."""
    lines = ["# Data dictionary", "", "Tables are UTF-8 CSV with a header; an empty cell is a missing one."]
    lines += ["A cell that begins with `'` before `=`, `+`, `-` or `@` has that `'` only so that it cannot run."]
    for name, table in ((one, TABLES[one]) for one in names):
        lines += ["", f"## data/{name}.csv", "", f"A row is {table.row}. Named by: {', '.join(table.keys)}.", ""]
        lines += ["| column | kind | what |", "|---|---|---|"]
        lines += [f"| `{one}` | {column.kind} | {column.means} |" for one, column in table.columns.items()]
    return "\n".join(lines) + "\n"


FRICTIONLESS: Mapping[Kind, str] = {"text": "string", "number": "number", "whole": "integer", "yes_no": "boolean"}


def table_schema(name: str, columns: tuple[str, ...]) -> dict[str, object]:
    """Return a table's schema as Frictionless describes one, of the columns that are there."""
    table = TABLES[name]
    fields = [
        {
            "name": one,
            "type": FRICTIONLESS[table.columns[one].kind],
            "description": table.columns[one].means,
            "constraints": {"required": True} if one in table.keys else {},
        }
        for one in columns
    ]
    return {"fields": fields, "missingValues": [""], "primaryKey": list(table.keys)}
