"""Everything that keeps a run from starting, in plain sentences, all of them at once and before anything is sent."""

from collections.abc import Iterator, Mapping, Sequence

from judging.panel import key_problems
from judging.prompts.leaks import leaks
from judging.prompts.render import PromptError, prompt_problems, render
from judging.protocols.of_benchmark import panel_problems, stages_of
from judging.protocols.terms import Author
from judging.run.cards import card_of, target_of
from judging.run.intent import Intent
from judging.run.manifest import NOT_ANSWERS, differences
from store import runs, study_names
from store.engine import Session
from store.run_targets import TargetFacts, facts, languages

CHUNK = 200
MOST_SHOWN = 20


def problems_of(session: Session, intent: Intent, environ: Mapping[str, str]) -> list[str]:
    """Say everything that is in the way of a judging run."""
    return [
        *state_problems(session, intent),
        *key_problems(intent.panel, environ),
        *_resumed(session, intent),
        *_budget(intent),
        *_choice(session, intent),
        *_names(session, intent),
        *_targets(session, intent),
    ]


def state_problems(session: Session, intent: Intent) -> Iterator[str]:
    """Say whether the study's state lets judges judge, or systems answer."""
    state = study_names.state_of(session, study_id=intent.study_id)
    if intent.options.kind == "judging" and state != "open":
        yield f"the study is {state}; judges judge while it is open"
    if intent.options.kind == "collecting" and state != "draft":
        yield f"the study is {state}; responses are collected while it is a draft"


def _resumed(session: Session, intent: Intent) -> Iterator[str]:
    there = runs.find_run(session, study_id=intent.study_id, kind=intent.options.kind, protocol=intent.protocol_id)
    if there is None:
        return
    accept = NOT_ANSWERS if intent.options.accept_new_code else ()
    changed = differences(there.manifest, intent.manifest, accept=accept)
    if changed:
        yield (
            f"the run {intent.protocol_id!r} is there already and cannot be resumed with something else: "
            f"{'; '.join(changed)}. Put it back as it was, or choose another name."
        )


def _budget(intent: Intent) -> Iterator[str]:
    unknown = [judge.id for judge in intent.panel.judges if judge.price is None and not judge.is_local]
    if intent.options.cap_usd is not None and unknown and not intent.options.cap_consent:
        names = ", ".join(repr(one) for one in unknown)
        yield (
            f"the price of {names} is not known, so the cap of {intent.options.cap_usd} USD cannot count its calls; "
            "give the price in the panel, or agree to calls that the cap does not count"
        )


def _choice(session: Session, intent: Intent) -> Iterator[str]:
    there = languages(session, study_id=intent.study_id)
    wanted = intent.options.language
    if wanted is None and len(there) > 1:
        yield f"the study has prompts in several languages ({', '.join(there)}); choose one for this run"
    if wanted is not None and wanted not in there:
        yield f"no prompt of the study is in {wanted!r}; there are: {', '.join(there) or 'none that say so'}"
    if not intent.targets and (wanted is None or wanted in there):
        yield "the study has no response to judge"


def _names(session: Session, intent: Intent) -> Iterator[str]:
    kinds = study_names.raters(session, study_id=intent.study_id)
    for judge in intent.panel.judges:
        found = kinds.get(judge.id)
        if found is None:
            continue
        if found.kind != "llm":
            yield f"{judge.id!r} is a person in this study; the judge needs another id"
        elif (found.family, found.model) != (judge.family, judge.name):
            yield (
                f"judge {judge.id!r} is known in this study as {found.model!r} of {found.family!r}, "
                f"not {judge.name!r} of {judge.family!r}; give it another id"
            )


def _targets(session: Session, intent: Intent) -> Iterator[str]:
    """What the responses themselves bring to light: authors nobody may judge, prompts with holes, names in them."""
    authors: dict[Author, None] = {}
    cards, found = [], []
    forbidden = study_names.names(session, study_id=intent.study_id) + intent.judge_names
    kept = [*study_names.kept(session, study_id=intent.study_id), *intent.options.kept_names]
    for one in each_target(session, intent.targets):
        authors[target_of(one).author] = None
        card = card_of(one, intent.charter_texts)
        cards.append(card)
        if one.text.strip():
            found += _leaked(intent, one, forbidden, kept)
    panel = [judge.as_judge() for judge in intent.panel.judges]
    yield from panel_problems(intent.benchmark, panel, authors, intent.settings)
    yield from prompt_problems(intent.benchmark, cards)
    yield from found[:MOST_SHOWN]
    if len(found) > MOST_SHOWN:
        yield f"and {len(found) - MOST_SHOWN} more of the kind"


def each_target(session: Session, targets: Sequence[int]) -> Iterator[TargetFacts]:
    """Give what is known of each target, read in parts so that memory stays flat."""
    for start in range(0, len(targets), CHUNK):
        yield from facts(session, ids=targets[start : start + CHUNK])


def _leaked(intent: Intent, one: TargetFacts, forbidden: Sequence[str], kept: Sequence[str]) -> list[str]:
    try:
        prompt = render(intent.benchmark, card_of(one, intent.charter_texts), stage=stages_of(intent.benchmark)[0])
    except PromptError:
        return []  # told by prompt_problems
    return [f"{one.label}: {said}" for said in leaks(prompt, forbidden, kept=kept)]
