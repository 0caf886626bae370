"""The images of services that are built."""

from pathlib import Path

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.compose.services import services_of


@pytest.mark.parametrize(
    ("base", "said", "image"),
    [
        ("FROM fluent/fluentd:v1.16-1\n", "build: ./logs", "fluent/fluentd:v1.16-1"),
        # What the image will be called says less than what it begins with.
        ("FROM fluent/fluentd:v1.16-1\n", "build: ./logs\n    image: example/collector", "fluent/fluentd:v1.16-1"),
        (
            "FROM ruby:3.4 AS gems\nFROM fluent/fluentd:v1.16-1\n",
            "build: ./logs\n    image: example/collector",
            "example/collector",
        ),
        ("FROM fluent/fluentd:v1.16-1\n", "image: example/collector\n    volumes: [./logs:/fluentd/etc]", "example/collector"),
    ],
)
def test_a_service_that_is_built_has_the_image_of_its_dockerfile(tmp_path: Path, base: str, said: str, image: str) -> None:
    (tmp_path / "logs").mkdir()
    for name, text in {
        "logs/Dockerfile": base,
        "logs/fluent.conf": "",
        "compose.yaml": f"services:\n  logs:\n    {said}\n",
    }.items():
        (tmp_path / name).write_text(text)
    document = Document.whole(SourceFile(str(tmp_path / "logs/fluent.conf"), b"", (str(tmp_path),)))
    assert [each.image for each in services_of(document)] == [image]
