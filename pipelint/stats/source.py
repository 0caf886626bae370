"""An answer of a monitoring API, or an engine's log, from a file, standard input, or asked for."""

from __future__ import annotations

import json
import sys

from pipelint.base.disk import files
from pipelint.stats.model import JsonMap, NotThereError, StatsError

_MOST = 64 * 1024 * 1024
_PATIENCE = 10.0


def read_answer(source: str) -> JsonMap | str:
    """The JSON object of a file, of ``-`` or of an http(s) URL; a text where it is none. Raises StatsError."""
    try:
        data = _data(source)
    except (OSError, ValueError) as error:
        # An error of urllib has the real one inside, and a code where a server has answered.
        real = getattr(error, "reason", error)
        kind = NotThereError if hasattr(error, "code") else StatsError
        raise kind(f"{source}: {getattr(real, 'strerror', None) or real}") from error
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        answer = None
    return answer if isinstance(answer, dict) else data.decode("utf-8", "replace")


def _data(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read(_MOST)
    return _asked(source) if source.startswith(("http://", "https://")) else files.read(source, _MOST)


def _asked(url: str) -> bytes:
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import urlopen

    try:
        with urlopen(url, timeout=_PATIENCE) as answer:
            data: bytes = answer.read(_MOST)
            return data
    except HTTPError as error:
        # It holds the connection, and who asks further would wait with it.
        error.close()
        raise
    except HTTPException as error:
        raise ValueError(f"its answer is no HTTP ({type(error).__name__})") from error
