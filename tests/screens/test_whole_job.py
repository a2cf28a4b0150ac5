"""The whole job: two scorers, twenty responses, mishaps on the way; every word kept, nobody's author seen."""

from collections.abc import Callable, Iterator
from pathlib import Path

import krippendorff
import pandas as pd
import pytest
import scipy.stats
from playwright.sync_api import Locator, Page, expect
from sqlmodel import col, select

from store import frames
from store.columns import columns
from store.people import hashed
from store.tables import Assignment, Benchmark, Invitation, Rater, Score, Sheet, System
from tests.screens.conftest import Running, rater_of, start, unscored
from tests.screens.scoring import AXES, Answer, answers, at, choice, saved, with_keys, with_mouse, written
from tests.screens.wiretap import Wiretap

Enter = Callable[..., Page]
AXIS_NAMES = dict(
    zip(
        AXES,
        (
            "Theological Accuracy",
            "Scripture Fidelity",
            "Marketplace Wisdom",
            "Identity-vs-Performance Framing",
            "Lane Alignment",
        ),
        strict=True,
    )
)


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
    """Consent, and score twenty responses, with the mouse."""
    page.get_by_text("I have read this").click(timeout=20_000)
    page.get_by_text("Yes, I can").click()
    page.get_by_role("button", name="Continue").click()
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


def tab_to(page: Page, target: Locator) -> None:
    """Move on with the Tab key until something has the focus."""
    for _ in range(40):
        if target.evaluate("node => node.getRootNode().activeElement === node"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not reach {target}")


def keyboard_scorer(page: Page) -> None:
    """Consent, and score twenty responses, without touching the mouse."""
    expect(page.get_by_role("button", name="Continue")).to_be_visible(timeout=20_000)
    tab_to(page, page.get_by_role("checkbox"))
    page.keyboard.press("Space")
    tab_to(page, page.get_by_role("radio").first)
    page.keyboard.press("Space")
    tab_to(page, page.get_by_role("button", name="Continue"))
    page.keyboard.press("Enter")
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
            columns(Assignment.position, Score.axis, Score.kind, Score.value, Score.why)
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


def close_scoring(page: Page, folder: Path) -> pd.DataFrame:
    """As the owner, close scoring, and return the scores that the Agreement page hands out."""
    page.get_by_role("button", name="Close scoring and show results").click(timeout=20_000)
    page.get_by_role("button", name="Close scoring for good").click()
    expect(page.get_by_text("Scoring is closed.")).to_be_visible()
    page.get_by_role("link", name="Agreement", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the scores (CSV)").click()
    download.value.save_as(folder / "scores.csv")
    return pd.read_csv(folder / "scores.csv", encoding="utf-8-sig")


def shown_of(page: Page, name: str) -> dict[str, list[str]]:
    """Return what the table of figures says of an axis: the head of each column, and the lines of its cell."""
    table = page.get_by_role("table").filter(has=page.get_by_role("columnheader", name="People: ordinal alpha"))
    row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name=AXIS_NAMES[name], exact=True))
    expect(row).to_be_visible(timeout=20_000)
    heads = table.get_by_role("columnheader").all_inner_texts()[1:]
    cells = row.get_by_role("cell").all_inner_texts()
    return {head.strip(): cell.split("\n") for head, cell in zip(heads, cells, strict=True)}


def figures_by_hand(scores: pd.DataFrame, name: str) -> dict[str, list[str]]:
    """Work out what the Agreement page must show of an axis, with SciPy and krippendorff alone."""
    part = scores[scores["axis"] == name]
    wide = part[part["rater_kind"] == "human"].pivot_table(index="response", columns="rater", values="score")
    judges = part[part["rater"] == "median of judges"].set_index("response")["score"]
    both = pd.DataFrame({"people": wide.mean(axis=1), "judges": judges}).dropna()
    with_people = scipy.stats.pearsonr(both["judges"], both["people"])
    low, high = with_people.confidence_interval(0.95)
    pair = wide.dropna()
    pair = pair[pair.index.isin(judges.dropna().index)]
    among = scipy.stats.pearsonr(pair.iloc[:, 0], pair.iloc[:, 1])
    alpha = krippendorff.alpha(wide.T.to_numpy(), level_of_measurement="ordinal", value_domain=[0, 1, 2, 3])
    gap = (both["judges"] - both["people"]).to_numpy()
    return {
        "Judges with people: r": [two(with_people.statistic), f"{two(low)} to {two(high)}", f"n = {len(both)}"],
        "People with each other, same responses: r": [two(among.statistic), f"n = {len(pair)}"],
        "People: ordinal alpha": [two(alpha)],
        "Equal": [f"{(gap == 0).mean() * 100:.0f} %", f"n = {len(both)}"],
        "Within one point": [f"{(abs(gap) <= 1).mean() * 100:.0f} %", f"n = {len(both)}"],
        "Judges minus people, points": [signed(gap.mean()), f"n = {len(both)}"],
    }


def two(value: float) -> str:
    """Two decimals; what rounds to zero has no sign."""
    return f"{value:.2f}".replace("-0.00", "0.00")


def signed(value: float) -> str:
    return f"{value:+.2f}".replace("+0.00", "0.00").replace("-0.00", "0.00")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app with the demo study that nobody has scored yet."""
    folder = tmp_path_factory.mktemp("job")
    app = start(f"sqlite:///{folder / 'store.db'}", unscored(folder / "study"))
    yield app
    app.server.stop()
    app.store.close()


def test_two_scorers_do_the_whole_job(running: Running, wiretap: Wiretap, enter: Enter, tmp_path: Path) -> None:
    tokens = {name: running.scorer(f"{name} Example", declared=False) for name in ("Mouse", "Keys")}
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
    owner = enter(running.server.port, running.owner())
    scores = close_scoring(owner, tmp_path)
    for name in AXES:
        shown = shown_of(owner, name)
        for figure, expected_lines in figures_by_hand(scores, name).items():
            missing = [line for line in expected_lines if line not in shown[figure]]
            assert missing == [], f"{name}, {figure}: {missing} not in {shown[figure]}"
