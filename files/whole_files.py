"""A file that holds responses and their scores together, taken in at once: both, or neither."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from files.layouts import PLAIN, Layout, Progress
from files.scores import read_scores
from rubrics.schema import Benchmark
from store.contents import known_responses
from store.engine import Session
from store.responses import Intake, take_in
from store.score_intake import NewAnswer

KeepScores = Callable[[Sequence[NewAnswer]], int]
"""Stores answers and returns how many of them are new."""


@dataclass(frozen=True)
class WholeFile:
    """A file's bytes and name, the responses already read from it, and how its scores are laid out."""

    content: bytes
    name: str
    intake: Intake
    layout: Layout = PLAIN


def take_whole(
    session: Session,
    file: WholeFile,
    *,
    study_id: int,
    benchmark: Benchmark,
    keep: KeepScores,
    by: int | None,
    now: datetime,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Store the responses of a file, then its scores; return how many of everything are new.

    The scores can only be read when the responses have their labels, so that happens in between.

    Raises
    ------
    FileError, StoreError
        With every problem; nothing of the file may be kept then.
    """
    added = take_in(session, study_id=study_id, intake=file.intake, by=by, now=now)
    known = known_responses(session, study_id=study_id)
    answers = read_scores(
        file.content, file.name, benchmark=benchmark, responses=known, layout=file.layout, progress=progress
    )
    return {**added, "answers": len(answers), "new": keep(answers)}
