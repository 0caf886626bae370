"""Long work about one file: others have their turns meanwhile, and see nothing of it; what nobody waits for any more ends."""

from __future__ import annotations

import ast
import asyncio
import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcContentModified

import pipelint
from pipelint.base.running.turns import pause
from pipelint.lsp import turns
from pipelint.lsp.snapshot import ProjectFiles, Snapshot, take_snapshot
from pipelint.lsp.turns import RUNS, Turns, Work
from tests.lsp.configs import FLUENT_BIT, FLUENTD, LOGSTASH, manifest

_MOST = 10_000  # turns after which work has waited in vain


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pause ends a turn."""
    monkeypatch.setattr(turns, "_TURN", 0.0)
    monkeypatch.setattr(turns, "_BREATH", 0.0)


def _until(there: list[str], name: str) -> Callable[[], str]:
    """Work that goes on until ``name`` is ``there``, and says whether it has come to that."""

    def wait() -> str:
        for _ in range(_MOST):
            if name in there:
                return "waited"
            pause()
        return "in vain"

    return wait


def _always() -> bool:
    return True


def test_another_file_has_its_turn_before_long_work_ends() -> None:
    async def talk() -> list[str]:
        said, having = list[str](), Turns()
        long = asyncio.ensure_future(having.take("long", _until(said, "short"), _always))
        await asyncio.sleep(0)
        await having.take("short", lambda: said.append("short"), _always)
        return [*said, await long]

    assert asyncio.run(talk()) == ["short", "waited"]


def test_a_search_that_asks_again_and_again_comes_after_questions_about_a_file() -> None:
    said: list[str] = []

    def work() -> None:
        pause()
        said.append("file")

    async def talk() -> None:
        having = Turns()

        async def search() -> None:
            for _ in range(9):
                await having.take(None, lambda: said.append("search"), _always)

        searching = asyncio.ensure_future(search())
        await asyncio.sleep(0)
        await having.take("file", work, _always)
        await searching

    asyncio.run(talk())
    assert said.index("file") < 3 and said.count("search") == 9


def test_questions_about_one_file_are_worked_at_one_after_another() -> None:
    said: list[str] = []

    def work(name: str) -> Callable[[], None]:
        def steps() -> None:
            said.append(f"{name} begins")
            pause()
            said.append(f"{name} ends")

        return steps

    async def talk() -> None:
        having = Turns()
        await asyncio.gather(*(having.take("one", work(name), _always) for name in "ab"))

    asyncio.run(talk())
    assert said == ["a begins", "a ends", "b begins", "b ends"]


@pytest.mark.parametrize("cancelled", [True, False])
def test_work_that_nobody_waits_for_ends_where_it_is(cancelled: bool) -> None:
    said: list[str] = []
    current = [True]

    def work() -> None:
        try:
            said.append("begins")
            _until([], "never")()
            said.append("ends")
        finally:
            said.append("closes")

    async def talk() -> None:
        having = Turns()
        asked = asyncio.ensure_future(having.take("one", work, lambda: current[0]))
        while not said:
            await asyncio.sleep(0)
        if cancelled:
            asked.cancel()
        else:
            current[0] = False
        with pytest.raises(asyncio.CancelledError if cancelled else JsonRpcContentModified):
            await asked
        assert await having.take("one", lambda: "next", _always) == "next"

    asyncio.run(talk())
    assert said == ["begins", "closes"]


def test_an_error_is_told_to_who_asked() -> None:
    def fail() -> None:
        pause()
        raise RuntimeError("as asked")

    with pytest.raises(RuntimeError, match="as asked"):
        asyncio.run(Turns().take("one", fail, _always))


def test_what_a_run_keeps_in_modules_is_its_own() -> None:
    def work(mark: object) -> Callable[[], bool]:
        def run() -> bool:
            assert all(getattr(module, name) == make() for module, name, make in RUNS)
            for module, name, _ in RUNS:
                setattr(module, name, mark)
            pause()
            return all(getattr(module, name) is mark for module, name, _ in RUNS)

        return run

    before = [getattr(module, name) for module, name, _ in RUNS]
    works = [Work(work(object())) for _ in range(2)]
    for each in (*works, *works):
        each.go_on()
        assert [getattr(module, name) for module, name, _ in RUNS] == before
    assert [each.error or each.found for each in works] == [True, True]


def test_all_that_a_run_keeps_in_modules_is_known() -> None:
    # What Git says of ignored files is asked when a folder is searched; the others are of programs that run alone.
    apart = {("disk/files.py", "_ignoring")}
    root = Path(pipelint.__file__).parent
    known = {(str(module.__name__).rpartition(".")[2], name) for module, name, _ in RUNS}
    for room in ("base", "yaml", "regex", "predicate", "sources", "graph", "language", "plugins", "facts", "engines", "rules"):
        for path in (root / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                for name in node.names if isinstance(node, ast.Global) else ():
                    assert (path.stem, name) in known or (f"{path.parent.name}/{path.name}", name) in apart, (path, name)


VERSIONS = {
    "fluent.conf": (FLUENTD, FLUENTD.replace("%NZ", "%N%z"), FLUENTD.replace("</parse>", ""), FLUENTD.replace("app", "web")),
    "map.yaml": (manifest(FLUENTD), manifest(FLUENTD.replace("@OUT", "@IN")), manifest(FLUENTD)),
    "pipeline.conf": (LOGSTASH, LOGSTASH.replace("5044", "5045"), LOGSTASH.replace("=>", "=", 1), LOGSTASH),
    "fluent-bit.conf": (FLUENT_BIT, FLUENT_BIT.replace("Match app", "Match ap*"), FLUENT_BIT),
}


def _said(snapshot: Snapshot) -> list[str]:
    return sorted(f"{each.code} {each.place.file_span} {each.message}" for each in snapshot.findings)


def _looks(folder: Path, name: str, beside: ProjectFiles) -> Iterator[Callable[[], Snapshot]]:
    for version, text in enumerate(VERSIONS[name]):
        yield lambda text=text, version=version: take_snapshot(str(folder / name), text.encode(), version, beside, "utf-16")  # type: ignore[misc]


def test_files_that_are_looked_at_in_turns_say_what_each_says_alone(tmp_path: Path) -> None:
    alone = {name: [_said(look()) for look in _looks(tmp_path, name, ProjectFiles())] for name in VERSIONS}
    assert all(any(each) for each in alone.values())
    found: dict[str, list[list[str]]] = {name: [] for name in VERSIONS}
    beside = ProjectFiles()
    looks = {name: _looks(tmp_path, name, beside) for name in VERSIONS}
    works = {name: Work(next(look)) for name, look in looks.items()}
    steps = 0
    while works:
        for name, work in list(works.items()):
            steps += 1
            if not work.go_on():
                continue
            assert work.error is None
            found[name].append(_said(work.found))
            following = next(looks[name], None)
            if following is None:
                del works[name]
            else:
                works[name] = Work(following)
    assert found == alone and steps > 500


@pytest.mark.slow
def test_ended_work_leaves_nothing_behind() -> None:
    gc.collect()
    before = sum(type(each) is Work for each in gc.get_objects())
    gc.disable()
    try:
        for _ in range(50):
            asyncio.run(Turns().take("one", lambda: pause(), _always))
        assert sum(type(each) is Work for each in gc.get_objects()) <= before
    finally:
        gc.enable()
