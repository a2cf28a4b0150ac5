"""What the project depends on is declared, explained, pinned, and nothing else is imported."""

import ast
import base64
import hashlib
import re
import sys
import tomllib
from importlib.metadata import distribution, packages_distributions, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUN = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
TEST = [Requirement(text) for text in PROJECT["project"]["optional-dependencies"]["test"]]
LOCAL = [Requirement(text) for text in PROJECT["project"]["optional-dependencies"]["local"]]
BUILD = [Requirement(text) for text in PROJECT["dependency-groups"]["build"]]
PACKAGES = PROJECT["tool"]["setuptools"]["packages"]
MODULES = PROJECT["tool"]["setuptools"]["py-modules"]
EXPLAINED = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")


def pinned(lock: str) -> dict[str, set[str]]:
    """Name and versions (several where they differ by platform) of everything in a lock file."""
    pins: dict[str, set[str]] = {}
    for name, number in re.findall(r"^([\w.-]+)==([^ ;]+)", (ROOT / lock).read_text(), re.MULTILINE):
        pins.setdefault(canonicalize_name(name), set()).add(number)
    return pins


def imported(*places: str) -> set[str]:
    """The top-level names that Python files, or those in folders, import."""
    paths = [path for place in places for path in (*ROOT.glob(place), *(ROOT / place).rglob("*.py"))]
    names = set()
    for path in paths:
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.split(".")[0])
    return names


def undeclared(names: set[str], declared: list[Requirement]) -> set[str]:
    """Those names that are neither of the standard library, nor ours, nor of a declared distribution."""
    allowed = {canonicalize_name(requirement.name) for requirement in declared}
    foreign = names - sys.stdlib_module_names - {*PACKAGES, *MODULES, "tests", "benchmarks"}
    owners = packages_distributions()
    return {name for name in foreign if not allowed & {canonicalize_name(d) for d in owners.get(name, [])}}


def test_the_lock_satisfies_every_declared_dependency() -> None:
    for lock, requirements in {
        "requirements.lock": RUN + BUILD,
        "requirements-local.lock": LOCAL,
        "requirements-test.lock": RUN + BUILD + TEST + LOCAL,
    }.items():
        pins = pinned(lock)
        for requirement in requirements:
            versions = pins.get(canonicalize_name(requirement.name), set())
            assert versions, f"{lock} does not hold {requirement}; write it anew with `make lock`"
            assert all(map(requirement.specifier.contains, versions)), f"{lock}: {requirement}: {versions}"


def test_the_tests_run_with_the_versions_that_users_get() -> None:
    tested = pinned("requirements-test.lock")
    for lock in ("requirements.lock", "requirements-local.lock"):
        assert {name: tested.get(name) for name in pinned(lock)} == pinned(lock)


def test_the_product_imports_only_what_it_declares() -> None:
    assert undeclared(imported(*PACKAGES, *(f"{module}.py" for module in MODULES)), RUN + LOCAL) == set()


def test_the_tests_import_only_what_they_declare() -> None:
    assert undeclared(imported("tests", "benchmarks", "tools"), RUN + TEST + LOCAL) == set()


def test_every_direct_dependency_is_explained() -> None:
    rows = {canonicalize_name(name) for name in re.findall(r"^\| ([\w.-]+) \|", EXPLAINED, re.MULTILINE)}
    names = {canonicalize_name(requirement.name) for requirement in RUN + BUILD + TEST + LOCAL}
    assert rows - {"name"} == names | {"pip"}


def test_the_bundled_pip_is_the_published_one() -> None:
    (wheel,) = (ROOT / "tools").glob("pip-*.whl")
    assert hashlib.sha256(wheel.read_bytes()).hexdigest() in EXPLAINED


def test_the_model_library_is_the_pinned_one_byte_for_byte() -> None:
    """Two of its releases stole credentials; an exact version and hashes keep such a one out."""
    (declared,) = [requirement for requirement in RUN if requirement.name == "litellm"]
    assert str(declared.specifier) == f"=={version('litellm')}"
    for lock in ("requirements.lock", "requirements-test.lock"):
        assert pinned(lock)["litellm"] == {version("litellm")}
        assert re.search(r"^litellm==[^\n]*\\\n +--hash=sha256:[0-9a-f]{64}", (ROOT / lock).read_text(), re.MULTILINE)
    recorded = [file for file in distribution("litellm").files or [] if file.hash and file.suffix in {".py", ".so"}]
    assert len(recorded) > 1000
    assert [
        str(file) for file in recorded if file.hash and file.hash.value != record_hash(Path(str(file.locate())))
    ] == []


def record_hash(file: Path) -> str:
    """A file's SHA-256 as wheels record it."""
    return base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).rstrip(b"=").decode()


def test_nothing_of_the_model_library_runs_when_python_starts() -> None:
    """One of the two hid in a .pth file, which Python executes at every start."""
    folder = Path(str(distribution("litellm").locate_file("")))
    assert [file.name for file in folder.glob("*.pth") if "litellm" in file.name.lower()] == []
    assert not any("litellm" in file.read_text(errors="replace") for file in folder.glob("*.pth"))
