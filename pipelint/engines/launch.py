"""How an engine is run on a config: what is asked of its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pipelint.base.finding import Edit
    from pipelint.base.text.document import Place
    from pipelint.graph.stage import Stage
    from pipelint.language.config import Config

Change = Callable[["Config"], "Edit | None"]
"""An edit of a config as it then is: each is made before the next is asked for. None where nothing is to be changed."""


class LaunchError(Exception):
    """Why a config cannot be run as asked, in words; ``place`` is what of it is the reason, where there is one."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


class Launch(Protocol):
    """Runs one engine. ``programs``: its program by name, and paths where packages put it, in the order in which they are tried.

    ``flush``: the signal that has it write out what its buffers hold, "" where there is none. ``warm_up``: seconds of CPU until
    it is as fast as it gets, for runs of a second.
    """

    @property
    def programs(self) -> Sequence[str]: ...

    @property
    def flush(self) -> str: ...

    @property
    def warm_up(self) -> float: ...

    def words(self, config: Config, file: str, folder: str, port: int) -> Sequence[str]:
        """What follows the program: it runs ``file``, writes into ``folder``, and is asked for statistics at ``port``."""
        ...

    def environment(self) -> Mapping[str, str]:
        """What is added to the environment."""
        ...

    def remarks(self, version: str) -> Sequence[str]:
        """What of that changes what is measured, in sentences. ``version``: its own word, as ``version`` found it."""
        ...

    def beside(self, config: Config) -> Mapping[str, bytes]:
        """Files that a run needs beside its config, by their names. Asked before ``changes``. Raises LaunchError."""
        ...

    def changes(self, config: Config, folder: str) -> Iterator[Change]:
        """What else than plugins has to change for a run that touches ``folder`` alone. Raises LaunchError."""
        ...

    def without(self, config: Config, stage: Stage) -> Iterator[Change]:
        """What takes a stage away, so that what comes before it stays as it is; nothing for a stage that cannot be missing."""
        ...

    def framed(self, stage: Stage) -> bool:
        """Whether a source is likely to read lines that a container runtime has framed."""
        ...

    def text(self, config: Config) -> tuple[str, bytes]:
        """The name and the text of one file with all of a config. Raises LaunchError where it does not fit into one."""
        ...

    def version(self, log: str) -> str:
        """What its log says of its version, "" where it does not."""
        ...

    def statistics(self, port: int) -> str:
        """The URL of what it says of its plugins, "" where it says nothing without being asked to in its config."""
        ...


def set_param(index: int, name: str, value: str) -> Change:
    """A parameter of the stage ``index`` of its graph."""
    return lambda now: now.engine.writer.set_param(now.graph.stages[index].block, name, value)


def remove_param(index: int, name: str) -> Change:
    """A parameter of it goes."""
    return lambda now: now.engine.writer.remove_param(now.graph.stages[index].block.params[name])


def remove_stage(index: int) -> Change:
    """It goes."""
    return lambda now: now.engine.writer.remove_block(now.graph.stages[index].block)
