"""Whether Ruby in a ``${...}`` evaluates what an event holds, or runs it as a command: judged by its tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.engines.fluentd.plugins.ruby_tokens import Kind, Token, ruby_tokens

# Names under which the code gets the event (filter_record_transformer.rb, filter_record_modifier.rb).
_EVENT = frozenset(("record", "tag", "tag_parts", "tag_prefix", "tag_suffix"))
# Methods of Kernel, with what may be written before them.
_COMMANDS = frozenset(("system", "exec", "spawn"))
_KERNEL = frozenset(("Kernel", "Process", "self"))
# Methods of any object.
_EVALUATE = frozenset(("instance_eval", "class_eval", "module_eval", "const_get"))
_LOADERS = {"load": ("Marshal", "YAML", "Psych"), "restore": ("Marshal",), "unsafe_load": ("YAML", "Psych"), "popen": ("IO",)}
# Without one of these nothing is evaluated or run: most code is not looked at further.
_SIGNS = ("`", "%x", "eval", *_COMMANDS, *_EVALUATE, *_LOADERS)
# Longer code is not read: each call looks at what follows it.
_MAX_CODE = 20_000
# What makes one word of a shell of any text.
_SAFE = frozenset(("Shellwords", "shellescape", "to_i", "to_f", "Integer", "Float"))
_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")
_ENDS = frozenset(("if", "unless", "while", "until", "rescue", "do", "and", "or", "end", "then", "else", "elsif"))


def runs_event(code: str) -> bool:
    """Whether some call evaluates or runs a text that holds a part of the event."""
    if len(code) > _MAX_CODE or not any(name in code for name in _EVENT) or not any(sign in code for sign in _SIGNS):
        return False
    return any(map(_holds_event, _run(ruby_tokens(code))))


def _run(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The tokens of each expression that is evaluated or run."""
    for at, token in enumerate(tokens):
        if token.inside:
            if token.kind is Kind.COMMAND:
                yield token.inside
            yield from _run(token.inside)
        if token.kind is Kind.NAME and (kind := _dangerous(tokens, at)):
            args = _arguments(tokens, at + 1)
            yield _first(args) if kind == "command" else args


def _dangerous(tokens: Sequence[Token], at: int) -> str:
    """What the method of this name does with its arguments: code, command, or "" where it is no such method."""
    name = tokens[at].text
    before = tokens[at - 1] if at else None
    called = before is not None and before.kind is Kind.SIGN and before.text in (".", "::", "&.")
    receiver = tokens[at - 2].text if called and at > 1 and tokens[at - 2].kind is Kind.NAME else ""
    if before is not None and before.kind is Kind.NAME and before.text == "def":
        return ""
    if name in _LOADERS and receiver in _LOADERS[name]:
        return "command" if name == "popen" else "code"
    if name == "eval":
        return "code" if not called or receiver in ("binding", "Kernel", "self") else ""
    if name in _COMMANDS:
        return "command" if not called or receiver in _KERNEL else ""
    return "code" if name in _EVALUATE and (called or name == "instance_eval") else ""


def _arguments(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    """The tokens of the arguments of a call whose name ends before ``at``; none where nothing is called."""
    if at >= len(tokens):
        return ()
    first = tokens[at]
    if first.kind is Kind.SIGN and first.text == "(" and not first.spaced:
        return tokens[at + 1 : _end(tokens, at + 1)]
    # Without parentheses a value must follow: `system = x`, `system + x`, `system.x` are names of values.
    if not first.spaced or (first.kind is Kind.SIGN and first.text not in ("(", "[", "::")) or first.text in _ENDS:
        return ()
    return tokens[at : _end(tokens, at)]


def _end(tokens: Sequence[Token], at: int) -> int:
    """Where the expression that begins at ``at`` ends: at a bracket of those around it, a new line, a word that follows calls."""
    depth = 0
    for index in range(at, len(tokens)):
        token = tokens[index]
        if token.kind is Kind.SIGN:
            if token.text in _CLOSES and not depth:
                return index
            depth += (token.text in _OPENS) - (token.text in _CLOSES)
            if not depth and token.text in (";", "\n"):
                return index
        elif token.kind is Kind.NAME and not depth and token.text in _ENDS:
            return index
    return len(tokens)


def _first(args: Sequence[Token]) -> Sequence[Token]:
    """The first argument, which names the program: what follows is handed to it without a shell."""
    listed = bool(args) and args[0].kind is Kind.SIGN and args[0].text == "["
    depth = -1 if listed else 0
    for index, token in enumerate(args):
        if token.kind is Kind.SIGN:
            depth += (token.text in _OPENS) - (token.text in _CLOSES)
            if not depth and token.text == ",":
                return args[:index]
    return args


def _holds_event(args: Sequence[Token]) -> bool:
    """Whether a part of the event becomes a part of the text."""
    depth = 0
    start = 0
    for index, token in enumerate(args):
        if token.kind is Kind.SIGN:
            depth += (token.text in _OPENS) - (token.text in _CLOSES)
            if not depth and token.text == "?":
                # What is asked decides only.
                start = index + 1
    flat = list(_flat(args[start:]))
    return any(token.text in _EVENT for token in flat) and not any(token.text in _SAFE for token in flat)


def _flat(tokens: Sequence[Token]) -> Iterator[Token]:
    """All names but those of methods that are called on something; of these the safe ones."""
    for at, token in enumerate(tokens):
        called = at > 0 and tokens[at - 1].kind is Kind.SIGN and tokens[at - 1].text in (".", "&.")
        if token.kind is Kind.NAME and (token.text in _SAFE or not called):
            yield token
        yield from _flat(token.inside)
