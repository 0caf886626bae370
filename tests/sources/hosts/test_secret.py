"""Secrets: configs in them are found, also in base64, changed in place, and quoted nowhere."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.locate import locate
from pipelint.base.text.span import Span
from pipelint.checker import check
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot
from pipelint.report.formats import CheckFormat, DiffFormat
from pipelint.settings.model import Settings
from pipelint.sources import collect
from pipelint.sources.hosts.texts.encoded import Base64Text
from pipelint.yaml.tree import Mapping, Scalar, read_yaml
from tests.command_line import pipelint
from tests.configs import QUICK, SLOW
from tests.properties import tries
from tests.secrets.test_editor import UTF16, answers, said
from tests.sources.common import ENGINES

CANARIES = ("plugh", "xyzzy", "quux")
CONFIG = SLOW.replace("a.b", "plugh.b").replace("a.log", "xyzzy.log") + "<match plugh.**>\n  @type stdout\n  quux 5\n</match>\n"
HEAD = "apiVersion: v1\nkind: Secret\nmetadata: {name: fluentd, namespace: logging}\n"


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1)


def plain(text: str) -> str:
    """A Secret with the config as it is."""
    return HEAD + "stringData:\n  fluent.conf: |\n" + "".join(f"    {line}\n" for line in text.splitlines()) + "  other: x\n"


def encoded(text: str, width: int = 0) -> str:
    """A Secret with the config in base64, folded to lines of ``width``."""
    letters = base64.b64encode(text.encode()).decode()
    if not width:
        return f"{HEAD}data:\n  other: eA==\n  fluent.conf: {letters}  # the config\n"
    lines = "".join(f"    {letters[at : at + width]}\n" for at in range(0, len(letters), width))
    return f"{HEAD}data:\n  fluent.conf: |\n{lines}  other: eA==\n"


SECRETS = {"stringData": plain, "data": encoded, "data in lines": lambda text: encoded(text, 76)}


@pytest.mark.parametrize("kind", SECRETS)
def test_a_finding_stands_in_the_file_and_is_fixed_there(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text(SECRETS[kind](SLOW))
    (finding,) = check([str(path)], Settings(gains=False)).checked[0].findings
    assert finding.place.text == "%Y-%m-%dT%H:%M:%S.%NZ"
    where = locate(finding.place)
    shown = path.read_bytes()[where.start.offset : where.end.offset]
    if kind == "stringData":
        assert shown == finding.place.text.encode()
    else:
        letters = shown.translate(None, b" \n")
        assert finding.place.text.encode() in base64.b64decode(letters)
        assert len(letters) <= 4 * (len(finding.place.text) // 3 + 2)
    done = pipelint("check", "--fix", path.name, cwd=tmp_path)
    assert done.returncode == 0
    assert path.read_text() == SECRETS[kind](QUICK)


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize("words", [["check"], ["check", "--fix", "--diff"], ["check", "-v"], ["estimate"], ["graph"], ["syntax"]])
def test_no_command_prints_what_is_in_it(tmp_path: Path, kind: str, words: list[str]) -> None:
    _write(tmp_path, kind, CONFIG)
    _assert_silent(tmp_path, *words)


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize("form", CheckFormat)
def test_no_format_shows_what_is_in_it(tmp_path: Path, kind: str, form: CheckFormat) -> None:
    _write(tmp_path, kind, CONFIG)
    _assert_silent(tmp_path, "check", "--format", form.value)


@pytest.mark.parametrize("kind", SECRETS)
def test_neither_a_broken_config_nor_a_baseline_shows_what_is_in_it(tmp_path: Path, kind: str) -> None:
    _write(tmp_path, kind, CONFIG + "<match plugh.c>\n  xyzzy [quux\n")
    _assert_silent(tmp_path, "check")
    _write(tmp_path, kind, CONFIG)
    _assert_silent(tmp_path, "baseline", "write", "--output", "known.json")
    known = (tmp_path / "known.json").read_text()
    assert not any(word in known for word in CANARIES)
    assert "FD101" in known


@pytest.mark.parametrize("kind", SECRETS)
def test_the_language_server_does_not_say_what_is_in_it(tmp_path: Path, kind: str) -> None:
    path = _write(tmp_path, kind, CONFIG)
    snapshot = take_snapshot(str(path), path.read_bytes(), 1, ProjectFiles(), UTF16)
    assert {each.code for each in snapshot.findings} >= {"FD101", "FD351"}
    for answer in answers(snapshot, path.as_uri()):
        assert not any(word in said(answer) for word in CANARIES)


CHANGED = CONFIG.replace("%NZ", "%N%z").replace("quux 5", "quux 6").replace("@type stdout", "@type xyzzy_out")
CHANGED += "<match plugh>\n  @type file\n  path /quux\n</match>\n<system>\n  workers 2\n</system>\n"


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize("form", DiffFormat)
@pytest.mark.parametrize("back", [False, True])
def test_a_comparison_says_what_changed_without_what_is_in_it(tmp_path: Path, kind: str, form: DiffFormat, back: bool) -> None:
    _compared(tmp_path, kind, CONFIG, CHANGED)
    sides = ("b", "a") if back else ("a", "b")
    shown = _assert_silent(tmp_path, "diff", *sides, "-v", "--format", form.value)
    assert "FD101" in shown
    assert "literal-z-time-format" in shown
    assert "1 stage added" in shown or "1 stage removed" in shown or "1 added" in shown or "1 removed" in shown
    assert "1 setting of the whole config changed" in shown
    assert "events/s per CPU" in shown or form is DiffFormat.MARKDOWN or form is DiffFormat.JSON


@pytest.mark.parametrize("form", DiffFormat)
def test_neither_a_new_nor_a_gone_secret_nor_one_that_became_a_config_map_is_quoted(tmp_path: Path, form: DiffFormat) -> None:
    _compared(tmp_path, "stringData", CONFIG, CHANGED)
    (tmp_path / "a" / "secret.yaml").rename(tmp_path / "a" / "other.secret.yaml")
    other = (tmp_path / "b" / "secret.yaml").read_text().replace("name: fluentd", "name: other")
    (tmp_path / "b" / "secret.yaml").write_text(other + "---\n" + HEAD.replace("Secret", "ConfigMap") + "data: {x: y}\n")
    for sides in (("a", "b"), ("b", "a")):
        _assert_silent(tmp_path, "diff", *sides, "--format", form.value)


def test_values_of_a_secret_are_not_told_where_it_became_a_config_map(tmp_path: Path) -> None:
    _compared(tmp_path, "stringData", CONFIG, CONFIG)
    map_ = plain(QUICK + "<match a.b>\n  @type file\n  path /x\n</match>\n").replace("kind: Secret", "kind: ConfigMap")
    (tmp_path / "b" / "secret.yaml").write_text(map_.replace("stringData", "data"))
    assert "changed" in _assert_silent(tmp_path, "diff", "a", "b", "--format", "json")


@pytest.mark.parametrize("form", DiffFormat)
def test_a_broken_secret_is_compared_without_what_is_in_it(tmp_path: Path, form: DiffFormat) -> None:
    _compared(tmp_path, "data", CONFIG, CONFIG + "<match plugh.c>\n  xyzzy [quux\n")
    shown = _assert_silent(tmp_path, "diff", "a", "b", "--format", form.value)
    assert "does not parse" in shown


def test_what_is_no_base64_or_no_text_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    for bad in ("%%%", base64.b64encode(b"\xff\xfe<source>\n").decode(), '""', base64.b64encode(CONFIG.encode()).decode() + "="):
        path.write_text(f"{HEAD}data:\n  fluent.conf: {bad}\n")
        assert not collect([str(path)], ENGINES).entries


def test_what_is_set_in_both_is_what_kubernetes_keeps(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(encoded("<source>\n</source>\n") + 'stringData:\n  fluent.conf: "<match a>\\n</match>\\n"\n')
    (entry,) = collect([str(path)], ENGINES).entries
    assert entry.documents[0].text == b"<match a>\n</match>\n"
    assert entry.sealed


@tries(200)
@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1),
    st.integers(0, 30),
    st.sampled_from("|'\" "),
    st.booleans(),
)
def test_the_map_leads_to_the_letters_that_hold_the_bytes(text: str, width: int, style: str, crlf: bool) -> None:
    raw, letters = text.encode(), base64.b64encode(text.encode()).decode()
    if style == "|" and width:
        lines = "".join(f"\n    {letters[at : at + width]}" for at in range(0, len(letters), width))
        written = f"a: 1\nb: |{lines}\nc: 2\n"
    else:
        written = f"a: 1\nb: {style.strip(' |')}{letters}{style.strip(' |')}\nc: 2\n"
    data = (written.replace("\n", "\r\n") if crlf else written).encode()
    root = read_yaml(data).roots[0]
    assert isinstance(root, Mapping)
    scalar = root.values["b"]
    assert isinstance(scalar, Scalar)
    held = Base64Text(scalar)
    source = held.map(data)
    assert held.value() == source.text == raw
    for at in range(len(raw)):
        there = source.to_file(Span(at, at + 1)).cut(data)
        four = there.translate(None, b" \r\n")
        assert raw[at : at + 1] in base64.b64decode(four)
        assert len(four) == 4
        offset = source.to_file(Span(at, at + 1)).start
        assert source.from_file(offset) == at - at % 3
    other = raw + b"<more>"
    again = held.back.written(data, source.to_file(Span(0, 1)).start, other)
    assert base64.b64decode(yaml.safe_load(again)["b"]) == other
    assert {**yaml.safe_load(again), "b": ""} == {"a": 1, "b": "", "c": 2}


def _write(folder: Path, kind: str, text: str) -> Path:
    path = folder / "secret.yaml"
    path.write_text(SECRETS[kind](text))
    return path


def _compared(folder: Path, kind: str, before: str, after: str) -> None:
    for side, text in (("a", before), ("b", after)):
        (folder / side).mkdir()
        _write(folder / side, kind, text)


def _assert_silent(folder: Path, *words: str) -> str:
    paths = [] if words[0] == "diff" else ["secret.yaml"]
    done = pipelint(*words, *paths, cwd=folder)
    shown = (done.stdout + done.stderr).decode()
    assert "secret" in shown or "baseline" in words or not shown
    letters = [base64.b64encode(text.encode()).decode() for text in (CONFIG, CHANGED)]
    pieces = [each[at : at + 12] for each in letters for at in range(0, len(each) - 12, 4)]
    assert not [word for word in (*CANARIES, *pieces) if word in shown]
    if "--format" in words and words[-1] in ("json", "sarif", "gitlab"):
        json.loads(shown)
    return shown


def test_a_key_is_read_up_to_the_size_of_a_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = encoded(SLOW)
    size = len(base64.b64encode(SLOW.encode()))
    path = tmp_path / "secret.yaml"
    path.write_text(text)
    read = []
    for most in (size, size - 1):
        monkeypatch.setattr("pipelint.sources.hosts.secret.MAX_BASE64", most)
        found = collect([str(path)], ENGINES)
        read.append((len(found.entries), [note.message for note in found.notes if "larger" in note.message]))
    assert read[0] == (1, []) and read[1][0] == 0 and "fluent.conf, larger than a Secret may be" in read[1][1][0]
