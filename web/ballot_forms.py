"""What a ballot may send: closed shapes, checked where they enter."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rubrics.entries import Entry
from store.queue import SENTENCE

Text = Annotated[str, Field(max_length=5000)]
Word = Annotated[str, Field(pattern=r"^[!-~]{1,100}$")]
Version = Annotated[int, Field(ge=0, lt=2**31)]
Kind = Literal["value", "not_applicable", "cannot_assess", "rubric_unclear"]


class Closed(BaseModel):
    """A shape in which an unknown key or another type is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Choice(Closed):
    """One axis of a draft; nothing need be chosen yet."""

    kind: Kind | None = None
    value: float | None = None
    why: Text = ""
    clause: Annotated[str, Field(max_length=60)] = ""

    def kept(self) -> dict[str, Any]:
        """Return the choice for a draft; a clause only where one is named."""
        return self.model_dump(exclude=None if self.clause else {"clause"})


class DraftForm(Closed):
    """A save while somebody works."""

    key: Word
    tab: Word
    sequence: Annotated[int, Field(ge=0, lt=2**53)]
    revision: Version
    version: Version
    entries: dict[Word, Choice]


class SubmitForm(Closed):
    """A full set of scores; `submission` is its own id, `holding` the key of the response held ready."""

    key: Word
    submission: Word
    version: Version
    entries: dict[Word, Choice]
    holding: Word | None = None
    charter: Annotated[str, Field(max_length=64)] = ""
    seen: Annotated[str, Field(max_length=64)] = ""

    @property
    def sentence(self) -> str:
        """An adjudicator's sentence; empty where there is none."""
        return self.entries[SENTENCE].why if SENTENCE in self.entries else ""

    @property
    def clauses(self) -> dict[str, str]:
        """The clauses that are named, by axis."""
        return {axis: choice.clause for axis, choice in self.entries.items() if choice.clause}

    def checked(self) -> dict[str, Entry]:
        """Return the entries for the rules to check; an axis without a choice is left out, so it counts as missing."""
        return {
            axis: Entry(
                kind=choice.kind,
                value=choice.value,
                why=choice.why,
            )
            for axis, choice in self.entries.items()
            if choice.kind is not None
        }


class FlagForm(Closed):
    """A word to the owner about a response."""

    key: Word
    reason: Text
