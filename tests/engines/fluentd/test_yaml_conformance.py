"""Configs in the YAML format are read as Fluentd's own parser reads them: verdict and tree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pipelint.base.block import Block
from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.yaml_config.load import YamlLoader
from pipelint.engines.fluentd.yaml_config.scalars import Kind, tokenize
from pipelint.sources.bundle import DiskBundle
from tests.each import each

DATA = Path(__file__).resolve().parents[2] / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "fluentd-yaml.json").read_text())["cases"]
SCALARS: list[list[str]] = json.loads((DATA / "psych-scalars.json").read_text())["cases"]

# Ours refuses what Fluentd's parser builds something of that then cannot start, or that is no config.
REFUSED = {
    "sourcelist": "a list in the place of a section: hashes become names of parameters, and @type is missing at the start",
    "matchlist": "the same",
    "includesource": "the same, by way of an include",
    "mixedmatchsub": "the same, in a list of sections",
    "typemap": "$type is a mapping: no plugin has such a name",
    "typelist": "$type is a list",
    "string": "a text is no config; Fluentd takes it for an empty one",
}
# Fluentd refuses what ours reads on.
TAKEN = {"rubyobj": "a !ruby/object, which Psych tries to make"}
# Both take these; a list or mapping that Ruby prints where a name or text belongs is passed over here.
PRINTED = ("syslist", "includesys", "listkey", "tagmap", "secargmap")
# Parts of these trees are the work of code, or of the machine's time zone.
RUN = ("PL_ENV", "hostname", "use_nil", "use_default", "worker_id", "#{1}")
KINDS = {
    "String": Kind.TEXT,
    "Symbol": Kind.TEXT,
    "Date": Kind.TEXT,
    "Integer": Kind.NUMBER,
    "Float": Kind.NUMBER,
    "NilClass": Kind.NIL,
    "TrueClass": Kind.TRUE,
    "FalseClass": Kind.FALSE,
    "Time": Kind.UNKNOWN,
}

Shape = tuple[str, str, list[tuple[str, str | None]], list[Any]]


def _load(case: dict[str, Any], folder: Path) -> tuple[Block, bool]:
    for name, text in case.get("files", {}).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    main = folder / "fluent.yaml"
    main.write_bytes(case["text"].encode())
    loader = YamlLoader(DiskBundle(), {})
    root = loader.load(Document.whole(SourceFile(str(main), main.read_bytes(), (str(folder.resolve()),))))
    stops = [problem for problem in loader.includes if problem.problem in ("cycle", "unreadable", "invalid")]
    return root, not loader.errors and not stops


def _ours(block: Block, theirs: Shape) -> Shape:
    """Our section; where code makes a text, theirs stands for it."""
    known = dict(theirs[2])
    attrs = [(p.name, known.get(p.name) if p.embedded else p.value) for p in block.params.values()]
    arg = theirs[1] if any(word in block.arg for word in RUN) else block.arg
    inner = [_ours(one, other) for one, other in zip(block.blocks, theirs[3], strict=False)]
    return block.name, arg, attrs, inner + [one.name for one in block.blocks[len(theirs[3]) :]]


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None if "nil" in value else value["text"]


def _theirs(tree: dict[str, Any]) -> Shape:
    attrs = {(key if isinstance(key, str) else key["key"]): _text(value) for key, value in tree["attrs"]}
    return str(tree["name"]), tree["arg"] or "", list(attrs.items()), [_theirs(inner) for inner in tree["elements"]]


@each("case", CASES, ids=lambda case: case["id"])
def test_verdict_and_tree_are_those_of_fluentd(case: dict[str, Any], tmp_path: Path) -> None:
    root, taken = _load(case, tmp_path)
    if case["id"] in REFUSED:
        assert (case["ok"], taken) == (True, False)
    elif case["id"] in TAKEN:
        assert (case["ok"], taken) == (False, True)
    else:
        assert taken == case["ok"]
        if taken and case["id"] not in PRINTED:
            theirs = _theirs(case["tree"])
            assert _ours(root, theirs) == theirs


@each("text, ruby, shown", SCALARS)
def test_a_plain_scalar_has_the_type_and_the_text_that_ruby_gives_it(text: str, ruby: str, shown: str) -> None:
    read = tokenize(text)
    assert read.kind is KINDS[ruby]
    assert ruby == "Time" or read.text == shown
