"""The tokens of a config in the classic format, with the white space that is to stand between them."""

from __future__ import annotations

from pipelint.base.text.document import Document
from pipelint.engines.fluentbit.syntax.classic import read_classic
from pipelint.engines.fluentbit.syntax.section import Indent, Section, block_of, whole
from pipelint.language.layout import Column, Layout, Token, comment_end
from pipelint.language.syntax_problem import SyntaxProblem

_BLANKS = b" \t"
# Keys stand four blanks deep, as nearly everybody writes them: twice what a level has elsewhere.
_KEYS = 2


def layout(document: Document) -> Layout:
    """A document as its tokens. A key that loses its first letter counts as an error: nobody knows what was meant."""
    found = read_classic(document, Indent())
    lost = [SyntaxProblem(each.message, each.place) for each in found.ignored]
    blocks = [block_of(item) for item in found.items if isinstance(item, Section)]
    return Layout((*found.errors, *lost), whole(document, blocks), _tokens(document.text))


def _tokens(text: bytes) -> list[Token]:
    """Heads, commands and comments at the beginning of their lines stay there; all else is indented."""
    tokens: list[Token] = []
    column = Column()
    inside, width, at, group = 0, 0, 0, False
    for line in text.split(b"\n"):
        start, at = at, at + len(line) + 1
        blanks = len(line) - len(line.lstrip(_BLANKS))
        width = width or blanks
        end = comment_end(text, start, start + len(line))
        # A line of the file's width ends a group, even one of blanks alone; without a group twice as much means nothing.
        group = group and (blanks != width)
        if end <= start + blanks:
            continue
        if blanks:
            level = 2 * _KEYS if group else _KEYS
            if line.startswith(b"[", blanks):
                # Without a blank after it there would be no group.
                head = line.find(b" ", blanks) + 1
                tokens.append(Token(start + blanks, max(end, start + head), level, level))
                group = True
            else:
                _indented(tokens, text, start + blanks, end, level, column)
            continue
        if line.startswith(b"["):
            column.align(tokens)
            column, inside, group = Column(), _KEYS, False
        # Blanks at the end of an included path are a part of it.
        end = start + len(line.removesuffix(b"\r")) if line.startswith(b"@") else end
        tokens.append(Token(start, end, 0, inside, comment=line.startswith(b"#")))
    column.align(tokens)
    return tokens


def _indented(tokens: list[Token], text: bytes, start: int, end: int, level: int, column: Column) -> None:
    """A comment, or a key and its value."""
    key, blank, value = text[start:end].partition(b" ")
    if key.startswith(b"#") or not blank:
        tokens.append(Token(start, end, level, _KEYS, comment=key.startswith(b"#")))
        return
    name = key.rstrip(_BLANKS)
    value_at = end - len(value.lstrip(_BLANKS))
    tokens.append(Token(start, start + len(name), level, level))
    column.add(len(tokens), name, text[start + len(name) : value_at])
    tokens.append(Token(value_at, end, level, level))
