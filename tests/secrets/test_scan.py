"""Which parts of a text are masked, whether it is a config, a manifest or neither; and which are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.document import Document, SourceFile
from pipelint.facts.secrets import scan as of_scan
from pipelint.facts.secrets.known import Read, Secrets
from pipelint.facts.secrets.masked import apart, masked
from pipelint.facts.secrets.names import Says, says
from pipelint.facts.secrets.scan import scan
from tests.compare.support import logstash
from tests.each import each


def shown(text: str) -> str:
    """A text in a file of its own, as it is shown."""
    raw = text.encode()
    document = Document.whole(SourceFile("x", raw))
    return Secrets().document(document, 0, len(raw)).decode().replace("••••", "*")


NAMES = {
    Says.PASSWORD: "password passwords passwd pwd user_pass dbPassword DB_PASSWORD es.password passphrase pass_phrase passwort "
    "passwrod pasword passowrd passwors pasphrase password2 password_plain sasl_jaas_config sasl.jaas.config",
    Says.KEY: "token api_token X-Auth-Token tokn toekn secret secert client_secret secret_id apikey api_key X-Api-Key apikye "
    "api_kye access_key aws_access_key_id aws_sec_key secretAccessKey sharedaccesskey AccountKey private_key privat_key "
    "shraed_key encryption_keys credentials credentials_json license_key community cookie webhook_token sas_token hash_salt",
    Says.LOGIN: "auth cloud_auth authorization Authorization proxy-authorization authorisation",
    Says.CONNECTION: "connection_string connectionString jdbc_connection_string storage_connection",
    Says.NOTHING: "token_type use_token max_tokens tokenizer password_file password_policy secretName secret_dir key_name "
    "message_key time_key key routing_key public_key partition_key kms_key_id auth_type auth_method authentication author path "
    "host user passport passive passed compass bypass pass_through taken broken keyword section secure select server connection",
}


@each("name, meaning", [(name, meaning) for meaning, names in NAMES.items() for name in names.split()])
def test_what_a_name_says(name: str, meaning: Says) -> None:
    assert says(name) is meaning


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Fluentd
        ("  password hunter2", "  password *"),
        ("  password hunter2 # c", "  password * # c"),
        ('  password "hunter 2" # c', '  password "*" # c'),
        ('  password "hun\\"ter2"', '  password "*"'),
        ("  password 12345", "  password *"),
        ('  headers {"Authorization":"Bearer abc123","X":"y"}', '  headers {"Authorization":"Bearer *","X":"y"}'),
        ("  headers Authorization:abc123,X:y", "  headers Authorization:*,X:y"),
        ("  # password hunter2", "  # password *"),
        ("password \"#{ENV['X'] || 'hunter2'}\"", "password \"#{ENV['X'] || '*'}\""),
        ("password \"#{ENV.fetch('X', 'hunter2')}\"", "password \"#{ENV.fetch('X', '*')}\""),
        # Logstash
        ('password => "hunter2"', 'password => "*"'),
        ("password => 'hunter2' user => 'x'", "password => '*' user => 'x'"),
        ('"password" => hunter2 }', '"password" => * }'),
        ('password =>\n  "hunter2"', 'password =>\n  "*"'),
        ('tokens => ["one1", "two2"]', 'tokens => ["*", "*"]'),
        ('password => "${ES:hunter2}"', 'password => "${ES:*}"'),
        ('if [headers][x-api-key] == "hunter2" {', 'if [headers][x-api-key] == "*" {'),
        # Strings inside of strings
        ('x "{\\"password\\":\\"hunter2\\"}"', 'x "{\\"password\\":\\"*\\"}"'),
        ('config \'a username="u" password="hunter2";\'', 'config \'a username="u" password="*";\''),
        # A quote that is no longer open ends nothing: the value may go on after it
        ("user => 'x' password => \"hunter2\"'rest\"", "user => 'x' password => \"*"),
        # URLs and addresses
        ("hosts https://u:hunter2@h:9200/x,http://h2", "hosts https://u:*@h:9200/x,http://h2"),
        ("hosts https://u:hun@ter@h:9200/x", "hosts https://u:*@h:9200/x"),
        ("hosts https://u:hun#2/x@h:9200/x", "hosts https://u:*@h:9200/x"),
        ("url redis://:hunter2@redis", "url redis://:*@redis"),
        ("x jdbc:mysql://h/d?user=u&password=hunter2&a=b", "x jdbc:mysql://h/d?user=u&password=*&a=b"),
        ("x jdbc:oracle:thin:scott/tiger@h:1521", "x jdbc:oracle:thin:scott/*@h:1521"),
        ("c AccountName=a;AccountKey=abc+/==;X=y", "c AccountName=a;AccountKey=*;X=y"),
        ("connection_string Endpoint=sb://n/;SharedAccessKey=abc=", "connection_string Endpoint=sb://n/;SharedAccessKey=*"),
        ("connection_string whole-thing", "connection_string *"),
        ("https://x/?sig=abc%3D&sv=1", "https://x/?sig=*&sv=1"),
        # Shapes
        ("a: Bearer abc.def-123", "a: Bearer *"),
        ("x ghp_abcdefghij0123456789", "x *"),
        ("x glpat-abcdefghij0123456789", "x *"),
        ("x AKIAIOSFODNN7EXAMPLE", "x *"),
        ("x wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY x", "x * x"),
        (
            "k |\n  -----BEGIN EC PRIVATE KEY-----\n  MHcC\n  AQEE\n  -----END EC PRIVATE KEY-----",
            "k |\n  -----BEGIN EC PRIVATE KEY-----\n  *\n  *\n  -----END EC PRIVATE KEY-----",
        ),
        # YAML and manifests
        ("password: hunter2 # c", "password: * # c"),
        ("{user: u, password: hunter2}", "{user: u, password: *}"),
        ('{"password": 12345}', '{"password": *}'),
        ("token: |\n  one1\n  two2\nx: y", "token: |\n  *\n  *\nx: y"),
        ("- name: ES_PASSWORD\n  value: hunter2", "- name: ES_PASSWORD\n  value: *"),
        ("- value: hunter2\n  name: ES_PASSWORD", "- value: *\n  name: ES_PASSWORD"),
        ('{"name": "API_KEY", "value": "hunter2"}', '{"name": "API_KEY", "value": "*"}'),
        ('args: ["--api-token", "hunter2", "--x=y"]', 'args: ["--api-token", "*", "--x=y"]'),
        ("- --password=hunter2", "- --password=*"),
        ("kind: Secret\ndata:\n  a: aHVudGVyMg==\n  b: |\n    c\nx: y", "kind: Secret\ndata:\n  a: *\n  b: |\n    c\nx: y"),
        ("export DB_PASSWORD=hunter2", "export DB_PASSWORD=*"),
    ],
)
def test_what_is_hidden(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_many_names_in_a_short_text_hide_no_more_than_secrets() -> None:
    # Each of them has all that follows on its line as its value.
    variable = 'password => "${ES_PASSWORD}"'
    assert shown("password=" * 200 + f"hunter2\n{variable}").splitlines() == ["password=*", variable]


@pytest.mark.parametrize(
    "text",
    [
        'ssl => true\nuse_token => true\nauth => false\ncookies => true\npassword => ""\n',
        "token_type bearer\npassword_file /etc/x\nkey_name log\nauth_type basic\nauth plain\n",
        'password => "${ES_PASSWORD}"\n"Authorization" => "Bearer ${TOKEN}"\ntoken => "%{[@metadata][token]}"\n',
        "password \"#{ENV['ES_PASSWORD']}\"\npassword \"#{File.read('/run/secrets/es')}\"\npassword ${record['x']}\n",
        "password <password>\npassword changeme\npassword xxxx\npassword {{ .Values.password }}\npassword __PASSWORD__\n",
        "client_key /fluentd/tls/client.key\nprivate_key ./key.pem\ntoken_path /var/run/token\ntoken /var/run/secrets/token\n",
        'types password:string,code:integer\nremove_field => ["password", "token"]\nkeys password,token\n',
        'match => { "message" => "%{DATA:password} password=(?<password>\\S+)" }\nexpression /token=(?<token>[^&]+)/\n',
        "# the password is stored in a vault\n# tokens are described at https://example.org\n",
        'convert => { "token" => "integer" }\ntoken => "[auth][token]"\nif [auth] == "failed" {\n',
        "- name: ES_PASSWORD\n  valueFrom:\n    secretKeyRef: {name: es, key: password}\n- name: HOME\n  value: /root\n",
        "proxy http://proxy:3128/a@b\nmail a@b.org\nhosts https://user@host,https://u:${P}@h\n",
        "Bearer authentication is used, or Basic Authentication\n",
        f"image x@sha256:{'0123456789abcdef' * 4}\ncommit 0123456789abcdef0123456789abcdef01234567\n",
        'password = record["x"]\npassword = event.get("x")\n',
        'if "elevated_token" == "Yes"{\nif [token] == "true"{\n',
    ],
)
def test_what_is_not(text: str) -> None:
    assert shown(text) == text


def test_settings_that_name_fields_or_hold_no_text_hide_none() -> None:
    """Also those of a setting that is given twice, which are one."""
    text = """\
filter {
  mutate {
    rename => { "password" => "first_field" }
    rename => { "community" => "second_field" }
    convert => ["token", "integer_eu"]
    replace => { "token" => "hunter2" }
  }
}
output { s3 { secret_access_key => "hunter2" canned_acl => "private" } }
"""
    config = logstash(text)
    shown = Secrets([Read.of(config)]).document(config.documents[0], 0, len(text)).decode()
    assert shown == text.replace("hunter2", "••••")


@given(st.text(st.sampled_from("ab \n\t\"'\\{}[]()<>=:@/.,;#$%-_|password token Bearer")))
def test_any_text_can_be_scanned(text: str) -> None:
    raw = text.encode()
    found = scan(raw)
    ranges = apart([*found.named, *found.lines, *found.shaped])
    assert all(0 <= start < end <= len(raw) for start, end in ranges)
    # A mask takes no line away, and leaves what is between the secrets.
    hidden = masked(raw, ranges)
    assert hidden.count(b"\n") == raw.count(b"\n")
    at = 0
    for start, end in [*ranges, (len(raw), len(raw))]:
        assert raw[at:start] in hidden
        at = end


@given(
    st.text(st.sampled_from("a \n\\:#-@=")),
    st.lists(st.sampled_from(["password", "token", "ab", ":", "=", "-", "\n", "\\n", "- name:"])),
)
def test_words_amid_others_have_no_values(text: str, words: list[str]) -> None:
    raws = [text.encode(), " ".join(words).encode()]
    found = [scan(raw) for raw in raws]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(of_scan, "is_amid_words", lambda *_: False)
        assert found == [scan(raw) for raw in raws]
