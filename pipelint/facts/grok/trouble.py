"""GrokTroubleFact: something wrong in a grok pattern. Facts of stages name it, so it loads nothing that reads patterns."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place


@dataclass(frozen=True, eq=False)
class GrokTroubleFact:
    """Something wrong in a grok pattern, at ``place`` inside it.

    ``kind``: unknown (no library has the name), cycle (its definition leads back to it), ignored (text in a reference that grok
    skips), literal (a ``%{...}`` that is not read as a reference), type (one that Fluentd takes for a part of the field's
    name), refused (the expansion is no regex). ``name`` is the pattern name, ``suggestion`` what may be meant ("" for nothing
    near), ``chain`` the names that led to it, ``detail`` the text ignored, the type, or the engine's message.
    """

    kind: str
    name: str
    suggestion: str
    detail: str
    chain: list[str]
    place: Place
