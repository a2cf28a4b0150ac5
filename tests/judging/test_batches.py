"""Batches through real files and batches of the stub model: everything sent once, everything told apart by its key."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from judging.batches import (
    Collected,
    Lookup,
    batch_problems,
    collect,
    find,
    price_share,
    read_lines,
    sent_of,
    submit,
)
from judging.llm import CallFailed, close
from judging.panel import PanelJudge
from judging.prompts.render import Message
from judging.wire import AS_ASKED, Request
from tests.judging.judges import ENVIRON, FAKE_KEY, a_judge, a_request
from tests.judging.left_open import LEFT_OPEN
from tests.stub_client import Stub, running_stub

KEYS = [f"key-{number}" for number in range(6)]
pytestmark = LEFT_OPEN


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stub]:
    with running_stub(tmp_path_factory.mktemp("stub") / "journal.jsonl") as running:
        yield running


def judge_of(server: Stub, provider: str = "openai", **changes: object) -> PanelJudge:
    return a_judge(base_url=server.url, model=f"{provider}/any", **changes)


def requests_to(judge: PanelJudge) -> list[Request]:
    return [
        a_request(judge, key=key, max_tokens=50 + number, messages=(Message("user", f"Question {number}"),))
        for number, key in enumerate(KEYS)
    ]


async def sent_and_collected(judge: PanelJudge, *, times: int = 2, mark: str = "m") -> tuple[str, list[Collected]]:
    """Send six calls as a batch and ask about it so many times."""
    try:
        batch = await submit(requests_to(judge), mark, environ=ENVIRON)
        return batch, [await collect(judge, batch, KEYS, environ=ENVIRON) for _ in range(times)]
    finally:
        await close()


@pytest.mark.parametrize("provider", ["openai", "hosted_vllm"])
def test_a_batch_is_sent_once_and_its_answers_come_by_key(server: Stub, provider: str) -> None:
    before = server.stats()["paid"]
    judge = judge_of(server, provider)
    _, (first, second) = asyncio.run(sent_and_collected(judge))
    assert first.state == "waiting"
    assert (second.state, set(second.answers), second.failures) == ("done", set(KEYS), {})
    answer = second.answers["key-3"]
    assert json.loads(answer.text or "").keys() == {"why", "score"}
    assert (answer.finish_reason, answer.provider_model) == ("stop", "any")
    assert answer.usage is not None
    sent = sent_of(requests_to(judge)[3])
    assert sent["max_tokens"] == 53
    assert sent["response_format"]["json_schema"]["schema"] == AS_ASKED
    assert "messages" not in sent
    assert server.stats()["paid"] == before + 6


def test_collecting_again_brings_the_same_and_pays_nothing(server: Stub) -> None:
    _, (_, second, third) = asyncio.run(sent_and_collected(judge_of(server), times=3))
    paid = server.stats()["paid"]
    assert third.answers == second.answers
    assert server.stats()["paid"] == paid


def test_after_a_crash_a_batch_is_found_by_its_mark(server: Stub) -> None:
    async def found(mark: str) -> Lookup:
        try:
            return await find(judge_of(server), mark, since=datetime.now(UTC), environ=ENVIRON)
        finally:
            await close()

    batch, _ = asyncio.run(sent_and_collected(judge_of(server), times=0, mark="of this batch"))
    assert asyncio.run(found("of this batch")) == Lookup(batch, certain=True)
    assert asyncio.run(found("never sent")) == Lookup(None, certain=True)


def test_among_more_batches_than_are_listed_nothing_is_certain(server: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judging.batches.LISTED", 1)

    async def found(since: datetime) -> Lookup:
        try:
            return await find(judge_of(server), "never sent", since=since, environ=ENVIRON)
        finally:
            await close()

    asyncio.run(sent_and_collected(judge_of(server), times=0))
    now = datetime.now(UTC)
    assert not asyncio.run(found(now - timedelta(days=1))).certain
    assert asyncio.run(found(now + timedelta(days=1))).certain


def test_a_batch_costs_less_only_where_the_provider_says_so(server: Stub) -> None:
    assert price_share(a_judge(model="openai/gpt-5", base_url=None)) == 0.5
    assert price_share(judge_of(server)) == 1.0


def test_lines_that_failed_are_told_apart_from_lines_that_are_missing(server: Stub) -> None:
    server.control(rules=[{"contains": "Question 1", "mode": "500"}, {"contains": "Question 2", "mode": "drop"}])
    _, (_, got) = asyncio.run(sent_and_collected(judge_of(server)))
    server.control(rules=[])
    assert set(got.answers) == {"key-0", "key-3", "key-4", "key-5"}
    assert {key: (one.kind, one.billed, one.status) for key, one in got.failures.items()} == {
        "key-1": ("server", "no", 500),
        "key-2": ("dropped", "maybe", None),
    }


def test_what_an_expired_batch_did_is_kept_and_the_rest_was_not_paid(server: Stub) -> None:
    server.control(batch_ends="expired")
    _, (_, got) = asyncio.run(sent_and_collected(judge_of(server)))
    server.control(batch_ends="completed")
    assert set(got.answers) == {"key-0", "key-2", "key-4"}
    assert {key: (one.kind, one.billed) for key, one in got.failures.items()} == dict.fromkeys(
        ("key-1", "key-3", "key-5"), ("server", "no")
    )


def test_a_batch_that_failed_as_a_whole_says_so(server: Stub) -> None:
    server.control(batch_ends="failed")
    _, (_, got) = asyncio.run(sent_and_collected(judge_of(server)))
    server.control(batch_ends="completed")
    assert (got.state, got.answers, got.why) == ("failed", {}, "the provider gave no reason")


def test_a_key_without_a_line_may_have_been_paid() -> None:
    got = read_lines([], ["one"])
    assert (got.failures["one"].kind, got.failures["one"].billed) == ("dropped", "maybe")


def test_a_line_of_another_batch_is_left_aside() -> None:
    line = {"custom_id": "other", "response": {"status_code": 200, "body": {"choices": [{"message": {}}]}}}
    assert set(read_lines([line], ["one"]).answers) == set()


def test_every_problem_of_a_batch_is_said_before_anything_is_sent() -> None:
    requests = [a_request(a_judge(id="one", model="anthropic/x"), key="a"), a_request(a_judge(id="two"), key="a")]
    assert batch_problems(requests) == [
        "the calls are for several judges; a batch is for one",
        "every call of a batch needs a key of its own",
        "found models of anthropic; batches can be sent to models of hosted_vllm, openai",
    ]
    assert batch_problems([]) == ["there are no calls to send"]
    with pytest.raises(ValueError, match="several judges"):
        asyncio.run(submit(requests, "m", environ=ENVIRON))


def test_a_batch_that_nobody_takes_is_not_paid_and_shows_no_key() -> None:
    with pytest.raises(CallFailed) as caught:
        asyncio.run(sent_and_collected(a_judge(base_url="http://127.0.0.1:1/v1")))
    assert (caught.value.kind, caught.value.billed) == ("server", "no")
    assert FAKE_KEY not in repr(caught.value) + repr(caught.value.__context__)
