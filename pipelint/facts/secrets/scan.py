"""The secrets in any text, whether or not it can be parsed: found by the names before them, and by their shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.facts.secrets.manifests import in_secrets, value_of_variable
from pipelint.facts.secrets.names import Says, says
from pipelint.facts.secrets.quoted import Found, block_scalar, items_of, value_after
from pipelint.facts.secrets.shapes import shaped
from pipelint.facts.secrets.values import Range, secret_parts

# No name of a setting is longer.
_NAME = late(rb"(?<!\w)(?<!\w[.-])[A-Za-z_][\w.-]{0,79}(?![\w.-])")
# name => value, "name": value, name = value, [name] == "value"; the quote of a JSON text in quotes has a backslash.
_SIGN = late(
    rb"(?P<close>(?:\\{0,4}[\"'\])]){0,6})"
    rb"(?:\s{0,200}(?P<arrow>=>)\s{0,200}|[ \t]*(?P<sign>==|!=|:(?!//|:)|=(?![~=>]))[ \t]*)"
)
# What stands before the name on a line of Fluentd, perhaps commented out, and after it.
_HEAD = late(rb"[ \t]*(?P<comment>#[# \t]*)?(?:-[ \t]+)?@?\Z")
_BLANK = late(rb"[ \t]+(?=[^\s=:])")
# An option of a command line: --name value, "--name", "value".
_OPTION = late(rb"(?:[\"'],\s{0,200}|[ \t]+)(?=[^\s=:-])")
# So many bytes of a text are looked at for each of its own: no text that a person writes comes near.
_LOOKS = 32
# So far before a name its line begins.
_FAR = 400
_LEAST_LOOKS = 1 << 20


@dataclass(frozen=True, slots=True)
class Scanned:
    """Secrets by what gave them away, which may overlap: a name with a sign after it, one that a line begins with, their shape.

    What a line begins with means something in a config, and less in prose (``password or token``).
    """

    named: tuple[Range, ...]
    lines: tuple[Range, ...]
    shaped: tuple[Range, ...]


def scan(text: bytes) -> Scanned:
    """The secrets of a text. Never raises; linear in the text."""
    by_shape = tuple(sorted(shaped(text)))
    names = _Names(text, by_shape)
    names.look()
    return Scanned(tuple(names.named), tuple(names.lines), by_shape)


scan_file = lru_cache(maxsize=16)(scan)
"""The same of a text that is asked for more than once: a file's, or a document's."""


class _Names:
    """What stands after the names of secrets."""

    def __init__(self, text: bytes, known: Iterable[Range]) -> None:
        self.text = text
        self.known = list(known)
        self.left = _LOOKS * len(text) + _LEAST_LOOKS
        self.listed = 0  # where the last list ends
        self.named: list[Range] = []
        self.lines: list[Range] = []

    def look(self) -> None:
        """Finds all of them."""
        addresses: list[tuple[list[Range], Found]] = []
        for found in _NAME.finditer(self.text):
            if is_amid_words(self.text, *found.span()):
                continue
            meaning = says(found[0].decode())
            if meaning is Says.NOTHING:
                continue
            for into, values in (
                (self.named, self._after(*found.span(), meaning)),
                (self.lines, self._on_line(*found.span(), meaning)),
            ):
                for value in values:
                    if meaning is Says.CONNECTION:
                        addresses.append((into, value))
                    else:
                        into += self._judged(value, meaning)
        for value in in_secrets(self.text):
            self.named += self._judged(value, Says.PASSWORD)
        # An address is judged by what was found in it.
        self.known.sort()
        for into, value in addresses:
            into += self._judged(value, Says.CONNECTION)

    def _judged(self, value: Found, meaning: Says) -> Iterator[Range]:
        self.left -= value.end - value.start
        parts = [(value.start, value.end)]
        if self.left > 0:
            parts = list(secret_parts(self.text, value.start, value.end, meaning, self.known))
        for start, end in parts:
            if start < end:
                if meaning is not Says.CONNECTION:
                    self.known.append((start, end))
                yield start, end

    def _after(self, start: int, end: int, meaning: Says) -> Iterable[Found]:
        """The values of the name that stands there, with a sign after it."""
        text = self.text
        variable = value_of_variable(text, start, end)
        if variable is not None:
            return (variable,)
        if sign := _SIGN.match(text, end):
            what = sign["sign"] or sign["arrow"]
            if what in (b"==", b"!=") and meaning is Says.LOGIN:
                return ()
            return self._values(sign.end(), what, bool(sign["close"]), meaning)
        if text[start - 1 : start] == b"-" and (option := _OPTION.match(text, end)):
            return (value_after(text, option.end(), b"=>", False),)
        return ()

    def _on_line(self, start: int, end: int, meaning: Says) -> Iterable[Found]:
        """The values of the name that a line begins with there, with blanks after it."""
        text = self.text
        blank = _BLANK.match(text, end)
        if blank is None:
            return ()
        line = text.rfind(b"\n", max(0, start - _FAR), start) + 1
        # A config in JSON has its lines in one.
        escaped = text.rfind(b"\\n", line or max(0, start - _FAR), start)
        head = _HEAD.match(text, line if escaped < 0 else escaped + 2, start)
        if head is None:
            return ()
        values = self._values(blank.end(), b" ", False, meaning)
        if escaped >= 0:
            values = [one if one.quoted else _before_escape(text, one) for one in values]
        # Prose in a comment has several words.
        return [one for one in values if head["comment"] is None or one.quoted or _is_word(text[one.start : one.end])]

    def _values(self, at: int, sign: bytes, closed: bool, meaning: Says) -> Iterable[Found]:
        """One value, the items of a list, or the lines of a block. What is in a hash has names of its own."""
        text = self.text
        first = text[at : at + 1]
        if first == b"{" and not text.startswith(b"{{", at):
            return ()
        if first == b"[" and sign != b"=":
            if meaning is Says.LOGIN or at < self.listed:
                return ()
            found, self.listed = items_of(text, at)
            return found
        if sign == b":" and (block := block_scalar(text, at)) is not None:
            return (block,)
        return (value_after(text, at, sign, closed),)


def is_amid_words(text: bytes, start: int, end: int) -> bool:
    """Whether words of prose stand before and after a word, each after a blank: then no value can be its own."""
    after, before = text[end : end + 2], text[max(0, start - 3) : start]
    return after[:1] == b" " == before[-1:] and after[1:].isalpha() and before[:-1].isalpha()


def _before_escape(text: bytes, value: Found) -> Found:
    ends = [at for mark in (b"\\n", b'"') if (at := text.find(mark, value.start, value.end)) >= 0]
    return Found(value.start, min(ends, default=value.end))


def _is_word(text: bytes) -> bool:
    return len(text.split()) == 1
