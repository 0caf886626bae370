"""Addresses of rule pages: they name files that there are, in the project that the package names."""

from pathlib import Path

import pytest

from pipelint import REPOSITORY, __version__
from pipelint.rules.index import load_index
from pipelint.rules.link import link_of

ROOT = Path(__file__).parents[2]


def test_each_page_is_where_its_address_says() -> None:
    start = f"{REPOSITORY}/blob/v{__version__}/"
    for rule in load_index().rules:
        address = link_of(rule.code)
        assert address.startswith(start)
        assert (ROOT / address.removeprefix(start)).is_file()


def test_rules_of_a_team_have_none() -> None:
    assert link_of("ACM601") == ""


def test_the_package_names_the_same_repository() -> None:
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["urls"] == {"Repository": REPOSITORY}
