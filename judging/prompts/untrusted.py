"""Texts of others between tags that they cannot close.

A tag carries a code made from the texts themselves, so that the same target always gives the same prompt and no text
can hold its own code. What looks like one of our tags within a text, with whatever code, loses its angle bracket.
"""

import hashlib
import re
from collections.abc import Sequence

TAGS = ("question", "reference-answer", "considerations", "sources", "assessments", "response")
HIDDEN = r"\s/\\\u00ad\u200b-\u200f\u2060-\u2064\ufeff"
_LIKE_A_TAG = re.compile(rf"[<\uff1c\ufe64](?=[{HIDDEN}]{{0,20}}(?:{'|'.join(TAGS)})(?![a-z]))", re.IGNORECASE)
INSTEAD = "‹"


def code_for(texts: Sequence[str]) -> str:
    """Make the code of a prompt's tags: 16 hex digits from the texts, and in none of them."""
    joined = "\0".join(texts)
    number = 0
    while True:
        code = hashlib.sha256(f"{number}\0{joined}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
        if code not in joined.casefold():
            return code
        number += 1


def between_tags(tag: str, code: str, text: str) -> str:
    """Put a text between its tags, with everything in it that looks like a tag of ours made harmless."""
    return f"<{tag}-{code}>\n{neutralised(text)}\n</{tag}-{code}>"


def neutralised(text: str) -> str:
    """Take the angle bracket from whatever looks like one of our tags; all else stays as it is."""
    return _LIKE_A_TAG.sub(INSTEAD, text)
