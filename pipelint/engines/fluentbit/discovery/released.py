"""The releases of Fluent Bit that there are, and images of its project that there cannot be."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass

# The last patch of each minor release since 1.0. Source: the tags of fluent/fluent-bit in August 2026.
_LAST = {
    **dict(zip(((1, minor) for minor in range(10)), (6, 3, 2, 11, 6, 7, 10, 9, 15, 10), strict=True)),
    **dict(zip(((2, minor) for minor in range(3)), (14, 10, 3), strict=True)),
    **dict(zip(((3, minor) for minor in range(3)), (7, 10, 10), strict=True)),
    **dict(zip(((4, minor) for minor in range(3)), (14, 2, 8), strict=True)),
    **dict(zip(((5, minor) for minor in range(2)), (9, 1), strict=True)),
}
# Those of which patches may come yet.
_OPEN = frozenset(((4, 2), (5, 0), (5, 1)))
# A registry of others may have images under numbers of their own.
_IMAGE = late(
    r"(?:(?:(?:index\.)?docker|ghcr|cr\.fluentbit)\.io/)?fluent/fluent-bit:([1-9])\.(\d{1,2})(?:\.(\d{1,2}))?(?:-debug)?"
)


@dataclass(frozen=True, slots=True)
class Unreleased:
    """A version that was never released: the last ``before`` it, and the first one ``after`` it."""

    version: str
    before: str
    after: str


def unreleased(image: str) -> Unreleased | None:
    """The version that an image of the project would have, and that there is none of."""
    found = _IMAGE.fullmatch(image)
    if found is None:
        return None
    series, patch = (int(found[1]), int(found[2])), found[3]
    if series > max(_LAST) or (series in _LAST and (patch is None or series in _OPEN or int(patch) <= _LAST[series])):
        return None
    before = max(each for each in _LAST if each <= series)
    after = min(each for each in _LAST if each > series)
    version = ".".join(part for part in found.groups() if part is not None)
    return Unreleased(version, f"{before[0]}.{before[1]}.{_LAST[before]}", f"{after[0]}.{after[1]}.0")
