"""Turns: work that takes long lets others have theirs, where nothing that they could see is half done."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

give: Callable[[], None] | None = None
"""Lets others have a turn, and comes back after it, or raises what ends the work; None while nobody else waits for one."""


def pause() -> None:
    """Said between two steps of work that grows with a config: after it all may go on, or nothing of the work counts."""
    if give is not None:
        give()
