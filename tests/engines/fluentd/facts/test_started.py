"""Whether the script that an image or a service starts with keeps the signal that ends Fluentd."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = "<source>\n  @type sample\n  tag app\n</source>\n<match app>\n  @type file\n  path /var/archive/app\n</match>\n"
RUN = "#!/bin/sh\nmkdir -p /var/archive\n/usr/local/bin/fluentd -c /etc/fluent.conf $@\n"
BUILD = "FROM ruby:3.3\nRUN gem install fluentd\nCOPY fluent.conf /etc/\nCOPY run.sh /\n"
COMPOSE = """\
services:
  logs:
    image: registry.example.com/fluentd:3
    command: {command}
    volumes:
      - ./fluent.conf:/etc/fluent.conf
      - ./run.sh:/opt/run.sh
"""


def told(folder: Path, **texts: str) -> list[str]:
    """Where it is said, and on which line."""
    for name, text in {"fluent_conf": CONFIG, **texts}.items():
        (folder / name.replace("_", ".")).write_text(text)
    found = [each.place for each in check([str(folder)], Settings()).findings if each.code == "FD825"]
    return [f"{Path(each.document.file.path).name}:{each.document.text[: each.span.start].count(10) + 1}" for each in found]


@pytest.mark.parametrize(
    ("start", "run", "wrong"),
    [
        ("CMD /run.sh", RUN, True),
        ('ENTRYPOINT ["/run.sh"]', RUN, True),
        ('ENTRYPOINT ["tini", "--", "/run.sh"]', RUN, False),
        ('CMD ["fluentd"]', RUN, False),
        ("CMD /run.sh", RUN.replace("/usr", "exec /usr"), False),
        ("CMD /run.sh", f"{RUN}echo it has ended\n", False),
        ("CMD /run.sh", RUN.replace("$@", "--dry-run"), False),
        ("CMD /run.sh", RUN.replace("mkdir", "# exec\nmkdir"), True),
        ("CMD /run.sh", RUN.replace("#!/bin/sh", "#!/usr/bin/env ruby"), False),
        ("CMD /run.sh", RUN.replace("fluentd ", "fluentd \\\n  "), True),
    ],
)
def test_the_script_of_an_image(tmp_path: Path, start: str, run: str, wrong: bool) -> None:
    found = told(tmp_path, Dockerfile=f"{BUILD}{start}\n", run_sh=run)
    assert len(found) == wrong
    assert all(each.startswith("run.sh:") for each in found)


def test_an_image_of_something_else_may_have_an_init(tmp_path: Path) -> None:
    assert not told(tmp_path, Dockerfile=BUILD.replace("ruby:3.3", "example/base:1") + "CMD /run.sh\n", run_sh=RUN)


@pytest.mark.parametrize(("command", "wrong"), [("/opt/run.sh", True), ("sh /opt/run.sh", True), ("fluentd", False)])
def test_the_script_of_a_service(tmp_path: Path, command: str, wrong: bool) -> None:
    assert told(tmp_path, compose_yaml=COMPOSE.format(command=command), run_sh=RUN) == ["run.sh:3"] * wrong
