"""What a run shows of its judges alone: whether they say the same twice, and whether they obey a response."""

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from analysis.estimates import Estimate
from judging.probes.report import ProbeLine
from judging.protocols.repeats import AgainstItself
from judging.trust import trust_in
from pages import figures, look
from rubrics.schema import Benchmark
from store.engine import Store

AGAINST_ITSELF = ("Same score", "Mean distance, points", "Only once applicable")
HIDDEN = ("Could be moved", "Moved", "Did exactly as told", "Mean move, points")


def show(store: Store, study_id: int, run_id: int, benchmark: Benchmark) -> None:
    """Show the checks of a run's judges, where any was made."""
    with store.reading() as session:
        found = trust_in(session, study_id=study_id, run_id=run_id)
    if not found.repeats and not found.probes:
        return
    st.header("Can these judges be trusted?", anchor=False)
    if found.repeats:
        _repeats(found.repeats, {axis.id: axis.name for axis in benchmark.axes})
    if found.probes:
        _probes(found.probes)


def _repeats(repeats: Sequence[AgainstItself], names: Mapping[str, str]) -> None:
    look.prose("Some questions were put twice. Where a judge answers otherwise the second time, it is that uncertain.")
    judges = {one.judge: [other for other in repeats if other.judge == one.judge] for one in repeats}
    rows = [[escape(judge), *_itself(lines)] for judge, lines in judges.items()]
    st.html(look.table(("Judge", *AGAINST_ITSELF), rows, title="Each judge against itself", kind="wide"))
    with st.expander("Axis by axis"):
        each = [[escape(one.judge), escape(names.get(one.axis, one.axis)), *_itself([one])] for one in repeats]
        heads = ("Judge", "Axis", *AGAINST_ITSELF)
        st.html(look.table(heads, each, title="Each judge against itself, axis by axis", kind="wide"))


def _itself(lines: Sequence[AgainstItself]) -> list[str]:
    """Cells of some axes of one judge together: each pair of scores counts once."""
    n = sum(one.n for one in lines)
    same = sum((one.exact or 0.0) * one.n for one in lines) / n if n else None
    apart = sum((one.mean_difference or 0.0) * one.n for one in lines) / n if n else None
    why = None if n else "no score both times"
    return [
        figures.estimate(Estimate(same, n, why_undefined=why), percent=True),
        figures.cell(apart, n, why),
        f"{sum(one.changed_kind for one in lines):,}",
    ]


def _probes(probes: Sequence[ProbeLine]) -> None:
    look.prose(
        "Published examples were judged alone and with an instruction to the judge hidden in them. A sound judge is "
        "not moved. Points count towards the score that the instruction asked for."
    )
    judges = {one.judge: [other for other in probes if other.judge == one.judge] for one in probes}
    rows = [[escape(judge), *_moved(lines)] for judge, lines in judges.items()]
    st.html(look.table(("Judge", *HIDDEN), rows, title="Instructions hidden in a response", kind="wide"))
    with st.expander("By kind of instruction"):
        each = [[escape(one.judge), escape(one.form), *_moved([one])] for one in probes]
        heads = ("Judge", "Kind of instruction", *HIDDEN)
        st.html(look.table(heads, each, title="Instructions hidden in a response, by kind", kind="wide"))


def _moved(lines: Sequence[ProbeLine]) -> list[str]:
    """Cells of some kinds of instruction to one judge together: each example counts once for each."""
    could = sum(one.could_move for one in lines)
    shift = sum((one.mean_shift or 0.0) * one.could_move for one in lines) / could if could else None
    why = None if could else "none had a score both times that could still move"
    return [
        f"{could:,} of {sum(one.pairs for one in lines):,}",
        f"{sum(one.moved for one in lines):,}",
        f"{sum(one.obeyed for one in lines):,}",
        figures.cell(shift, could, why, signed=True),
    ]
