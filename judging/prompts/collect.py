"""What a system is sent when its answer is collected, and what can be checked of the answer without judging it.

The checks are mechanical, and a failure is shown and never a reason to ask again. Words are stretches of text between
white space with a letter or number in them, so a dash or a bullet is none.
"""

import re
from collections.abc import Iterator

from judging.prompts.render import Message, PromptError
from rubrics.collecting import FormatChecks
from rubrics.schema import Benchmark
from rubrics.templates import fill

_ASKING = (
    "would you like|do you want|shall i|should i|may i ask|can you (?:tell|share|say|clarify|confirm|give)|"
    "could you (?:tell|share|say|clarify|confirm|give|provide)|will you (?:tell|share)|what would you like|"
    "is there anything else"
)
_ASKS = re.compile(rf"(?<![^\W_])(?:{_ASKING})(?![^\W_])[^.!?？؟\n]{{0,300}}[?？؟](?![\"'”’»])", re.IGNORECASE)
_LAST_MARKUP = " \t\r\n*_~`)]"
QUESTION_MARKS = ("?", "？", "؟")


def collecting_messages(benchmark: Benchmark, prompt_text: str) -> tuple[Message, ...]:
    """Make what a system is sent for one prompt: the benchmark's own wording and nothing else.

    A placeholder within the prompt's text stays as it is.

    Raises
    ------
    PromptError
        If the prompt has no text.
    """
    if not prompt_text.strip():
        raise PromptError(["the prompt has no text; there is nothing to ask"])
    rules = benchmark.collecting
    asked = fill(rules.prompt, {"PROMPT_TEXT": prompt_text, "SCENARIO_TEXT": prompt_text})
    first = (Message("system", rules.system_prompt),) if rules.system_prompt else ()
    return (*first, Message("user", asked))


def format_problems(checks: FormatChecks, text: str) -> list[str]:
    """Say which of the benchmark's format checks an answer fails; empty when it passes all.

    Parameters
    ----------
    checks : FormatChecks
    text : str
        The answer exactly as it came: white space before the first characters counts.
    """
    if not text.strip():
        return ["the answer is empty"]
    return [*_beginning(checks, text), *_words(checks, text), *_follow_up(checks, text)]


def count_words(text: str) -> int:
    """Count the words of a text: stretches between white space with a letter or number in them."""
    return sum(any(sign.isalnum() for sign in piece) for piece in text.split())


def _beginning(checks: FormatChecks, text: str) -> Iterator[str]:
    first = checks.first_characters
    if first is not None and not text.startswith(first):
        yield f"the first characters are {text[: len(first)]!r}; {first!r} was asked for"


def _words(checks: FormatChecks, text: str) -> Iterator[str]:
    words, least, most = count_words(text), checks.min_words, checks.max_words
    if least is not None and words < least:
        yield f"the answer has {words} words; at least {least} were asked for"
    if most is not None and words > most:
        yield f"the answer has {words} words; at most {most} were asked for"


def _follow_up(checks: FormatChecks, text: str) -> Iterator[str]:
    """A question that ends the answer, or one in words by which a reader is asked for more; quoted ones are let be."""
    if not checks.no_follow_up_question:
        return
    if text.rstrip(_LAST_MARKUP).endswith(QUESTION_MARKS):
        yield "the answer ends with a question; no follow-up question was asked for"
    elif asked := _ASKS.search(text):
        yield f"the answer asks back: {asked[0][:120]!r}; no follow-up question was asked for"
