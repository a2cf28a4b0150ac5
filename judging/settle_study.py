"""Settling a whole study by the judges' medians: a further row wherever what counts has changed, and only there."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from judging.settling import MedianRule, Settled, may_count, median_rule, settle_by_median
from store import benchmarks, score_intake, verdicts
from store.engine import Session
from store.score_intake import NewAnswer
from store.tables import SettledScore

PROTOCOL = "median"
Key = tuple[int, str]


def take_scores(
    session: Session, *, study_id: int, answers: Sequence[NewAnswer], source: str, by: int | None, now: datetime
) -> int:
    """Store a file's answers, settle the study if judges are among them, and return how many answers were new.

    Raises
    ------
    StoreError
        With every problem; nothing of the file may be kept then.
    """
    new = score_intake.take_scores(session, study_id=study_id, answers=answers, source=source, by=by, now=now)
    if any(answer.kind == "llm" for answer in answers):
        settle_study(session, study_id=study_id, now=now)
    return new


def settle_study(session: Session, *, study_id: int, now: datetime) -> int:
    """Settle every target and axis of a study by the median; return how many settled scores are new.

    The first time every axis of every target gets a row, `none` where no judge answered. Later only what changed does,
    under the next version.
    """
    benchmark = benchmarks.of_study(session, study_id=study_id)
    rule = median_rule(benchmark)
    heard = _heard(session, study_id, rule)
    in_force = verdicts.settled(session, study_id=study_id, protocol=PROTOCOL)
    rows = []
    for target in verdicts.targets(session, study_id=study_id):
        for axis in benchmark.axes:
            key = (target, axis.id)
            answers = heard.get(key, {})
            settled = settle_by_median(list(answers.values()), rule)
            row = _row(key, settled, rule=rule, verdict_ids=sorted(answers), now=now)
            before = in_force.get(key)
            if before is None or _said(before) != _said(row):
                row.version = 1 if before is None else before.version + 1
                rows.append(row)
    verdicts.append_settled(session, rows=rows)
    return len(rows)


def _heard(session: Session, study_id: int, rule: MedianRule) -> dict[Key, dict[int, float | None]]:
    """What each judge who counts said last, by target and axis: verdict id to score, None for not applicable."""
    frame = verdicts.latest_scores(session, study_id=study_id)
    heard: dict[Key, dict[int, float | None]] = defaultdict(dict)
    for row in frame.to_dict("records"):
        if not may_count(rule, **{name: row[name] for name in ("model", "family", "system", "system_family")}):
            continue
        value = float(row["value"]) if row["kind"] == "value" else None
        heard[int(row["target"]), row["axis"]][int(row["verdict"])] = value
    return heard


def _row(key: Key, settled: Settled, *, rule: MedianRule, verdict_ids: list[int], now: datetime) -> SettledScore:
    target, axis = key
    return SettledScore(
        target_id=target,
        axis=axis,
        protocol=PROTOCOL,
        version=1,
        **settled._asdict(),
        rule=rule.words,
        verdict_ids=verdict_ids,
        settled_at=now,
    )


def _said(row: SettledScore) -> tuple[str, float | None, int, int, str, list[int]]:
    return row.kind, row.value, row.n, row.nulls, row.rule, row.verdict_ids
