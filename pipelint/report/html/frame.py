"""What all pages have: head, style, the one script that may run, and data for it."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pipelint import __version__
from pipelint.report.drawing.svg import drawing_css, text

# What of JSON a page could take for its own: the end of the script, a comment; and what JavaScript took for line ends.
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def page(title: str, body: Iterable[str], data: Mapping[str, object]) -> str:
    """A page that loads nothing and sends nothing: it holds its style, its script and the ``data`` that this reads."""
    script = _file("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="pipelint">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
            f"<title>{text(title)}</title>",
            f"<style>{drawing_css()}{_file('page.css')}</style></head><body>",
            f'<header><h1>{text(title)}</h1><p class="faint">pipelint {__version__}</p></header><main>',
            *body,
            f'</main><script type="application/json" id="data">{_json(data)}</script>',
            f"<script>{script}</script>",
            "</body></html>",
            "",
        ]
    )


def messages(title: str, rows: Iterable[str]) -> Iterator[str]:
    """A list of what else there is to say, nothing where there is nothing."""
    items = [f"<li>{text(row)}</li>" for row in rows]
    if items:
        yield f'<section><h2>{text(title)}</h2><ul class="messages">'
        yield from items
        yield "</ul></section>"


def _json(data: Mapping[str, object]) -> str:
    said = json.dumps(data, separators=(",", ":"), sort_keys=True)
    return "".join(_ESCAPES.get(char, char) for char in said)


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")
