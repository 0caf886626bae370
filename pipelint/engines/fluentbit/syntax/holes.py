"""What a template of the YAML format leaves open: values, which without quotes would be mappings of mappings in YAML."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.base.text.document import Document
from pipelint.sources.kinds import made_name

_ACTION = late(rb"\{\{([^{}\n]*)\}\}")


def filled(document: Document) -> bytes:
    """The text with a variable, whose value nobody knows, in the place of each action, and as long as that.

    Of a document that is no template its own text.
    """
    text = document.text
    if b"{{" not in text or made_name(document.name) == document.name:
        return text
    return _ACTION.sub(rb"${\1 }", text)
