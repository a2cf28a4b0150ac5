"""How many of the responses have the people's scores that the benchmark asks for, and how constant each scorer is."""

from collections.abc import Mapping, Sequence
from html import escape

import pandas as pd

from analysis.constancy import Constancy
from pages import figures

CONSTANCY = (
    "Person",
    "Scored twice",
    "Same score",
    "At most one point apart",
    "Mean distance, points",
    "Second minus first, points",
    "Score one time, none the other",
)


def in_words(coverage: pd.DataFrame, wanted: int) -> str:
    """Say how many responses have as many people's scores as are wanted, and how many have fewer."""
    total = int(coverage["targets"].sum())
    enough = int(coverage.loc[coverage["people"] >= wanted, "targets"].sum())
    who = "one person" if wanted == 1 else f"{wanted} people"
    told = [f"{enough:,} of {total:,} responses have been scored by {who} or more, as the benchmark asks"]
    fewer = coverage[coverage["people"] < wanted].groupby("people")["targets"].sum()
    told += [f"{int(number):,} by {_people(int(str(people)))}" for people, number in fewer.items()]
    return "; ".join(told) + "."


def _people(number: int) -> str:
    return {0: "nobody", 1: "one person"}.get(number, f"{number} people")


def heads(coverage: pd.DataFrame, wanted: int) -> list[str]:
    """Return the heads of `lines`: a column for each number of people up to the one wanted."""
    by = "Standpoint and kind of prompt" if coverage["module"].nunique() > 1 else "Kind of prompt"
    names = [f"Scored by {_people(number)}" for number in range(wanted)]
    last = "Scored by one person or more" if wanted == 1 else f"Scored by {wanted} or more"
    return [by, *names, last]


def lines(coverage: pd.DataFrame, wanted: int, modules: Mapping[str, str]) -> list[list[str]]:
    """Return the table of the coverage as lines of HTML cells, by module where there are several and by category."""
    several = coverage["module"].nunique() > 1
    found = []
    for (module, category), part in coverage.groupby(["module", "category"], sort=True):
        kind = str(category) or "no kind given"
        name = f"{modules.get(str(module), str(module))}: {kind}" if several else kind
        by_people = part.set_index("people")["targets"]
        counts = [int(by_people.get(number, 0)) for number in range(wanted)]
        found.append([escape(name), *(str(one) for one in counts), str(int(by_people.sum()) - sum(counts))])
    return found


def constancy_lines(found: Sequence[Constancy], names: Mapping[str, str]) -> list[list[str]]:
    """Return how constant each scorer is as lines of HTML cells, as `CONSTANCY`; `names` are by key."""
    return [
        [
            escape(names[one.rater]),
            figures.count(one.responses, f"{one.n:,} scores"),
            _of(one.equal, one.n),
            _of(one.within_one, one.n),
            figures.cell(one.mean_distance, one.n, "no axis has a score both times"),
            figures.cell(one.mean_change, one.n, "no axis has a score both times", signed=True),
            figures.count(one.changed_kind),
        ]
        for one in found
    ]


def _of(part: int, whole: int) -> str:
    if not whole:
        return figures.cell(None, 0, "no axis has a score both times")
    return f'<span class="sr-figure">{part:,} of {whole:,}</span>'
