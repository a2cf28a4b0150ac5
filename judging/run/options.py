"""What a run may set."""

from dataclasses import dataclass
from typing import Literal

from rubrics.protocols import Exclude, Protocol

BATCH_POLL_S = 60.0
RunKind = Literal["judging", "collecting"]


@dataclass(frozen=True)
class RunOptions:
    """What a run may set.

    Parameters
    ----------
    protocol_id : str, optional
        Under what name the settled scores are kept; None: the kind of the benchmark's protocol. Two names on one study
        are two runs, which can be compared.
    protocol : Protocol, optional
        Another protocol than the benchmark's own, such as that of another file.
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
    retries : int
        How often a request is sent again after an error of the provider's; 0: never, also not after a refusal for rate.
    first_pause_s : float
        Seconds before a request is sent again after an error of the provider's; doubled each time, up to a minute.
    kept_names : tuple of str
        Names of systems or makers that may stand in what is sent, because a question is about them, say.
    accept_new_code : bool
        Resume although the software's version has changed since.
    batched : tuple of str
        Judges that are asked in batches of their provider's, for less money and an answer within a day.
    batch_poll_s : float
        Seconds between two looks at a batch.
    """

    kind: RunKind = "judging"
    protocol_id: str | None = None
    protocol: Protocol | None = None
    exclude: Exclude | None = None
    shuffle_axes: bool = False
    repeat_share: float = 0.0
    language: str | None = None
    only_sampled: bool = False
    cap_usd: float | None = None
    cap_consent: bool = False
    doubtful: Literal["ask_again", "hold"] = "ask_again"
    retries: int = 5
    first_pause_s: float = 1.0
    kept_names: tuple[str, ...] = ()
    accept_new_code: bool = False
    batched: tuple[str, ...] = ()
    batch_poll_s: float = BATCH_POLL_S
