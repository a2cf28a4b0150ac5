"""Cells that a spreadsheet would run as a formula: made inert on the way out, restored on the way in.

A cell is dangerous when its first character, after spaces and characters nobody sees, begins a formula. It then gets
an apostrophe in front. So does a cell that looks as if it had one already, and exactly one apostrophe is taken away
again; `restored(inert(text)) == text` holds for every text.
"""

import re

_UNSEEN = r"[\s\x00-\x20\x7f-\xa0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f"
_UNSEEN += r"\u205f-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]*"
_STARTS_FORMULA = r"[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]"

_DANGEROUS = re.compile(rf"'*{_UNSEEN}{_STARTS_FORMULA}")
_MADE_INERT = re.compile(rf"''*{_UNSEEN}{_STARTS_FORMULA}")


def inert(text: str) -> str:
    """Return the text as it may stand in a cell: with an apostrophe in front when it would run."""
    return f"'{text}" if _DANGEROUS.match(text) else text


def restored(cell: str) -> str:
    """Return what `inert` was given."""
    return cell[1:] if _MADE_INERT.match(cell) else cell
