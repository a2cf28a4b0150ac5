"""How often 95 % intervals of the judges' and systems' statistics hold the truth, by simulation.

Run: python -m benchmarks.statistics.coverage_of_judges [repetitions]

Scores from 0 to 3, two people and four judges, five axes that belong together, halo on both sides; 24 prompts of two
answers each for the means. The truth of each statistic is its value on 200,000 simulated responses. Prints one line
for each statistic: coverage and mean width with 20 and with 50 responses.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.alternative_annotator import alternative_annotator_test
from analysis.cluster_means import cluster_means, paired_differences
from analysis.estimates import Estimate
from analysis.halo import halo
from analysis.leave_one_out import without_each_judge, without_each_person
from analysis.length import length_slope
from analysis.ppi import corrected_mean
from analysis.preference import preference, same_maker
from analysis.resampling import Plan
from analysis.severity import severity

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator

AXES, PEOPLE, JUDGES = 5, 2, 4
POPULATION = 200_000
FAMILIES = pd.Series({"J0": "a", "J1": "a", "J2": "b", "J3": "c"})
SEVERITY = np.array([0.3, -0.3, 0.2, -0.2])
CUTS = [-1.0, 0.0, 1.0]


class Sample(NamedTuple):
    """Simulated scores (responses, raters, axes), and what goes with the responses."""

    people: Floats
    judges: Floats
    words: Floats


def sample(chance: Chance, n: int) -> Sample:
    """Draw responses with their scores."""
    whole = chance.normal(size=(n, 1))
    quality = np.sqrt(0.5) * whole + np.sqrt(0.5) * chance.normal(size=(n, AXES))
    words = 2 ** (8 + 0.3 * whole[:, 0] + 0.8 * chance.normal(size=n))

    def scored(raters: int, halo_size: float, bias: Floats) -> Floats:
        seen = halo_size * chance.normal(size=(n, raters, 1)) + 0.6 * chance.normal(size=(n, raters, AXES))
        return np.asarray(np.digitize(quality[:, None, :] + seen + bias, CUTS), dtype=float)

    lean = 0.1 * (np.log2(words) - 8)[:, None, None] + SEVERITY[None, :, None]
    return Sample(scored(PEOPLE, 0.3, np.zeros((1, PEOPLE, 1))), scored(JUDGES, 0.5, lean), words)


def on_one_axis(scores: Sample, plan: Plan) -> Iterator[tuple[str, Estimate]]:
    """Every statistic of a sample, by name."""
    people = pd.DataFrame(scores.people[:, :, 0], columns=["P0", "P1"])
    judges = pd.DataFrame(scores.judges[:, :, 0], columns=FAMILIES.index)
    median = judges.median(axis=1)
    yield "severity, t", severity(judges).raters[0][1]
    yield "length slope, t", length_slope(median, people.mean(axis=1), pd.Series(scores.words)).slope
    persons = without_each_person(median, people, plan)
    yield "person left out, r", persons.people[0].r_difference
    yield "person left out, error", persons.people[0].error_difference
    yield "mean over people, r", persons.r_difference
    left = without_each_judge(judges, people.mean(axis=1), plan)[0]
    yield "judge left out, r", left.r_difference
    yield "judge left out, error", left.error_difference
    yield "alternative annotator, rho", alternative_annotator_test(median, people, plan, epsilon=0.2).rho
    axes = [f"A{axis}" for axis in range(AXES)]
    of_judges = pd.DataFrame(np.median(scores.judges, axis=1), columns=axes)
    of_people = pd.DataFrame(scores.people.mean(axis=1), columns=axes)
    yield "halo, difference", halo(of_judges, of_people, plan).difference


def of_preference(chance: Chance, n: int, plan: Plan) -> Estimate:
    """Preference of 0.4 points, cross-judged: nobody judges its own answers; scores are whole points."""
    systems = np.arange(n) % JUDGES
    same = same_maker(pd.Series(FAMILIES.to_numpy()[systems]), FAMILIES)
    worth = 1.5 + 0.8 * chance.normal(size=(n, 1)) + SEVERITY + 0.4 * same.to_numpy()
    scores = np.round(worth + 0.6 * chance.normal(size=(n, JUDGES)))
    scores[np.arange(n), systems] = np.nan
    return preference(pd.DataFrame(scores, columns=FAMILIES.index), same, plan).points


def of_means(chance: Chance, plan: Plan) -> Iterator[tuple[str, Estimate, float]]:
    """Means and a difference over 24 prompts of two answers each; truth 0 and 0.3."""
    prompts = chance.normal(size=(24, 1, 1))
    first = 0.7 * prompts + 0.7 * chance.normal(size=(24, 1, 1)) + 0.5 * chance.normal(size=(24, 1, 2))
    second = 0.7 * prompts - 0.3 + 0.7 * chance.normal(size=(24, 1, 1)) + 0.5 * chance.normal(size=(24, 1, 2))
    table = pd.DataFrame({"x": np.round(first.ravel(), 3), "y": np.round(second.ravel(), 3)})
    clusters = pd.Series(np.repeat(np.arange(24), 2))
    mean = cluster_means(table, plan, clusters=clusters)[0]
    yield "mean of 24 prompts, stretched", mean.mean, 0.0
    low, high = mean.as_drawn or (None, None)
    yield "mean of 24 prompts, as drawn", mean.mean._replace(low=low, high=high), 0.0
    yield "mean of 24 prompts, t", mean.mean._replace(low=mean.t_low, high=mean.t_high), 0.0
    (difference,) = paired_differences(table, [(0, 1)], plan, clusters=clusters)
    yield "difference over 24 prompts", difference.mean, 0.3


def of_ppi(chance: Chance, n: int) -> tuple[Estimate, float]:
    """People's mean of n responses, judges on 200 more; the truth is the people's mean over a population."""
    scores = sample(chance, n + 200)
    people = pd.Series(scores.people[:, :, 0].mean(axis=1)).where(np.arange(n + 200) < n)
    found = corrected_mean(people, pd.Series(np.median(scores.judges[:, :, 0], axis=1)))
    return Estimate(found.value, n, found.low, found.high), 1.5


class Tally:
    """Coverage and width by statistic and n."""

    def __init__(self) -> None:
        self.held: dict[tuple[str, int], list[tuple[bool, float]]] = defaultdict(list)
        self.without: dict[tuple[str, int], int] = defaultdict(int)

    def add(self, name: str, n: int, found: Estimate, truth: float) -> None:
        """Note whether an interval held the truth; count those that are missing apart."""
        if found.low is None or found.high is None:
            self.without[name, n] += 1
        else:
            self.held[name, n].append((found.low <= truth <= found.high, found.high - found.low))

    def show(self) -> None:
        """Print one line for each statistic and n."""
        print(f"{'statistic':32} {'n':>3}  coverage  mean width  without interval")
        for (name, n), held in sorted(self.held.items()):
            coverage, width = np.mean(held, axis=0)
            print(f"{name:32} {n:3}  {coverage:8.3f}  {width:10.3f}  {self.without[name, n]:16}")


def main(repetitions: int) -> None:
    """Simulate and print."""
    chance = np.random.default_rng(20261130)
    truth = dict(on_one_axis(sample(chance, POPULATION), Plan("truth", draws=64)))
    tally = Tally()
    for repetition in range(repetitions):
        plan = Plan(f"repetition {repetition}", draws=1000)
        for n in (20, 50):
            for name, found in on_one_axis(sample(chance, n), plan):
                tally.add(name, n, found, truth[name].value or 0.0)
            tally.add("family preference", n, of_preference(chance, n, plan), 0.4)
            tally.add("PPI++ mean, t", n, *of_ppi(chance, n))
        for name, found, value in of_means(chance, plan):
            tally.add(name, 24, found, value)
    tally.show()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
