"""FluentdWriter: edits of configs in Fluentd's v1 syntax, where each parameter and tag has lines of its own."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from pipelint.base.block import Block, Param
from pipelint.base.finding import Edit
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.base.writer import WriterError
from pipelint.engines.fluentd.syntax.quoting import write_arg, write_value

_PARAM_NAME = late(r"[A-Za-z0-9_@$.:/-]+")
_SECTION_NAME = late(r"[A-Za-z0-9_]+")
_LINE_BREAK = late(rb"\r\n|\r|\n")
_STEP = "  "


class FluentdWriter:
    """Writer for Fluentd; see ``pipelint.base.writer.Writer``."""

    def set_param(self, block: Block, name: str, value: str) -> Edit:
        """Replaces the value, in the quotes that it had, or adds a line after the section's parameters."""
        param = block.param(name)
        if param is None:
            return _insert(_last_param(block), block, [f"{_param_name(name)} {write_value(value)}"])
        document, span = param.place.document, param.place.span
        if len(span):
            return Edit(document, span, write_value(value, param.place.text))
        after = param.name_place.span.end
        return Edit(document, Span(after, after), f" {write_value(value)}")

    def remove_param(self, param: Param) -> Edit:
        """Removes the lines of the parameter, with the comment after it."""
        return _remove(param.place.document, Span(param.name_place.span.start, param.place.span.end))

    def remove_block(self, block: Block) -> Edit:
        """Removes the lines of the section, with the comment after its end tag."""
        if not len(block.head_place.span):
            raise WriterError("the whole config is not a section")
        return _remove(block.place.document, block.place.span)

    def add_block(self, inside: Block, name: str, arg: str, params: Mapping[str, str]) -> Edit:
        """Adds the section after everything else in ``inside``."""
        if not _SECTION_NAME.fullmatch(name):
            raise WriterError(f'"{name}" is not a section name')
        head = f"<{name} {write_arg(arg)}>" if arg else f"<{name}>"
        lines = [f"{_STEP}{_param_name(key)} {write_value(value)}" for key, value in params.items()]
        return _insert(_last_item(inside), inside, [head, *lines, f"</{name}>"])

    def rename_param(self, param: Param, name: str) -> Edit:
        """Replaces the name alone."""
        return Edit(param.name_place.document, param.name_place.span, _param_name(name))

    def gather(
        self, inside: Block, name: str, arg: str, params: Mapping[str, str | Param], moved: Sequence[Param]
    ) -> tuple[Edit, ...]:
        """Removes the lines of ``moved``, with the comments after them, and adds the section after what is left."""
        document = inside.place.document
        if any(param.place.document is not document for param in moved):
            raise WriterError("a parameter of an included file cannot be moved")
        if not _SECTION_NAME.fullmatch(name):
            raise WriterError(f'"{name}" is not a section name')
        head = f"<{name} {write_arg(arg)}>" if arg else f"<{name}>"
        values = {key: value.place.text if isinstance(value, Param) else write_value(value) for key, value in params.items()}
        lines = [f"{_STEP}{_param_name(key)} {value}".rstrip() for key, value in values.items()]
        gone = {id(param) for param in moved}
        added = _insert(_last_item(inside, gone), inside, [head, *lines, f"</{name}>"])
        return (*(self.remove_param(param) for param in moved), added)


def _param_name(name: str) -> str:
    plain = name.isidentifier() and name.isascii()  # most are, and no regex is compiled for them
    if not (plain or _PARAM_NAME.fullmatch(name)) or name in ("include", "@include"):
        raise WriterError(f'"{name}" is not a parameter name')
    return name


def _own(block: Block) -> list[Param | Block]:
    """What stands in the section's own text: an included file is another document."""
    return [item for item in block.items if item.place.document is block.place.document]


def _last_param(block: Block) -> Place:
    """The parameter after which a new one goes: the last one before the sections inside, else the opening tag."""
    last = block.head_place
    for item in _own(block):
        if isinstance(item, Block):
            break
        last = item.place
    return last


def _last_item(block: Block, without: Container[int] = ()) -> Place:
    """Where the section's last item stands, but for those with the ids ``without``; its opening tag if there is none."""
    own = [item for item in _own(block) if id(item) not in without]
    return own[-1].place if own else block.head_place


def _insert(after: Place, block: Block, lines: list[str]) -> Edit:
    """New lines of ``block`` after the line on which ``after`` ends, indented like their neighbours."""
    document = block.place.document
    text = document.text
    newline = _newline(text)
    indent = _indent(block)
    written = [indent + line for line in lines]
    if not len(block.head_place.span) and after == block.head_place:  # a whole config without anything before
        return Edit(document, Span(0, 0), "".join(line + newline for line in written))
    at = _end_of_line(text, after.span.end)
    return Edit(document, Span(at, at), "".join(newline + line for line in written))


def _remove(document: Document, span: Span) -> Edit:
    """Removes whole lines, or less where something else stands on them."""
    text = document.text
    start = _start_of_line(text, span.start)
    start = span.start if text[start : span.start].strip(b" \t") else start
    end = _end_of_line(text, span.end)
    broken = _LINE_BREAK.match(text, end)
    return Edit(document, Span(start, broken.end() if broken else end), "")


def _indent(block: Block) -> str:
    """The indentation of what stands in the section, or two blanks more than its own."""
    text = block.place.document.text
    for item in _own(block):
        start = item.name_place.span.start if isinstance(item, Param) else item.place.span.start
        before = text[_start_of_line(text, start) : start]
        if not before.strip(b" \t"):
            return before.decode()
    if not len(block.head_place.span):
        return ""
    start = block.head_place.span.start
    before = text[_start_of_line(text, start) : start]
    return before[: len(before) - len(before.lstrip(b" \t"))].decode() + _STEP


def _newline(text: bytes) -> str:
    line = text[: text.find(b"\n") + 1] or text
    found = line.find(b"\r")
    return "\n" if found < 0 else "\r\n" if line[found + 1 : found + 2] == b"\n" else "\r"


def _start_of_line(text: bytes, at: int) -> int:
    return max(text.rfind(b"\n", 0, at), text.rfind(b"\r", 0, at)) + 1


def _end_of_line(text: bytes, at: int) -> int:
    found = _LINE_BREAK.search(text, at)
    return found.start() if found else len(text)
