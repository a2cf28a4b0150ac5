"""Benchmark versions in the store: the same id and version never stands for two texts."""

from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from rubrics import loader
from rubrics.schema import Benchmark as BenchmarkFile
from store.asking import ask
from store.engine import StoreError
from store.tables import Benchmark, Study


def register(session: Session, *, text: str, name: str, now: datetime) -> str:
    """Keep a benchmark file and return its content hash; the same text again changes nothing.

    Raises
    ------
    RubricError
        When the text is no valid benchmark file; `name` stands in the message.
    StoreError
        When the id and version were already used with other text.
    """
    benchmark = loader.parse(text, name)
    content_hash = loader.content_hash(text)
    if session.get(Benchmark, content_hash) is not None:
        return content_hash
    taken = session.exec(
        select(Benchmark).where(Benchmark.slug == benchmark.id, Benchmark.version == benchmark.version)
    ).first()
    if taken is not None:
        raise StoreError(
            f"{benchmark.version} of {benchmark.id} was already used with other text; save the change as a new version"
        )
    session.add(Benchmark(hash=content_hash, slug=benchmark.id, version=benchmark.version, text=text, added_at=now))
    session.flush()
    return content_hash


_HASH_OF_STUDY = select(Study.benchmark_hash).where(col(Study.id) == bindparam("study_id"))


def of_study(session: Session, *, study_id: int) -> BenchmarkFile:
    """Return the benchmark that a study scores by."""
    content_hash = ask(session, _HASH_OF_STUDY, {"study_id": study_id}).scalar_one()
    return by_hash(session, content_hash=content_hash)


_read: dict[str, BenchmarkFile] = {}


def by_hash(session: Session, *, content_hash: str) -> BenchmarkFile:
    """Return the benchmark with this content hash, read from the store once per process."""
    known = _read.get(content_hash)
    if known is None:
        text = session.exec(select(Benchmark.text).where(Benchmark.hash == content_hash)).one()
        known = _read[content_hash] = loader.parse(text, content_hash[:12])
    return known
