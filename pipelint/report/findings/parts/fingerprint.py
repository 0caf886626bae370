"""Fingerprints: by what a finding is known again in the next run, also where its line has moved."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.suppress.baseline import Key, key_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipelint.base.finding import Finding


def fingerprints(findings: Sequence[Finding]) -> list[str]:
    """A fingerprint of each finding, all different: of those alike in rule, file and text each counts on."""
    seen: Counter[Key] = Counter()
    out = []
    for finding in findings:
        key = key_of(finding, Path.cwd())
        seen[key] += 1
        text = "\0".join((key.code, key.path, key.part, key.text, str(seen[key])))
        out.append(hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32])
    return out
