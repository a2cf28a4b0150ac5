"""What went wrong with a call, in the few kinds that decide what happens next; nothing secret is in it.

Client libraries wrap errors in errors and give several of them the same face: a connection that broke in the middle
of an answer looks like an error 500. So the whole chain is read: a real HTTP status and its headers where there was
an answer, else the name of the network error.

| seen | kind | paid for? |
|---|---|---|
| 429 | `limited`; `no_credit` where the text speaks of the quota | no |
| 500, 502, 503, 529, no connection made | `server` | no |
| 408, 504, 524, no answer in time | `timeout` | maybe |
| connection lost while the answer came | `dropped` | maybe |
| 200 that is no answer | `nonsense` | maybe |
| 401 | `no_key` | no |
| 402 | `no_credit` | no |
| other 4xx, a parameter the model does not take | `refused_request` | no |
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Literal

Kind = Literal["limited", "server", "timeout", "dropped", "nonsense", "refused_request", "no_key", "no_credit"]
Billed = Literal["no", "maybe"]

LATE = {408, 504, 524}
NEVER_THERE = {"ConnectError", "ConnectTimeout", "PoolTimeout", "ClientConnectorError", "ClientConnectorDNSError"}
LATE_NAMES = {"TimeoutError", "ReadTimeout", "WriteTimeout", "SocketTimeoutError", "APITimeoutError", "Timeout"}
BROKEN = {"ReadError", "WriteError", "RemoteProtocolError", "ClientPayloadError", "ServerDisconnectedError"}
OUT_OF_CREDIT = ("insufficient_quota", "insufficient credit", "insufficient_credits", "billing", "balance")
LONGEST_SAID = 300
REPEATED = 20
"""Text of the prompt is known by so many characters in a row."""

_SECRET = re.compile(r"\b(?:sk|pk|rk|key|xai|gsk|hf|AIza)[-_][\w*.-]{4,}|AIza[\w-]{8,}|\bBearer\s+\S+", re.IGNORECASE)


class CallFailed(Exception):
    """A call that brought no answer.

    `billed` says whether it may have been paid for. `retry_after_s` is what the provider asks for, in seconds, None
    where it does not say. `message` has no key and nothing of the prompt.
    """

    def __init__(
        self, kind: Kind, message: str, *, billed: Billed, status: int | None = None, retry_after_s: float | None = None
    ) -> None:
        super().__init__(message)
        self.kind, self.message, self.billed = kind, message, billed
        self.status, self.retry_after_s = status, retry_after_s

    def __reduce__(self) -> tuple[Any, ...]:
        more = {"billed": self.billed, "status": self.status, "retry_after_s": self.retry_after_s}
        return _again, (self.kind, self.message, more)


def _again(kind: Kind, message: str, more: dict[str, Any]) -> CallFailed:
    return CallFailed(kind, message, **more)


@dataclass(frozen=True)
class Seen:
    """What can be seen of an error: `names` are the classes in its chain, outermost first."""

    status: int | None
    names: tuple[str, ...]
    text: str
    retry_after_s: float | None = None


def classify(error: BaseException, *, sent: bool, secrets: Sequence[str], prompt: str, now: datetime) -> CallFailed:
    """Say what an error of a client library means.

    Parameters
    ----------
    error : BaseException
        As it was raised; it is not kept.
    sent : bool
        Whether the request had been made up and handed on; without that nothing can have been paid.
    secrets : sequence of str
        Keys that must not appear in the message.
    prompt : str
        What was sent; no part of it appears in the message.
    now : datetime
        Aware; for a Retry-After that names a date.
    """
    seen = look(error, now)
    kind, billed = _kind(seen, sent)
    words = said(seen.text, secrets=secrets, prompt=prompt)
    where = f"HTTP {seen.status}" if seen.status else seen.names[0]
    return CallFailed(kind, f"{where}: {words}", billed=billed, status=seen.status, retry_after_s=seen.retry_after_s)


def look(error: BaseException, now: datetime) -> Seen:
    """Read the chain of an error: the HTTP answer within it, if there was one."""
    status, after, names = None, None, []
    for one in _chain(error):
        names.append(type(one).__name__)
        response = getattr(one, "response", None)
        if type(one).__name__ == "HTTPStatusError" and response is not None:
            status = int(response.status_code)
            after = retry_after(dict(response.headers), now)
    text = str(getattr(error, "message", "") or error)
    return Seen(status, tuple(names), text, after)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(12):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def _kind(seen: Seen, sent: bool) -> tuple[Kind, Billed]:
    if seen.status is not None:
        return of_status(seen.status, seen.text)
    names = set(seen.names)
    if not sent:
        return ("no_key" if "AuthenticationError" in names else "refused_request"), "no"
    if names & NEVER_THERE:
        return "server", "no"
    if names & BROKEN:
        return "dropped", "maybe"
    if names & LATE_NAMES:
        return "timeout", "maybe"
    return "nonsense", "maybe"


def of_status(status: int, text: str) -> tuple[Kind, Billed]:
    """Say what an HTTP status means, and whether such a call may have been paid; `text` is what came with it."""
    if status in LATE:
        return "timeout", "maybe"
    if status < 400:
        return "nonsense", "maybe"
    if status == 402 or (status == 429 and any(word in text.lower() for word in OUT_OF_CREDIT)):
        return "no_credit", "no"
    kinds: dict[int, Kind] = {401: "no_key", 429: "limited"}
    return kinds.get(status, "server" if status >= 500 else "refused_request"), "no"


def retry_after(headers: dict[str, str], now: datetime) -> float | None:
    """Seconds to wait: `retry-after-ms`, else `retry-after` as a number or a date; None where neither is readable.

    A date in the past is 0; a negative number is not readable.
    """
    lower = {name.lower(): value.strip() for name, value in headers.items()}
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        if re.fullmatch(r"\d+(\.\d+)?", lower.get(name, "")):
            return float(lower[name]) / unit
    try:
        then = parsedate_to_datetime(lower.get("retry-after", ""))
    except ValueError:
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - now).total_seconds())


def said(text: str, *, secrets: Sequence[str], prompt: str) -> str:
    """Shorten what a provider said to a sentence without key, address or any part of the prompt."""
    text = text.split("Traceback (most recent call last)", 1)[0]
    found = re.search(r'"message":\s*"((?:[^"\\]|\\.)*)"', text)
    words = found.group(1) if found else text.removeprefix("litellm.").split(" - ", 1)[-1]
    for secret in secrets:
        words = words.replace(secret, "(key)") if secret else words
    words = re.sub(r"\w+://\S+", "(address)", _SECRET.sub("(key)", words))
    words = " ".join(words.split())[:LONGEST_SAID]
    flat = " ".join(prompt.split())
    if any(words[at : at + REPEATED] in flat for at in range(len(words) - REPEATED + 1)):
        return "(what the provider said repeats the prompt and is not kept)"
    return words
