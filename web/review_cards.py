"""What a reviewer's page is sent: the charter as safe HTML, their own words, what has changed, what was answered.

It is made from `store.review_work.Work`, which is one person's; nothing in it is of another reviewer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rubrics.charters import Clause
from rubrics.clause_diff import ClauseChange, unbroken
from rubrics.kept_charters import changes
from rubrics.reviews import ReviewEntry, Subject, class_label
from rubrics.scenarios import Scenario
from rubrics.schema import Benchmark
from store.charters import CharterVersion
from store.review_comments import Comment, Reply
from store.review_drafts import draft_fields
from store.review_work import Kept, Work, reading
from store.signing import Statement
from web import safe_text
from web.charter_cards import clause_text, head

Card = dict[str, Any]


@dataclass(frozen=True)
class Opened:
    """One review, opened by its reviewer."""

    work: Work
    comments: Sequence[Comment]
    statement: Statement
    benchmark: Benchmark


def module_name(benchmark: Benchmark, module: str) -> str:
    """Return a module's name; its id where the benchmark has no such module any more."""
    return next((one.name for one in benchmark.modules if one.id == module), module)


def line_card(work: Work, benchmark: Benchmark) -> Card:
    """Return how far one review is, for the list of a reviewer's charters."""
    clauses = reading(work.charter).clauses if work.charter else ()
    answered = sum(_answered(work.kept.get(("clause", one.number))) for one in clauses)
    return {
        "key": work.review.key,
        "module": module_name(benchmark, work.review.module),
        "clauses": len(clauses),
        "answered": answered,
        "signed": bool(work.last),
        "signedNow": work.signed_now,
    }


def _answered(kept: Kept | None) -> bool:
    return bool(kept and kept.entry.agreement)


def review_card(opened: Opened) -> Card:
    """Return everything the page shows of one review."""
    work, benchmark = opened.work, opened.benchmark
    line = line_card(work, benchmark)
    if work.charter is None:
        return {**line, "charter": None}
    since = work.signed_text if work.last and not work.signed_now else None
    found = {one.number: one for one in changes(since.text, work.charter.text)} if since else {}
    answers = {(one.part, one.clause): one for one in opened.comments if one.signed.module == work.review.module}
    return {
        **line,
        "charter": _charter(work.charter),
        "classes": [{"id": one, "label": class_label(one)} for one in benchmark.authority_classes],
        "whole": _whole(work, found, answers),
        "clauses": [_clause(work, one, found, answers) for one in reading(work.charter).clauses],
        "scenarios": [_scenario(work, one, answers) for one in work.scenarios],
        "gone": [_gone(one, answers) for one in found.values() if one.kind == "removed"],
        "unplaced": [
            {"clause": one.entry.clause, "comment": one.entry.comment, "proposed": one.entry.proposed}
            for one in work.elsewhere.values()
            if one.revision and one.entry.has_comment
        ],
        "since": {"version": since.version, "note": work.charter.note} if since else None,
        "last": _last(work, answers.get(("decision", ""))),
        "before": work.last.id if work.last else 0,
        "decision": {**asdict(opened.statement), **work.decision},
        "decisionRevision": work.decision_revision,
    }


def _charter(charter: CharterVersion) -> Card:
    text = reading(charter)
    return {
        "hash": charter.hash,
        "version": charter.version,
        "addedAt": charter.added_at.isoformat(),
        **head(text),
    }


def _whole(work: Work, found: Mapping[str, ClauseChange], answers: Mapping[Subject, Comment]) -> Card:
    """What stands outside the clauses, to be commented on."""
    return _subject(work, ("clause", ""), found, answers)


def _clause(work: Work, clause: Clause, found: Mapping[str, ClauseChange], answers: Mapping[Subject, Comment]) -> Card:
    card = _subject(work, ("clause", clause.number), found, answers)
    return {
        **card,
        "change": _cut(card["change"], clause) if card["change"] else None,
        **clause_text(clause),
        "text": unbroken(clause.text),
    }


def _scenario(work: Work, scenario: Scenario, answers: Mapping[Subject, Comment]) -> Card:
    expected = scenario.expectations[work.review.module]
    return {
        **_subject(work, ("scenario", scenario.id), {}, answers),
        "title": scenario.title,
        "html": safe_text.render(scenario.text),
        "note": scenario.note,
        "expected": list(expected.considerations),
        "classified": class_label(expected.classification) if expected.classification else "",
        "text": "\n".join(expected.considerations),
        "sources": list(expected.sources),
    }


def _subject(
    work: Work, subject: Subject, found: Mapping[str, ClauseChange], answers: Mapping[Subject, Comment]
) -> Card:
    part, clause = subject
    kept = work.kept.get(subject) or Kept(ReviewEntry(clause, part=part))
    change = found.get(clause) if part == "clause" else None
    if change is None and kept.reopened and work.charter is not None:
        change = next((one for one in changes(kept.was, work.charter.text) if one.number == clause), None)
    earlier = answers.get(subject)
    return {
        "part": part,
        "clause": clause,
        "entry": draft_fields(kept.entry),
        "revision": kept.revision,
        "savedAt": kept.saved_at.isoformat() if kept.saved_at else None,
        "reopened": kept.reopened,
        "change": _change(change) if change else None,
        "earlier": _earlier(earlier) if earlier else None,
    }


def _change(change: ClauseChange) -> Card:
    return {"kind": change.kind, "runs": [[run.kind, run.text] for run in change.words]}


def _cut(change: Card, clause: Clause) -> Card:
    """Leave out of a difference the heading and the sources that are the same and stand beside it anyway."""
    runs = [list(run) for run in change["runs"]]
    heading, sources = unbroken(f"{clause.heading}\n\n"), unbroken(f"\n\nSources: {'; '.join(clause.sources)}")
    if runs and runs[0][0] == "same" and clause.heading:
        runs[0][1] = runs[0][1].removeprefix(heading)
    if runs and runs[-1][0] == "same" and clause.sources:
        runs[-1][1] = runs[-1][1].removesuffix(sources)
    return {**change, "runs": runs}


def _gone(change: ClauseChange, answers: Mapping[Subject, Comment]) -> Card:
    """A clause that was taken out since, with what its reviewer had signed of it."""
    earlier = answers.get(("clause", change.number))
    return {**_change(change), "clause": change.number, "earlier": _earlier(earlier) if earlier else None}


def _earlier(comment: Comment) -> Card:
    """What a reviewer signed here, and what became of it."""
    entry = comment.entry
    said = {"comment": entry.comment, "proposed": entry.proposed} if entry else {"comment": comment.signed.reasons}
    return {"proposed": "", **said, "version": comment.signed.version, "reply": _reply(comment.reply)}


def _reply(reply: Reply | None) -> Card | None:
    return {"outcome": reply.outcome, "words": reply.words, "at": reply.replied_at.isoformat()} if reply else None


def _last(work: Work, answer: Comment | None) -> Card | None:
    last = work.last
    if last is None:
        return None
    return {
        "decision": last.decision,
        "version": last.version,
        "at": last.signed_at.isoformat(),
        "now": work.signed_now,
        "reasons": last.reasons,
        "conflict": last.conflict,
        "note": last.private_note,
        "reply": _reply(answer.reply) if answer else None,
    }
