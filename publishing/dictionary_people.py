"""What the tables of a release mean that say how people were settled, adjudicated and asked twice."""

from collections.abc import Mapping

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
    TableMeaning,
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
REPEATS = TableMeaning(
    "one score that a person gave a second time, unaware that the response came again; it enters no other figure",
    ("response", "module", "rater", "repeat", "axis"),
    {
        "response": RESPONSE,
        "module": MODULE,
        "rater": Column("text", "The person's number; what they gave the first time is in the table scores."),
        "repeat": Column("whole", "1 for the first repeat."),
        "axis": AXIS,
        "score": SCORE,
        "missing": Column("text", WHY_MISSING + "."),
        "why": WHY,
        "confidence": CONFIDENCE,
        "limit": LIMIT,
    },
)
PEOPLE_TABLES: Mapping[str, TableMeaning] = {"people_settled": PEOPLE_SETTLED, "adjudications": ADJUDICATIONS}
"""Only where people's scores are settled, and where somebody adjudicated."""
