"""The release that runs a config on disk, by the package that scripts and roles of Ansible around it install."""

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.checker.config.versions import version_words
from pipelint.settings.around.guess import guess_of
from pipelint.settings.model import Settings

CONFIG = "<source>\n  @type forward\n</source>\n<match **>\n  @type stdout\n</match>\n"
SCRIPT = "curl -L https://toolbelt.treasuredata.com/sh/install-ubuntu-xenial-td-agent2.sh | sh\n"
NEWER = SCRIPT.replace("agent2", "agent4")
LIST = "[treasuredata]\nbaseurl=http://packages.treasuredata.com/2/redhat/$releasever/$basearch\n"
ROLE = "roles/fluentd/"
CLUSTER = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: fluentd\ndata:\n  fluent.conf: |\n    "


def version(folder: Path, name: str, files: dict[str, str], text: str = CONFIG) -> str:
    for each, content in {name: text, **files}.items():
        path = folder / each
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    found = [guess_of(config.entry) for config in load([str(folder / name)]).configs]
    return "" if found[0] is None else found[0].release.version


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"docker/install.sh": SCRIPT}, "0.12"),
        ({"docker/Dockerfile": f"FROM ubuntu:14.04\nRUN {SCRIPT}"}, "0.12"),
        ({"docker/install.sh": SCRIPT.replace("agent2", "agent2.5")}, "0.12"),
        ({"docker/install.sh": LIST}, "0.12"),
        # What an image or a gem says counts more.
        ({"docker/Dockerfile": f"FROM fluent/fluentd:v1.16-1\nRUN {SCRIPT}"}, "1.16"),
        ({"docker/Dockerfile": f"FROM ruby\nRUN {SCRIPT}RUN gem install fluentd -v 1.3.0\n"}, "1.3.0"),
        # Which Fluentd a newer one has depends on the day, and two of them contradict each other.
        ({"docker/install.sh": NEWER}, ""),
        ({"docker/install.sh": SCRIPT, "docker/Dockerfile": NEWER}, ""),
        ({"docker/install.sh": NEWER, "install.sh": SCRIPT}, ""),
        ({"docker/install.sh": f"# {SCRIPT}"}, ""),
        # A README counts where no script there installs anything, and it tells of one way alone.
        ({"docker/README.md": SCRIPT}, "0.12"),
        ({"docker/README.md": SCRIPT, "docker/install.sh": NEWER}, ""),
        ({"docker/README.md": SCRIPT + NEWER}, ""),
        ({"docker/NOTES.md": SCRIPT}, ""),
        ({"other/install.sh": SCRIPT}, ""),
    ],
)
def test_scripts(tmp_path: Path, files: dict[str, str], said: str) -> None:
    (tmp_path / ".git").mkdir()
    assert version(tmp_path, "docker/conf/fluent.conf", files) == said


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({f"{ROLE}tasks/main.yml": f"- shell: {SCRIPT}"}, "0.12"),
        ({f"{ROLE}tasks/main.yml": "- copy: src=td.repo\n", f"{ROLE}files/td.repo": LIST}, "0.12"),
        ({f"{ROLE}tasks/main.yml": "- debug:\n", f"{ROLE}vars/main.yml": f"url: {SCRIPT}"}, "0.12"),
        # Without tasks it is no role.
        ({f"{ROLE}files/td.repo": LIST}, ""),
        ({"roles/other/tasks/main.yml": f"- shell: {SCRIPT}"}, ""),
    ],
)
def test_roles(tmp_path: Path, files: dict[str, str], said: str) -> None:
    (tmp_path / ".git").mkdir()
    assert version(tmp_path, f"{ROLE}templates/td-agent.conf", files) == said


def test_pods_run_images(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert version(tmp_path, "k8s.yaml", {"install.sh": SCRIPT}, CLUSTER + CONFIG.replace("\n", "\n    ")) == ""


def test_words(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert version(tmp_path, "fluent.conf", {"install.sh": SCRIPT}) == "0.12"
    entry = load([str(tmp_path / "fluent.conf")]).configs[0].entry
    assert version_words(entry, Settings()).startswith("fluentd 0.12 (the package in install.sh")


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("wget https://download.example.org/debian/logstash_1.4.2-1-2c0f5a1_all.deb\n", "1.4"),
        ("echo 'deb http://packages.elasticsearch.org/logstash/1.5/debian stable main' >> /etc/apt/sources.list\n", "1.5"),
        ("sudo dpkg -i logstash-2.3.1_all.deb\n", "2.3"),
        ("rpm -i logstash-2.3.2-1.noarch.rpm\n", "2.3"),
        ("# dpkg -i logstash_1.4.2-1-2c0f5a1_all.deb\n", ""),
        # A plugin's package has a name of its own.
        ("wget https://example.org/logstash-contrib_1.4.2-1-efd53ef_all.deb\n", ""),
    ],
)
def test_a_script_installs_an_old_logstash(script: str, expected: str, tmp_path: Path) -> None:
    text = "input {\n  tcp { port => 5000 }\n}\noutput {\n  stdout { }\n}\n"
    assert version(tmp_path, "conf.d/a.conf", {"conf.d/b.txt": "a", "bootstrap.sh": script, ".git/HEAD": "a"}, text) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Cloudformation.json", "2.3"),
        ("logs-stack.yaml", "2.3"),
        ("logs.template", "2.3"),
        ("Vagrantfile", "2.3"),
        ("install.ps1", "2.3"),
        ("dashboard.json", ""),
    ],
)
def test_a_template_installs_an_old_logstash(name: str, expected: str, tmp_path: Path) -> None:
    text = "input {\n  tcp { port => 5000 }\n}\noutput {\n  stdout { }\n}\n"
    said = '{"UserData": ["curl -O https://example.org/logstash-2.3.2-1.noarch.rpm", "rpm -i logstash-2.3.2-1.noarch.rpm"]}\n'
    assert version(tmp_path, "main.conf", {name: said, ".git/HEAD": "a"}, text) == expected
