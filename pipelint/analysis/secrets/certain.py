"""Names of parameters that surely hold a secret: what rules report. What outputs hide goes by ``names``, which guesses."""

from __future__ import annotations

# Declared as secret by the plugins that are known, less what identifies rather than authenticates (ids of keys, roles,
# thumbprints), and names that plugins use without the mark.
_CERTAIN = frozenset({"api_key", "cloud_auth", "password", "secret_access_key", "ssl_key_passphrase"})
CERTAIN = {
    "fluentd": _CERTAIN
    | {"aws_sec_key", "aws_ses_token", "ca_private_key_passphrase", "client_key_pass", "encryption_key", "hec_token"}
    | {"private_key_passphrase", "remote_password", "sasl_aws_msk_iam_secret_key_id", "service_client_secret_key", "shared_key"}
    | {"sse_customer_key", "ssl_client_cert_key_password", "ssl_key_pass_phrase", "tls_client_private_key_passphrase"}
    | {"tls_private_key_passphrase"},
    "logstash": _CERTAIN
    | {"ssl_keystore_password", "ssl_truststore_password", "token", "jdbc_password", "consumer_secret", "oauth_token_secret"},
}
"""Names of parameters that hold a secret wherever they stand, by engine."""
