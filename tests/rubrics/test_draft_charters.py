"""The drafts are short, have sources, and say that nobody reviewed them."""

import pytest

from rubrics.charters import Charter, shipped
from rubrics.loader import FOLDER, load


@pytest.mark.parametrize("charter", shipped("worldviews"), ids=lambda charter: charter.module)
def test_the_drafts_are_short_have_sources_and_say_that_nobody_reviewed_them(charter: Charter) -> None:
    module = next(one for one in load(FOLDER / "worldviews" / "v1.toml").modules if one.id == charter.module)
    assert charter.title == module.name
    assert charter.status_note == "draft, written for this software, unreviewed"
    assert 10 <= len(charter.clauses) <= 20
    assert [one.number for one in charter.clauses] == [str(at + 1) for at in range(len(charter.clauses))]
    assert all(one.sources for one in charter.clauses)
    assert "reviewed" in charter.preamble
    assert "Authority voice" in charter.clauses[-1].text


def test_each_module_has_one_draft() -> None:
    modules = [module.id for module in load(FOLDER / "worldviews" / "v1.toml").modules]
    assert sorted(charter.module for charter in shipped("worldviews")) == sorted(modules)
    assert shipped("credo") == ()
