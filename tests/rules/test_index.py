"""The index: made of pages, kept beside them in a checkout, read without lark and YAML."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pipelint.base.disk.pieces import Held
from pipelint.rules import index as module
from pipelint.rules.errors import RulePageError
from pipelint.rules.index import Index, compile_pages, load_folder, load_index
from pipelint.rules.index_file import VERSION, dump, undump
from pipelint.rules.rule import Rule, rule_to_json
from tests.rules.toy import SCHEMAS, page

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rules = tmp_path / "rules"
    (rules / "toys").mkdir(parents=True)
    (rules / "README.md").write_text("no rule")
    write(rules, "TT102", "second")
    write(rules, "TT101", "first")
    return rules


def write(rules: Path, code: str, name: str, when: str = "true") -> Path:
    data = page(when).data.replace(b"TT101", code.encode()).replace(b"toy-rule", name.encode())
    path = rules / "toys" / f"{code.lower()}-{name}.md"
    path.write_bytes(data)
    return path


def test_rules_are_compiled_in_the_order_of_their_codes(folder: Path) -> None:
    index = compile_pages(folder, SCHEMAS)
    assert [(rule.code, rule.page) for rule in index.rules] == [
        ("TT101", "toys/tt101-first.md"),
        ("TT102", "toys/tt102-second.md"),
    ]
    assert index.find("second") is index.find("TT102") is index.rules[1]
    assert index.find("nothing") is None


def test_the_page_for_people_begins_with_code_and_title(folder: Path) -> None:
    index = compile_pages(folder, SCHEMAS)
    text = index.page("first")
    assert text is not None
    assert text.startswith("# TT101 A toy is too large\n\n`first` · performance · warning\n## Why\nBecause.\n")
    assert "code:" not in text
    assert index.page("TT9") is None


@pytest.mark.parametrize(
    ("fix", "said"),
    [
        ("fix: {set: size, to: x, safety: safe}\n", "fix: safe"),
        (
            "fix:\n  - {set: size, to: x, when: box.full, safety: unsafe}\n"
            "  - {set: size, to: y, when: '!box.full', safety: safe}\n",
            "fix: safe or unsafe",
        ),
    ],
)
def test_the_page_for_people_names_each_kind_of_fix(folder: Path, fix: str, said: str) -> None:
    (folder / "toys/tt101-first.md").write_bytes(page(more=fix).data)
    text = compile_pages(folder, SCHEMAS).page("TT101")
    assert text is not None and f" · warning · {said}\n" in text


def test_errors_of_all_pages_are_told(folder: Path) -> None:
    write(folder, "TT103", "third", "box.a")
    write(folder, "TT104", "fourth", "box.b")
    with pytest.raises(RulePageError) as caught:
        compile_pages(folder, SCHEMAS)
    assert [Path(error.file.path).name for error in caught.value.all] == ["tt103-third.md", "tt104-fourth.md"]


def test_a_code_or_name_is_taken_once(folder: Path) -> None:
    write(folder, "TT103", "first")
    with pytest.raises(RulePageError, match=r"first is already the rule of toys/tt101-first.md"):
        compile_pages(folder, SCHEMAS)


def test_rules_of_two_engines_may_share_a_name(folder: Path) -> None:
    path = write(folder, "TT103", "first")
    path.write_text(path.read_text().replace("engine: any", "engine: fluentd"))
    index = compile_pages(folder, SCHEMAS)
    assert [rule.code for rule in index.rules if rule.name == "first"] == ["TT101", "TT103"]
    text = index.page("first")
    assert text is not None and "# TT101" in text and "# TT103" in text


def test_a_folder_of_a_team_gives_its_good_rules_and_its_problems(folder: Path) -> None:
    bad = write(folder, "TT103", "third", "box.plugn == 'x'")
    loaded = load_folder(folder, schemas=SCHEMAS)
    assert [rule.code for rule in loaded.index.rules] == ["TT101", "TT102"]
    (problem,) = loaded.problems
    assert problem.path == str(bad)
    assert problem.message == 'rule page: "plugn" is not a field of Box, did you mean "plugin"?'
    assert problem.file is not None and problem.span is not None
    assert problem.span.cut(problem.file.data) == b"plugn"


def test_a_team_cannot_take_a_code_of_the_project(folder: Path) -> None:
    known = compile_pages(folder, SCHEMAS).rules[:1]
    loaded = load_folder(folder, known, SCHEMAS)
    assert [rule.code for rule in loaded.index.rules] == ["TT102"]
    assert "TT101 is already the rule of toys/tt101-first.md" in loaded.problems[0].message


def test_a_folder_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    loaded = load_folder(tmp_path / "none", schemas=SCHEMAS)
    assert loaded.index.rules == () and "no such folder" in loaded.problems[0].message


def test_too_many_pages_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_PAGES", 1)
    loaded = load_folder(folder, schemas=SCHEMAS)
    assert len(loaded.index.rules) == 1
    assert "a folder may contain at most 1 rules" in loaded.problems[0].message


@pytest.fixture
def checkout(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[Index, int]]:
    """Loads the index of ``folder`` as a new process would, and says how often pages were compiled."""
    compiled: list[Path] = []

    def compile_toys(rules: Path) -> Index:
        compiled.append(rules)
        return compile_pages(rules, SCHEMAS)

    original = module.data_folder
    monkeypatch.setattr(module, "data_folder", lambda name: str(folder) if name == "rules" else original(name))
    monkeypatch.setattr(module, "compile_pages", compile_toys)

    def load() -> tuple[Index, int]:
        load_index.cache_clear()
        before = len(compiled)
        found = load_index()
        load_index.cache_clear()
        return found, len(compiled) - before

    return load


def test_a_checkout_compiles_once_and_again_when_a_page_changes(folder: Path, checkout: Callable[[], tuple[Index, int]]) -> None:
    first, compiled = checkout()
    assert compiled == 1
    second, compiled = checkout()
    assert compiled == 0
    assert [rule_to_json(rule) for rule in second.rules] == [rule_to_json(rule) for rule in first.rules]

    changed = write(folder, "TT102", "second", "box.full")
    os.utime(changed, ns=(1, 1))  # older than before: what counts is that it differs
    third, compiled = checkout()
    assert compiled == 1 and third.rules[1].asks.when != first.rules[1].asks.when

    changed.unlink()
    fourth, compiled = checkout()
    assert compiled == 1 and len(fourth.rules) == 1


NOW = f'{{"version": {VERSION}, "letters": {{}}, "stamps": '
DAMAGED = [
    "",
    "{",
    "[]",
    '{"version": 0}',
    "\udcff",
    NOW + "3}",
    NOW + '0, "rules": 3}',
    NOW + '0, "rules": {}}\nmore',
    NOW + '9, "rules": {}}\n',
]
PARTS = [(9, ""), (4, "[{}]"), (2, "[]"), (10, "[[],[],[]"), (17, "[[[]],[0,0],[0]]]"), (15, "[[[]],[0],[0]]")]
DAMAGED += [f'{NOW}0, "rules": {{"any": [{size}, 0, 0]}}}}\n{heads}\n\n\n' for size, heads in PARTS]


@pytest.mark.parametrize("damaged", DAMAGED)
def test_a_damaged_index_is_made_anew(folder: Path, checkout: Callable[[], tuple[Index, int]], damaged: str) -> None:
    checkout()
    (folder / module.CHECKOUT).write_bytes(damaged.encode("utf-8", "surrogateescape"))
    index, compiled = checkout()
    assert compiled == 1 and len(index.rules) == 2
    assert checkout()[1] == 0


def test_an_index_that_cannot_be_written_is_kept_in_memory(folder: Path, checkout: Callable[[], tuple[Index, int]]) -> None:
    (folder / module.CHECKOUT).mkdir()  # not even root can replace a folder by a file
    (folder / module.CHECKOUT / "x").touch()
    index, compiled = checkout()
    assert compiled == 1 and len(index.rules) == 2
    assert [path.name for path in folder.iterdir() if path.name.startswith(".index.json")] == [".index.json"]


def test_an_installed_index_is_read_as_it_is(folder: Path, checkout: Callable[[], tuple[Index, int]]) -> None:
    (folder / module.BUILT).write_bytes(compile_pages(folder, SCHEMAS).to_json())
    index, compiled = checkout()
    assert compiled == 0 and len(index.rules) == 2
    assert not (folder / module.CHECKOUT).exists()


def test_a_check_makes_the_rules_of_its_engine_alone() -> None:
    made = []
    whole = undump(Held(dump(load_index().made))).made

    def noted(engine: str) -> Callable[[], Sequence[Rule]]:
        return lambda: made.append(engine) or whole[engine]()  # type: ignore[func-returns-value]

    index = Index({engine: noted(engine) for engine in whole}, load_index().folder)
    rules = index.of("fluentd", "any")
    assert {rule.engine for rule in rules} == {"fluentd", "any"} and sorted(made) == ["any", "fluentd"]
    assert [rule.code for rule in rules] == [rule.code for rule in load_index().rules if rule.engine in ("fluentd", "any")]
    known = index.find(rules[0].code)
    assert known is rules[0] and sorted(made) == ["any", "fluentd"]
    other = next(rule for rule in load_index().rules if rule.engine == "logstash")
    found = index.find(other.code)
    assert found is not None and rule_to_json(found) == rule_to_json(other)
    assert [rule_to_json(rule) for rule in index.rules] == [rule_to_json(rule) for rule in load_index().rules]


@pytest.mark.parametrize(
    ("selectors", "engines"),
    [
        (["FD200"], {"fluentd"}),
        (["FD2", "RX101"], {"fluentd", "any"}),
        (["FD200", "keep-alive"], {"any", "fluentbit", "fluentd", "logstash"}),
        (["F"], {"any", "fluentbit", "fluentd", "logstash"}),
        ([], set()),
    ],
)
def test_a_word_is_looked_for_among_the_rules_whose_codes_begin_so(selectors: list[str], engines: set[str]) -> None:
    kept = undump(Held(dump(load_index().made)))
    assert {rule.engine for rule in Index(kept.made, "", kept.letters).meant(selectors)} == engines
    # Not known before all are made: all.
    assert {rule.engine for rule in load_index().meant(["FD200"])} == {"any", "fluentbit", "fluentd", "logstash"}


@pytest.mark.parametrize("engine", ["fluentbit", "fluentd", "logstash"])
def test_the_rules_of_a_check_are_in_the_order_of_their_codes(engine: str) -> None:
    rules = load_index().of(engine, "any")
    codes = [rule.code for rule in rules]
    assert codes == sorted(codes) and {rule.engine for rule in rules} == {engine, "any"}


def test_an_index_of_another_version_is_refused(folder: Path, checkout: Callable[[], tuple[Index, int]]) -> None:
    (folder / module.BUILT).write_text(json.dumps({"version": 0, "rules": []}))
    with pytest.raises(ValueError, match="version 0"):
        checkout()


def test_running_rules_of_an_index_imports_neither_lark_nor_yaml(folder: Path) -> None:
    (folder / module.BUILT).write_bytes(compile_pages(folder, SCHEMAS).to_json())
    program = f"""
import sys, types
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.rules import index
original = index.data_folder
index.data_folder = lambda name: {str(folder)!r} if name == "rules" else original(name)
from pipelint.rules.run import run, Target
rules = index.load_index().rules
assert len(rules) == 2
box = types.SimpleNamespace(place=Place(Document.whole(SourceFile("x", b"x")), Span(0, 1)))
assert len(run(rules, [Target("box", {{"box": box}})])) == 2
heavy = {{"lark", "yaml", "rich", "tree_sitter", "difflib", "typing_extensions", "hypothesis"}} & set(sys.modules)
assert not heavy, heavy
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
