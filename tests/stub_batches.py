"""The files and batches of the stub model, as OpenAI's batch interface has them."""

from typing import Any, Protocol


class Model(Protocol):
    """What answers the requests of a batch."""

    def answer(self, body: dict[str, Any], mode: str, rule: dict[str, Any]) -> dict[str, Any]: ...


class Batches:
    """What was uploaded and what is being worked on."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def answer(self, method: str, path: str, headers: dict[str, str], raw: bytes) -> tuple[int, Any]:
        """Status and answer to a request about files or batches."""
        return 404, {"error": {"message": f"no batches yet: {method} {path}"}}
