"""What is made of replies once they are stored: verdicts, the next calls, and what counts.

All of it can be done again at no cost: reading is pure, calls are added by their keys, and a verdict belongs to one
call. A target is worked on by whoever holds its row, so that of two workers the later one sees both verdicts.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from judging.llm import reply_of
from judging.prompts.cards import Assessment
from judging.protocols.terms import Call, Heard, HeardState, Settled
from judging.replies.read import CUT_OFF, PARSER_VERSION, read
from judging.run.cards import card_of, target_of
from judging.run.context import Context
from judging.run.hiding import without_names
from judging.run.questions import Asked, judge_calls
from judging.settling import keep_settled
from rubrics.entries import Entry
from store.calls import NewCall, add_calls
from store.engine import Session
from store.run_targets import (
    Moved,
    Reason,
    Said,
    TargetFacts,
    facts,
    lock_targets,
    move_targets,
    reasons,
    said,
    targets_of_calls,
)
from store.run_verdicts import NewVerdict, Unread, add_verdicts, still_unread

FINAL = {"valid", "unreadable", "refused", "failed"}


def read_reply(context: Context, reply: Unread) -> NewVerdict:
    """Read one reply; whatever it holds, this ends in a state."""
    text, refusal = reply_of(reply.raw)
    order: Sequence[str] = reply.spec.get("axis_order", ())
    reading = read(
        text,
        benchmark=context.benchmark,
        stage=reply.stage,
        axis_order=order,
        finish_reason=reply.finish_reason,
        refusal=refusal,
    )
    details = {
        "parser": PARSER_VERSION,
        "finish_reason": reply.finish_reason,
        "axis_order": list(order),
        "model": reply.provider_model,
        "problems": list(reading.problems),
        "salvaged": reading.salvaged,
        "extras": {key: value if isinstance(value, str) else list(value) for key, value in reading.extras.items()},
    }
    return NewVerdict(
        of=reply,
        rater_id=context.raters[reply.judge],
        state=reading.state,
        reply=text if text is not None else refusal,
        entries=reading.entries,
        confidence=reading.confidence,
        details=details,
    )


def digest(session: Session, *, context: Context, verdicts: Sequence[NewVerdict], now: datetime) -> None:
    """Store what was read of replies and take their targets a step on."""
    targets = sorted({one.of.target_id for one in verdicts if one.of.target_id is not None})
    lock_targets(session, run_id=context.run_id, ids=targets)
    left = still_unread(session, call_ids=[one.of.call_id for one in verdicts])
    new = [one for one in verdicts if one.of.call_id in left]
    add_verdicts(session, run_id=context.run_id, benchmark_hash=context.benchmark_hash, verdicts=new, now=now)
    step_on(session, context=context, targets=targets, now=now)


def step_on(session: Session, *, context: Context, targets: Sequence[int], now: datetime) -> None:
    """Ask the protocol what comes next for each of these locked targets, and plan it or keep what counts."""
    if not targets:
        return
    calls: dict[int, list[Said]] = defaultdict(list)
    for one in said(session, run_id=context.run_id, ids=targets):
        calls[one.target_id].append(one)
    ids = [one.verdict_id for many in calls.values() for one in many if one.verdict_id is not None]
    given: dict[int, list[Reason]] = defaultdict(list)
    for reason in reasons(session, verdict_ids=ids):
        given[reason.verdict_id].append(reason)
    settled: dict[int, Settled] = {}
    planned: list[NewCall] = []
    moved = []
    for one_target in facts(session, ids=targets):
        found = _next(context, one_target, calls[one_target.id], given)
        if isinstance(found, Settled):
            settled[one_target.id] = found
            moved.append(Moved(one_target.id, "settled", found.path, found.gaps))
        else:
            planned += found
            moved.append(Moved(one_target.id, "open"))
    add_calls(session, run_id=context.run_id, calls=planned)
    keep_settled(session, protocol=context.protocol, settled=settled, now=now)
    move_targets(session, run_id=context.run_id, moved=moved)


def _next(
    context: Context, about: TargetFacts, calls: Sequence[Said], given: Mapping[int, Sequence[Reason]]
) -> Settled | list[NewCall]:
    target = target_of(about)
    heard = [as_heard(one, given) for one in calls if one.state in FINAL]
    found = context.step(target, context.as_judges, heard, context.settings)
    if isinstance(found, Settled):
        return found
    there = {(one.stage, one.judge, one.replicate, one.attempt) for one in calls}
    due = [call for call in found.calls if (call.stage, call.judge, call.replicate, call.attempt) not in there]
    return _planned(context, about, calls, given, due)


def _planned(
    context: Context,
    about: TargetFacts,
    calls: Sequence[Said],
    given: Mapping[int, Sequence[Reason]],
    due: Sequence[Call],
) -> list[NewCall]:
    if not due:
        return []
    wanted = {one for call in due for one in call.earlier}
    names, text = context.names, about.text
    earlier = {
        one.verdict_id: without_names(_assessment(one, given), names, response=text)
        for one in calls
        if one.verdict_id in wanted
    }
    cut_off = frozenset((one.judge, one.stage, one.replicate, one.attempt) for one in calls if _was_cut_off(one))
    known = {one: said_then for one, said_then in earlier.items() if one is not None}
    return judge_calls(context, Asked(target_of(about), card_of(about, context.charters), known, cut_off), due)


def asked_again(session: Session, *, context: Context, call_ids: Sequence[int]) -> int:
    """Plan a fresh call for each of these replies, beyond the file's limit too; return how many.

    One that is being asked afresh already is not planned twice.
    """
    wanted = set(call_ids)
    ids = sorted({line for line in targets_of_calls(session, call_ids=call_ids) if line is not None})
    lock_targets(session, run_id=context.run_id, ids=ids)
    everything = said(session, run_id=context.run_id, ids=ids)
    given: dict[int, list[Reason]] = defaultdict(list)
    for reason in reasons(session, verdict_ids=[one.verdict_id for one in everything if one.verdict_id is not None]):
        given[reason.verdict_id].append(reason)
    planned: list[NewCall] = []
    for about in facts(session, ids=ids):
        calls = [one for one in everything if one.target_id == about.id]
        due = [_next_attempt(one, calls) for one in calls if one.call_id in wanted and _is_last(one, calls)]
        planned += _planned(context, about, calls, given, list(dict.fromkeys(due)))
    add_calls(session, run_id=context.run_id, calls=planned)
    move_targets(session, run_id=context.run_id, moved=[Moved(one, "open") for one in ids])
    return len(planned)


def _same(one: Said, other: Said) -> bool:
    return (one.stage, one.judge, one.replicate) == (other.stage, other.judge, other.replicate)


def _is_last(one: Said, calls: Sequence[Said]) -> bool:
    return all(other.attempt <= one.attempt or other.state in FINAL for other in calls if _same(one, other))


def _next_attempt(one: Said, calls: Sequence[Said]) -> Call:
    last = max(other.attempt for other in calls if _same(one, other))
    return Call(one.stage, one.judge, one.replicate, last + 1, tuple(one.spec.get("earlier", ())))


def _was_cut_off(one: Said) -> bool:
    return (one.details or {}).get("finish_reason") in CUT_OFF


def as_heard(one: Said, given: Mapping[int, Sequence[Reason]]) -> Heard:
    """Return a finished call as a protocol hears it; `given` has the axes of its verdict."""
    earlier = tuple(one.spec.get("earlier", ()))
    call = Call(one.stage, one.judge, one.replicate, one.attempt, earlier)
    if one.verdict_id is None:
        return Heard(-one.call_id, call, "failed")
    scores = {reason.axis: reason.value for reason in given.get(one.verdict_id, ())}
    return Heard(one.verdict_id, call, _state(one.state), scores, one.confidence)


def _state(word: str) -> HeardState:
    if word == "valid":
        return "valid"
    return "refused" if word == "refused" else "unreadable"


def _assessment(one: Said, given: Mapping[int, Sequence[Reason]]) -> Assessment:
    entries = {
        reason.axis: Entry(
            "value" if reason.kind == "value" else "not_applicable", reason.value, reason.why or "", reason.confidence
        )
        for reason in given.get(one.verdict_id or 0, ())
    }
    extras = (one.details or {}).get("extras", {})
    kept = {key: value if isinstance(value, str) else tuple(value) for key, value in extras.items()}
    return Assessment(entries, one.confidence, kept)
