"""Reads a settings file: what each key means, and one clear problem at the place of each that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipelint.base.disk import files
from pipelint.base.finding import Problem, Severity
from pipelint.base.lean.record import replace
from pipelint.base.quantity import cpus
from pipelint.base.text.document import SourceFile
from pipelint.base.text.lines import lines_of
from pipelint.base.text.span import Span
from pipelint.cost.events.traffic import PRESETS, BranchShare, StageTraffic, TrafficProfile
from pipelint.rules.select import GROUPS, Selection, UnknownSelector, check_selectors
from pipelint.settings.keys import SETTINGS
from pipelint.settings.model import Sample, Settings
from pipelint.settings.target import wrong_version
from pipelint.settings.toml import Node, TomlError, read_toml
from pipelint.settings.values import Read, Values, number_in, table_in, texts_in
from pipelint.sources.boundary import outside

if TYPE_CHECKING:
    from pipelint.rules.rule import Rule


class SettingsError(ValueError):
    """A settings file that cannot be used, with everything that is wrong in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems[0].message)
        self.problems = tuple(problems)


Base = Callable[[str], Settings | None]
"""The settings of a file that another one extends, by its path."""


def read_settings(
    file: SourceFile, rules: Sequence[Rule], base: Base = lambda _: None, *, named: bool = False
) -> Settings | None:
    """The settings in a file; None in a ``pyproject.toml`` that has no ``[tool.pipelint]``. Raises SettingsError.

    ``rules`` are those that selectors may name. Paths in the file are relative to its folder, and lie in ``file.project``.
    ``named`` says that the command line names it: then it may open others.
    """
    reader = _Reader(file, named)
    try:
        root = read_toml(file.data)
    except TomlError as error:
        # Somebody else's broken pyproject.toml is an error all the same: nobody knows what it would have said.
        raise SettingsError([Problem(file.path, error.message, file, error.span)]) from error
    node: Node | None = root
    if Path(file.path).name == PYPROJECT:
        tool = root.get("tool")
        node = None if tool is None else tool.get("pipelint")
        if node is None:
            return None
    assert node is not None
    settings = reader.settings(node, rules, base)
    if reader.problems:
        raise SettingsError(sorted(reader.problems, key=lambda p: p.span.start if p.span else 0))
    return settings


PYPROJECT = "pyproject.toml"
_OF_SOURCE = ("tag", "path", "id", "input")


class _Reader(Values):
    def __init__(self, file: SourceFile, named: bool) -> None:
        super().__init__(file)
        self.named = named
        self.opened: tuple[str, ...] = ()

    def settings(self, node: Node, rules: Sequence[Rule], read_base: Base) -> Settings:
        read = self.table(node, SETTINGS, "")
        folder = Path(files.real(self.file.path)).parent
        base = self.base(node, folder, read_base)
        chosen = base.selection
        severities = {name: str(word) for name, word in table_in(read.get("severity")).items()}
        ignores = {glob: texts_in(selectors) for glob, selectors in table_in(read.get("per-file-ignores")).items()}
        if not base.rules:
            self.known(node, rules)
        fail_on = str(read["fail-on"]).upper() if "fail-on" in read else None
        cost, budget = table_in(read.get("cost-model")), table_in(read.get("budget"))
        self.opened = self.allowed(texts_in(read.get("allow-outside")), folder, node.get("allow-outside"))
        models = self.paths(folder, node.get("cost-model", "model"))
        baselines = self.paths(folder, node.get("baseline"))
        slowdown, limit = number_in(budget.get("max-slowdown")), self.cpu_limit(cost.get("cpu-limit"), node)
        return replace(
            base,
            selection=Selection(
                texts_in(read["select"]) if "select" in read else chosen.select,
                texts_in(read["ignore"]) if "ignore" in read else chosen.ignore,
                (*chosen.added, *texts_in(read.get("extend-select"))),
            ),
            traffic=self.traffic(table_in(read.get("traffic")), node.get("traffic"), base.traffic),
            samples=self.samples(folder, node.get("traffic", "samples")) or base.samples,
            scale=number_in(cost.get("scale")) or base.scale,
            scale_from=self.file.path if "scale" in cost else base.scale_from,
            cpu_limit=base.cpu_limit if limit is None else limit,
            severities={**base.severities, **{name: Severity[word.upper()] for name, word in severities.items()}},
            per_file_ignores={**base.per_file_ignores, **ignores},
            fail_on=base.fail_on if fail_on is None else None if fail_on == "NEVER" else Severity[fail_on],
            min_events=number_in(budget.get("min-events-per-cpu"), base.min_events),
            max_slowdown=base.max_slowdown if slowdown is None else slowdown / 100,
            core_hour=number_in(table_in(read.get("cost")).get("core-hour"), base.core_hour),
            cost_model=self.model(models[0] if models else None, node) or base.cost_model,
            versions={**base.versions, **self.versions(node, table_in(read.get("target-version")))},
            exclude=texts_in(read["exclude"]) if "exclude" in read else base.exclude,
            rules=self.paths(folder, node.get("rules")) or base.rules,
            plugins=self.paths(folder, node.get("plugins")) or base.plugins,
            baseline=baselines[0] if baselines else base.baseline,
            allow_outside=self.opened or base.allow_outside,
            folder=folder,
            origins={**base.origins, **dict(self.origins(node))},
        )

    def base(self, node: Node, folder: Path, read_base: Base) -> Settings:
        """The settings of the file that this one extends; the defaults where it extends none, or none that can be read."""
        place = node.get("extend")
        for path in self.paths(folder, place):
            assert place is not None
            if not files.is_file(str(path)):
                self.wrong(f"no such file: {place.scalar}", place.span)
                continue
            try:
                found = read_base(files.real(str(path)))
            except SettingsError as error:
                self.problems += error.problems
            else:
                if found is not None:
                    return found
                self.wrong(f"{place.scalar} has no [tool.pipelint] table", place.span)
        return Settings()

    def origins(self, node: Node, where: str = "") -> Iterator[tuple[str, str]]:
        """By the name of each setting that the file has, the file and the line."""
        lines = lines_of(self.file.data)
        for entry in node.entries:
            if entry.node.kind == "table":
                yield from self.origins(entry.node, f"{where}{entry.key}.")
            else:
                yield f"{where}{entry.key}", f"{self.file.path}:{lines.line(entry.span.start)}"

    def known(self, node: Node, rules: Sequence[Rule]) -> None:
        """Every selector has to name a rule, unless the file brings rules of its own, whose names are not known here."""
        if node.get("rules") is not None:
            return
        severity, ignores = node.get("severity"), node.get("per-file-ignores")
        chosen = self.texts([node.get("select"), node.get("extend-select"), node.get("ignore")])
        named = [(text, span) for text, span in chosen if text not in GROUPS]
        named += self.texts(entry.node for entry in (ignores.entries if ignores is not None else ()))
        named += [(entry.key, entry.span) for entry in (severity.entries if severity is not None else ())]
        for text, span in named:
            try:
                check_selectors([text], rules)
            except UnknownSelector as error:
                self.wrong(str(error), span)

    @staticmethod
    def texts(nodes: Iterable[Node | None]) -> list[tuple[str, Span]]:
        """The texts of nodes that are one each, or a list of them."""
        values = [item for found in nodes if found is not None for item in (found.items or (found,))]
        return [(item.scalar, item.span) for item in values if isinstance(item.scalar, str)]

    def versions(self, node: Node, read: Mapping[str, Read]) -> dict[str, str]:
        out = {}
        for engine, version in read.items():
            wrong = wrong_version(engine, str(version))
            if not wrong:
                out[engine] = str(version)
            elif (place := node.get("target-version", engine)) is not None:
                self.wrong(wrong, place.span)
        return out

    def cpu_limit(self, found: Read | None, node: Node) -> float | None:
        if found is None:
            return None
        value = cpus(str(found))
        place = node.get("cost-model", "cpu-limit")
        if value is None and place is not None:
            self.wrong(f'"{found}" is not a CPU limit such as "500m" or "0.5" (both half a CPU)', place.span)
        return value

    def allowed(self, paths: Sequence[str], folder: Path, node: Node | None) -> tuple[str, ...]:
        """What the file opens to all projects, as real paths; a problem where it may open nothing."""
        if node is not None and not self.named:
            self.wrong("only a settings file given with --config may allow paths outside the project", node.span)
            return ()
        return tuple(files.real(str(folder / path)) for path in paths if "\0" not in path)

    def paths(self, folder: Path, node: Node | None) -> tuple[Path, ...]:
        """The paths that a setting names; a problem for each that leads outside the project."""
        found = []
        for item in () if node is None else node.items or (node,):
            if not isinstance(item.scalar, str):
                continue  # which has been said
            path = folder / item.scalar
            if "\0" in item.scalar:
                self.wrong("a file name cannot contain a NUL character", item.span)
            elif not files.within(str(path), (*self.file.project, *self.opened)):
                self.wrong(outside(item.scalar), item.span)
            else:
                found.append(path)
        return tuple(found)

    def model(self, path: Path | None, node: Node) -> Path | None:
        """The file with coefficients, with a problem where there is none."""
        place = node.get("cost-model", "model")
        if path is not None and place is not None and not files.is_file(str(path)):
            self.wrong(f"no such file: {place.scalar}", place.span)
        return path

    def traffic(self, read: Mapping[str, Read], node: Node | None, base: TrafficProfile) -> TrafficProfile:
        profile = PRESETS[str(read["preset"])] if "preset" in read else base
        values: dict[str, object] = {name: getattr(base, name) for name in base.given}
        for name, value in read.items():
            if name in ("preset", "branches", "samples", "stages"):
                continue
            values[name.replace("-", "_")] = tuple(value) if isinstance(value, list) else value
        tables = node.get("branches") if node is not None else None
        branches = read.get("branches")
        if isinstance(branches, list) and tables is not None:
            values["branches"] = tuple(self.branches(branches, tables))
        tables, rows = node.get("stages") if node is not None else None, read.get("stages")
        if isinstance(rows, list) and tables is not None:
            values["stages"] = tuple(self.stages(rows, tables))
        return replace(profile, **values, given=tuple(sorted(values)))  # type: ignore[arg-type]

    def samples(self, folder: Path, tables: Node | None) -> tuple[Sample, ...]:
        """The samples, each with a file of the project and no more than one name of a source."""
        out: list[Sample] = []
        for table in tables.items if tables is not None else ():
            texts = {entry.key: entry.node.scalar for entry in table.entries if isinstance(entry.node.scalar, str)}
            place, names = table.get("file"), [name for name in _OF_SOURCE if table.get(name) is not None]
            if place is None:
                self.wrong("a sample needs a file", table.span)
            elif len(names) > 1:
                self.wrong(f"a sample is named by one of {', '.join(_OF_SOURCE)}, not by {' and '.join(names)}", table.span)
            for path in self.paths(folder, place):
                if not files.is_file(str(path)) and place is not None:
                    self.wrong(f"no such file: {place.scalar}", place.span)
                name = names[0] if names else ""
                span = table.span if place is None else place.span
                out.append(Sample(path, texts["file"], name, texts.get(name, ""), self.file, span))
        return tuple(out)

    def stages(self, read: list[Read], tables: Node) -> Iterator[StageTraffic]:
        for found, place in zip(read, tables.items, strict=True):
            row = table_in(found)
            if place.get("kind") is None or place.get("plugin") is None:
                self.wrong("a stage needs a kind and a plugin", place.span)
            elif len(row) == len(place.entries):
                pipeline, kind, plugin, name = (str(row.get(key, "")) for key in ("pipeline", "kind", "plugin", "id"))
                yield StageTraffic(pipeline, kind, plugin, name, number_in(row.get("events")), number_in(row.get("us")))

    def branches(self, read: list[Read], tables: Node) -> list[BranchShare]:
        out: list[BranchShare] = []
        for found, place in zip(read, tables.items, strict=True):
            if place.get("share") is None or (place.get("tag") is None) == (place.get("condition") is None):
                self.wrong("a branch needs a share, and either a tag or a condition", place.span)
                continue
            table = table_in(found)
            if len(table) != len(place.entries):
                continue  # A value of it is wrong, which has been said.
            condition, tag = str(table.get("condition", "")), str(table.get("tag", ""))
            if not condition and not tag:
                self.wrong("the tag or condition of a branch must not be empty", place.span)
                continue
            if any((other.tag, other.condition) == (tag, condition) for other in out):
                twice = place.get("tag") or place.get("condition") or place
                self.wrong("an earlier branch has the same tag or condition", twice.span)
                continue
            if condition and not _is_condition(condition):
                self.wrong("not a valid condition of an if", (place.get("condition") or place).span)
                continue
            share = number_in(table["share"])
            assert share is not None
            out.append(BranchShare(tag, condition, share))
        return out


def _is_condition(text: str) -> bool:
    """Whether a condition of some engine's configs could ask this."""
    from pipelint.engines.registry import ENGINES

    return any(ENGINES.parts(name).costs.condition(text) is not None for name in ENGINES.names)
