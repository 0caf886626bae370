"""The Rust extension: the tree-sitter grammars as language capsules, linear-time regexes, and Ruby's read and run."""

__all__ = ["fluentd_language", "logstash_language", "regex_check", "regex_is_match", "regex_parse", "regex_run"]

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

def regex_parse(pattern: str) -> str:
    """The syntax tree of ``pattern`` (dialect of Ruby: Onigmo, Joni) as JSON.

    ``{"captures", "names": {name: [group]}, "facts", "root"}``; a node has ``kind``, ``span`` (bytes of the pattern), what its
    kind needs, and ``children``. Raises ValueError(message, start, end) where Ruby refuses the pattern: Ruby's message, and the
    bytes to blame.
    """

def regex_run(pattern: str, subject: str, limit: int) -> tuple[bool | None, list[tuple[int, int] | None], int]:
    """Searches ``subject`` as Ruby does: whether it matches, begin and end of the whole and of each group, and the steps taken.

    Offsets count characters; None stands for a group that took no part. None instead of a verdict: ``limit`` steps, or the memory
    for choices, did not suffice. Raises ValueError as ``regex_parse``.
    """
