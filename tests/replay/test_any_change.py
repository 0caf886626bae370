"""Whatever happens to a project between two runs, the second says what it would say without a cache."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.command_line import pipelint
from tests.properties import tries
from tests.replay.conftest import CONFIG
from tests.replay.runs import Runs, said

PATHS = [
    *("fluent.conf", "conf.d/a.conf", "conf.d/b.conf", "conf.d/.hidden.conf", "pipelint.toml", "../pipelint.toml", "p"),
    *("../pyproject.toml", ".gitignore", "../.gitignore", "conf.d/.ignore", "../.git/info/exclude", ".git/config", "known.json"),
    *("logstash.conf", "logstash.yml", "pipelines.yml", "config/logstash.yml", "../outside.conf", "own/fluentd/filter-mine.yaml"),
    *("own/MY100.md", "deploy.yaml", "Dockerfile", "fluent.conf/x", "../home/.config/git/ignore", "../home/.gitconfig"),
]
TEXTS = [
    CONFIG,
    CONFIG.replace("json", "none") + "<match **>\n  @type stdout\n</match>\n@include ../outside.conf\n",
    CONFIG.replace("json", "grok\n    grok_pattern %{MINE}\n    custom_pattern_path p"),
    CONFIG + "<filter **>\n  @type mine\n  some 1\n</filter>\n@include p\n# pipelint: ignore-file[FD1] until 2020-01-01: x\n",
    "<match **>\n  @type stdout\n</match>\n",
    "<match **>\n  @type file\n",
    "MINE (a+)+$\n",
    "input { stdin {} }\nfilter { grok { match => { message => '%{MINE}' } patterns_dir => ['.'] } }\noutput { stdout {} }\n",
    "- pipeline.id: a\n  path.config: 'logstash.conf'\n- pipeline.id: b\n  path.config: 'conf.d/*.conf'\n",
    "pipeline.workers: 1\npipeline.ordered: true\n",
    'ignore = ["FD1"]\nbaseline = "known.json"\n',
    'rules = "own"\nplugins = "own"\nexclude = ["conf.d"]\n',
    '[tool.pipelint]\nfail-on = "error"\nallow-outside = ["."]\n',
    'broken = "',
    '{"version": 1, "findings": []}',
    "name: mine\nabout: Mine.\nlink: https://example.org\nparameters:\n  other: {type: string}\n",
    "*.conf\n",
    "conf.d/\nlogstash.conf\n",
    "[core]\n  excludesFile = ~/p\n",
    "FROM fluent/fluentd:v1.16-1\nCOPY fluent.conf /fluentd/etc/\n",
    "\udcff",
    "",
]
COMMANDS = [("--verbose", "."), ("fluent.conf", "--format", "json"), ("*.conf", "conf.d")]

Change = tuple[str, str, str | int]

path, text = st.sampled_from(PATHS), st.sampled_from(TEXTS)
change = st.one_of(
    st.tuples(st.just("write"), path, text),
    st.tuples(st.just("write"), path, text),
    st.tuples(st.just("edit"), path, st.integers(0, 400)),
    st.tuples(st.just("touch"), path, st.integers(0, 2_000_000_000)),
    st.tuples(st.just("remove"), path, path),
    st.tuples(st.just("rename"), path, path),
    st.tuples(st.just("link"), path, path),
    st.tuples(st.just("folder"), path, path),
    st.tuples(st.just("mode"), path, st.sampled_from([0o000, 0o600, 0o755])),
)


def make(change: Change, folder: Path) -> None:
    """Makes a change to the project; one that cannot be made is none."""
    what, name, other = change
    here = folder / name
    try:
        if what != "remove":
            here.parent.mkdir(parents=True, exist_ok=True)
        match what, other:
            case "write", str():
                here.write_text(other, errors="surrogateescape")
            case "edit", int():
                # As hard to see as it can be: the size and the times stay.
                before, data = here.stat(), bytearray(here.read_bytes())
                data[other % max(1, len(data))] ^= 1
                here.write_bytes(data)
                os.utime(here, ns=(before.st_atime_ns, before.st_mtime_ns))
            case "touch", int():
                os.utime(here, (other, other))
            case "remove", _:
                shutil.rmtree(here) if here.is_dir() and not here.is_symlink() else here.unlink()
            case "rename", str():
                here.rename(folder / other)
            case "link", str():
                here.symlink_to(folder / other)
            case "folder", _:
                here.mkdir(parents=True)
            case "mode", int():
                here.chmod(other)
    except (OSError, IndexError):
        pass


@pytest.fixture(scope="module", autouse=True)
def loaded(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What every run loads is loaded once: runs are copies of this process."""
    folder = tmp_path_factory.mktemp("loaded")
    (folder / "fluent.conf").write_text(CONFIG)
    pipelint("check", "--format", "json", ".", cwd=folder)


@pytest.mark.slow
@tries(24)
@given(st.lists(st.lists(change, min_size=1, max_size=3), min_size=1, max_size=5), st.sampled_from(COMMANDS))
@example([[("write", ".gitignore", "*.conf\n")], [("remove", ".gitignore", "p")]], COMMANDS[0])
@example([[("write", "../home/.config/git/ignore", "*.conf\n")]], COMMANDS[0])
@example([[("write", "../pipelint.toml", 'ignore = ["FD1"]\n')], [("edit", "../pipelint.toml", 11)]], COMMANDS[1])
@example([[("write", "conf.d/a.conf", TEXTS[5])], [("edit", "conf.d/a.conf", 12)], [("remove", "conf.d", "p")]], COMMANDS[1])
@example([[("write", "p", "MINE a\n"), ("write", "fluent.conf", TEXTS[2])], [("write", "p", "MINE (a+)+$\n")]], COMMANDS[1])
@example([[("link", "p", "../outside.conf"), ("write", "fluent.conf", TEXTS[3])], [("write", "p", TEXTS[4])]], COMMANDS[1])
def test_after_any_change_the_cache_says_what_is_so(changes: list[list[Change]], words: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        # Another project around this one, which the tests' own machine has no say in.
        (Path(scratch) / "above/.git").mkdir(parents=True)
        runs = Runs(Path(scratch) / "above/project", Path(scratch) / "cache")
        runs.folder.mkdir()
        (runs.folder / "fluent.conf").write_text(CONFIG)
        env = {"HOME": str(runs.folder.parent / "home"), "XDG_CONFIG_HOME": ""}
        for step in [[], *changes]:
            for each in step:
                make(each, runs.folder)
            assert said(runs.check(*words, **env)) == said(runs.plain(*words, **env))
        # All that can come of these is kept.
        assert runs.is_known(*words, **env)
