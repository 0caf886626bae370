"""Fluentd's grok: that of fluent-plugin-grok-parser."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.regex.references import GrokDialect, Reference

# ``A-z`` takes the six characters between Z and a too, as in the plugin. It sets no limit to a time format; a pattern without
# an end must not be scanned from each of its references.
_REFERENCE = late(
    r"%\{(?P<name>[A-z0-9]+)(?::(?P<field>[@\[\]A-z0-9_:.\-]+?)"
    r"(?::(?P<type>string|bool|integer|float|time(?::.{1,200}?)?|array(?::.)?))?)?\}"
)
_NESTED = late(r"\[.*\]\Z")


def _next_reference(text: str, at: int) -> Reference | None:
    found = _REFERENCE.search(text, at)
    if found is None:
        return None
    field = found["field"] or ""
    if _NESTED.match(field):
        field = field[1:-1].replace("][", ".")
    return Reference(found.start(), found.end(), found["name"], field, field, found["type"] or "")


GROK = GrokDialect(_next_reference, "onigmo", integer="integer")
