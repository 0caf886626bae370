"""What a misspelt name may mean."""

from __future__ import annotations

from collections.abc import Collection, Iterable

_NEAR = 0.8  # of difflib's ratio: two names that share a long ending, such as _transformer, stay below it
_SHORTEST = 4  # characters: one letter of a shorter word makes another word rather than a slip
_LONGEST = 80  # characters: longer texts are no misspelt names, and comparing them takes time


def nearest(word: str, known: Iterable[str], given: Collection[str] = ()) -> str:
    """The one of ``known`` that ``word`` most likely means, "" where none is near.

    Where that is ``given`` already, it is the one other name that is a letter away: ``man_version`` beside ``min_version`` is
    ``max_version``.
    """
    import difflib

    if not word or len(word) > _LONGEST:
        return ""
    by_lower = {name.lower(): name for name in sorted(known, reverse=True)}
    found = difflib.get_close_matches(word.lower(), sorted(by_lower), 1, _NEAR)
    if found:
        near = by_lower[found[0]]
        others = [name for name in by_lower.values() if name not in given and one_edit(word, name)] if near in given else []
        return others[0] if len(others) == 1 else near
    slips = [name for name in by_lower if one_edit(word, name)] if len(word) >= _SHORTEST else []
    return by_lower[slips[0]] if len(slips) == 1 else ""


def one_edit(word: str, other: str) -> bool:
    """Whether one letter added, left out, replaced or exchanged with its neighbour, or the letters' case, makes ``other``."""
    if word == other:
        return False
    a, b = word.lower(), other.lower()
    if a == b:
        return True
    if len(a) > len(b):
        a, b = b, a
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) == len(b):
        swapped = a[start + 1 : start + 2] + a[start : start + 1] == b[start : start + 2]
        return a[start + 1 :] == b[start + 1 :] or (swapped and a[start + 2 :] == b[start + 2 :])
    return len(b) - len(a) == 1 and a[start:] == b[start + 1 :]


def is_slip(word: str, meant: str) -> bool:
    """Whether ``word`` is ``meant`` with one slip of the keyboard, and hardly a name of its own.

    What differs in the first letter (``alb_log``, ``elb_log``), by a figure (``kafka2``) or by an ``s`` more (``https``) may
    well be one, and so may a short word.
    """
    figures = [char for char in word if char.isdigit()] != [char for char in meant if char.isdigit()]
    longer = max(len(word), len(meant)) >= _SHORTEST
    return longer and not figures and word[:1].lower() == meant[:1].lower() and word != f"{meant}s" and one_edit(word, meant)
