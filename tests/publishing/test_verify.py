"""A bundle is checked from its own files: what was changed is named, with every number that it moves."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from publishing.bundle import Files
from publishing.bundle_reading import BundleError, read_bundle
from publishing.verdict_in_words import lines
from publishing.verify import Checked, verify
from tests.publishing.a_release import a_bundle, as_read, spoiled
from tests.store.a_study import a_store

PERSON = re.compile(r"^(R-\w+,plain,Rater 1,human,care),(\d),", re.MULTILINE)
JUDGE = re.compile(r"^(R-\w+,plain,Hollin,llm,care),(\d),", re.MULTILINE)


def checked(files: Files) -> Checked:
    return verify(as_read(files))


def to(score: str) -> Callable[[re.Match[str]], str]:
    return lambda found: f"{found[1]},{score},"


def first(pattern: re.Pattern[str], score: str) -> Callable[[str], str]:
    return lambda text: pattern.sub(to(score), text, count=1)


@pytest.fixture(scope="module")
def files(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Files:
    """One bundle for all: whoever spoils it gets a copy."""
    file = shutil.copy(migrated_file, tmp_path_factory.mktemp("verify"))
    with a_store(f"sqlite:///{file}") as store:
        return a_bundle(store)


def test_an_untouched_bundle_holds_to_the_last_digit(files: Files) -> None:
    found = checked(files)
    assert found.holds
    assert (found.rows, found.settled, found.moved, found.rounding, found.told) == ((), (), (), (), ())
    assert found.numbers > 1000
    assert found.settled_checked == 8


def test_a_changed_score_is_named_with_what_it_was_and_the_numbers_it_moves(files: Files) -> None:
    """People's means were 0, 1, 2, 3 against 1, 0, 3, 2 (r = 0.6). Rater 1's 0 becomes 3, so the mean 0 becomes 1.5."""
    found = checked(spoiled(files, "data/scores.csv", first(PERSON, "3")))
    (row,) = found.rows
    label = PERSON.search(files["data/scores.csv"].decode())
    assert label is not None
    assert row.words == f"scores: response {label[1].split(',')[0]}, module plain, rater Rater 1, axis care: " + (
        "the score is 3; released was 0"
    )
    moved = {one.where: (one.stated, one.found) for one in found.moved}
    stated, now = moved["modules.plain.axes[care].report.judges_people.r"]
    assert stated == pytest.approx(0.6)
    # Means 1.5, 1, 2, 3 and judges 1, 0, 3, 2: deviations -0.375, -0.875, 0.125, 1.125 by -0.5, -1.5, 1.5, 0.5,
    # so 2.25 / sqrt(2.1875 * 5)
    assert now == pytest.approx(2.25 / (2.1875 * 5) ** 0.5)
    assert not found.holds
    assert not any("[truth]" in where for where in moved if "axes" in where)
    assert "report.html" in found.told


def test_a_score_that_became_missing_is_named(files: Files) -> None:
    def change(text: str) -> str:
        return PERSON.sub(r"\1,,cannot_assess", text, count=1).replace("assess,,", "assess,")

    (row,) = checked(spoiled(files, "data/scores.csv", change)).rows
    assert row.what == "the score is cannot_assess; released was 0"


def test_whoever_also_forges_the_manifest_is_still_found_out(files: Files) -> None:
    found = checked(spoiled(files, "data/scores.csv", first(PERSON, "3"), forge=True))
    assert not found.read.changed
    assert len(found.rows) == 1
    assert found.moved
    assert found.read.receipt != as_read(files).receipt


def test_a_judges_score_is_held_against_its_verdict(files: Files) -> None:
    found = checked(spoiled(files, "data/scores.csv", first(JUDGE, "3")))
    (one,) = found.apart
    assert one.endswith("judge Hollin, axis care: scores has 3, the verdict 1")


def test_a_changed_verdict_changes_what_counts(files: Files) -> None:
    """One judge: the median is that judge's score."""
    change = lambda text: re.sub(r"^1,care,1,", "1,care,3,", text, count=1, flags=re.MULTILINE)  # noqa: E731
    found = checked(spoiled(files, "data/verdict_scores.csv", change))
    (settled,) = found.settled
    assert settled.endswith("axis care: the bundle says 1; its verdicts give 3")
    assert any(one.where == "modules.plain.axes[care].report.judges_people.r" for one in found.moved)


def test_a_changed_number_is_named_alone(files: Files) -> None:
    change = lambda text: text.replace('"bias": 0.0,', '"bias": 0.5,', 1)  # noqa: E731
    found = checked(spoiled(files, "numbers.json", change))
    (one,) = found.moved
    assert (one.stated, one.found) == (0.5, 0.0)
    assert found.rows == ()


def test_a_page_that_says_other_numbers_is_named_even_if_its_hash_is_forged(files: Files) -> None:
    found = checked(spoiled(files, "report.html", lambda text: text.replace("0.60", "0.90"), forge=True))
    assert found.told == ("report.html",)
    assert not found.holds


def test_a_row_taken_out_and_a_row_added_are_named(files: Files) -> None:
    out = checked(spoiled(files, "data/prompts.csv", lambda text: re.sub(r"P-2,.*\r\n", "", text, count=1)))
    assert [row.words for row in out.rows] == ["prompts: prompt P-2: was taken out"]
    added = checked(spoiled(files, "data/prompts.csv", lambda text: text + "P-3,life,Question?,,\r\n"))
    assert [row.words for row in added.rows] == ["prompts: prompt P-3: was added"]


def test_a_changed_answer_is_named_and_its_words_are_counted_again(files: Files) -> None:
    """`Answer 0 to P-1.` has four words."""
    found = checked(
        spoiled(files, "data/responses.csv", lambda text: text.replace("Answer 0 to P-1.", "Longer now: yes."))
    )
    assert [row.table for row in found.rows] == ["responses"]
    found = checked(
        spoiled(files, "data/responses.csv", lambda text: text.replace("Answer 0 to P-1.", "Five words stand in here."))
    )
    assert [one for one in found.moved if one.where.startswith("words.")]


@pytest.mark.parametrize("path", ["report.pdf", "figures/agreement.png", "data/tables.xlsx"])
def test_a_file_that_is_only_hashed_is_named_when_it_changes(files: Files, path: str) -> None:
    found = checked({**files, path: files[path] + b" "})
    assert found.read.changed == (path,)
    assert not found.holds


def test_a_file_that_is_gone_is_named_and_one_beside_does_no_harm(files: Files) -> None:
    gone = checked({path: content for path, content in files.items() if path != "report.pdf"})
    assert gone.read.gone == ("report.pdf",)
    assert not gone.holds
    beside = checked({**files, "notes.txt": b"mine"})
    assert beside.read.added == ("notes.txt",)
    assert beside.holds


def test_another_benchmark_is_refused(files: Files) -> None:
    with pytest.raises(BundleError, match="its hash is"):
        checked(spoiled(files, "benchmark.toml", lambda text: text.replace("Is it kind?", "Is it nice?")))


def test_everything_that_cannot_be_read_is_told_at_once(files: Files) -> None:
    files = spoiled(files, "data/scores.csv", first(PERSON, "three"))
    files = {path: content for path, content in files.items() if path != "data/prompts.csv"}
    with pytest.raises(BundleError) as refused:
        checked(files)
    assert len(refused.value.problems) == 2
    assert "column score: found 'three'; allowed: a number" in refused.value.problems[0]
    assert refused.value.problems[1].startswith("data/prompts.csv is not there")


def test_a_score_off_the_scale_is_refused_in_words(files: Files) -> None:
    with pytest.raises(BundleError, match="score 9 is not on the scale"):
        checked(spoiled(files, "data/scores.csv", first(PERSON, "9")))


def test_a_difference_in_the_last_digit_is_no_fraud(files: Files) -> None:
    numbers = json.loads(files["numbers.json"])
    care = numbers["modules"]["plain"]["axes"][1]["report"]["judges_people"]
    care["r"] += 1e-15
    found = checked({**files, "numbers.json": json.dumps(numbers).encode()})
    assert found.moved == ()
    assert len(found.rounding) == 1


def test_the_outcome_in_words_names_everything(files: Files) -> None:
    said = "\n".join(lines(checked(spoiled(files, "data/scores.csv", first(PERSON, "3")))))
    assert "not as released: data/scores.csv" in said
    assert "the score is 3; released was 0" in said
    assert "modules.plain.axes[care].report.judges_people.r: the bundle says 0.6" in said
    assert "IT DOES NOT HOLD" in said


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("secondreader bundle 1", "This is an older bundle: it has fewer tables than this version checks"),
        ("secondreader bundle 99", "This is a newer bundle: it may have more than this version checks"),
    ],
)
def test_a_bundle_of_another_edition_is_not_checked_and_nothing_is_said_against_it(
    tmp_path: Path, form: str, words: str
) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({"format": form, "software": "0.0.7", "files": {}}))
    with pytest.raises(BundleError) as refused:
        read_bundle(tmp_path)
    (said,) = refused.value.problems
    assert said.startswith(f"manifest.json: found the format '{form}'; allowed: 'secondreader bundle 2'. {words}")
    assert said.endswith("nothing against it; check it with the software that made it, version 0.0.7")


def test_another_kind_of_archive_is_no_older_bundle(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({"format": "something else 1", "files": {}}))
    with pytest.raises(BundleError, match=r"allowed: 'secondreader bundle 2'$"):
        read_bundle(tmp_path)
