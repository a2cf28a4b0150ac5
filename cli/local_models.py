"""The command that serves small models on this computer, for people without a key."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from cli.sentences import refuse, say, show
from judging import local_models as models
from judging import local_serving
from judging.local_models import MODELS, WARNING, LocalModel, LocalModelError

FOLDER = Path("var") / "models"


def local_models(
    model: Annotated[
        list[str] | None, typer.Option("--model", help=f"Which to serve, of {', '.join(MODELS)}; default both.")
    ] = None,
    gguf: Annotated[
        list[str] | None, typer.Option("--gguf", metavar="MAKER=FILE", help="A GGUF file of your own; may be repeated.")
    ] = None,
    *,
    accept_terms: Annotated[
        bool, typer.Option("--accept-terms", help="Say yes to the terms of a model that has any, without being asked.")
    ] = False,
    folder: Annotated[Path, typer.Option("--folder", help="Where fetched models are kept.")] = FOLDER,
    panel: Annotated[
        Path | None, typer.Option("--panel", metavar="FILE", help="Write the panel by which they are asked here.")
    ] = None,
    first_port: Annotated[int, typer.Option("--first-port", min=1, max=65000, help="The port of the first.")] = 18131,
) -> None:
    """Fetch small open models once, check them, and serve them on this computer until Ctrl+C.

    They show how a run goes. Models this small are noise as judges. Without options both of the shipped panel
    `local` are served, on the ports that it names.

    \b
    Example: secondreader local-models --model smollm2-135m
    """
    say(WARNING)
    if panel is not None and panel.exists():
        refuse(f"{panel} exists already; choose another name, nothing is overwritten")
    try:
        own = [_own(one) for one in gguf or []]
        wanted = [_known(one) for one in (model or ([] if gguf else list(MODELS)))]
        files = [(_fetched(one, folder, accept_terms), one.id, one.name, one.family) for one in wanted]
        served = local_serving.to_serve([*files, *own], first_port)
        with local_serving.serve(served) as processes:
            _say_how(served, panel)
            for process in processes:
                process.wait()
    except LocalModelError as error:
        refuse(*str(error).splitlines())
    except KeyboardInterrupt:
        say("Stopped.")


def _known(name: str) -> LocalModel:
    if name not in MODELS:
        raise LocalModelError(f"--model: found {name!r}; allowed: {', '.join(MODELS)}; or --gguf MAKER=FILE")
    return MODELS[name]


def _own(given: str) -> tuple[Path, str, str, str]:
    maker, equals, file = given.partition("=")
    if not equals or not maker.strip() or not file.strip():
        raise LocalModelError(f"--gguf: found {given!r}; allowed: MAKER=FILE, such as Alibaba=models/qwen.gguf")
    name = Path(file).stem
    model_id = re.sub(r"[^a-z0-9._-]+", "-", name.lower()).strip("-._")[:64]
    return Path(file), model_id or "model", name, maker.strip()


def _fetched(model: LocalModel, folder: Path, accept_terms: bool) -> Path:
    """The model's file, fetched if it is not there; terms are shown and asked about first."""
    if there := models.fetched(model, folder):
        return there
    accepted = accept_terms
    if model.terms is not None and not accept_terms:
        say(f"{model.name} comes under its maker's terms:\n")
        show(models.terms(model) or "")
        accepted = typer.confirm(f"\nDo you accept these terms for {model.name}?", err=True)
        if not accepted:
            raise LocalModelError(f"{model.name} was not fetched. Without it: --model smollm2-135m")
    say(f"Fetching {model.name} ({model.megabytes} MB, {model.licence}) to {folder} ...")
    return models.fetch(model, folder, accepted=accepted)


def _say_how(served: Sequence[local_serving.ToServe], panel: Path | None) -> None:
    for one in served:
        say(f"{one.name} answers at {one.base_url}")
    if panel is not None:
        panel.write_text(local_serving.panel_of_served(served), encoding="utf-8", newline="\n")
        say(f"In another terminal: secondreader judge start STUDY --panel {panel}")
    else:
        say("In another terminal: secondreader judge start STUDY --panel local")
    say("Stop with Ctrl+C.")
