"""Facts about suppression comments: what each rule that they name came to."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place


@dataclass(frozen=True)
class SuppressionFact:
    """A rule that a suppression comment names. ``selector`` is as written, ``until`` its last day (or empty), ``reason`` its
    text.

    ``state``: used (it hides findings), unused (there is nothing to hide), unasked (its rules did not run), unknown (no rule
    is called so), expired, malformed (then ``detail`` says what is wrong with the comment). ``whole_file`` tells ignore-file
    from ignore.
    """

    selector: str
    until: str
    reason: str
    state: str
    detail: str
    whole_file: bool
    place: Place
