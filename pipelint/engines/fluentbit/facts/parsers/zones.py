"""The time zones that a parser's ``time_zone`` may name: fewer than the tz database has.

Source: src/flb_time_tz.c of Fluent Bit 5.1.1, whose own table a name has to be in before a file of that name is looked for. It
is the table of Unicode's CLDR, in which some names of the database stand for others.
"""

from __future__ import annotations

_AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Etc", "Europe", "Indian", "Pacific")
_WITHOUT_AREA = frozenset(("CST6CDT", "EST5EDT", "MST7MDT", "PST8PDT"))
# What is meant -> the name that Fluent Bit has for the same times; "" where it has none.
_OTHER_NAMES = {
    **dict.fromkeys(("UTC", "UCT", "GMT", "Zulu", "Z", "Universal", "Greenwich", "GMT0", "Etc/Zulu", "Etc/UCT"), "Etc/UTC"),
    **dict.fromkeys(("Etc/Universal", "Etc/Greenwich", "Etc/GMT0", "Etc/GMT+0", "Etc/GMT-0"), "Etc/UTC"),
    "US/Alaska": "America/Anchorage",
    "US/Arizona": "America/Phoenix",
    "US/Central": "America/Chicago",
    "US/Eastern": "America/New_York",
    "US/Hawaii": "Pacific/Honolulu",
    "US/Mountain": "America/Denver",
    "US/Pacific": "America/Los_Angeles",
    "America/Argentina/Buenos_Aires": "America/Buenos_Aires",
    "America/Argentina/Cordoba": "America/Cordoba",
    "America/Argentina/Mendoza": "America/Mendoza",
    "America/Indiana/Indianapolis": "America/Indianapolis",
    "America/Kentucky/Louisville": "America/Louisville",
    "Asia/Chongqing": "Asia/Shanghai",
    "Asia/Dacca": "Asia/Dhaka",
    "Asia/Istanbul": "Europe/Istanbul",
    "Asia/Macao": "Asia/Macau",
    "Asia/Tel_Aviv": "Asia/Jerusalem",
    "Atlantic/Faroe": "Atlantic/Faeroe",
    "Australia/ACT": "Australia/Sydney",
    "Australia/Canberra": "Australia/Sydney",
    "Australia/NSW": "Australia/Sydney",
    "Australia/Queensland": "Australia/Brisbane",
    "Australia/Victoria": "Australia/Melbourne",
    "Brazil/East": "America/Sao_Paulo",
    "Europe/Belfast": "Europe/London",
    "Europe/Madrid": "",
    "GB": "Europe/London",
    "Hongkong": "Asia/Hong_Kong",
    "Israel": "Asia/Jerusalem",
    "Japan": "Asia/Tokyo",
    "PRC": "Asia/Shanghai",
    "ROK": "Asia/Seoul",
    "Singapore": "Asia/Singapore",
    "Turkey": "Europe/Istanbul",
}


def unknown_zone(name: str) -> str:
    """Why Fluent Bit does not take a name, "" where it may."""
    other = _OTHER_NAMES.get(name)
    if other is None and (name in _WITHOUT_AREA or (name.partition("/")[0] in _AREAS and "/" in name)):
        return ""
    return f"Fluent Bit does not know the time zone {name}" + (f"; it calls it {other}" if other else "")
