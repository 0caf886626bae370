"""How old a config is where no file names a version: its settings that are gone since, and what only a later version has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.graph.stage import Kind, Stage

# By plugin the settings that the first release of a version no longer takes: from the changelogs and declarations of its gem.
_GONE = {
    (Kind.OUTPUT, "elasticsearch"): {
        2: "bind_host bind_port cluster embedded embedded_http_port host index_type max_inflight_requests node_name port "
        "protocol",
        5: "max_retries retry_max_items",
        6: "flush_size idle_flush_time",
    },
    (Kind.SOURCE, "kafka"): {
        5: "black_list consumer_id consumer_restart_on_error consumer_restart_sleep_ms consumer_timeout_ms decoder_class "
        "fetch_message_max_bytes key_decoder_class queue_size rebalance_backoff_ms rebalance_max_retries reset_beginning "
        "topic_id white_list zk_connect",
    },
    (Kind.OUTPUT, "kafka"): {2: "broker_list key_serializer_class producer_type request_required_acks serializer_class"},
    (Kind.OUTPUT, "file"): {5: "message_format"},
    (Kind.SOURCE, "redis"): {5: "name queue"},
    (Kind.OUTPUT, "redis"): {6: "name queue"},
}
# Those of every filter or output, and of every input.
_GONE_OF_ALL = {
    Kind.FILTER: {2: "exclude_tags tags type"},
    Kind.OUTPUT: {2: "exclude_tags tags type"},
    Kind.SOURCE: {2: "charset debug format message_format"},
}
# The version in which a plugin came, and settings of the elasticsearch output.
_NEW = {"beats": 2, "http_poller": 2, "dissect": 5, "elastic_agent": 7, "jdbc_static": 6, "jdbc_streaming": 5, "pipeline": 6}
_NEW_SETTINGS = {"cloud_id": 7, "data_stream": 7, "ecs_compatibility": 7, "hosts": 2, "pipeline": 5, "ssl_enabled": 8}
# Where Logstash is installed before 5, and how Ruby code reads events since.
_OLD_HOME = "/opt/logstash/"
_EVENT_API = ("event.get(", "event.set(")


@dataclass(frozen=True, eq=False)
class GoneSettingFact:
    """A setting of the plugin ``owner`` that Logstash took before the version ``since`` (the first number), and refuses now."""

    name: str
    owner: str
    since: int
    place: Place


def gone_settings(stages: Iterable[Stage]) -> Iterator[GoneSettingFact]:
    """The settings that are gone, unless a plugin or setting beside them is newer than the last version that took them."""
    stages = list(stages)
    newest = max((_newest(stage) for stage in stages), default=0)
    for stage in stages:
        for versions in (_GONE.get((stage.kind, stage.plugin), {}), _GONE_OF_ALL.get(stage.kind, {})):
            for since, names in versions.items():
                owner = f"{stage.plugin} {'input' if stage.kind is Kind.SOURCE else stage.kind.value}"
                for name in names.split() if since > newest else ():
                    if (param := stage.block.params.get(name)) is not None:
                        yield GoneSettingFact(name, owner, since, param.name_place)


def has_old_home(stages: Iterable[Stage]) -> bool:
    """Whether one of them names a file in the folder that Logstash is installed in before 5."""
    return any(_OLD_HOME in stage.block.place.text for stage in stages)


def _newest(stage: Stage) -> int:
    """The version that a plugin needs at least; 0 where that is not known."""
    settings = _NEW_SETTINGS if stage.plugin == "elasticsearch" else {}
    found = [_NEW.get(stage.plugin, 0), *(version for name, version in settings.items() if name in stage.block.params)]
    if stage.plugin == "ruby" and any(word in stage.block.place.text for word in _EVENT_API):
        found.append(5)
    return max(found)
