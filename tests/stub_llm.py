"""A model that misbehaves on request: an OpenAI-compatible server on loopback, for tests and benchmarks.

    python -m tests.stub_llm --journal FILE --set latency_s=0.05 --set mode=429 --set times=1

A process of its own, so that its journal does not depend on the client that is killed. The last settings decide
how a request is answered, in this order: the first rule that fits it, the end of its model's name (`any@500`, or
`any@500:2` for the first two tries of the same question), `mode`, `mix` (shares of questions, chosen by hash).

Modes: ok; 429, 429ms, 500, 503, 400, 401, 402; hang, drop, html, drip, slow; length, malformed, wrong_schema,
out_of_range, fenced, thinking, empty, refusal, no_usage.

Each line of the journal is one fact, written before the reply: `{"t", "fact", "key", "question", "model", "mode"}`;
fact is `paid` when a provider would bill the request, `free` when it is turned away, `delivered` once the reply
has left, `gone` when the client did not wait. `key` is the request's Idempotency-Key, else its question's hash.
"""

import argparse
import asyncio
import json
import os
import time
from collections import Counter, deque
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from typing import IO, Any

from tests.stub_batches import Batches
from tests.stub_replies import all_text, completion, key_of, reply_text, share_of

STATUS = {"429": 429, "429ms": 429, "500": 500, "503": 503, "400": 400, "401": 401, "402": 402, "limited": 429}
CODES = {400: "invalid_request_error", 401: "invalid_api_key", 402: "insufficient_credits", 429: "rate_limit_exceeded"}
REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 404: "Not Found"}


@dataclass
class Settings:
    """How the stub behaves; every name can be set at the start or later through `/control`.

    `rules` is a list of tables with any of model, contains (conditions), and text, fill, mode, times (what to do).
    `times` is how many tries of one question the mode or mix spoils; 0: all of them.
    """

    latency_s: float = 0.0
    mode: str = "ok"
    mix: dict[str, float] = field(default_factory=dict)
    times: int = 0
    retry_after_s: float = 1.0
    hang_s: float = 600.0
    drip_s: float = 0.2
    per_minute: float = 0.0
    burst: float = 10.0
    usage_cost: bool = False
    upstream: str = ""
    words: int = 300
    fill: dict[str, Any] = field(default_factory=dict)
    rules: list[dict[str, Any]] = field(default_factory=list)
    batch_polls: int = 1
    batch_ends: str = "completed"


class Limiter:
    """A token bucket that says honestly how long to wait."""

    def __init__(self, per_minute: float, burst: float) -> None:
        self.rate, self.most = per_minute / 60, max(1.0, burst)
        self.left, self.at = self.most, time.monotonic()

    def wait(self) -> float:
        """Seconds until a request may come; 0 takes the slot."""
        now = time.monotonic()
        self.left, self.at = min(self.most, self.left + (now - self.at) * self.rate), now
        if self.left < 1:
            return (1 - self.left) / self.rate
        self.left -= 1
        return 0.0


def chosen_from(mix: dict[str, float], draw: float) -> str:
    """The mode in whose share a number from 0 to 1 falls; `ok` beyond all of them."""
    for mode, share in mix.items():
        if draw < share:
            return mode
        draw -= share
    return "ok"


class Server:
    """Answers requests and counts what happened."""

    def __init__(self, settings: Settings, journal: IO[str] | None) -> None:
        self.settings, self.journal = settings, journal
        self.facts: Counter[str] = Counter()
        self.modes: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        self.tries: Counter[tuple[str, str]] = Counter()
        self.seen: deque[dict[str, Any]] = deque(maxlen=1000)
        self.open = self.most_open = 0
        self.batches = Batches(self)
        self.limiter: Limiter | None = None
        self.control({})

    def control(self, changes: dict[str, Any]) -> None:
        known = {one.name for one in fields(Settings)}
        if unknown := set(changes) - known:
            raise ValueError(f"unknown settings {sorted(unknown)}; known: {sorted(known)}")
        for name, value in changes.items():
            setattr(self.settings, name, value)
        now = self.settings
        self.limiter = Limiter(now.per_minute, now.burst) if now.per_minute else None

    def stats(self) -> dict[str, Any]:
        paid = sum(self.paid.values())
        counts = {fact: self.facts[fact] for fact in ("http", "free", "delivered", "gone")}
        unique = {"paid": paid, "paid_keys": len(self.paid), "paid_again": paid - len(self.paid)}
        return {
            **counts,
            **unique,
            "modes": self.modes,
            "open": self.open,
            "most_open": self.most_open,
            "batches": len(self.batches.batches),
        }

    def fact(self, fact: str, *, key: str, body: dict[str, Any], mode: str) -> None:
        self.facts[fact] += 1
        if self.journal:
            line = {"t": time.time(), "fact": fact, "key": key, "question": key_of(body)}
            self.journal.write(json.dumps({**line, "model": body.get("model"), "mode": mode}) + "\n")

    def mode_for(self, body: dict[str, Any], rule: dict[str, Any]) -> str:
        now, question = self.settings, key_of(body)
        name, _, ending = str(body.get("model", "")).partition("@")
        mode, times = now.mode, now.times
        if "mode" in rule:
            mode, times = rule["mode"], rule.get("times", 0)
        elif ending:
            mode, _, count = ending.partition(":")
            times = int(count or 0)
        elif mode == "ok" and now.mix:
            draw = share_of(f"{name}{question}")
            mode = chosen_from(now.mix, draw)
        self.tries[question, mode] += 1
        return mode if not times or self.tries[question, mode] <= times else "ok"

    def rule_for(self, body: dict[str, Any]) -> dict[str, Any]:
        text, model = all_text(body), str(body.get("model", ""))
        for rule in self.settings.rules:
            if rule.get("model", model) == model and rule.get("contains", "") in text:
                return rule
        return {}

    def answer(self, body: dict[str, Any], mode: str, rule: dict[str, Any]) -> dict[str, Any]:
        """The body of a 200."""
        now = self.settings
        good = rule.get("text") or reply_text(body, fill={**now.fill, **rule.get("fill", {})}, words=now.words)
        more = {"provider": now.upstream} if now.upstream else {}
        return completion(body, good, mode, with_cost=now.usage_cost) | more


class Connection:
    """One client: HTTP/1.1 with keep-alive, and an eye on whether the client is still there."""

    def __init__(self, server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.server, self.reader, self.writer = server, reader, writer
        self.next_byte = asyncio.create_task(reader.read(1))

    async def serve(self) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while first := await self.next_byte:
                head = (first + await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                headers = {name.strip().lower(): value.strip() for name, _, value in (h.partition(":") for h in head)}
                raw = await self.reader.readexactly(int(headers.get("content-length", 0)))
                self.next_byte = asyncio.create_task(self.reader.read(1))
                method, path, _ = head[0].split(" ", 2)
                await self.route(method, path.split("?")[0], headers, raw)
        self.next_byte.cancel()
        self.writer.close()

    async def route(self, method: str, path: str, headers: dict[str, str], raw: bytes) -> None:
        if path.endswith("/chat/completions"):
            await self.chat(json.loads(raw), headers)
        else:
            await self.send(*self.aside(method, path, headers, raw))

    def aside(self, method: str, path: str, headers: dict[str, str], raw: bytes) -> tuple[int, Any]:
        """Status and answer to whatever is no call of the model."""
        server = self.server
        if path == "/control":
            try:
                server.control(json.loads(raw))
            except ValueError as error:
                return 400, {"error": {"message": str(error)}}
            return 200, asdict(server.settings)
        if path in {"/stats", "/requests"}:
            return 200, server.stats() if path == "/stats" else list(server.seen)
        if "/files" in path or "/batches" in path:
            return server.batches.answer(method, path, headers, raw)
        if path.endswith("/models"):
            return 200, {"object": "list", "data": [{"id": "stub", "object": "model"}]}
        return 404, {"error": {"message": f"no such path: {path}"}}

    async def chat(self, body: dict[str, Any], headers: dict[str, str]) -> None:
        server = self.server
        server.facts["http"] += 1
        server.seen.append({"body": body, "headers": headers})
        key, rule = headers.get("idempotency-key") or key_of(body), server.rule_for(body)
        wait = server.limiter.wait() if server.limiter else 0.0
        mode = "limited" if wait else server.mode_for(body, rule)
        server.modes[mode] += 1
        server.open += 1
        server.most_open = max(server.most_open, server.open)
        try:
            if mode in STATUS:
                server.fact("free", key=key, body=body, mode=mode)
                await self.turn_away(mode, wait or server.settings.retry_after_s)
                return
            server.paid[key] += 1
            server.fact("paid", key=key, body=body, mode=mode)
            there = await self.wait_while_there(mode)
            if there:
                await self.reply(mode, server.answer(body, mode, rule))
            delivered = there and mode not in {"drop", "html"}
            server.fact("delivered" if delivered else "gone", key=key, body=body, mode=mode)
        except ConnectionError:
            server.fact("gone", key=key, body=body, mode=mode)
        finally:
            server.open -= 1

    async def wait_while_there(self, mode: str) -> bool:
        """Think for as long as the mode wants; False as soon as the client has gone."""
        now = self.server.settings
        seconds = {"hang": now.hang_s, "slow": 20 * now.latency_s}.get(mode, now.latency_s)
        if seconds:
            await asyncio.wait({self.next_byte}, timeout=seconds)
        return not self.next_byte.done() or self.next_byte.result() != b""

    async def turn_away(self, mode: str, wait: float) -> None:
        status = STATUS[mode]
        extra = {"429ms": {"retry-after-ms": str(int(wait * 1000))}, "429": {"retry-after": f"{wait:g}"}}.get(mode, {})
        if mode == "limited":
            extra = {"retry-after": f"{wait:.3f}"}
        kind = CODES.get(status, "server_error")
        await self.send(status, {"error": {"message": f"the stub says {status}", "type": kind, "code": kind}}, extra)

    async def reply(self, mode: str, answer: dict[str, Any]) -> None:
        request_id = {"x-request-id": f"req_{answer['id'][-12:]}"}
        if mode == "html":
            return await self.send(200, b"<html><body>502 upstream</body></html>", request_id)
        raw = json.dumps(answer).encode()
        if mode == "drop":
            await self.send(200, raw, request_id, only=len(raw) // 2)
            self.writer.close()
        elif mode == "drip":
            await self.send(200, raw, request_id, only=0)
            for position in range(len(raw)):
                await asyncio.wait({self.next_byte}, timeout=self.server.settings.drip_s)
                self.writer.write(raw[position : position + 1])
                await self.writer.drain()
        else:
            await self.send(200, raw, request_id)
        return None

    async def send(
        self, status: int, answer: Any, extra: dict[str, str] | None = None, only: int | None = None
    ) -> None:
        raw = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        kind = "text/html" if raw.startswith(b"<html") else "application/json"
        lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Trouble')}", f"content-type: {kind}"]
        lines += [f"content-length: {len(raw)}", *(f"{name}: {value}" for name, value in (extra or {}).items())]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + raw[:only])
        await self.writer.drain()


async def serve(settings: Settings, port: int, journal: IO[str] | None, *, parent: int | None) -> None:
    """Serve until the process, or its parent, is ended; says its address on the first line of stdout."""
    server = Server(settings, journal)
    listening = await asyncio.start_server(lambda r, w: Connection(server, r, w).serve(), "127.0.0.1", port)
    print(f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}", flush=True)
    while parent in {None, os.getppid()}:
        await asyncio.sleep(1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--journal")
    parser.add_argument("--with-parent", action="store_true", help="end when the parent process does")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=JSON")
    chosen = parser.parse_args()
    settings = Settings()
    for name, _, value in (one.partition("=") for one in chosen.set):
        setattr(settings, name, json.loads(value))
    journal = open(chosen.journal, "a", buffering=1) if chosen.journal else None  # noqa: SIM115, PTH123
    parent = os.getppid() if chosen.with_parent else None
    asyncio.run(serve(settings, chosen.port, journal, parent=parent))


if __name__ == "__main__":
    main()
