"""A benchmark version stands for one text, for good."""

import pytest
from sqlmodel import select

from rubrics.loader import content_hash
from rubrics.problems import RubricError
from store import benchmarks
from store.engine import Session, StoreError
from store.tables import Benchmark
from tests.store.a_study import NOW, a_benchmark_text, a_draft


def register(session: Session, text: str) -> str:
    return benchmarks.register(session, text=text, name="invented.toml", now=NOW)


def test_a_benchmark_is_known_by_the_hash_of_its_text(session: Session) -> None:
    text = a_benchmark_text()
    assert register(session, text) == content_hash(text)
    assert session.exec(select(Benchmark.slug, Benchmark.version, Benchmark.text)).one() == ("invented", "v1", text)


def test_the_same_text_again_changes_nothing_also_with_other_line_ends(session: Session) -> None:
    text = a_benchmark_text()
    assert register(session, text) == register(session, text) == register(session, text.replace("\n", "\r\n"))
    assert len(session.exec(select(Benchmark)).all()) == 1


def test_the_same_id_and_version_with_other_text_is_refused(session: Session) -> None:
    register(session, a_benchmark_text())
    with pytest.raises(StoreError, match=r"^v1 of invented was already used with other text; save .* new version$"):
        register(session, a_benchmark_text(title="Another title"))
    register(session, a_benchmark_text(title="Another title", version="v2"))
    assert sorted(session.exec(select(Benchmark.version)).all()) == ["v1", "v2"]


def test_a_text_that_is_no_benchmark_is_refused_and_not_kept(session: Session) -> None:
    with pytest.raises(RubricError, match=r"invented\.toml"):
        register(session, "id = 'x'\nnonsense = 1\n")
    assert session.exec(select(Benchmark)).all() == []


def test_a_study_scores_by_its_own_benchmark(session: Session) -> None:
    register(session, a_benchmark_text(version="v2", title="Later"))
    study_id = a_draft(session)
    assert benchmarks.of_study(session, study_id=study_id).version == "v1"
