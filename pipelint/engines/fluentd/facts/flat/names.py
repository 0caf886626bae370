"""Which flat parameters of Fluentd 0.12 are translated into which sections, and how they are called there.

From Fluentd 1.16: ``lib/fluent/plugin_helper/compat_parameters.rb``. Which plugin translates them is said in its file (``flat``).
A name without a translation ("") becomes part of another parameter.
"""

from __future__ import annotations

from collections.abc import Mapping

BUFFER: Mapping[str, str] = {
    "buffer_type": "@type",
    "buffer_path": "path",
    "num_threads": "flush_thread_count",
    "flush_interval": "flush_interval",
    "try_flush_interval": "flush_thread_interval",
    "queued_chunk_flush_interval": "flush_thread_burst_interval",
    "disable_retry_limit": "retry_forever",
    "retry_limit": "retry_max_times",
    "max_retry_wait": "retry_max_interval",
    "buffer_chunk_limit": "chunk_limit_size",
    "buffer_queue_limit": "queue_limit_length",
    "buffer_queue_full_action": "overflow_action",
    "flush_at_shutdown": "flush_at_shutdown",
    "time_slice_format": "",
    "time_slice_wait": "timekey_wait",
    "timezone": "timekey_zone",
}
PARSE: Mapping[str, str] = {
    "format": "",
    "types": "",
    "types_delimiter": "",
    "types_label_delimiter": "",
    "keys": "keys",
    "time_key": "time_key",
    "time_format": "time_format",
    "localtime": "",
    "utc": "",
    "delimiter": "delimiter",
    "keep_time_key": "keep_time_key",
    "null_empty_string": "null_empty_string",
    "null_value_pattern": "null_value_pattern",
    "json_parser": "json_parser",
    "label_delimiter": "label_delimiter",
    "format_firstline": "format_firstline",
    "message_key": "message_key",
    "with_priority": "with_priority",
    "message_format": "message_format",
    "rfc5424_time_format": "rfc5424_time_format",
}
FORMAT: Mapping[str, str] = {
    "format": "@type",
    "delimiter": "delimiter",
    "force_quotes": "force_quotes",
    "keys": "keys",
    "fields": "fields",
    "json_parser": "json_parser",
    "label_delimiter": "label_delimiter",
    "output_time": "output_time",
    "output_tag": "output_tag",
    "localtime": "localtime",
    "utc": "utc",
    "timezone": "timezone",
    "message_key": "message_key",
    "add_newline": "add_newline",
    "output_type": "output_type",
}
INJECT: Mapping[str, str] = {
    "include_time_key": "",
    "time_key": "time_key",
    "time_format": "time_format",
    "timezone": "timezone",
    "include_tag_key": "",
    "tag_key": "tag_key",
    "localtime": "",
    "utc": "",
}
TABLES: Mapping[str, Mapping[str, str]] = {"buffer": BUFFER, "parse": PARSE, "format": FORMAT, "inject": INJECT}
