"""Entry: all that one run asked, printed and wrote; and its bytes in a file."""

from __future__ import annotations

import os

from pipelint.base.disk.asked import hash_of, holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FORM = b"pipelint cache 1\n"
_DIGITS = 10


class Entry:
    """What a run did. ``answers``: by question and its words; ``printed``: what went to which stream (1, 2), in that order;
    ``written``: paths of files, whether anything may be overwritten, and their bytes."""

    __slots__ = ("answers", "code", "printed", "written")

    def __init__(
        self,
        code: int,
        answers: Sequence[tuple[tuple[str | int, ...], str]],
        printed: Sequence[tuple[int, bytes]],
        written: Sequence[tuple[str, bool, bytes]],
    ) -> None:
        self.code, self.answers, self.printed, self.written = code, answers, printed, written

    def holds(self, words: Sequence[str]) -> bool:
        """Whether all questions have the same answers now. It only writes what the command line names."""
        named = {os.path.normpath(word.partition(":")[2]) for word in words}
        if any(os.path.normpath(path) not in named or (force and "--force" not in words) for path, force, _ in self.written):
            return False
        return all(holds(answer, str(asked[0]), *asked[1:]) for asked, answer in self.answers)


def pack(entry: Entry, key: str) -> bytes | None:
    """The bytes of the file ``key``, None for a run that asked about what is no path."""
    head = [str(entry.code), *(str(len(each)) for each in (entry.answers, entry.printed, entry.written))]
    for asked, answer in entry.answers:
        # Of each question its name, how many words, and these with their kind.
        head += (str(asked[0]), str(len(asked) - 1), *(f"{'#' if isinstance(word, int) else '.'}{word}" for word in asked[1:]))
        head.append(answer)
    for stream, data in entry.printed:
        head += (str(stream), str(len(data)))
    for path, force, data in entry.written:
        head += (path, "force" if force else "", str(len(data)))
    if any("\0" in part for part in head):
        return None
    first = "\0".join(head).encode("utf-8", "surrogatepass")
    blobs = [*(data for _, data in entry.printed), *(data for _, _, data in entry.written)]
    body = b"".join((b"%0*d" % (_DIGITS, len(first)), first, *blobs))
    return _FORM + _sum(key, body) + body


def unpack(data: bytes, key: str) -> Entry | None:
    """The entry in the bytes of the file ``key``; None where they are not what was written there."""
    start = len(_FORM) + len(_sum(key, b""))
    body = data[start:]
    if data[:start] != _FORM + _sum(key, body):
        return None
    try:
        size = _DIGITS + int(body[:_DIGITS])
        return _read(iter(body[_DIGITS:size].decode("utf-8", "surrogatepass").split("\0")), body[size:])
    except (ValueError, StopIteration):
        return None


def _read(head: Iterator[str], blobs: bytes) -> Entry:
    code, asked, printed, written = (int(next(head)) for _ in range(4))
    answers = []
    for _ in range(asked):
        name, words = next(head), [next(head) for _ in range(int(next(head)))]
        answers.append(((name, *(int(word[1:]) if word[0] == "#" else word[1:] for word in words)), next(head)))
    at = 0

    def blob() -> bytes:
        nonlocal at
        before, at = at, at + int(next(head))
        return blobs[before:at]

    said = [(int(next(head)), blob()) for _ in range(printed)]
    return Entry(code, answers, said, [(next(head), next(head) == "force", blob()) for _ in range(written)])


def _sum(key: str, body: bytes) -> bytes:
    return hash_of(key.encode() + body).encode()
