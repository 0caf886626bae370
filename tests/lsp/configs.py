"""Configs that the tests of the language server open."""

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
