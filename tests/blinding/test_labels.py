"""Labels say nothing, stay the same, and cannot be confused or computed without the secret."""

import pytest

from blinding.labels import ALPHABET, is_label, is_person_label, person_label, response_label

SECRET = b"0123456789abcdef"


def a_label(secret: bytes = SECRET, *, prompt: str = "TL-01", system: str = "cedar", replication: int = 1) -> str:
    return response_label(secret, prompt=prompt, system=system, replication=replication)


def test_a_label_once_given_never_changes() -> None:
    # printf '["TL-01", "cedar", 1]' | openssl dgst -sha256 -mac HMAC -macopt key:0123456789abcdef
    # gives 8d2face9...650e37; its last ten digits in base 30, lowest first (bc): 3 12 3 6 17 5 2 9 21 5.
    digits = (3, 12, 3, 6, 17, 5, 2, 9, 21, 5)
    assert a_label() == "R-5E58K74BQ7"
    assert a_label() == "R-" + "".join(ALPHABET[digit] for digit in digits)


def test_every_part_of_a_response_changes_the_label() -> None:
    labels = {
        a_label(),
        a_label(prompt="TL-02"),
        a_label(system="olive"),
        a_label(replication=2),
        a_label(b"another secret..."),
    }
    assert len(labels) == 5


def test_neighbouring_ids_do_not_run_into_one_another() -> None:
    assert a_label(prompt="a", system="bc") != a_label(prompt="ab", system="c")
    assert a_label(prompt='a", "b', system="c") != a_label(prompt="a", system='b", "c')


def test_labels_use_no_characters_that_can_be_misread() -> None:
    assert not set("01ILOU") & set(ALPHABET)
    assert len(set(ALPHABET)) == len(ALPHABET) == 30
    assert all(is_label(a_label(prompt=f"p{number}")) for number in range(200))


def test_ten_thousand_responses_get_ten_thousand_labels() -> None:
    assert len({a_label(prompt=f"p{number}") for number in range(10_000)}) == 10_000


@pytest.mark.parametrize("text", ["R-5E58K74BQ", "R-5E58K74BQ77", "r-5E58K74BQ7", "R-5E58K74BQ0", "R-5E58K74BQ7\n", ""])
def test_other_texts_are_not_labels(text: str) -> None:
    assert not is_label(text)


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="15 bytes; at least 16"):
        a_label(b"0123456789abcde")


def test_an_empty_id_or_a_zeroth_replication_is_refused() -> None:
    with pytest.raises(ValueError, match="neither id may be empty"):
        a_label(system="")
    with pytest.raises(ValueError, match="neither id may be empty"):
        a_label(prompt="")
    with pytest.raises(ValueError, match="replication is 0; the first is 1"):
        a_label(replication=0)


def test_a_person_from_a_file_has_a_label_that_does_not_give_the_name_away() -> None:
    label = person_label(SECRET, name="Naomi Baker")
    assert is_person_label(label)
    assert label == person_label(SECRET, name="Naomi Baker")
    assert label != person_label(SECRET + b"x", name="Naomi Baker")
    assert label != person_label(SECRET, name="Naomi Bakes")
    assert not is_person_label("Naomi Baker")
