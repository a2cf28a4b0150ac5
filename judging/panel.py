"""The judges of a run: which models, where they are reached, what they can do, and what they cost.

A panel is a TOML file with one `[[judges]]` table for each. What a model accepts is said here and nowhere else,
because the tables of client libraries are wrong about it: whether it takes a temperature, and how it is held to a
JSON schema. A key is never in the file, only the name of the environment variable that has it.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StrictInt, ValidationError, model_validator

from judging.protocols.terms import Judge
from rubrics.fields import Closed, Count, Day, Flag, Label, Positive, Prose, Share, refuse, shaped
from rubrics.problems import describe

SchemaMode = Literal["json_schema", "json_object", "text"]
Accepted = Literal["accepted", "refused"]
Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh"]
Role = Literal["cross", "first", "second", "primary", "audit", "adjudication", "third"]
JudgeId = Annotated[str, shaped(r"[a-z0-9][a-z0-9._-]{0,63}", "lower-case letters, digits, dots, dashes, at most 64")]
Dollars = Annotated[float, Field(allow_inf_nan=False, ge=0, le=10_000)]
MOST_JUDGES = 50
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
NOT_IDENTITY = {"key_env", "timeout_s", "concurrency", "requests_per_minute", "price", "base_url"}
"""What may differ between two runs of the same panel: how it is reached and paid, not what is asked of whom."""


def _unseen(pattern: str, form: str) -> AfterValidator:
    """Text of one form that is not repeated when it is wrong: people paste the key itself there."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            refuse([((), f"not {form} (what stands there is not shown, it may be a key)")])
        return text

    return AfterValidator(check)


class PanelError(Exception):
    """A panel file that cannot be used: a line for every problem."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Price(Closed):
    """US dollars for a million tokens, with where and when they were read."""

    input_per_million: Dollars
    output_per_million: Dollars
    cached_input_per_million: Dollars | None = None
    source: Prose
    date: Day


class Extra(Closed):
    """Further request fields a judge may need: everything else is refused, so that nothing is sent unseen.

    `cache_prompt` and `enable_thinking` are for local servers: llama.cpp repeats itself exactly only without its
    prompt cache, and some open models think aloud unless their chat template is told not to.
    """

    top_p: Share | None = None
    cache_prompt: Flag | None = None
    enable_thinking: Flag | None = None


class PanelJudge(Closed):
    """One model as it is asked.

    Parameters
    ----------
    id : str
        Its name in this panel, in the store and in reports.
    name : str
        The model as systems are named in studies, so that "the very model" is recognised.
    model : str
        The model as LiteLLM names it: provider, a slash, and the provider's name for it.
    family : str
        Its maker; judges are kept apart by it.
    base_url : str, optional
        An OpenAI-compatible server of your own: Ollama, LM Studio, vLLM, llama.cpp.
    key_env : str, optional
        The name of the environment variable with the key; only a judge with a `base_url` can do without.
    schema_mode : "json_schema", "json_object" or "text"
        How it is held to the shape of a reply. In the last two the schema stands in the prompt.
    temperature : "accepted" or "refused"
        Where it is refused none is sent, and what was sent is recorded.
    max_tokens : int
        The longest reply, with its reasoning, in tokens.
    longest_reason : int, optional
        Characters a reason may have: fewer for a small model, which else writes on until it is cut off.
    timeout_s, concurrency, requests_per_minute
        The longest wait for one reply, in seconds; most calls at once; the account's limit, where known.
    upstream : list of str
        For OpenRouter: the only providers it may pass the call on to, in this order.
    roles : list of str
        The stages of a protocol it may be asked for; none: any.
    """

    id: JudgeId
    name: Label
    model: Annotated[str, shaped(r"[a-z0-9_]+/[\w.:@/+-]{1,150}", "provider/model, such as openrouter/openai/gpt-5")]
    family: Label
    base_url: Annotated[str, _unseen(r"https?://[^\s/?#@]+(/[^\s?#@]*)?", "http(s)://host/path")] | None = None
    key_env: Annotated[str, _unseen(r"[A-Z][A-Z0-9_]{2,63}", "the NAME of an environment variable")] | None = None
    schema_mode: SchemaMode
    temperature: Accepted
    seed: Annotated[StrictInt, Field(ge=0, lt=2**31)] | None = None
    reasoning_effort: Effort | None = None
    max_tokens: Count
    longest_reason: Annotated[Count, Field(ge=40)] | None = None
    timeout_s: Positive = 120.0
    concurrency: Annotated[Count, Field(le=1000)] = 4
    requests_per_minute: Positive | None = None
    price: Price | None = None
    upstream: tuple[Annotated[str, shaped(r"[\w./-]{1,60}", "a provider's name")], ...] = ()
    extra: Extra = Extra()
    roles: tuple[Role, ...] = ()

    @model_validator(mode="after")
    def _agrees(self) -> "PanelJudge":
        problems = []
        if self.base_url is None and self.key_env is None:
            problems.append((("key_env",), "missing; only a judge with a base_url can do without a key"))
        if self.upstream and self.provider != "openrouter":
            problems.append((("upstream",), f"is for models of openrouter/; found a model of {self.provider}/"))
        if len(set(self.roles)) < len(self.roles):
            problems.append((("roles",), "a role is given twice; remove one"))
        refuse(problems)
        return self

    @property
    def provider(self) -> str:
        """Who takes the call: what stands before the first slash of `model`."""
        return self.model.split("/", 1)[0]

    @property
    def is_local(self) -> bool:
        """Whether it runs on this very machine."""
        return self.base_url is not None and urlsplit(self.base_url).hostname in LOOPBACK

    @property
    def place(self) -> str:
        """Where it is reached, as far as it matters to what it answers: the provider, a host, or `local`."""
        if self.base_url is None:
            return self.provider
        return "local" if self.is_local else (urlsplit(self.base_url).hostname or "")

    @property
    def account(self) -> str:
        """Which rate limit its calls fall under: one account with one provider."""
        where = urlsplit(self.base_url).netloc if self.base_url else self.provider
        return f"{where}|{self.key_env or ''}"

    @property
    def gate(self) -> tuple[str, str]:
        """What calls are paced by: account and model."""
        return (self.account, self.model)

    @property
    def identity(self) -> dict[str, Any]:
        """Everything about the judge that may change what it answers; no price, pace, key or port."""
        return {**self.model_dump(mode="json", exclude=NOT_IDENTITY), "place": self.place}

    def as_judge(self) -> Judge:
        """The judge as protocols know it."""
        return Judge(id=self.id, model=self.name, family=self.family, roles=frozenset(self.roles))


class Panel(Closed):
    """Several judges, in the order in which they are asked. `note` is shown where a panel is chosen."""

    title: Label
    note: Prose | None = None
    judges: tuple[PanelJudge, ...]

    @model_validator(mode="after")
    def _apart(self) -> "Panel":
        ids = [judge.id for judge in self.judges]
        again = sorted({one for one in ids if ids.count(one) > 1})
        problems = [(("judges",), f"the id {one!r} is given to more than one judge") for one in again]
        if not 1 <= len(ids) <= MOST_JUDGES:
            problems.append((("judges",), f"found {len(ids)} judges; 1 to {MOST_JUDGES} are allowed"))
        refuse(problems)
        return self

    @property
    def hash(self) -> str:
        """SHA-256, in hex, over everything that may change an answer: the judges' `identity`, in order."""
        text = json.dumps([judge.identity for judge in self.judges], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def judge(self, judge_id: str) -> PanelJudge:
        """The judge of that id; KeyError where there is none."""
        return {one.id: one for one in self.judges}[judge_id]


def load_panel(text: str, name: str) -> Panel:
    """Read a panel from the text of its TOML file.

    Parameters
    ----------
    text : str
        The file's text.
    name : str
        How the reader knows the file; put in front of every problem.

    Raises
    ------
    PanelError
        With every problem: file, key, what was found and what is allowed. What stands in `key_env`
        and `base_url` is not repeated.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PanelError([f"{name}: {error}"]) from None
    try:
        return Panel.model_validate(table)
    except ValidationError as error:
        raise PanelError(describe(error, name=name, schema=Panel)) from None


def key_problems(panel: Panel, environ: Mapping[str, str]) -> list[str]:
    """Say which judges cannot be asked because their key is not in the environment."""
    return [
        f"judge {judge.id!r} needs a key in the environment variable {judge.key_env}, which is not set"
        for judge in panel.judges
        if judge.key_env and not environ.get(judge.key_env, "").strip()
    ]
