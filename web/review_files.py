"""A reviewer's work as files: the packet to work offline with, and the file that comes back.

A file signs nothing and takes nothing away. What is in it is shown first, with everything that is wrong with it; what
is then taken in are drafts, and other words of the reviewer give way only where they have said so.
"""

import base64
import binascii
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from files.packet import QUESTIONS, written
from files.returned import MOST_BYTES, Returned, held, understood
from files.returned_parts import Held, UnreadableFile
from publishing import packets
from rubrics.reviews import ReviewEntry, Subject, named
from store import review_drafts, review_work
from store.engine import Session, StoreError
from store.refusals import Refused
from store.review_work import Kept, ReviewRow, SortedOut, Work
from web.answering import Answer, Attachment
from web.ballot_forms import Closed, Version, Word
from web.identity import now
from web.review_forms import Name

MOST_SENT = MOST_BYTES * 4 // 3 + 100_000
"""A file as text, and what stands around it."""


class ReturnedForm(Closed):
    """A file that comes back, as text; to be taken in, also where its words come over others, and what was signed."""

    key: Word
    name: Name
    content: Annotated[str, Field(max_length=MOST_SENT)]
    before: Version = 0
    over: Annotated[tuple[tuple[Literal["clause", "scenario"], Name, Version], ...], Field(max_length=5_000)] = ()


class Sent(NamedTuple):
    """A form with its file opened."""

    form: ReturnedForm
    file: Held | UnreadableFile


def opened(body: bytes) -> Sent:
    """Open the file in a request."""
    form = ReturnedForm.model_validate_json(body)
    try:
        content = base64.b64decode(form.content, validate=True)
    except binascii.Error:
        raise Refused("malformed", f"{form.name} did not arrive whole. Please choose it again.") from None
    return Sent(form, held(content, form.name))


def packet(session: Session, rater_id: int, asked: Mapping[str, str]) -> Attachment:
    """Give a reviewer the packet of a charter, with what they have said so far."""
    review = review_work.held(session, rater_id=rater_id, key=asked["key"])
    form = packets.FORMS.get(asked["form"])
    if form is None:
        raise Refused("unknown", f"There is no packet of the form {asked['form']}.")
    entries = {subject: one.entry for subject, one in review_work.work(session, review=review).kept.items()}
    try:
        made = packets.packet_of(session, study_id=review.study_id, module=review.module, entries=entries)
    except StoreError as refused:
        raise Refused("unknown", *refused.problems) from None
    return Attachment(packets.file_name(made.module, made.version, form), form.media, lambda: form.write(made))


def look(session: Session, rater_id: int, sent: Sent) -> Answer:
    """Say what a file would bring in, and everything that is wrong with it; nothing is stored."""
    review = review_work.held(session, rater_id=rater_id, key=sent.form.key)
    work = review_work.work(session, review=review)
    returned = _understood(session, review, sent)
    return {"returned": _card(returned, _sorted(session, work, returned))}


def take(session: Session, rater_id: int, sent: Sent) -> Answer:
    """Take in what a file says as drafts, and say what was left alone."""
    form = sent.form
    review = review_work.held(session, rater_id=rater_id, key=form.key, lock=True)
    last = review_work.last_signed(session, review=review)
    if form.before != (last.id if last else 0):
        raise Refused("signed", review_drafts.SIGNED)
    returned = _understood(session, review, sent)
    if not returned.charter_hash:
        raise Refused("malformed", *returned.problems)
    over: dict[Subject, int] = {(part, clause): revision for part, clause, revision in form.over}
    kept, left = review_drafts.take_in_entries(
        session, review=review, charter_hash=returned.charter_hash, entries=returned.entries, now=now(), over=over
    )
    return {"taken": len(kept), "left": [named(one) for one in left]}


def _understood(session: Session, review: ReviewRow, sent: Sent) -> Returned:
    known = packets.known(session, study_id=review.study_id, module=review.module)
    if not known.texts:
        raise Refused("unknown", "There is no text of this charter yet.")
    return understood(sent.file, sent.form.name, known)


def _sorted(session: Session, work: Work, returned: Returned) -> SortedOut:
    if not returned.charter_hash:
        return SortedOut((), (), (), ())
    read = review_drafts.text_read(session, work.review, returned.charter_hash)
    return review_work.sorted_out(work, returned.entries, written_on=read)


def _card(returned: Returned, found: SortedOut) -> Any:
    return {
        "readable": bool(returned.charter_hash),
        "problems": list(returned.problems),
        "notes": list(returned.notes),
        "fresh": [_entry(one) for one in found.fresh],
        "same": len(found.same),
        "void": [named(one.subject) for one in found.void],
        "otherwise": [_beside(one, there) for one, there in found.otherwise],
    }


def _beside(entry: ReviewEntry, there: Kept) -> dict[str, Any]:
    return {**_entry(entry), "here": _entry(there.entry)["said"], "revision": there.revision}


def _entry(entry: ReviewEntry) -> dict[str, Any]:
    name = named(entry.subject)
    said = [[QUESTIONS[asked], words] for asked in QUESTIONS if (words := written(entry, asked))]
    return {"part": entry.part, "clause": entry.clause, "title": f"{name[:1].upper()}{name[1:]}", "said": said}
