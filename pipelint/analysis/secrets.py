"""Parameters whose values are secrets that stand in the config as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.late import late

# Declared with `secret: true` by the plugins that are known, less what identifies rather than authenticates (key ids, roles,
# thumbprints), plus names that plugins use without the mark.
_NAMES = frozenset(
    {
        "api_key",
        "aws_sec_key",
        "aws_ses_token",
        "ca_private_key_passphrase",
        "client_key_pass",
        "cloud_auth",
        "encryption_key",
        "hec_token",
        "password",
        "private_key_passphrase",
        "remote_password",
        "sasl_aws_msk_iam_secret_key_id",
        "secret_access_key",
        "service_client_secret_key",
        "shared_key",
        "sse_customer_key",
        "ssl_client_cert_key_password",
        "ssl_key_pass_phrase",
        "ssl_key_passphrase",
        "tls_client_private_key_passphrase",
        "tls_private_key_passphrase",
    }
)
_STAGES = frozenset({"store", "parse", "buffer", "format", "inject"})
# Not written yet, or filled in before Fluentd reads it: ${X}, $X, {{ .X }}, <password>, __X__, @X@, %X%, XXXX, ****,
# your_key, changeme.
_STAND_IN = late(
    r"\$.*|.*\{\{.*|.*\$\{.*|<.*>|__.*__|@.*@|%[^{].*%|.*[xX*]{4}.*|[xX*.]+"
    r"|(?i:nil|null|none|your[_ -].*|(?:change|replace)[_ -]?(?:me|it|this)|.*placeholder.*)"
)
_LOGIN = late(r"[a-z][a-z0-9+.-]*://[^\s/:@]+:(?P<password>[^\s/@]+)@", re.IGNORECASE)


def plain_secrets(block: Block) -> list[Param]:
    """The parameters of a plugin's section, and of those in it that are no plugins, that hold a password, key or token."""
    return [param for param in _params(block) if param.name in _NAMES and _is_plain(param, param.value)]


def plain_logins(block: Block) -> list[Param]:
    """The parameters that hold a URL with a user's name and password."""
    return [
        param
        for param in _params(block)
        # Most values are seen not to be a URL without compiling the pattern.
        if "://" in param.value
        and (found := _LOGIN.search(param.value)) is not None
        and _is_plain(param, found["password"])
    ]


def _params(block: Block) -> Iterator[Param]:
    yield from block.params.values()
    for inner in block.blocks:
        if inner.name not in _STAGES:
            yield from _params(inner)


def _is_plain(param: Param, value: str) -> bool:
    return not param.embedded and bool(value.strip()) and _STAND_IN.fullmatch(value.strip()) is None
