"""Addresses of rule pages: they name files that there are, in the project that the package names."""

from pathlib import Path

import pytest
import tomllib

from pipelint import REPOSITORY, __version__
from pipelint.rules.index import load_index
from pipelint.rules.link import RULES, link_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("rule", load_index().rules, ids=lambda rule: rule.code)
def test_the_page_is_where_the_address_says(rule: object) -> None:
    code = rule.code  # type: ignore[attr-defined]
    way = link_of(code).removeprefix(f"{REPOSITORY}/blob/v{__version__}/")
    assert (ROOT / way).is_file()
    assert RULES.endswith("/rules")


def test_rules_of_a_team_have_none() -> None:
    assert link_of("ACM601") == ""


def test_the_package_names_the_same_repository() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["urls"] == {"Repository": REPOSITORY}
