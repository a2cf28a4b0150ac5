"""Do 95 % intervals cover what they say? Simulated for every figure of the report, at n = 20 and n = 50.

    python -m benchmarks.statistics.coverage [replications] [draws]

Each replication is an axis scored 0 to 3 by two people and four judges. The true values are those of 400,000
responses of the same population. For each figure: the share of replications whose interval holds the true
value, for the interval that the report leads with and for the bootstrap percentiles beside it; and how often
there was no interval. Then intraclass correlations by REML with 15 % of the scores missing, and means of 24
clusters (scenarios), where the truth is 0. With R replications the share itself is uncertain by
2 * sqrt(.95 * .05 / R): 0.7 points for 4,000.
"""

import sys
from collections.abc import Iterator

import numpy as np

from analysis.axis_statistics import AxisStatistics, axis_statistics
from analysis.estimates import Estimate
from analysis.intervals import Figure
from analysis.intraclass import Form
from analysis.reliability import intraclass_figures
from analysis.resampling import Plan, estimate, few_clusters, means
from benchmarks.statistics.population import a_frame, scores

AT_A_TIME = 100
TRUTH_FROM = 400_000
WITHIN = (0.93, 0.97)


def figures(axis: AxisStatistics) -> Iterator[tuple[str, Figure]]:
    """Yield every figure of a report with its name."""
    one, *_ = axis.judges_each_person
    for prefix, pair in (("judges and people's mean", axis.judges_people), ("judges and one person", one.figures)):
        yield from ((f"{prefix}: {name}", part) for name, part in pair._asdict().items() if isinstance(part, Figure))
    for prefix, group in (("people", axis.people), ("judges", axis.judges), ("everybody", axis.everybody)):
        yield from ((f"{prefix}: {name}", part) for name, part in group._asdict().items() if isinstance(part, Figure))
        yield from ((f"{prefix}: {form}", part) for form, part in group.icc.figures.items())
    yield from ((name, part) for name, part in axis.ceiling._asdict().items() if isinstance(part, Figure))


class Count:
    """How many intervals held the truth, of how many that there were; their widths; and how many there were not."""

    def __init__(self) -> None:
        self.held = self.made = self.missing = 0
        self.width = 0.0

    def add(self, interval: Estimate | None, truth: float) -> None:
        """Count one interval."""
        if interval is None or interval.low is None or interval.high is None:
            self.missing += 1
            return
        self.made += 1
        self.held += interval.low <= truth <= interval.high
        self.width += interval.high - interval.low

    def __str__(self) -> str:
        if not self.made:
            return "     -      -"
        share = self.held / self.made
        mark = " " if WITHIN[0] <= share <= WITHIN[1] else "*"
        return f" {share:.3f}{mark} {self.width / self.made:5.2f}"


def simulate(n: int, replications: int, draws: int) -> None:
    """Print the coverage of every figure with n responses."""
    frame, axes = a_frame([scores(TRUTH_FROM, 2, 4, 1)])
    truth = {
        name: figure.estimate.value
        for name, figure in figures(axis_statistics(frame, axes, Plan("truth", draws=1))["axis 0"])
    }
    counts = {name: (Count(), Count()) for name in truth}
    for start in range(0, replications, AT_A_TIME):
        made = [scores(n, 2, 4, 1_000_000 * n + start + i) for i in range(min(AT_A_TIME, replications - start))]
        frame, axes = a_frame(made)
        for axis in axis_statistics(frame, axes, Plan(f"coverage {start}", draws=draws)).values():
            for name, figure in figures(axis):
                true = truth[name]
                if true is not None:
                    counts[name][0].add(figure.estimate, true)
                    counts[name][1].add(figure.bootstrap, true)
    print(f"\nn = {n}, {replications:,} replications, {draws:,} draws: coverage and mean width; * outside 93 to 97 %")
    print(f"{'':44}{'truth':>7}  {'leading':>13} none  {'percentile':>13} none")
    for name, (leading, bootstrap) in counts.items():
        print(f"{name:44}{truth[name]:7.3f}  {leading} {leading.missing:4d}  {bootstrap} {bootstrap.missing:4d}")


def simulate_missing(n: int, replications: int, share: float = 0.15) -> None:
    """Print the coverage of intraclass correlations by REML, single forms, with some scores missing."""
    plan = Plan("missing", draws=1)
    frame, axes = a_frame([scores(TRUTH_FROM, 2, 4, 1)])
    whole = axis_statistics(frame, axes, plan)["axis 0"]
    single: tuple[Form, ...] = ("ICC(1,1)", "ICC(A,1)", "ICC(C,1)")
    print(f"\nn = {n}, {replications:,} replications, {share:.0%} of the scores missing: REML")
    for who, group in (("people", whole.people), ("judges", whole.judges)):
        counts = {form: Count() for form in single}
        for number in range(replications):
            people, judges = scores(n, 2, 4, 2_000_000 * n + number)
            some = people if who == "people" else judges
            some[np.random.default_rng(number).random(some.shape) < share] = np.nan
            found = intraclass_figures(some[~np.isnan(some).all(axis=1)], None, plan).figures
            for form, count in counts.items():
                count.add(found[form].estimate, group.icc.figures[form].estimate.value or 0.0)
        for form, count in counts.items():
            truth = group.icc.figures[form].estimate.value
            print(f"{f'{who}: {form}':44}{truth:7.3f}  {count} {count.missing:4d}")


def simulate_clusters(replications: int, draws: int) -> None:
    """Print the coverage of stretched percentiles for means, and differences of means, of 24 clusters."""
    chance = np.random.default_rng(24)
    counts = {name: (Count(), Count()) for name in ("mean of 24 clusters", "paired difference of two means")}
    stretch = few_clusters(24, 0.95)
    for number in range(replications):
        scenario = chance.normal(size=(24, 1, 1))
        answers = (scenario + chance.normal(size=(24, 5, 2))).reshape(120, 2).round(1)
        plan = Plan(f"clusters {number}", draws=draws)
        drawn = means(answers, plan, clusters=np.repeat(np.arange(24), 5))
        found = answers.mean(axis=0)
        for (name, pair), value, row in zip(
            counts.items(), (found[0], found[0] - found[1]), (drawn[0], drawn[0] - drawn[1]), strict=True
        ):
            pair[0].add(estimate(float(value), 24, row, plan, stretch=stretch), 0.0)
            pair[1].add(estimate(float(value), 24, row, plan), 0.0)
            assert name
    print(f"\n24 clusters of 5 answers, {replications:,} replications: stretched percentiles, plain percentiles")
    for name, (leading, bootstrap) in counts.items():
        print(f"{name:44}{0:7.3f}  {leading} {leading.missing:4d}  {bootstrap} {bootstrap.missing:4d}")


if __name__ == "__main__":
    asked = [int(argument) for argument in sys.argv[1:]]
    how_many, how_many_draws = asked[0] if asked else 4000, asked[1] if len(asked) > 1 else 1000
    for size in (20, 50):
        simulate(size, how_many, how_many_draws)
        simulate_missing(size, how_many // 4)
    simulate_clusters(how_many, how_many_draws)
