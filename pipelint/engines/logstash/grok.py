"""Logstash's grok: jls-grok."""

from __future__ import annotations

from pipelint import _native
from pipelint.base.lean.late import late
from pipelint.base.lean.record import replace
from pipelint.regex.references import GrokDialect, Reference

# ``A-z`` takes the six characters between Z and a too, as in jls-grok.
_REFERENCE = late(r"%\{(?P<name>[A-z0-9]+)(?::(?P<field>[@\[\]A-z0-9_:.\-]+))?")
# What it takes as a definition: text without braces, or with pairs of them, up to a closing one.
_DEFINITION = r"\A=(?<text>(?:(?:[^{}\\]+|\\.+)+|(?<pair>\{(?:(?>[^{}]+|(?>\\[{}])+)|\g<pair>)*\})+)+)[^}]*\}"
_DEFINITION_STEPS = 100_000


def _named(text: str, at: int) -> Reference | None:
    found = _REFERENCE.search(text, at)
    if found is None or (closing := text.find("}", found.end())) < 0:
        return None
    name, said = found["name"], found["field"]
    group = f"{name}:{said}" if said else ""
    _, field, kind, *_ = [*group.split(":"), "", ""]
    if text.startswith("=", found.end()) and (defined := _definition(text, found.end())):
        definition, end = defined
        return Reference(found.start(), end, name, field, group, kind, definition)
    return Reference(found.start(), closing + 1, name, field, group, kind, None, text[found.end() : closing])


def _all(text: str, at: int) -> Reference | None:
    found = _named(text, at)
    return found if found is None or found.group else replace(found, group=found.name)


def _definition(text: str, at: int) -> tuple[str, int] | None:
    """The definition after the ``=`` at ``at``, and where its reference ends; None where the engine finds none."""
    matched, groups, _ = _native.regex_run(_DEFINITION, text[at:], _DEFINITION_STEPS)
    if not matched or groups[0] is None or groups[1] is None:
        return None
    return text[at + groups[1][0] : at + groups[1][1]], at + groups[0][1]


GROK = GrokDialect(
    _named,
    "joni",
    "m",
    composite=True,
    indented=True,
    undecided="Logstash 8 uses ecs-v1 unless ecs_compatibility is disabled",
)
# With ``named_captures_only => false``.
GROK_ALL = replace(GROK, next_reference=_all)
