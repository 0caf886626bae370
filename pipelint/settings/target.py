"""The form of a version that settings and the command line name: ``9.1``, or ``td-agent 4.5.0`` of a package or an image."""

from __future__ import annotations

# Of a part of a version; characters of one that a message quotes.
_DIGITS = 9
_SHOWN = 40


def wrong_version(engine: str, text: str) -> str:
    """What is wrong with the version of an engine, "" where nothing is."""
    distribution, _, version = text.rpartition(" ")
    if distribution and _is_quotable(text):
        # Imported here: most settings name an engine's own version.
        from pipelint.plugins.versions import distributions

        known = [name for name in distributions(engine) if name != engine]
        if distribution not in known:
            return f'"{distribution}" is none of what {engine} comes in: {", ".join(known) or engine}'
        # Images have a number of their own after the engine's version.
        version = version.replace("-", ".", 1)
    parts = version.split(".")
    good = all(part.isascii() and part.isdecimal() and len(part) <= _DIGITS for part in parts)
    return "" if good else _no_version(text)


def _no_version(text: str) -> str:
    said = f'"{text}" is' if _is_quotable(text) else "this is"
    return f'{said} not a version such as "1.16"'


def _is_quotable(text: str) -> bool:
    return len(text) <= _SHOWN
