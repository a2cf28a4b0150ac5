"""How far each question to a judge has come: answered, to be asked (again), or given up.

A reply that could not be read, or a refusal, is asked for again with a fresh call until the file's limit. A valid
reply is final; so is a call to which no reply came.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from judging.protocols.terms import Call, Heard, Settings


class Hearing(NamedTuple):
    """What has come of some questions: valid verdicts and sentences on what is missing, or calls that are due.

    `heard` are in the order of the questions; a question without a valid verdict is not among them.
    """

    heard: tuple[Heard, ...]
    due: tuple[Call, ...]
    gaps: tuple[str, ...]


def hear(questions: Sequence[Call], verdicts: Sequence[Heard], settings: Settings) -> Hearing:
    """See what has come of each question, whatever the order of the verdicts.

    Parameters
    ----------
    questions : sequence of Call
        As first asked: attempt 1.
    verdicts : sequence of Heard
        All of the target; several tries of one question may be among them. The latest valid one counts, later
        being the higher attempt, then the higher id.
    settings : Settings
    """
    heard, due, gaps = [], [], []
    for question in questions:
        mine = [one for one in verdicts if _same_question(one.call, question)]
        valid = [one for one in mine if one.state == "valid"]
        last = max(valid or mine, key=_when, default=None)
        if last is None:
            due.append(question)
        elif last.state == "valid":
            heard.append(last)
        elif last.state == "failed" or last.call.attempt >= settings.benchmark.judging.attempts:
            gaps.append(_gap(last))
        else:
            due.append(replace(question, attempt=last.call.attempt + 1))
    return Hearing(tuple(heard), tuple(due), tuple(gaps))


def _same_question(one: Call, other: Call) -> bool:
    return (one.stage, one.judge, one.replicate) == (other.stage, other.judge, other.replicate)


def _when(verdict: Heard) -> tuple[int, int]:
    return verdict.call.attempt, verdict.id


def _gap(last: Heard) -> str:
    who, tries = last.call.judge, last.call.attempt
    if last.state == "failed":
        return f"{who}: no reply came"
    times = "the only try" if tries == 1 else f"{tries} tries"
    return f"{who}: {'declined to judge' if last.state == 'refused' else 'no reply could be read'} in {times}"
