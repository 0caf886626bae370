"""Fixes as they are made in files: on every page's bad examples in hosts of all kinds, and what may be in a fix's way."""

import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import hypothesis
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.effect import Has
from pipelint.base.finding import Edit, Finding, Fix, Safety, Severity
from pipelint.base.text.span import Span
from pipelint.checker import Settings, load
from pipelint.checker.trial.choose import applicable
from pipelint.fixes import apply
from pipelint.fixes.files import rewrite, unified_diff, write_files
from pipelint.fixes.run import fix
from pipelint.language.config import Config
from pipelint.settings.project import Project
from tests.each import each
from tests.fixes.examples import Example, examples
from tests.fixes.hosts import STYLES, Host, assert_same_around, host_of, hosts
from tests.fixes.proof import CONFIG
from tests.properties import ALL, tries
from tests.rules.test_yaml_twins import twin

PROJECT = Project.of_one(Settings())


@cache
def safety(example: Example) -> Safety | None:
    """How safe the fix of the example's own finding is; None where it offers none."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / example.name
        path.write_text(example.text)
        (own,) = [finding for finding in example.proof.found(path) if finding.code == example.rule.code]
    return None if own.fix is None else own.fix.safety


@pytest.mark.slow
@pytest.mark.hypothesis
@each("example", lambda: examples() if ALL else examples()[::6])
def test_a_fix_keeps_its_promises_in_any_host(example: Example) -> None:
    """Safe fixes on their own, and all fixes where the rule's own one is not safe."""
    level = safety(example)
    if level not in (Safety.SAFE, Safety.UNSAFE):
        return  # The page says where the rule offers none, or only shows one.

    def in_host(host: Host) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / host.file_name(example.name)
            data = host.write(example.name, example.text)
            path.write_bytes(data)
            before = example.proof.found(path)
            # A folded text may be another one, without line feeds at its end the last line, too.
            assume(any(finding.code == example.rule.code and applicable(finding, level) for finding in before))
            example.proof.assert_fixable(path, before, level)
            if host.manifest:
                assert_same_around(data, path.read_bytes())
            proven.add(host.style)

    proven: set[str] = set()
    # Each style at least once, whatever is drawn; where only a share is tried, one for each rule, and no other.
    number = int(example.rule.code[-3:]) % len(STYLES)
    styles = () if level is not Safety.SAFE else STYLES if ALL else STYLES[number : number + 1]
    tried = tries(5 if level is Safety.SAFE else 2)
    if styles and not ALL:
        tried = hypothesis.settings(tried, phases=[hypothesis.Phase.explicit])
    drawn = tried(given(hosts())(in_host))
    for style in styles:
        drawn = hypothesis.example(host_of(style))(drawn)
    drawn()
    assert proven >= set(styles)


@pytest.mark.slow
@pytest.mark.parametrize("inside", ["a file", "a manifest"])
@each("example", examples)
def test_a_safe_fix_keeps_its_promises_in_fluentds_yaml_format(example: Example, inside: str, tmp_path: Path) -> None:
    text = twin(example.text) if example.name == "fluent.conf" else None
    if text is None or safety(example) is not Safety.SAFE:
        return  # Logstash, includes and the like have no such format.
    path = tmp_path / "fluent.yaml"
    path.write_text(text)
    if inside == "a manifest":
        lines = "".join(f"    {line}\n" for line in text.splitlines())
        path = tmp_path / "manifest.yaml"
        path.write_text(f"kind: ConfigMap\napiVersion: v1\nmetadata: {{name: x}}\ndata:\n  fluent.yaml: |\n{lines}  zz: '1'\n")
    before = path.read_bytes()
    example.proof.assert_fixable(path, example.proof.found(path), Safety.SAFE)
    if inside == "a manifest":
        assert_same_around(before, path.read_bytes())


def test_every_rule_with_a_fix_shows_it_on_its_page() -> None:
    """At least one bad example has a fix of the safety that the rule can offer at best."""
    shown: dict[str, set[Safety | None]] = {}
    wanted: dict[str, Safety] = {}
    for param in examples():
        (example,) = param.values
        assert isinstance(example, Example)
        shown.setdefault(example.rule.code, set()).add(safety(example))
        wanted[example.rule.code] = min((op.safety for op in example.rule.fix), key=list(Safety).index)
    assert [code for code, best in wanted.items() if best not in shown[code]] == []


def test_a_file_that_changes_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "fluent.conf"
    path.write_text(CONFIG)
    run = fix(load([str(path)]), PROJECT, Safety.SAFE)
    assert run.count == 1
    path.write_text("# new\n" + CONFIG)
    (problem,) = write_files(run.files)
    assert "changed since it was read" in problem.message
    assert path.read_text() == "# new\n" + CONFIG


def test_a_link_stays_a_link_and_modes_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "real.conf", tmp_path / "fluent.conf"
    target.write_text(CONFIG)
    target.chmod(0o640)
    link.symlink_to(target)
    run = fix(load([str(link)]), PROJECT, Safety.SAFE)
    assert not write_files(run.files)
    assert link.is_symlink() and "%N%z" in target.read_text()
    assert target.stat().st_mode & 0o777 == 0o640


def test_one_file_in_two_configs_is_fixed_once(tmp_path: Path) -> None:
    (tmp_path / "parse.conf").write_text(CONFIG[: CONFIG.index("<match")])
    for name in ("a.conf", "b.conf"):
        (tmp_path / name).write_text("@include parse.conf\n<match **>\n  @type stdout\n</match>\n")
    run = fix(load([str(tmp_path / "a.conf"), str(tmp_path / "b.conf")]), PROJECT, Safety.SAFE)
    assert not run.problems
    assert [file.path.rsplit("/", 1)[1] for file in run.files] == ["parse.conf"]
    assert not write_files(run.files)
    assert (tmp_path / "parse.conf").read_text().count("%N%z") == 1


def test_aliases_of_one_scalar_are_fixed_once(tmp_path: Path) -> None:
    path = tmp_path / "manifest.yaml"
    body = "".join(f"    {line}\n" for line in CONFIG.splitlines())
    path.write_text(f"kind: ConfigMap\napiVersion: v1\nmetadata: {{name: x}}\ndata:\n  a.conf: &a |\n{body}  b.conf: *a\n")
    run = fix(load([str(path)]), PROJECT, Safety.SAFE)
    assert (run.count, run.problems) == (1, ())
    assert not write_files(run.files)
    assert path.read_text().count("%N%z") == 1


def test_texts_of_one_manifest_get_longer_each_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "manifest.yaml"
    head = "kind: ConfigMap\nmetadata: {name: x}\ndata:\n"
    path.write_text(f"{head}  a.conf: |\n    <source>\n    </source>\n  b.conf: |\n    <match>\n    </match>\n")
    first, second = (document for config in load([str(path)]).configs for document in config.documents)
    longer = "# " + 40 * "x"
    for texts in ({first: b"%s\n", second: b"%s\n# two\n"}, {second: b"%s\n# two\n", first: b"%s\n"}):
        written = rewrite({document: text % longer.encode() for document, text in texts.items()})
        (data,) = written.files.values()
        assert data.decode() == f"{head}  a.conf: |\n    {longer}\n  b.conf: |\n    {longer}\n    # two\n"


def test_aliases_that_would_have_to_differ_stay(tmp_path: Path) -> None:
    path = tmp_path / "manifest.yaml"
    path.write_text("kind: ConfigMap\nmetadata: {name: x}\ndata:\n  a.conf: &a |\n    <source>\n    </source>\n  b.conf: *a\n")
    (config,) = load([str(path)]).configs
    one, other = config.documents
    written = rewrite({one: b"# one\n", other: b"# other\n"})
    assert not written.files
    assert [problem.message for problem in written.problems] == [
        "not fixed: YAML aliases share this text, and the fix would make two different texts"
    ]


def test_what_cannot_be_written_back_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bytes:
        raise ValueError("it would not read so")

    path = tmp_path / "manifest.yaml"
    body = "".join(f"    {line}\n" for line in CONFIG.splitlines())
    path.write_text(f"kind: ConfigMap\napiVersion: v1\nmetadata: {{name: x}}\ndata:\n  a.conf: |\n{body}")
    monkeypatch.setattr("pipelint.fixes.files.write_scalar", refuse)
    run = fix(load([str(path)]), PROJECT, Safety.SAFE)
    assert not run.files
    assert [(each.path, each.message) for each in run.problems] == [(str(path), "not fixed: it would not read so")]


def test_the_diff_is_what_patch_reads() -> None:
    assert unified_diff("a.conf", b"1\n2\r\n3", b"1\nx\n3").splitlines() == [
        b"--- a/a.conf",
        b"+++ b/a.conf",
        b"@@ -1,3 +1,3 @@",
        b" 1",
        b"-2",
        b"+x",
        b" 3",
        b"\\ No newline at end of file",
    ]


NAMES_OF_FILES = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=12)


@tries(25)
@given(NAMES_OF_FILES.filter(lambda name: name not in (".", "..") and not name.lower().startswith(".git")))
@hypothesis.example("sp ace.conf")
@hypothesis.example('q"\\.conf')
@hypothesis.example("t\tn\n.conf")
@hypothesis.example("\udce9.conf")
def test_git_applies_the_diff_of_a_file_of_any_name(name: str) -> None:
    old, new = "# é\r\n1\n2".encode(), "# é\r\n1\n3\n".encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        try:
            path.write_bytes(old)
        except OSError:
            assume(False)  # Too long, or more than this system's file names can be.
        diff = unified_diff(name, old, new)
        environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(Path(folder).parent)}
        subprocess.run(["git", "apply"], cwd=folder, input=diff, check=True, env=environment, capture_output=True)
        assert path.read_bytes() == new


def set_x(config: Config, severity: Severity, value: str, at: str, text: str) -> Finding:
    """A finding whose fix writes ``text`` in front of the word ``at``, so that x has the value."""
    (document,), block = config.documents, config.root.blocks[0]
    start = document.text.index(at.encode())
    edit = Edit(document, Span(start, start), text)
    return Finding("FD000", value, severity, "x", "x", block.place, fix=Fix("x", (edit,), Safety.SAFE, (Has(block, "x", value),)))


def made_of(folder: Path, monkeypatch: pytest.MonkeyPatch, *sets: tuple[Severity, str, str, str]) -> tuple[bytes | None, int]:
    """What becomes of a match, and in how many fixes, where rules find these until it has a parameter x."""

    def found(config: Config, *_: object) -> SimpleNamespace:
        return SimpleNamespace(findings=() if "x" in config.root.blocks[0].params else [set_x(config, *each) for each in sets])

    monkeypatch.setattr(apply, "judge", found)
    (folder / "fluent.conf").write_text("<match **>\n  @type null\n  y 5\n</match>\n")
    (config,) = load([str(folder / "fluent.conf")]).configs
    fixed = apply.Fixed()
    apply.fix_config(config, Settings(), (), Safety.SAFE, fixed)
    return fixed.of(config.documents[0]), fixed.count


def test_of_fixes_that_touch_the_one_of_the_worse_finding_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sets = (Severity.INFO, "1", "  y", "  x 1\n"), (Severity.ERROR, "2", "  y", "  x 2\n")
    assert made_of(tmp_path, monkeypatch, *sets) == (b"<match **>\n  @type null\n  x 2\n  y 5\n</match>\n", 1)


def test_of_fixes_that_do_not_agree_the_first_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Of a repeated parameter Fluentd takes the last: with both x is 1, and the second one says that it is 2.
    sets = (Severity.INFO, "1", "</match>", "  x 1\n"), (Severity.INFO, "2", "  y", "  x 2\n")
    assert made_of(tmp_path, monkeypatch, *sets) == (b"<match **>\n  @type null\n  y 5\n  x 1\n</match>\n", 1)


def test_of_two_fixes_of_one_parameter_one_is_made_in_a_round(tmp_path: Path) -> None:
    # One gives `type` its new name @type, the other sets @type: together they would leave both lines.
    path = tmp_path / "fluent.conf"
    head, tail = "<filter app>\n  ", "\n  <record>\n    host web\n  </record>\n</filter>\n"
    path.write_text(head + "type record_transformer" + tail)
    write_files(fix(load([str(path)]), PROJECT, Safety.UNSAFE).files)
    assert path.read_text() == head + "@type record_modifier" + tail
