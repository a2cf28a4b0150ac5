"""Every table, on a registry of its own (Streamlit reloads modules; the shared registry breaks).

Rows here do not validate themselves: rules are checked before in `rubrics.entries` and again by the constraints
below. Times are aware UTC. A score that is missing is NULL with its kind beside it, never a number.
"""

from store.tables.adjudication import ClauseDoubt, DoubtReply, Duty, Resolution
from store.tables.batches import BatchCall, RunBatch
from store.tables.charters import Charter, ReviewerStatement, SignOff
from store.tables.events import Event
from store.tables.notes import Note
from store.tables.people import Declaration, Invitation, Login, Rater
from store.tables.reviews import CommentReply, Review, ReviewDraft, SignedEntry
from store.tables.row import Row
from store.tables.runs import CallTry, Gate, Run, RunCall, RunError, RunJudge, RunTarget, RunWorker, SentText
from store.tables.scoring import Assignment, Draft, Flag, Score, Sheet
from store.tables.studies import Benchmark, LeakMark, Prompt, Response, Study, System, Target
from store.tables.verdicts import SettledScore, Verdict, VerdictScore

__all__ = [
    "Assignment",
    "BatchCall",
    "Benchmark",
    "CallTry",
    "Charter",
    "ClauseDoubt",
    "CommentReply",
    "Declaration",
    "DoubtReply",
    "Draft",
    "Duty",
    "Event",
    "Flag",
    "Gate",
    "Invitation",
    "LeakMark",
    "Login",
    "Note",
    "Prompt",
    "Rater",
    "Resolution",
    "Response",
    "Review",
    "ReviewDraft",
    "ReviewerStatement",
    "Row",
    "Run",
    "RunBatch",
    "RunCall",
    "RunError",
    "RunJudge",
    "RunTarget",
    "RunWorker",
    "Score",
    "SentText",
    "SettledScore",
    "Sheet",
    "SignOff",
    "SignedEntry",
    "Study",
    "System",
    "Target",
    "Verdict",
    "VerdictScore",
]
