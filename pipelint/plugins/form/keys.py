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
DAY = Text(pattern=r"20[0-9]{2}-[01][0-9]-[0-3][0-9]", said="a date such as 2026-01-31")
NAMES = Listed(Text())

VERSION = r"[0-9]+(?:\.[0-9A-Za-z]+){0,5}|unreleased"
"""A version of a gem or an engine; what its sources have and no version yet is ``unreleased``, which comes after all."""

AT = Text(pattern=VERSION, said='a quoted version such as "1.16"')
AGE = Text(pattern=r"[1-9][0-9]?", said='the quoted first number of a version of the engine, such as "5"')
RELEASE = Text(pattern=r"[0-9]+(?:[.-][0-9A-Za-z]+){0,7}", said='a quoted release such as "1.16.5-1.3"')
BUNDLED = Text(pattern=rf"{VERSION}|none", said='a quoted version such as "1.16", or none')

HELD = ("regex", "grok", "path", "tag", "label", "id", "key", "parser", "multiline_parser")
READ_FOR = ("join", "part", "stream", "trace", "parse", "output")
HOW = ("value", "keys", "values", "items", "thirds")

FEEDS = ("tail", "tcp", "udp", "syslog", "forward", "http")
SINKS = ("bulk", "forward", "http", "kafka", "kubernetes", "lines", "s3")

AFTER = (
    ("text", "number", "bytes of the field with the message"),
    ("record", "number", "bytes of the record as JSON"),
    ("fields", "number", "its keys, nested ones included"),
    ("nested", "number", "how many of its keys are inside others"),
    ("keys", "names", "the names of its own keys, null where they are not known"),
    ("emits", "number", "streams for each event: 0.001 where a thousand travel together, 1 where each is alone"),
    ("binary", "number", "share of the fields whose text is bytes of no encoding"),
    ("packed", "bool", "whether events still are the bytes that a sender packed"),
    ("framed", "bool", "whether the text still is a container runtime's whole line"),
    ("continuation", "number", "share of events that continue the one before"),
    ("partial", "number", "share of events that the runtime split"),
    ("locked", "number", "1 where all that follows runs under a lock that another thread of the plugin asks for"),
)

_SECTION = (
    Key("parameters", MapOf(Table("parameter")), "the declared parameters, by name"),
    Key("sections", MapOf(Table("section")), "the nested sections, by name"),
)
_SHARED = (
    *_SECTION,
    Key("accepts", NAMES, "names of parameters that are read without a declaration"),
    Key("patterns", NAMES, "regular expressions for such names, each matching a whole name"),
)

TABLES: dict[str, tuple[Key, ...]] = {
    "plugin": (
        Key("name", WORD, "name of the plugin in a config; the file is called <kind>-<name>.yaml", required=True),
        Key("aliases", Listed(WORD), "aliases of the plugin"),
        Key("about", SENTENCE, "what the plugin does, in one sentence of your own", required=True),
        Key("link", LINK, "address of the plugin's documentation", required=True),
        Key("counterparts", MapOf(Text()), "plugins of other engines (engine/kind-name) that do its work, with what differs"),
        Key("gem", WORD, "the gem or package that contains the plugin"),
        Key("earlier_gems", Listed(WORD), "gems that contained it earlier, all with lower versions"),
        Key("images", Listed(WORD), "container images that bring the plugin, though the engine has none of the name"),
        Key("versions", Listed(AT), "the first and the last version of the gem that is known to have the plugin"),
        Key("removed", AT, "first version of the gem without the plugin"),
        Key("as_of", DAY, "date of the sources that the parameters were read from"),
        Key("ages", Table("ages"), "what is known of its parameters in versions of the engine before those of releases.yaml"),
        Key("like", WORD, "another plugin of the same kind whose parameters and sections this plugin also takes"),
        Key("with", Listed(WORD), "groups of shared.yaml whose parameters, sections and names this plugin also takes"),
        Key("events", Table("events"), "what the plugin does with events; what is omitted is unknown"),
        Key("records", Table("records"), "what the plugin does with records; a plugin without it may do anything to them"),
        Key("holds", Table("holds"), "what the parameters hold; a parameter of a section is written section/name"),
        Key("unique", NAMES, "parameters whose value may occur only once in a config"),
        Key("cost", Table("cost"), "what its work costs; a plugin without it counts as not measured"),
        Key("measure", Table("measure"), "how `pipelint measure` feeds it, and where it sends what the plugin sends"),
        Key("in_memory", Flag(), "output: what it sends waits in memory, unless a section or parameter says otherwise"),
        Key("runs_ruby", Flag(), "runs its input as Ruby code, or passes it to a program that may"),
        Key("flat", MapOf(Text()), "sections that it builds from flat parameters of 0.12, with the chunk keys of a buffer"),
        Key("flat_own", NAMES, "flat parameters that it also reads itself, so they cannot move into a section"),
        *_SHARED,
    ),
    "events": (
        Key("tags", Text(tuple(t.value for t in Tags)), "input: the tags of its events"),
        Key("outside", Flag(), "input: false if its events come from the engine itself or from another pipeline"),
        Key("no_fields", Flag(), "input: its events have no fields, as metrics have none"),
        Key("passes", Text(tuple(p.value for p in Passes)), "filter: the events that leave it"),
        Key("narrows", Text(tuple(n.value for n in Narrows)), "filter: what later stages can find in the records that pass"),
        Key("errors", Text(), "filter: the switch, on by default, that sends events it cannot handle to @ERROR"),
        Key("timeout_label", Text(), "filter: the parameter that names the label of events that time out in it"),
        Key("sends", Text(tuple(s.value for s in Sends)), "output: where events go"),
        Key("matches_all", Flag(), "filter: options common to all filters apply to each event, also where it had nothing to do"),
        Key("retry_tag", Text(), "output: the parameter with the tag under which it emits again the events that were refused"),
    ),
    "records": (
        Key("unchanged", Flag(), "the records are not changed"),
        Key("same_keys", Flag(), "the records keep their keys, but values may change"),
        Key("sets", NAMES, "keys that it sets in every record"),
        Key("may_set", NAMES, "keys that it sets in some records"),
        Key("sets_by", MapOf(Text(HOW)), "parameters that name keys it sets, and the part of their value that is the key"),
        Key("may_set_by", NAMES, "parameters that name a key it sets in some records"),
        Key("sets_else", NAMES, "keys that it sets if no parameter of sets_by is given"),
        Key("captures", Flag(), "parser: the keys are the named groups of its regular expressions"),
        Key("in_place", Flag(), "false if it works on a copy, as others may hold the record that it gets"),
        Key("opaque_with", NAMES, "switches that allow it any change to the records"),
        Key("opaque_without", NAMES, "parameters of which at least one must be set, or it may change the records in any way"),
        Key("reads", MapOf(Text(READ_FOR)), "parameters that name a key it reads, and the purpose of reading it"),
    ),
    "cost": (
        Key("measured", NAMES, "the measurements that it rests on: ids of rows"),
        Key("modelled", Text(), "the plugin whose work it is taken for, and why, as a sentence; its interval is wider then"),
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
    "measure": (
        Key("feed", Text(FEEDS), "input: how events are given to it"),
        Key("tcp_with", MapOf(Text()), "input of datagrams: values of parameters, or arguments of sections, that mean TCP"),
        Key("sink", Text(SINKS), "what stands for the server that it talks to"),
        Key("set", MapOf(Text()), "parameters that it gets; {port}, {file} and {folder} are those of the run"),
        Key("remove", NAMES, "parameters and sections that it loses, such as users and TLS"),
        Key("add", MapOf(MapOf(Text())), "sections that it gets, by name and argument, with their parameters"),
        Key("writes", NAMES, "parameters with paths that it writes to: these are moved into the scratch folder"),
        Key("refused", SENTENCE, "why it cannot be measured: what it reaches that nothing stands for"),
    ),
    "after": tuple(Key(name, Expression(gives), meaning) for name, gives, meaning in AFTER),
    "holds": tuple(Key(name, NAMES, f"parameters that hold a {name}") for name in HELD),
    "parameter": (
        Key("type", Text(), "the type as the engine calls it", required=True),
        Key("default", Anything(), "the default value; omitted if there is none, or if code computes it"),
        Key("required", Flag(), "whether it is required"),
        Key("allowed", Listed(Text()), "the allowed values"),
        Key("multiple", Flag(), "whether a list of such values is also allowed"),
        Key("secret", Flag(), "whether the engine hides the value in its own log; it always hides a password"),
        Key("alias", Text(), "alias of the parameter"),
        Key("since", AT, "first version of the plugin that has the parameter, if that is not the first known version"),
        Key("deprecated", Since(), "first version of the plugin that deprecates it"),
        Key("removed", Since(), "first version of the plugin that refuses it by name"),
        Key("gone", AT, "first version of the plugin that does not declare it; the newest version does not know it"),
        Key("renamed_to", NAMES, "the parameters to use instead"),
        Key("needs", MapOf(NAMES), "other parameters with their values of which it needs one: without it nothing comes of it"),
        Key("was", Listed(Table("was")), "what it was in earlier versions, the earliest first"),
    ),
    "ages": (
        Key("came", AGE, "first number of the engine's first version with the plugin"),
        Key("began", MapOf(AGE), "the same of parameters, and of aliases of the plugin, by name"),
        Key("ended", MapOf(AGE), "first number of the engine's first version that does not take a parameter, by name"),
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
        Key("required", Flag(), "whether it is required"),
        Key("since", AT, "first version of the plugin that has it, if that is not the first known version"),
        *_SECTION,
    ),
    "releases": (
        Key("title", Text(), "the engine's name in words, if it is not its name with a capital"),
        Key("core", WORD, "the gem whose versions are those of the engine itself", required=True),
        Key("distributions", MapOf(Table("distribution")), "the engine itself, and packages of it, by name", required=True),
    ),
    "distribution": (
        Key("releases", Listed(RELEASE), "all releases that are known, in their order", required=True),
        Key("gems", MapOf(MapOf(BUNDLED)), "the versions of a gem, each from a release on; none: it is left out"),
    ),
    "shared": (
        Key("stages", MapOf(WORD), "kind of plugin that does the work of a stage", required=True),
        Key("also", MapOf(WORD), "by kind of plugin another kind, of which a plugin may stand in its place"),
        Key("owned", MapOf(WORD), "sections that have a plugin of their own, and its kind"),
        Key("ended", MapOf(MapOf(AGE)), "what ages/ended says of parameters of every plugin of a kind, by kind"),
        Key("accepts", NAMES, "parameters that the engine reads for every plugin"),
        Key("named_by", NAMES, "parameters that name the plugin of a section; without them the section's name is the plugin's"),
        Key("named_by_argument", NAMES, "sections whose argument names the plugin"),
        Key("holders", NAMES, "sections that contain plugins but are not plugins"),
        Key("secrets", NAMES, "names of parameters that hold a secret in every plugin"),
        Key("namesakes", NAMES, "the plugins whose names others' plugins have too; without this key any may"),
        Key("every", MapOf(Table("group")), "parameters and sections of every plugin of a kind, by kind"),
        Key("groups", MapOf(Table("group")), "parameters and sections that several plugins share, by group name"),
    ),
    "group": _SHARED,
}
"""The tables of the form: ``plugin`` is a file; ``shared`` and ``releases`` are the files of what an engine's plugins have in
common, and of which versions of them its releases bundle."""
