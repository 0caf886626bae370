"""Images of Fluent Bit whose versions were never released."""

import pytest

from pipelint.engines.fluentbit.discovery.released import unreleased


@pytest.mark.parametrize(
    ("image", "around"),
    [
        ("fluent/fluent-bit:3.3", ("3.2.10", "4.0.0")),
        ("docker.io/fluent/fluent-bit:2.3.1", ("2.2.3", "3.0.0")),
        ("ghcr.io/fluent/fluent-bit:1.10-debug", ("1.9.10", "2.0.0")),
        ("fluent/fluent-bit:1.9.11", ("1.9.10", "2.0.0")),
        ("fluent/fluent-bit:1.9.10", None),
        ("fluent/fluent-bit:3.2", None),
        # Patches of these, and later releases, may have come since.
        ("fluent/fluent-bit:5.0.40", None),
        ("fluent/fluent-bit:5.2", None),
        ("fluent/fluent-bit:6.0.1", None),
        ("fluent/fluent-bit:latest", None),
        ("fluent/fluent-bit", None),
        ("fluent/fluent-bit:0.15", None),
        ("amazon/aws-for-fluent-bit:2.34.0", None),
        ("registry.example.org/fluent/fluent-bit:3.3", None),
    ],
)
def test_a_version_between_two_releases_is_none(image: str, around: tuple[str, str] | None) -> None:
    """Its neighbours are the last patch before it, and the first release after it."""
    found = unreleased(image)
    assert (None if found is None else (found.before, found.after)) == around
