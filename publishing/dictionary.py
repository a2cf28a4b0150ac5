"""What every table and column of a release means: read by the writer, by whoever verifies, and printed for readers."""

from collections.abc import Collection, Mapping

from publishing.dictionary_columns import (
    AXIS,
    CONFIDENCE,
    LIMIT,
    MODULE,
    RESPONSE,
    SCORE,
    WHY,
    WHY_MISSING,
    Column,
    Kind,
    TableMeaning,
)
from publishing.dictionary_people import PEOPLE_TABLES, REPEATS
from publishing.dictionary_records import CHARTER_TABLES, COLLECTED, NOTES, SENT

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
        "own": Column("yes_no", "Whether the benchmark's people built it; only where systems are named.", always=False),
        "grounded": Column(
            "yes_no", "Whether it answers from its own library; only where systems are named.", always=False
        ),
        "own_id": Column("text", "The id that it came with; only where systems are named.", always=False),
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
        "prompt_hash": Column("text", "Hash of what the judge was sent; its text is in the table sent."),
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
    "repeats": REPEATS,
    "sent": SENT,
    "collected": COLLECTED,
    "notes": NOTES,
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
