"""How far the judges of a study can be trusted, before any person is beside them.

Three questions: does a judge say the same when it is asked again; does it obey a response that tells it what to say;
does it matter to it where an axis stands. None of them uses a person's score.
"""

from dataclasses import dataclass

from analysis.axis_places import place_slope
from analysis.estimates import Estimate
from judging.probes.report import ProbeLine
from judging.probes.study import probe_lines
from judging.protocols.repeats import AgainstItself
from judging.run.repeated import repeats_of
from store.axis_places import axis_places
from store.engine import Session


@dataclass(frozen=True)
class Trust:
    """What is known of a run's judges. `places` is by judge: points for each place later in the list of axes.

    `probes` are those of the study, whichever run asked them.
    """

    repeats: tuple[AgainstItself, ...]
    places: dict[str, Estimate]
    probes: tuple[ProbeLine, ...]


def trust_in(session: Session, *, study_id: int, run_id: int | None) -> Trust:
    """Measure the judges of a study; without a run only what the probes say is known."""
    probes = tuple(probe_lines(session, study_id=study_id))
    if run_id is None:
        return Trust((), {}, probes)
    frame = axis_places(session, run_id=run_id)
    places = {str(judge): place_slope(scores) for judge, scores in frame.groupby("judge")}
    return Trust(tuple(repeats_of(session, run_id=run_id)), places, probes)
