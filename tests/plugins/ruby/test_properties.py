"""Declarations that are printed as Ruby, in idioms that plugins use, are read back; whatever else there is, a run ends well."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.document import SourceFile
from pipelint.checker.plugin_files import plugin_files
from pipelint.plugins.form.read import read_file
from tests.plugins.ruby.sources import only, texts
from tests.properties import tries

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in {"if", "do", "end", "def", "or", "and", "not", "in", "for", "nil", "true", "self", "case", "when"}
)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
NUMBERS = st.integers(-(10**12), 10**12) | st.floats(-1e9, 1e9).map(lambda number: round(number, 3) + 0.0)
VALUES = st.recursive(
    st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(["string", "integer", "size", "time", "bool", "hash", "array"])


@dataclass
class Settings:
    """What is in a class or section: the keys of the form for each parameter, and sections."""

    parameters: dict[str, dict[str, Any]] = field(default_factory=dict)
    sections: dict[str, Settings] = field(default_factory=dict)

    def form(self, *, whole: bool = True) -> dict[str, Any]:
        """As a plugin file says it."""
        found: dict[str, Any] = {"parameters": self.parameters} if self.parameters or whole else {}
        if self.sections:
            found["sections"] = {name: section.form(whole=False) for name, section in self.sections.items()}
        return found


@st.composite
def a_parameter(draw: st.DrawFn) -> dict[str, Any]:
    said: dict[str, Any] = {"type": draw(TYPES)}
    if draw(st.booleans()):
        said["default"] = draw(VALUES)
    if draw(st.booleans()):
        said |= {"type": "enum", "allowed": draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))}
    return said


@st.composite
def a_fluentd_parameter(draw: st.DrawFn) -> dict[str, Any]:
    said = draw(a_parameter())
    said |= draw(st.sampled_from([{}, {}, {"secret": True}, {"deprecated": True}, {"removed": True}, {"alias": "another"}]))
    # Without a default it must be there, and `default: nil` is none.
    if "default" not in said and not said.get("removed"):
        said |= draw(st.sampled_from([{"required": True}, {}]))
    return said


@st.composite
def a_logstash_parameter(draw: st.DrawFn) -> dict[str, Any]:
    said = draw(a_parameter())
    return said | draw(st.sampled_from([{}, {}, {"required": True}, {"deprecated": True}, {"removed": True}, {"multiple": True}]))


FLUENTD = st.recursive(
    st.builds(Settings, st.dictionaries(NAMES, a_fluentd_parameter(), max_size=4)),
    lambda inner: st.builds(
        Settings, st.dictionaries(NAMES, a_fluentd_parameter(), max_size=4), st.dictionaries(NAMES, inner, max_size=2)
    ),
    max_leaves=4,
)


class Printer:
    """Prints declarations, in an idiom that ``draw`` chooses wherever there are several."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        self.constants: list[str] = []

    def one_of(self, *texts: str) -> str:
        return self.data.draw(st.sampled_from(texts))

    def value(self, value: object) -> str:
        """A literal, or a constant that is set to it."""
        written = self.literal(value)
        if self.data.draw(st.integers(0, 5)) == 0:
            self.constants.append(f"CONSTANT_{len(self.constants)} = {written}{self.one_of('', '.freeze')}")
            return f"CONSTANT_{len(self.constants) - 1}"
        return written

    def literal(self, value: object) -> str:
        match value:
            case bool():
                return "true" if value else "false"
            case int():
                return self.one_of(str(value), f"{value:_}")
            case float():
                return f"{value:.3f}"
            case str():
                return self.text(value)
            case list():
                return "[" + ", ".join(self.value(each) for each in value) + self.one_of("]", ",\n  ]" if value else "]")
            case dict():
                return "{" + ", ".join(f"{self.text(key)} => {self.value(each)}" for key, each in value.items()) + "}"
        raise TypeError(value)

    def text(self, text: str) -> str:
        raw = text.replace("\\", "\\\\").replace("'", "\\'")
        escaped = "".join(char if char.isalnum() and char.isascii() else f"\\u{{{ord(char):x}}}" for char in text)
        return self.one_of(f"'{raw}'", f'"{escaped}"', f'"{escaped}".freeze')

    def symbol(self, name: str) -> str:
        return self.one_of(f":{name}", f":'{name}'")

    def options(self, pairs: dict[str, str]) -> str:
        """Options in one of the two ways to write a hash, or by way of one that has a name."""
        keys = self.data.draw(st.permutations(list(pairs)))
        arrow = self.data.draw(st.booleans())
        return "".join(f", :{key} => {pairs[key]}" if arrow else f",\n    {key}: {pairs[key]}" for key in keys)

    def call(self, word: str, arguments: str) -> str:
        return self.one_of(f"{word} {arguments}", f"{word}({arguments})", f"self.{word} {arguments} # {word} :no")

    def fluentd(self, found: Settings) -> list[str]:
        lines = []
        for name, said in found.parameters.items():
            pairs = {}
            if "default" in said:
                pairs["default"] = self.value(said["default"])
            elif not said.get("required") and not (said.get("removed") and self.data.draw(st.booleans())):
                pairs["default"] = "nil"
            if "allowed" in said:
                pairs["list"] = self.one_of(
                    "[" + ", ".join(map(self.symbol, said["allowed"])) + "]", f"%i[{' '.join(said['allowed'])}]"
                )
            pairs |= {key: value for key, value in (("secret", "true"), ("alias", ":another")) if key in said}
            pairs |= {word: "'words'" for key, word in (("deprecated", "deprecated"), ("removed", "obsoleted")) if key in said}
            lines.append(self.call("config_param", f"{self.symbol(name)}, :{said['type']}{self.options(pairs)}"))
        for name, section in found.sections.items():
            inside = "\n".join(self.fluentd(section))
            forms = (f"config_section :{name} do\n{inside}\nend", f"config_section(:{name}, multi: true) {{\n{inside}\n}}")
            lines.append(self.one_of(*forms))
        return lines

    def logstash(self, found: Settings) -> list[str]:
        lines = []
        for name, said in found.parameters.items():
            pairs = {"validate": f":{said['type']}"}
            if "allowed" in said:
                pairs["validate"] = self.one_of(f"%w({' '.join(said['allowed'])})", self.literal(said["allowed"]))
            if "default" in said:
                pairs["default"] = self.value(said["default"])
            pairs |= {word: "true" for key, word in (("required", "required"), ("multiple", "list")) if key in said}
            pairs |= {word: "'words'" for key, word in (("deprecated", "deprecated"), ("removed", "obsolete")) if key in said}
            lines.append(self.call("config", f"{self.symbol(name)}{self.options(pairs)}"))
        return lines

    def placed(self, lines: list[str], base: str, register: str) -> dict[str, str]:
        """A class with the lines: some in itself, some in a mixin, some in its superclass, in one file or in three."""
        cut = sorted(self.data.draw(st.lists(st.integers(0, len(lines)), min_size=2, max_size=2)))
        above, mixed, own = lines[: cut[0]], lines[cut[0] : cut[1]], lines[cut[1] :]
        hook = self.one_of(
            "def self.included(base)\nbase.class_eval do\n{}\nend\nend",
            "def self.included(klass)\nklass.instance_eval {{\n{}\n}}\nend",
        )
        sources = [
            f"class OursBase < {base}\n" + "\n".join(above) + "\nend\n",
            "module OursMixin\n" + hook.format("\n".join(mixed)) + "\nend\n",
            "\n".join([f"class Ours < OursBase\n{register}\ninclude OursMixin", *own, "def run; config_param :no; end\nend\n"]),
        ]
        sources[0] = "\n".join(self.constants) + "\n" + sources[0]
        if self.data.draw(st.booleans()):
            return {"lib/ours.rb": "".join(sources)}
        return {f"lib/{name}.rb": source for name, source in zip("cba", sources, strict=True)}


@tries(60)
@given(st.data(), FLUENTD)
def test_what_is_printed_in_fluentds_words_is_read_back(data: st.DataObject, found: Settings) -> None:
    printer = Printer(data)
    sources = printer.placed(printer.fluentd(found), "Fluent::Plugin::Filter", "Fluent::Plugin.register_filter('ours', self)")
    with tempfile.TemporaryDirectory() as folder:
        said, _ = only(Path(folder), sources)
    assert {key: said[key] for key in said if key in ("parameters", "sections", "patterns")} == found.form()


@tries(60)
@given(st.data(), st.builds(Settings, st.dictionaries(NAMES, a_logstash_parameter(), max_size=5)))
def test_what_is_printed_in_logstashs_words_is_read_back(data: st.DataObject, found: Settings) -> None:
    printer = Printer(data)
    for said in found.parameters.values():
        # What is refused need not be there.
        if said.get("removed"):
            said.pop("required", None)
    sources = printer.placed(printer.logstash(found), "LogStash::Filters::Base", "config_name 'ours'")
    with tempfile.TemporaryDirectory() as folder:
        said, _ = only(Path(folder), sources)
    assert {key: said[key] for key in said if key in ("parameters", "patterns")} == found.form()


PIECES = [
    "class A < B\n", "module M\n", "end\n", "Fluent::Plugin.register_filter('x', self)\n", "config_name 'x'\n",
    "config_param :a, ", ":enum, list: ", "config :b, ", "[", "]", "{", "}", "do |x|\n", "X = ", "X\n", "Y\n",
    "(1..3)", ".each ", "include M\n", "'s'", '"#{', '}"', ":sym", "=> ", ", ", "default: ",
    "def self.included(base)\n", "base.include base\n", "base.send(:config, base)\n", "<<-E\n", "E\n", "%w[",
    "if q\n", "\\", "\x00", "\xe9", "\u202e", "/x/", "**X", "*X", "config_section :s ", "helpers ", "__END__\n",
    "def configure(conf)\n", "conf['k']\n", "LogStash::Filters::Base", "Fluent::Plugin::Filter", "nil", "-", "9",
    ".freeze",
]  # fmt: skip


@tries(150)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.booleans())
def test_whatever_ruby_there_is_what_is_written_fits_the_form(source: str, named: bool) -> None:
    head = "class T < Fluent::Plugin::Filter\nFluent::Plugin.register_filter('t', self)\n" if named else ""
    with tempfile.TemporaryDirectory() as folder:
        files, _ = texts(Path(folder), {"a.rb": head + source})
    for name, text in files.items():
        read_file(SourceFile(name, text.encode()), "plugin")


@tries(60)
@given(st.binary(max_size=300))
def test_bytes_that_are_no_ruby_are_passed_over(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.rb").write_bytes(data)
        (Path(folder) / "a.gemspec").write_bytes(data)
        assert plugin_files(folder)[0] == {}
