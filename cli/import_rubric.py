"""The command that takes a benchmark in: a file of ours, a rubric published as JSON, or the axes of a data set."""

from pathlib import Path
from typing import Annotated

import typer

from cli.access import now, writing
from cli.options import AsJson, InFile
from cli.sentences import refuse, say, show, show_json
from files.axes_json import has_axes_only, read_axes
from rubrics import loader
from rubrics.plain_axes import toml_from_axes
from rubrics.published_json import toml_from_published
from store import benchmarks


def rubric(
    file: InFile,
    *,
    benchmark_id: Annotated[
        str | None, typer.Option("--id", help="For JSON: the benchmark's id, as in my_bench.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="For JSON: the benchmark's name.")] = None,
    any_number: Annotated[
        bool, typer.Option("--any-number", help="For axes: a judge's score may be any number, such as a mean.")
    ] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Also write the benchmark file (TOML) here.")] = None,
    as_json: AsJson = False,
) -> None:
    """Take in a benchmark: a rubric published as JSON, the axes of a data set (JSON), or a benchmark file (TOML).

    \b
    Example: secondreader import rubric rubric.json --id christian_leader --title "Christian Leader" --out mine.toml
    """
    text = loader.read_text(file)
    if text.lstrip()[:1] in ("{", "["):
        if not benchmark_id or not title:
            refuse("A rubric in JSON says neither its id nor its name. Add --id and --title.")
        else:
            text = _from_json(text, file.name, benchmark_id, title, any_number)
    elif benchmark_id or title:
        refuse("A benchmark file says its own id and title. Leave --id and --title out.")
    if out is not None and out.exists():
        refuse(f"{out} exists already; choose another name, nothing is overwritten")
    with writing() as session:
        content_hash = benchmarks.register(session, text=text, name=file.name, now=now())
        if out is not None:
            out.write_text(text, encoding="utf-8", newline="\n")
    benchmark = loader.parse(text, file.name)
    if as_json:
        show_json({"id": benchmark.id, "version": benchmark.version, "hash": content_hash})
    else:
        show(f"{benchmark.id} {benchmark.version} {content_hash}")
    say(f"{benchmark.title}: {len(benchmark.axes)} axes. Use it with: secondreader study create --benchmark ...")


def _from_json(text: str, name: str, benchmark_id: str, title: str, any_number: bool) -> str:
    if has_axes_only(text):
        axes = read_axes(text.encode(), name)
        return toml_from_axes(axes, name=name, benchmark_id=benchmark_id, title=title, any_number=any_number)
    return toml_from_published(text, name=name, benchmark_id=benchmark_id, title=title)
