"""Reading: a message comes to the event loop whole. pygls asks another thread for each line of it, and each waits for a turn."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from typing import TYPE_CHECKING

from pygls import server
from pygls.io_ import StdinAsyncReader

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor
    from typing import BinaryIO

_LENGTH = re.compile(rb"Content-Length: (\d+)\r\n")


class MessageReader(StdinAsyncReader):
    """Gives the lines and the body of a message that its thread has read at once."""

    def __init__(self, stdin: BinaryIO, executor: ThreadPoolExecutor | None = None) -> None:
        super().__init__(stdin, executor)
        self._ahead = deque[bytes]()

    async def readline(self) -> bytes:
        """The next line; empty at the end of the input."""
        if not self._ahead:
            self._ahead = await asyncio.get_running_loop().run_in_executor(self.executor, self._message)
        return self._ahead.popleft()

    async def readexactly(self, n: int) -> bytes:
        """The body of the message whose lines were read."""
        return self._ahead.popleft()

    def _message(self) -> deque[bytes]:
        read, length = deque([self.stdin.readline()]), 0
        while read[-1].strip():
            found = _LENGTH.fullmatch(read[-1])
            length = int(found[1]) if found and not length else length
            read.append(self.stdin.readline())
        if length and read[-1]:
            read.append(self.stdin.read(length))
        return read


vars(server)["StdinAsyncReader"] = MessageReader
