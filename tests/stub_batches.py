"""The files and batches of the stub model, as OpenAI's batch interface has them.

A batch is worked on when it has been asked about `batch_polls` times. Then each of its lines is answered like a call
of its own and counts as one in the journal, with its `custom_id` for a key. `batch_ends`: `completed`; `expired`
leaves every second line undone; `failed` and `cancelled` do nothing at all.
"""

import json
import time
from email import message_from_bytes
from typing import Any, Protocol

STATUS = {"429": 429, "500": 500, "503": 503, "400": 400, "401": 401}


class Model(Protocol):
    """What answers the lines of a batch."""

    settings: Any
    paid: Any

    def answer(self, body: dict[str, Any], mode: str, rule: dict[str, Any]) -> dict[str, Any]: ...

    def mode_for(self, body: dict[str, Any], rule: dict[str, Any]) -> str: ...

    def rule_for(self, body: dict[str, Any]) -> dict[str, Any]: ...

    def fact(self, fact: str, *, key: str, body: dict[str, Any], mode: str) -> None: ...


class Batches:
    """What was uploaded, and what is being worked on."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.files: dict[str, bytes] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self.polls: dict[str, int] = {}

    def answer(self, method: str, path: str, headers: dict[str, str], raw: bytes) -> tuple[int, Any]:
        """Status and answer to a request about files or batches."""
        parts = path.rsplit("/v1/", maxsplit=1)[-1].split("/")
        kind, rest = parts[0], parts[1:]
        if kind == "files" and method == "POST":
            return 200, self.described(self.keep(uploaded(headers, raw)))
        if kind == "files" and rest and rest[0] in self.files:
            return 200, self.files[rest[0]] if rest[1:] == ["content"] else self.described(rest[0])
        if kind == "batches" and method == "POST" and not rest:
            return 200, self.begin(json.loads(raw))
        if kind == "batches" and not rest:
            return 200, {"object": "list", "data": list(self.batches.values()), "has_more": False}
        if kind == "batches" and rest[0] in self.batches:
            return 200, self.asked_about(rest[0])
        return 404, {"error": {"message": f"no such thing: {path}", "code": "not_found"}}

    def keep(self, content: bytes) -> str:
        file_id = f"file-{len(self.files) + 1}"
        self.files[file_id] = content
        return file_id

    def described(self, file_id: str) -> dict[str, Any]:
        size = len(self.files[file_id])
        about = {"id": file_id, "object": "file", "bytes": size, "created_at": int(time.time())}
        return about | {"filename": "calls.jsonl", "purpose": "batch", "status": "processed"}

    def begin(self, wanted: dict[str, Any]) -> dict[str, Any]:
        batch_id = f"batch_{len(self.batches) + 1}"
        batch = {"id": batch_id, "object": "batch", "status": "validating", "created_at": int(time.time())}
        self.batches[batch_id] = {**wanted, **batch, "output_file_id": None, "error_file_id": None}
        self.polls[batch_id] = 0
        return self.batches[batch_id]

    def asked_about(self, batch_id: str) -> dict[str, Any]:
        batch = self.batches[batch_id]
        self.polls[batch_id] += 1
        if batch["status"] in {"validating", "in_progress"}:
            batch["status"] = "in_progress"
            if self.polls[batch_id] > self.model.settings.batch_polls:
                self.work_on(batch)
        return batch

    def work_on(self, batch: dict[str, Any]) -> None:
        end = batch["status"] = self.model.settings.batch_ends
        lines = [json.loads(line) for line in self.files[batch["input_file_id"]].splitlines()]
        good: list[dict[str, Any]] = []
        bad: list[dict[str, Any]] = []
        for number, line in enumerate(lines):
            if end in {"failed", "cancelled"}:
                break
            if end == "expired" and number % 2:
                bad.append({"custom_id": line["custom_id"], "response": None, "error": {"code": "batch_expired"}})
                continue
            self.do(line, good, bad)
        for name, answers in (("output_file_id", good), ("error_file_id", bad)):
            if answers:
                batch[name] = self.keep("".join(f"{json.dumps(one)}\n" for one in answers).encode())
        batch["request_counts"] = {"total": len(lines), "completed": len(good), "failed": len(bad)}

    def do(self, line: dict[str, Any], good: list[dict[str, Any]], bad: list[dict[str, Any]]) -> None:
        body, key, model = line["body"], line["custom_id"], self.model
        rule = model.rule_for(body)
        mode = model.mode_for(body, rule)
        status = STATUS.get(mode, 200)
        model.fact("free" if status > 200 else "paid", key=key, body=body, mode=mode)
        if mode == "drop":
            return
        error = {"error": {"message": f"the stub says {status}", "code": "stub"}}
        answer = error if status > 200 else model.answer(body, mode, rule)
        if status == 200:
            model.paid[key] += 1
            model.fact("delivered", key=key, body=body, mode=mode)
        response = {"status_code": status, "request_id": f"req_{key[:12]}", "body": answer}
        (good if status == 200 else bad).append({"custom_id": key, "response": response, "error": None})


def uploaded(headers: dict[str, str], raw: bytes) -> bytes:
    """The file within a multipart form."""
    form = message_from_bytes(b"content-type: " + headers["content-type"].encode() + b"\r\n\r\n" + raw)
    for part in form.get_payload():
        if not isinstance(part, str) and part.get_filename():
            content = part.get_payload(decode=True)
            return content if isinstance(content, bytes) else b""
    raise ValueError("no file in the form")
