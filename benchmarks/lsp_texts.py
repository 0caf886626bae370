"""Pipelines to type in: their text, plain and in a ConfigMap."""

from __future__ import annotations

LINES = 1_000

FLUENTD = """\
<source>
  @type tail
  path /var/log/app{n}/*.log
  pos_file /var/lib/fluentd/app{n}.pos
  tag app{n}.log
  @label @APP{n}
  <parse>
    @type regexp
    expression /^(?<time>[^ ]+) (?<level>[A-Z]+) (?<message>.*)$/
    time_format %Y-%m-%dT%H:%M:%S.%N%z
  </parse>
</source>
<label @APP{n}>
  <filter app{n}.**>
    @type grep
    <exclude>
      key level
      pattern /^DEBUG$/
    </exclude>
  </filter>
  <filter **>
    @type record_transformer
    <record>
      service app{n}
    </record>
  </filter>
  <match **>
    @type forward
    <server>
      host collector-{n}.example
    </server>
    <buffer tag>
      @type file
      path /var/lib/fluentd/buffer{n}
      flush_interval 5s
      chunk_limit_size 8m
    </buffer>
  </match>
</label>
"""

LOGSTASH = """\
  if [service] == "app{n}" {{
    grok {{
      match => {{ "message" => "^%{{TIMESTAMP_ISO8601:time}} %{{LOGLEVEL:level}} %{{GREEDYDATA:text}}" }}
      tag_on_failure => ["unparsed_{n}"]
    }}
    date {{
      match => ["time", "ISO8601"]
    }}
    mutate {{
      add_field => {{ "[app][name]" => "app{n}" }}
      remove_field => ["time"]
    }}
    if [level] == "DEBUG" {{
      drop {{ }}
    }}
  }}
"""


def fluentd(lines: int = LINES) -> str:
    """A Fluentd config: sources with a label each, of filters and an output."""
    groups = lines // FLUENTD.count("\n") + 1
    return "".join(FLUENTD.format(n=n) for n in range(groups))


def logstash(lines: int = LINES) -> str:
    """A Logstash pipeline: one branch a service."""
    groups = lines // LOGSTASH.count("\n") + 1
    middle = "".join(LOGSTASH.format(n=n) for n in range(groups))
    return f"input {{\n  beats {{ port => 5044 }}\n}}\nfilter {{\n{middle}}}\noutput {{\n  elasticsearch {{ }}\n}}\n"


def manifest(key: str, config: str) -> str:
    """A ConfigMap of a config."""
    inner = "".join(f"    {line}\n" for line in config.splitlines())
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: pipeline\ndata:\n  {key}: |\n{inner}"
