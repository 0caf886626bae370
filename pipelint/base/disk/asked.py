"""What a run asks of the machine and what it is told, written down so that a later run can ask the same again.

A run is its program, its command line and these answers: where all of them are the same, so is what it prints. Files are asked by
their bytes, never by their times. Loads nothing that Python has not loaded.
"""

from __future__ import annotations

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Asked = tuple[str | int, ...]
    F = TypeVar("F", bound=Callable[..., object])

_SHOWN = 40
"""Characters of an answer that stands for itself; of a longer one there is a hash."""


class Notes:
    """The answers of one run by their questions: the question's name, and the words it was asked with."""

    __slots__ = ("answers", "unrepeatable", "written")

    def __init__(self) -> None:
        self.answers: dict[Asked, str] = {}
        self.written: list[tuple[str, bool, bytes]] = []
        """The files that the run has written: the path, whether whatever lay there was to go, the bytes."""
        self.unrepeatable = False
        """Whether something else has a say in what comes out: then no other run need be alike."""

    def add(self, asked: Asked, answer: str) -> None:
        """Adds an answer. One that was another a moment ago belongs to no state of the machine."""
        if self.answers.setdefault(asked, answer) != answer:
            self.unrepeatable = True

    def join(self, others: Notes) -> None:
        """Adds what another process of the same run was told."""
        self.unrepeatable |= others.unrepeatable
        for asked, answer in others.answers.items():
            self.add(asked, answer)


notes: Notes | None = None
"""Where answers are written down, None where nobody wants them."""

_QUESTIONS: dict[str, Callable[..., object]] = {}
_STILL = frozenset(("is_folder", "is_file", "is_there", "listing", "real"))
"""Questions with short answers that many configs of one folder lead to."""
_moment: dict[Asked, tuple[object, str]] | None = None
_followed: dict[tuple[object, ...], tuple[object, Notes | None]] = {}
"""What follows from the answers of the moment, and the notes in which these stand."""


class AtOnce:
    """While it is entered, what lies in folders is as it was when it was first asked for. It may be entered within itself."""

    def __enter__(self) -> None:
        global _moment
        self._before = _moment
        if _moment is None:
            _moment = {}
            _followed.clear()

    def __exit__(self, *_: object) -> None:
        global _moment
        _moment = self._before


def question(function: F) -> F:
    """Has the answers of a function written down. Its words are a path or name and perhaps a text or number; what it answers is
    bytes, or has a ``repr`` that says all. OSError and ValueError are answers, too."""
    name = function.__name__
    _QUESTIONS[name] = function

    def still(*words: str | int) -> object:
        if _moment is None:
            return ask(*words)
        asked = (name, *words)
        if asked not in _moment:
            answer = ask(*words)
            _moment[asked] = answer, "" if notes is None else _short(answer)
            return answer
        answer, said = _moment[asked]
        if notes is not None:
            notes.add(asked, said or _short(answer))
        return answer

    def ask(*words: str | int) -> object:
        if notes is None:
            return function(*words)
        try:
            answer = function(*words)
        except (OSError, ValueError) as error:
            notes.add((name, *words), _refusal(error))
            raise
        except BaseException:
            notes.unrepeatable = True
            raise
        notes.add((name, *words), _short(answer))
        return answer

    asking = still if name in _STILL else ask
    asking.__doc__ = function.__doc__
    return asking  # type: ignore[return-value]


def follows(function: F) -> F:
    """Has what follows from its words and from answers alone worked out once a moment. The words can be keys of a dictionary."""

    def worked_out(*words: object) -> object:
        if _moment is None:
            return function(*words)
        asked = (function, *words)
        known = _followed.get(asked)
        if known is None or known[1] is not notes:
            known = _followed[asked] = function(*words), notes
        return known[0]

    worked_out.__doc__ = function.__doc__
    return worked_out  # type: ignore[return-value]


def holds(answer: str, name: str, *words: str | int) -> bool:
    """Whether a question has this answer now."""
    function = _QUESTIONS.get(name)
    if function is None:
        return False
    try:
        return _short(function(*words)) == answer
    except (OSError, ValueError) as error:
        return _refusal(error) == answer
    except Exception:
        return False  # no answer at all


def begin() -> Notes:
    """Has answers written down from now on."""
    global notes
    notes = Notes()
    return notes


def end() -> None:
    """Has no more answers written down."""
    global notes
    notes = None


def unrepeatable() -> None:
    """Says that the run depends on more than its answers: a clock, or files that are read as they grow."""
    if notes is not None:
        notes.unrepeatable = True


def hash_of(data: bytes) -> str:
    """A hash that nobody finds a second text for; without ``hashlib``, which takes a third as long to load as Python."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    return blake2b(data, digest_size=20).hexdigest()


@question
def variable(name: str, /) -> str | None:
    """What the environment says."""
    return os.environ.get(name)


@question
def terminal(handle: int, /) -> int:
    """Columns of the terminal that is open as this number. Raises OSError where none is."""
    return os.get_terminal_size(handle).columns


@question
def environment(_: str = "", /) -> tuple[object, ...]:
    """All that it says, and the size of the terminal: what a library may go by."""
    try:
        size = tuple(os.get_terminal_size())
    except (OSError, ValueError):
        size = ()
    return *sorted(os.environ.items()), size


@question
def today(_: str = "", /) -> str:
    """The date where the user is, as 2026-01-31."""
    return time.strftime("%Y-%m-%d")


@question
def release(library: str, /) -> list[str]:
    """What is installed of a library: the names of folders that say which release, wherever they lie."""
    found = []
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        found += [each for each in names if each.endswith(".dist-info") and each.lower().startswith(f"{library}-")]
    return sorted(found)


def _short(answer: object) -> str:
    data = answer if isinstance(answer, bytes) else repr(answer).encode("utf-8", "surrogatepass")
    return hash_of(data) if isinstance(answer, bytes) or len(data) > _SHOWN else data.decode("utf-8", "surrogatepass")


def _refusal(error: OSError | ValueError) -> str:
    return f"{type(error).__name__} {getattr(error, 'errno', '')}"
