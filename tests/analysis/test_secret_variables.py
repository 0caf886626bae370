"""Which variables of a container are secrets in plain text."""

import pytest

from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.facts.secrets.variables import secret_variables
from pipelint.sources.kubernetes.workload import Variable


def _known(name: str, value: str | None) -> list[bool]:
    """Whether the one variable is known to everybody; nothing where it is no secret in plain text."""
    place = Place(Document.whole(SourceFile("pod.yaml", b"env")), Span(0, 3))
    return [each.known for each in secret_variables([Variable(name, value, place)])]


@pytest.mark.parametrize("name", ["ES_PASSWORD", "TOKEN", "AWS_SECRET_ACCESS_KEY", "FLUENT_SHARED_KEY", "DB_PASS"])
def test_a_secret_by_its_name(name: str) -> None:
    assert _known(name, "k9-river-Lamp-77") == [False]


@pytest.mark.parametrize("name", ["ES_USER", "PASSWORD_FILE", "BYPASS", "TOKENS", "ES_HOST"])
def test_no_secret_by_its_name(name: str) -> None:
    assert _known(name, "k9-river-Lamp-77") == []


@pytest.mark.parametrize("value", ["changeme", "elastic", "Your-Password-Here", "xxxx", "changeit!", "admin123"])
def test_what_everybody_knows_or_is_to_be_filled_in(value: str) -> None:
    assert _known("ES_PASSWORD", value) == [True]


_NOTHING = [
    *(None, "", "abc", "/run/secrets/word", "https://vault/x", "12345", "true", "disable", "$(OTHER)", "a-$(OTHER)"),
    *("<password>", "{{ .Values.password }}", "a{{ b }}", "x${Y}", "%PW%", "[x]", "ask <the team>"),
]


@pytest.mark.parametrize("value", _NOTHING)
def test_no_value_that_tells_anything(value: str | None) -> None:
    assert _known("ES_PASSWORD", value) == []
