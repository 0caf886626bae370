"""Stage graphs in Mermaid, DOT and JSON: what is drawn, and that no text of a config can leave its label."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block, Param
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.routing.graph import build
from pipelint.engines.fluentd.syntax.parse import parse
from pipelint.graph.render import dot, mermaid
from pipelint.graph.render import json as json_graph
from pipelint.graph.render.picture import cut, picture
from pipelint.graph.stage import Edge, Flow, Kind, Stage, StageGraph

DOCS = Path(__file__).resolve().parents[2] / "docs" / "json.md"
CONFIG = """\
<source>
  @type tail
  @id in
  @label @OUT
  tag raw.x
  <parse>
    @type json
  </parse>
</source>
<label @OUT>
  <filter raw.**>
    @type grep
  </filter>
  <match raw.**>
    @type copy
    <store>
      @type stdout
    </store>
  </match>
  <match raw.x>
    @type "a\\"]-->b"
  </match>
</label>
"""


def graph_of(text: str) -> StageGraph:
    return build(parse(Document.whole(SourceFile("x.conf", text.encode()))).root)


def test_mermaid() -> None:
    assert (
        mermaid.render(graph_of(CONFIG), "x.conf")
        == """\
---
title: "x.conf"
---
flowchart LR
  n0(["source tail<br/>@id in<br/>parse json"])
  subgraph l1["label @OUT"]
    n2["filter grep<br/>raw.**"]
    n3[["output copy<br/>raw.**"]]
    n4[["output stdout"]]
    n5[["output a#34;#93;--#62;b<br/>raw.x<br/>unreachable, line 14 takes its events first"]]
  end
  n0 -->|"raw.x"| n2
  n2 -->|"raw.x"| n3
  n3 ==>|"copy"| n4
  classDef dead fill:lightgray,stroke:gray,color:dimgray,stroke-dasharray:4
  class n5 dead
"""
    )


def test_routes_of_errors_are_red_in_both_languages() -> None:
    graph = graph_of("""\
<source>
  @type http
  tag a
</source>
<match a>
  @type stdout
</match>
<label @ERROR>
  <match **>
    @type null
  </match>
</label>
""")
    drawn = mermaid.render(graph, "x.conf").splitlines()
    arrows = [row.strip() for row in drawn if "-->" in row or "-.->" in row]
    styles = [row.strip() for row in drawn if "linkStyle" in row]
    (number,) = [number for number, arrow in enumerate(arrows) if "error" in arrow]
    assert styles == [f"linkStyle {number} stroke:crimson"]
    (red,) = [row for row in dot.render(graph, "x.conf").splitlines() if "crimson" in row]
    assert '[label="error' in red


def test_dot() -> None:
    assert (
        dot.render(graph_of(CONFIG), "x.conf")
        == """\
digraph pipelint {
  label="x.conf";
  labelloc=t;
  rankdir=LR;
  node [fontname="sans-serif", fontsize=11];
  edge [fontname="sans-serif", fontsize=9];
  n0 [shape=oval, label="source tail\\n@id in\\nparse json"];
  subgraph cluster_1 {
    label="label @OUT";
    n2 [shape=box, label="filter grep\\nraw.**"];
    n3 [shape=box3d, label="output copy\\nraw.**"];
    n4 [shape=box3d, label="output stdout"];
    n5 [shape=box3d, label="output a\\"]-->b\\nraw.x\\nunreachable, line 14 takes its events first", \
style="filled,dashed", fillcolor=lightgray, fontcolor=dimgray, color=gray];
  }
  n0 -> n2 [label="raw.x"];
  n2 -> n3 [label="raw.x"];
  n3 -> n4 [label="copy", style=bold];
}
"""
    )


def test_json() -> None:
    found = json.loads(json_graph.render(graph_of(CONFIG), "x.conf"))
    assert found["version"] == 1
    (graph,) = found["graphs"]
    assert (graph["config"], graph["workers"], graph["complete"], graph["skipped"]) == ("x.conf", 1, True, False)
    assert [stage["plugin"] for stage in graph["stages"]] == ["tail", "json", "grep", "copy", "stdout", 'a"]-->b']
    assert graph["stages"][0]["id"] == "in"
    assert graph["stages"][1]["parent"] == 0
    assert graph["stages"][5] == {
        "index": 5,
        "parent": None,
        "kind": "output",
        "plugin": 'a"]-->b',
        "id": None,
        "pattern": "raw.x",
        "label": "@OUT",
        "worker": None,
        "reachable": False,
        "taken_by": 3,
        "location": {
            "path": "x.conf",
            "part": None,
            "start": {"line": 20, "column": 3, "offset": CONFIG.index("<match raw.x>")},
            "end": {"line": 20, "column": 16, "offset": CONFIG.index("<match raw.x>") + 13},
        },
    }
    assert graph["edges"][0] == {"source": 0, "target": 2, "flow": "route", "certain": True, "tags": "raw.x"}
    assert graph["routes"][0]["filters"] == [{"stage": 2, "certain": True}]


def test_json_shows_no_text_of_a_config_that_is_hidden() -> None:
    shown = json_graph.render_all([("x.conf", graph_of(CONFIG))], [lambda text: text.replace("raw", "***")])
    assert "***.x" in shown and "raw" not in shown


def test_graphs_of_one_run_are_one_document() -> None:
    graph = graph_of(CONFIG)
    assert [g["config"] for g in json.loads(json_graph.render_all([("a", graph), ("b", graph)]))["graphs"]] == [
        "a",
        "b",
    ]


@pytest.mark.skipif(not DOCS.is_file(), reason="the documentation is only in a checkout")
def test_every_field_is_described() -> None:
    found = json.loads(json_graph.render(graph_of(CONFIG), "x.conf"))["graphs"][0]
    keys = {key for part in (found, *found["stages"], *found["edges"], *found["routes"]) for key in part}
    described = DOCS.read_text(encoding="utf-8")
    assert sorted(key for key in keys if f"`{key}`" not in described) == []


def test_an_empty_graph_is_drawn() -> None:
    empty = graph_of("")
    assert mermaid.render(empty, "x").endswith("flowchart LR\n")
    assert dot.render(empty, "x").endswith("}\n")


def test_long_texts_lose_their_middle() -> None:
    assert cut("a" * 30 + "b" * 30, 13) == "aaaaa...bbbbb"
    assert cut("short", 13) == "short"


# Pieces that mean something in one of the languages.
NASTY_TEXT = """
" \\ \\" ` # #quot; "] subgraph end %%{init:{}}%% <b> <br/> &amp; & ; | --> --- ::: fill:#f; style classDef click href
{ } ( ) [ ] * ** n1 n0 \\N \\l ' , = \u00e9 \u6f22 \ufb02\u00b0\u00b035\u00b6\u00df
"""
NASTY_PIECES = [*NASTY_TEXT.split(), " ", "\n", "\r", "\x00", "\x1b", "\ud800"]
NASTY = st.lists(st.sampled_from(NASTY_PIECES), max_size=6).map("".join)


@st.composite
def graphs(draw: st.DrawFn) -> StageGraph:
    """Graphs whose every text is nasty."""
    at = Place(Document.whole(SourceFile("x", b"<a>\n")), Span(0, 3))
    stages = []
    for index in range(draw(st.integers(1, 4))):
        block = Block("match", "", (Param("@id", draw(NASTY), at, at),), at, at, at)
        kind = draw(st.sampled_from([Kind.SOURCE, Kind.FILTER, Kind.OUTPUT]))
        texts = [draw(NASTY) for _ in range(4)]
        stages.append(Stage(index, kind, texts[0], block, None, texts[1], texts[2], texts[3]))
    ends = st.integers(0, len(stages) - 1)
    edges = st.builds(Edge, ends, ends, st.sampled_from(list(Flow)), st.booleans(), NASTY)
    dead = draw(st.dictionaries(ends, st.none() | ends))
    return StageGraph(tuple(stages), tuple(draw(st.lists(edges, max_size=3))), (), dead)


def visible(text: str) -> str:
    """What is shown of a text: control characters and halves of surrogate pairs cannot be."""
    return re.sub("[\x00-\x1f\x7f-\x9f\ud800-\udfff]", "\ufffd", text)


def drawn_texts(graph: StageGraph) -> list[list[str]]:
    """The lines of all labels of the picture, in the order in which both languages write them."""
    image = picture(graph, "name")
    found: list[list[str]] = []
    for label, nodes in image.groups.items():
        found += [[f"label {cut(label, 60)}"]] if label else []
        found += [list(node.lines) for node in nodes]
    found += [[arrow.text] for arrow in image.arrows if arrow.text]
    return [[visible(line) for line in lines] for lines in found]


# The shape of each line with its texts taken out. Mermaid ends a text at the next double quote, without escapes.
_MERMAID_LINE = re.compile(
    r'  (?:  )?(?:n\d+(?:\(\[@\]\)|\[@\]|\[\[@\]\])|subgraph l\d+\[@\]|end|n\d+ (?:-->|-\.->|==>)(?:\|@\|)? n\d+'
    r"|linkStyle \d+ stroke:\w+|classDef dead [-\w:,]+|class [n\d,]+ dead)"
)  # fmt: skip


@given(graphs(), NASTY)
def test_no_text_leaves_its_label_in_mermaid(graph: StageGraph, name: str) -> None:
    text = mermaid.render(graph, name)
    assert text.isascii()
    opened, title, closed, chart, *lines = text.split("\n")
    assert (opened, closed, chart, lines.pop()) == ("---", "---", "flowchart LR", "")
    assert json.loads(re.sub(r"\\U(\w{8})", lambda m: json.dumps(chr(int(m[1], 16)))[1:-1], title[7:])) == visible(cut(name, 120))
    shown = []
    for line in lines:
        assert _MERMAID_LINE.fullmatch(re.sub('"[^"]*"', "@", line)), line
        # Nothing that Mermaid reads as a directive, a comment, a class, or Markdown.
        assert not re.search(r"%%|:::|`|;.*;;", line)
        for label in re.findall('"([^"]*)"', line):
            rows = label.split("<br/>")
            assert all(re.fullmatch(r"(?:[\w .,/@$*-]|#\d+;)*", row, re.ASCII) for row in rows)
            shown.append([re.sub(r"#(\d+);", lambda m: chr(int(m[1])), row) for row in rows])
    assert shown == drawn_texts(graph)


_DOT_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_DOT_LINE = re.compile(
    r"  (?:  )?(?:(?:rankdir=LR|labelloc=t|label=@|n\d+(?: -> n\d+)?(?: \[\w+=[\w@]+(?:, \w+=[\w@]+)*\])?"
    r"|(?:node|edge) \[fontname=@, fontsize=\d+\]);|subgraph cluster_\d+ \{|\})"
)


@given(graphs(), NASTY)
def test_no_text_leaves_its_label_in_dot(graph: StageGraph, name: str) -> None:
    text = dot.render(graph, name)
    assert text.isascii()
    first, *lines = text.split("\n")
    assert (first, lines.pop(), lines.pop()) == ("digraph pipelint {", "", "}")
    shown = []
    for line in lines:
        assert _DOT_LINE.fullmatch(_DOT_STRING.sub("@", line)), line
        for label in re.findall(r'label="((?:[^"\\]|\\.)*)"', line):
            # A backslash is before a quote, a backslash or the `n` of a line end that the renderer wrote.
            rows = re.sub(r"\\(.)", lambda m: {"n": "\n", '"': '"', "\\": "\\"}[m[1]], label).split("\n")
            shown.append([html.unescape(row) for row in rows])
    assert shown == [[visible(cut(name, 120))], *drawn_texts(graph)]
