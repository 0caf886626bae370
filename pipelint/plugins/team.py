"""A team's own plugins: those that count beside the project's, and before them, while one of its configs is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipelint.plugins.index import Index

team: ContextVar[Index | None] = ContextVar("team", default=None)
"""The index of the team's plugins; None where the settings name none."""


@contextmanager
def knowing(plugins: Index | None) -> Iterator[None]:
    """Inside, a team's plugins are known, too; those of its team, or none, and no others."""
    token = team.set(plugins)
    try:
        yield
    finally:
        team.reset(token)
