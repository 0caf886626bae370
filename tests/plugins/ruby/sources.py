"""Ruby sources of tests in a folder, and what is read of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipelint.base.text.document import SourceFile
from pipelint.checker.plugin_files import plugin_files
from pipelint.plugins.form.read import read_file


def texts(folder: Path, sources: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The files that are written of some sources, and the notes, without the folder's path."""
    for name, source in sources.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    files, notes = plugin_files(str(folder))
    return files, [note.replace(f"{folder}/", "") for note in notes]


def only(folder: Path, sources: Mapping[str, str] | str) -> tuple[dict[str, Any], str]:
    """What the one file says that is written of some sources, and its text."""
    files, _ = texts(folder, {"lib/plugin.rb": sources} if isinstance(sources, str) else sources)
    (name,) = files
    return read_file(SourceFile(name, files[name].encode()), "plugin"), files[name]


def fluentd(body: str, before: str = "") -> str:
    """The source of a filter."""
    lines = "\n".join(f"    {line}" for line in body.strip("\n").split("\n"))
    head = 'module Fluent::Plugin\n  class OursFilter < Filter\n    Fluent::Plugin.register_filter("ours", self)\n'
    return f"{before}{head}{lines}\n  end\nend\n"


def logstash(body: str, before: str = "") -> str:
    """The source of a filter."""
    return f'{before}class LogStash::Filters::Ours < LogStash::Filters::Base\n  config_name "ours"\n{body}\nend\n'
