"""The Rust extension: the tree-sitter grammars as language capsules, and linear-time regexes."""

__all__ = ["fluentd_language", "logstash_language", "regex_check", "regex_is_match"]

def fluentd_language() -> object:
    """The language of Fluentd's v1 config format: a capsule for ``tree_sitter.Language``."""

def logstash_language() -> object:
    """The language of Logstash's pipeline configs: a capsule for ``tree_sitter.Language``."""

def regex_is_match(pattern: str, text: str) -> bool:
    """Whether ``pattern`` (syntax of Rust's regex crate) matches anywhere in ``text``, in time linear in the text.

    Raises ValueError for a pattern that ``regex_check`` objects to, UnicodeEncodeError for lone surrogates.
    """

def regex_check(pattern: str) -> str | None:
    """What is wrong with ``pattern``: no regex of that syntax, or larger than 512 KiB compiled. None where nothing is."""
