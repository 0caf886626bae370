"""The crater: states of folders, what it prints of a change, files that break it; and the project's own corpus as it is saved."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.crater.__main__ import OWN_STATE, ROOT, Worker, checkout_of, files_of, main
from tests.crater.look import look
from tests.crater.state import Entry, changes, read_state, state_of, write_state

pytestmark = pytest.mark.slow

CORPUS = ROOT / "tests" / "corpus"
SAVED = """\
a.conf:1:1: FD301 never reached
a.conf:2:3: FD301 never reached
b.conf:7:1: FD302 not closed
b.yaml: ConfigMap x/y, key k: estimate 10.00 µs
c.conf: estimate 4.00 µs
d.conf: estimate 3.00 µs at least
d.conf: note no config in it
"""
NOW = """\
a.conf:1:1: FD301 no event reaches this
a.conf:2:9: FD301 never reached
b.yaml: ConfigMap x/y, key k: estimate 10.09 µs
c.conf: estimate 4.10 µs
d.conf: estimate 3.00 µs
d.conf: note no config in it
e.conf: failed raised RecursionError
"""
PRINTED = """\
FD301: 2 -> 2 (1 added, 1 taken away, 1 worded differently)
  + a.conf:2:9: FD301 never reached
  - a.conf:2:3: FD301 never reached
  ~ a.conf:1:1: FD301 never reached
    now no event reaches this
FD302: 1 -> 0 (1 taken away)
  - b.conf:7:1: FD302 not closed
estimate: 3 -> 3 (2 changed)
  ~ c.conf: estimate 4.00 µs
    now 4.10 µs (+2.5%)
  ~ d.conf: estimate 3.00 µs at least
    now 3.00 µs (+0.0%)
failed: 0 -> 1 (1 added)
  + e.conf: failed raised RecursionError
"""
UNREACHED = "<match a>\n  @type stdout\n</match>\n<match a>\n  @type stdout\n</match>\n"


def test_what_is_said_of_the_corpus_is_what_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CORPUS)
    found = state_of({path: look(path) for path in files_of(CORPUS)})
    lines = [line for change in changes(read_state((CORPUS / OWN_STATE).read_text("utf-8")), found) for line in change.lines()]
    assert not lines, "\n".join(["", *lines, "If each of these is right: make crater-save FOLDER=tests/corpus"])


def test_a_change_is_printed_by_rule() -> None:
    before, after = read_state(SAVED), read_state(NOW)
    assert "".join(f"{line}\n" for change in changes(before, after) for line in change.lines()) == PRINTED
    assert changes(before, read_state(SAVED)) == []


def test_a_state_is_read_as_it_was_written() -> None:
    assert write_state(read_state(SAVED)) == SAVED
    assert read_state(SAVED)[3] == Entry("b.yaml: ConfigMap x/y, key k", 0, 0, "estimate", "10.00 µs")


def test_the_first_run_saves_and_the_next_compares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fluent.conf").write_text(UNREACHED)
    (tmp_path / OWN_STATE).write_text("fluent.conf:9:1: FD301 gone\n")
    main([str(tmp_path)])
    printed = capsys.readouterr().out
    assert "FD301: 1 -> 0 (1 taken away)\n  - fluent.conf:9:1: FD301 gone\n" in printed
    assert "  + fluent.conf:4:1: FD313 " in printed
    main([str(tmp_path), "--save"])
    assert "saved in" in capsys.readouterr().out
    main([str(tmp_path)])
    assert f"0 added, 0 taken away since {tmp_path / OWN_STATE}" in capsys.readouterr().out


def test_an_included_file_is_looked_at_where_it_is_included(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fluent.conf").write_text("@include part.conf\n")
    (tmp_path / "part.conf").write_text(UNREACHED)
    monkeypatch.chdir(tmp_path)
    results = {path: look(path) for path in files_of(tmp_path)}
    assert list(results) == ["fluent.conf", "part.conf"]
    assert [entry for entry in state_of(results) if entry.code == "FD313"] == state_of({"fluent.conf": results["fluent.conf"]})


ENDS = {
    "raise RecursionError": "raised RecursionError",
    "print('{')": "printed no JSON",
    "os.kill(os.getpid(), signal.SIGSEGV)": "ended the process (SIGSEGV)",
    "os.kill(os.getpid(), signal.SIGPROF)": "takes more than 60 s of CPU, or 600 s",
}


@pytest.mark.parametrize("fails", ENDS)
def test_a_file_that_ends_the_process_is_a_finding_and_the_next_is_looked_at(fails: str, tmp_path: Path) -> None:
    (tmp_path / "pipelint").mkdir()
    fake = f"import os, signal, sys\ndef main():\n    if sys.argv[-1] == 'bad':\n        {fails}\n    print('{{}}')\n"
    (tmp_path / "pipelint" / "__init__.py").touch()
    (tmp_path / "pipelint" / "cli.py").write_text(fake)
    worker = Worker(tmp_path, tmp_path)
    try:
        assert [worker.look(path) for path in ("bad", "good")] == [{"failed": ENDS[fails]}, {}]
    finally:
        worker.close()
    assert state_of({"bad": {"failed": ENDS[fails]}}) == [Entry("bad", 0, 0, "failed", ENDS[fails])]


def test_the_code_of_a_revision_looks_at_files(tmp_path: Path) -> None:
    if subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, check=False).returncode:
        pytest.skip("not in a git checkout")
    (tmp_path / "fluent.conf").write_text(UNREACHED)
    with checkout_of("HEAD") as checkout:
        worker = Worker(checkout, tmp_path)
        assert [finding["code"] for finding in worker.look("fluent.conf")["findings"]] == ["FD313"]
        worker.close()
    assert not checkout.exists()
