"""Files are read strictly: every problem at once, each with file, place, what was found and what is allowed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rubrics.loader import content_hash, load, parse, read_text, released
from rubrics.problems import RubricError
from rubrics.toml_text import toml_text
from tests.builders import a_benchmark, a_benchmark_table


def problems_of(text: str) -> tuple[str, ...]:
    with pytest.raises(RubricError) as refused:
        parse(text, "b.toml")
    return refused.value.problems


def spoilt(spoil: Callable[[dict[str, Any]], object]) -> tuple[str, ...]:
    """Problems of a file in which one thing was spoilt."""
    table = a_benchmark_table()
    spoil(table)
    return problems_of(toml_text(table))


def test_a_sound_file_gives_the_benchmark_it_says() -> None:
    assert parse(toml_text(a_benchmark_table()), "b.toml") == a_benchmark()


def test_a_file_with_windows_line_ends_is_the_same_file() -> None:
    text = toml_text(a_benchmark_table())
    windows = text.replace("\n", "\r\n")
    assert parse(windows, "b.toml") == a_benchmark()
    assert content_hash(windows) == content_hash(text)


def test_the_hash_is_that_of_the_text() -> None:
    # sha256 of the three bytes "abc", FIPS 180-2, appendix B.1
    assert content_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_one_changed_letter_is_another_benchmark() -> None:
    text = toml_text(a_benchmark_table())
    assert content_hash(text) != content_hash(text.replace("All true.", "All True."))


def test_an_unknown_key_is_refused_with_those_allowed() -> None:
    assert spoilt(lambda table: table["protocol"].update(panel=5)) == (
        "b.toml: protocol.panel: unknown key; allowed here: kind, exclude, settle, fewest_judges",
    )


def test_an_unknown_table_is_refused() -> None:
    (problem,) = spoilt(lambda table: table.update(scoring={"rule": "none"}))
    assert problem.startswith("b.toml: scoring: unknown key; allowed here: id, version, title,")


def test_a_missing_key_is_named() -> None:
    assert spoilt(lambda table: table["people"].pop("human_gap")) == (
        "b.toml: people.human_gap: missing; this key must be given",
    )


def test_a_wrong_choice_is_refused_with_those_allowed() -> None:
    assert spoilt(lambda table: table["protocol"].update(exclude="nobody")) == (
        "b.toml: protocol.exclude: found 'nobody'; allowed: 'model' or 'family'",
    )


def test_an_unknown_protocol_is_refused_with_those_there_are() -> None:
    assert spoilt(lambda table: table["protocol"].update(kind="dice")) == (
        "b.toml: protocol: found 'dice'; allowed: 'cross_judge', 'second_reading', 'audited'",
    )


def test_a_number_in_quotes_is_no_number() -> None:
    assert spoilt(lambda table: table["axes"][0].update(lowest="0")) == (
        "b.toml: axes.0.lowest: found '0'; allowed: a number",
    )


def test_an_anchor_under_a_word_is_refused_with_the_form_of_a_score() -> None:
    assert spoilt(lambda table: table["axes"][0]["anchors"].update(high="Very true.")) == (
        "b.toml: axes.0.anchors.high: found 'high'; allowed: a score such as 0, or in quotes \"0.5\"",
    )


def test_a_key_given_twice_is_refused_with_its_line_and_the_rest_is_still_checked() -> None:
    table = a_benchmark_table()
    table["people"]["human_gap"] = -1
    lines = toml_text(table).split("\n")
    at = lines.index('3 = "All true."')
    text = "\n".join([*lines[: at + 1], '3 = "Quite true."', '2 = "Again."', *lines[at + 1 :]])
    assert problems_of(text) == (
        f"b.toml: line {at + 2}: 3 is given twice; remove one",
        f"b.toml: line {at + 3}: 2 is given twice; remove one",
        "b.toml: people.human_gap: found -1; allowed: greater than 0",
    )


def test_a_duplicate_alone_is_reason_enough() -> None:
    text = toml_text(a_benchmark_table()).replace('id = "invented"', 'id = "invented"\nid = "invented"')
    assert problems_of(text) == ("b.toml: line 2: id is given twice; remove one",)


def test_a_half_point_without_quotes_is_explained() -> None:
    text = toml_text(a_benchmark_table()).replace('3 = "All true."', '3 = "All true."\n0.5 = "Half."')
    (problem,) = problems_of(text)
    assert '0.5 must stand in quotes, "0.5"' in problem


def test_broken_toml_is_refused_with_its_line() -> None:
    text = toml_text(a_benchmark_table()).replace('version = "v1"', 'version "v1"')
    assert problems_of(text) == ("b.toml: line 2: Expected '=' after a key in a key/value pair",)


@pytest.mark.parametrize(("text", "said"), [("a = " + "[" * 5000, "nested too deeply"), ("#" * 2_000_001, "2,000,001")])
def test_a_file_made_to_break_the_reader_is_refused(text: str, said: str) -> None:
    (problem,) = problems_of(text)
    assert said in problem


def test_an_empty_file_names_every_missing_table() -> None:
    problems = problems_of("")
    assert len(problems) == 16
    assert "b.toml: axes: missing; this key must be given" in problems


def test_problems_of_every_kind_come_together() -> None:
    table = a_benchmark_table(title="See https://example.org")
    table["axes"][0].update(colour="red", anchors={**table["axes"][0]["anchors"], "7": "Beyond."})
    table["axes"][1]["id"] = "truth"
    del table["rounding"]
    problems = problems_of(toml_text(table))
    places = [problem.split(": ")[1] for problem in problems]
    assert sorted(places) == ["axes.0.anchors.7", "axes.0.colour", "axes.1.id", "rounding", "title"]


def test_the_error_prints_one_problem_a_line() -> None:
    with pytest.raises(RubricError) as refused:
        parse("", "b.toml")
    assert str(refused.value).split("\n") == list(refused.value.problems)


def test_a_file_is_named_from_its_folder_on_and_others_as_given(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("x = 1")
    with pytest.raises(RubricError) as refused:
        load(path)
    assert refused.value.problems[0].startswith(f"{path.as_posix()}: id: missing")


def test_a_file_that_cannot_be_read_is_a_problem_like_others(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes("title = 'Güte'".encode("latin-1"))
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(100_000_000)
    for path, said in [(tmp_path / "none.toml", "No such file"), (latin, "not UTF-8"), (large, "100,000,000 bytes")]:
        with pytest.raises(RubricError, match=said):
            load(path)


def test_a_byte_order_mark_makes_no_difference(tmp_path: Path) -> None:
    path = tmp_path / "marked.toml"
    path.write_bytes(b"\xef\xbb\xbf" + toml_text(a_benchmark_table()).encode())
    assert load(path) == a_benchmark()
    assert content_hash(read_text(path)) == content_hash(toml_text(a_benchmark_table()))


def test_released_files_lie_under_their_id_and_version() -> None:
    paths = released()
    assert paths
    for path in paths:
        benchmark = load(path)
        assert (path.parent.name, path.stem) == (benchmark.id, benchmark.version)
