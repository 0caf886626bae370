"""Whether a file is a result that pipelint wrote before, so that a new one may take its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# Of a result so much is looked at, at its beginning and end.
_HEAD, _TAIL = 64 << 10, 4 << 10
_STRING = rb'"(?:[^"\\]|\\.)*"'
_RULE = rb"[A-Z]+[0-9]+"
_NAME = rb"[a-z0-9]+(?:-[a-z0-9]+)*"

_BEGINNINGS = (
    # JSON of any command, SARIF, JUnit, Markdown: the program says its name in the first lines.
    rb'\{\s*"version":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"pipelint"',
    rb'\{\s*"\$schema":\s*' + _STRING + rb',\s*"version":\s*"2\.1\.0",\s*"runs":\s*\[\s*\{\s*"tool":\s*\{\s*"driver":\s*\{'
    rb'\s*"name":\s*"pipelint"',
    rb'<\?xml version="1\.0" encoding="UTF-8"\?>\s*<testsuites name="pipelint"',
    rb"### pipelint: (?:failed|passed|not everything could be read)\n",
    # A bench: its chart, its page (as of a report), its table, its rows; drawings.
    rb'<svg xmlns="[^"]*" viewBox="[^"]*" font-family="[^"]*" font-size="12">\n<title>pipelint bench ',
    rb'<svg xmlns="[^"]*" class="graph" [^>]*>\n<title>pipelint graph: ',
    rb'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="pipelint">\n',
    rb"\x89PNG\r\n\x1a\n(?s:.{29})tEXtSoftware\0pipelint",
    rb" *records +write \(b\) +write +secs(?: \| +% cpu +user \(ms\) [^\n]*)?\n[ +-]+\n",
    rb"round,records,bytes,seconds,idle,cpu_percent,user_ms,system_ms,memory_bytes\n",
    # A profile of statistics.
    rb"# written by pipelint stats --profile ",
    # A baseline: its first row, as far as it goes.
    rb'\{\s*"version":\s*\d+,\s*"findings":\s*\[\s*(?:\]\s*\}\s*\Z|\{\s*"rule":\s*' + _STRING + rb',\s*"path":)',
    # GitLab's report: a rule's name at the end of the description, or a fingerprint that no other program makes.
    rb'\[\s*(?:\]\s*\Z|\{\s*"description":\s*"(?:[^"\\]|\\.)*(?: \(' + _NAME + rb'\)",\s*"check_name":\s*"' + _RULE + rb'",'
    rb'\s*"fingerprint":\s*"[0-9a-f]{32}"|",\s*"check_name":\s*"unreadable",\s*"fingerprint":\s*"unreadable-))',
)
_COUNT = rb"[0-9,]+"
_FOUND = rb"(?:no findings|(?:" + _COUNT + rb" (?:errors?|warnings?|info)(?:, )?)+)"
_ENDINGS = (
    # The summary of a check, and of a comparison.
    rb"(?:no config was checked|" + _FOUND + rb" in " + _COUNT + rb" configs?, " + _COUNT + rb" lines?)(?:; [^\n]*)?",
    rb"[^\n]* -> [^\n]*: (?:" + _COUNT + rb" configs?: [^\n]*|no config [a-z ]+); " + _COUNT + rb" new findings?, "
    rb"" + _COUNT + rb" fixed(?:: failed)?",
)
_LINES = (
    # One line a finding; a problem alone could be any program's.
    (rb"[^\n]+:\d+:\d+: (?:error|warning|info)\[" + _RULE + rb"\] [^\n]*", rb"[^\n]+: error: [^\n]*"),
    (rb"::(?:error|warning|notice) file=[^\n]*,title=(?:" + _RULE + rb" " + _NAME + rb"|pipelint)::[^\n]*",),
)


def is_ours(path: Path) -> bool:
    """Whether pipelint wrote a file, in any of its formats, or nobody anything. Raises OSError."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
        stream.seek(max(0, stream.seek(0, 2) - _TAIL))
        tail = stream.read(_TAIL)
    if not head.strip() or any(re.match(beginning, head) for beginning in _BEGINNINGS):
        return True
    last = tail.rstrip(b"\n").rpartition(b"\n")[2]
    if any(re.fullmatch(ending, last) for ending in _ENDINGS):
        return True
    lines = head.rpartition(b"\n")[0].split(b"\n")
    return any(re.fullmatch(kinds[0], lines[0]) and all(_is_one_of(kinds, line) for line in lines) for kinds in _LINES)


def _is_one_of(kinds: Sequence[bytes], line: bytes) -> bool:
    return any(re.fullmatch(kind, line) for kind in kinds)
