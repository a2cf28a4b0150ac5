"""Twenty scorers at once, without a pause, on either engine: nothing lost, nothing doubled, no error shown."""

import asyncio
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, func, select

from store import events
from store.tables import Assignment, Draft, Score, Sheet
from tests.screens.conftest import Running, rater_of, start
from tests.screens.light_client import LightScorer

CROWD = 20


@pytest.fixture
def crowded(store_url: str, tmp_path: Path) -> Iterator[Running]:
    """The app on a store of either engine."""
    app = start(store_url)
    yield app
    app.server.stop()
    app.store.close()


def sentence(who: int, place: int, axis: str) -> str:
    return f"Scorer {who} on place {place}, {axis}: א, ἀ, “so”."


def entries(who: int, place: int, axes: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        axis["id"]: {"kind": "value", "value": (who + place) % 4, "why": sentence(who, place, axis["id"])}
        for axis in axes
    }


async def whole_queue(port: int, token: str, who: int) -> list[str]:
    """Score the whole queue, every submission sent twice at once; return what went wrong."""
    async with LightScorer(port, token) as scorer:
        opened = await scorer.queue()
        place = opened["place"]
        wrong = []
        while place:
            said = entries(who, place["position"], opened["axes"])
            saved = await scorer.draft(place, said, place["position"])
            name = str(uuid.uuid4())
            answers = await asyncio.gather(scorer.submit(place, said, name), scorer.submit(place, said, name))
            wrong += [one.text for one in (saved, *answers) if one.status_code != 200]
            place = answers[0].json()["place"]
        return wrong + scorer.alerts


async def everybody(port: int, tokens: list[str]) -> list[str]:
    results = await asyncio.gather(*(whole_queue(port, token, who) for who, token in enumerate(tokens)))
    return [problem for result in results for problem in result]


def test_twenty_scorers_at_once(crowded: Running) -> None:
    tokens = [crowded.scorer(f"Scorer {who}") for who in range(CROWD)]
    assert asyncio.run(everybody(crowded.server.port, tokens)) == []
    with crowded.store.reading() as session:
        for who, token in enumerate(tokens):
            rows = session.execute(
                select(Assignment.position, Score.axis, Score.why, Sheet.version)
                .join(Sheet, col(Sheet.assignment_id) == col(Assignment.id))
                .join(Score, col(Score.sheet_id) == col(Sheet.id))
                .where(Assignment.rater_id == rater_of(session, token))
            ).all()
            assert len(rows) == 20 * 5
            assert all(why == sentence(who, place, axis) and version == 1 for place, axis, why, version in rows)
        assert session.exec(select(func.count()).select_from(Draft)).one() == 0
        assert events.broken_links(session, study_id=crowded.study_id) == []


async def forge(port: int, token: str, value: object) -> tuple[int, str]:
    async with LightScorer(port, token) as scorer:
        opened = await scorer.queue()
        said = entries(0, 1, opened["axes"])
        said["lane"]["value"] = value
        answer = await scorer.submit(opened["place"], said)
        return answer.status_code, answer.text


def test_a_score_that_no_anchor_has_is_refused_by_the_route(running: Running) -> None:
    token = running.scorer("Forger")
    for number in (4, -1, 1.5, 99):
        status, words = asyncio.run(forge(running.server.port, token, number))
        assert status == 422
        assert "is not one of its scores. Possible: 0, 1, 2, 3." in words
    for value in ("2", True, [1]):
        assert asyncio.run(forge(running.server.port, token, value))[0] == 422
    with running.store.reading() as session:
        assert (
            session.exec(
                select(func.count(col(Sheet.id)))
                .join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
                .where(Assignment.rater_id == rater_of(session, token))
            ).one()
            == 0
        )
