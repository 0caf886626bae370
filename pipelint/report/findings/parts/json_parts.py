"""The objects that JSON results are made of: locations, findings, fixes, problems."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pipelint.base.finding import Edit, Finding, Fix, Gain, JointGain, Note, Problem
from pipelint.base.lean.late import late
from pipelint.base.text.locate import locate, locate_problem
from pipelint.base.text.span import Span
from pipelint.report.look import message_of, secrets_of

if TYPE_CHECKING:
    from pipelint.facts.secrets.known import Secrets
    from pipelint.language.config import Config

JsonObject = dict[str, object]
"""An object of a JSON document."""

# Half of a character above U+FFFF; what is whole, and a backslash that stands for itself, come first.
_HALVES = late(r"\\\\|\\ud[89ab]..\\ud[c-f]..|(?P<half>\\ud[89a-f]..)")


def json_text(content: Mapping[str, object] | Sequence[object], indent: int) -> str:
    """A JSON document with a line end, ASCII alone, so that it can go through any pipe.

    A byte of a file's name that is no UTF-8 is a question mark: Python would write half a character, which few others read.
    """
    text = json.dumps(content, indent=indent, allow_nan=False) + "\n"
    return _HALVES.sub(_whole, text) if "\\ud" in text else text


def _whole(match: re.Match[str]) -> str:
    return "?" if match["half"] else match[0]


def finding_object(finding: Finding, configs: tuple[Config, ...] = ()) -> JsonObject:
    """One finding, with its fix as edits of the file. ``configs`` are those that it may quote."""
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.word,
        "category": finding.category,
        "message": finding.message,
        "reason": finding.reason or None,
        "location": locate(finding.place).fields(),
        "related": [{"location": locate(related.place).fields(), "message": related.message} for related in finding.related],
        "fix": None if finding.fix is None else _fix(finding.fix, secrets_of(configs)),
        "gain": None if finding.gain is None else gain_object(finding.gain),
        "more": [_repetition(each, configs) for each in finding.more],
    }


def _repetition(finding: Finding, configs: tuple[Config, ...]) -> JsonObject:
    """What is its own of a finding that repeats another."""
    its = finding_object(finding, configs)
    return {key: its[key] for key in ("location", "related", "fix", "gain")}


def gain_object(gain: Gain) -> JsonObject:
    """What fixes bring."""
    ratios = {"ratio": gain.ratio, "low": gain.low, "high": gain.high}
    return {"before": gain.before, "after": gain.after, **ratios, "fixes": gain.fixes}


def joint_objects(joint: Sequence[JointGain]) -> list[JsonObject]:
    """What fixes bring together, by level."""
    return [{"level": each.level.value, **gain_object(each.gain)} for each in joint]


def _fix(fix: Fix, secrets: Secrets) -> JsonObject:
    return {"title": fix.title, "safety": fix.safety.value, "edits": [_edit(edit, secrets) for edit in fix.edits]}


def _edit(edit: Edit, secrets: Secrets) -> JsonObject:
    document = edit.document
    span = document.map.to_file(edit.span)
    shown = shown_text(edit, secrets)
    return {
        "path": document.file.path,
        "part": document.part or None,
        "start": span.start,
        "end": span.end,
        "replaced": secrets.file(document.file, span.start, span.end).decode("utf-8", "replace"),
        "text": shown,
        "exact": shown == edit.text and is_exact(edit),
    }


def shown_text(edit: Edit, secrets: Secrets) -> str:
    """What an edit writes, without the secrets that stand in it."""
    return secrets.lines(edit.text.encode("utf-8", "surrogatepass"), edit.document).decode("utf-8", "surrogatepass")


def is_exact(edit: Edit) -> bool:
    """Whether putting ``text`` into the file at the mapped range gives a file that holds the edited config.

    So it is in a whole file, and inside a line of a YAML block scalar. Elsewhere quotes, escapes or indentation would
    have to be written: then the range is right, and the text is what the config should say there.
    """
    document, span = edit.document, edit.span
    if document.text == document.file.data:
        return True
    text = document.text
    if not edit.text.isprintable() or b"\n" in span.cut(text) or not _is_block_scalar(edit):
        return False
    # One byte more: an insertion counts as verbatim only where what it stands before is.
    around = Span(span.start, min(span.end + (not len(span)), len(text)))
    if document.map.to_file(around).cut(document.file.data) != around.cut(text) or not len(around):
        return False
    # The start of a line makes its indentation, on which YAML's folding depends.
    return document.file.data[: document.map.to_file(around).start].rpartition(b"\n")[2].strip() != b""


def _is_block_scalar(edit: Edit) -> bool:
    """Whether some line of the document stands in the file with its line end: YAML folds it in other scalars."""
    file = edit.document.file.data
    for piece in edit.document.map.pieces():
        if not piece.verbatim:
            continue
        at = file.find(b"\n", piece.file.start + 1, piece.file.end)
        while at >= 0:
            if file[at - 1 : at] != b"\n":
                return True
            at = file.find(b"\n", at + 1, piece.file.end)
    return False


def problem_object(problem: Problem) -> JsonObject:
    """Input that could not be read."""
    where = locate_problem(problem)
    return {
        "path": problem.path,
        "message": message_of(problem),
        "location": None if where is None else where.fields(),
    }


def note_object(note: Note) -> JsonObject:
    """Something passed over."""
    return {"path": note.path, "message": message_of(note)}
