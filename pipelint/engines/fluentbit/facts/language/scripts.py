"""Whether the script of a lua filter has the function that the filter calls.

Source: plugins/filter_lua/lua.c and src/flb_lua.c of Fluent Bit 5.1.1, which look for a global function of that name.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.engines.fluentbit.discovery.include import in_container
from pipelint.engines.fluentbit.discovery.named import named_target
from pipelint.engines.fluentbit.facts.compose import mounted
from pipelint.engines.fluentbit.plugins.refused import RefusalFact
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config

_NAME = late(r"[A-Za-z_]\w*")
_COMMENT = late(r"--[^\n]*")
# A global function may come from another file, or from a table of names.
_ELSEWHERE = late(r"\b(?:require|dofile|loadfile|load|loadstring|_G|setfenv|_ENV)\b")
_DEFINED = late(r"(?P<local>\blocal[ \t]+)?\bfunction[ \t\r\n]+(?P<name>[A-Za-z_]\w*)|\b(?P<set>[A-Za-z_]\w*)[ \t]*=(?!=)")


def missing_function(config: Config, stage: Stage) -> Iterator[RefusalFact]:
    """That the function is not there, where the script is at hand."""
    call = stage.block.param("call")
    filters = stage.plugin == "lua" and stage.kind in (Kind.FILTER, Kind.PROCESS) and not stage.block.open
    if not filters or call is None or call.embedded:
        return
    code = stage.block.param("code")
    text = _script(config, stage) if code is None else None if code.embedded else code.value
    if text is None or not _NAME.fullmatch(call.value):
        return
    plain = _COMMENT.sub(" ", text)
    if _ELSEWHERE.search(plain) is None and call.value not in set(_globals(plain)):
        what = stage.block.value("script") if code is None else "code"
        yield RefusalFact(f"{what} has no global function {call.value}", call.place, stage.block)


def _script(config: Config, stage: Stage) -> str | None:
    """The text of the script; None where it is not at hand."""
    param = stage.block.param("script")
    if param is None or param.embedded:
        return None
    target = named_target(param.value, {})
    there = mounted(config, param.value) if param.value.startswith("/") else ""
    others = [named_target(there, {})] if there else [*in_container(target)]
    for each in (target, *others):
        found = config.entry.bundle.resolve(each, config.entry.documents[0]).documents
        if found:
            return found[0].text.decode()
    return None


def _globals(text: str) -> Iterator[str]:
    for found in _DEFINED.finditer(text):
        if found["local"] is None:
            yield found["name"] or found["set"]
