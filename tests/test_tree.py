"""Rules that hold for the whole tree: who may import what, how large a file may be, what must not be named.

Each failure names the file and the line.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PACKAGES = PROJECT["tool"]["setuptools"]["packages"]

ONLY_IN = {
    "sqlmodel": ("store/",),
    "sqlalchemy": ("store/",),
    "alembic": ("store/",),
    "psycopg": ("store/",),
    "streamlit": ("pages/", "app.py"),
    "litellm": ("judging/llm.py",),
    "procrastinate": ("judging/run/queue.py",),
    "random": ("blinding/draws.py",),
    "numpy.random": ("blinding/draws.py",),
}
"""Where a library may be imported; everything else goes through the package that wraps it."""

LONGEST_FILE = 300
LONGEST_FUNCTION = 40
EMPTY_NAMES = {"base", "common", "helpers", "manager", "misc", "utils"}

# The letter in brackets keeps a pattern from finding itself.
NOT_TO_BE_NAMED = {
    r"(?<![\w.])/(w[o]rk|r[o]ot|t[m]p)(?![\w-])": "a folder of somebody's machine",
    r"(?<![\w/-])(\.\./)?sh[a]red/": "a folder outside the repository",
    r"\b(p[y]pi\.org|p[y]thonhosted\.org|d[e]b\.debian\.org|registry\.n[p]mjs)": "the host of a package registry",
}


class Place(NamedTuple):
    """One finding: prints as file:line: what is wrong."""

    file: Path
    line: int
    problem: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.problem}"


@cache
def tracked() -> list[Path]:
    """Every file of the repository, also those not committed yet; not what git ignores."""
    git = ("git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(git, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def product(suffix: str = ".py") -> list[Path]:
    """The files that are installed, without tests, tools and benchmarks."""
    inside = {*PACKAGES, "app.py", "secondreader.py"}
    return [path for path in tracked() if path.suffix == suffix and name_of(path).split("/")[0] in inside]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports_of(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, wherever in the file, with the line; `np.random` counts as one."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in {"np.random", "numpy.random"}:
            yield "numpy.random", node.lineno


def none_of(places: list[Place]) -> None:
    """Fail with every finding on a line of its own."""
    if places:
        pytest.fail("\n" + "\n".join(map(str, places)), pytrace=False)


def test_imports_point_down_only() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run([linter, "--no-cache", "--no-logo"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_package_has_its_layer() -> None:
    linter = PROJECT["tool"]["importlinter"]
    layers = [name for layer in linter["contracts"][0]["layers"] for name in layer.split(" | ")]
    packages = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
    assert sorted(layers) == packages
    assert sorted(linter["root_packages"]) == packages
    assert sorted(PACKAGES) == packages


def test_a_library_is_imported_only_where_it_belongs() -> None:
    none_of(
        [
            Place(path, line, f"imports {module}, which only {' and '.join(homes)} may")
            for path in product()
            for module, line in imports_of(path)
            for library, homes in ONLY_IN.items()
            if f"{module}.".startswith(f"{library}.") and not name_of(path).startswith(homes)
        ]
    )


def test_no_file_is_too_long() -> None:
    suffixes = {".py", ".js", ".css", ".html", ".sh"}
    none_of(
        [
            Place(path, lines, f"has {lines} lines; {LONGEST_FILE} are allowed")
            for path in tracked()
            if path.suffix in suffixes
            if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_FILE
        ]
    )


def test_a_function_fits_on_a_screen() -> None:
    none_of(
        [
            Place(path, node.lineno, f"{node.name} has {lines} lines of code; {LONGEST_FUNCTION} are allowed")
            for path in product()
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if (lines := code_lines(node)) > LONGEST_FUNCTION
        ]
    )


def code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function from its `def` to its end, without its docstring."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def test_a_file_is_named_after_what_it_is_about() -> None:
    none_of(
        [
            Place(path, 1, "says nothing about what is inside")
            for path in tracked()
            if path.suffix == ".py"
            if {path.stem.lower(), *path.relative_to(ROOT).parts[:-1]} & EMPTY_NAMES
        ]
    )


def test_a_page_does_nothing_when_its_file_is_executed() -> None:
    """Streamlit runs a file of `pages/` at its address, before anyone is asked who they are."""
    harmless = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
    none_of(
        [
            Place(path, node.lineno, "runs when the file is executed; move it into a function")
            for path in product()
            if name_of(path).startswith("pages/") and name_of(path) != "pages/main.py"
            for node in tree_of(path).body
            if not isinstance(node, harmless)
            if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        ]
    )


def test_no_benchmark_is_named_in_code() -> None:
    """What differs between benchmarks is a key in their files; demo and tests may choose one."""
    ids = {tomllib.loads(path.read_text(encoding="utf-8"))["id"] for path in (ROOT / "rubrics").glob("*/*.toml")}
    named = re.compile(rf"\b({'|'.join(map(re.escape, ids))})\b", re.IGNORECASE)
    code = [path for path in product() + product(".js") if not name_of(path).startswith("demo/")]
    none_of(
        [
            Place(path, line, f"names the benchmark {found[0]!r}")
            for path in code
            for line, text in texts_in(path)
            if (found := named.search(text))
        ]
    )


def texts_in(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a Python file without its docstrings; the lines of any other file."""
    if path.suffix != ".py":
        yield from enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        return
    nodes = list(ast.walk(tree_of(path)))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def test_nothing_outside_the_repository_is_named() -> None:
    places = []
    for path in tracked():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture, or the bundled wheel
        places += [
            Place(path, number, f"names {what}: {found[0]}")
            for number, line in enumerate(lines, start=1)
            for pattern, what in NOT_TO_BE_NAMED.items()
            if (found := re.search(pattern, line))
        ]
    none_of(places)
