"""How fast are the statistics, and how much memory do they take? Ratios to bare matrix products and to public tools.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.statistics.speed

One process, one BLAS thread, CPU seconds, medians of five. The report is everything that
`analysis.report.report` computes from a long frame with a plan of 5,000 draws: reading and checking the frame,
every figure of every axis with both of its intervals. The bare product beside it multiplies float64 counts
(draws x responses) with float64 columns of the same number as the report's (responses x columns), in blocks
of 32 MiB as the report does, and does nothing with the result; for 100,000 responses three of its blocks are
timed and scaled.
"""

import hashlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import krippendorff
import numpy as np
from scipy import stats

from analysis.axis_draws import judges_uses, people_uses
from analysis.axis_scores import lay_out
from analysis.coincidences import alpha_kernel
from analysis.kernels import Kernel, Rows, distinct_rows, drawn
from analysis.pair_sums import moments
from analysis.report import report
from analysis.resampling import Plan, percentile
from analysis.score_tables import score_tables
from benchmarks.statistics.population import Floats, a_frame, scores

DRAWS = 5000
PLAN = Plan("speed", draws=DRAWS)
BLOCK = 2**25


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """Time some work: the median of its CPU seconds."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def axes_of(responses: int, people: int, judges: int, number: int) -> list[tuple[Floats, Floats]]:
    """Draw some axes."""
    return [scores(responses, people, judges, seed) for seed in range(number)]


def bare_product(responses: int, columns: int) -> float:
    """Time the float64 product of all draws' counts with as many columns."""
    rows = max(1, min(DRAWS, BLOCK // (8 * responses)))
    counts = np.random.default_rng(0).integers(0, 3, (rows, responses)).astype(float)
    table = np.random.default_rng(1).integers(0, 4, (responses, columns)).astype(float)
    blocks = DRAWS / rows
    timed = min(3, -(-DRAWS // rows))
    return seconds(lambda: [counts @ table for _ in range(timed)]) * blocks / timed


def columns_of(axes: list[tuple[Floats, Floats]]) -> int:
    """Count the columns that the report sums in every draw."""
    frame, scales = a_frame(axes)
    uses = [
        use for one in lay_out(score_tables(frame), scales) for use in (people_uses(one, None), judges_uses(one, None))
    ]
    return sum(len(kernel.columns) for use in uses for own in use.kernels.values() for kernel in own.values())


def time_report(size: tuple[int, int, int], number: int, limit: float, times: int = 5) -> None:
    """Print the time of the full report beside the bare product."""
    responses, people, judges = size
    axes = axes_of(responses, people, judges, number)
    frame, scales = a_frame(axes)
    columns = columns_of(axes)
    taken = seconds(lambda: report(frame, scales, plan=PLAN), times)
    bare = bare_product(responses, columns)
    print(
        f"report, {responses:,} x {people + judges}, {number} axes, {columns:,} columns: {taken:.3f} s; "
        f"bare product {bare:.3f} s; ratio {taken / bare:.2f} (aim {limit:g})"
    )


def of_draws(kernel: Kernel, rows: Rows, name: str) -> Floats:
    """Draw one kernel."""
    return drawn([({"it": kernel}, rows)], PLAN)[0]["it"][name]


def time_pearson(responses: int) -> None:
    """Print Pearson's percentile interval beside SciPy's."""
    ((people, judges),) = axes_of(responses, 1, 1, 1)
    first, second = people[:, 0], judges[:, 0]

    def ours() -> object:
        rows = distinct_rows(np.column_stack([first, second]))
        return percentile(of_draws(moments(first[rows.first], second[rows.first]), rows, "pearson"), PLAN)

    def scipys() -> object:
        chance = np.random.default_rng(0)
        batch = max(1, BLOCK // (8 * responses))
        return stats.bootstrap(
            (first, second),
            lambda x, y, axis: stats.pearsonr(x, y, axis=axis).statistic,
            n_resamples=DRAWS, paired=True, vectorized=True, method="percentile", batch=batch, rng=chance,
        )  # fmt: skip

    mine, theirs = seconds(ours), seconds(scipys, 5 if responses < 10_000 else 1)
    print(
        f"Pearson alone, {responses:,}: {mine:.4f} s; scipy.stats.bootstrap {theirs:.4f} s; "
        f"{theirs / mine:.1f} times (aim 3)"
    )


def time_alpha(responses: int, loops: int = 20) -> None:
    """Print ordinal alpha's percentile interval beside a loop over the krippendorff package."""
    ((people, judges),) = axes_of(responses, 2, 3, 1)
    table = np.hstack([people, judges])

    def ours() -> object:
        rows = distinct_rows(table)
        kernel = alpha_kernel(table[rows.first])
        assert kernel is not None
        return percentile(of_draws(kernel, rows, "ordinal"), PLAN)

    def theirs() -> None:
        chance = np.random.default_rng(0)
        for _ in range(loops):
            some = table[chance.integers(0, responses, responses)]
            krippendorff.alpha(reliability_data=some.T, level_of_measurement="ordinal", value_domain=[0, 1, 2, 3])

    mine, loop = seconds(ours), seconds(theirs, 1) * DRAWS / loops
    print(
        f"ordinal alpha, {responses:,} x 5: {mine:.2f} s; krippendorff in a loop {loop:.0f} s "
        f"(from {loops} draws); {loop / mine:.0f} times (aim 100)"
    )


def digest(responses: int) -> str:
    """Hash every interval of a report."""
    frame, scales = a_frame(axes_of(responses, 2, 2, 2))
    return hashlib.sha256(repr([axis.statistics for axis in report(frame, scales, plan=PLAN)]).encode()).hexdigest()


def elsewhere(call: str, threads: int) -> str:
    """Run something in a process of its own and return what it printed."""
    code = f"from benchmarks.statistics import speed\nprint(speed.{call})"
    env = os.environ | {"OPENBLAS_NUM_THREADS": str(threads)}
    return subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    ).stdout.strip()


def peak_memory(number: int) -> str:
    """Report 100,000 x 5 on some axes; return the peak memory of this process, and what the frame alone took."""
    frame, scales = a_frame(axes_of(100_000, 2, 3, number))
    before = _peak()
    report(frame, scales, plan=PLAN)
    return f"{_peak():.2f} GiB ({before:.2f} GiB before the report)"


def _peak() -> float:
    """Read the peak of this process's memory, which unlike getrusage starts anew with the program."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 2**20


if __name__ == "__main__":
    time_report((20, 2, 4), 5, float("inf"))
    time_report((1200, 2, 2), 7, 3)
    time_report((1200, 2, 2), 1, 6)
    time_report((100_000, 2, 3), 1, 2, 3)
    time_report((100_000, 2, 3), 7, 2, 1)
    for size in (20, 1200, 100_000):
        time_pearson(size)
    time_alpha(100_000)
    for axes_number in (1, 7):
        print(
            f"peak memory, 100,000 x 5, {axes_number} axes: {elsewhere(f'peak_memory({axes_number})', 1)} (aim 1 GiB)"
        )
    for size in (20, 1200, 5000):
        same = elsewhere(f"digest({size})", 1) == elsewhere(f"digest({size})", 2)
        print(f"same seed, one and two threads, {size:,} x 4: {'byte-identical' if same else 'DIFFERENT'}")
