"""What the tables of a release mean that hold charters, what was sent and collected, and the discussion."""

from collections.abc import Mapping

from publishing.dictionary_columns import MODULE, RESPONSE, REVIEWER, Column, TableMeaning

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

SENT = TableMeaning(
    "one text that judges or systems were sent, letter by letter",
    ("prompt_hash",),
    {
        "prompt_hash": Column("text", "Its hash, by which the tables verdicts and collected name it."),
        "text": Column("text", "Messages and the form of the reply, as JSON."),
    },
)
COLLECTED = TableMeaning(
    "one request by which a response was collected; none for responses that came with a file",
    ("response", "attempt"),
    {
        "response": RESPONSE,
        "attempt": Column("whole", "1, or higher where it was asked again."),
        "state": Column("text", "answered, rejected by the provider, or doubtful: nobody knows whether it arrived."),
        "prompt_hash": Column("text", "Hash of what the system was sent; its text is in the table sent."),
        "sent_at": Column("text", "When it was sent (UTC)."),
        "finish_reason": Column(
            "text", "Why it ended there; this and what follows only with systems named.", always=False
        ),
        "provider_model": Column("text", "The model that the provider says has answered.", always=False),
        "parameters": Column("text", "What the request asked for beside the text, as JSON.", always=False),
        "cost_usd": Column("number", "What it cost, in US dollars; empty where that is not known.", always=False),
        "latency_ms": Column("number", "How long the answer took, in milliseconds.", always=False),
        "raw_reply": Column("text", "The reply as it came, letter by letter: the transcript.", always=False),
    },
)
NOTES = TableMeaning(
    "one note of the discussion after scoring was closed",
    ("note",),
    {
        "note": Column("whole", "Its number, in the order in which notes were written."),
        "response": RESPONSE,
        "module": MODULE,
        "author": Column("text", "An owner's or researcher's number; their names stay inside."),
        "text": Column("text", "The note. Names of people of the study are taken out of it, and systems numbered."),
        "written_at": Column("text", "When it was written (UTC)."),
    },
)
