"""What the functions of the predicate language give."""

from __future__ import annotations

import math

from tests.each import each
from tests.rules.toy import ERROR, value


# By the definitions of CEL's standard library and its strings and math extensions.
@each(
    "text, expected",
    [
        ("'abc'.startsWith('ab')", True),
        ("'abc'.endsWith('ab')", False),
        ("'abc'.contains('b')", True),
        ("'abc'.matches('^a.c$')", True),
        ("'xabcx'.matches('a.c')", True),
        ("'abc'.matches('^b')", False),
        ("'hello'.charAt(4) + 'hello'.charAt(5)", "o"),
        ("'hello'.charAt(-1)", ERROR),
        ("'hello mellow'.indexOf('ello')", 1),
        ("'hello mellow'.indexOf('ello', 2)", 7),
        ("'hello mellow'.indexOf('jello')", -1),
        ("'hello mellow'.indexOf('ello', 20)", ERROR),
        ("'hello mellow'.lastIndexOf('ello')", 7),
        ("'hello mellow'.lastIndexOf('ello', 6)", 1),
        ("'hello mellow'.lastIndexOf('ello', 7)", 7),
        ("'hello mellow'.lastIndexOf('h', 0)", 0),
        ("'hello mellow'.lastIndexOf('ello', -1)", ERROR),
        ("'TacoCÆt'.lowerAscii()", "tacocÆt"),
        ("'TacoCæt'.upperAscii()", "TACOCæT"),
        ("'a.b.c'.replace('.', '')", "abc"),
        ("'a.b.c'.replace('.', '', 1)", "ab.c"),
        ("'a.b.c'.replace('.', '', 0)", "a.b.c"),
        ("'ab'.replace('', '_')", "_a_b_"),
        ("'a b c'.split(' ')", ["a", "b", "c"]),
        ("'a b c'.split(' ', 2)", ["a", "b c"]),
        ("'a b c'.split(' ', 0).size()", 0),
        ("'a b c'.split(' ', -1).size()", 3),
        ("'abc'.split('')", ["a", "b", "c"]),
        ("'abc'.split('', 2)", ["a", "bc"]),
        ("'tacocat'.substring(4)", "cat"),
        ("'tacocat'.substring(0, 4)", "taco"),
        ("'tacocat'.substring(-1)", ERROR),
        ("'tacocat'.substring(2, 1)", ERROR),
        ("'tacocat'.substring(0, 99)", ERROR),
        ("'  \\ttrim\\n '.trim()", "trim"),
        ("['a', 'b'].join() + ['a', 'b'].join(', ')", "aba, b"),
        ("[].join(',')", ""),
        ("[1, 2].sum()", 3),
        ("[0.5, 2.0].sum()", 2.5),
        ("[1].filter(n, n > 1).sum()", 0),
        ("[9223372036854775807, 1].sum()", ERROR),
        ("1 + 0.5", 1.5),
        ("[1, 2].size() * 0.5 - 1", 0.0),
        ("size('Æ☃') + 'abc'.size() + size([1]) + box.things.size() + size(box.numbers)", 11),
        ("int('-12') + int(3.9) + int(-3.9) + int(4)", -8),
        ("int('1_2')", ERROR),
        ("int(' 1')", ERROR),
        ("int(1e300)", ERROR),
        ("[int(9223372036854774784.0), int(-9223372036854774784.0)]", [9223372036854774784, -9223372036854774784]),
        # Both ends of the range are outside (cel-spec, conversions: double_int_min_range, double_int_max_range).
        ("int(-9223372036854775808.0)", ERROR),
        ("int(9223372036854775807.0)", ERROR),
        ("int(1.0 / 0.0)", ERROR),
        ("double('1e3') + double(1) + double(0.5)", 1001.5),
        ("double('x')", ERROR),
        ("double('nan')", ERROR),
        ("string(1) + string(2.0) + string(0.25) + string(true) + string('x')", "120.25truex"),
        ("math.greatest(1, 2) + math.least(1, 2)", 3),
        ("math.greatest([1.5, 2.5]) + math.least([1.5, 2.5])", 4.0),
        ("math.greatest([1].filter(n, false))", ERROR),
        ("math.abs(-3) + int(math.abs(-3.5))", 6),
        ("math.abs(-9223372036854775808)", ERROR),
        ("math.ceil(1.2) + math.floor(1.8)", 3.0),
        ("[math.round(2.5), math.round(-2.5), math.round(0.49999999999999994)]", [3.0, -3.0, 0.0]),
        ("math.round(1.0 / 0.0)", math.inf),
    ],
)  # fmt: skip
def test_functions_give_what_their_definition_says(text: str, expected: object) -> None:
    assert value(text) == expected
