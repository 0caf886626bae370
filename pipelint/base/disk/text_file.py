"""Reads one file and checks that it is text: present, readable, not too large, no NUL byte, valid UTF-8."""

from __future__ import annotations

import re

from pipelint.base.disk import files
from pipelint.base.finding import Problem
from pipelint.base.lean.enum import Enum
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span

MAX_BYTES = 4 * 1024 * 1024
"""No config that people write is as large: Kubernetes stores at most 1 MiB in one object, etcd 1.5 MiB."""

MAX_YAML_BYTES = 16 * 1024 * 1024
"""Of a file of YAML, which may hold all objects of a cluster."""

YAML_SUFFIXES = (".yaml", ".yml", ".json")
"""The files that are read as YAML (JSON is YAML too)."""

BOM = b"\xef\xbb\xbf"
TEMPLATE = "is a template: render it first"
# With the line feed before it, since a search for a byte is quicker than one for the start of a line.
_STATEMENT = late(
    rb"\n[ \t]*(?:(?:\{%-?|<%[-=#]?)[ \t]"  # Jinja, ERB
    rb"|\[\w*\{\{"  # a head of a section
    rb"|(?:[@\w-]+[ \t]*=>[ \t]*(?:\[[ \t]*)?)?\{\{-?[ \t]*[\w.$(/])",  # Go, Jinja, also as a value that no Logstash reads
)
_VALUE = late(rb"\n[ \t]*[@\w-]+[ \t]+\{\{-?[ \t]*[\w.$(/]")
_VARIABLE = late(rb"\n[ \t]*\$(?:\w+|\{\w+\})[ \t]*$", re.MULTILINE)  # instead of a line


class Why(Enum):
    """Why a file is not taken."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    LARGE = "large"
    BINARY = "binary"
    ENCODING = "encoding"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A file that is not taken. ``shown`` holds its text, bad bytes made ``?``, where the encoding is what is wrong."""

    why: Why
    problem: Problem
    shown: bytes = b""

    @classmethod
    def of(cls, why: Why, path: str, message: str) -> Rejected:
        """A refusal that has no place in the file."""
        return cls(why, Problem(path, message))


def max_bytes(path: str) -> int:
    """How many bytes the file at ``path`` may have."""
    return MAX_YAML_BYTES if path.lower().endswith(YAML_SUFFIXES) else MAX_BYTES


def too_large(path: str, most: int) -> Rejected:
    """What is said of a file of more than so many bytes."""
    return Rejected.of(Why.LARGE, path, f"is larger than {most // (1024 * 1024)} MiB, so it was not read")


def read_source(path: str, project: tuple[str, ...] = ()) -> SourceFile | Rejected:
    """The checked text of the file at ``path``, a regular one of at most ``max_bytes``. Never raises.

    ``project``: where what it names may be read.
    """
    try:
        data = files.read(path, max_bytes(path))
    except (FileNotFoundError, NotADirectoryError):
        return Rejected.of(Why.MISSING, path, "no such file")
    except files.TooLarge:
        return too_large(path, max_bytes(path))
    except OSError as error:
        said = error.strerror or str(error)
        return Rejected.of(Why.UNREADABLE, path, said if said.startswith("is ") else f"cannot be read: {said}")
    except ValueError:  # a NUL in the path
        return Rejected.of(Why.MISSING, path, "no such file")
    return check_source(path, data, project)


def check_source(path: str, data: bytes, project: tuple[str, ...] = ()) -> SourceFile | Rejected:
    """``data`` as a SourceFile when it is text that pipelint takes. A byte order mark stays."""
    if len(data) > max_bytes(path):
        return too_large(path, max_bytes(path))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Rejected.of(Why.BINARY, path, "is UTF-16: configs are read as UTF-8")
    nul = data.find(b"\0")
    if nul >= 0:
        return Rejected.of(Why.BINARY, path, f"is a binary file: a NUL byte at offset {nul}")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _not_utf8(path, data, error)
    return SourceFile(path, data, project)


def is_template(data: bytes) -> bool:
    """Whether a program fills lines of a text in (Jinja, ERB, Helm, a shell): what the config will be is not known then."""
    return (
        has_statements(data)
        or (b"{{" in data and _VALUE.search(b"\n" + data) is not None)
        or (
            b"$" in data
            and any(line.lstrip().startswith(b"$") for line in data.splitlines())
            and _VARIABLE.search(b"\n" + data) is not None
        )
    )


def has_statements(data: bytes) -> bool:
    """Whether a program decides on lines of a text: of one that it only fills values into the rest is known."""
    return (b"{{" in data or b"{%" in data or b"<%" in data) and _STATEMENT.search(b"\n" + data) is not None


def is_blank(data: bytes) -> bool:
    """Whether there is nothing but blanks and whole-line ``#`` comments."""
    lines = data.removeprefix(BOM).splitlines()
    return all(not line.strip() or line.lstrip().startswith(b"#") for line in lines)


def _not_utf8(path: str, data: bytes, error: UnicodeDecodeError) -> Rejected:
    # One "?" for each bad byte, so that offsets still hold and the line can be shown.
    loose = data.decode("utf-8", "surrogateescape")
    shown = loose.translate(dict.fromkeys(range(0xDC80, 0xDD00), "?")).encode()
    span = Span(error.start, max(error.end, error.start + 1))
    bad = " ".join(f"0x{byte:02x}" for byte in span.cut(data)[:4])
    problem = Problem(path, f"is not UTF-8: bad byte {bad}", SourceFile(path, shown), span)
    return Rejected(Why.ENCODING, problem, shown)


def read_file(path: str, stdin: bytes | None) -> SourceFile | str:
    """The checked text of the file at ``path``, or of ``stdin`` where that is given; or in words what is wrong."""
    read = read_source(path) if stdin is None else check_source(path, stdin)
    return read if isinstance(read, SourceFile) else read.problem.message
