"""``late``: ``re.compile``, but the regex is compiled when it is first used. Of a room's regexes most runs use few."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import compile as late
else:

    class late:
        """A pattern. What is asked of it first compiles it; from then on its methods are the compiled one's."""

        def __init__(self, pattern, flags=0):
            self._given = pattern, flags

        def __getattr__(self, name):
            value = getattr(re.compile(*self._given), name)
            setattr(self, name, value)
            return value


__all__ = ["late"]
