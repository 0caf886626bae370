"""Nothing outside of a project comes into the output, whatever a config, a link or a settings file says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.security.programs import unbounded as pipelint
from tests.security.programs import write

SECRET = "first line of a file outside"
INSIDE = """\
<source>
  @type tail
  path /a
  pos_file /b
  tag a
  @include {path}
  <parse>
    @type none
  </parse>
</source>
<match **>
  @type stdout
</match>
"""
LOGSTASH = """\
input { stdin {} }
filter { grok { match => { "message" => "%{MINE:x}" } patterns_dir => "../outside" } }
output { stdout {} }
"""
FORMATS = ["text", "concise", "json", "github", "gitlab", "junit", "sarif"]


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository with a folder beside it that none of its files may lead to."""
    write(tmp_path, {"outside/notes.txt": f"{SECRET}\nsecond line\n", "outside/fluent.conf": f"<match {SECRET}>\n</match>\n"})
    write(tmp_path, {"outside/pipelint.toml": f"{SECRET}\n", "outside/FD900-x.md": f"{SECRET}\n", "outside/logstash.yml": SECRET})
    write(tmp_path, {"repo/.git/HEAD": "ref: refs/heads/main\n"})
    return tmp_path / "repo"


@pytest.mark.parametrize("output", FORMATS)
@pytest.mark.parametrize("path", ["../outside/notes.txt", "{outside}/notes.txt", "../out*/*.txt", "link.txt", "folder/notes.txt"])
def test_an_include(path: str, output: str, repo: Path) -> None:
    path = path.replace("{outside}", str(repo.parent / "outside"))
    (repo / "link.txt").symlink_to("../outside/notes.txt")
    (repo / "folder").symlink_to("../outside")
    write(repo, {"fluent.conf": INSIDE.format(path=path)})
    done = pipelint("check", "fluent.conf", "--format", output, cwd=repo)
    assert SECRET not in done.stdout + done.stderr
    assert "missing" not in done.stdout
    if output == "text":
        said = "so it was not read (allow it with --allow-outside PATH)"
        assert f"fluent.conf: note: include {path} leads outside the project, {said}" in done.stdout


@pytest.mark.parametrize(
    "command",
    ["estimate", "graph", "graph --format svg", "report", "check --fix --unsafe-fixes", "check --diff", "baseline write"],
)
def test_an_include_in_other_commands(command: str, repo: Path) -> None:
    write(repo, {"fluent.conf": INSIDE.format(path="../outside/notes.txt")})
    done = pipelint(*command.split(), "fluent.conf", cwd=repo)
    assert SECRET not in done.stdout + done.stderr
    assert (repo.parent / "outside/notes.txt").read_text().startswith(SECRET)


def test_it_can_be_opened(repo: Path) -> None:
    write(repo, {"fluent.conf": INSIDE.format(path="../outside/notes.txt")})
    done = pipelint("check", "fluent.conf", "--allow-outside", "../outside/notes.txt", cwd=repo)
    assert "first" in done.stdout and "leads outside" not in done.stdout
    write(repo.parent, {"ci.toml": 'allow-outside = ["outside"]\n'})
    done = pipelint("check", "fluent.conf", "--config", "../ci.toml", cwd=repo)
    assert "first" in done.stdout and "leads outside" not in done.stdout


def test_a_settings_file_that_was_found_opens_nothing(repo: Path) -> None:
    write(repo, {"fluent.conf": INSIDE.format(path="../outside/notes.txt"), "pipelint.toml": 'allow-outside = ["../outside"]\n'})
    done = pipelint("check", "fluent.conf", cwd=repo)
    assert done.returncode == 2
    assert "pipelint.toml:1:17: error: only a settings file given with --config may allow" in done.stdout
    assert SECRET not in done.stdout


def test_what_was_named_itself_may_be_included(repo: Path) -> None:
    write(repo.parent, {"a/fluent.conf": "@include ../b/part.conf\n<match **>\n  @type stdout\n</match>\n"})
    write(repo.parent, {"b/part.conf": "<source>\n  @type forward\n</source>\n"})
    assert "leads outside" in pipelint("check", "a", cwd=repo.parent).stdout
    done = pipelint("check", "a", "b", cwd=repo.parent)
    assert "leads outside" not in done.stdout and "1 config" in done.stdout


@pytest.mark.parametrize(
    ("name", "says", "code"),
    [
        ("fluent.conf", "fluent.conf: note: the link leads outside", 2),
        ("pipelint.toml", "pipelint.toml: error: the link leads outside", 2),
        ("logstash.yml", "logstash.yml: note: the link leads outside", 1),
    ],
)
def test_a_link(name: str, says: str, code: int, repo: Path) -> None:
    if name != "fluent.conf":
        write(repo, {"a.conf": "input { stdin { id => a id => b } }\n"})
    (repo / name).symlink_to(f"../outside/{name}")
    done = pipelint("check", ".", cwd=repo)
    assert says in done.stdout
    assert SECRET not in done.stdout
    assert done.returncode == code


def test_a_link_that_is_named_is_an_error(repo: Path) -> None:
    (repo / "fluent.conf").symlink_to("../outside/fluent.conf")
    (repo / "folder").symlink_to("../outside")
    for named in ("fluent.conf", "folder", "folder/fluent.conf"):
        done = pipelint("check", named, cwd=repo)
        assert done.returncode == 2
        assert done.stdout.startswith(f"{named}: error: the link leads outside the project")
        assert SECRET not in done.stdout


def test_a_link_within_the_project_is_followed(repo: Path) -> None:
    write(repo, {"a/real.conf": INSIDE.format(path="nothing/*.conf")})
    (repo / "fluent.conf").symlink_to("a/real.conf")
    assert "1 config" in pipelint("check", "fluent.conf", cwd=repo).stdout


@pytest.mark.parametrize("given", [".", "pipelines.yml"])
@pytest.mark.parametrize("path", ["../outside/*.txt", "{outside}/*.txt", "link/*"])
def test_path_config(path: str, given: str, repo: Path) -> None:
    (repo / "link").symlink_to("../outside")
    path = path.replace("{outside}", str(repo.parent / "outside"))
    write(repo, {"pipelines.yml": f'- pipeline.id: main\n  path.config: "{path}"\n', "a.conf": "input { stdin {} }\n"})
    done = pipelint("check", given, cwd=repo)
    assert SECRET not in done.stdout
    assert f'pipeline "main": path.config {path} leads outside the project' in done.stdout
    assert done.returncode == (2 if given == "pipelines.yml" else done.returncode)


def test_a_file_of_the_machine_does_not_stand_in_for_one_of_the_repository(repo: Path) -> None:
    there = repo.parent / "outside" / "conf.d"
    write(there, {"a.conf": f"input {{ {SECRET} }}"})
    write(
        repo,
        {"pipelines.yml": f'- path.config: "{there}/*.conf"\n', "conf.d/a.conf": "input { stdin {} }\noutput { stdout {} }\n"},
    )
    done = pipelint("check", "pipelines.yml", "--format", "json", cwd=repo)
    assert SECRET not in done.stdout
    assert json.loads(done.stdout)["problems"] == []


def test_pattern_files(repo: Path) -> None:
    write(repo.parent, {"outside/patterns": f"MINE {SECRET}\n"})
    write(repo, {"a.conf": LOGSTASH})
    # LS235 is about the path, and shows its line.
    done = pipelint("check", "a.conf", "--ignore", "LS235", cwd=repo)
    assert SECRET not in done.stdout
    assert "a.conf: note: patterns_dir ../outside leads outside the project" in done.stdout
    assert "MINE" not in done.stdout, "no name counts as unknown where a part of the library is not read"
    write(repo, {"sub/a.conf": LOGSTASH.replace("../outside", "../patterns"), "patterns/p": "MINE a+\n"})
    done = pipelint("check", "sub/a.conf", "--ignore", "LS235", cwd=repo)
    assert "leads outside" not in done.stdout and "MINE" not in done.stdout


@pytest.mark.parametrize(
    "text",
    [
        'baseline = "../outside/notes.txt"',
        'rules = ["../outside"]',
        '[cost-model]\nmodel = "../outside/notes.txt"',
        'rules = ["link"]',
    ],
)
def test_what_settings_name(text: str, repo: Path) -> None:
    (repo / "link").symlink_to("../outside")
    write(repo, {"fluent.conf": INSIDE.format(path="nothing/*.conf"), "pipelint.toml": text + "\n"})
    done = pipelint("check", "fluent.conf", cwd=repo)
    assert done.returncode == 2
    assert "leads outside the project" in done.stdout
    assert SECRET not in done.stdout + done.stderr


def test_without_a_repository_the_folder_that_was_named_is_the_project(tmp_path: Path) -> None:
    write(tmp_path, {"etc/conf.d/a.conf": INSIDE.format(path="../notes.txt"), "etc/notes.txt": SECRET})
    assert "leads outside" in pipelint("check", "etc/conf.d/a.conf", cwd=tmp_path).stdout
    assert "leads outside" in pipelint("check", "etc/conf.d", cwd=tmp_path).stdout
    done = pipelint("check", "etc", cwd=tmp_path)
    assert "leads outside" not in done.stdout and "first" in done.stdout
    done = pipelint(
        "check", "-", "--stdin-filename", "etc/conf.d/x.conf", cwd=tmp_path, stdin=INSIDE.format(path="../notes.txt").encode()
    )
    assert "leads outside" in done.stdout and "first" not in done.stdout
