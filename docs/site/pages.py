"""The pages of the site that are no files of docs/: README, CONTRIBUTING, each rule, each plugin and their lists.

A hook of MkDocs. What a page says is what ``pipelint explain`` prints; the address of a rule's page (rule/FD101/) stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from pipelint.plugins.page import plugin_pages, plugin_rows
from pipelint.rules.index import load_index
from pipelint.rules.rule import Rule

ROOT = Path(__file__).resolve().parents[2]
ENGINES = {"any": "Rules for both engines"}
# A link to a file of the repository: what is before its path, and the path.
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages."""
    blob = f"{config.repo_url}/blob/main/"
    pages = {"index.md": _linked("README.md", blob), "contributing.md": _linked("CONTRIBUTING.md", blob)}
    pages |= _rules()
    pages |= _plugins()
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, *, page: object, config: MkDocsConfig, files: Files) -> str:
    """Links that leave docs/ lead to the repository."""
    return re.sub(r"\]\(\.\./([^)\s]+)\)", rf"]({config.repo_url}/blob/main/\1)", markdown)


def _linked(name: str, blob: str) -> str:
    """A file of the repository's root, with links as they are from docs/."""

    def link(found: re.Match[str]) -> str:
        path = found[1]
        if path == "CONTRIBUTING.md":
            return "](contributing.md)"
        return f"]({path.removeprefix('docs/') if path.startswith('docs/') and '.md' in path else blob + path})"

    return _LINK.sub(link, (ROOT / name).read_text("utf-8"))


def _rules() -> dict[str, str]:
    index = load_index()
    rules = sorted(index.rules, key=lambda rule: rule.code)
    known = {rule.code for rule in rules}
    pages = {f"rule/{code}.md": _with_rules_linked(index.page(code) or "", known - {code}) for code in known}
    counts = []
    for engine in sorted({rule.engine for rule in rules}):
        title = ENGINES.get(engine, f"Rules for {engine.capitalize()}")
        own = [rule for rule in rules if rule.engine == engine]
        pages[f"rule/{engine}.md"] = f"# {title}\n{_tables(own)}"
        counts.append(f"- [{title}]({engine}.md): {len(own)}")
    head = "# Rules\n\nSearch for a code, a name or words of a page; `pipelint explain FD101` prints one.\n\n"
    pages["rule/index.md"] = head + "\n".join(counts) + "\n"
    return pages


def _with_rules_linked(text: str, known: set[str]) -> str:
    """A code in the text of a page leads to its page."""
    parts = re.split(r"(^```.*?^```$|`[^`\n]*`|^#.*$)", text, flags=re.MULTILINE | re.DOTALL)

    def link(found: re.Match[str]) -> str:
        return f"[{found[0]}]({found[0]}.md)" if found[0] in known else found[0]

    parts[::2] = [re.sub(r"\b[A-Z]{2,3}\d{3}\b", link, part) for part in parts[::2]]
    return "".join(parts)


def _tables(rules: Iterable[Rule]) -> str:
    """A table for each category."""
    out = []
    for category, found in groupby(sorted(rules, key=lambda rule: rule.category), lambda rule: rule.category):
        rows = [f"| [{each.code}]({each.code}.md) | {each.name} | {each.severity.name.lower()} |" for each in found]
        out.append(f"\n## {category.capitalize()}\n\n| Code | Name | Severity |\n|---|---|---|\n" + "\n".join(rows) + "\n")
    return "".join(out)


def _plugins() -> dict[str, str]:
    rows = sorted(plugin_rows(), key=lambda row: (row.engine, row.kind, row.name))
    pages = {f"plugin/{name}.md": _titled(name, plugin_pages(name)) for name in sorted({row.name for row in rows})}
    out = ["# Plugins\n\nWhat pipelint knows of each plugin; `pipelint explain NAME` prints the page.\n"]
    for (engine, kind), found in groupby(rows, lambda row: (row.engine, row.kind)):
        out.append(f"\n## {engine.capitalize()}: {kind}\n\n| Plugin | |\n|---|---|\n")
        out += [f"| [{each.name}]({each.name}.md) | {each.about} |\n" for each in found]
    return pages | {"plugin/index.md": "".join(out)}


def _titled(name: str, text: str) -> str:
    """Several plugins of one name are sections of one page."""
    text = re.sub(r"^More: (\S+)$", r"More: <\1>", text, flags=re.MULTILINE)
    if text.count("\n# ") == 0:
        return text
    return f"# {name}\n\n" + re.sub(r"^(#+ )", r"#\1", text, flags=re.MULTILINE)
