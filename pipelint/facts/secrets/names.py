"""Names that say that a value is a secret: of parameters, keys of hashes, headers, and variables of the environment."""

from __future__ import annotations

from functools import lru_cache

from pipelint.base.lean.enum import Enum, auto
from pipelint.base.lean.late import late
from pipelint.base.spelling import one_edit


class Says(Enum):
    """What a name says of its value."""

    NOTHING = auto()
    KEY = auto()  # a key or token, unless the value is a file's name or a count
    LOGIN = auto()  # what stands in a header Authorization: a scheme may come before the secret
    CONNECTION = auto()  # an address that has secrets in it, or is one as a whole
    PASSWORD = auto()  # whatever the value looks like, but for an address
    DECLARED = auto()  # no name: the plugin has declared that it is one


_PASSWORDS = frozenset(
    {"password", "passwords", "passwd", "pass", "pwd", "psw", "pswd", "pw", "passphrase", "passcode", "passwort"}
)
_KEYS = frozenset(
    {"secret", "secrets", "token", "tokens", "apikey", "apikeys", "credential", "credentials", "cookie", "community"}
    | {"psk", "jwt", "sas", "sig", "salt"}
)
_LOGINS = frozenset({"auth", "authorization"})
# The word before it makes these a secret: message_key and key_name are none.
_OWNERS = frozenset(
    {"api", "access", "secret", "sec", "private", "shared", "encryption", "account", "master", "license", "licence", "client"}
    | {"service", "signing", "storage", "ingest", "ingestion", "write", "subscription", "customer", "app", "application"}
    | {"integration", "instrumentation", "admin", "deploy", "hmac", "ssh", "auth"}
)
_PAIRS = {
    ("pass", "phrase"): Says.PASSWORD,
    ("jaas", "config"): Says.PASSWORD,
    ("secret", "id"): Says.KEY,
    ("key", "id"): Says.KEY,  # of an access key: see _PAIRED
    ("connection", "string"): Says.CONNECTION,
    ("storage", "connection"): Says.CONNECTION,
}
_PAIRED = frozenset({"access", "aws", "secret"})
# What a name begins with that says what is done with a secret: use_token, max_tokens.
_VERBS = frozenset(
    {"use", "enable", "enabled", "disable", "allow", "require", "requires", "check", "validate", "verify", "include"}
    | {"exclude", "remove", "keep", "has", "is", "max", "min", "num", "renew", "refresh", "generate", "skip", "ignore"}
    | {"force", "no", "with"}
)
# What a name ends with that says how a secret is written.
_WRITTEN = frozenset(
    {"value", "plain", "plaintext", "text", "string", "base64", "b64", "encoded", "pem", "json", "content", "hash"}
)
# One slip of the hand, two in a long word, and the words that are as near to one of these without meaning it.
_MISSPELT = {
    "password": Says.PASSWORD,
    "passwd": Says.PASSWORD,
    "passphrase": Says.PASSWORD,
    "secret": Says.KEY,
    "token": Says.KEY,
    "apikey": Says.KEY,
    "credential": Says.KEY,
    "credentials": Says.KEY,
    "authorization": Says.LOGIN,
}
_NEAR = [(word, len(word), frozenset(word), meaning) for word, meaning in _MISSPELT.items()]
_OTHER_WORDS = frozenset({"taken", "woken", "toke", "passed", "passport", "passports"})
_LONG = 8
# Written as one word: dbpassword, sharedaccesskey.
_ENDINGS = {
    "password": Says.PASSWORD,
    "passwd": Says.PASSWORD,
    "passphrase": Says.PASSWORD,
    "connectionstring": Says.CONNECTION,
    **dict.fromkeys(("apikey", "accesskey", "secretkey", "accountkey", "privatekey", "sharedkey", "token", "secret"), Says.KEY),
}
_ENDS = tuple(_ENDINGS)

_WORD = late(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LONGEST = 100


@lru_cache(maxsize=4096)
def says(name: str) -> Says:
    """What ``name`` says of its value, in whichever way its words are joined (``api_key``, ``X-Api-Key``, ``apiKey``)."""
    end = name[-_LONGEST:]
    # Many are one word, and no regex is compiled for them.
    one = end.islower() and end.isalpha() and end.isascii()
    words = [end] if one else [word.lower() for word in _WORD.findall(end)]
    while len(words) > 1 and (words[-1].isdigit() or words[-1] in _WRITTEN) and (words[-2], words[-1]) not in _PAIRS:
        words.pop()
    if not words or (len(words) > 1 and words[0] in _VERBS):
        return Says.NOTHING
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    for known, meaning in ((_PASSWORDS, Says.PASSWORD), (_KEYS, Says.KEY), (_LOGINS, Says.LOGIN)):
        if last in known:
            return meaning
    if (pair := _PAIRS.get((before, last))) is not None:
        return pair if (before, last) != ("key", "id") or not _PAIRED.isdisjoint(words[:-2]) else Says.NOTHING
    if _is_key(before, last):
        return Says.KEY
    if last.endswith(_ENDS):
        return next(meaning for end, meaning in _ENDINGS.items() if last.endswith(end))
    return _misspelt(last)


def _is_key(owner: str, word: str) -> bool:
    """``access key``, and with one slip in either word."""
    if word in ("key", "keys"):
        return owner in _OWNERS or any(one_edit(owner, known) for known in _OWNERS if len(known) > 5)
    return owner in _OWNERS and len(word) > 2 and word[0] == "k" and one_edit(word, "key")


def _misspelt(word: str) -> Says:
    if word in _OTHER_WORDS:
        return Says.NOTHING
    letters, size = set(word), len(word)
    for known, length, others, meaning in _NEAR:
        # Nearly all words are seen to be none of these by their length and letters.
        if not -2 <= size - length <= 2 or len(others - letters) > 2 or len(letters - others) > 2:
            continue
        if one_edit(word, known) or (length >= _LONG and _two_edits(word, known)):
            return meaning
    return Says.NOTHING


def _two_edits(word: str, other: str) -> bool:
    """Whether two letters added, left out, replaced or exchanged with their neighbours make ``other`` of ``word``."""
    if abs(len(word) - len(other)) > 2:
        return False
    former: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(word, 1):
        older, former, row = former, row, [i]
        for j, b in enumerate(other, 1):
            best = min(former[j] + 1, row[j - 1] + 1, former[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and word[i - 2] == b:
                best = min(best, older[j - 2] + 1)
            row.append(best)
    return row[-1] <= 2
