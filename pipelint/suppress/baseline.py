"""Baseline: the findings that a project had when it began, so that only new ones count."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from pipelint.base.disk import files
from pipelint.base.finding import Finding, Problem
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.base.text.lines import lines_of
from pipelint.base.text.span import Span

VERSION = 1
# Some 400,000 findings. The settings of a repository name the file, which may be anything.
_MAX_BYTES = 64 * 1024 * 1024


class BaselineError(ValueError):
    """A baseline file that cannot be used."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Key:
    """What a known finding is known by: its rule, its file as seen from the baseline's folder, where in the file it stands (the
    ConfigMap and key, else empty), and its lines without blanks around them. Line numbers are no part: lines move."""

    code: str
    path: str
    part: str
    text: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """Known findings, each as often as it was found."""

    known: Counter[Key]
    folder: Path

    def split(self, findings: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
        """The findings that are new, and those that are known."""
        left = Counter(self.known)
        new: list[Finding] = []
        old: list[Finding] = []
        for finding in findings:
            key = key_of(finding, self.folder)
            known = left[key] > 0
            left[key] -= known
            (old if known else new).append(finding)
        return new, old


def key_of(finding: Finding, folder: Path) -> Key:
    """The key of a finding; its text is a hash, so that a baseline holds no secrets of a config."""
    place = finding.place
    lines = lines_of(place.document.text)
    first, last = lines.line(place.span.start), lines.line(max(place.span.start, place.span.end - 1))
    path = Path(place.document.file.path)
    try:
        shown = Path(files.real(str(path))).relative_to(files.real(str(folder)))
    except ValueError:
        shown = path
    return Key(finding.code, shown.as_posix(), place.document.part, _hash(place.document.text, first, last))


# A config may be one long line, which all its findings have in common.
@lru_cache(maxsize=16)
def _hash(text: bytes, first: int, last: int) -> str:
    lines = lines_of(text)
    read = b"\n".join(b" ".join(lines.content(number).split()) for number in range(first, last + 1))
    return hashlib.sha256(read).hexdigest()[:16]


def write_baseline(findings: Iterable[Finding], folder: Path) -> str:
    """The text of a baseline file of these findings, for a file in ``folder``. The same findings give the same text."""
    counted = Counter(key_of(finding, folder) for finding in findings)
    keys = sorted(counted, key=lambda key: (key.path, key.part, key.code, key.text))
    rows = [
        {"rule": key.code, "path": key.path, **({"part": key.part} if key.part else {}), "text": key.text, "count": counted[key]}
        for key in keys
    ]
    return json.dumps({"version": VERSION, "findings": rows}, indent=1, ensure_ascii=True) + "\n"


def read_baseline(path: Path, called: Path | None = None) -> Baseline:
    """The baseline in a file, which errors name as ``called``. Raises BaselineError."""
    shown = str(called or path)
    try:
        data = files.read(str(path), _MAX_BYTES)
    except OSError as error:
        raise BaselineError(Problem(shown, f"the baseline cannot be read: {error.strerror}")) from error
    except ValueError as error:
        raise BaselineError(Problem(shown, "the baseline cannot be read: not a valid file name")) from error
    try:
        content = json.loads(data)
        if content["version"] != VERSION:
            raise BaselineError(Problem(shown, f"unsupported baseline version {content['version']!r}: expected {VERSION}"))
        known = Counter(
            {
                Key(str(row["rule"]), str(row["path"]), str(row.get("part", "")), str(row["text"])): int(row["count"])
                for row in content["findings"]
            }
        )
    except json.JSONDecodeError as error:
        place = Span(min(error.pos, len(data)), min(error.pos + 1, len(data)))
        raise BaselineError(Problem(shown, f"invalid JSON: {error.msg}", SourceFile(shown, data), place)) from error
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError, RecursionError) as error:
        if isinstance(error, BaselineError):
            raise
        raise BaselineError(Problem(shown, "not a pipelint baseline")) from error
    return Baseline(known, path.parent)
