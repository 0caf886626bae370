"""Configs that the tests of the language server open."""

import json

# Nothing is found in it but that a time format has a literal Z.
FLUENTD = """\
<source>
  @type tail
  path /var/log/app.log
  pos_file /var/lib/app.pos
  tag app
  @label @OUT
  <parse>
    @type json
    time_format %Y-%m-%dT%H:%M:%S.%NZ
  </parse>
</source>
<label @OUT>
  <match **>
    @type forward
    <server>
      host collector.example
    </server>
    <buffer>
      @type file
      path /var/lib/buffer
    </buffer>
  </match>
</label>
"""

LOGSTASH = """\
input {
  beats { port => 5044 }
}
filter {
  if [service] == "app" {
    grok {
      match => { "message" => "^%{WORD:word}$" }
    }
  }
}
output {
  elasticsearch { hosts => ["https://es.example:9200"] }
}
"""

# Nothing is found in it.
FLUENT_BIT = """\
[SERVICE]
    Flush 1
    Parsers_File parsers.conf
[PARSER]
    Name  own
    Format json
[INPUT]
    Name tail
    Path /var/log/app.log
    Tag  app
    Parser own
[FILTER]
    Name  grep
    Match app
    Regex log a
[OUTPUT]
    Name  stdout
    Match *
"""

FLUENT_BIT_YAML = """\
service:
  flush: 1
parsers:
  - name: own
    format: json
pipeline:
  inputs:
    - name: tail
      path: /var/log/app.log
      tag: app
      parser: own
  filters:
    - match: app
      name: grep
      regex: log a
  outputs:
    - name: stdout
      match: '*'
"""

FLUENTD_YAML = """\
config:
  - source:
      $type: tail
      path: /var/log/app.log
      pos_file: /var/lib/app.pos
      tag: app
      $label: '@OUT'
      parse:
        $type: json
  - label:
      $name: '@OUT'
      config:
        - match:
            $tag: '**'
            $type: stdout
"""


def manifest(config: str, key: str = "fluent.conf") -> str:
    """A ConfigMap of a config, which begins on its line 6 (counted from 0) in column 4."""
    inner = "".join(f"    {line}\n" if line else "\n" for line in config.split("\n")[:-1])
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: pipeline\ndata:\n  {key}: |\n{inner}"


STYLES = ("plain file", "|", ">", "'", '"', "plain scalar")
"""How a config may stand in a file: as all of it, or in a ConfigMap as a scalar of each style."""


def styled(config: str, style: str, name: str) -> tuple[str, str]:
    """A file's name and its text with a config, which has no comment where it is a plain scalar. A line feed may become two."""
    if style == "plain file":
        return name, config
    lines = config.rstrip("\n").split("\n")
    folded = "".join(f"\n\n    {line}" for line in lines)[2:]
    match style:
        case "|":
            text = "|\n" + "".join(f"    {line}\n" for line in lines)
        case ">":
            text = f">\n{folded}\n"
        case "'":
            text = "'" + folded.lstrip().replace("'", "''") + "'\n"
        case '"':
            text = json.dumps(config) + "\n"
        case _:
            text = folded.lstrip() + "\n"
    return "map.yaml", f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: pipeline\ndata:\n  {name}: {text}"
