"""Changes of a config that somebody asks for in an editor. Here is what a client is told of them before."""

from __future__ import annotations

from lsprotocol import types as lsp

EXPLAIN = "pipelint.explain"
"""The command that shows a rule's page; its argument is the code."""

PAGE = "pipelint.page"
"""The command that gives a rule's page to an editor that shows it itself."""

FIX = "pipelint.fix"
"""The command that makes all safe fixes of a config; its arguments are the file's URI and the config's number in it."""

REFACTORINGS = [lsp.CodeActionKind.RefactorRewrite, lsp.CodeActionKind.RefactorExtract]
"""The kinds of actions that write something otherwise."""
