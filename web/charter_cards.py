"""A charter beside the answer that is scored from it: the text in force as safe HTML, and the owner's answers.

How experts have judged the charter is not in it: it could sway who scores.
"""

from collections.abc import Sequence
from typing import Any

from rubrics.charters import Charter, Clause
from rubrics.kept_charters import charter_of
from store.charters import CharterVersion
from store.clause_doubts import Doubt
from web import safe_text

Card = dict[str, Any]


def charter_card(version: CharterVersion, doubts: Sequence[Doubt]) -> Card:
    """Return a charter for a scorer; answers to the scorer's own doubts stand at their clauses."""
    text = charter_of(version.text, version.module)
    return {
        "hash": version.hash,
        **head(text),
        "clauses": [
            {"number": one.number, **clause_text(one), "answers": _answers(one, doubts)} for one in text.clauses
        ],
    }


def head(text: Charter) -> Card:
    """Return what stands outside a charter's clauses."""
    return {
        "title": text.title,
        "status": text.status_note,
        "preamble": safe_text.render(text.preamble) if text.preamble else "",
        "closing": safe_text.render(text.closing) if text.closing else "",
    }


def clause_text(clause: Clause) -> Card:
    """Return a clause to read."""
    return {
        "heading": clause.heading or "",
        "intro": safe_text.render(clause.intro) if clause.intro else "",
        "html": safe_text.render(clause.text),
        "sources": list(clause.sources),
    }


def _answers(clause: Clause, doubts: Sequence[Doubt]) -> list[str]:
    return list(dict.fromkeys(one.reply.words for one in doubts if one.clause == clause.number and one.reply))
