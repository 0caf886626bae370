"""Secrets that are known by how they look, whatever their name: logins in URLs, headers, tokens, private keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.facts.secrets.values import Range, is_open

# The services' own documentation says how their tokens look. Shorter ones are examples.
_TOKENS = late(
    rb"""(?<![A-Za-z0-9_])(?:"""
    rb"""gh[opusr]_[A-Za-z0-9]{10,}|github_pat_\w{10,}|glpat-[\w-]{10,}|xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}"""
    rb"""|(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza[\w-]{30,}|ya29\.[\w-]{10,}|eyJ[\w-]{6,1000}\.[\w-]{6,}(?:\.[\w-]*)?"""
    rb"""|[sr]k_(?:live|test)_\w{10,}|sk-[\w-]{20,}|npm_[A-Za-z0-9]{20,}|pypi-[\w-]{20,}|hv[sb]\.[\w-]{20,}"""
    rb"""|dop_v1_[0-9a-f]{20,}|SG\.[\w-]{10,200}\.[\w-]{10,}|NRAK-[A-Z0-9]{10,}|dapi[0-9a-f]{32}"""
    rb""")"""
)
_MARKS = (
    *(b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_", b"github_pat_", b"glpat-", b"xox", b"xapp-", b"AKIA", b"ASIA", b"AIza"),
    *(b"ya29.", b"eyJ", b"k_live_", b"k_test_", b"sk-", b"npm_", b"pypi-", b"hvs.", b"hvb.", b"dop_v1_", b"SG.", b"NRAK-"),
    b"dapi",
)
_WEBHOOK = late(
    rb"(?:hooks\.slack\.com/(?:services|workflows)|discord(?:app)?\.com/api/webhooks|\.webhook\.office\.com/webhookb2)/([^\s\"'<>]+)"
)
# What a header has after its scheme. A word of prose ("basic authentication") has no digit and no capital inside.
_HEADER = late(
    rb"(?i:\b(?:bearer|basic|splunk|apikey)[ \t]+)(?=[^\s\"']*(?:[0-9=]|[^\sA-Z\"'][A-Z]|[^\s\"']{20}))([\w.~+/=%-]{6,})"
)
# An AWS secret has forty characters of base64 without a mark of its own; hashes are hexadecimal, paths begin with a slash.
_FORTY = late(
    rb"(?<![A-Za-z0-9/+_.-])(?=[A-Za-z0-9+][A-Za-z0-9/+]{39}(?![A-Za-z0-9/+=_.-]))"
    rb"(?=\S{0,39}[A-Z])(?=\S{0,39}[a-z])(?=\S{0,39}[0-9]).{40}"
)
_PRIVATE_KEY = late(rb"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(.*?)(?:-----END |\Z)", re.DOTALL)
_ORACLE = late(rb"jdbc:oracle:[a-z0-9]+:[^/\s\"']{1,250}/([^@\s\"']{1,250})@")
# In the query of a URL. A value with other characters may be a pattern's, or a reference to what is put in.
_QUERY = late(
    rb"(?:https?://[^\s\"'?]{0,250}|/)\?(?:[^\s\"']{0,250}&)?(?i:password|passwd|(?:access_|auth_)?token|(?:dd-)?api[_-]?key|client_secret)="
    rb"([\w.~%+/-]{3,})(?=[&\s\"'#]|\Z)"
)
_NOT_URL = late(rb"[\s\"'<>`|]")
_LONGEST_URL = 1_000
# Digits and letters of a name that is a token of its own: https://TOKEN@host.
_TOKEN_NAME = late(rb"(?=.*[0-9])[A-Za-z0-9_-]{20,}")
_PORT = late(rb"[0-9]+(?=[/?#,])")


def shaped(text: bytes) -> Iterator[Range]:
    """The secrets in a text that their shape gives away. What references put in is none."""
    for start, end in _all(text):
        if start < end and not is_open(text[start:end]):
            yield start, end


def _all(text: bytes) -> Iterator[Range]:
    yield from logins(text)
    # Most texts are seen to have none of these without a regex, which would have to be compiled.
    if any(len(word) >= 40 for word in text.split()):
        yield from (found.span() for found in _FORTY.finditer(text))
    if any(mark in text for mark in _MARKS):
        yield from (found.span() for found in _TOKENS.finditer(text))
    lower = text.lower()
    for marks, pattern in (
        ((b"hooks.slack", b"/webhook"), _WEBHOOK),
        ((b"bearer", b"basic", b"splunk", b"apikey"), _HEADER),
        ((b"private key",), _PRIVATE_KEY),
        ((b"jdbc:oracle",), _ORACLE),
    ):
        if any(mark in lower for mark in marks):
            yield from (found.span(1) for found in pattern.finditer(text))


def logins(text: bytes) -> Iterator[Range]:
    """The passwords of the logins in URLs, also those that references put in."""
    at = text.find(b"://")
    while at >= 0:
        at += 3
        limit = min(len(text), at + _LONGEST_URL)
        if text.find(b"@", at, limit) >= 0:
            end = _NOT_URL.search(text, at, limit)
            yield from _login(text, at, end.start() if end else limit)
        at = text.find(b"://", at)


def queried(text: bytes) -> Iterator[Range]:
    """The passwords and tokens in the queries of URLs, or of their paths."""
    yield from (found.span(1) for found in _QUERY.finditer(text))


def _login(text: bytes, start: int, end: int) -> Iterator[Range]:
    """Of one URL, from after its scheme."""
    slash = min((at for mark in b"/?#" if (at := text.find(bytes([mark]), start, end)) >= 0), default=end)
    sign = text.rfind(b"@", start, slash)
    colon = text.find(b":", start, slash)
    if sign < 0 and colon >= 0 and not _PORT.match(text, colon + 1):
        # A slash in a password should have been written as %2F, and often is not.
        sign = text.rfind(b"@", start, end)
    if sign < 0:
        return
    if 0 <= colon < sign:
        yield colon + 1, sign
    elif _TOKEN_NAME.fullmatch(text, start, sign):
        yield start, sign
