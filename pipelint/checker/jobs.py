"""Work spread over processes: every item gives what it would give in one process, in the same order."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from pipelint.base.disk import asked
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.running.progress import step

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from pipelint.base.disk.asked import Notes

T = TypeVar("T")
R = TypeVar("R")

# Bytes of a number in the queue.
_TICKET = 4
# Bytes that every pipe holds at least (PIPE_BUF of POSIX).
_ROOM = 512
_FORKS = sys.platform.startswith("linux")
"""Elsewhere a fork of a running program is not safe (macOS) or not there (Windows): one process does all."""


class WorkerError(RuntimeError):
    """What went wrong in another process: its traceback, or how it ended."""


def spread(items: Sequence[T], do: Callable[[T], R], jobs: int, *, weights: Sequence[int], shared: Sequence[object]) -> list[R]:
    """What ``do`` makes of each item, in their order. Raises what it raises for the first item for which it does.

    Up to ``jobs`` processes work at a time, this one among them; each takes the next item when it has done one. ``weights``:
    about how long each item takes, in any unit.
    ``shared``: objects of this process that results refer to. They are not copied: what comes back from another process
    refers to the same objects, which matters where they are compared by identity.
    """
    jobs = min(jobs, len(items) - 1)
    if jobs < 2 or not _FORKS:
        return [do(item) for item in items]
    # The first item loads what all need: the other processes, made as copies of this one, then have it already.
    done = _Done({0: do(items[0])}, {})
    known = _Shared(shared)
    with _queue(weights) as numbers, _children(items, do, numbers, jobs - 1, known) as children:
        _run(items, do, numbers, done, jobs)
        for reader, process in children:
            try:
                theirs = cast("_Done[R]", known.load(reader.recv_bytes()))
            except EOFError:
                process.join()
                raise WorkerError(f"a worker process ended with {process.exitcode}") from None
            done.results.update(theirs.results)
            done.failures.update(theirs.failures)
            if asked.notes is not None and theirs.asked is not None:
                asked.notes.join(theirs.asked)
    if done.failures:
        failure = done.failures[min(done.failures)]
        told = WorkerError(failure.traceback)
        raise told if failure.error is None else failure.error from told
    return [done.results[number] for number in range(len(items))]


@contextmanager
def _queue(weights: Sequence[int]) -> Iterator[Callable[[], Sequence[int]]]:
    """What gives the process that asks the next numbers to work on, none when all are given: of all items but the first, the
    heaviest first, so that no long one is begun when the others are done.

    It is a pipe that all of them read from, filled before there is a second process, with no more than a pipe surely holds.
    """
    order = sorted(range(1, len(weights)), key=lambda number: -weights[number])
    step = -(-len(order) * _TICKET // _ROOM) or 1
    reader, writer = os.pipe()
    os.write(writer, b"".join(at.to_bytes(_TICKET, "big") for at in range(0, len(order), step)))
    os.close(writer)

    def take() -> Sequence[int]:
        ticket = os.read(reader, _TICKET)
        at = int.from_bytes(ticket, "big")
        return order[at : at + step] if ticket else ()

    try:
        yield take
    finally:
        os.close(reader)


@dataclass(frozen=True, slots=True)
class _Failure:
    """What an item raised; ``error`` is None where it cannot go through a pipe."""

    error: Exception | None
    traceback: str


@dataclass(frozen=True, slots=True)
class _Done(Generic[R]):
    """What a process has done, by the numbers of the items."""

    results: dict[int, R]
    failures: dict[int, _Failure]
    asked: Notes | None = None


def _run(items: Sequence[T], do: Callable[[T], R], take: Callable[[], Sequence[int]], done: _Done[R], processes: int = 0) -> None:
    """Works as long as there is something to do, also after an item that fails: the first of all is the one to raise.

    Of so many ``processes`` all are taken to be as far as this one; 0 for one that does not say how far it is.
    """
    while numbers := take():
        for number in numbers:
            try:
                done.results[number] = do(items[number])
            except Exception as error:
                import traceback

                done.failures[number] = _Failure(error, "".join(traceback.format_exception(error)))
            if processes:
                step("checked", min(len(done.results) * processes, len(items)), len(items))


@contextmanager
def _children(
    items: Sequence[T], do: Callable[[T], R], take: Callable[[], Sequence[int]], count: int, shared: _Shared
) -> Iterator[list[tuple[Connection, BaseProcess]]]:
    """Processes that work, each with the pipe that its results come through. None outlives this."""
    if sys.platform == "win32":
        raise WorkerError("there is no fork")  # spread has asked
    import multiprocessing

    context = multiprocessing.get_context("fork")
    children: list[tuple[Connection, BaseProcess]] = []
    try:
        for _ in range(count):
            reader, writer = context.Pipe(duplex=False)
            process = context.Process(target=_child, args=(writer, items, do, take, shared), daemon=True)
            process.start()
            # Only the child may hold this end, so that its end is seen as the end of the pipe.
            writer.close()
            children.append((reader, process))
        yield children
    finally:
        for reader, child in children:
            reader.close()
            child.terminate()
            child.join()


def _child(
    writer: Connection, items: Sequence[T], do: Callable[[T], R], take: Callable[[], Sequence[int]], shared: _Shared
) -> None:
    import signal

    # An interrupt is for the first process to speak of.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    done: _Done[R] = _Done({}, {})
    _run(items, do, take, done)
    for number, failure in done.failures.items():
        done.failures[number] = _portable(failure)
    writer.send_bytes(shared.dump(replace(done, asked=asked.notes)))
    writer.close()


def _portable(failure: _Failure) -> _Failure:
    """The failure without its error where that cannot be made again from what pickle writes of it."""
    import pickle

    try:
        again = pickle.loads(pickle.dumps(failure.error))
    except Exception:
        return replace(failure, error=None)
    return failure if type(again) is type(failure.error) else replace(failure, error=None)


class _Shared:
    """Objects that all processes have, by number: results refer to them and do not copy them."""

    def __init__(self, objects: Sequence[object]) -> None:
        self._objects = objects
        self._numbers = {id(each): number for number, each in enumerate(objects)}

    def dump(self, done: object) -> bytes:
        """The bytes that ``load`` reads in the process where the objects are."""
        import io
        import pickle

        numbers = self._numbers

        class Pickler(pickle.Pickler):
            def persistent_id(self, obj: object) -> int | None:
                return numbers.get(id(obj))

        stream = io.BytesIO()
        Pickler(stream, pickle.HIGHEST_PROTOCOL).dump(done)
        return stream.getvalue()

    def load(self, data: bytes) -> object:
        """What another process dumped."""
        import io
        import pickle

        objects = self._objects

        class Unpickler(pickle.Unpickler):
            def persistent_load(self, pid: int) -> object:
                return objects[pid]

        return cast("object", Unpickler(io.BytesIO(data)).load())
