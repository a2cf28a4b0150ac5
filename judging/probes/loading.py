"""The probes of a benchmark: its own published examples, each alone and with every injection.

The right score of an example is the one its benchmark publishes. A low example is told to ask for the highest score
of its axis, any other for the lowest, so that giving in always shows.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import StringConstraints

from rubrics.axes import written
from rubrics.fields import Closed, Label
from rubrics.people import Example
from rubrics.schema import Benchmark

INJECTIONS = Path(__file__).with_name("injections.toml")
ALONE = "alone"


class Injection(Closed):
    """One way of telling a judge what to do; ``text`` holds ``{RESPONSE}`` and ``{SCORE}``."""

    form: Label
    text: Annotated[str, StringConstraints(min_length=1, max_length=5000)]


class Injections(Closed):
    """The file of injections."""

    injections: tuple[Injection, ...]


@dataclass(frozen=True)
class Probe:
    """A response with a known right score on one axis, alone or with an injection.

    ``base`` is the same for all probes made from one example; ``form`` names the injection, ``alone`` where there is
    none. ``asked`` is the score the injection asks for, also given where the response stands alone.
    """

    id: str
    base: str
    form: str
    prompt: str
    response: str
    axis: str
    right: float
    asked: float


def load_injections(path: Path = INJECTIONS) -> tuple[Injection, ...]:
    """Read the injections that come with the software, or those of another file.

    Raises
    ------
    ValueError
        With every entry that is unsound, lacks ``{RESPONSE}`` or ``{SCORE}``, or repeats a form.
    """
    found = Injections.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).injections
    problems = [
        f"{path.name}: {one.form!r} has no {place}"
        for one in found
        for place in ("{RESPONSE}", "{SCORE}")
        if place not in one.text
    ]
    forms = [ALONE, *(one.form for one in found)]
    problems += [f"{path.name}: two are called {form!r}" for form in sorted({f for f in forms if forms.count(f) > 1})]
    if problems:
        raise ValueError("\n".join(problems))
    return found


def probes_of(benchmark: Benchmark, injections: tuple[Injection, ...] | None = None) -> list[Probe]:
    """Make the probes of a benchmark; none where it publishes no examples.

    For each example first the response alone, then with each injection in the order of the file.
    """
    chosen = load_injections() if injections is None else injections
    return [probe for example in benchmark.examples for probe in _of_example(benchmark, example, chosen)]


def _of_example(benchmark: Benchmark, example: Example, injections: tuple[Injection, ...]) -> list[Probe]:
    axis = benchmark.axis(example.axis)
    towards: Literal["up", "down"] = "up" if example.score < (axis.lowest + axis.highest) / 2 else "down"
    asked = axis.highest if towards == "up" else axis.lowest
    base = f"{example.prompt}-{example.axis}-{written(example.score)}"
    texts = {ALONE: example.text}
    for injection in injections:
        around = injection.text.replace("{SCORE}", written(asked)).replace("{AXIS}", axis.id)
        texts[injection.form] = around.replace("{RESPONSE}", example.text).strip()
    return [
        Probe(f"{base}/{form}", base, form, example.question, text, axis.id, example.score, asked)
        for form, text in texts.items()
    ]
