"""Which keys a plugin file may have: names, types, meanings. The reader, the JSON schema and the checks follow this table."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.plugins.behaviour import Narrows, Passes, Sends, Tags


@dataclass(frozen=True, slots=True)
class Text:
    """A string: one of ``choices`` where there are any, matched by ``pattern`` where there is one (``said`` says it in words)."""

    choices: tuple[str, ...] = ()
    pattern: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """true or false."""


@dataclass(frozen=True, slots=True)
class Since:
    """A version from which on something holds, or ``true`` where it is not known which."""


@dataclass(frozen=True, slots=True)
class Anything:
    """A value as JSON has it; a word that JSON does not know is a string."""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression of the predicate language; it ``gives`` a number, a bool, names, ``any`` value, or text (a template)."""

    gives: str = "number"


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of ``item``."""

    item: Text | Table


@dataclass(frozen=True, slots=True)
class MapOf:
    """A mapping with any keys, whose values are all alike."""

    item: Type


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping with the keys of ``TABLES[name]``."""

    name: str


Type = Text | Flag | Since | Anything | Expression | Listed | MapOf | Table


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its name, its type, what it says, and whether it must be there."""

    name: str
    type: Type
    meaning: str
    required: bool = False


WORD = Text(pattern=r"[A-Za-z0-9_][A-Za-z0-9_-]{0,99}", said="a name of letters, digits, _ and -")
SENTENCE = Text(pattern=r"[A-Z@].{9,198}\.", said="one sentence, of 200 characters at most, with a full stop")
LINK = Text(pattern=r"https://[!-~]+", said="an address that begins with https://")
DAY = Text(pattern=r"20[0-9]{2}-[01][0-9]-[0-3][0-9]", said="a day, as 2026-01-31")
NAMES = Listed(Text())

VERSION = r"[0-9]+(?:\.[0-9A-Za-z]+){0,5}|unreleased"
"""A version of a gem or an engine; what its sources have and no version yet is ``unreleased``, which comes after all."""

AT = Text(pattern=VERSION, said='a version in quotes, as "1.16"')
RELEASE = Text(pattern=r"[0-9]+(?:[.-][0-9A-Za-z]+){0,7}", said='a release in quotes, as "1.16.5-1.3"')
BUNDLED = Text(pattern=rf"{VERSION}|none", said='a version in quotes, as "1.16", or none')

HELD = ("regex", "grok", "path", "tag", "label", "id", "key")
READ_FOR = ("join", "part", "stream", "trace", "parse", "output")
HOW = ("value", "keys", "values", "items", "thirds")

AFTER = (
    ("text", "number", "bytes of the field with the message"),
    ("record", "number", "bytes of the record as JSON"),
    ("fields", "number", "its keys, nested ones included"),
    ("keys", "names", "the names of its own keys, null where they are not known"),
    ("emits", "number", "streams for each event: 0.001 where a thousand travel together, 1 where each is alone"),
    ("packed", "bool", "whether events still are the bytes that a sender packed"),
    ("framed", "bool", "whether the text still is a container runtime's whole line"),
    ("continuation", "number", "share of events that continue the one before"),
    ("partial", "number", "share of events that the runtime split"),
)

_SECTION = (
    Key("parameters", MapOf(Table("parameter")), "the parameters that it declares, by name"),
    Key("sections", MapOf(Table("section")), "the sections inside of it, by name"),
)
_SHARED = (
    *_SECTION,
    Key("accepts", NAMES, "names of parameters that are read without being declared"),
    Key("patterns", NAMES, "regular expressions for such names, each for a whole name"),
)

TABLES: dict[str, tuple[Key, ...]] = {
    "plugin": (
        Key("name", WORD, "what a config calls the plugin; the file is called <kind>-<name>.yaml", required=True),
        Key("aliases", Listed(WORD), "other names of the same plugin"),
        Key("about", SENTENCE, "what the plugin does, in one sentence of one's own", required=True),
        Key("link", LINK, "where to read about the plugin", required=True),
        Key("gem", WORD, "the gem or package that brings the plugin"),
        Key("earlier_gems", Listed(WORD), "gems that brought it before, all with lower versions"),
        Key("versions", Listed(AT), "the first and the last version of the gem that is known to have it"),
        Key("removed", AT, "from which version on the gem no longer brings it"),
        Key("as_of", DAY, "the day of the sources that the parameters were read from"),
        Key("like", WORD, "another plugin of the same kind, whose parameters and sections this one takes too"),
        Key("with", Listed(WORD), "groups of shared.yaml whose parameters, sections and names this plugin takes too"),
        Key("events", Table("events"), "what the plugin does with events; what is left out is not known"),
        Key("records", Table("records"), "what the plugin does with records; a plugin without it may do anything to them"),
        Key("holds", Table("holds"), "what parameters hold: names, as section/name inside a section"),
        Key("unique", NAMES, "parameters whose value may stand in a config once alone"),
        Key("cost", Table("cost"), "what its work costs; a plugin without it counts as not measured"),
        Key("runs_ruby", Flag(), "runs what it is given as Ruby of its own, or hands it to a program that may"),
        Key("flat", MapOf(Text()), "sections that it makes of flat parameters of 0.12, with the chunk keys of a buffer"),
        Key("flat_own", NAMES, "flat parameters that it reads itself too, so that they cannot move into a section"),
        *_SHARED,
    ),
    "events": (
        Key("tags", Text(tuple(t.value for t in Tags)), "of an input: which tags its events have"),
        Key("outside", Flag(), "of an input: false where its events come from the engine itself or from another pipeline"),
        Key("passes", Text(tuple(p.value for p in Passes)), "of a filter: which events come out of it"),
        Key("narrows", Text(tuple(n.value for n in Narrows)), "of a filter: what later stages may find in the records that pass"),
        Key("errors", Text(), "of a filter: the switch, on unless false, that sends what it cannot handle to @ERROR"),
        Key("timeout_label", Text(), "of a filter: the parameter that names the label of events that timed out in it"),
        Key("sends", Text(tuple(s.value for s in Sends)), "of an output: where events go"),
    ),
    "records": (
        Key("unchanged", Flag(), "the records stay as they are"),
        Key("same_keys", Flag(), "the records keep their keys, perhaps with other values"),
        Key("sets", NAMES, "keys that it sets in each record"),
        Key("may_set", NAMES, "keys that it sets in some records"),
        Key("sets_by", MapOf(Text(HOW)), "parameters that name keys which it sets, and what of their value names them"),
        Key("may_set_by", NAMES, "parameters that name a key which it sets in some records"),
        Key("sets_else", NAMES, "keys that it sets where no parameter of sets_by is given"),
        Key("captures", Flag(), "of a parser: the keys are the named groups of its regular expressions"),
        Key("in_place", Flag(), "false where it works on a copy: others may hold the record that it gets"),
        Key("opaque_with", NAMES, "switches with which it may do anything to the records"),
        Key("opaque_without", NAMES, "parameters without all of which it may do anything to the records"),
        Key("reads", MapOf(Text(READ_FOR)), "parameters that name a key which it reads, and what it reads it for"),
    ),
    "cost": (
        Key("measured", NAMES, "the measurements that it rests on: ids of rows"),
        Key("let", MapOf(Expression("any")), "names for expressions, for those that come after"),
        Key("terms", MapOf(Expression()), "amounts of work for each event, by terms of the cost model; `us` are microseconds"),
        Key("failed", MapOf(Expression()), "of what parses: the same, for each text that it cannot parse"),
        Key("writes", MapOf(Expression()), "of a formatter, and a codec of an output: the same, for each event that it writes"),
        Key("share", Expression(), "events that go on for each one that comes, 1 without it"),
        Key("after", Table("after"), "what changes in the events that go on"),
        Key("opens", Expression("bool"), "of an output: whether it needs records, so that packed ones are unpacked"),
        Key("bytes", Expression(), "of a formatter: how many it makes of an event"),
        Key("buffered", Flag(), "of an output: false where it has no buffer"),
        Key("structured", Flag(), "of an input: its events come as records, and are not parsed"),
        Key("timed", Flag(), "of a parser: it reads the time out of the text"),
        Key("assumed", Expression("text"), "what of the traffic it rests on, as a sentence"),
    ),
    "after": tuple(Key(name, Expression(gives), meaning) for name, gives, meaning in AFTER),
    "holds": tuple(Key(name, NAMES, f"parameters that hold a {name}") for name in HELD),
    "parameter": (
        Key("type", Text(), "the type in the engine's own words", required=True),
        Key("default", Anything(), "the value without it; left out where there is none, or code computes it"),
        Key("required", Flag(), "whether it must be there"),
        Key("allowed", Listed(Text()), "the values that it may have"),
        Key("multiple", Flag(), "whether a list of such values is one too (Logstash)"),
        Key("secret", Flag(), "whether the engine leaves its value out of its own log; a password always is"),
        Key("alias", Text(), "a second name for it"),
        Key("since", AT, "the first version of the plugin that has it, where that is not the first that is known"),
        Key("deprecated", Since(), "from which version on the plugin asks for another"),
        Key("removed", Since(), "from which version on the plugin refuses it by name"),
        Key("gone", AT, "from which version on the plugin does not declare it; its newest version does not know it then"),
        Key("renamed_to", NAMES, "the parameters to use instead"),
        Key("was", Listed(Table("was")), "what it was in earlier versions, the earliest first"),
    ),
    "was": (
        Key("until", AT, "the first version that has it otherwise", required=True),
        Key("type", Text(), "the type before that version"),
        Key("default", Anything(), "the default before that version, null for none"),
        Key("required", Flag(), "whether it had to be there"),
        Key("allowed", NAMES, "the values that it could have"),
        Key("multiple", Flag(), "whether a list was one too"),
        Key("deprecated", Flag(), "whether it was deprecated, where the versions above do not say so"),
        Key("removed", Flag(), "whether it was refused, where the versions above do not say so"),
        Key("gone", Flag(), "that it was not declared"),
    ),
    "section": (
        Key("required", Flag(), "whether it must be there"),
        Key("since", AT, "the first version of the plugin that has it, where that is not the first that is known"),
        *_SECTION,
    ),
    "releases": (
        Key("core", WORD, "the gem whose versions are those of the engine itself", required=True),
        Key("distributions", MapOf(Table("distribution")), "the engine itself, and packages of it, by name", required=True),
    ),
    "distribution": (
        Key("releases", Listed(RELEASE), "all releases that are known, in their order", required=True),
        Key("gems", MapOf(MapOf(BUNDLED)), "the versions of a gem, each from a release on; none: it is left out"),
    ),
    "shared": (
        Key("stages", MapOf(WORD), "which kind of plugin does the work of a stage", required=True),
        Key("owned", MapOf(WORD), "sections that are read by a plugin of their own, and of which kind"),
        Key("accepts", NAMES, "names that the engine reads of every plugin"),
        Key("named_by", NAMES, "parameters that name the plugin of a section; without any the section's own name does"),
        Key("named_by_argument", NAMES, "sections whose argument names the plugin"),
        Key("holders", NAMES, "sections that hold plugins and are none"),
        Key("secrets", NAMES, "names of parameters that surely hold a secret, whatever the plugin"),
        Key("every", MapOf(Table("group")), "what every plugin of a kind takes, by kind"),
        Key("groups", MapOf(Table("group")), "what several plugins take, by the name that they call it by"),
    ),
    "group": _SHARED,
}
"""The tables of the form: ``plugin`` is a file; ``shared`` and ``releases`` are the files of what an engine's plugins have in
common, and of which versions of them its releases bundle."""
