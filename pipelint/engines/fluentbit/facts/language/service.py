"""The service section: the keys that there are, and how their values are read.

Source: src/flb_config.c of Fluent Bit 5.1.1. Numbers are read by C's atoi and atof, which stop at the first character that is
none of a number; what is neither true nor false is -1, which counts as true.
"""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.base.spelling import nearest
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.syntax.section import UNSAID
from pipelint.facts.values import ParamFact
from pipelint.plugins import Values
from pipelint.plugins.declarations import Declarations

_PLAIN = str.maketrans("", "", "._-")


@dataclass(frozen=True, eq=False)
class ServiceKeyFact:
    """A key of the service section. ``known``: there is such a key; else ``suggestion`` is one that may be meant ("": none).

    ``expected`` is the type of its values in words, and ``read_as`` what Fluent Bit makes of one that does not fit ("": it fits).
    ``stops``: it does not start with this value.
    """

    name: str
    known: bool
    suggestion: str
    expected: str
    read_as: str
    stops: bool
    place: Place
    param: ParamFact


def service_key(param: ParamFact, known: Declarations, values: Values) -> ServiceKeyFact:
    """What is known of a key."""
    declared = known.spec("service", "service")
    params = {} if declared is None else declared.params
    spec = params.get(param.name)
    if spec is None:
        plain = {name.translate(_PLAIN): name for name in params}
        meant = plain.get(param.name.translate(_PLAIN), "") or nearest(param.name, params)
        is_known = declared is None or param.name.startswith("telemetry") or param.value == UNSAID
        return ServiceKeyFact(param.name, is_known, meant, "", "", False, param.name_place, param)
    written = param.block.params[param.name]
    if not values.is_known(written) or param.value != written.value:
        return ServiceKeyFact(param.name, True, "", "", "", False, param.name_place, param)
    wrong = values.wrong(spec, written)
    expected, read = ("", "") if wrong is None else (wrong.expected, wrong.read_as or "true")
    stops = param.name == "flush" and types.decimal(param.value) <= 0
    return ServiceKeyFact(param.name, True, "", expected, read, stops, param.name_place, param)
