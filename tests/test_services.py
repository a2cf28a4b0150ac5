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


@pytest.mark.parametrize("leaves", ["rows", "another table", "nothing"])
def test_a_store_on_postgresql_is_as_new_whatever_the_test_before_left(postgres_store_url: str, leaves: str) -> None:
    engine = create_engine(postgres_store_url)
    with engine.begin() as connection:
        tables = inspect(connection).get_table_names()
        assert "left_behind" not in tables
        rows = {one: connection.execute(text(f"select count(*) from {one}")).scalar() for one in tables}
        assert {one for one, count in rows.items() if count} == {"alembic_version"}
        rater = "insert into rater (key, kind, name, family, model, invented, created_at) values ('r', 'human', 'R', "
        rater += "'', '', false, now()) returning id"
        assert connection.execute(text(rater)).scalar() == 1
        if leaves == "another table":
            connection.execute(text("create table left_behind (id integer)"))
    engine.dispose()
