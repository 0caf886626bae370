"""Where a cursor is in a Logstash config, by braces, quotes and arrows alone: what is being typed is seldom whole."""

from __future__ import annotations

import re

from pipelint.base.lean.record import dataclass, field, replace

SECTIONS = ("input", "filter", "output")
_BEGINNING = r"(?P<comment>\#[^\n]*)"
_REST = (
    r"|(?P<regex>(?<=[=!]~)\s*/(?:\\.|[^/\\\n])*/?)"
    r"|(?P<arrow>=>)|(?P<mark>[{}\[\]])|(?P<word>[^\s{}\[\]\"'\#=,()!]+|[=!]+~?)"
)
_TOKEN = re.compile(_BEGINNING + r"|(?P<string>\"(?:\\.|[^\"\\])*(?:\"|\Z)|'(?:\\.|[^'\\])*(?:'|\Z))" + _REST, re.DOTALL)
# The same, but that no string goes on after its line.
_BY_LINES = re.compile(_BEGINNING + r"|(?P<string>\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?)" + _REST)
_BRANCHES = frozenset({"if", "else"})
_PLUGINS = ("plugin", "codec")


@dataclass(slots=True, eq=False)
class Frame:
    """One pair of brackets that is open: ``kind`` is section, branch, plugin, codec, hash or array.

    ``settings`` are those of a plugin, with the first word of each value, also after the cursor; ``last`` is the newest one.
    """

    kind: str
    name: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    last: str = ""


@dataclass(frozen=True, slots=True)
class Where:
    """What is open at the cursor, outermost first.

    ``string`` is the text of an open string up to the cursor, None outside of one. ``setting`` is the last one before the cursor
    of the plugin around it, ``after_arrow``: its value is due.
    ``inert``: it is in a comment, a condition or a regular expression, where no plugin has a name; ``asks``: in a condition.
    """

    frames: tuple[Frame, ...]
    string: str | None = None
    setting: str = ""
    after_arrow: bool = False
    inert: bool = False
    asks: bool = False

    @property
    def section(self) -> str:
        """The section around the cursor: input, filter or output, or nothing."""
        return self.frames[0].name if self.frames else ""

    @property
    def plugin(self) -> Frame | None:
        """The plugin or codec around the cursor."""
        return next((frame for frame in reversed(self.frames) if frame.kind in _PLUGINS), None)

    @property
    def top(self) -> str:
        """The kind of the innermost brackets; nothing at the outermost level."""
        return self.frames[-1].kind if self.frames else ""


def where(text: str, cursor: int) -> Where:
    """Where the character ``cursor`` of ``text`` is. Linear in the text; what does not fit together is read as it looks."""
    return _where(text, cursor, _TOKEN)


def where_by_lines(text: str, cursor: int) -> Where:
    """The same for a text with a quote too few or too many: every string ends with its line."""
    return _where(text, cursor, _BY_LINES)


def _where(text: str, cursor: int, tokens: re.Pattern[str]) -> Where:
    work = _Scan(text)
    found: Where | None = None
    for token in tokens.finditer(text):
        if found is None and (token.end() > cursor or (token.end() == cursor and _goes_on(token))):
            found = work.at(token, cursor)
        # Its plugin's other settings stand after it too.
        if found is not None and found.plugin not in work.frames:
            return found
        work.take(token)
    return found if found is not None else work.here()


def _goes_on(token: re.Match[str]) -> bool:
    """Whether what is typed at the end of a token belongs to it."""
    said = token[0]
    if token.lastgroup == "string":
        return len(said) < 2 or said[-1] != said[0]
    return token.lastgroup in ("word", "comment", "regex")


class _Scan:
    """A scan of a text from its beginning."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.frames: list[Frame] = []
        # The last words since a bracket, with arrows; and whether they are those of a condition.
        self._statement: list[str] = []
        self._branch = False

    def here(self) -> Where:
        """What is open between two tokens."""
        setting = next((frame.last for frame in reversed(self.frames) if frame.kind in _PLUGINS), "")
        return Where(tuple(self.frames), None, setting, self._after_arrow, self._branch, self._branch)

    def at(self, token: re.Match[str], cursor: int) -> Where:
        """What is open at ``cursor``, which is before or in ``token``; a word that ends there is still being typed."""
        here = self.here()
        if cursor > token.start() and token.lastgroup == "string":
            return replace(here, string=self.text[token.start() + 1 : cursor])
        if cursor > token.start() and token.lastgroup in ("comment", "regex"):
            return replace(here, inert=True, asks=False)
        return here

    @property
    def _after_arrow(self) -> bool:
        return self._statement[-1:] == ["=>"]

    def take(self, token: re.Match[str]) -> None:
        """Goes on after a token."""
        said = token[0]
        match token.lastgroup:
            case "word":
                self._word(said)
            case "arrow":
                self._arrow()
            case "string":
                # A text that reads like an arrow is none (kv's value_split).
                self._word(said if said[1:-1] == "=>" else said[1:-1])
            case "mark":
                self._mark(said, token.start())

    def _word(self, word: str) -> None:
        frame = self.frames[-1] if self.frames else None
        if frame is not None and self._after_arrow and frame.kind in _PLUGINS:
            frame.settings[frame.last] = word
        if not self._statement and word in _BRANCHES:
            self._branch = True
        self._statement = [*self._statement[-2:], word]

    def _arrow(self) -> None:
        frame = self.frames[-1] if self.frames else None
        if frame is not None and frame.kind in _PLUGINS and self._statement:
            frame.last = self._statement[-1]
            frame.settings.setdefault(frame.last, "")
        self._statement = [*self._statement[-2:], "=>"]

    def _mark(self, mark: str, at: int) -> None:
        match mark:
            case "{":
                self._open(at)
            case "[":
                self.frames.append(Frame("array"))
                self._forget()
            case "}":
                while self.frames and self.frames.pop().kind == "array":
                    pass
                self._statement, self._branch = [], False
            case _:
                if self.frames and self.frames[-1].kind == "array":
                    self.frames.pop()
                self._forget()

    def _forget(self) -> None:
        """After a bracket of an array nothing is due; those of a condition's fields end no statement."""
        if not self._branch:
            self._statement = []

    def _open(self, at: int) -> None:
        said, branch = self._statement, self._branch
        self._statement, self._branch = [], False
        name = said[-1] if said else ""
        kind = self.frames[-1].kind if self.frames else ""
        start = self.text.rfind("\n", 0, at) + 1
        if name in SECTIONS and said[-2:-1] != ["=>"] and self.text.startswith(name, start):
            # At the beginning of a line it is a section, whatever is open above.
            self.frames = [Frame("section", name)]
        elif name == "=>" or kind in ("hash", "array"):
            self.frames.append(Frame("hash"))
        elif said[-2:-1] == ["=>"]:
            self.frames.append(Frame("codec", name))
        elif not self.frames:
            self.frames.append(Frame("section", name))
        elif branch:
            self.frames.append(Frame("branch"))
        else:
            # One that is still open was never closed.
            while self.frames and self.frames[-1].kind in _PLUGINS:
                self.frames.pop()
            self.frames.append(Frame("plugin", name))
