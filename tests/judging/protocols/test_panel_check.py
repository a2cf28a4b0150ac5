"""Whether a panel can judge, in plain sentences, before anything is asked."""

from dataclasses import replace

from judging.protocols.of_benchmark import needed_families, panel_problems
from judging.protocols.terms import Author, Judge, Settings
from tests.judging.protocol_builders import AUTHOR, audited_settings, cross_settings, panel_of, second_settings

PANEL = panel_of("Pine Lab", "Fir Lab", "Teak Lab")


def problems(settings: Settings, panel: list[Judge], *authors: Author) -> list[str]:
    return panel_problems(settings.benchmark, panel, authors or (AUTHOR,), settings)


def test_a_sound_panel_has_no_problems() -> None:
    for settings in (cross_settings(), second_settings(), audited_settings()):
        assert problems(settings, list(PANEL), AUTHOR, Author("Birch", "Birch Lab", own=True)) == []


def test_a_judge_that_would_judge_itself_with_nobody_in_its_place() -> None:
    panel = [Judge("opus", "claude-opus", "Claude Lab")]
    assert problems(cross_settings(), panel, Author("Claude Opus", "Claude Lab"), AUTHOR) == [
        "system 'Claude Opus': when its own model may not judge, 0 judges are left; 1 is needed"
    ]


def test_too_few_are_left_for_the_files_number() -> None:
    panel = [Judge("opus", "claude-opus", "Claude Lab"), PANEL[0]]
    assert problems(cross_settings(fewest_judges=2), panel, Author("Claude Opus")) == [
        "system 'Claude Opus': when its own model may not judge, 1 judge is left; 2 are needed"
    ]


def test_a_run_may_keep_out_the_family_though_the_file_does_not() -> None:
    panel = [Judge("mini", "alder-mini", "Alder Lab")]
    assert problems(cross_settings(), panel) == []
    assert problems(replace(cross_settings(), exclude="family"), panel) == [
        "system 'Alder': when its own maker's models may not judge, 0 judges are left; 1 is needed; "
        "judges of 1 maker beside the author's are needed, the panel has 0"
    ]


def test_too_few_makers_for_an_adjudicator() -> None:
    """Three makers in all: of an answer of one of them, two are left."""
    found = problems(audited_settings(), list(PANEL), Author("Pine", "Pine Lab"), AUTHOR)
    assert found == [
        "system 'Pine': the panel has no adjudicator of a further maker for this author; "
        "judges of 3 makers beside the author's are needed, the panel has 2 (Fir Lab, Teak Lab)"
    ]


def test_enough_makers_in_the_wrong_roles_are_too_few_judges() -> None:
    panel = [replace(judge, roles=frozenset({"primary"})) for judge in PANEL]
    assert problems(audited_settings(), panel) == [
        "system 'Alder': the panel has no auditor of a further maker for this author",
        "system 'Alder': the panel has no adjudicator of a further maker for this author",
    ]


def test_a_second_judge_is_missed_only_for_ones_own_system() -> None:
    assert problems(second_settings(), list(PANEL[:1])) == []
    assert problems(second_settings(), list(PANEL[:1]), replace(AUTHOR, own=True)) == [
        "system 'Alder': the panel has no second judge of another maker than the first for this author"
    ]


def test_makers_must_be_known_where_the_protocol_goes_by_them() -> None:
    panel = [*PANEL, Judge("x"), Judge("y")]
    assert problems(audited_settings(), panel, Author("Birch")) == [
        "the maker (family) of judges 'x', 'y' is not known; the protocol keeps a maker's own judges away",
        "the maker (family) of system 'Birch' is not known; the protocol keeps a maker's own judges away",
    ]
    assert problems(second_settings(), [*PANEL, Judge("x")], Author("Birch", own=True)) == [
        "the maker (family) of judge 'x' is not known; the protocol wants judges of other makers"
    ]
    assert problems(second_settings(), [*PANEL, Judge("x")], Author("Birch")) == []
    assert problems(cross_settings(), [*PANEL, Judge("x")], Author("Birch")) == []


def test_ids_given_twice_roles_never_asked_and_nobody_at_all() -> None:
    twice = [PANEL[0], PANEL[0], replace(PANEL[1], roles=frozenset({"audit", "primary"}))]
    assert problems(cross_settings(), twice) == [
        "2 judges of the panel have the id 'j0'; each needs its own",
        "judge 'j1' would never be asked: its roles are audit, primary; this protocol has cross",
    ]
    assert problems(cross_settings(), []) == ["the panel has no judge; at least one is needed"]


def test_how_many_makers_are_needed_beside_the_authors() -> None:
    assert needed_families(cross_settings().benchmark) == 0
    assert needed_families(cross_settings().benchmark, "family") == 1
    assert needed_families(second_settings().benchmark) == 1
    assert needed_families(second_settings().benchmark, "family") == 2
    assert needed_families(audited_settings().benchmark) == 3
    assert needed_families(audited_settings(audit_family="other_than_author").benchmark) == 2
    assert needed_families(audited_settings(adjudicator_family="other_than_author").benchmark) == 2
    loose = audited_settings(audit_family="other_than_author", adjudicator_family="other_than_author")
    assert needed_families(loose.benchmark) == 1
    assert needed_families(audited_settings().benchmark, "model") == 2
