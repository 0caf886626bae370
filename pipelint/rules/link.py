"""Where the page of a rule is published: what editors, terminals and code scanning lead to."""

from __future__ import annotations

from pipelint import REPOSITORY, __version__
from pipelint.rules.index import load_index

RULES = f"{REPOSITORY}/blob/v{__version__}/rules"
"""The folder of rule pages, as this release has them."""


def link_of(code: str) -> str:
    """The address of the page of a rule; "" of a team's own, which is published nowhere."""
    rule = load_index().find(code)
    return "" if rule is None else f"{RULES}/{rule.page}"
