"""``read_json``: the standard library's reader of JSON, without what loads with it. For JSON that pipelint itself has written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    def read_json(text: str | bytes) -> Any:
        """What JSON says that nothing stands before, nor after but line ends. Raises ValueError."""

else:
    try:
        from _json import make_scanner
    except ImportError:  # another Python than CPython
        from json import loads as read_json
    else:

        class _Options:
            """What the scanner asks of a decoder."""

            strict = True
            object_hook = object_pairs_hook = None
            parse_float, parse_int, parse_constant = float, int, float

        _scan = make_scanner(_Options)

        def read_json(text):
            text = (text if isinstance(text, str) else text.decode("utf-8")).rstrip("\n")
            try:
                value, end = _scan(text, 0)
            except StopIteration:
                end = -1
            if end != len(text):
                raise ValueError("not one value of JSON")
            return value


__all__ = ["read_json"]
