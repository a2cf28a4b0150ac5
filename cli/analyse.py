"""The command that analyses scores in files, without a study or a store."""

import json
from pathlib import Path
from typing import Annotated

import typer

from analysis.data_set import data_set_report
from analysis.resampling import Plan
from cli.analysis_json import report_as_json
from cli.analysis_text import report_in_words
from cli.options import AsJson
from cli.sentences import refuse, say, show
from files.axes_json import read_axes
from files.plain_scores import read_plain_scores
from files.tables import read_file


def analyse(
    scores: Annotated[
        Path, typer.Argument(metavar="SCORES", help="CSV or JSONL: item_id, rater_id, rater_kind, axis, score.")
    ],
    axes: Annotated[
        Path, typer.Option("--axes", metavar="AXES", help="The axes in JSON: id, min, max, levels or step.")
    ],
    *,
    as_json: AsJson = False,
    seed: Annotated[str, typer.Option("--seed", help="Seed of the bootstrap; the same gives the same.")] = "analyse",
    draws: Annotated[int, typer.Option("--draws", min=100, max=100_000, help="Bootstrap draws.")] = 5000,
    epsilon: Annotated[
        float,
        typer.Option("--epsilon", min=0, max=0.99, help="The judges' head start in the alternative annotator test."),
    ] = 0.2,
    out: Annotated[Path | None, typer.Option("--out", metavar="REPORT", help="Write the report to this file.")] = None,
) -> None:
    """Compare judges' scores with people's: agreement, correlations, whether judges could stand in for people.

    rater_kind is human or llm; an empty score is a missing one; other columns are not read. Without --json a short
    table; with it every figure with its n, interval and method, or the reason why there is none.

    \b
    Example: secondreader analyse scores.csv --axes axes.json --json --out report.json
    """
    if out is not None and out.exists():
        refuse(f"{out} exists already; choose another name, nothing is overwritten")
    if not seed or "|" in seed:
        refuse(f"--seed: found '{seed}'; allowed: any text without '|'")
    scales = read_axes(read_file(axes), axes.name)
    frame = read_plain_scores(read_file(scores), scores.name, scales)
    plan = Plan(seed, draws=draws)
    found = data_set_report(frame, scales, plan, epsilon=epsilon)
    if as_json:
        settings = {"scores": scores.name, "axes": axes.name, "epsilon": epsilon, **plan._asdict()}
        text = json.dumps(report_as_json(found, frame, settings), ensure_ascii=False, indent=2, allow_nan=False)
    else:
        text = report_in_words(found)
    if out is None:
        show(text)
    else:
        out.write_text(text + "\n", encoding="utf-8", newline="\n")
        say(f"{len(frame):,} scores on {len(scales)} axes; the report is in {out}.")
