"""An edit of a settings file changes one number, and nothing else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.settings.toml import TomlError, with_number

tomllib = pytest.importorskip("tomllib")
TABLE = ("cost-model",)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b"[cost-model]\nscale = 0.83\n"),
        (b"a = 1", b"a = 1\n\n[cost-model]\nscale = 0.83\n"),
        (b"[cost-model] # speed", b"[cost-model] # speed\nscale = 0.83\n"),
        (b"[cost-model]\n# old\nscale=1 # x\n[b]\n", b"[cost-model]\n# old\nscale=0.83 # x\n[b]\n"),
        (b"[cost-model]\r\ncpu-limit = '1'\r\n", b"[cost-model]\r\nscale = 0.83\r\ncpu-limit = '1'\r\n"),
        (b"[cost-model]\nscale = [1, 2]\n", b"[cost-model]\nscale = 0.83\n"),
        (b"cost-model.scale = 1\n", b"cost-model.scale = 0.83\n"),
        (b"cost-model = { scale = 1 }\n", b"cost-model = { scale = 0.83 }\n"),
    ],
)
def test_the_number_comes_where_it_belongs(before: bytes, after: bytes) -> None:
    assert with_number(before, TABLE, "scale", "0.83") == after


@pytest.mark.parametrize(
    "text",
    ["cost-model = {}", "cost-model.cpu-limit = '1'\nb = 2", "[[cost-model]]\na = 1", "cost-model = 3", "[cost-model.a]\nb = 1"],
)
def test_what_it_cannot_edit_it_refuses(text: str) -> None:
    with pytest.raises(ValueError, match="would change") as error:
        with_number(text.encode(), TABLE, "scale", "0.83")
    assert not isinstance(error.value, TomlError)


def test_what_is_no_toml_it_refuses() -> None:
    with pytest.raises(TomlError):
        with_number(b"[cost-model", TABLE, "scale", "0.83")


KEYS = st.sampled_from(["scale", "cpu-limit", "model", "a"])
VALUES = st.sampled_from(["1", "2.5", '"x # y"', "[1, 2]", "'[cost-model]'", '"""\n[cost-model]\n"""'])
TABLES = st.dictionaries(KEYS, VALUES, max_size=3)


@given(
    plain=TABLES, tables=st.dictionaries(st.sampled_from(["b", "cost-model", "traffic"]), TABLES, max_size=3), end=st.booleans()
)
def test_nothing_else_changes(plain: dict[str, str], tables: dict[str, dict[str, str]], end: bool) -> None:
    rows = [f"{key} = {value}" for key, value in plain.items()]
    for name, table in tables.items():
        rows += [f"[{name}] # {name}", *(f"{key} = {value}" for key, value in table.items())]
    text = "\n".join(rows) + ("\n" if end else "")
    wanted: dict[str, Any] = tomllib.loads(text)
    wanted.setdefault("cost-model", {})["scale"] = 0.83
    edited = with_number(text.encode(), TABLE, "scale", "0.83").decode()
    assert tomllib.loads(edited) == wanted
    assert all(row in edited for row in rows if not row.startswith("scale"))
