"""What holds of every text: its format is stable, and says the same; its blanks do not decide on its format, but for columns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.fixes.format import NotFormattedError
from tests.engines.fluentd.test_parse_properties import PIECES
from tests.format.formatted import formatted, layout, words
from tests.properties import tries

LOGSTASH = [
    *(
        "input {",
        "filter {",
        "output{",
        "}",
        "}\n",
        "{",
        "[",
        "]",
        ",",
        "grok {\n",
        "drop {}",
        "mutate{",
        "codec => json\n",
        "=>",
    ),
    *(
        '"a"',
        "'b'",
        '"a\n  b"',
        "aa",
        "bb => 1\n",
        "cc=>[ 1,\n2 ]\n",
        '"d"   =>   "e"\n',
        "if [a] {\n",
        "else {",
        "else   if [b]{\n",
    ),
    *(
        "if [a]\nand [b] =~ /c  /",
        "(",
        ")",
        "not in",
        "! [c]",
        "# d\n",
        " # e\n",
        "#",
        " ",
        "\t",
        "\n",
        "\n\n\n",
        "\r\n",
        "é",
        "\\",
    ),
]
FLUENT_BIT = ["[INPUT]\n", "[a", "]\n", "    ", "  ", "\t", "\n", "\n\n\n", "\r\n", "    Name  tail\n", "k v \n"]
FLUENT_BIT += ["    Path   /a # b\n", "  a\t b\n"]
FLUENT_BIT += ["    # c\n", "# d\n", "@SET a=b\n", "@INCLUDE x*.conf \n", "        key  value\n", "    [x] y\n", " ", "é"]
SOUPS = {"fluentd": PIECES, "logstash": LOGSTASH, "fluentbit": FLUENT_BIT}

# A gap that the format makes one blank.
GAP = "\0"
Lines = list[tuple[int, str]]
"""The lines of a config, each with its level; the empty text is an empty line."""


@pytest.mark.parametrize("engine", SOUPS)
@given(data=st.data())
@tries(1000)
def test_any_text_has_one_format_which_says_the_same(engine: str, data: st.DataObject) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from(SOUPS[engine]), max_size=30)))
    before = words(engine, text)
    try:
        made = formatted(engine, text)
    except NotFormattedError:
        assert layout(engine, text).errors
        return
    assert words(engine, made) == before
    assert "".join(made.split()) == "".join(text.split())
    assert formatted(engine, made) == made
    assert not layout(engine, made).errors


@st.composite
def fluentd(draw: st.DrawFn, level: int = 0) -> Lines:
    """Sections with parameters, comments and empty lines."""
    lines: Lines = []
    for number in range(draw(st.integers(0, 4))):
        if draw(st.booleans()):
            lines.append((level, ""))
        match draw(st.sampled_from(["param", "comment", "section"] if level < 3 else ["param", "comment"])):
            case "param":
                value = draw(st.sampled_from(["", " v", " # v", ' "a  \n  b  "', " [1,\n 2]", " a#b   c", ' "#{a\n}"', " 'd  '"]))
                lines.append((level, f"k{number}{value}"))
            case "comment":
                lines.append((level, draw(st.sampled_from(["#", "# a   b", "#c"]))))
            case _:
                arg = draw(st.sampled_from(["", f"{GAP}a.**", f"{GAP}a   b", f'{GAP}"c  d"']))
                inner = draw(fluentd(level + 1))
                # Two in a row may stand in one column, which is kept.
                noted = not (inner and inner[-1][1].endswith("# e")) and draw(st.booleans())
                lines += [(level, f"<m{arg}>"), *inner, (level, f"</m>{GAP}# e" if noted else "</m>")]
    return lines


@st.composite
def logstash(draw: st.DrawFn) -> Lines:
    """A filter with branches and plugins."""
    return [(0, f"filter{GAP}{{"), *draw(statements(1)), (0, "}")]


@st.composite
def statements(draw: st.DrawFn, level: int) -> Lines:
    lines: Lines = []
    for _ in range(draw(st.integers(0, 3))):
        if draw(st.booleans()):
            lines.append((level, ""))
        match draw(st.sampled_from(["plugin", "comment", "branch"] if level < 4 else ["plugin"])):
            case "plugin":
                lines += [(level, f"aa{GAP}{{"), *draw(settings(level + 1)), (level, "}")]
            case "comment":
                lines.append((level, draw(st.sampled_from(["#", "# a   b", "#c"]))))
            case _:
                lines += [(level, f"if{GAP}[a]{GAP}{{"), *draw(statements(level + 1))]
                if draw(st.booleans()):
                    # Of a comment before a brace and else the depth counts.
                    lines.append((level + 1, "dd {}"))
                    lines += [
                        (level, f"}}{GAP}else{GAP}if{GAP}[b]  and"),
                        (level + 1, f"[c]{GAP}{{"),
                        *draw(statements(level + 1)),
                    ]
                lines.append((level, "}"))
    return lines


@st.composite
def settings(draw: st.DrawFn, level: int) -> Lines:
    lines: Lines = []
    for number in range(draw(st.integers(0, 3))):
        name = f"b{number} =>{GAP}"
        match draw(st.sampled_from(["plain", "text", "array", "hash"])):
            case "plain":
                lines.append((level, f"{name}12"))
            case "text":
                lines.append((level, f'{name}"a  \n   # b"'))
            case "array":
                lines += [(level, f"{name}["), (level + 1, '"c",   "d",'), (level + 1, "# e"), (level + 1, "3"), (level, "]")]
            case _:
                lines += [(level, f'{name}{{ "f" =>{GAP}['), (level + 1, "4"), (level, "] }")]
    return lines


def canonical(lines: Lines) -> str:
    """The lines as they are to be: no empty ones at the ends, nor two in a row."""
    kept = [line for number, line in enumerate(lines) if line[1] or (number and lines[number - 1][1])]
    while kept and not kept[-1][1]:
        kept.pop()
    while kept and not kept[0][1]:
        kept.pop(0)
    return "".join(f"{'  ' * level if text else ''}{text.replace(GAP, ' ')}\n" for level, text in kept)


def crooked(lines: Lines, blanks: Callable[[], str], more: Callable[[], int], gap: Callable[[], str]) -> str:
    """The same lines with other blanks."""
    out = []
    for _, text in lines:
        text = "".join(gap() if char == GAP else char for char in text)
        out.append(f"{blanks()}{text}{blanks()}\n" * (1 if text else more()))
    return "".join(out)


@pytest.mark.parametrize(("engine", "configs"), [("fluentd", fluentd()), ("logstash", logstash())])
@given(data=st.data())
@tries(300)
def test_a_crooked_text_gets_straight(engine: str, configs: st.SearchStrategy[Lines], data: st.DataObject) -> None:
    lines = data.draw(configs)
    blanks = partial(data.draw, st.sampled_from(["", " ", "  ", "     ", "\t", " \t"]))
    gap = partial(data.draw, st.sampled_from([" ", "  ", "\t"]))
    text = crooked(lines, blanks, partial(data.draw, st.integers(1, 3)), gap)
    if canonical(lines):
        assert formatted(engine, text) == canonical(lines)
        assert formatted(engine, canonical(lines)) == canonical(lines)
