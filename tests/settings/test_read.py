"""Settings files: what they give, and one problem at the place of each thing that is wrong."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint import REPOSITORY
from pipelint.base.finding import Severity
from pipelint.base.text.document import SourceFile
from pipelint.rules.index import load_index
from pipelint.settings.keys import SETTINGS
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from pipelint.settings.read import SettingsError, read_settings
from pipelint.settings.schema import json_schema
from pipelint.settings.starter import starter
from pipelint.settings.toml import Node, TomlError, read_toml

DOCS = Path(__file__).parents[2] / "docs"
RULES = load_index().rules


def read(text: str, name: str = "pipelint.toml") -> Settings:
    found = read_settings(SourceFile(name, text.encode(), (str(Path.cwd()),)), RULES)
    assert found is not None
    return found


WRONG = {
    # text: what is to blame, what the message says
    'select = ["FD101", "XX1"]': ('"XX1"', "no rule"),
    "lines = 3": ("lines", 'unknown setting "lines"'),
    '[traffic]\nline-byte = "a"': ("line-byte", 'did you mean "line-bytes"?'),
    '[traffic]\nline-bytes = "a"': ('"a"', "a number from 1 to 1,000,000"),
    "[traffic]\nline-bytes = 0": ("0", "a number from 1"),
    "[traffic]\nmiss = nan": ("nan", "a number from 0 to 1"),
    '[traffic]\nruntime = "podman"': ('"podman"', "one of docker, cri"),
    'fail-on = "fatal"': ('"fatal"', "one of info, warning, error, never"),
    '[severity]\nFD101 = "bad"': ('"bad"', "one of info, warning, error"),
    '[severity]\nFD999 = "info"': ("FD999", "no rule"),
    '[per-file-ignores]\n"a/**" = ["nope"]': ('"nope"', "no rule"),
    '[cost-model]\ncpu-limit = "a lot"': ('"a lot"', "not a CPU limit"),
    "[[traffic.branches]]\nshare = 0.5": ("[[traffic.branches]]", "either a tag or a condition"),
    '[[traffic.branches]]\ntag = "a"': ("[[traffic.branches]]", "needs a share"),
    '[[traffic.branches]]\ncondition = "[a] =="\nshare = 1': ('"[a] =="', "not a valid condition"),
    '[[traffic.branches]]\ntag = "a"\nshare = 2': ("2", "a number from 0 to 1"),
    '[[traffic.branches]]\ntag = "a"\nshare = 0\n[[traffic.branches]]\ntag = "a"\nshare = 1': ('"a"', "an earlier branch"),
    '[[traffic.branches]]\ntag = ""\nshare = 1': ("[[traffic.branches]]", "empty"),
    '[[traffic.stages]]\nplugin = "grep"': ("[[traffic.stages]]", "a stage needs a kind and a plugin"),
    '[[traffic.stages]]\nplugin = "grep"\nkind = "filter"\nus = -1': ("-1", "a number from 0"),
    '[[traffic.stages]]\nplugin = "grep"\nkind = "match"': ('"match"', "one of source, filter, output"),
    '[[traffic.samples]]\ntag = "a"': ("[[traffic.samples]]", "a sample needs a file"),
    '[[traffic.samples]]\nfile = "nowhere.log"': ('"nowhere.log"', "no such file: nowhere.log"),
    '[[traffic.samples]]\nfile = "../a.log"': ('"../a.log"', "../a.log leads outside the project"),
    '[[traffic.samples]]\nfile = "/dev/zero"': ('"/dev/zero"', "/dev/zero leads outside the project"),
    '[[traffic.samples]]\nfile = "docs"': ('"docs"', "no such file: docs"),
    '[[traffic.samples]]\nfile = "README.md"\ntag = "a"\nid = "b"': ("[[traffic.samples]]", "not by tag and id"),
    "[[traffic.samples]]\nfile = 3": ("3", "traffic.samples.file must be a string"),
    "select = 3": ("3", "select must be an array of strings"),
    'select = ["FD101", 3]': ("3", "each value of select must be a string"),
    '[cost-model]\nmodel = "nowhere.json"': ('"nowhere.json"', "no such file: nowhere.json"),
    'baseline = "../b.json"': ('"../b.json"', "../b.json leads outside the project"),
    'rules = ["a", "/lint"]': ('"/lint"', "/lint leads outside the project"),
    'baseline = "a\\u0000b"': ('"a\\u0000b"', "a file name cannot contain a NUL character"),
    'allow-outside = ["/etc"]': ('["/etc"]', "only a settings file given with --config"),
    f'[target-version]\nfluentd = "{"9" * 5_000}.1"': (f'"{"9" * 5_000}.1"', "not a version"),
    "[target-version]\nfluentd = 1.16": ("1.16", 'must be a string: "1.16"'),
    '[target-version]\nfluentd = "new"': ('"new"', "not a version"),
    '[target-version]\nfluentd = "td-agent"': ('"td-agent"', "not a version"),
    '[target-version]\nfluentd = "tdagent 4.5.0"': ('"tdagent 4.5.0"', '"tdagent" is none of what fluentd comes in: td-agent,'),
    '[target-version]\nlogstash = "td-agent 4.5.0"': ('"td-agent 4.5.0"', "is none of what logstash comes in"),
    "traffic = 3": ("3", "a table"),
    "select = ": ("", ""),
    "a = 1\na = 2": ("a", "duplicate"),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_has_its_place(text: str) -> None:
    blamed, said = WRONG[text]
    with pytest.raises(SettingsError) as caught:
        read(text + "\n")
    (problem,) = caught.value.problems
    assert problem.span is not None and problem.file is not None
    assert problem.span.cut(problem.file.data).decode().strip() == blamed
    assert said in problem.message


def test_all_that_is_wrong_is_said_in_order() -> None:
    with pytest.raises(SettingsError) as caught:
        read("selec = 1\n[traffic]\nmiss = 2\n[severity]\nFD101 = 3\n")
    assert [problem.span.start for problem in caught.value.problems if problem.span] == [0, 27, 48]


def test_the_example_of_the_documentation() -> None:
    text = (DOCS / "settings.md").read_text().split("```toml\n")[1].split("```")[0]
    found = read(text.replace('"RX"', '"LS"').replace("samples/web.log", "examples/trace/access.log"))
    assert found.selection.ignore == ("FD150",)
    assert found.severities == {"FD140": Severity.INFO}
    assert found.traffic.line_bytes == 1024 and found.traffic.runtime == "cri"
    assert [(b.tag, b.condition, b.share) for b in found.traffic.branches] == [
        ("kubernetes.var.log.containers.nginx-**", "", 0.6),
        ("", '[type] == "access"', 0.3),
    ]
    assert [(s.name, s.by, s.value) for s in found.samples] == [("examples/trace/access.log", "tag", "web.access")]
    assert (found.min_events, found.scale, found.cpu_limit) == (10_000, 1.3, 0.5)


def test_a_pyproject_without_the_table_has_no_settings() -> None:
    assert read_settings(SourceFile("pyproject.toml", b"[tool.other]\npipelint = 1\n"), RULES) is None
    assert read('[tool.pipelint]\nignore = ["FD1"]\n', "pyproject.toml").selection.ignore == ("FD1",)


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pipelint.toml").write_text('fail-on = "error"\n')
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\nname = 'pipelint-user'\n")
    project = Project(lambda: RULES)
    assert project.settings(str(inner / "x.conf")).fail_on is Severity.ERROR
    (inner / "pyproject.toml").write_text('[tool.pipelint]\nfail-on = "never"\n')
    assert Project(lambda: RULES).settings(str(inner / "x.conf")).fail_on is None
    assert project.settings(str(tmp_path / "x.conf")).folder == tmp_path


@pytest.mark.parametrize(
    ("glob", "path", "met"),
    [
        ("legacy/**", "legacy/a/b.conf", True),
        ("legacy", "legacy/a/b.conf", True),
        ("**/old.conf", "old.conf", True),
        ("old.conf", "x/old.conf", True),
        ("legacy/**", "x/legacy.conf", False),
        ("*.yaml", "a/b.conf", False),
    ],
)
def test_globs(glob: str, path: str, met: bool, tmp_path: Path) -> None:
    settings = Settings(exclude=(glob,), folder=tmp_path)
    assert settings.excludes(str(tmp_path / path)) is met
    assert not settings.excludes("/elsewhere/" + path)


def test_a_file_that_nobody_wrote_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "pipelint.toml").write_bytes(b"#" * (1 << 20) + b"\n")
    with pytest.raises(SettingsError, match="larger than 1 MiB"):
        Project(lambda: RULES).settings(str(tmp_path / "x.conf"))


def test_the_published_schema_is_the_table_of_settings() -> None:
    assert json.loads((DOCS / "pipelint.schema.json").read_text()) == json_schema()


def test_the_starter_is_read_as_the_defaults() -> None:
    address = starter({}).split("\n")[0].removeprefix("#:schema ")
    assert address.startswith(REPOSITORY) and (DOCS / address.rpartition("/docs/")[2]).is_file()
    found = read(starter({}))
    assert (found.selection, found.traffic, found.severities) == (Settings().selection, Settings().traffic, {})
    assert read(starter({"traffic.runtime": '"cri"'})).traffic.runtime == "cri"


def test_the_examples_of_the_starter_are_settings() -> None:
    """What is commented out can be taken in as it stands."""
    for key in SETTINGS:
        # The file that one is to extend has to be there.
        if key.example and "=" not in key.example and key.name != "extend":
            read(f"{key.name} = {key.example}\n".replace('"RX"', '"LS"'))


def plain(node: Node) -> object:
    match node.kind:
        case "table":
            return {entry.key: plain(entry.node) for entry in node.entries}
        case "array":
            return [plain(item) for item in node.items]
        case _:
            return node.scalar


KEYS = st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True)
SCALARS = st.one_of(st.integers(-(2**53), 2**53), st.booleans(), st.text(st.characters(exclude_categories=["Cs", "Cc"])))


@given(st.dictionaries(KEYS, st.one_of(SCALARS, st.lists(SCALARS), st.dictionaries(KEYS, SCALARS))))
def test_toml_is_read_as_the_standard_library_reads_it(content: dict[str, object]) -> None:
    def shown(value: object) -> str:
        match value:
            case dict():
                return "{" + ", ".join(f"{key} = {shown(inner)}" for key, inner in value.items()) + "}"
            case list():
                return "[" + ", ".join(map(shown, value)) + "]"
            case _:
                return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

    tomllib = pytest.importorskip("tomllib", reason="Python 3.11")
    text = "".join(f"{key} = {shown(value)}\n" for key, value in content.items())
    root = read_toml(text.encode())
    assert plain(root) == tomllib.loads(text) == content
    for entry in root.entries:
        assert entry.span.cut(text.encode()).decode() == entry.key


@given(st.binary(max_size=60))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    try:
        read_toml(data)
    except TomlError as error:
        assert error.message and error.span.end <= len(data) + 1
