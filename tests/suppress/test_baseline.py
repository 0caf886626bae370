"""Baselines: what was known does not count, also where it has moved; what is new does."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Finding, Severity
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.suppress.baseline import BaselineError, read_baseline, write_baseline


def findings(text: str, path: Path) -> list[Finding]:
    """A finding on each line, of the rule that its first word names."""
    document = Document.whole(SourceFile(str(path), text.encode()))
    out, at = [], 0
    for line in text.encode().splitlines(keepends=True):
        code = line.split()[0].decode() if line.split() else ""
        if code:
            place = Place(document, Span(at, at + max(1, len(line.rstrip()))))
            out.append(Finding(code, code.lower(), Severity.WARNING, "style", "m", place))
        at += len(line)
    return out


LINES = st.lists(st.sampled_from(["AA1 x", "AA1 y", "BB2 x", "BB2  x", "CC3 é", ""]), max_size=12)


@given(LINES, LINES, st.randoms())
def test_what_moves_stays_known_and_what_comes_is_new(before: list[str], added: list[str], random: Random) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        old = findings("\n".join(before) + "\n", folder / "a.conf")
        (folder / "b.json").write_text(write_baseline(old, folder))
        baseline = read_baseline(folder / "b.json")
        moved = [*before, *added]
        random.shuffle(moved)
        new, known = baseline.split(findings("\n  ".join(moved) + "\n", folder / "a.conf"))
        assert len(known) == len(old)
        assert len(new) == sum(1 for line in added if line)
        other, _ = baseline.split(findings("\n".join(before) + "\n", folder / "c.conf"))
        assert len(other) == len(old)


def test_of_a_place_that_ends_with_its_line_the_next_line_is_no_part(tmp_path: Path) -> None:
    def found(text: str) -> Finding:
        document = Document.whole(SourceFile(str(tmp_path / "a.conf"), text.encode()))
        return Finding("AA1", "aa1", Severity.WARNING, "style", "m", Place(document, Span(0, len("a b\n"))))

    (tmp_path / "b.json").write_text(write_baseline([found("a b\nnext\n")], tmp_path))
    baseline = read_baseline(tmp_path / "b.json")
    assert [len(each) for each in baseline.split([found("a b\nanother\n")])] == [0, 1]
    # What is before the end of the place is a part.
    assert [len(each) for each in baseline.split([found("a c\nnext\n")])] == [1, 0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "invalid JSON"),
        ("[]", "not a pipelint baseline"),
        ('{"version": 2}', "version 2"),
        ('{"version": 1, "findings": [3]}', "not a pipelint baseline"),
        ('{"version": 1, "findings": [{"rule": "a", "path": "b", "text": "c", "count": 1e999}]}', "not a pipelint baseline"),
        ("[" * 200_000, "not a pipelint baseline"),
        (" " * (64 << 20) + "{}", "larger than 64 MiB"),
    ],
    ids=["empty", "array", "version", "row", "count", "deep", "large"],
)
def test_another_file_is_refused(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(text)
    with pytest.raises(BaselineError, match=said):
        read_baseline(tmp_path / "b.json")
    with pytest.raises(BaselineError, match="cannot be read"):
        read_baseline(tmp_path / "missing.json")
