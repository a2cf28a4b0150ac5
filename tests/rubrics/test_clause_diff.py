"""An edit is shown clause by clause and word by word, and nothing that changed is without a place."""

import time

from hypothesis import given
from hypothesis import strategies as st

from rubrics.charters import Charter, parse_charter
from rubrics.clause_diff import diff, word_runs

OLD = "# T\n\nPreamble.\n\n1. Honey is sweet.\n\n2. Salt is white.\n\n   Sources: Book 1\n\n3. Bread is good.\n"


def charter(text: str) -> Charter:
    return parse_charter(text, "x.md")


def changes(new: str) -> list[tuple[str, str]]:
    return [(one.number, one.kind) for one in diff(charter(OLD), charter(new))]


def test_one_edited_clause_is_the_only_change() -> None:
    new = charter(OLD.replace("Salt is white", "Sea salt is grey"))
    found = diff(charter(OLD), new)
    assert [(one.number, one.kind) for one in found] == [("1", "same"), ("2", "changed"), ("3", "same")]
    assert [(run.kind, run.text) for run in found[1].words] == [
        ("removed", "Salt "),
        ("added", "Sea salt "),
        ("same", "is "),
        ("removed", "white"),
        ("added", "grey"),
        ("same", ".\n\nSources: Book 1"),
    ]


def test_a_changed_source_is_a_change_of_its_clause() -> None:
    assert changes(OLD.replace("Book 1", "Book 2")) == [("1", "same"), ("2", "changed"), ("3", "same")]


def test_clauses_come_and_go_by_their_numbers() -> None:
    new = OLD.replace("2. Salt is white.\n\n   Sources: Book 1\n\n", "") + "\n4. Butter is yellow.\n"
    assert changes(new) == [("1", "same"), ("2", "removed"), ("3", "same"), ("4", "added")]


def test_a_removed_first_clause_stands_first() -> None:
    assert changes(OLD.replace("1. Honey is sweet.\n\n", "")) == [("1", "removed"), ("2", "same"), ("3", "same")]


def test_what_stands_outside_the_clauses_is_not_forgotten() -> None:
    for edited in (OLD.replace("Preamble", "Foreword"), OLD.replace("# T", "# U"), OLD + "\n## End\n\nMore.\n"):
        assert changes(edited)[0] == ("", "changed")
        assert all(kind == "same" for _, kind in changes(edited)[1:])


def test_the_same_text_has_no_change() -> None:
    assert {kind for _, kind in changes(OLD)} == {"same"}


def test_a_line_broken_elsewhere_is_no_change_but_a_new_list_is() -> None:
    assert {kind for _, kind in changes(OLD.replace("Honey is", "Honey\n   is"))} == {"same"}
    assert changes(OLD.replace("Honey is", "Honey\n   - is"))[0] == ("1", "changed")
    assert changes(OLD.replace("Honey is", "Honey\n\n   is"))[0] == ("1", "changed")


def test_any_edit_that_changes_words_is_shown() -> None:
    """Each part of the charter is edited in turn."""
    for word in ("T\n", "Preamble", "Honey", "sweet", "Salt", "Book", "Bread", "good"):
        assert any(kind != "same" for _, kind in changes(OLD.replace(word, "Other" + word[-1:] * (word == "T\n"))))


def test_arabic_is_compared_by_words() -> None:
    runs = word_runs("العدل واجب على الناس", "العدل فرض على الناس")
    assert [(run.kind, run.text) for run in runs] == [
        ("same", "العدل "),
        ("removed", "واجب "),
        ("added", "فرض "),
        ("same", "على الناس"),
    ]


def test_a_charter_of_the_longest_kind_is_compared_in_a_moment() -> None:
    words = [f"word{number % 6007} " for number in range(33_000)]
    edited = [*words[:500], "another ", *words[700:], "end"]
    started = time.perf_counter()
    runs = word_runs("".join(words), "".join(edited))
    assert time.perf_counter() - started < 20
    assert "another " in [run.text for run in runs if run.kind == "added"]


@given(st.text(max_size=80), st.text(max_size=80))
def test_both_texts_can_be_put_together_again(old: str, new: str) -> None:
    runs = word_runs(old, new)
    assert "".join(run.text for run in runs if run.kind != "added") == old
    assert "".join(run.text for run in runs if run.kind != "removed") == new
    assert all(run.text for run in runs)
