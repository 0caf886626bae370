"""``pipelint init``: writes a settings file after looking at the repository."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.cli.option import Annotated, Argument, Exit, Option
from pipelint.cli.outputs import put
from pipelint.cli.overrides import UNREADABLE
from pipelint.cli.print_line import print_line

if TYPE_CHECKING:
    from pipelint.language.config import Config

FILE = "pipelint.toml"


def init(
    folder: Annotated[Path, Argument("Folder to inspect and to write the file to.")] = Path(),
    force: Annotated[bool, Option("--force", "Overwrite an existing file.")] = False,
) -> None:
    """Write a commented pipelint.toml for the configs found here."""
    from pipelint.checker import load
    from pipelint.settings.starter import starter

    target = folder / FILE
    if not folder.is_dir():
        print_line(f"{folder}: error: no such folder")
        raise Exit(UNREADABLE)
    if target.exists() and not force:
        print_line(f"{target}: error: already exists (--force overwrites it)")
        raise Exit(UNREADABLE)
    configs = load([str(folder)]).configs
    seen = _seen(configs)
    if wrong := put(target, starter(seen)):
        print_line(f"{target}: error: {wrong}")
        raise Exit(UNREADABLE)
    engines = sorted({config.engine.name for config in configs})
    found = f"{len(configs)} config{'s' if len(configs) != 1 else ''} found" + (f" ({', '.join(engines)})" if engines else "")
    said = "; set to match them: " + ", ".join(f"{name} = {value}" for name, value in seen.items()) if seen else ""
    print_line(f"{target}: written; {found}{said}")


def _seen(configs: Sequence[Config]) -> dict[str, str]:
    """The settings that the configs and their manifests answer, by their dotted names."""
    from pipelint.settings.around.guess import container_runtime, engine_versions

    runtime = container_runtime(configs)
    found = {f"target-version.{engine}": version for engine, version in sorted(engine_versions(configs).items())}
    found |= {} if runtime is None else {"traffic.runtime": runtime}
    return {name: f'"{value}"' for name, value in found.items()}
