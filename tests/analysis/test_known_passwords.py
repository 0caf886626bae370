"""Passwords that everybody knows."""

import pytest

from pipelint.facts.secrets.values import is_known_password


@pytest.mark.parametrize(
    "value",
    [
        "admin",
        "Passw0rd",
        "p@ssw0rd!",
        "Pa$$word1",
        "admin123",
        "SecretPassword",
        "changeme",
        "-changeme",
        "minio123",
        "12345678",
        "s3cret",
    ],
)
def test_words_that_everybody_tries(value: str) -> None:
    assert is_known_password(value)


@pytest.mark.parametrize("value", ["#{ENV['P'] || 'secret'}", '#{ENV.fetch("P", "Passw0rd1")}'])
def test_they_are_the_default_of_a_variable(value: str) -> None:
    assert is_known_password(value)


@pytest.mark.parametrize(
    "value", ["hunter2", "Tr0ub4dor", "admin-of-logs", "rootless7", "99", "#{ENV['P'] || 'hunter2x'}", "#{x || 'secret'} b"]
)
def test_others_are_not_known(value: str) -> None:
    assert not is_known_password(value)
