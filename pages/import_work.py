"""What an import does once a person has said how the file is to be read: checked only, or kept. Shows nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from files.layouts import PLAIN, Layout, Progress
from files.prompts import read_prompts
from files.responses import Declared, read_responses
from files.scores import outside_the_scale, read_scores
from files.scoring_keys import read_key
from files.systems import read_systems
from files.whole_files import WholeFile, take_whole
from judging.settle_study import take_scores
from pages import acting
from store import benchmarks
from store.contents import contents, known_responses
from store.engine import Session, Store
from store.responses import Intake, take_in
from store.score_intake import NewAnswer
from web.identity import now

ROLES = ("owner",)
What = Literal["prompts", "systems", "responses", "scores", "results"]


@dataclass(frozen=True)
class Job:
    """A file, what is wanted of it, and how it is to be read; `key` is a scoring key's name and bytes."""

    study_id: int
    name: str
    content: bytes
    what: What
    layout: Layout = PLAIN
    declared: Declared = field(default_factory=Declared)
    key: tuple[str, bytes] | None = None


def run(store: Store, login: str | None, job: Job, *, keep: bool, progress: Progress) -> list[str]:
    """Do a job, or only try it, for the person behind a browser; return sentences that say what came of it.

    The file is read before the store is locked, so that scorers can go on meanwhile.

    Raises
    ------
    FileError, StoreError
        With every problem; nothing is kept then.
    """
    with store.reading() as session:
        acting.allowed(session, login, ROLES, job.study_id)
        ready = _Ready(session, job, progress)
    progress("storing", 0)
    with store.writing() if keep else store.trying() as session:
        person = acting.allowed(session, login, ROLES, job.study_id)
        return ready.take(session, by=person.rater_id)


class _Ready:
    """A file that was read, and waits to be stored."""

    def __init__(self, session: Session, job: Job, progress: Progress) -> None:
        self.job, self.progress = job, progress
        self.benchmark = benchmarks.of_study(session, study_id=job.study_id)
        self.intake = Intake(source=job.name)
        self.answers: list[NewAnswer] = []
        if job.what == "scores":
            known = known_responses(session, study_id=job.study_id)
            self.answers = read_scores(
                job.content,
                job.name,
                benchmark=self.benchmark,
                responses=known,
                layout=job.layout,
                progress=progress,
            )
        else:
            self.intake = self._intake(session)

    def _intake(self, session: Session) -> Intake:
        job = self.job
        if job.what == "prompts":
            return Intake(prompts=read_prompts(job.content, job.name, layout=job.layout), source=job.name)
        if job.what == "systems":
            return Intake(systems=read_systems(job.content, job.name, layout=job.layout), source=job.name)
        return read_responses(
            job.content,
            job.name,
            there=contents(session, study_id=job.study_id),
            layout=job.layout,
            declared=job.declared,
            key=read_key(job.key[1], job.key[0]) if job.key else None,
            progress=self.progress,
        )

    def take(self, session: Session, *, by: int | None) -> list[str]:
        """Store it and say what is new."""
        job, at = self.job, now()
        keep = partial(take_scores, session, study_id=job.study_id, source=job.name, by=by, now=at)
        if job.what == "scores":
            return self._of_scores(keep(answers=self.answers))
        if job.what != "results":
            return _of_intake(take_in(session, study_id=job.study_id, intake=self.intake, by=by, now=at))
        added = take_whole(
            session,
            WholeFile(job.content, job.name, self.intake, job.layout),
            study_id=job.study_id,
            benchmark=self.benchmark,
            keep=lambda answers: self._keep(keep, answers),
            by=by,
            now=at,
            progress=self.progress,
        )
        return [*_of_intake(added), *self._of_scores(added["new"])]

    def _keep(self, keep: "partial[int]", answers: Sequence[NewAnswer]) -> int:
        self.answers = list(answers)
        return keep(answers=answers)

    def _of_scores(self, new: int) -> list[str]:
        said = [f"{_counted(len(self.answers), 'answer')} (one rater on one response each), {new:,} of them new."]
        if outside := outside_the_scale(self.answers, self.benchmark):
            said.append(f"{_counted(outside, 'score')} of judges outside the scale, kept as they are.")
        return said


def _of_intake(added: dict[str, int]) -> list[str]:
    parts = [_counted(added[f"{one}s"], one) for one in ("prompt", "system", "response")]
    said = [f"New: {', '.join(parts)}."]
    if added["marks"]:
        said.append(
            f"{_counted(added['marks'], 'place')} may give away who wrote a response; decide on the page Prepare."
        )
    return said


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
