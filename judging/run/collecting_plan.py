"""Before responses are collected: whether it may start, what is asked of which system, and what that costs at most.

A system of the panel is named by `name`, as the study names it; it is asked every prompt as often as the benchmark
says, under the benchmark's own rules.
"""

from collections.abc import Iterator, Mapping

from judging import prices
from judging.panel import PanelJudge, key_problems
from judging.prompts.collect import collecting_messages
from judging.run.estimates import Estimate, Sizes, of_calls, total
from judging.run.intent import Intent
from judging.run.manifest import NOT_ANSWERS, differences
from judging.run.questions import hashed, sent_text
from judging.run.start_check import batch_problems, state_problems
from store import collected, runs
from store.calls import NewCall, add_calls
from store.collected import Asked
from store.engine import Session

STAGE = "response"
USUAL_TOKENS = 500
CHUNK = 500


def problems_of(session: Session, intent: Intent, environ: Mapping[str, str]) -> list[str]:
    """Say everything that is in the way of collecting."""
    return [
        *state_problems(session, intent),
        *key_problems(intent.panel, environ),
        *_resumed(session, intent),
        *_what_is_asked(session, intent),
        *_budget(intent),
        *batch_problems(intent),
    ]


def _resumed(session: Session, intent: Intent) -> Iterator[str]:
    there = runs.find_run(session, study_id=intent.study_id, kind="collecting", protocol=intent.protocol_id)
    accept = NOT_ANSWERS if intent.options.accept_new_code else ()
    if there and (changed := differences(there.manifest, intent.manifest, accept=accept)):
        yield (
            f"responses are being collected already as {intent.protocol_id!r}, with something else: "
            f"{'; '.join(changed)}. Put it back as it was, or choose another name."
        )


def _what_is_asked(session: Session, intent: Intent) -> Iterator[str]:
    if not collected.prompts(session, study_id=intent.study_id, language=intent.options.language):
        yield "the study has no prompt to ask"
    names = [judge.name for judge in intent.panel.judges]
    for name in sorted({one for one in names if names.count(one) > 1}):
        yield f"the system {name!r} is in the panel more than once; each system once"
    if intent.benchmark.collecting.tools:
        yield "the benchmark lets systems use tools; such responses have to come from their own pipeline, with a file"
    grounded = collected.grounded(session, study_id=intent.study_id)
    if intent.benchmark.collecting.grounded_systems != "same_prompt":
        for name in sorted(set(names) & grounded):
            yield f"the system {name!r} has a library of its own; the benchmark does not ask such systems this way"


def _budget(intent: Intent) -> Iterator[str]:
    unknown = [judge.id for judge in intent.panel.judges if judge.price is None and not judge.is_local]
    if intent.options.cap_usd is not None and unknown and not intent.options.cap_consent:
        yield (
            f"the price of {', '.join(map(repr, unknown))} is not known, so the cap cannot count its calls; give the "
            "price in the panel, or agree to calls that the cap does not count"
        )


def longest_answer(intent: Intent, judge: PanelJudge) -> int:
    """The most tokens of an answer: what the benchmark says, else what the panel says."""
    return intent.benchmark.collecting.max_answer_tokens or judge.max_tokens


def estimate_collecting(session: Session, intent: Intent) -> Estimate:
    """Estimate what collecting costs."""
    prompts = collected.prompts(session, study_id=intent.study_id, language=intent.options.language)
    number = len(prompts) * intent.benchmark.collecting.runs
    found = [len(one.text.encode()) for one in prompts]
    sizes = Sizes(sum(found) / len(found), max(found)) if found else Sizes(0.0, 0)
    judges = [
        of_calls(judge, (number, number), sizes, USUAL_TOKENS, longest_answer(intent, judge))
        for judge in intent.panel.judges
    ]
    calls = number * len(judges)
    return total(judges, targets=calls, by_stage={STAGE: (calls, calls)})


def add_questions(session: Session, *, run_id: int, intent: Intent) -> None:
    """Plan every question whose answer is not there yet; systems the study does not have are added to it.

    Each replication has a seed of its own, where the panel gives one: the same seed would give the same answer.
    """
    systems = collected.add_systems(
        session, study_id=intent.study_id, systems={judge.name: judge.family for judge in intent.panel.judges}
    )
    have = collected.there(session, study_id=intent.study_id)
    waiting = []
    for prompt in collected.prompts(session, study_id=intent.study_id, language=intent.options.language):
        for replication in range(1, intent.benchmark.collecting.runs + 1):
            waiting += [
                _question(intent, judge, prompt, systems[judge.name], replication)
                for judge in intent.panel.judges
                if (prompt.id, systems[judge.name], replication) not in have
            ]
        if len(waiting) >= CHUNK:
            add_calls(session, run_id=run_id, calls=waiting)
            waiting = []
    add_calls(session, run_id=run_id, calls=waiting)


def _question(intent: Intent, judge: PanelJudge, prompt: Asked, system_id: int, replication: int) -> NewCall:
    messages = collecting_messages(intent.benchmark, prompt.text)
    text = sent_text(messages, None)
    text_hash = hashed({"messages": [{"role": one.role, "content": one.text} for one in messages], "schema": None})
    longest = longest_answer(intent, judge)
    rules = intent.benchmark.collecting
    spec = {
        "max_tokens": longest,
        "temperature": rules.temperature,
        "replication": replication,
        "seed": None if judge.seed is None else judge.seed + replication - 1,
        "reasoning_effort": rules.reasoning_effort,
    }
    about = {
        "run": ["collecting", intent.protocol_id],
        "benchmark": intent.benchmark_hash,
        "prompt": prompt.key,
        "system": judge.name,
        "judge": judge.identity,
        "sent": text_hash,
        **spec,
    }
    return NewCall(
        key=hashed(about),
        subject=(prompt.id, system_id),
        judge=judge.id,
        stage=STAGE,
        replicate=replication,
        attempt=1,
        text_hash=text_hash,
        text=text,
        spec=spec,
        reserve_usd=prices.reserve(judge, len(text.encode()), longest),
    )
