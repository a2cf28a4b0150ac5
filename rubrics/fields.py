"""The kinds of value a benchmark file may hold, and the closed table they stand in.

Every table of a benchmark file is a ``Closed`` model: an unknown key is an error and nothing can be changed
after loading. Numbers, yes/no and counts are strict: ``"3"`` is not 3 and ``true`` is not 1.

Text comes in three strengths. A ``Label`` is a name shown in menus, buttons and tables: one short plain line.
A ``Choice`` is an anchor or a criterion, shown whole as something to tap: plain text that may be long.
``Prose`` is a paragraph. None may hold characters that no one can see and a database or screen stumbles over.
"""

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError, ValidationError

from rubrics.words import has_words, unprintable

Where = tuple[int | str, ...]


class Closed(BaseModel):
    """A table of a benchmark file: only the declared keys, and frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def refuse(problems: Iterable[tuple[Where, str]], *, beside: ValidationError | None = None) -> None:
    """Raise every problem together, each at its own place; do nothing when there is none.

    Parameters
    ----------
    problems : iterable of (place, message)
        The place is relative to the value being validated; ``()`` is the value itself.
    beside : ValidationError, optional
        Problems found already, which are raised again in front of these.

    Raises
    ------
    pydantic_core.ValidationError
        With one line per problem; inside a validator pydantic puts the outer place in front.
    """
    lines = [_again(error) for error in beside.errors(include_url=False)] if beside else []
    lines += [
        InitErrorDetails(type=PydanticCustomError("rubric", "{said}", {"said": said}), loc=where, input=None)
        for where, said in problems
    ]
    if lines:
        raise ValidationError.from_exception_data("benchmark", lines)


def _again(error: ErrorDetails) -> InitErrorDetails:
    """Write down a problem so that it can be raised once more."""
    kind = error["type"]
    said = PydanticCustomError("rubric", "{said}", {"said": error["msg"]}) if kind == "rubric" else kind
    return InitErrorDetails(type=said, loc=error["loc"], input=error["input"], ctx=error.get("ctx", {}))


_URL = re.compile(
    r"[a-z][a-z0-9+.-]*://|\bwww\.|\bmailto:|\S@\S+\.\S|\b[\w-]+\.(?:com|org|net|io|ai|app|dev|info|co|edu|gov)\b",
    re.IGNORECASE,
)
_ICON = re.compile(r":[a-z][\w/+-]*:", re.IGNORECASE)
_TAG_OR_ENTITY = re.compile(r"<[a-z!/?]|&#?\w+;", re.IGNORECASE)
_PICTURE_OR_LINK = re.compile(r"!?\[[^\]]*\]\s*[(\[]|`|\$[^$]+\$|->")
_MARKUP = re.compile(r"[*_<>\[\]`|~$\\#^]|->|^\s*(?:[-+]|\d+[.)])\s")


def _first(pattern: re.Pattern[str], what: str) -> Callable[[str], str | None]:
    def find(text: str) -> str | None:
        found = pattern.search(text)
        return f"holds {what} ({found.group(0).strip()!r}); plain words are allowed" if found else None

    return find


_NO_URL = _first(_URL, "a web or mail address")
_NO_ICON = _first(_ICON, "an icon name")
_NO_TAG = _first(_TAG_OR_ENTITY, "HTML")


def _one_line(text: str) -> str | None:
    return "holds a line break; a name is one line" if re.search(r"[\n\r\t]", text) else None


def _visible(text: str) -> str | None:
    found = unprintable(text)
    return f"holds a character that cannot be shown or stored: {', '.join(found)}" if found else None


def _worded(text: str) -> str | None:
    return None if has_words(text) else f"found {text!r}, which has no word in it; words are needed"


def _labelled(text: str) -> str | None:
    has_sign = any(ch.isalnum() for ch in text)
    return None if has_sign else f"found {text!r}, which has no letter or number in it; a name is needed"


def _plain(*rules: Callable[[str], str | None]) -> AfterValidator:
    def check(text: str) -> str:
        refuse(((), said) for rule in rules if (said := rule(text)))
        return text

    return AfterValidator(check)


def shaped(pattern: str, form: str) -> AfterValidator:
    """Text of one form: the whole of it must match the pattern; ``form`` says in words what is allowed."""
    whole = re.compile(pattern)

    def check(text: str) -> str:
        if not whole.fullmatch(text):
            refuse([((), f"found {text[:80]!r}; allowed: {form}")])
        return text

    return AfterValidator(check)


Label = Annotated[
    str,
    StringConstraints(max_length=120),
    _plain(_labelled, _one_line, _visible, _NO_URL, _NO_ICON, _first(_MARKUP, "markup"), _NO_TAG),
]
"""A name: at most 120 characters on one line, without address, icon name or markup."""

Choice = Annotated[
    str,
    StringConstraints(max_length=2000),
    _plain(_worded, _visible, _NO_URL, _NO_ICON, _NO_TAG, _first(_PICTURE_OR_LINK, "markup")),
]
"""The whole text of something to choose: words, at most 2,000 characters, without address, icon name or markup."""

Prose = Annotated[str, StringConstraints(max_length=20_000), _plain(_worded, _visible)]
"""A paragraph or more, word for word: at most 20,000 characters with words in it."""

Identifier = Annotated[
    str, shaped(r"[a-z][a-z0-9_]{0,63}", "lower-case letters, digits and underscores, a letter first, at most 64")
]

PromptId = Annotated[
    str, shaped(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "letters, digits, dots, dashes and underscores, at most 64")
]
"""A prompt's or tier's own id as its maintainers write it, such as ``TL-01``."""

VersionName = Annotated[str, shaped(r"v[0-9]+(\.[0-9]+)*", "v and numbers with dots, such as v1 or v1.1")]

Day = Annotated[
    str,
    shaped(
        r"[0-9]{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?",
        "a day such as 2026-04-29, or a month such as 2026-07, in quotes",
    ),
]
"""When a text was published: a day, or a month where the source has no day."""

Number = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-1e6, le=1e6)]
"""A finite number no larger than a million either way."""

Positive = Annotated[float, Field(strict=True, allow_inf_nan=False, gt=0, le=1e6)]
Share = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=1)]
Temperature = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=2)]
Count = Annotated[StrictInt, Field(ge=1, le=1_000_000)]
Flag = StrictBool

Wording = Literal["published", "ours"]
"""Whose words these are: the benchmark's own as published, or written for Second Reader."""
