"""Many calls sent at once as a provider's batch: half the price, an answer within a day.

A batch has one risky moment, its creation: its `mark`, written down before, goes with it, so that after a crash `find`
says whether it was created. Each call is known by its own key, so what comes back can be stored as often as one likes.
For providers with OpenAI's batch interface; files and batches are sent through LiteLLM.
"""

import json
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from judging.llm import NO_KEY, prepare
from judging.panel import PanelJudge
from judging.wire import Answer, Request, Usage, as_table, cost_of, really_sent, reply_of, wire_fields, wire_messages
from judging.wire_errors import CallFailed, classify, of_status, said

PROVIDERS = {"openai", "hosted_vllm"}
MOST_CALLS = 50_000
MOST_BYTES = 200_000_000
"""What OpenAI takes in one batch."""
PRICE_SHARE = 0.5
"""What a batch costs beside single calls, at OpenAI."""
MARK = "second_reader"

State = Literal["waiting", "done", "failed"]
ENDS: Mapping[str, State] = {"completed": "done", "expired": "done", "cancelled": "done", "failed": "failed"}


LISTED = 100
"""How many of an account's newest batches are looked through."""


@dataclass(frozen=True)
class Lookup:
    """Whether a batch is at the provider. Without an id `certain` says that it was never created."""

    batch_id: str | None
    certain: bool


@dataclass(frozen=True)
class Collected:
    """What has become of a batch.

    `waiting`: nothing yet. `done`: every call is under `answers` or `failures`, by key. `failed`: the provider took
    none of them, `why` says what it said, and nothing was paid.
    """

    state: State
    answers: Mapping[str, Answer] = field(default_factory=dict)
    failures: Mapping[str, CallFailed] = field(default_factory=dict)
    why: str | None = None


def batch_problems(requests: Sequence[Request]) -> list[str]:
    """Say everything that keeps calls from being sent as one batch."""
    keys = [request.key for request in requests]
    problems = []
    if not requests:
        problems.append("there are no calls to send")
    if len(requests) > MOST_CALLS:
        problems.append(f"found {len(requests):,} calls; a batch takes at most {MOST_CALLS:,}")
    if len({request.judge.id for request in requests}) > 1:
        problems.append("the calls are for several judges; a batch is for one")
    if "" in keys or len(set(keys)) < len(keys):
        problems.append("every call of a batch needs a key of its own")
    providers = {request.judge.provider for request in requests} - PROVIDERS
    if providers:
        allowed = ", ".join(sorted(PROVIDERS))
        problems.append(f"found models of {', '.join(sorted(providers))}; batches can be sent to models of {allowed}")
    return problems


def has_batches(judge: PanelJudge) -> bool:
    """Whether calls to a judge can be sent in batches."""
    return judge.provider in PROVIDERS


def price_share(judge: PanelJudge) -> float:
    """What a call in a batch costs beside a call of its own; only where the provider says so it is less than all."""
    return PRICE_SHARE if judge.provider == "openai" and judge.base_url is None else 1.0


async def submit(requests: Sequence[Request], mark: str, *, environ: Mapping[str, str] = os.environ) -> str:
    """Send calls of one judge as a batch with a mark, and return the id it has at the provider.

    Raises
    ------
    ValueError
        With every problem of `batch_problems`.
    CallFailed
        When the batch was not created, or may have been (`billed` is "maybe"; `find` then knows).
    """
    if problems := batch_problems(requests):
        raise ValueError("\n".join(problems))
    judge = requests[0].judge
    bodies = {request.key: body_of(request) for request in requests}
    lines = batch_file(bodies)
    if len(lines) > MOST_BYTES:
        raise ValueError(f"the batch has {len(lines):,} bytes; at most {MOST_BYTES:,} are taken")
    library = prepare()
    file = await _call(
        library.acreate_file, judge, environ, file=("calls.jsonl", lines, "application/jsonl"), purpose="batch"
    )
    batch = await _call(
        library.acreate_batch,
        judge,
        environ,
        input_file_id=file.id,
        endpoint="/v1/chat/completions",
        completion_window="24h",
        metadata={MARK: mark},
    )
    return str(batch.id)


def sent_of(request: Request) -> dict[str, Any]:
    """Return what is really sent of a call in a batch, as `Answer.sent`."""
    return really_sent(body_of(request), request.schema)


async def find(judge: PanelJudge, mark: str, *, since: datetime, environ: Mapping[str, str] = os.environ) -> Lookup:
    """Look for the batch with this mark among the account's newest; `since` is when it was written down.

    Raises
    ------
    CallFailed
        When the provider could not be asked.
    """
    page = await _call(prepare().alist_batches, judge, environ, limit=LISTED)
    batches = page["data"] if isinstance(page, dict) else page.data
    found = next((batch.id for batch in batches if (batch.metadata or {}).get(MARK) == mark), None)
    far_enough = len(batches) < LISTED or min(batch.created_at for batch in batches) < since.timestamp()
    return Lookup(found, certain=found is not None or far_enough)


async def collect(
    judge: PanelJudge, batch_id: str, keys: Sequence[str], *, environ: Mapping[str, str] = os.environ
) -> Collected:
    """Fetch what has become of a batch; as often as wanted, and always all of it.

    Parameters
    ----------
    judge : PanelJudge
    batch_id : str
    keys : sequence of str
        The calls of the batch; one of which nothing came back may have been paid.
    environ : mapping
        Where the judge's key is looked up.

    Raises
    ------
    CallFailed
        When the provider could not be asked; the batch goes on.
    """
    library = prepare()
    batch = await _call(library.aretrieve_batch, judge, environ, batch_id=batch_id)
    state = ENDS.get(batch.status, "waiting")
    if state == "waiting":
        return Collected("waiting")
    if state == "failed":
        return Collected("failed", why=_why(batch))
    lines: list[dict[str, Any]] = []
    for file_id in (batch.output_file_id, batch.error_file_id):
        if file_id:
            content = await _call(library.afile_content, judge, environ, file_id=file_id)
            lines += [as_table(line) for line in content.content.decode("utf-8").splitlines()]
    return read_lines(lines, keys)


def body_of(request: Request) -> dict[str, Any]:
    """Return what is sent for one call, with the names of parameters that its model wants."""
    model = request.judge.model.split("/", 1)[1]
    fields = wire_fields(request)
    more = fields.pop("extra_body", {})
    named = prepare().utils.get_optional_params(model=model, custom_llm_provider=request.judge.provider, **fields)
    kept = {name: value for name, value in named.items() if name not in {"extra_body", "stream"}}
    return {"model": model, "messages": wire_messages(request), **kept, **more}


def batch_file(bodies: Mapping[str, Mapping[str, Any]]) -> bytes:
    """Write the file of a batch: a line of JSON for each call, with its key."""
    frame = {"method": "POST", "url": "/v1/chat/completions"}
    lines = (json.dumps({"custom_id": key, **frame, "body": body}, ensure_ascii=False) for key, body in bodies.items())
    return "".join(f"{line}\n" for line in lines).encode()


def read_lines(lines: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> Collected:
    """Read the lines that came back; a key without a line is a failure that may have been paid."""
    answers: dict[str, Answer] = {}
    failures: dict[str, CallFailed] = {}
    for line in lines:
        key, response = str(line.get("custom_id")), line.get("response") or {}
        body = response.get("body") or {}
        if response.get("status_code") == 200 and body.get("choices"):
            answers[key] = answer_of(body, response.get("request_id"))
        else:
            failures[key] = _failure(response, line.get("error") or {})
    for key in set(keys) - answers.keys() - failures.keys():
        failures[key] = CallFailed("dropped", "nothing came back for this call", billed="maybe")
    wanted = set(keys)
    return Collected(
        "done",
        {key: answer for key, answer in answers.items() if key in wanted},
        {key: failure for key, failure in failures.items() if key in wanted and key not in answers},
    )


def answer_of(body: Mapping[str, Any], request_id: str | None) -> Answer:
    """Read an answer out of an OpenAI-like body."""
    raw = json.dumps(body, ensure_ascii=False)
    text, refusal = reply_of(raw)
    usage = body.get("usage")
    details = (usage or {}).get("completion_tokens_details") or {}
    prompt_details = (usage or {}).get("prompt_tokens_details") or {}
    return Answer(
        text=text,
        refusal=refusal,
        finish_reason=body["choices"][0].get("finish_reason"),
        provider_model=body.get("model"),
        provider=None,
        request_id=request_id or body.get("id"),
        usage=None
        if not usage
        else Usage(
            int(usage.get("prompt_tokens") or 0),
            int(usage.get("completion_tokens") or 0),
            int(details.get("reasoning_tokens") or 0),
            int(prompt_details.get("cached_tokens") or 0),
        ),
        cost_usd=cost_of(body),
        raw=raw,
    )


def _failure(response: Mapping[str, Any], error: Mapping[str, Any]) -> CallFailed:
    status = response.get("status_code")
    if not isinstance(status, int):
        code = str(error.get("code") or "no reason given")
        return CallFailed("server", f"not done in this batch: {code}", billed="no")
    text = json.dumps(response.get("body"))
    kind, billed = of_status(status, text)
    return CallFailed(kind, f"HTTP {status}: {said(text, secrets=(), prompt='')}", billed=billed, status=status)


def _why(batch: Any) -> str:
    errors = getattr(batch.errors, "data", None) or []
    return "; ".join(str(error.message)[:200] for error in errors[:5]) or "the provider gave no reason"


async def _call(what: Callable[..., Awaitable[Any]], judge: PanelJudge, environ: Mapping[str, str], **more: Any) -> Any:
    """Call one function of LiteLLM for this judge's account, and turn its errors into ours."""
    key = environ.get(judge.key_env, "").strip() if judge.key_env else NO_KEY
    if not key:
        raise CallFailed("no_key", f"the environment variable {judge.key_env} is not set", billed="no")
    failed: CallFailed | None = None
    try:
        return await what(
            custom_llm_provider=judge.provider, api_key=key, api_base=judge.base_url, max_retries=0, **more
        )
    except Exception as error:  # noqa: BLE001 - the library raises many kinds; each becomes one of ours
        failed = classify(error, sent=True, secrets=(key,), prompt="", now=datetime.now(UTC))
    raise failed
