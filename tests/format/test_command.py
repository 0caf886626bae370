"""``pipelint fmt`` as a person runs it: what is printed and written, exit codes."""

from __future__ import annotations

import subprocess
from base64 import b64encode
from pathlib import Path

import pytest

from pipelint.yaml.tree import read_yaml, scalars_of
from tests import command_line

CROOKED = "<source>\n@type forward\n</source>\n<match **>\n@type null\n </match>\n"
STRAIGHT = "<source>\n  @type forward\n</source>\n<match **>\n  @type null\n</match>\n"
BROKEN = "<source>\n@type forward\n</match>\n"
YAML = "config:\n- source:\n    $type:   forward\n"


def fmt(*words: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    done = command_line.text_of(command_line.pipelint("fmt", *words, cwd=cwd, stdin=stdin.encode()))
    assert "Traceback" not in done.stderr
    return done


def manifest(config: str, kind: str = "ConfigMap", indent: str = "    ", style: str = "|") -> str:
    inside = "".join(f"{indent}{line}\n" for line in config.splitlines())
    return f"apiVersion: v1\nkind: {kind}\nmetadata:\n  name: a\ndata:\n  fluent.conf: {style}\n{inside}"


def yaml_value(text: str) -> str:
    (root,) = read_yaml(text.encode()).roots
    return next(scalar.encoded.decode() for scalar in scalars_of([root]) if b"@type" in scalar.encoded)


def test_files_are_formatted_in_their_places(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(CROOKED)
    (tmp_path / "b.conf").write_text(STRAIGHT)
    (tmp_path / "c.yaml").write_text(manifest(CROOKED))
    done = fmt(cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "formatted: 2 of 3 files\n")
    assert (tmp_path / "a.conf").read_text() == (tmp_path / "b.conf").read_text() == STRAIGHT
    assert (tmp_path / "c.yaml").read_text() == manifest(STRAIGHT)
    done = fmt(cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "formatted: 0 of 3 files\n")


def test_what_cannot_be_written_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(CROOKED)
    (tmp_path / "b.conf").write_text(CROOKED)
    (tmp_path / "b.conf").chmod(0o444)
    done = fmt(cwd=tmp_path)
    said = "b.conf: error: not formatted: the file is read-only\nformatted: 1 of 2 files\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_check_lists_files_and_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(CROOKED)
    (tmp_path / "b.conf").write_text(STRAIGHT)
    done = fmt("--check", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "a.conf\n", "would format: 1 of 2 files\n")
    assert (tmp_path / "a.conf").read_text() == CROOKED
    assert fmt("b.conf", "--check", cwd=tmp_path).returncode == 0


def test_the_diff_can_be_applied(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(CROOKED)
    done = fmt("--diff", cwd=tmp_path)
    assert done.returncode == 1 and (tmp_path / "a.conf").read_text() == CROOKED
    subprocess.run(["git", "apply"], cwd=tmp_path, input=done.stdout, text=True, check=True)
    assert (tmp_path / "a.conf").read_text() == STRAIGHT
    done = fmt("--diff", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")


def test_standard_input_is_printed(tmp_path: Path) -> None:
    done = fmt("-", cwd=tmp_path, stdin=CROOKED)
    assert (done.returncode, done.stdout, done.stderr) == (0, STRAIGHT, "")
    done = fmt("-", "--check", "--stdin-filename", "fluent.conf", cwd=tmp_path, stdin=CROOKED)
    assert (done.returncode, done.stdout) == (1, "fluent.conf\n")
    done = fmt("-", "--stdin-filename", "fluent.conf", cwd=tmp_path, stdin=BROKEN)
    assert (done.returncode, done.stdout) == (2, BROKEN)
    assert done.stderr.startswith("fluent.conf:3:1: error: not formatted: </match> does not end <source>")
    assert fmt("-", "a.conf", cwd=tmp_path, stdin=CROOKED).returncode == 2


def test_of_several_files_a_broken_one_stays(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(BROKEN)
    (tmp_path / "b.conf").write_text(CROOKED)
    done = fmt(cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("error: not formatted") == 1
    assert done.stderr.endswith("formatted: 1 of 2 files\n")
    assert (tmp_path / "a.conf").read_text() == BROKEN and (tmp_path / "b.conf").read_text() == STRAIGHT


def test_where_nothing_is_found_nothing_is_counted(tmp_path: Path) -> None:
    done = fmt("nope", cwd=tmp_path)
    assert done.returncode == 2 and "nope" in done.stderr and "formatted" not in done.stderr


@pytest.mark.parametrize(("named", "formatted"), [(["fluent.conf"], False), (["fluent.conf", "more/a.inc"], True), (["."], True)])
def test_what_is_included_is_formatted_only_where_a_path_names_it(named: list[str], formatted: bool, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more/a.inc").write_text(CROOKED)
    (tmp_path / "fluent.conf").write_text("@include   more/*.inc\n")
    assert fmt(*named, cwd=tmp_path).returncode == 0
    assert (tmp_path / "fluent.conf").read_text() == "@include more/*.inc\n"
    assert (tmp_path / "more/a.inc").read_text() == (STRAIGHT if formatted else CROOKED)


def test_nothing_is_said_of_what_lies_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text("@include /nowhere/*.conf\n" + STRAIGHT)
    assert fmt("fluent.conf", cwd=tmp_path).stderr == "formatted: 0 of 1 file\n"


def test_yaml_is_left_alone_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "fluent.yaml").write_text(YAML)
    done = fmt("fluent.yaml", cwd=tmp_path)
    assert done.returncode == 0 and (tmp_path / "fluent.yaml").read_text() == YAML
    assert "fluent.yaml: note: left as it is: pipelint formats no file of this kind\n" in done.stderr


@pytest.mark.parametrize("style", ["|-", "|+", "|2"])
def test_a_scalar_keeps_its_style(style: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(manifest(CROOKED, style=style))
    assert fmt(cwd=tmp_path).returncode == 0
    assert (tmp_path / "a.yaml").read_text() == manifest(STRAIGHT, style=style)


@pytest.mark.parametrize(("text", "wanted"), [(f'"{CROOKED}"', f'"{STRAIGHT}"'), (f"'{CROOKED}'", f"'{STRAIGHT}'")])
def test_a_text_in_quotes_stays_in_them(text: str, wanted: str, tmp_path: Path) -> None:
    breaks = "\\n" if text[0] == '"' else "\n\n    "
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  fluent.conf: "
    (tmp_path / "a.yaml").write_text(head + text.replace("\n", breaks) + "\n")
    done = fmt(cwd=tmp_path)
    made = (tmp_path / "a.yaml").read_text()
    if text[0] == '"':
        assert done.returncode == 0 and made == head + wanted.replace("\n", breaks) + "\n"
    else:
        # Blanks after a line break are not a part of a text in single quotes: other quotes or none.
        assert done.returncode == 0 and yaml_value(made) == STRAIGHT


def test_a_secret_is_formatted_and_nothing_of_it_is_shown(tmp_path: Path) -> None:
    def secret(config: str) -> str:
        return (
            f"apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  fluent.conf: {b64encode(config.encode()).decode()}\n"
        )

    (tmp_path / "a.yaml").write_text(secret(CROOKED))
    assert fmt(cwd=tmp_path).returncode == 0
    assert (tmp_path / "a.yaml").read_text() == secret(STRAIGHT)
    (tmp_path / "a.yaml").write_text(secret(BROKEN))
    done = fmt(cwd=tmp_path)
    assert done.returncode == 2 and "</match>" not in done.stderr and "not formatted" in done.stderr


def test_a_template_is_formatted_around_what_it_puts_in(tmp_path: Path) -> None:
    text = CROOKED.replace("null", "{{ out }}").replace("<match", "{% if x %}\n<match") + "{% endif %}\n"
    (tmp_path / "fluent.conf.j2").write_text(text)
    assert fmt(cwd=tmp_path).returncode == 0
    assert (tmp_path / "fluent.conf.j2").read_text() == text.replace("\n@type", "\n  @type").replace("\n </", "\n</")


def test_a_template_that_cannot_take_it_is_left_alone(tmp_path: Path) -> None:
    text = "<source>\n  @type forward\n</source>\n<match **>\n  @type   {{ out }}   # b\n</match>\n"
    (tmp_path / "fluent.conf.j2").write_text(text)
    done = fmt(cwd=tmp_path)
    assert done.returncode == 0 and (tmp_path / "fluent.conf.j2").read_text() == text
    assert done.stderr.startswith("fluent.conf.j2: note: left as it is: what its template puts in stands in the way\n")
