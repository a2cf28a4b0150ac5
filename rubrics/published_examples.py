"""Reading example anchors published as one passage each.

A passage stands under a key such as ``TL-01_score3`` and reads like "An exemplary response to 'question' that earns
3 on Axis Name: 'response' [reason]". The response is what a scorer practises on, so it is taken out of the passage
word for word, and the passage is kept whole beside it. Where a passage names no question or axis ("the same
prompt"), those of the other passages on that prompt are meant.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

LONGEST_PASSAGE = 20_000

_KEY = re.compile(r"^(?P<prompt>.+)_score(?P<score>-?[0-9]+(?:\.[0-9]+)?)$")
_QUESTION = re.compile(r"^An? \w+ response to '(?P<question>.*?)' that earns ", re.DOTALL)
_EARNS = re.compile(r" that earns (?P<score>-?[0-9.]+) on (?P<axis>[^:]+): '")
_RESPONSE = re.compile(r"^An? \w+ response.*?: '(?P<text>.*)'(?: \[(?P<reason>.*)\])?\s*$", re.DOTALL)


def read_examples(published: Any, axes: Sequence[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Take example anchors apart.

    Parameters
    ----------
    published : mapping of key to passage
        ``exampleAnchors`` of a published rubric.
    axes : sequence of mappings
        The rubric's axes, with ``id`` and ``name``.

    Returns
    -------
    examples, problems
        Tables for ``[[examples]]`` in the order given, and a line for each passage that cannot be read.
    """
    if not isinstance(published, Mapping):
        return [], [f"exampleAnchors: found {published!r:.60}; allowed: a table of passages"]
    ids = {str(axis.get("name")): str(axis.get("id")) for axis in axes}
    passages = {key: text for key, text in published.items() if isinstance(text, str) and len(text) <= LONGEST_PASSAGE}
    questions: dict[str, str] = {}
    named: dict[str, str] = {}
    for key, passage in passages.items():
        prompt = key.rpartition("_score")[0]
        if asked := _QUESTION.search(passage):
            questions.setdefault(prompt, asked["question"])
        if earns := _EARNS.search(passage):
            named.setdefault(prompt, earns["axis"])
    examples, problems = [], []
    for key in published:
        prompt = key.rpartition("_score")[0]
        found = _example(key, passages.get(key), questions.get(prompt), ids.get(named.get(prompt, "")))
        if isinstance(found, str):
            problems.append(f"exampleAnchors.{key}: {found}")
        else:
            examples.append(found)
    return examples, problems


def _example(key: str, passage: str | None, question: str | None, axis: str | None) -> dict[str, Any] | str:
    """One example, or what keeps it from being read."""
    name = _KEY.match(key)
    if name is None:
        return "a key is a prompt's id and a score, such as TL-01_score3"
    if passage is None:
        return f"a passage is text of at most {LONGEST_PASSAGE:,} characters"
    response = _RESPONSE.match(passage)
    if response is None:
        return "no response in single quotes after a colon was found in it"
    if question is None:
        return f"no passage on {name['prompt']} says \"response to '...' that earns\", so the question is unknown"
    if axis is None:
        return f'no passage on {name["prompt"]} names an axis of this rubric ("that earns 3 on ...")'
    score = float(name["score"])
    return {
        "prompt": name["prompt"],
        "question": question,
        "axis": axis,
        "score": int(score) if score.is_integer() else score,
        "text": response["text"],
        "reason": response["reason"],
        "published": passage,
    }
