"""`${name}` in a property, where a field of the event is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = "[INPUT]\n    Name cpu\n[OUTPUT]\n    Name http\n    Match *\n    URI /{}\n"
STREAM = "[OUTPUT]\n    Name cloudwatch_logs\n    Match *\n    Log_Group_Name a\n"
COMPOSE = "services:\n  logs:\n    image: fluent/fluent-bit:5.1\n    volumes:\n"
COMPOSE += "      - ./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf\n"


@pytest.mark.parametrize(
    ("text", "files", "count"),
    [
        ("${level}", {}, 1),
        ("${LEVEL}", {}, 0),
        ("${colour}", {}, 0),
        ("${level:-none}", {}, 0),
        ("${kubernetes['pod_name']}", {}, 1),
        ("${$level}", {}, 1),
        ("${level}/${pod}", {}, 1),
        # Of what the compose file does not set another rule tells.
        ("${level}", {"compose.yaml": COMPOSE}, 0),
        ("${kubernetes['pod_name']}", {"compose.yaml": COMPOSE}, 1),
    ],
)
def test_a_variable_with_the_name_of_a_field(tmp_path: Path, text: str, files: dict[str, str], count: int) -> None:
    for name, content in {"fluent-bit.conf": CONFIG.format(text), **files}.items():
        (tmp_path / name).write_text(content)
    found = [each for checked in check([str(tmp_path)], Settings()).checked for each in checked.findings]
    assert len([each for each in found if each.code == "FB925"]) == count


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ("image:\n  tag: a\n", 1),
        ("env:\n  - name: tag\n    value: a\n", 0),
        ("env:\n  - name: tags\n    value: a\n", 1),
    ],
)
def test_values_of_a_chart_may_set_it(tmp_path: Path, values: str, count: int) -> None:
    parts = {"inputs": CONFIG.partition("[OUTPUT]")[0], "outputs": "[OUTPUT]" + CONFIG.partition("[OUTPUT]")[2].format("${tag}")}
    texts = [f"  {name}: |\n" + "".join(f"    {line}\n" for line in text.splitlines()) for name, text in parts.items()]
    (tmp_path / "values.yaml").write_text(values + "config:\n" + "".join(texts))
    found = [each for checked in check([str(tmp_path)], Settings()).checked for each in checked.findings]
    assert len([each for each in found if each.code == "FB925"]) == count


def test_what_a_template_puts_in_is_no_field(tmp_path: Path) -> None:
    text = CONFIG.format("{{ tag }}") + "{% if x %}\n    Port 1\n{% endif %}\n"
    (tmp_path / "fluent-bit.conf.j2").write_text(text)
    (tmp_path / "other.conf").write_text(text.replace("{{ tag }}", "${tag}").replace("{%", "#"))
    found = [Path(each.place.document.name).name for each in check([str(tmp_path)], Settings()).findings if each.code == "FB925"]
    assert found == ["other.conf"]


@pytest.mark.parametrize(
    ("section", "severity"),
    [
        ("[FILTER]\n    Name record_modifier\n    Match *\n    Record pod ${kubernetes['pod_name']}\n", "error"),
        ("[FILTER]\n    Name record_modifier\n    Match *\n    Record pod x-${kubernetes['pod_name']}\n", "warning"),
        ("[FILTER]\n    Name modify\n    Match *\n    Add pod ${kubernetes['pod_name']}\n", "error"),
        # What the other variable has nobody knows.
        ("[FILTER]\n    Name modify\n    Match *\n    Add pod ${CLUSTER}${kubernetes['pod_name']}\n", "warning"),
        # The region and the name of a stream, or what it begins with, have to be there; the address of a server has a default.
        (STREAM + "    Region ${$region}\n    Log_Stream_Name a\n", "error"),
        (STREAM + "    Region a\n    Log_Stream_Name ${$pod}\n", "error"),
        (STREAM + "    Region a\n    Log_Stream_Prefix ${$pod}-\n", "warning"),
        ("[OUTPUT]\n    Name http\n    Match *\n    Host ${$pod}\n", "warning"),
    ],
)
def test_it_is_an_error_where_fluent_bit_does_not_start_with_what_is_left(tmp_path: Path, section: str, severity: str) -> None:
    """What src/flb_config_map.c and the plugins of Fluent Bit 5.1.1 want of these properties."""
    (tmp_path / "fluent-bit.conf").write_text("[INPUT]\n    Name cpu\n" + section)
    (found,) = (each for each in check([str(tmp_path)], Settings()).findings if each.code == "FB925")
    assert found.severity.name.lower() == severity
