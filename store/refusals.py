"""A refusal that a browser is told of: a word that its code acts on, sentences for the person, and what is stored."""

from typing import Any

from store.engine import StoreError


class Refused(StoreError):
    """Something sent that cannot be taken; `why` is a word for the browser, `stored` what is kept instead."""

    def __init__(self, why: str, *problems: str, stored: Any = None) -> None:
        super().__init__(*problems)
        self.why = why
        self.stored = stored
