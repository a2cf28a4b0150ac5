"""What a reviewer's page may send: closed shapes, checked where they enter."""

from typing import Annotated, Any, Literal

from pydantic import Field

from rubrics.reviews import Agreement, Decision, Subject
from store.review_drafts import ReviewSave
from store.signing import Signing, Statement
from web.ballot_forms import Closed, Version, Word

Words = Annotated[str, Field(max_length=20_000)]
Name = Annotated[str, Field(max_length=200)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Sequence = Annotated[int, Field(ge=0, lt=2**53)]


class EntryForm(Closed):
    """What is said of one clause or scenario; nothing need be said yet."""

    classification: Word | None = None
    agreement: Agreement | None = None
    comment: Words = ""
    proposed: Words = ""
    source_checked: bool | None = None


class DecisionForm(Closed):
    """What stands below the clauses."""

    decision: Decision | None = None
    reasons: Words = ""
    conflict: Words = ""
    note: Words = ""
    consented: bool = False
    qualification: Words = ""
    tradition: Words = ""
    publish: bool = False
    publish_name: bool = False

    def kept(self) -> dict[str, Any]:
        """Return what may be kept: of qualification and tradition nothing without consent."""
        fields = self.model_dump()
        if not self.consented:
            fields |= {"qualification": "", "tradition": "", "publish": False}
        return fields


class SaveForm(Closed):
    """A save while somebody works."""

    key: Word
    part: Literal["clause", "scenario", "decision"]
    clause: Name
    tab: Word
    sequence: Sequence
    revision: Version
    before: Version
    charter: Hash
    entry: dict[str, Any]

    def save(self) -> ReviewSave:
        """Return what the store keeps; the entry must have the shape of its part."""
        if self.part == "decision":
            entry = DecisionForm.model_validate(self.entry).kept()
        else:
            entry = EntryForm.model_validate(self.entry).model_dump()
        clause = "" if self.part == "decision" else self.clause
        return ReviewSave(
            self.key, self.part, clause, self.tab, self.sequence, self.revision, self.before, self.charter, entry
        )


class SignForm(Closed):
    """A signature; `seen` has the revision of every draft that the page shows, by part and clause."""

    key: Word
    submission: Word
    charter: Hash
    before: Version
    seen: list[tuple[Literal["clause", "scenario"], Name, Version]] = Field(max_length=5_000)
    form: DecisionForm

    def signing(self) -> Signing:
        """Return what the store signs."""
        form = self.form
        seen: dict[Subject, int] = {(part, clause): revision for part, clause, revision in self.seen}
        statement = Statement(form.consented, form.qualification, form.tradition, form.publish, form.publish_name)
        return Signing(
            self.key,
            self.submission,
            self.charter,
            self.before,
            seen,
            form.decision or "",
            form.reasons,
            form.conflict,
            form.note,
            statement,
        )
