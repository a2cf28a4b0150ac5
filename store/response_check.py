"""The check of an import of responses against what a study holds already: everything wrong with it, before any row."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from sqlmodel import Session, col, select

from blinding.labels import is_label, response_label
from store.columns import columns
from store.intake import Intake, NewPrompt, NewResponse, NewSystem
from store.studies import the_id
from store.tables import Prompt, Response, Study, System

NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
"""No database takes these characters: the null character, and halves of surrogate pairs."""

Described = TypeVar("Described", Prompt, System)
Key = tuple[str, str, int]
"""A response by prompt, system and replication."""

OWN_ID = "own_id"
"""Under which a response's details keep the id that it came with."""


class There(NamedTuple):
    """A response that is in the study already, or earlier in the same import."""

    label: str
    text: str
    own_id: str


class Checked:
    """An import as it was checked: what is new, and every problem.

    Attributes
    ----------
    prompts, systems : mapping by key or name to rows
        Those of the study together with the new ones.
    new_prompts, new_systems : lists of rows, not stored yet
    new_responses : mapping of label to NewResponse
    problems : list of sentences, empty when all is well
    """

    def __init__(self, session: Session, study: Study, intake: Intake) -> None:
        self.study = study
        self.problems: list[str] = []
        self.prompts = {row.key: row for row in session.exec(select(Prompt).where(Prompt.study_id == study.id))}
        self.systems = {row.name: row for row in session.exec(select(System).where(System.study_id == study.id))}
        self.new_prompts = self._new(Prompt, self.prompts, "key", intake.prompts)
        self.new_systems = self._new(System, self.systems, "name", intake.systems)
        self.there = _responses(session, study)
        self.labels = {one.label for one in self.there.values()}
        self.own_ids = {one.own_id for one in self.there.values() if one.own_id}
        self.new_responses: dict[str, NewResponse] = {}
        for one in intake.responses:
            self._take(one)
        self.problems = list(dict.fromkeys(self.problems))

    def _new(
        self,
        table: type[Described],
        known: dict[str, Described],
        key: str,
        incoming: Sequence[NewPrompt] | Sequence[NewSystem],
    ) -> list[Described]:
        """Make rows for the prompts or systems that are new; name those that are known with other content."""
        what, fresh = table.__name__.lower(), []
        for one in incoming:
            fields = vars(one)
            name = fields[key]
            if not name.strip():
                self.problems.append(f"a {what} has an empty {key}")
            if wrong := _named("".join(value for value in fields.values() if isinstance(value, str))):
                self.problems.append(f"{what} {name!r} holds {wrong}, which cannot be stored")
            if name not in known:
                if "details" in fields:
                    fields = {**fields, "details": dict(fields["details"])}
                known[name] = table(study_id=the_id(self.study), **fields)
                fresh.append(known[name])
            elif differing := [field for field, value in fields.items() if getattr(known[name], field) != value]:
                self.problems.append(f"{what} {name!r} is there already with another {', '.join(differing)}")
        return fresh

    def _take(self, one: NewResponse) -> None:
        where = f"response of {one.system!r} to {one.prompt!r}, replication {one.replication}"
        wrong = [*self._unsound(one)]
        key = (one.prompt, one.system, one.replication)
        if not wrong and key in self.there:
            wrong += self._differing(self.there[key], one)
        elif not wrong:
            label = one.label or self._label(one)
            if label in self.labels:
                wrong.append(f"the label {label} belongs to another response")
            if one.own_id and one.own_id in self.own_ids:
                wrong.append(f"the id {one.own_id!r} belongs to another response")
            self.labels.add(label)
            self.own_ids.add(one.own_id)
            self.there[key] = There(label, one.text, one.own_id)
            self.new_responses[label] = one
        self.problems += [f"{where}: {problem}" for problem in wrong]

    def _differing(self, there: There, one: NewResponse) -> Iterator[str]:
        if there.text != one.text:
            yield "is there already with another text"
        if one.label not in (None, there.label):
            yield f"is there already with the label {there.label}, not {one.label}"
        if one.own_id not in ("", there.own_id):
            known = f"the id {there.own_id!r}" if there.own_id else "no id of its own"
            yield f"is there already with {known}, not {one.own_id!r}"

    def _unsound(self, one: NewResponse) -> Iterator[str]:
        if one.prompt not in self.prompts:
            yield f"prompt {one.prompt!r} is not in this study"
        if one.system not in self.systems:
            yield f"system {one.system!r} is not in this study"
        if one.replication < 1:
            yield "replications count from 1"
        if one.label is not None and not is_label(one.label):
            yield f"the label {one.label!r} is not R- and ten digits or capitals"
        if not one.prompt.strip() or not one.system.strip():
            yield "the prompt and the system need names"
        if wrong := _named(one.text):
            yield f"the text holds {wrong}, which cannot be stored"

    def _label(self, one: NewResponse) -> str:
        secret = self.study.label_secret
        return response_label(secret, prompt=one.prompt, system=one.system, replication=one.replication)


def _responses(session: Session, study: Study) -> dict[Key, There]:
    """Return label, text and own id of each response of a study."""
    rows = session.execute(
        columns(Prompt.key, System.name, Response.replication, Response.label, Response.text, Response.details)
        .select_from(Response)
        .join(Prompt, col(Response.prompt_id) == col(Prompt.id))
        .join(System, col(Response.system_id) == col(System.id))
        .where(Response.study_id == study.id)
    ).all()
    return {
        (prompt, system, replication): There(label, text, details.get(OWN_ID, ""))
        for prompt, system, replication, label, text, details in rows
    }


def storable(text: str) -> str:
    """Return a text with its unstorable characters written as escapes, such as backslash-u0000."""
    return NOT_STORABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _named(text: str) -> str:
    """Name the characters in a text that cannot be stored, empty when there are none."""
    return ", ".join(sorted({f"U+{ord(one):04X}" for one in NOT_STORABLE.findall(text)}))
