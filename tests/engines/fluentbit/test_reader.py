"""The reader on any text that is nearly a config: it never fails, and each key and value stands where the text has it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.engines.fluentbit.engine import FluentBitEngine
from pipelint.engines.fluentbit.syntax.keys import snake_case
from pipelint.engines.registry import ENGINES
from pipelint.sources.collect import collect
from pipelint.sources.entry import Entry, Included
from pipelint.sources.find import STDIN
from pipelint.sources.glob import Target
from tests.properties import tries

WORDS = st.sampled_from(["a", "tail", "*", "kube.*", "é ü", "${X}", "5M", "[a]", "x y", "#z", '"q"', "a=b", "\\", "{b}", "-"])
NAMES = st.sampled_from(["Name", "Tag", "Match", "Mem_Buf_Limit", "storage.type", "multiline.parser", "é", "Rule"])
HEADS = st.sampled_from(
    ["SERVICE", "INPUT", "Filter", "output", "PARSER", "MULTILINE_PARSER", "STREAM_TASK", "UPSTREAM", "x", "P"]
)
FILES = st.sampled_from(["Parsers_File", "Streams_File", "Plugins_File"])
BREAKS = st.sampled_from(["\n", "\n", "\n", "\r\n"])


class Keys:
    """Some documents by name, and nothing else."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.documents = {name: Document.whole(SourceFile(name, text.encode())) for name, text in texts.items()}

    def resolve(self, target: Target, from_document: Document) -> Included:
        """The document of that name."""
        found = self.documents.get(target.path)
        return Included(problem=target.problem or "missing") if found is None else Included((found,))


@st.composite
def sections(draw: st.DrawFn) -> str:
    """Sections in the classic format, with what may stand between them."""
    out, indent = [], draw(st.sampled_from(["    ", "  ", "\t", " "]))
    for _ in range(draw(st.integers(0, 4))):
        out.append(f"[{draw(HEADS)}]")
        for name, value in draw(st.lists(st.tuples(NAMES, WORDS), max_size=4)):
            out.append(f"{indent}{name}{' ' * draw(st.integers(1, 3))}{value}")
        if draw(st.booleans()):
            out.append(f"{indent}{draw(FILES)} {draw(st.sampled_from(['b.conf', 'main.conf', 'c.yaml', 'gone.conf', '${X}']))}")
        out.append(draw(st.sampled_from(["", "# a", f"{indent}# b", "@SET X=b.conf", "@INCLUDE b.conf", "@INCLUDE main.conf"])))
    ends = [draw(BREAKS) for _ in out]
    return "".join(line + end for line, end in zip(out, ends, strict=True))


YAML_VALUES = st.sampled_from(["a", "'b c'", '"d\\te"', "5", "true", "kube.*", "[a, 'b']", "{c: d}", "|\n        x\n        y"])
YAML_KEYS = st.sampled_from(["name", "tag", "memBufLimit", "storage.type", "match", "é"])


@st.composite
def pipelines(draw: st.DrawFn) -> str:
    """A config in the YAML format."""
    out = ["service:", f"  parsers_file: {draw(st.sampled_from(['b.conf', 'c.yaml', 'main.yaml', 'gone']))}", "pipeline:"]
    for part in ("inputs", "filters", "outputs"):
        out.append(f"  {part}:")
        for _ in range(draw(st.integers(1, 2))):
            pairs = draw(st.dictionaries(YAML_KEYS, YAML_VALUES, min_size=1, max_size=4))
            lines = [f"{key}: {value}" for key, value in pairs.items()]
            out += [f"    - {lines[0]}", *(f"      {line}" for line in lines[1:])]
    out += draw(st.sampled_from([[], ["includes: [b.yaml]"], ["env: {X: y}"], ["parsers:", "  - {name: a, format: json}"]]))
    return "\n".join(out) + "\n"


def read(texts: dict[str, str]) -> tuple[Block, list[Place]]:
    """What the engine reads of the first of these files, and where errors are."""
    bundle = Keys(texts)
    first = next(iter(texts))
    config = FluentBitEngine().load(Entry("fluentbit", (bundle.documents[first],), bundle, first))
    return config.root, [error.place for error in config.errors]


def check(root: Block, errors: list[Place]) -> None:
    """Checks that keys and values lie on their text, each in its own document, and sections around what they hold."""
    for place in errors:
        assert 0 <= place.span.start <= place.span.end <= len(place.document.text)
    for block in root.walk():
        for item in block.items:
            if block.name not in ("ROOT", "service"):  # what several files say
                assert item.place.document is block.place.document
                assert block.place.span.start <= item.place.span.start <= item.place.span.end <= block.place.span.end
            if isinstance(item, Param) and item.name != "@SET":
                assert snake_case(item.name_place.text).lower().replace("_", "") == item.name.lower().replace("_", "")
                assert item.value in item.place.text or not item.place.text.isalnum()


@tries(300)
@given(sections(), sections(), pipelines())
def test_the_classic_format_and_the_files_that_it_names(main: str, other: str, third: str) -> None:
    root, errors = read({"main.conf": main, "b.conf": other, "c.yaml": third})
    check(root, errors)
    for block in root.walk():
        for item in block.items:
            if isinstance(item, Param) and item.place.document.name.endswith(".conf"):
                assert item.place.text == item.value


@tries(200)
@given(pipelines(), pipelines(), sections())
def test_the_yaml_format_and_the_files_that_it_names(main: str, other: str, third: str) -> None:
    check(*read({"main.yaml": main, "b.yaml": other, "c.yaml": other, "b.conf": third}))


@tries(150)
@given(sections(), st.sampled_from(["fluentbit.fluent.io/v1alpha2", "logging.banzaicloud.io/v1beta1"]), st.data())
def test_any_resource_is_read_with_places_in_it(text: str, group: str, data: st.DataObject) -> None:
    kind = data.draw(
        st.sampled_from(["ClusterInput", "ClusterFilter", "Output", "ClusterParser", "ClusterFluentBitConfig", "FluentbitAgent"])
    )
    fields = st.sampled_from(
        [
            "tail",
            "filters",
            "modify",
            "es",
            "tls",
            "service",
            "storage",
            "customPlugin",
            "config",
            "inputTail",
            "network",
            "regex",
        ]
    )
    leaves = st.sampled_from(["a", "'b'", "'\"c\"'", "[a, b]", "{d: e}", "true", "", "{valueFrom: {}}", "[{set: {a: b}}]"])
    lines = [f"  {data.draw(fields)}{number}: {data.draw(leaves)}"[:60] for number in range(2)]
    for _ in range(data.draw(st.integers(0, 3))):
        lines += [f"  {data.draw(fields)}:", f"    {data.draw(fields)}: {data.draw(leaves)}", f"    x: {data.draw(leaves)}"]
    body = "\n".join(dict.fromkeys(lines))
    manifest = f"apiVersion: {group}\nkind: {kind}\nmetadata: {{name: a}}\nspec:\n{body}\n".encode()
    found = collect([STDIN], ENGINES, stdin=manifest, stdin_filename="a.yaml")
    for entry in found.entries:
        config = FluentBitEngine().load(entry)
        for block in config.root.walk():
            span = block.place.file_span
            assert 0 <= span.start <= span.end <= len(manifest)
            for item in block.items:
                if isinstance(item, Param) and item.place.file_span.cut(manifest) == item.place.text.encode():
                    assert item.value == item.place.text


def test_what_erb_puts_in_is_one_unknown_word() -> None:
    text = b"[FILTER]\n    Name rewrite_tag\n    Match <%= @match %>\n"
    text += b"    Rule $log ^(<%= a.map { |b| b } %>)$ c.<%= @tag -%>.d false\n"
    entry = Entry("fluentbit", (Document.whole(SourceFile("a.conf.erb", text)),), Keys({}), "a.conf.erb")
    config = FluentBitEngine().load(entry)
    params = {item.name: item for item in config.root.blocks[0].items if isinstance(item, Param)}
    assert (params["match"].value, params["match"].place.text) == ("${....match.}", "<%= @match %>")
    assert params["rule"].value.split(" ") == ["$log", "^(${...a.map....b..b...})$", "c.${....tag..}.d", "false"]
    assert params["rule"].embedded
