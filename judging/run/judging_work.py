"""What a worker of a judging run does between exchanges: reads replies, begins targets, and sees how the run ends."""

from dataclasses import dataclass

from judging.run.digest import digest, read_reply, step_on
from judging.run.ending import Ending
from store import run_targets, run_verdicts


@dataclass
class JudgingWork(Ending):
    """Judging's part of a worker's loop."""

    def read(self, most: int, *, of_all: bool = False) -> int:
        """Read stored replies of this worker (or of all) and take their targets a step on; return how many."""
        mine = None if of_all else self.worker_id
        with self.store.reading() as session:
            replies = run_verdicts.unread(session, run_id=self.context.run_id, most=most, worker_id=mine)
        if not replies:
            return 0
        verdicts = [read_reply(self.context, reply) for reply in replies]
        with self.store.writing() as session:
            digest(session, context=self.context, verdicts=verdicts, now=self.utc())
        return len(replies)

    def open(self, most: int) -> int:
        """Begin with targets nobody has begun, and go on with those whose last call failed; return how many."""
        with self.store.writing() as session:
            targets = run_targets.waiting_targets(session, run_id=self.context.run_id, most=most)
            step_on(session, context=self.context, targets=targets, now=self.utc())
        return len(targets)
