"""Before a run: whether it may start, what it will ask, and what that costs at most.

One study has one run for each protocol name. Planning a run that is there already resumes it, if nothing that may
change an answer is different; nothing is sent before every problem is out of the way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from judging.panel import Panel
from rubrics.protocols import Exclude
from store.engine import Session

RunKind = Literal["judging", "collecting"]


@dataclass(frozen=True)
class RunOptions:
    """What a run may set.

    Parameters
    ----------
    protocol_id : str, optional
        Under what name the settled scores are kept; None: the kind of the benchmark's protocol. Two names on one study
        are two runs, which can be compared.
    exclude : "model" or "family", optional
        Who may not judge, otherwise than the benchmark says.
    shuffle_axes : bool
        Give every judge and target the axes in a drawn order, which is recorded.
    repeat_share : float from 0 to 1
        The share of calls asked a second time, to measure each judge against itself.
    language : str, optional
        Only the prompts in this language; needed where a study has several.
    only_sampled : bool
        Only the targets that people score.
    cap_usd : float, optional
        US dollars above which nothing more is sent.
    cap_consent : bool
        Go on although a judge's price is not known, so that the cap cannot count it.
    doubtful : "ask_again" or "hold"
        What becomes of calls that were on the wire when a worker died.
    accept_new_code : bool
        Resume although the software's version has changed since.
    """

    kind: RunKind = "judging"
    protocol_id: str | None = None
    exclude: Exclude | None = None
    shuffle_axes: bool = False
    repeat_share: float = 0.0
    language: str | None = None
    only_sampled: bool = False
    cap_usd: float | None = None
    cap_consent: bool = False
    doubtful: Literal["ask_again", "hold"] = "ask_again"
    accept_new_code: bool = False


@dataclass(frozen=True)
class JudgeEstimate:
    """One judge's part: calls and US dollars, None where its price is not known."""

    judge: str
    calls_least: int
    calls_most: int
    usd_least: float | None
    usd_most: float | None


@dataclass(frozen=True)
class Estimate:
    """What a run will ask and cost; a range, because what is disputed shows only on the way.

    `usd_least` and `usd_most` are None when a price is not known; `unknown_prices` are those judges' ids.
    """

    targets: int
    calls_least: int
    calls_most: int
    usd_least: float | None
    usd_most: float | None
    by_judge: tuple[JudgeEstimate, ...] = ()
    by_stage: Mapping[str, tuple[int, int]] | None = None
    unknown_prices: tuple[str, ...] = ()


def start_problems(
    session: Session, *, study_id: int, panel: Panel, options: RunOptions, environ: Mapping[str, str]
) -> list[str]:
    """Say in plain sentences everything that keeps a run from starting; empty when it may."""
    raise NotImplementedError


def estimate(session: Session, *, study_id: int, panel: Panel, options: RunOptions) -> Estimate:
    """Say how many calls a run will make and what they cost, before any is made."""
    raise NotImplementedError


def plan_run(
    session: Session,
    *,
    study_id: int,
    panel: Panel,
    options: RunOptions,
    environ: Mapping[str, str],
    by: int | None,
    now: datetime,
) -> int:
    """Record a run and return its id; the same again resumes the one that is there. Nothing is sent yet.

    Raises
    ------
    StoreError
        With every problem of `start_problems`; nothing is recorded then.
    """
    raise NotImplementedError
