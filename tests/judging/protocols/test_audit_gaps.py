"""An audit with a reading missing: what counts then is said, and it is never a low score."""

from judging.protocols.audited import audited, empty_seats
from judging.protocols.terms import Author, Call, Heard
from tests.judging.protocol_builders import (
    AUDITOR,
    AUTHOR,
    PRIMARY,
    THIRD,
    a_target,
    asked,
    audited_settings,
    done,
    heard,
    panel_of,
    said,
    unheard,
)

PANEL = [PRIMARY, AUDITOR, THIRD]
ALWAYS = audited_settings(audit_share=1)
PAIR = [heard("p", "primary", 1, 3), heard("a", "audit", 2, 0)]


def given_up(judge: str, stage: str) -> list[Heard]:
    return [unheard(judge, stage, 10 + n, "unreadable", attempt=n) for n in (1, 2)]


def test_an_unreadable_primary_is_asked_again_while_the_audit_stands() -> None:
    verdicts = [given_up("p", "primary")[0], PAIR[1]]
    assert asked(audited(a_target(), PANEL, verdicts, ALWAYS)) == (Call("primary", "p", attempt=2),)


def test_without_a_primary_the_auditor_counts_alone() -> None:
    found = done(audited(a_target(), PANEL, [*given_up("p", "primary"), PAIR[1]], ALWAYS))
    assert (said(found), found.path) == (("value", 0.0, 1, 0), "audit_without_primary")
    assert found.gaps == ("p: no reply could be read in 2 tries", "the auditor's reading counts alone")
    assert found.rule.startswith("the auditor's score; ")


def test_without_an_audit_the_primary_counts_alone() -> None:
    found = done(audited(a_target(), PANEL, [PAIR[0], *given_up("a", "audit")], ALWAYS))
    assert (said(found), found.path) == (("value", 3.0, 1, 0), "primary_without_audit")
    assert found.gaps == ("a: no reply could be read in 2 tries", "the primary judge's reading counts alone")
    assert found.rule.startswith("the primary judge's score; ")


def test_a_doubting_primary_without_an_audit_is_not_adjudicated() -> None:
    verdicts = [heard("p", "primary", 1, 3, confidence=0.1), *given_up("a", "audit")]
    assert done(audited(a_target(), PANEL, verdicts, ALWAYS)).path == "primary_without_audit"


def test_with_neither_there_is_no_score() -> None:
    found = done(audited(a_target(), PANEL, [*given_up("p", "primary"), *given_up("a", "audit")], ALWAYS))
    assert (said(found), found.path) == (("none", None, 0, 0), "nothing_heard")
    assert found.gaps[-1] == "there is no score"


def test_outside_the_audit_set_an_unreadable_primary_is_no_score_either() -> None:
    found = done(audited(a_target(), PANEL, given_up("p", "primary"), audited_settings(audit_share=0)))
    assert (said(found), found.gaps) == (
        ("none", None, 0, 0),
        ("p: no reply could be read in 2 tries", "there is no score"),
    )


def test_a_pair_whose_adjudicator_could_not_be_read_keeps_its_mean_and_says_so() -> None:
    found = done(audited(a_target(), PANEL, [*PAIR, *given_up("t", "adjudication")], ALWAYS))
    assert (said(found), found.path) == (("value", 1.5, 2, 0), "unadjudicated")
    assert found.gaps == (
        "t: no reply could be read in 2 tries",
        "the pair is not adjudicated; the mean of the primary judge's and the auditor's scores counts",
    )


def test_an_adjudicator_is_asked_again_with_the_same_two_before_it() -> None:
    verdicts = [*PAIR, given_up("t", "adjudication")[0]]
    assert asked(audited(a_target(), PANEL, verdicts, ALWAYS)) == (
        Call("adjudication", "t", attempt=2, earlier=(1, 2)),
    )


def test_a_panel_without_a_third_maker_leaves_the_pair() -> None:
    found = done(audited(a_target(), [PRIMARY, AUDITOR], PAIR, ALWAYS))
    assert (said(found), found.path) == (("value", 1.5, 2, 0), "unadjudicated")
    assert found.gaps[0] == "the panel has no adjudicator of a further maker for this author"


def test_a_panel_without_an_auditor_says_so_where_one_was_due() -> None:
    found = done(audited(a_target(), [PRIMARY], PAIR[:1], ALWAYS))
    assert found.path == "primary_without_audit"
    assert found.gaps[0] == "the panel has no auditor of a further maker for this author"
    assert done(audited(a_target(), [PRIMARY], PAIR[:1], audited_settings(audit_share=0))).gaps == ()


def test_a_panel_of_the_authors_maker_alone_judges_nothing() -> None:
    found = done(audited(a_target(), panel_of("Alder Lab"), [], audited_settings(audit_share=0)))
    assert (said(found), found.path) == (("none", None, 0, 0), "nothing_heard")


def test_empty_seats_are_told_before_a_run() -> None:
    assert empty_seats(AUTHOR, PANEL, ALWAYS) == []
    assert empty_seats(AUTHOR, [], ALWAYS) == [
        "the panel has no primary judge of a further maker for this author",
        "the panel has no auditor of a further maker for this author",
        "the panel has no adjudicator of a further maker for this author",
    ]
    assert empty_seats(Author("Pine", "Pine Lab"), PANEL, ALWAYS) == [
        "the panel has no adjudicator of a further maker for this author"
    ]
