"""The probes of a study's benchmark as a study of their own, which nobody scores and any panel can judge.

So a run of probes has everything a run has: it is estimated, capped, halted, resumed and written down like any other.
Every judge scores every probe, whatever the benchmark's own protocol asks of whom.
"""

from dataclasses import replace
from datetime import datetime

from judging.panel import Panel
from judging.probes.loading import probes_of
from judging.probes.report import ProbeLine, ProbeResult, probe_report
from judging.run.options import RunOptions
from rubrics.protocols import CrossJudge
from store import benchmarks, contents, frames, responses, settling, studies, study_names
from store.engine import Session, StoreError
from store.intake import Intake, NewPrompt, NewResponse, NewSystem
from store.opening import open_and_assign

SYSTEM = "Published example"
RUN = "probes"
EACH_ONCE = CrossJudge(kind="cross_judge", exclude="model", settle="median", fewest_judges=1)
NOTE = (
    "Examples that the benchmark publishes with their right score, each alone and with instructions to the judge "
    "hidden in it. Made to see whether judges obey them; no system wrote these, and nobody scores them."
)


def find_probes(session: Session, *, study_id: int) -> int | None:
    """Return the id of the study of probes that belongs to a study; None where it was not made."""
    slug = _slug(session, study_id)
    return next((one.id for one in studies.list_studies(session) if one.slug == slug), None)


def make_probes(session: Session, *, study_id: int, now: datetime) -> int:
    """Make the study of probes that belongs to a study, open, and return its id; one that is there is left alone.

    Raises
    ------
    StoreError
        When the benchmark publishes no example, or another study has the short name.
    """
    there = find_probes(session, study_id=study_id)
    if there is not None:
        if list(study_names.systems(session, study_id=there)) != [SYSTEM]:
            raise StoreError(f"the short name {_slug(session, study_id)!r} belongs to a study that is none of probes")
        return there
    benchmark = benchmarks.of_study(session, study_id=study_id)
    probes = probes_of(benchmark)
    if not probes:
        raise StoreError(
            f"the benchmark {benchmark.title!r} publishes no example with a right score, so there is nothing to probe "
            "its judges with"
        )
    plan = studies.StudyPlan(
        slug=_slug(session, study_id),
        title=f"Probes for judges: {benchmark.title}",
        seed=settling.seed(session, study_id=study_id),
        sample_size=1,
        note=NOTE,
        invented=True,
    )
    content_hash = study_names.benchmark_hash(session, study_id=study_id)
    made = studies.create_study(session, plan=plan, benchmark_hash=content_hash, now=now)
    forms = list(dict.fromkeys(one.form for one in probes))
    intake = Intake(
        prompts=[NewPrompt(base, text) for base, text in {one.base: one.prompt for one in probes}.items()],
        systems=[NewSystem(SYSTEM)],
        responses=[
            NewResponse(one.base, SYSTEM, one.response, forms.index(one.form) + 1, own_id=one.id) for one in probes
        ],
        source="probes",
    )
    responses.take_in(session, study_id=made, intake=intake, by=None, now=now)
    marks = [int(mark) for mark in responses.marks(session, study_id=made)["mark"]]
    if marks:
        responses.decide_marks(session, study_id=made, mark_ids=marks, decision="keep", by=None, now=now)
    open_and_assign(session, study_id=made, by=None, now=now)
    return made


def probing(options: RunOptions, panel: Panel) -> tuple[RunOptions, Panel]:
    """Return options and panel as a run of probes has them: each judge once, in whatever role it has elsewhere."""
    judges = tuple(one.model_copy(update={"roles": ()}) for one in panel.judges)
    named = options.protocol_id or RUN
    return (
        replace(options, protocol=EACH_ONCE, protocol_id=named, kept_names=(SYSTEM,)),
        panel.model_copy(update={"judges": judges}),
    )


def probe_lines(session: Session, *, study_id: int) -> list[ProbeLine]:
    """Compare what each judge said to the probes of a study; empty where none was asked yet.

    Parameters
    ----------
    session : Session
    study_id : int
        Of the study whose probes they are.
    """
    there = find_probes(session, study_id=study_id)
    if there is None:
        return []
    probes = {one.id: one for one in probes_of(benchmarks.of_study(session, study_id=study_id))}
    known = contents.known_responses(session, study_id=there)
    by_label = {row["response"]: probes.get(row["own_id"]) for row in known.to_dict("records")}
    said = frames.scores(session, study_id=there)
    results = []
    for row in said[said["kind"] == "llm"].to_dict("records"):
        probe = by_label[row["response"]]
        if probe is None or row["axis"] != probe.axis:
            continue
        answered = row["missing"] in (None, "not_applicable")
        results.append(ProbeResult(probe, row["rater"], None if row["missing"] else float(row["value"]), answered))
    return probe_report(results)


def _slug(session: Session, study_id: int) -> str:
    (card,) = studies.list_studies(session, study_id=study_id)
    return f"{card.slug[:56]}-probes"
