"""Which of the two formats a text is in."""

from __future__ import annotations

from pipelint.base.disk import files
from pipelint.base.text.document import Document
from pipelint.engines.fluentbit.syntax.section import Indent, Read
from pipelint.sources.kinds import made_name

SUFFIXES = (".yaml", ".yml")


def is_yaml(document: Document) -> bool:
    """Whether Fluent Bit would read it as YAML: by its name. A text without a telling name is YAML if it looks so.

    Of a template such as ``outputs.yaml.tpl`` the text tells: it may make sections that stand in the values of a chart.
    """
    name = made_name(document.name)
    suffix = files.suffix(name).lower()
    by_text = suffix in SUFFIXES and name != document.name
    if (suffix and not by_text) or not document.text.strip():
        return suffix in SUFFIXES
    from pipelint.engines.fluentbit.discovery.claims import claims_classic, claims_yaml

    return claims_classic(document.text) is None if by_text else claims_yaml(document.text)


def read(document: Document, indent: Indent | None = None, *, yaml: bool) -> Read:
    """What a document says in one of the formats. ``indent`` is of what stands before it in the same file."""
    if not yaml:
        from pipelint.engines.fluentbit.syntax.classic import read_classic

        return read_classic(document, indent or Indent())
    # Imported here, as all of YAML is: most configs are in the classic format.
    from pipelint.engines.fluentbit.syntax.yaml_format import read_yaml_format

    return read_yaml_format(document)
