"""The whole job: two scorers, twenty responses, mishaps on the way; every word kept, nobody's author seen."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
from sqlmodel import col, select

from tests.screens.conftest import Running, rater_of
from tests.screens.scoring import Answer, answers, at, choice, saved, with_keys, with_mouse, written
from tests.screens.wiretap import Wiretap
from store import frames
from store.people import hashed
from store.tables import Assignment, Benchmark, Invitation, Rater, Score, Sheet, System

Enter = Callable[..., Page]


def submit(page: Page) -> None:
    """Click the button that submits."""
    page.get_by_role("button", name="Submit and go on").click()


def reload_half_way(page: Page, sheet: dict[str, Answer]) -> None:
    """Leave within the pause before a draft is saved, and find everything again."""
    with_mouse(page, sheet)
    page.reload()
    at(page, 5)
    assert written(page) == {name: answer.why for name, answer in sheet.items()}
    for name, answer in sheet.items():
        expect(choice(page, name, answer.said)).to_be_checked()
    submit(page)


def lose_the_network(page: Page, sheet: dict[str, Answer], wire: Wiretap) -> None:
    """Go on writing without a network, be told, and have it saved when the network is back."""
    names = list(sheet)
    with_mouse(page, {name: sheet[name] for name in names[:2]})
    saved(page)
    wire.cut()
    with_mouse(page, {name: sheet[name] for name in names[2:]})
    expect(page.get_by_role("status").filter(has_text="Not saved yet")).to_be_visible()
    wire.mend()
    saved(page)
    submit(page)


def submit_to_a_dead_server(page: Page, sheet: dict[str, Answer], running: Running) -> None:
    """Submit while the server is away: told at once, never "saved" before it is, sent by itself when it is back."""
    with_mouse(page, sheet)
    saved(page)
    running.server.stop()
    submit(page)
    expect(page.get_by_role("status").filter(has_text="Not sent yet")).to_be_visible()
    at(page, 11)
    running.server.start()
    at(page, 12)


def mouse_scorer(page: Page, running: Running, wire: Wiretap) -> None:
    """Score twenty responses with the mouse."""
    for number in range(1, 21):
        at(page, number)
        sheet = answers("Mouse", number)
        if number == 5:
            reload_half_way(page, sheet)
        elif number == 8:
            lose_the_network(page, sheet, wire)
        elif number == 11:
            submit_to_a_dead_server(page, sheet, running)
        else:
            with_mouse(page, sheet)
            button = page.get_by_role("button", name="Submit and go on")
            button.dblclick() if number == 14 else button.click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()


def keyboard_scorer(page: Page) -> None:
    """Score twenty responses without touching the mouse."""
    for number in range(1, 21):
        at(page, number)
        with_keys(page, answers("Keys", number))
        if number == 9:
            saved(page)
            page.reload()
            at(page, number)
        page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()


def stored(running: Running, token: str) -> dict[int, dict[str, tuple[object, str | None]]]:
    """Return what the store holds for a scorer: place in the queue, axis, what was said and why."""
    found: dict[int, dict[str, tuple[object, str | None]]] = {}
    with running.store.reading() as session:
        rows = session.execute(
            select(Assignment.position, Score.axis, Score.kind, Score.value, Score.why)
            .join(Sheet, col(Sheet.assignment_id) == col(Assignment.id))
            .join(Score, col(Score.sheet_id) == col(Sheet.id))
            .where(Assignment.rater_id == rater_of(session, token))
        ).all()
        sheets = session.exec(
            select(Sheet.id)
            .join(Assignment, col(Sheet.assignment_id) == col(Assignment.id))
            .where(Assignment.rater_id == rater_of(session, token))
        ).all()
    assert len(sheets) == 20
    for position, name, kind, value, why in rows:
        found.setdefault(position, {})[name] = (int(value) if kind == "value" else kind, why)
    return found


def secrets_of(running: Running, own: str) -> set[bytes]:
    """Return every word that must never reach a scorer's browser, in small letters."""
    with running.store.reading() as session:
        systems = session.exec(select(System)).all()
        mine = session.exec(select(Invitation.rater_id).where(Invitation.token_hash == hashed(own))).one()
        others = session.exec(select(Rater).where(Rater.id != mine)).all()
        scores = frames.scores(session, study_id=running.study_id)
        my_key = session.exec(select(Rater.key).where(Rater.id == mine)).one()
        rubric = session.exec(select(Benchmark.text)).one()
    names = [word for one in systems for word in (one.name, one.family)]
    names += [word for one in others for word in (one.name, one.key, one.family, one.model)]
    # A judge that only repeats an anchor says nothing that the scorer may not read.
    words = [why for why in scores.loc[scores["rater"] != my_key, "why"].dropna() if why not in rubric]
    labels = scores["response"].unique()
    return {word.lower().encode() for word in (*names, *words, *labels) if word.strip()}


def test_two_scorers_do_the_whole_job(running: Running, wiretap: Wiretap, enter: Enter) -> None:
    tokens = {"Mouse": running.scorer("Miriam Example"), "Keys": running.scorer("Kenneth Example")}
    wires = {"Mouse": wiretap, "Keys": Wiretap(running.server.port)}
    keyboard = enter(wires["Keys"].port, tokens["Keys"])
    keyboard_scorer(keyboard)
    mouse = enter(wires["Mouse"].port, tokens["Mouse"])
    mouse_scorer(mouse, running, wires["Mouse"])
    for who, token in tokens.items():
        expected = {
            number: {name: tuple(answer) for name, answer in answers(who, number).items()} for number in range(1, 21)
        }
        assert stored(running, token) == expected
        heard = bytes(wires[who].heard)
        assert b"bless my business" in heard, "the wire heard no prompt, so the search would prove nothing"
        lowered = heard.lower()
        assert [word for word in secrets_of(running, token) if word in lowered] == []
    wires["Keys"].close()
