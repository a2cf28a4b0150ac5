"""Between the store and the protocols: rows become targets and verdicts, what counts becomes settled scores.

Verdicts that came with a file and those of a run are settled by the same steps. A file's verdicts may say at which
stage each was given; where they do not, the benchmark's own protocol is applied if it makes no difference who is taken
to have spoken first, and else the median stands in its place, and says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from judging.protocols.cross_judge import EXCLUDED
from judging.protocols.eligible import may_judge
from judging.protocols.of_benchmark import WAYS, stages_of
from judging.protocols.pieces import by_axis, counting, excluded
from judging.protocols.terms import Author, Call, Heard, Judge, Settings, Settled, Target
from store import settling
from store.engine import Session
from store.settling import GivenVerdict, Kept

MAKERS_UNKNOWN = "the file does not say who made {}; that makers differ where the rule wants it is taken on its word"
NOT_ITS_OWN = "median of the judges, in place of the benchmark's own way: the file does not say who judged first"


def targets_of(session: Session, *, study_id: int) -> list[Target]:
    """Return a study's targets as protocols know them, by id."""
    return [
        Target(one.id, f"{one.label}|{one.module}", one.module, Author(one.system, one.family, one.own), one.empty)
        for one in settling.targets(session, study_id=study_id)
    ]


def settle_given(target: Target, given: Sequence[GivenVerdict], settings: Settings) -> Settled:
    """Settle one target by what a file's judges said of it; nobody is asked.

    Parameters
    ----------
    target : Target
    given : sequence of GivenVerdict
        All on this target. When some say their stage (`cross`, `first`, `audit`, ...), the others do not count.
    settings : Settings
    """
    stages = stages_of(settings.benchmark)
    staged = [one for one in given if one.stage in stages]
    heard = _heard(staged) if staged else [one for stage in stages for one in _heard(given, stage)]
    panel = _panel(staged or given, with_roles=bool(staged))
    found = _settled(target, panel, heard, settings)
    if staged:
        return _on_the_files_word(target, panel, heard, settings, found) if found.gaps else found
    any_order = len(panel) < 2 or WAYS[settings.benchmark.protocol.kind].in_any_order
    if any_order or found.scores == _settled(target, panel[::-1], heard, settings).scores:
        return found
    rule, exclude = counting(settings.benchmark, "median"), excluded(settings)
    judges = {judge.id for judge in panel if may_judge(judge, target.author, exclude)}
    once = [one for one in _heard(given, stages[0]) if one.state == "valid" and one.call.judge in judges]
    words = "; ".join([NOT_ITS_OWN, EXCLUDED[exclude], *rule.words])
    return Settled(by_axis(settings.benchmark, once, rule), words, "median_in_place")


def _on_the_files_word(
    target: Target, panel: Sequence[Judge], heard: Sequence[Heard], settings: Settings, found: Settled
) -> Settled:
    """Settle what a file's stages say where it does not say who made its judges, and add that nobody could check.

    A run asks no judge whose maker is not known where makers must differ. A file was judged already, by somebody who
    knew; known makers that do not differ are not let through.
    """
    unknown = [judge for judge in panel if not judge.family.strip()]
    each_its_own = [judge if judge.family.strip() else replace(judge, family=f"? {judge.id}") for judge in panel]
    trusted = _settled(target, each_its_own, heard, settings) if unknown else found
    if trusted.scores == found.scores:
        return found
    names = " and ".join(judge.name for judge in unknown)
    return replace(trusted, gaps=(*trusted.gaps, MAKERS_UNKNOWN.format(names)))


def _settled(target: Target, panel: Sequence[Judge], heard: Sequence[Heard], settings: Settings) -> Settled:
    found = WAYS[settings.benchmark.protocol.kind].step(target, panel, heard, settings)
    while not isinstance(found, Settled):
        heard = [*heard, *(Heard(0, call, "failed") for call in found.calls)]
        found = WAYS[settings.benchmark.protocol.kind].step(target, panel, heard, settings)
    return found


def _heard(given: Sequence[GivenVerdict], stage: str | None = None) -> list[Heard]:
    """As a protocol hears them; what a file says is final, so what could not be read is not asked again."""
    return [
        Heard(
            one.id,
            Call(stage or one.stage, one.judge, attempt=one.attempt),
            "valid" if one.state == "valid" else "failed",
            one.scores,
            one.confidence,
        )
        for one in given
    ]


def _panel(given: Sequence[GivenVerdict], *, with_roles: bool) -> list[Judge]:
    judges: dict[str, Judge] = {}
    for one in sorted(given, key=lambda one: one.judge):
        known = judges.get(one.judge) or Judge(one.judge, one.model, one.family, name=one.judge)
        judges[one.judge] = replace(known, roles=known.roles | {one.stage}) if with_roles else known
    return list(judges.values())


def keep_settled(session: Session, *, protocol: str, settled: Mapping[int, Settled], now: datetime) -> int:
    """Store what counts wherever it is new or has changed, and return how many settled scores that is.

    Parameters
    ----------
    session : Session
    protocol : str
        The name under which the scores stand: of a run, or `store.settling.PROTOCOL` for those from files.
    settled : mapping of target id to Settled
        A target that is not in it keeps what it has.
    now : datetime
        With its zone.
    """
    before = settling.in_force(session, protocol=protocol, target_ids=sorted(settled))
    rows = []
    for target_id, one in sorted(settled.items()):
        rule = "; ".join([one.rule, *one.gaps])
        for axis, score in one.scores.items():
            last = before.get((target_id, axis))
            said = (score.kind, score.value, score.n, score.nulls, rule, list(score.verdicts))
            if last is None or last[4:] != said:
                rows.append(Kept(target_id, axis, protocol, last.version + 1 if last else 1, *said))
    settling.append(session, rows=rows, now=now)
    return len(rows)
