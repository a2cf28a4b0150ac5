"""Figures of a report as SVG and PNG, readable in greyscale: what differs, differs in shape before it does in shade.

Drawn without a display. The same numbers give the same bytes with the same version of the library.
"""

import io
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from textwrap import wrap
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.report import AxisReport
from analysis.system_means import SystemFigures
from publishing.report_parts import Image, Picture
from publishing.study_report import StudyReport
from rubrics.schema import Benchmark

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, QUIET = "#1a1a1a", "#767676"
DPI = 200
NOTE_SIZE, NOTE_LETTERS = 7.0, 16
"""Points, and letters of that size on an inch, of the line below a figure."""

STYLE: Any = {
    "svg.hashsalt": "second reader",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,
}


_drawing = Lock()
"""The library keeps its style for the whole process."""


class Drawing(NamedTuple):
    """A figure of a report, and what draws it, with a line to stand below it (empty for none)."""

    picture: Picture
    draw: Callable[[str], Image]


def drawings(report: StudyReport, benchmark: Benchmark, name: str) -> list[Drawing]:
    """Return every figure that the numbers of a module allow."""
    reports = [one.report for one in report.axes]
    found = [_forest(reports, name)] if any(one.judges_people.r is not None for one in reports) else []
    for one in reports:
        if one.points:
            axis = benchmark.axis(one.axis)
            found.append(_scatter(one, (axis.lowest, axis.highest), name))
    if report.systems is not None and any(one.total.mean.value is not None for one in report.systems.systems):
        found.append(_systems(report.systems.systems, name))
    return found


def _image(size: tuple[float, float], title: str, draw: Callable[["Axes"], None], note: str) -> Image:
    # Loading the library takes as long as a whole command; most commands draw nothing.
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with _drawing, mpl.rc_context(STYLE), warnings.catch_warnings():
        # A letter that the font lacks is shown as a box; the tables beside the figure have it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure.subplots())
        if note:
            figure.supxlabel("\n".join(wrap(note, int(size[0] * NOTE_LETTERS))), fontsize=NOTE_SIZE, color=INK)
        svg, png = io.BytesIO(), io.BytesIO()
        figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None, "Title": title})
        figure.savefig(png, format="png", dpi=DPI, metadata={"Software": None, "Title": title})
    return Image(svg.getvalue(), png.getvalue())


def _forest(reports: Sequence[AxisReport], name: str) -> Drawing:
    title = "How closely judges follow people, and people each other"
    says = "; ".join(_forest_words(one) for one in reports)
    picture = Picture(f"{name}agreement", title, f"Correlation by axis. {says}.")
    return Drawing(
        picture,
        lambda note: _image((6.8, 0.9 + 0.55 * len(reports)), title, lambda axes: _draw_forest(axes, reports), note),
    )


def _forest_words(one: AxisReport) -> str:
    judges = "none" if one.judges_people.r is None else f"{one.judges_people.r:.2f}"
    people = "none" if one.people_people.r is None else f"{one.people_people.r:.2f}"
    return f"{one.name}: judges with people {judges}, people with each other {people}"


def _draw_forest(axes: "Axes", reports: Sequence[AxisReport]) -> None:
    lowest = 0.0
    apart = 0.14 if any(one.people_people.r is not None for one in reports) else 0.0
    for place, one in enumerate(reports):
        series = (
            (one.judges_people, place - apart, "o", INK, INK, "judges’ score with the people’s mean"),
            (one.people_people, place + apart, "s", "white", QUIET, "people with each other"),
        )
        for found, height, marker, face, edge, label in series:
            if found.r is None:
                continue
            if found.low is not None and found.high is not None:
                axes.plot([found.low, found.high], [height, height], color=edge, linewidth=1.3, zorder=1)
                lowest = min(lowest, found.low)
            lowest = min(lowest, found.r)
            style: Any = {"marker": marker, "markerfacecolor": face, "markeredgecolor": edge, "linestyle": "none"}
            axes.plot([found.r], [height], label=label, markersize=6, zorder=2, **style)
        full = one.statistics
        ceiling = None if full is None else full.ceiling.ceiling.estimate.value
        if ceiling is not None:
            heights = [place - 0.3, place + 0.3]
            axes.plot([ceiling, ceiling], heights, color=INK, linewidth=1, linestyle=":", label="human ceiling")
    axes.axvline(0, color=QUIET, linewidth=0.8)
    axes.set_xlim(max(-1.02, lowest - 0.05), 1.02)
    axes.set_yticks(range(len(reports)), [one.name for one in reports])
    axes.set_ylim(len(reports) - 0.5, -0.5)
    axes.set_xlabel("r, with 95 % interval")
    known = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    axes.legend(known.values(), known.keys(), loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False)


def _scatter(one: AxisReport, scale: tuple[float, float], name: str) -> Drawing:
    title = f"{one.name}: people and judges, response by response"
    says = f"{one.n} responses; people's mean across, judges' score up; on the dashed line both agree."
    picture = Picture(f"{name}{one.axis}", title, says)
    return Drawing(picture, lambda note: _image((4.4, 4.4), title, lambda axes: _draw_scatter(axes, one, scale), note))


def _draw_scatter(axes: "Axes", one: AxisReport, scale: tuple[float, float]) -> None:
    low, high = scale
    counts = Counter((round(point.people, 9), round(point.judges, 9)) for point in one.points)
    axes.plot([low, high], [low, high], color=QUIET, linewidth=1, linestyle="--", zorder=1)
    places = list(counts)
    sizes = [60 + 50 * counts[place] for place in places]
    across, up = [place[0] for place in places], [place[1] for place in places]
    axes.scatter(across, up, s=sizes, facecolor="white", edgecolor=INK, zorder=2)
    for (x, y), number in counts.items():
        axes.annotate(str(number), (x, y), ha="center", va="center", fontsize=7, zorder=3)
    margin = 0.08 * (high - low)
    axes.set_xlim(low - margin, high + margin)
    axes.set_ylim(low - margin, high + margin)
    axes.set_aspect("equal")
    axes.set_xlabel("mean of the people")
    axes.set_ylabel("what counts of the judges")


def _systems(systems: Sequence[SystemFigures], name: str) -> Drawing:
    title = "Mean total of each system by the judges, with 95 % interval"
    told = "; ".join(f"{one.system} {one.total.mean.value:.1f}" for one in systems if one.total.mean.value is not None)
    picture = Picture(f"{name}systems", title, f"By name. {told}.")
    return Drawing(
        picture,
        lambda note: _image((6.8, 1 + 0.4 * len(systems)), title, lambda axes: _draw_systems(axes, systems), note),
    )


def _draw_systems(axes: "Axes", systems: Sequence[SystemFigures]) -> None:
    for place, one in enumerate(systems):
        found = one.total.mean
        if found.value is None:
            continue
        if found.low is not None and found.high is not None:
            axes.plot([found.low, found.high], [place, place], color=INK, linewidth=1.3)
        axes.plot([found.value], [place], marker="o", markersize=6, color=INK, linestyle="none")
    axes.set_yticks(range(len(systems)), [one.system for one in systems])
    axes.set_ylim(len(systems) - 0.5, -0.5)
    axes.set_xlabel("mean total over prompts")
    axes.grid(axis="x", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
