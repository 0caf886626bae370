"""Which program runs a config."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.engines.launch import Launch, LaunchError
from pipelint.engines.parts import parts_of

if TYPE_CHECKING:
    from pipelint.language.config import Config


def launch_of(config: Config) -> Launch:
    """How the engine of a config is run. Raises LaunchError for one that cannot be, and for a config with errors."""
    if not Path("/proc/self").exists():
        raise LaunchError("engines can be measured on Linux alone (there is no /proc)")
    launch = parts_of(config).launch
    if launch is None:
        raise LaunchError(f"{config.engine.name} cannot be run by pipelint")
    if config.errors:
        raise LaunchError(f"it does not parse: {config.errors[0].message}", config.errors[0].place)
    if config.includes:
        raise LaunchError("an include could not be read", config.includes[0].place)
    return launch


def program_of(launch: Launch, words: Sequence[str]) -> list[str]:
    """The words that start an engine: those given, or those of the installed one. Raises LaunchError where there is none."""
    if not words:
        for name in launch.programs:
            if (found := shutil.which(name)) is not None:
                return [found]
        raise LaunchError(
            f"no engine is installed: none of {', '.join(launch.programs)} was found (name one with --engine-command)"
        )
    found = shutil.which(words[0])
    if found is None:
        raise LaunchError(f"{words[0]}: no such program (--engine-command)")
    # It runs in another folder.
    rest = [str(Path(word).absolute()) if not word.startswith("-") and Path(word).exists() else word for word in words[1:]]
    return [str(Path(found).absolute()), *rest]
