"""Text as logs have it, for the lines that a regex is tried on."""

from __future__ import annotations

from functools import lru_cache

# Mean length of a word as in application logs; no digits, so that it is no time, number or address.
_TEXT = (
    "request worker session timeout database user completed started query node replica cache order payment index service "
    "connection handled retry upstream status response loading queue config shard cluster failed"
)
# Steps through the words in an order that repeats only after all of them.
_STRIDE = 11


@lru_cache(maxsize=64)
def prose(size: int) -> str:
    """``size`` characters of log words, without line breaks."""
    words = _TEXT.split()
    count = size // 4 + 1
    return " ".join(words[i * _STRIDE % len(words)] for i in range(count))[:size]


_ENTRY = "2024-05-14 10:12:13,456 INFO [worker-7] com.example.app.OrderService - "


def entry(size: int) -> str:
    """An application's log line of ``size`` characters: a time, a level, a thread, a class, and words."""
    return (_ENTRY + prose(max(0, size - len(_ENTRY))))[:size]
