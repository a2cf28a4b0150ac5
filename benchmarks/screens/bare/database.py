"""The bare page's SQL: the product's tables, with the same constraints and the same durability, in plain statements."""

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.screens.bare.rules import Rules
from rubrics import loader
from rubrics.schema import Benchmark
from web import safe_text

PERSON = """SELECT rater.id, declaration.consented AND declaration.can_score FROM login
JOIN invitation ON invitation.id = login.invitation_id JOIN rater ON rater.id = invitation.rater_id
JOIN declaration ON declaration.rater_id = rater.id
WHERE login.cookie_hash = ? AND login.ended_at IS NULL AND invitation.revoked_at IS NULL
AND invitation.expires_at > ? AND invitation.role = 'scorer' ORDER BY declaration.id DESC LIMIT 1"""
HELD = """SELECT assignment.id, position, study.id, study.state, benchmark_hash,
(SELECT coalesce(max(version), 0) FROM sheet WHERE assignment_id = assignment.id),
(SELECT version FROM sheet WHERE submission = ? AND assignment_id = assignment.id)
FROM assignment JOIN rater ON rater.id = rater_id JOIN study ON study.id = study_id WHERE assignment.key = ? AND rater.id = ?"""
SHEET = """INSERT INTO sheet (assignment_id, version, submission, benchmark_hash, source, submitted_at)
VALUES (?, ?, ?, ?, 'ballot', ?)"""
SCORE = "INSERT INTO score (sheet_id, axis, kind, value, why) VALUES (?, ?, ?, ?, ?)"
LAST_EVENT = "SELECT number, hash FROM event WHERE study_id = ? ORDER BY number DESC LIMIT 1"
EVENT = """INSERT INTO event (study_id, number, rater_id, act, details, happened_at, previous, hash)
VALUES (?, ?, ?, 'submitted', ?, ?, ?, ?)"""
STANDING = """SELECT count(*), count(*) FILTER (WHERE EXISTS (SELECT 1 FROM sheet WHERE assignment_id = assignment.id))
FROM assignment WHERE rater_id = ?"""
NEXT = """SELECT assignment.key, position, prompt.text, shown_text FROM assignment JOIN target ON target.id = target_id
JOIN response ON response.id = response_id JOIN prompt ON prompt.id = prompt_id
WHERE rater_id = ? AND NOT EXISTS (SELECT 1 FROM sheet WHERE assignment_id = assignment.id)
ORDER BY position <= ?, position LIMIT 1"""


class Turned(Exception):  # noqa: N818 - a refusal, not an error
    """A request that is turned away, with its HTTP status."""

    def __init__(self, status: int, *problems: str) -> None:
        super().__init__(*problems)
        self.status = status
        self.problems = problems


class Database:
    """One connection, used by one thread at a time."""

    def __init__(self, file: Path) -> None:
        self.connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            self.connection.execute(f"PRAGMA {pragma}")

    @cached_property
    def benchmark(self) -> Benchmark:
        """The benchmark that is scored by."""
        return loader.parse(self.connection.execute("SELECT text FROM benchmark").fetchone()[0], "benchmark")

    @cached_property
    def rules(self) -> Rules:
        """What may be said on its axes."""
        return Rules(self.benchmark)

    def opened(self, cookie: str) -> dict[str, Any]:
        """Everything that the page needs to begin."""
        rater = self._rater(cookie, _now())
        axes = [
            {
                "id": axis.id,
                "name": axis.name,
                "question": axis.question,
                "mayNotApply": axis.may_not_apply,
                "choices": [[value, axis.anchor(value)] for value in axis.values()],
            }
            for axis in self.benchmark.axes
        ]
        return {"axes": axes, **self._following(rater, 0)}

    def submitted(self, cookie: str, body: bytes) -> dict[str, Any]:
        """Store a sheet, its scores and the event in one transaction; answer with the next response."""
        form = json.loads(body)
        key, submission, entries = form.get("key"), form.get("submission"), form.get("entries")
        if not (isinstance(key, str) and isinstance(submission, str) and isinstance(entries, dict)):
            raise Turned(422, "not a sheet")
        if problems := self.rules.problems(entries):
            raise Turned(422, *problems)
        now = _now()
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            rater = self._rater(cookie, now)
            position = self._store(rater, key, submission, entries, now)
            self.connection.execute("COMMIT")
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        return {"savedAt": now, **self._following(rater, position)}

    def _rater(self, cookie: str, now: str) -> int:
        row = self.connection.execute(PERSON, (hashlib.sha256(cookie.encode()).hexdigest(), now)).fetchone()
        if row is None or not row[1]:
            raise Turned(401, "open your link again")
        return int(row[0])

    def _store(self, rater: int, key: str, submission: str, entries: Mapping[str, Any], now: str) -> int:
        row = self.connection.execute(HELD, (submission, key, rater)).fetchone()
        if row is None:
            raise Turned(404, "not in your queue")
        assignment, position, study, state, content_hash, version, again = row
        if again:
            return int(position)
        if state != "open":
            raise Turned(403, "scoring is closed")
        sheet = self.connection.execute(SHEET, (assignment, version + 1, submission, content_hash, now)).lastrowid
        self.connection.executemany(
            SCORE, [(sheet, axis, one["kind"], one["value"], one["why"].strip()) for axis, one in entries.items()]
        )
        self._log(study, rater, {"assignment": assignment, "version": version + 1}, now)
        return int(position)

    def _log(self, study: int, rater: int, details: Mapping[str, int], now: str) -> None:
        number, previous = self.connection.execute(LAST_EVENT, (study,)).fetchone() or (0, "0" * 64)
        fields = [study, number + 1, rater, "submitted", details, now, previous]
        chained = hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()
        self.connection.execute(EVENT, (study, number + 1, rater, json.dumps(details), now, previous, chained))

    def _following(self, rater: int, position: int) -> dict[str, Any]:
        total, done = self.connection.execute(STANDING, (rater,)).fetchone()
        row = self.connection.execute(NEXT, (rater, position)).fetchone()
        place = None
        if row is not None:
            key, number, prompt, response = row
            place = {
                "key": key,
                "position": number,
                "prompt": safe_text.render(prompt),
                "response": safe_text.render(response),
            }
        return {"total": total, "done": done, "place": place}


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
