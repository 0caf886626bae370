"""Configs full of secrets, one of each kind, in both engines' syntax and in every kind of file that a config may stand in.

All values were made up for these tests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

# By kind.
SECRETS: Mapping[str, str] = {
    "password": "Zq7-plain-Kd9",
    "password with blanks": "Two words 4 Zk",
    "misspelt password": "Mis5pelt-Vv2",
    "token": "tok-Ab12-Cd34-Ef56",
    "api key": "0f9e8d7c6b5a-key",
    "passphrase": "open-Sesame-77x",
    "short password": "Wq9",
    "declared by the plugin": "declared_Only_81",
    "bearer": "bear3r.Hd8f.Qm2k",
    "basic": "d3JpdGVyOkg0cmRUb0d1ZXNz",
    "header with a key": "hdr-K3y-Ju7h",
    "login in a URL": "urlPa55-Lm4",
    "login in a list": "listPa55-Np6",
    "account key": "QWNjb3VudEtleTEyMzQ1Njc4OTA=",
    "shared access key": "U2hhcmVkQWNjZXNzS2V5OTg3NjU0MzIx=",
    "password of JDBC": "jdbcPa55-Rt8",
    "jaas": "jaasPa55-Sv1",
    "AWS key id": "AKIAJ5Q7ZT2MWX4RNB6C",
    "AWS secret": "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",
    "GitHub token": "ghp_Yx3kT8wX2bQ5rL9vN3mZ7cJ1hG4fD6sA0pYe",
    "Slack token": "xoxb-294857103948-Kw8sPq2Lx7",
    "Slack webhook": "T02AB34CD/B05EF67GH/Jk9LmN0pQrStUvWx",
    "JWT": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI5MTgyNzM2NDU1In0.Q7wErT9yUiOpAsDf",
    "private key": "MIIEpAIBAAKCAQEAu1SU1LfVLPHCozMx",
    "last line of the key": "H2Oz4gn6f9dN3ELxQ8pV0sUw6Yt5RzKq",
    "default of a variable": "defau1t-Gh5j",
    "commented out": "c0mmented-Out-31",
}

FLUENTD = """\
<source>
  @type tail
  path /var/log/app.log
  tag app
  # password {commented out}
  <parse>
    @type json
    time_format %Y-%m-%dT%H:%M:%S.%NZ
  </parse>
</source>
<filter app>
  @type record_transformer
  # token "{commented out}"
  remove_keys a
  <record>
    id {AWS key id}
    note {AWS secret}
    git {GitHub token}
    chat {Slack token}
    hook https://hooks.slack.com/services/{Slack webhook}
    session {JWT}
    pem "-----BEGIN RSA PRIVATE KEY-----
{private key}
{last line of the key}
-----END RSA PRIVATE KEY-----"
  </record>
</filter>
<match app>
  @type copy
  <store>
    @type elasticsearch
    hosts https://writer:{login in a URL}@es:9200,https://w:{login in a list}@es2:9200
    user writer
    password {password}
    passwrod {misspelt password}
    api_key "{api key}"
    client_key_pass "{password with blanks}"
    ssl_key_passphrase {passphrase}
    custom_headers {{"Authorization":"Bearer {bearer}","X-Api-Key":"{header with a key}"}}
    reload_on_failure yes please
  </store>
  <store>
    @type s3
    aws_key_id {declared by the plugin}
    aws_sec_key {short password}
    buffer_type file
    buffer_path /var/x
    flush_interval 5s
  </store>
  <store>
    @type http
    endpoint http://collector
    headers {{"authorization":"Basic {basic}"}}
    token {token}
    azure_url DefaultEndpointsProtocol=https;AccountName=logs;AccountKey={account key};EndpointSuffix=x
    connection_string Endpoint=sb://ns/;SharedAccessKeyName=Root;SharedAccessKey={shared access key}
    jdbc jdbc:mysql://db/logs?user=w&password={password of JDBC}
    rdkafka_options {{"sasl.jaas.config":"Plain required username=\\"u\\" password=\\"{jaas}\\";"}}
    secret_key "#{{ENV['KEY'] || '{default of a variable}'}}"
  </store>
</match>
"""
LOGSTASH = """\
input {{
  beats {{ port => 5044 ssl_enabled => yes }}
  http_poller {{
    # password => "{commented out}"
    urls => {{ poll => {{ url => "https://u:{login in a URL}@api/x" headers => {{ "Authorization" => "Bearer {bearer}" }} }} }}
    schedule => {{ every => "5s" }}
  }}
  jdbc {{
    jdbc_connection_string => "jdbc:mysql://db/logs?user=w&password={password of JDBC}"
    jdbc_password => "{password with blanks}"
    statement => "select 1"
  }}
  kafka {{ sasl_jaas_config => 'Plain required username="u" password="{jaas}";' topics => ["a"] }}
  azure_event_hubs {{
    event_hub_connections => ["Endpoint=sb://ns/;SharedAccessKeyName=R;SharedAccessKey={shared access key};EntityPath=a"]
    storage_connection => "DefaultEndpointsProtocol=https;AccountName=logs;AccountKey={account key};EndpointSuffix=x"
  }}
}}
filter {{
  fingerprint {{ key => "{declared by the plugin}" }}
  if [headers][x-api-key] == "{header with a key}" {{
    mutate {{
      add_field => {{
        "id" => "{AWS key id}"
        "note" => "{AWS secret}"
        "git" => "{GitHub token}"
        "chat" => "{Slack token}"
        "hook" => "https://hooks.slack.com/services/{Slack webhook}"
        "session" => "{JWT}"
      }}
      add_tag => "-----BEGIN PRIVATE KEY-----
{private key}
{last line of the key}
-----END PRIVATE KEY-----"
    }}
  }}
  date {{ match => ["time", "dd/MMM/YYYY:hh:mm:ss"] timezone => "UTC" }}
}}
output {{
  elasticsearch {{
    hosts => ["https://es:9200", "https://w:{login in a list}@es2:9200"]
    user => "writer"
    password => "{password}"
    passwrod => "{misspelt password}"
    api_key => '{api key}'
    ssl_key_passphrase => "{passphrase}"
    ssl_keystore_password => {short password}
    custom_headers => ["Authorization", "Basic {basic}"]
    ssl => true
  }}
  http {{ url => "http://c" http_method => "post" token => "{token}" secret_key => "${{KEY:{default of a variable}}}" }}
}}
"""
CONFIGS = {"fluentd": FLUENTD, "logstash": LOGSTASH}
NAMES = {"fluentd": "fluent.conf", "logstash": "logstash.conf"}

WORKLOAD = """\
---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: collector}}
spec:
  template:
    spec:
      volumes:
      - name: config
        configMap: {{name: logging}}
      containers:
      - name: collector
        image: {image}
        args: ["--api-token", "argument-Xy34"]
        env:
        - name: ES_PASSWORD
          value: variab1e-Bn7m
        - {{name: API_TOKEN, value: "f1ow-Cv8b"}}
        volumeMounts:
        - {{name: config, mountPath: {mount}}}
        resources: {{limits: {{cpu: "1"}}}}
---
apiVersion: v1
kind: Secret
metadata: {{name: other}}
stringData:
  anything: str1ngdata-Tg6
"""
AROUND = {"argument": "argument-Xy34", "variable": "variab1e-Bn7m", "flow": "f1ow-Cv8b", "Secret": "str1ngdata-Tg6"}
_IMAGES = {
    "fluentd": ("fluent/fluentd:v1.16", "/fluentd/etc"),
    "logstash": ("docker.elastic.co/logstash/logstash:8.14.0", "/usr/share/logstash/pipeline"),
}
HOSTS = ("plain", "yaml", "json")


def secrets_of(side: str = "") -> dict[str, str]:
    """The secrets; those of another ``side`` are others that look alike."""
    return {kind: value[:-2] + side if side else value for kind, value in SECRETS.items()}


def config(engine: str, secrets: Mapping[str, str] = SECRETS) -> str:
    """The config of an engine with these secrets."""
    return CONFIGS[engine].format(**secrets)


def hosted(engine: str, host: str, text: str) -> tuple[str, str]:
    """The name of a file that holds a config, and what is in it."""
    if host == "plain":
        return NAMES[engine], text
    if host == "json":
        manifest = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "logging"}, "data": {NAMES[engine]: text}}
        return "configmap.json", json.dumps(manifest)
    image, mount = _IMAGES[engine]
    lines = "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())
    head = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: logging}}\ndata:\n  {NAMES[engine]}: |\n"
    return "configmap.yaml", head + lines + WORKLOAD.format(image=image, mount=mount)


def leaks(text: str, *secrets: Mapping[str, str]) -> list[str]:
    """The kinds of which a part stands in a text."""
    found = [kind for each in (*secrets, AROUND) for kind, value in each.items() if needle(value) in text]
    return sorted(set(found))


def needle(value: str) -> str:
    """What is looked for of a secret: enough of it to be no accident."""
    return value[:10] if len(value) > 12 else value
