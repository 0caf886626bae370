"""Health checks that call what Fluentd's images do not have."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = "<source>\n  @type forward\n</source>\n<match **>\n  @type stdout\n</match>\n"
COMPOSE = """\
services:
  logs:
    {image}
    healthcheck:
      test: {test}
    volumes:
      - ./fluent.conf:/fluentd/etc/fluent.conf
"""
ALPINE, DEBIAN = "image: fluent/fluentd:v1.16-1", "image: fluentd:v1.16-debian-1"
CURL = "curl -f http://localhost:24220/"


def found(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in {"fluent.conf": CONFIG, **files}.items():
        (folder / name).write_text(text)
    return [each.message for each in check([str(folder)], Settings()).findings if each.code == "FD970"]


@pytest.mark.parametrize(
    ("image", "test", "program"),
    [
        (ALPINE, f"{CURL} || exit 1", "curl"),
        (ALPINE, f'["CMD-SHELL", "{CURL} > /dev/null 2>&1 || exit 1"]', "curl"),
        (ALPINE, '["CMD", "/usr/bin/curl", "-f", "http://localhost:24220/"]', "curl"),
        (ALPINE, f'["CMD", "sh", "-c", "{CURL} && true"]', "curl"),
        (ALPINE, '["CMD", "wget", "-q", "http://localhost:24220/"]', ""),
        (DEBIAN, '["CMD", "wget", "-q", "http://localhost:24220/"]', "wget"),
        (DEBIAN, "nc -z localhost 24224", "nc"),
        (DEBIAN, "pgrep -f fluentd || exit 1", ""),
        # Another command may pass, or decides.
        (ALPINE, f"{CURL} || true", ""),
        (ALPINE, f"{CURL} || exit 0", ""),
        (ALPINE, f"{CURL} || wget -q http://localhost:24220/", ""),
        (ALPINE, f"{CURL}; true", ""),
        (ALPINE, f"{CURL} | wc -l", ""),
        (ALPINE, '["NONE"]', ""),
        # Images of others, of Windows, and what brings the program.
        ("image: example.com/fluent/fluentd:1", f"{CURL} || exit 1", ""),
        ("image: fluent/fluentd:v1.16-windows-ltsc2019-1", f"{CURL} || exit 1", ""),
        (f"{ALPINE}\n    command: sh -c 'apk add curl && fluentd'", f"{CURL} || exit 1", ""),
    ],
)
def test_a_check_of_a_compose_file(tmp_path: Path, image: str, test: str, program: str) -> None:
    messages = found(tmp_path, {"compose.yaml": COMPOSE.format(image=image, test=test)})
    assert [f"has no {program}," in each for each in messages] == [True] * bool(program)


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([f"HEALTHCHECK --interval=30s --retries=3 \\\n  CMD {CURL} || exit 1"], True),
        (['HEALTHCHECK CMD ["curl", "-f", "http://localhost:24220/"]'], True),
        (["COPY start.sh /bin/", "RUN chmod +x /bin/start.sh", f"HEALTHCHECK CMD {CURL} || exit 1"], True),
        (["# curl is not there", f"HEALTHCHECK CMD {CURL} || exit 1"], True),
        (["RUN apk add --no-cache curl", f"HEALTHCHECK CMD {CURL} || exit 1"], False),
        (["RUN /tmp/install.sh", f"HEALTHCHECK CMD {CURL} || exit 1"], False),
        (["COPY --from=tools /usr/bin/x /usr/bin/x", f"HEALTHCHECK CMD {CURL} || exit 1"], False),
        (["HEALTHCHECK NONE"], False),
    ],
)
def test_a_check_of_a_dockerfile(tmp_path: Path, lines: list[str], wrong: bool) -> None:
    text = "\n".join(["FROM fluent/fluentd:v1.16-1", "COPY fluent.conf /fluentd/etc/", *lines, ""])
    assert len(found(tmp_path, {"Dockerfile": text})) == wrong


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, True),
        # The service says itself what is checked, if anything.
        ({"test: ": "disable: true #"}, False),
        ({"test: x": "test: wget -q http://localhost:24220/"}, False),
        ({"    healthcheck:\n      test: x\n": ""}, True),
    ],
)
def test_a_service_has_the_check_of_the_image_unless_it_says_another(tmp_path: Path, change: dict[str, str], wrong: bool) -> None:
    docker = f"FROM fluent/fluentd:v1.16-1\nHEALTHCHECK CMD {CURL} || exit 1\n"
    compose = COMPOSE.format(image="build: .", test="x" if change else f"{CURL} || exit 1")
    for old, new in change.items():
        compose = compose.replace(old, new)
    assert len(found(tmp_path, {"Dockerfile": docker, "compose.yaml": compose})) == wrong
