"""``pipelint diff`` as a gate: in git repositories made by the test, with the settings, formats and exit codes of a CI job."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.command_line import pipelint, text_of
from tests.compare.support import ENVIRONMENT, commit, git

ROOT = Path(__file__).parents[2]
MANIFEST = (ROOT / "examples" / "kubernetes" / "fluentd-configmap.yaml").read_text().replace("%NZ", "%N%z")
DAEMONSET = (ROOT / "examples" / "kubernetes" / "fluentd-daemonset.yaml").read_text()
SLOW = MANIFEST.replace("%N%z", "%NZ")


@pytest.fixture(autouse=True)
def _no_repository_but_the_test_s(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)


def diff(folder: Path, *words: str, **more: str) -> CompletedProcess[str]:
    env = {**ENVIRONMENT, "NO_COLOR": "1", "PYTHONUTF8": "1", **more}
    return text_of(pipelint("diff", *words, cwd=folder, env=env))


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository whose last commit turns ``%N%z`` into ``%NZ`` inside a ConfigMap."""
    folder = tmp_path / "repo"
    commit(folder, {"k8s/logging.yaml": MANIFEST, "README.md": "# Nothing\n"})
    commit(folder, {"k8s/logging.yaml": "# Moved by a line.\n" + SLOW})
    return folder


def test_the_commit_fails_and_names_stage_and_line(repo: Path) -> None:
    done = diff(repo, "--base", "HEAD~1", "--max-slowdown", "10%", "--ignore", "FD101")
    line = next(n for n, text in enumerate((repo / "k8s/logging.yaml").read_text().splitlines(), 1) if "%NZ" in text)
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(rf"\+3\d\.\d µs +changed parse json, k8s/logging\.yaml:{line}: time_format", done.stdout)
    assert re.search(r"FAILED +1\d(\.\d)?% slower, at most 10% is allowed", done.stdout)
    assert len(done.stdout.splitlines()) == 8


def test_the_reverse_passes_and_shows_the_gain(repo: Path) -> None:
    done = diff(repo, "HEAD", "HEAD~1", "--max-slowdown", "10%")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"1\.\d\dx as fast \(1\.\d\dx \.\. 1\.\d\dx\)", done.stdout)
    assert re.search(r"fixed +\S+:\d+:\d+ in BASE: warning\[FD101\]", done.stdout)


def test_only_what_a_change_brings_fails(repo: Path) -> None:
    """The config has findings of its own: those that are there already are not this change's."""
    commit(repo, {"k8s/logging.yaml": SLOW.replace("# Joins the lines", "# It joins the lines")})
    done = diff(repo, "--base", "HEAD~1", "--max-slowdown", "0", "--min-events-per-cpu", "1000000")
    assert done.returncode == 0, done.stdout
    assert "0 new findings, 0 fixed" in done.stdout


def test_a_change_that_is_not_committed_counts(repo: Path) -> None:
    (repo / "k8s/logging.yaml").write_text(MANIFEST)
    done = diff(repo, "--base", "HEAD", "k8s/logging.yaml")
    assert done.returncode == 0
    assert "as fast" in done.stdout
    assert git(repo, "status", "--porcelain").split() == ["M", "k8s/logging.yaml"]


@pytest.mark.parametrize("place", [".", "k8s", "k8s/logging.yaml"])
def test_the_same_from_a_folder_below(repo: Path, place: str) -> None:
    done = diff(repo / "k8s", "--base", "HEAD~1", str(Path("..") / place), "--format", "json")
    (found,) = json.loads(done.stdout)["configs"]
    assert (done.returncode, found["status"], found["cost"]["direction"]) == (1, "changed", "slower")


def test_the_settings_of_head_count_for_both(repo: Path) -> None:
    commit(repo, {"pipelint.toml": 'ignore = ["FD101"]\n[budget]\nmax-slowdown = 10\n'})
    done = diff(repo, "--base", "HEAD~2")
    assert done.returncode == 1
    assert "FD101" not in done.stdout
    assert "at most 10% is allowed" in done.stdout
    assert diff(repo, "--base", "HEAD~2", "--max-slowdown", "50").returncode == 0
    # Of a revision its own settings, not those that lie in the working tree.
    commit(repo, {"pipelint.toml": 'fail-on = "never"\n'})
    assert "at most 10% is allowed" in diff(repo, "--base", "HEAD~3", "--head", "HEAD~1").stdout


def test_the_pods_of_the_workload(repo: Path) -> None:
    commit(repo, {"k8s/workload.yaml": DAEMONSET})
    commit(repo, {"k8s/workload.yaml": DAEMONSET.replace("cpu: 500m", "cpu: 250m")})
    done = diff(repo, "--base", "HEAD~1", "--format", "json")
    (found,) = json.loads(done.stdout)["configs"]
    (pod,) = found["pods"]
    assert pod["workload"] == "DaemonSet kube-system/fluentd"
    assert (pod["before"]["cpu_limit"], pod["after"]["cpu_limit"]) == (0.5, 0.25)
    assert pod["after"]["events_per_second"]["mid"] == pytest.approx(pod["before"]["events_per_second"]["mid"] / 2)
    assert (found["status"], found["stages"], found["new"]) == ("changed", [], [])


def test_the_comment_is_a_table_with_details(repo: Path) -> None:
    done = diff(repo, "--base", "HEAD~1", "--max-slowdown", "10%", "--format", "markdown", "--output", "json:found.json")
    assert done.returncode == 1
    assert done.stdout.startswith("### pipelint: failed\n")
    assert "| config | events/s per CPU before | after | change | findings |" in done.stdout
    assert re.search(r"\| \+3\d\.\d \| parse json \| `k8s/logging\.yaml:\d+` \| changed: `time_format ", done.stdout)
    assert json.loads((repo / "found.json").read_text())["failed"] is True


@pytest.mark.parametrize("name", ["markdown", "json"])
def test_what_programs_read_is_utf_8_on_any_terminal(repo: Path, name: str) -> None:
    done = diff(repo, "--base", "HEAD~1", "--format", name, "--output", f"{name}:out", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == (repo / "out").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", ["markdown", "sarif:x", ":x"])
def test_an_output_that_is_none(repo: Path, word: str) -> None:
    done = diff(repo, "--base", "HEAD~1", "--output", word)
    assert done.returncode == 2
    assert "; formats are text, json, markdown" in " ".join(done.stderr.replace("│", " ").split())


def test_added_removed_and_unreadable_configs(repo: Path) -> None:
    broken = "<source>\n  @type forward\n<match **>\n  @type stdout\n</match>\n"
    commit(repo, {"k8s/logging.yaml": None, "new.conf": broken, "late.yaml": "kind: ConfigMap\ndata:\n  - [\n"})
    done = diff(repo, "--base", "HEAD~1")
    assert done.returncode == 2
    assert "new.conf (added)" in done.stdout
    assert "k8s/logging.yaml: ConfigMap kube-system/fluentd-config, key fluent.conf (removed)" in done.stdout
    assert "late.yaml:4:1: error: " in done.stdout
    # What is as broken as before is not this change's doing.
    commit(repo, {"new.conf": None, "k8s/logging.yaml": MANIFEST})
    again = diff(repo, "--base", "HEAD~1", "--fail-on", "never")
    assert again.returncode == 0
    assert "in BASE and HEAD: late.yaml" in again.stdout
    git(repo, "reset", "-q", "--hard", "HEAD~1")
    # The other way round the broken manifest is one of BASE, which keeps nobody from repairing it.
    back = diff(repo, "HEAD", "HEAD~1", "--fail-on", "never")
    assert back.returncode == 0
    assert "in BASE: late.yaml" in back.stdout


def test_a_config_that_cannot_be_read_any_more_is_not_called_removed(repo: Path) -> None:
    (repo / "k8s/logging.yaml").write_text(SLOW.replace("\ndata:", "\n data: ["))
    done = diff(repo, "--base", "HEAD")
    assert done.returncode == 2
    assert "removed" not in done.stdout and "error: YAML error" in done.stdout
    commit(repo, {})
    (repo / "k8s/logging.yaml").write_text(SLOW)
    back = diff(repo, "--base", "HEAD")
    assert "note      cannot be read in BASE: all its findings count as new" in back.stdout


def test_only_what_git_would_commit_is_compared(repo: Path) -> None:
    """Rendered files and submodules are in no revision: they would be new in every comparison."""
    commit(repo, {".gitignore": "out\n"})
    (repo / "out").mkdir()
    (repo / "out/rendered.yaml").write_text(SLOW)
    (repo / "out/broken.yaml").write_text("kind: ConfigMap\ndata:\n  - [\n")
    (repo / "new.yaml").write_text(MANIFEST.replace("name: fluentd-config", "name: other"))
    commit(repo.parent / "other", {"fluent.conf": "<source>\n  @type forward\n</source>\n"})
    git(repo, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repo.parent / "other"), "module")
    git(repo, "commit", "-q", "-m", "module")
    done = diff(repo, "--base", "HEAD", "--verbose")
    assert "HEAD -> the working tree: 2 configs: 1 added, 1 unchanged" in done.stdout
    assert "new.yaml: ConfigMap kube-system/other, key fluent.conf (added)" in done.stdout
    for name in ("out/rendered.yaml: ConfigMap kube-system/fluentd-config, key fluent.conf", "module/fluent.conf"):
        assert f"{name}: note: skipped: git ignores it, or it is in a submodule" in done.stdout
    assert "broken.yaml" not in done.stdout
    # What is named is meant.
    assert "out/rendered.yaml: ConfigMap" in diff(repo, "--base", "HEAD", "out/rendered.yaml").stdout


def test_a_path_and_a_revision_are_no_pair(repo: Path) -> None:
    done = diff(repo, "HEAD~1", "k8s")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("use --base HEAD~1 k8s\n")


def test_what_the_terminal_cannot_show(repo: Path) -> None:
    """Markdown and JSON are UTF-8 all the same, and a name that is none is a question mark."""
    name = os.fsdecode(b"\xe9.conf")
    (repo / name).write_text(SLOW.replace("kind: ConfigMap", "kind: ConfigMap # \u00e9"))
    for words in (("--format", "markdown"), ("--format", "json"), ()):
        done = diff(repo, "--base", "HEAD~1", *words, PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stderr) == (1, "")


def test_a_file_that_cannot_be_written_hinders_no_other(repo: Path) -> None:
    done = diff(repo, "--base", "HEAD", "--output", "json:nowhere/x.json", "--output", "json:x.json")
    assert done.returncode == 2
    assert done.stderr == "nowhere/x.json: error: cannot be written: No such file or directory\n"
    assert (repo / "x.json").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--base", "origin/main"), 'error: unknown git revision "origin/main"\n'),
        (("--base", "HEAD", "--head", "-x"), 'error: "-x" is not a git revision\n'),
        (("--base", "HEAD", "nowhere.conf"), "error: nowhere.conf: no such file or folder on either side\n"),
        (("--base", "HEAD", ".."), "outside the git repository"),
    ],
)
def test_what_cannot_be_compared_is_one_clear_error(repo: Path, words: tuple[str, ...], said: str) -> None:
    done = diff(repo, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_each_side_reads_its_own_files_of_patterns(tmp_path: Path) -> None:
    grok = 'grok { patterns_dir => ["patterns"] match => { "message" => "%{MINE:x}" } }'
    config = f"input {{ stdin {{ }} }}\nfilter {{ {grok} }}\noutput {{ stdout {{ }} }}\n"
    repo = tmp_path / "repo"
    commit(repo, {"pipeline.conf": config, "patterns/own": "MINE [a-z]+\n"})
    commit(repo, {"patterns/own": "OTHER [a-z]+\n"})
    select = ("--select", "LS330", "--fail-on", "info")
    done = diff(repo, "--base", "HEAD~1", *select)
    assert (done.returncode, done.stdout.count("  new ")) == (1, 1), done.stdout + done.stderr
    back = diff(repo, "HEAD", "HEAD~1", *select)
    assert (back.returncode, back.stdout.count("  fixed ")) == (0, 1), back.stdout + back.stderr


def test_rules_that_a_file_ignores_are_ignored_on_both_sides(repo: Path) -> None:
    commit(repo, {"pipelint.toml": '[per-file-ignores]\n"k8s/*" = ["FD101"]\n'})
    commit(repo, {"k8s/logging.yaml": MANIFEST})
    done = diff(repo, "--base", "HEAD~1")
    assert (done.returncode, "FD101" in done.stdout) == (0, False), done.stdout
