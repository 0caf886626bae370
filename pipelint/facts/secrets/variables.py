"""Environment variables of containers that are secrets by their names, and whose values stand in the manifest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.facts.secrets.values import is_known_password
from pipelint.sources.kubernetes.workload import Variable

_NAMED = late(
    r"(?:.*_)?(?:PASSWORD|PASSWD|PASS|SECRET|SECRET_KEY|SECRET_ACCESS_KEY|API_KEY|APIKEY|TOKEN|LICENSE_KEY|SHARED_KEY|HEC_TOKEN)"
)
# Paths, addresses, numbers, switches, and what a program fills in.
_NONE = late(r"[<{\[$%].*|/.*|https?://.*|\d{1,5}|true|false|none|null|disabled?|.*(?:\$\(|\{\{|\$\{|<[A-Za-z_ -]+>).*")
_TO_FILL_IN = late(r"(?i:(?:change|your).*|example|todo|xxx+)!*")
_LEAST = 4


@dataclass(frozen=True)
class SecretVariableFact:
    """The variable ``name``, whose value stands there as plain text. ``known``: everybody knows it, or it is to be filled in."""

    name: str
    known: bool
    place: Place


def secret_variables(env: Iterable[Variable]) -> Iterator[SecretVariableFact]:
    """Those among the variables of a container."""
    for each in env:
        value = each.value or ""
        if len(value) >= _LEAST and _NAMED.fullmatch(each.name) and not _NONE.fullmatch(value):
            known = is_known_password(value) or _TO_FILL_IN.fullmatch(value) is not None
            yield SecretVariableFact(each.name, known, each.place)
