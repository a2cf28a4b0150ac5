"""How often the database is asked: a submission is the work of a moment, whatever the study's size."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from tests.web.a_site import Site, a_draft_form, a_submission_form


@contextmanager
def counted(site: Site) -> Iterator[list[str]]:
    """Give a list that fills with every statement asked of the database; BEGIN and COMMIT are none."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if not statement.startswith("BEGIN"):
            statements.append(statement)

    event.listen(site.store.engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(site.store.engine, "before_cursor_execute", note)


@pytest.mark.parametrize(("path", "most"), [("/ballot/submit", 14), ("/ballot/draft", 7)])
def test_saving_asks_the_database_few_times(site: Site, path: str, most: int) -> None:
    """Who asks, may they, by which benchmark; the place and what is there; what is written and logged; what is next."""
    ruth = site.browser(site.ruth)
    ruth.get("/ballot/open")
    form = a_submission_form if path.endswith("submit") else a_draft_form
    for key in site.ruth.keys[:2]:
        with counted(site) as statements:
            assert ruth.send(path, form(key)).status_code == 200
        assert len(statements) <= most


def test_opening_asks_the_database_few_times(site: Site) -> None:
    ruth = site.browser(site.ruth)
    with counted(site) as statements:
        assert ruth.get("/ballot/open").status_code == 200
    assert len(statements) <= 7


def test_the_text_of_the_benchmark_is_not_fetched_with_every_request(site: Site) -> None:
    ruth = site.browser(site.ruth)
    ruth.get("/ballot/open")
    with counted(site) as statements:
        ruth.get("/ballot/open")
        ruth.send("/ballot/submit", a_submission_form(site.ruth.keys[0]))
    assert not [one for one in statements if "benchmark.text" in one]
