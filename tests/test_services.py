"""The databases and the browser that other tests rely on."""

import pytest
from playwright.sync_api import Browser
from sqlalchemy import create_engine, inspect, text


@pytest.mark.parametrize("time", ["first", "second"])
def test_every_test_gets_an_empty_database_of_its_own(database_url: str, time: str) -> None:
    engine = create_engine(database_url)
    with engine.begin() as connection:
        assert inspect(connection).get_table_names() == []
        connection.execute(text("create table left_behind (id integer)"))
    engine.dispose()


def test_the_browser_shows_a_page(browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content("<h1>Second Reader</h1>")
        assert page.get_by_role("heading").inner_text() == "Second Reader"
