"""The questions of an import: which column is what, and what the file's own words stand for."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from files.layouts import Layout, column_name
from files.shapes import Holding
from files.suggestions import axis_columns, columns_of, odd_scores, suggested
from pages import look
from pages.import_words import ASKED, FIRST, MEANT, NEEDED
from rubrics.axes import written
from rubrics.schema import Benchmark

Choice = tuple[str, str]
NOT_THERE: Choice = ("none", "")
SAME: Choice = ("same", "")
PEOPLE: Choice = ("fixed", "human")
JUDGES: Choice = ("fixed", "llm")
BY_ROW, BY_AXIS, BY_RATER = "One score in each row", "A column for each axis", "A column for each rater"
MOST_ODD, SHOWN_LETTERS = 30, 120


@dataclass(frozen=True)
class Asked:
    """The file that is asked about: its first rows, what they hold, and a key of the session for its answers."""

    content: bytes
    name: str
    rows: Sequence[dict[str, str]]
    holding: Holding
    key: str
    encoding: str
    sheet: str
    known: bool

    @property
    def columns(self) -> list[str]:
        """The columns of the file."""
        return columns_of(self.rows)


def ask(asked: Asked, benchmark: Benchmark) -> Layout:
    """Ask everything about a file and return how it is laid out."""
    if asked.holding != "scores":
        columns, fixed = _columns(asked, leave_out=frozenset())
        return _layout(asked, columns, fixed)
    return _scores(asked, benchmark)


def _layout(asked: Asked, columns: dict[str, str], fixed: dict[str, str], **more: object) -> Layout:
    whole = {"encoding": asked.encoding, "sheet": asked.sheet, "others": True, **more}
    return Layout(columns=columns, fixed=fixed, **whole)  # type: ignore[arg-type]  # each as it is declared


def _scores(asked: Asked, benchmark: Benchmark) -> Layout:
    wide = axis_columns(asked.columns, benchmark)
    usual = 1 if wide and "axis" not in asked.columns else 0
    ways = [BY_ROW, BY_AXIS, BY_RATER]
    how = st.radio("How are the scores arranged?", ways, index=usual, horizontal=True, key=f"{asked.key}:way")
    gone = {BY_AXIS: frozenset({"axis", "score"}), BY_RATER: frozenset({"rater", "score"})}.get(how, frozenset())
    if len(benchmark.axes) == 1:
        gone |= {"axis"}
    columns, fixed = _columns(asked, leave_out=gone)
    axes: dict[str, str] = {}
    raters: dict[str, str] = {}
    if how == BY_AXIS:
        axes = _axis_columns(asked, benchmark, wide)
    elif how == BY_RATER:
        picked = st.multiselect("Which columns hold a rater’s scores?", asked.columns, key=f"{asked.key}:raters")
        raters = {column: column for column in picked}
    if how != BY_AXIS:
        axes |= _axis_names(asked, benchmark, columns.get("axis", "axis"))
    comma = st.checkbox("A comma stands in place of the decimal point (2,5)", key=f"{asked.key}:comma")
    layout = _layout(asked, columns, fixed, axes=axes, raters=raters, decimal_comma=comma)
    return _layout(
        asked,
        columns,
        fixed,
        axes=axes,
        raters=raters,
        decimal_comma=comma,
        values=_values(asked, benchmark, layout),
    )


def _columns(asked: Asked, *, leave_out: frozenset[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Ask for each of our columns where it stands; return the columns, and what is the same in every row."""
    fields = {name: words for name, words in ASKED[asked.holding].items() if name not in leave_out}
    likely = suggested(asked.rows, list(ASKED[asked.holding]), asked.holding)
    columns: dict[str, str] = {}
    fixed: dict[str, str] = {}
    first, rest = list(fields)[: FIRST[asked.holding]], list(fields)[FIRST[asked.holding] :]
    with st.container(key="columns_first"):
        for name in first:
            _one(asked, name, fields[name], likely=likely, columns=columns, fixed=fixed)
    with st.expander("More columns"):
        for name in rest:
            _one(asked, name, fields[name], likely=likely, columns=columns, fixed=fixed)
    return columns, fixed


def _one(
    asked: Asked, name: str, words: str, *, likely: dict[str, str], columns: dict[str, str], fixed: dict[str, str]
) -> None:
    there = asked.columns
    options = [NOT_THERE, *(("column", column) for column in there)]
    options += [PEOPLE, JUDGES] if name == "rater_kind" else [SAME]
    usual = likely.get(name, name)
    index = options.index(("column", usual)) if usual in there else 0
    needed = name in NEEDED[asked.holding] and not asked.known
    label = f"{words} (needed)" if needed else words
    key = f"{asked.key}:{name}"
    picked = st.selectbox(label, options, index=index, format_func=_in_words, key=key)
    kind, column = picked or NOT_THERE
    if kind == "column":
        columns[name] = column
    elif kind == "fixed":
        fixed[name] = column
    elif kind == "same":
        fixed[name] = st.text_input(f"{words}: what stands in every row", key=f"{key}:same").strip()


def _in_words(choice: Choice) -> str:
    kind, column = choice
    if kind == "column":
        return f"column: {column}"
    if kind == "fixed":
        return "all are people" if column == "human" else "all are judges"
    return "the same in every row" if kind == "same" else "not in the file"


def _axis_columns(asked: Asked, benchmark: Benchmark, wide: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for axis in benchmark.axes:
        usual = next((column for column, axis_id in wide.items() if axis_id == axis.id), None)
        options = ["", *asked.columns]
        index = options.index(usual) if usual else 0
        column = st.selectbox(
            f"Scores on {_plain(axis.name)}",
            options,
            index=index,
            format_func=lambda one: f"column: {one}" if one else "not in the file",
            key=f"{asked.key}:axis:{axis.id}",
        )
        if column:
            found[column] = axis.id
    return found


def _axis_names(asked: Asked, benchmark: Benchmark, column: str) -> dict[str, str]:
    """Ask which axis each unknown name is; a name that is left alone is refused when the file is checked."""
    known = {column_name(name) for axis in benchmark.axes for name in (axis.id, axis.name)}
    names = list(dict.fromkeys(row[column].strip() for row in asked.rows if row.get(column, "").strip()))
    unknown = [name for name in names if column_name(name) not in known][:MOST_ODD]
    axes = {axis.id: axis.name for axis in benchmark.axes}
    found: dict[str, str] = {}
    for place, name in enumerate(unknown):
        look.prose(f"The benchmark has no axis {name}.")
        picked = st.selectbox(
            "Which axis is it?",
            ["", *axes],
            format_func=lambda one: axes.get(one, "Stop: it is a mistake"),
            key=f"{asked.key}:name:{place}",
        )
        if picked:
            found[name] = picked
    return found


def _values(asked: Asked, benchmark: Benchmark, layout: Layout) -> dict[str, str]:
    """Ask what each text in a score's place stands for that is no score."""
    odd = odd_scores(asked.content, asked.name, benchmark=benchmark, layout=layout)
    if not odd:
        return {}
    st.subheader("What do these stand for?", anchor=False)
    look.prose("They stand where a score is expected, and are none. What you do not name is refused.")
    scores = _scores_of(benchmark)
    found: dict[str, str] = {}
    for place, (text, count) in enumerate(odd.most_common(MOST_ODD)):
        times = "once" if count == 1 else f"{count:,} times"
        look.prose(f"{f'“{look.shortened(text, SHOWN_LETTERS)}”' if text else 'An empty cell'}, {times}:")
        picked = st.selectbox(
            "It stands for",
            [*MEANT, *scores],
            format_func=lambda one: MEANT.get(one, f"The score {one}"),
            key=f"{asked.key}:value:{place}:{text}",
        )
        if picked:
            found[text] = picked
    if len(odd) > MOST_ODD:
        look.prose(f"{len(odd) - MOST_ODD} further texts are not asked about; they are refused.")
    return found


def _scores_of(benchmark: Benchmark) -> list[str]:
    """Every score that some axis has, where they are few enough to choose from."""
    few = [axis for axis in benchmark.axes if axis.as_choices]
    return list(dict.fromkeys(written(value) for axis in few for value in axis.values()))


def _plain(text: str) -> str:
    return "".join(f"\\{one}" if one in r"\`*_{}[]<>()#+-.!|$~:^" else one for one in text)
