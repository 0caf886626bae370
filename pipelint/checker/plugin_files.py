"""Plugin files made of Ruby source: what ``pipelint plugin import`` writes."""

from __future__ import annotations

from pipelint.base.disk import files
from pipelint.base.text.document import SourceFile
from pipelint.data import data_folder
from pipelint.engines.registry import ENGINES
from pipelint.plugins.form.engine import MAX_FILE, SHARED
from pipelint.plugins.form.read import read_file
from pipelint.plugins.ruby.page import page
from pipelint.plugins.ruby.read import read_plugins


def plugin_files(folder: str) -> tuple[dict[str, str], list[str]]:
    """The texts of the files by their paths (``<engine>/<kind>-<name>.yaml``), and in words what was not read.

    Raises ModuleNotFoundError where the grammar of Ruby is not installed.
    """
    found, notes = read_plugins(folder, ENGINES.dialects())
    shared = {}
    for engine in dict.fromkeys(each.engine for each in found):
        path = files.join(data_folder("plugins"), engine, SHARED)
        shared[engine] = read_file(SourceFile(path, files.read(path)), "shared")
    texts: dict[str, str] = {}
    for each in found:
        text = page(each, shared[each.engine])
        if len(text.encode("utf-8")) > MAX_FILE:
            notes.append(f"{each.plugin.place}: what it declares is larger than a plugin file may be: it is left out")
        else:
            texts[f"{each.engine}/{each.plugin.kind}-{each.plugin.name}.yaml"] = text
    return texts, notes
