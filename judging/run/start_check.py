"""Everything that keeps a run from starting, in plain sentences, all of them at once and before anything is sent."""

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

from judging.batches import PROVIDERS, has_batches
from judging.panel import key_problems
from judging.prompts.cards import Card
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
from store.settling_people import PEOPLE

CHUNK = 200
MOST_SHOWN = 20


def problems_of(session: Session, intent: Intent, environ: Mapping[str, str]) -> list[str]:
    """Say everything that is in the way of a judging run."""
    return [
        *state_problems(session, intent),
        *key_problems(intent.panel, environ),
        *_resumed(session, intent),
        *_budget(intent),
        *batch_problems(intent),
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
    if intent.protocol_id == PEOPLE:
        yield f"the name {PEOPLE!r} is that of what people scored; choose another name for the run"
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


def batch_problems(intent: Intent) -> Iterator[str]:
    """Say of each judge that is wanted in batches why it cannot be asked so."""
    there = {judge.id: judge for judge in intent.panel.judges}
    for one in intent.options.batched:
        if one not in there:
            yield f"the panel has no judge {one!r} to ask in batches; there are: {', '.join(there)}"
        elif not has_batches(there[one]):
            provider, allowed = there[one].provider, ", ".join(sorted(PROVIDERS))
            yield f"judge {one!r} cannot be asked in batches: none can be sent to {provider!r}; allowed: {allowed}"


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
    walk = _Walk(session, intent)
    holes = prompt_problems(intent.benchmark, walk)
    panel = [judge.as_judge() for judge in intent.panel.judges]
    yield from panel_problems(intent.benchmark, panel, walk.authors, intent.settings)
    yield from holes
    yield from walk.leaks
    if walk.more:
        yield f"and {walk.more} more of the kind"


class _Walk(Sequence[Card]):
    """The cards of all targets, read in parts each time they are gone through; notes authors and leaks on the way."""

    def __init__(self, session: Session, intent: Intent) -> None:
        self._session, self._intent = session, intent
        self._forbidden = study_names.names(session, study_id=intent.study_id) + intent.judge_names
        self._kept = [*study_names.kept(session, study_id=intent.study_id), *intent.options.kept_names]
        self.authors: dict[Author, None] = {}
        self.leaks: list[str] = []
        self.more = 0

    def __len__(self) -> int:
        return len(self._intent.targets)

    def __iter__(self) -> Iterator[Card]:
        for one in each_target(self._session, self._intent.targets):
            self.authors[target_of(one).author] = None
            card = card_of(one, self._intent.charter_texts)
            if one.text.strip():
                self._note_leaks(card)
            yield card

    @overload
    def __getitem__(self, at: int) -> Card: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Card]: ...
    def __getitem__(self, at: int | slice) -> Card | Sequence[Card]:
        chosen = self._intent.targets[at]
        ids = chosen if isinstance(chosen, Sequence) else [chosen]
        cards = [card_of(one, self._intent.charter_texts) for one in each_target(self._session, ids)]
        return cards if isinstance(at, slice) else cards[0]

    def _note_leaks(self, card: Card) -> None:
        benchmark = self._intent.benchmark
        try:
            prompt = render(benchmark, card, stage=stages_of(benchmark)[0])
        except PromptError:
            return  # told by prompt_problems
        found = [f"{card.label}: {said}" for said in leaks(prompt, self._forbidden, kept=self._kept)]
        room = MOST_SHOWN - len(self.leaks)
        self.leaks += found[:room]
        self.more += len(found[room:])


def each_target(session: Session, targets: Sequence[int]) -> Iterator[TargetFacts]:
    """Give what is known of each target, read in parts so that memory stays flat."""
    for start in range(0, len(targets), CHUNK):
        yield from facts(session, ids=targets[start : start + CHUNK])
