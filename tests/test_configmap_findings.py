"""A config says the same inside a ConfigMap, in every scalar style, with every caret on the same characters of the file."""

from __future__ import annotations

import tempfile
from pathlib import Path

import yaml
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.finding import Finding
from pipelint.checker import Settings, check

# Each has faults of its own; together they give findings of all sorts, errors of syntax too.
PIECES = [
    "<source>\n  @type tail\n  path /var/log/a.log\n  tag a.b\n  <parse>\n    @type json\n    time_format %Y-%m-%dT%H:%M:%S.%NZ\n"
    "  </parse>\n</source>\n",
    "<filter {tag}>\n  @type record_transformer\n  enable_ruby true\n"
    '  <record>\n    {key} ${{record["x"].strip}}\n  </record>\n</filter>\n',
    "<match {tag}>\n  @type detect_exceptions\n  remove_tag_prefix a\n</match>\n",
    "<filter **>\n  @type concat\n  key log\n  multiline_start_regexp /^\\d{{4}}-\\d\\d/\n</filter>\n",
    "<match **>\n  @type kafka2\n  @log_level debug\n  <buffer>\n    chunk_limit_size 256M\n"
    "    overflow_action drop_oldest_chunk\n  </buffer>\n</match>\n",
    "# {key}: a comment\n\n",
    '<match late.**>\n  @type "null"\n</match>\n',
    '<match {tag}>\n  path "never ends\n</match>\n',
    "@include {tag}.conf\n",
]
WORDS = st.text("abc_é日", min_size=1, max_size=6)
TEXTS = st.lists(st.tuples(st.sampled_from(PIECES), WORDS, WORDS), min_size=1, max_size=5).map(
    lambda parts: (
        "<source>\n  @type forward\n  @id in\n</source>\n" + "".join(piece.format(tag=tag, key=key) for piece, tag, key in parts)
    )
)


def literal(text: str, indent: int) -> str:
    """A literal block scalar with an indentation indicator."""
    lines = "".join(" " * (2 + indent) + line if line.strip() else line for line in text.splitlines(keepends=True))
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  fluent.conf: |{indent}+\n{lines}"


def dumped(text: str, style: str, width: int) -> str:
    """A manifest as PyYAML writes it in a style; folded lines and escapes included."""
    data = yaml.dump({"fluent.conf": text}, default_style=style, width=width, allow_unicode=style != '"').removesuffix("...\n")
    body = "".join("  " + line if line.strip() else line for line in data.splitlines(keepends=True))
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n{body}"


# PyYAML folds lines that are indented more than the first, which YAML does not unfold: folded scalars keep theirs.
STYLES = [(style, width) for style in "|\"'" for width in (20, 80, 10_000)] + [(">", 10_000)]
HOSTS = st.one_of(
    st.integers(1, 6).map(lambda indent: lambda text: literal(text, indent)),
    st.sampled_from(STYLES).map(lambda how: lambda text: dumped(text, how[0], how[1])),
)


def findings(name: str, text: str) -> list[Finding]:
    """What is found in a file of this name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(text.encode())
        report = check([str(path)], Settings())
    assert not report.problems
    return report.findings


def said(finding: Finding) -> tuple[object, ...]:
    """All of a finding that does not depend on the file that it stands in."""
    related = tuple((r.place.span, r.message) for r in finding.related)
    edits = tuple((e.span, e.text) for e in finding.fix.edits) if finding.fix else ()
    return finding.code, finding.severity, finding.message, finding.place.span, related, edits, finding.gain


# An include that leads nowhere on disk may lead into the image of the container.
ON_DISK = {"FD303", "FD301"}


@given(TEXTS, HOSTS)
def test_the_same_findings_on_the_same_characters(text: str, host: object) -> None:
    manifest = host(text)  # type: ignore[operator]
    assert yaml.safe_load(manifest)["data"]["fluent.conf"] == text
    plain = findings("fluent.conf", text)
    embedded = findings("configmap.yaml", manifest)
    assert [said(f) for f in embedded if f.code not in ON_DISK] == [said(f) for f in plain if f.code not in ON_DISK]
    file = manifest.encode()
    for finding in embedded:
        for place in (finding.place, *(related.place for related in finding.related)):
            where = place.file_span
            assert place.document.map.decode(where) == place.text.encode()
            if "\n" not in place.text and "data:\n  fluent.conf: |" in manifest:
                assert where.cut(file) == place.text.encode()


def test_there_are_findings_to_speak_of() -> None:
    text = "".join(piece.format(tag="t", key="k") for piece in PIECES if "never ends" not in piece)
    assert len({finding.code for finding in findings("fluent.conf", text)}) >= 8
