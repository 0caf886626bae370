"""What rules report of secrets: those that surely are some, and stand in the config as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param

# Names of parameters that surely hold a secret; what outputs hide goes by ``names``, which guesses.
# Declared as secret by the plugins that are known, less what identifies rather than authenticates (ids of keys, roles,
# thumbprints), and names that plugins use without the mark.
_CERTAIN = frozenset({"api_key", "cloud_auth", "password", "secret_access_key", "ssl_key_passphrase"})
_CERTAIN_OF = {
    "fluentd": _CERTAIN
    | {"aws_sec_key", "aws_ses_token", "ca_private_key_passphrase", "client_key_pass", "encryption_key", "hec_token"}
    | {"private_key_passphrase", "remote_password", "sasl_aws_msk_iam_secret_key_id", "service_client_secret_key", "shared_key"}
    | {"sse_customer_key", "ssl_client_cert_key_password", "ssl_key_pass_phrase", "tls_client_private_key_passphrase"}
    | {"tls_private_key_passphrase"},
    "logstash": _CERTAIN
    | {"ssl_keystore_password", "ssl_truststore_password", "token", "jdbc_password", "consumer_secret", "oauth_token_secret"},
}
_STAGES = frozenset({"store", "parse", "buffer", "format", "inject"})


def plain_secrets(block: Block) -> list[Param]:
    """The parameters of a plugin's section, and of those in it that are no plugins, that hold a password, key or token."""
    return [param for param in _params(block) if _is_certain(param) and _is_written(param, param.value)]


def plain_logins(block: Block) -> list[Param]:
    """The parameters that hold a URL with a user's name and password."""
    return [param for param in _params(block) if any(_is_written(param, password) for password in passwords(param.value))]


def passwords(text: str) -> Iterator[str]:
    """The passwords of the logins in the URLs of a text."""
    if "://" not in text or "@" not in text:
        return
    # Imported here, as below: few configs have a URL with a login.
    from pipelint.facts.secrets.shapes import logins

    raw = text.encode("utf-8", "replace")
    yield from (raw[start:end].decode("utf-8", "replace") for start, end in logins(raw) if start < end)


def _is_certain(param: Param) -> bool:
    return param.name in _CERTAIN_OF["fluentd" if param.data is None else "logstash"]


def _is_written(param: Param, value: str) -> bool:
    """Whether a value is what is written there, and put in by nobody."""
    if param.embedded:
        return False
    from pipelint.facts.secrets.values import is_filled_in, may_stand_in

    return not (may_stand_in(value) if param.data is None else is_filled_in(value))


def _params(block: Block) -> Iterator[Param]:
    yield from block.params.values()
    for inner in block.blocks:
        if inner.name not in _STAGES and inner.name != "codec":
            yield from _params(inner)
