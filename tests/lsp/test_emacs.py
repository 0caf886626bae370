"""Emacs as a real client, with eglot: it opens configs, and shows the findings where they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lsp.configs import FLUENTD, LOGSTASH

EMACS = shutil.which("emacs")
REPOSITORY = Path(__file__).parents[2]

# In batch mode nothing happens after a command: what eglot does then is done here by hand.
SCRIPT = """
(require 'cl-lib)
(setq eglot-sync-connect 60 pipelint-command (list (getenv "TEST_PYTHON") "-m" "pipelint" "lsp"))
(find-file (getenv "TEST_FILE"))
(princ (format "mode %s\\n" major-mode))
(apply #'eglot (eglot--guess-contact))
(flymake-mode 1)
(flymake-start)
(let ((end (+ (float-time) 60)))
  (while (and (null (flymake-diagnostics)) (< (float-time) end))
    (accept-process-output nil 0.05)))
(dolist (found (flymake-diagnostics))
  (princ (format "found %s %s\\n"
                 (buffer-substring (flymake-diagnostic-beg found) (flymake-diagnostic-end found))
                 (car (split-string (flymake-diagnostic-text found) "\\n")))))
(eglot-shutdown (eglot-current-server))
"""


def _emacs(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [EMACS or "emacs", "--batch", "--load", str(REPOSITORY / "editors/emacs/pipelint.el"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, **variables}, check=False)


def _has_eglot() -> bool:
    return _emacs("--eval", "(kill-emacs 0)").returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(EMACS is None, reason="needs Emacs")
@pytest.mark.parametrize(
    ("name", "text", "mode", "expected"),
    [
        ("fluent.conf", FLUENTD, "pipelint-fluentd-mode", "%Y-%m-%dT%H:%M:%S.%NZ pipelint [FD101]: time_format ends"),
        ("logstash.conf", LOGSTASH.replace("%{WORD:", "%{WROD:"), "pipelint-logstash-mode", "WROD pipelint [LS330]: unknown"),
    ],
)
def test_emacs_shows_findings(tmp_path: Path, name: str, text: str, mode: str, expected: str) -> None:
    if not _has_eglot():
        pytest.skip("needs eglot, which Emacs has from 29 on")
    (tmp_path / name).write_text(text)
    (tmp_path / "script.el").write_text(SCRIPT)
    paths = {"TEST_PYTHON": sys.executable, "TEST_FILE": str(tmp_path / name), "HOME": str(tmp_path)}
    ended = _emacs("--load", str(tmp_path / "script.el"), **paths)
    lines = ended.stdout.splitlines()
    assert ended.returncode == 0 and f"mode {mode}" in lines, ended.stderr
    assert any(line.startswith(f"found {expected}") for line in lines), (lines, ended.stderr)
