"""Comments as other languages write them: Logstash knows ``#`` alone."""

from __future__ import annotations

_SIGNS = ("//", "/*", "-- ", "<!--")


def foreign_comment(text: bytes) -> tuple[str, str] | None:
    """What is wrong with a text that begins as such a comment, and what is expected in its place; None of other texts."""
    sign = next((sign for sign in _SIGNS if text.startswith(sign.encode())), None)
    return None if sign is None else (f"{sign.strip()} begins no comment here", "'#' before each line of it")
