"""Whether a version of Logstash knows a setting of logstash.yml or pipelines.yml.

Logstash does not start with one that it does not know (``settings.rb``: ``get_setting``, ``merge_pipeline_settings``).
"""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from functools import cache

from pipelint.base.disk import files
from pipelint.base.lean.record import dataclass
from pipelint.base.spelling import nearest

_FILE = files.join(files.folders(__file__)[0], "known.json")
_LAST = 1_000_000  # after all versions


@dataclass(frozen=True, slots=True)
class Refused:
    """Why Logstash refuses a setting.

    ``since`` is the first version that no longer knows it ("" if there is none such), ``first`` the first that knows it (""
    if none does or the version at hand is not before it), ``instead`` the setting to use, or the one that may be meant.
    ``one_pipeline``: it is known, but not for a single pipeline.
    """

    since: str = ""
    first: str = ""
    instead: str = ""
    one_pipeline: bool = False


def refused(name: str, version: int, *, in_list: bool) -> Refused | None:
    """Why Logstash refuses a setting, None if it does not.

    ``version`` is 1000 times the first number and the second (8019 for 8.19), 0 for any; ``in_list``: it stands in pipelines.yml.
    """
    known = _known()
    if name not in known:
        return Refused(instead=nearest(name, known))
    said = known[name]
    runs = (said.get("pipelines", ()), said["known"]) if in_list else (said["known"],)
    for run in runs:
        if not run:
            return Refused(one_pipeline=True)
        first, last = _number(run[0]), _number(run[1]) if len(run) > 1 else _LAST
        if (version or _LAST - 1) > last:
            return Refused(since=f"{last // 1000 + 1}.0", instead="".join(said.get("instead", "")))
        if version and version < first and _number(_OLDEST) < first:
            return Refused(first=run[0])
    return None


def outdated(name: str, value: str, others: Container[str], version: int, *, in_list: bool) -> str | None:
    """What a setting with this value is called now, "" where it has no effect any more, None where it is up to date.

    ``others`` are the settings beside it; ``version`` and ``in_list`` as above, 0 for one of which nothing is known.
    """
    if not version or name not in _known():
        return None
    instead = "".join(_known()[name].get("instead", ""))
    if instead in _known() and version >= _number(_known()[instead]["known"][0]):
        return instead
    # settings.rb, DEPRECATED_PIPELINE_OVERRIDE_SETTINGS; x-pack/lib/monitoring/monitoring.rb.
    reload = in_list and version >= 9003 and name in ("config.reload.automatic", "config.reload.interval")
    legacy = version >= 9000 and name in _MONITORING and value == "true" and _ALLOWS_MONITORING not in others
    return "" if reload or legacy else None


def is_taken(variable: str) -> bool:
    """Whether the images make a setting of a variable, dots and underscores aside (docker/data/logstash/env2yaml)."""
    return _plain(variable) in _plain_names()


@cache
def _plain_names() -> frozenset[str]:
    return frozenset(map(_plain, _known()))


def _plain(name: str) -> str:
    return name.lower().replace(".", "").replace("_", "")


_MONITORING = ("xpack.monitoring.enabled", "monitoring.enabled")
_ALLOWS_MONITORING = "xpack.monitoring.allow_legacy_collection"
_OLDEST = "6.8"  # the oldest version that the data speak of: what it knows may be older


@cache
def _known() -> Mapping[str, Mapping[str, Sequence[str]]]:
    found: Mapping[str, Mapping[str, Sequence[str]]] = json.loads(files.read_own(_FILE))["settings"]
    return found


def _number(version: str) -> int:
    major, minor = version.split(".")
    return 1000 * int(major) + int(minor)
