"""The plugins of a run that no plugin file describes: said once, in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pipelint.base.finding import Note
from pipelint.checker.named_files import NamedFiles
from pipelint.checker.result import Checked
from pipelint.facts.readings import is_known, meant_plugin
from pipelint.plugins.declarations import Declarations
from pipelint.plugins.team import knowing

_RULE = "unknown-plugin"  # the rule on those that may be misspelt: who does not ask for it does not ask for these either
_MOST = 8  # names in the line


def unknown_plugins(checked: Sequence[Checked], files: NamedFiles) -> Iterator[Note]:
    """The note on plugins that are not known, and like no known one, in all configs of a run; none where there are none."""
    uses: Counter[str] = Counter()
    first = ""
    for each in checked:
        if each.config.entry.sealed:
            continue
        found = list(_unknown(each, files))
        first = first or (each.config.name if found else "")
        uses.update(found)
    if not uses:
        return
    names = [name if count == 1 else f"{name} ({count} sections)" for name, count in uses.items()]
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    said = f"nothing is known of {', '.join(names[:_MOST])}{more}, so what they take is not checked; `pipelint plugin import`"
    yield Note(first, f"{said} writes plugin files from a gem's source (docs/plugins.md)", important=True)


def _unknown(checked: Checked, files: NamedFiles) -> Iterator[str]:
    config = checked.config
    with knowing(files.plugins(checked.settings)):
        engine, graph = config.engine.name, config.graph
        newest = Declarations(engine)
        strange = [stage for stage in graph.stages if not is_known(newest, graph, stage)]
        # Where the syntax is broken, what looks like a plugin may be none.
        if not strange or config.errors or not _asked(checked, engine):
            return
        yield from (f"{stage.kind.value} {stage.plugin}" for stage in strange if not meant_plugin(engine, stage))


def _asked(checked: Checked, engine: str) -> bool:
    # Imported here: most configs have known plugins only.
    from pipelint.rules.index import load_index

    rules = (rule for rule in load_index().rules if rule.name == _RULE and rule.engine in (engine, "any"))
    return any(checked.settings.selection.wants(rule) for rule in rules)
