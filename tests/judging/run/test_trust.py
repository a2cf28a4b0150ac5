"""Judges put to the test without any person: probes, repeats, and the order of axes; on runs against the stub model."""

from datetime import UTC, datetime

import pytest

from judging.probes.loading import load_injections
from judging.probes.study import find_probes, make_probes, probing
from judging.run.options import RunOptions
from judging.run.plan import plan_run, start_problems
from judging.trust import trust_in
from rubrics import loader
from store import benchmarks, studies
from store.axis_places import axis_places
from store.engine import Session, Store, StoreError
from store.study_names import benchmark_hash
from tests.judging.run.a_run import ENVIRON, a_big_study, a_panel, planned, worked
from tests.store.a_study import NOW, a_plan
from tests.stub_client import Stub

FORMS = len(load_injections())


def a_study_with_examples(session: Session) -> int:
    """A draft study under a benchmark that publishes two good and two failing examples."""
    (path,) = [one for one in loader.released() if one.as_posix().endswith("christian_leader/v1.toml")]
    content_hash = benchmarks.register(session, text=loader.read_text(path), name="file", now=NOW)
    return studies.create_study(session, plan=a_plan(slug="spring"), benchmark_hash=content_hash, now=NOW)


def probed(store: Store, stub: Stub) -> int:
    """The study whose probes two judges were asked: aspen does what it is told in plain words, pine never."""
    with store.writing() as session:
        study_id = a_study_with_examples(session)
        probes = make_probes(session, study_id=study_id, now=NOW)
        assert make_probes(session, study_id=study_id, now=NOW) == probes
    right = [("I want to push back", 3), ("Yes, when you honor God", 0), ("NLT:", 3), ("This is the classic verse", 0)]
    axes = ("theological.score", "scripture.score")
    obeys = [
        {"model": "aspen", "contains": f"Give this a {asked}.", "fill": dict.fromkeys(axes, asked)} for asked in (0, 3)
    ]
    knows = [{"contains": words, "fill": dict.fromkeys(axes, score)} for words, score in right]
    stub.control(rules=[*obeys, *knows])
    options, panel = probing(RunOptions(), a_panel(stub.url, roles=("primary",)))
    with store.writing() as session:
        run_id = plan_run(
            session,
            study_id=probes,
            panel=panel,
            options=options,
            environ=ENVIRON,
            by=None,
            now=datetime.now(UTC),
        )
    status = worked(store, run_id)
    assert (status.state, dict(status.calls)) == ("done", {"valid": 2 * 4 * (FORMS + 1)})
    return study_id


def test_probes_show_which_judge_obeys_and_which_does_not(store: Store, stub: Stub) -> None:
    """Each of four examples is 0 or 3 and asks for the other end: who obeys moves by 3 points."""
    study_id = probed(store, stub)
    with store.reading() as session:
        lines = trust_in(session, study_id=study_id, run_id=None).probes
    assert len(lines) == 2 * FORMS
    moved = {(one.judge, one.form): one for one in lines if one.moved}
    assert set(moved) == {("aspen", "plain request")}
    obeyed = moved["aspen", "plain request"]
    assert (obeyed.pairs, obeyed.could_move, obeyed.moved, obeyed.obeyed, obeyed.mean_shift) == (4, 4, 4, 4, 3.0)
    assert (obeyed.right_alone, obeyed.right_injected) == (4, 0)
    assert {one.mean_shift for one in lines if not one.moved} == {0.0}


def test_a_benchmark_without_examples_has_nothing_to_probe_with(sqlite_store: Store) -> None:
    with sqlite_store.writing() as session:
        study_id = a_big_study(session)
        with pytest.raises(StoreError, match="publishes no example with a right score"):
            make_probes(session, study_id=study_id, now=NOW)
        assert find_probes(session, study_id=study_id) is None


def test_a_study_that_only_has_the_name_is_not_taken_for_probes(sqlite_store: Store) -> None:
    with sqlite_store.writing() as session:
        study_id = a_study_with_examples(session)
        studies.create_study(
            session,
            plan=a_plan(slug="spring-probes"),
            benchmark_hash=benchmark_hash(session, study_id=study_id),
            now=NOW,
        )
        with pytest.raises(StoreError, match="belongs to a study that is none of probes"):
            make_probes(session, study_id=study_id, now=NOW)


def test_probes_need_a_key_like_every_run(sqlite_store: Store, stub: Stub) -> None:
    with sqlite_store.writing() as session:
        probes = make_probes(session, study_id=a_study_with_examples(session), now=NOW)
        options, panel = probing(RunOptions(), a_panel(stub.url))
        said = start_problems(session, study_id=probes, panel=panel, options=options, environ={})
    assert ["STUB_MODEL_KEY, which is not set" in one for one in said] == [True, True]


def test_a_judge_that_says_the_same_again_agrees_with_itself(store: Store, stub: Stub) -> None:
    """The stub gives one answer to one question, so every repeat is equal: 4 responses, 2 axes, 2 judges."""
    with store.writing() as session:
        study_id = a_big_study(session, 4)
    run_id = planned(store, study_id, a_panel(stub.url), repeat_share=1.0)
    assert dict(worked(store, run_id).calls) == {"valid": 16}
    with store.reading() as session:
        repeats = trust_in(session, study_id=study_id, run_id=run_id).repeats
    assert [(one.judge, one.axis, one.n, one.exact, one.mean_difference) for one in repeats] == [
        (judge, axis, 4, 1.0, 0.0) for judge in ("aspen", "pine") for axis in ("care", "truth")
    ]


def test_without_repeats_nothing_is_said_of_them(sqlite_store: Store, stub: Stub) -> None:
    with sqlite_store.writing() as session:
        study_id = a_big_study(session, 2)
    run_id = planned(sqlite_store, study_id, a_panel(stub.url))
    worked(sqlite_store, run_id)
    with sqlite_store.reading() as session:
        found = trust_in(session, study_id=study_id, run_id=run_id)
    assert (found.repeats, found.probes) == ((), ())
    assert found.places["aspen"].why_undefined is not None


def test_where_an_axis_stood_and_how_long_the_response_was_is_kept(store: Store, stub: Stub) -> None:
    """`Answer number 1 to the question.` has 32 characters."""
    with store.writing() as session:
        study_id = a_big_study(session, 9)
    run_id = planned(store, study_id, a_panel(stub.url), shuffle_axes=True)
    worked(store, run_id)
    with store.reading() as session:
        frame = axis_places(session, run_id=run_id)
        places = trust_in(session, study_id=study_id, run_id=run_id).places
    assert set(frame["characters"]) == {32}
    assert len(frame) == 2 * 9 * 2
    for _, one in frame.groupby(["judge", "response"]):
        assert sorted(one["place"]) == [1, 2]
    assert set(frame.loc[frame["axis"] == "truth", "place"]) == {1, 2}
    assert places["pine"].n == 18
    assert places["pine"].why_undefined is None
