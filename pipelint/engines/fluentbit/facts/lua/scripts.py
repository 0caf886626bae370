"""Whether the script of a lua filter has the function that the filter calls, and whether the time that it gives is taken.

Source: plugins/filter_lua/lua.c and src/flb_lua.c of Fluent Bit 5.1.1, which look for a global function of that name. With the
code 2 the filter keeps the event's time, with 1 it takes that of the function.
"""

from __future__ import annotations

import re
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
# The next function of the file, which begins at its left.
_NEXT = late(r"(?m)^(?:local[ \t]+)?function\b")
_KEEPS = late(r"\breturn\s+2\s*,\s*([A-Za-z_]\w*)\s*,")
# A name that gets what is called or computed, and no plain copy of another or of a number.
_MAKES = late(r"\b([A-Za-z_]\w*)[ \t]*=(?!=)[ \t]*([A-Za-z_]\w*)[ \t]*(?=[.:(\[+*/-])")
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


def lost_time(config: Config, stage: Stage) -> RefusalFact | None:
    """The name of the time that the function makes and returns with the code 2, if the script is at hand."""
    call = stage.block.param("call")
    if stage.plugin != "lua" or stage.block.open or call is None or call.embedded:
        return None
    code = stage.block.param("code")
    text = _script(config, stage) if code is None else None if code.embedded else code.value
    head = None if text is None else re.search(rf"\bfunction\s+{re.escape(call.value)}\s*\(\s*\w+\s*,\s*(\w+)\s*,", text)
    if text is None or head is None:
        return None
    after = _COMMENT.sub(" ", text[head.end() :])
    following = _NEXT.search(after)
    body = after if following is None else after[: following.start()]
    returned = {found[1] for found in _KEEPS.finditer(body)}
    made = {found[1] for found in _MAKES.finditer(body) if found[2] not in (head[1], found[1])}
    lost = sorted(returned & made)
    return RefusalFact(lost[0], call.place, stage.block) if lost else None


def script_text(config: Config, stage: Stage) -> str:
    """What a lua filter runs, "" where that is not at hand."""
    code = stage.block.param("code")
    if stage.plugin != "lua" or stage.block.open:
        return ""
    return (_script(config, stage) or "") if code is None else "" if code.embedded else code.value


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
