"""Whether words that a judge puts in quotation marks really stand in the response.

Only quotations of at least three words are looked at, since a paraphrase is allowed and single words prove nothing.
Case, white space and the kind of quotation marks do not matter, and an ellipsis stands for anything.
"""

import re
from collections.abc import Iterable

FEWEST_WORDS = 3
_QUOTED = re.compile(r"“([^“”]{1,2000})”|\"([^\"]{1,2000})\"|«([^«»]{1,2000})»|„([^„“”]{1,2000})[“”]")
_ELLIPSIS = re.compile(r"\[?(?:\.{3}|…)\]?")
_QUOTES = str.maketrans(dict.fromkeys('“”„«»"‘’`', "'"))


def quotes_not_found(texts: Iterable[str], response: str) -> list[str]:
    """List the quotations within some texts that do not stand in a response, as they were written."""
    there = _plain(response)
    quoted = [next(filter(None, found.groups())) for text in texts for found in _QUOTED.finditer(text)]
    return [quotation for quotation in quoted if not all(piece in there for piece in _pieces(quotation))]


def _pieces(quotation: str) -> list[str]:
    """What must stand in the response, word for word: the stretches between ellipses, without the last stop."""
    if len(quotation.split()) < FEWEST_WORDS:
        return []
    return [_plain(piece).strip(" .,;:!?") for piece in _ELLIPSIS.split(quotation)]


def _plain(text: str) -> str:
    return " ".join(text.translate(_QUOTES).casefold().split())
