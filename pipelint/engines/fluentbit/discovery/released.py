"""Images of Fluent Bit's project that there cannot be, by the releases that there are."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.plugins.versions import releases

# Series of which patches may come yet: the newest ones.
_OPEN = 3
# A registry of others may have images under numbers of their own.
_IMAGE = late(r"(?:(?:(?:index\.)?docker|ghcr|cr\.fluentbit)\.io/)?fluent/fluent-bit:([1-9]\.\d{1,2}(?:\.\d{1,2})?)(?:-debug)?")


@dataclass(frozen=True, slots=True)
class Unreleased:
    """A version that was never released: the last ``before`` it, and the first one ``after`` it."""

    version: str
    before: str
    after: str


def unreleased(image: str) -> Unreleased | None:
    """The version that an image of the project would have, and that there is none of. Of older and newer ones none is known."""
    found = _IMAGE.fullmatch(image)
    if found is None:
        return None
    known = sorted(map(_numbers, releases("fluentbit")))
    series = sorted({each[:2] for each in known})
    wanted = _numbers(found[1])
    there = any(each[: len(wanted)] == wanted for each in known)
    if there or not known[0] < wanted < known[-1] or wanted[:2] in series[-_OPEN:]:
        return None
    before, after = max(each for each in known if each < wanted), min(each for each in known if each > wanted)
    return Unreleased(found[1], _text(before), _text(after))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _text(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
