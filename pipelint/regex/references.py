"""The ``%{NAME:field}`` of a grok pattern, as each engine finds them."""

from __future__ import annotations

import enum
from typing import Literal

from pipelint import _native
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass


class Dialect(enum.Enum):
    """Whose grok: Logstash's (jls-grok), that with ``named_captures_only => false``, Fluentd's (fluent-plugin-grok-parser)."""

    LOGSTASH = "logstash"
    LOGSTASH_ALL = "logstash_all"
    FLUENTD = "fluentd"

    @property
    def engine(self) -> Literal["onigmo", "joni"]:
        """The regex engine that expanded patterns run on."""
        return "onigmo" if self is Dialect.FLUENTD else "joni"

    @property
    def options(self) -> str:
        """The options that the engine compiles the regex with: ``m``, the dot takes newlines, or none."""
        return "" if self is Dialect.FLUENTD else "m"


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference: where it stands (characters ``start`` to ``end``, its name from ``start`` + 2), and what it says.

    ``group`` is the name of the capture that it makes, "" for none. ``definition`` is what it defines its name as by itself
    (Logstash's ``%{NAME:field=regex}``), None for nothing. ``ignored`` is text in it that the engine skips.
    """

    start: int
    end: int
    name: str
    group: str
    type: str = ""
    definition: str | None = None
    ignored: str = ""


def field_of(found: Reference, dialect: Dialect) -> str:
    """The field that a reference is taken into, "" for none."""
    return found.group if dialect is Dialect.FLUENTD else ":".join(found.group.split(":")[1:2])


# ``A-z`` takes the six characters between Z and a too, as in both engines.
_NAME = "[A-z0-9]+"
_FIELD = r"[@\[\]A-z0-9_:.\-]+"
_LOGSTASH = late(rf"%\{{(?P<name>{_NAME})(?::(?P<field>{_FIELD}))?")
# The engine sets no limit to a time format; a pattern without an end must not be scanned from each of its references.
_FLUENTD = late(
    rf"%\{{(?P<name>{_NAME})(?::(?P<field>{_FIELD}?)"
    r"(?::(?P<type>string|bool|integer|float|time(?::.{1,200}?)?|array(?::.)?))?)?\}"
)
# What jls-grok takes as a definition: text without braces, or with pairs of them, up to a closing one.
_DEFINITION = r"\A=(?<text>(?:(?:[^{}\\]+|\\.+)+|(?<pair>\{(?:(?>[^{}]+|(?>\\[{}])+)|\g<pair>)*\})+)+)[^}]*\}"
_DEFINITION_STEPS = 100_000
_NESTED = late(r"\[.*\]\Z")


def next_reference(text: str, at: int, dialect: Dialect) -> Reference | None:
    """The first reference at or after the character ``at``."""
    return _in_fluentd(text, at) if dialect is Dialect.FLUENTD else _in_logstash(text, at, dialect)


def _in_fluentd(text: str, at: int) -> Reference | None:
    found = _FLUENTD.search(text, at)
    if found is None:
        return None
    field = found["field"] or ""
    if _NESTED.match(field):
        field = field[1:-1].replace("][", ".")
    return Reference(found.start(), found.end(), found["name"], field, found["type"] or "")


def _in_logstash(text: str, at: int, dialect: Dialect) -> Reference | None:
    found = _LOGSTASH.search(text, at)
    if found is None or (closing := text.find("}", found.end())) < 0:
        return None
    name, field = found["name"], found["field"]
    group = f"{name}:{field}" if field else name if dialect is Dialect.LOGSTASH_ALL else ""
    kind = field.split(":")[1] if field and ":" in field else ""
    if text.startswith("=", found.end()) and (defined := _definition(text, found.end())):
        definition, end = defined
        return Reference(found.start(), end, name, group, kind, definition)
    return Reference(found.start(), closing + 1, name, group, kind, None, text[found.end() : closing])


def _definition(text: str, at: int) -> tuple[str, int] | None:
    """The definition after the ``=`` at ``at``, and where its reference ends; None where the engine finds none."""
    matched, groups, _ = _native.regex_run(_DEFINITION, text[at:], _DEFINITION_STEPS)
    if not matched or groups[0] is None or groups[1] is None:
        return None
    return text[at + groups[1][0] : at + groups[1][1]], at + groups[0][1]
