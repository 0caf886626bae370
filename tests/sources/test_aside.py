"""Configs that their names, or the files beside them, say are out of use or another's."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

CONFIG = "[INPUT]\n    Name systemd\n[OUTPUT]\n    Name null\n    Match *\n"
VALUES = "config:\n  outputs: |\n    [OUTPUT]\n        Name null\n        Match *\n"
VALUES += "  inputs: |\n    [INPUT]\n        Name systemd\n"
FROM = "name: shop\nversion: 1.0.0\ndependencies:\n  - name: fluent-bit\n    version: 1.0.0\n    repository: {}\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (("logs-backup.conf", "logs.conf"), "info"),
        (("logs-backup.conf", "others.conf"), "warning"),
        (("logs_bkp.conf", "logs.conf"), "info"),
        (("logs-copyright.conf", "logs.conf"), "warning"),
        (("logs-original.conf", "logs.conf"), "info"),
        (("original_logs.conf", "logs.conf"), "info"),
        (("original-shop.conf", "logs.conf"), "warning"),
        (("logs.saved.conf", "logs.conf"), "info"),
        (("logs copy 2.conf", "logs.conf"), "info"),
        (("logs (1).conf", "logs.conf"), "info"),
        (("logs-2024-05-31.conf", "logs.conf"), "info"),
        (("logs-2024.conf", "logs.conf"), "warning"),
        (("logs.conf.kafka", "logs.conf"), "info"),
        (("logs.conf.kafka", "others.conf"), "warning"),
        (("logs.conf.backup1", "others.conf"), "info"),
        (("logs.conf.j2", "logs.conf"), "warning"),
        (("logs.conf.erb", "logs.conf"), "warning"),
        (("values-default.yaml", "values-custom.yaml"), "info"),
        (("values-defaults-0.19.24.yaml", "values.yaml"), "info"),
        (("values-default.yaml", "kustomization.yaml"), "warning"),
        (("shop-default.yaml", "values.yaml"), "warning"),
    ],
)
def test_a_copy_beside_the_file_itself_is_out_of_use(tmp_path: Path, files: tuple[str, str], expected: str) -> None:
    for name in files:
        (tmp_path / name).write_text(VALUES if name.endswith(".yaml") else CONFIG)
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FB223"]
    assert [each.severity.word for each in found if each.place.document.file.path.endswith(files[0])] == [expected]


@pytest.mark.parametrize(
    ("file", "chart", "expected"),
    [
        ("shop/charts/fluent-bit/logs.conf", FROM.format("https://charts.example.org"), Severity.INFO),
        ("shop/charts/fluent-bit/files/logs.conf", FROM.format("oci://charts.example.org"), Severity.INFO),
        ("shop/charts/fluent-bit/logs.conf", FROM.format("file://../fluent-bit"), Severity.WARNING),
        ("shop/charts/logs/logs.conf", FROM.format("https://charts.example.org"), Severity.WARNING),
        ("shop/logs.conf", FROM.format("https://charts.example.org"), Severity.WARNING),
    ],
)
def test_a_chart_that_another_one_downloads_is_not_ours(tmp_path: Path, file: str, chart: str, expected: Severity) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(CONFIG)
    (tmp_path / "shop" / "Chart.yaml").write_text(chart)
    found = [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "FB223"]
    assert found == [expected]


@pytest.mark.parametrize(
    ("name", "tasks", "expected"),
    [
        ("spare.conf.j2", "- template: {src: new.conf.j2, dest: /etc/new.conf}", "info"),
        ("new.conf.j2", "- template: {src: new.conf.j2, dest: /etc/new.conf}", "warning"),
        # All templates, names that are put together, and tasks that are not seen.
        ("spare.conf.j2", "- template: {src: '{{ item }}'}\n  with_fileglob: ../templates/*\n# new.conf.j2", "warning"),
        ("spare.conf.j2", "- template: {src: '{{ item }}.j2'}\n  loop: [spare.conf]\n# new.conf.j2", "warning"),
        ("spare.conf.j2", "- template: {src: '{{ item.src }}'}\n  loop: [{src: new.conf.j2}]", "info"),
        ("spare.conf.j2", "- template: {src: '{{ item.src }}'}\n  loop: '{{ configs }}'\n# new.conf.j2", "warning"),
        ("spare.conf.j2", "- template: src={{ config }}\n- template: {src: new.conf.j2}", "warning"),
        ("spare.conf.j2", "- include_tasks: others.yml", "warning"),
    ],
)
def test_a_template_that_its_role_does_not_render_is_out_of_use(tmp_path: Path, name: str, tasks: str, expected: str) -> None:
    for folder in (".git", "role/tasks", "role/templates"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "role/tasks/main.yml").write_text(tasks)
    (tmp_path / "role/templates/new.conf.j2").write_text(CONFIG)
    (tmp_path / "role/templates" / name).write_text(CONFIG.replace("systemd", "systemd\n    Tag {{ tag }}"))
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FB223"]
    told = [each for each in found if each.place.document.file.path.endswith(f"/{name}")]
    assert [each.severity.word for each in told] == [expected]


@pytest.mark.parametrize(
    ("file", "beside", "expected"),
    [
        ("tests/logs/logs.conf", "logs/logs.conf", Severity.INFO),
        ("shop/testdata/logs.conf", "logs/logs.conf", Severity.INFO),
        ("test/logs.conf", "logs/logs.conf", Severity.INFO),
        # There is nothing else.
        ("tests/logs/logs.conf", "tests/web/logs.conf", Severity.WARNING),
        # An environment beside another one.
        ("test/logs.conf", "prod/logs.conf", Severity.WARNING),
        ("contest/logs.conf", "logs/logs.conf", Severity.WARNING),
    ],
)
def test_a_folder_of_tests(tmp_path: Path, file: str, beside: str, expected: Severity) -> None:
    (tmp_path / ".git").mkdir()
    for name in (file, beside):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(CONFIG)
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FB223"]
    assert {each.severity for each in found if each.place.document.file.path.endswith(file)} == {expected}
