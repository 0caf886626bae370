"""The analysis of regexes across the border to Python: the shape of its JSON, its refusals, and that other threads go on."""

import json
import threading
import time

import pytest

from pipelint import _native

LIMIT = 1_000_000


def analysis(pattern: str) -> dict[str, object]:
    found = json.loads(_native.regex_analyse(pattern, LIMIT))
    assert isinstance(found, dict)
    return found


def test_an_attack_comes_with_the_place_to_blame_and_its_growth() -> None:
    found = analysis("é(a+)+$")
    assert (found["verdict"], found["kind"], found["degree"]) == ("vulnerable", "exponential", None)
    assert found["from_each_start"] is False
    # Bytes of the pattern: the letter before the group has two.
    assert (found["span"], found["token"]) == ([2, 7], [6, 7])
    attack, growth = found["attack"], found["growth"]
    assert isinstance(attack, dict) and isinstance(growth, list)
    for pumps, steps in growth:
        subject = attack["prefix"] + attack["pump"] * pumps + attack["suffix"]
        matched, _, taken = _native.regex_run("é(a+)+$", subject, LIMIT)
        assert (matched, taken) == (False, steps)


def test_a_polynomial_has_a_degree() -> None:
    found = analysis(r"^\s*(.*)\s*;$")
    assert (found["verdict"], found["kind"], found["degree"], found["from_each_start"]) == ("vulnerable", "polynomial", 3, False)
    found = analysis(r"\s+$")
    assert (found["kind"], found["degree"], found["from_each_start"]) == ("polynomial", 2, True)


def test_safe_and_unknown_have_no_attack() -> None:
    safe = {
        "verdict": "safe",
        "kind": "none",
        "degree": None,
        "from_each_start": False,
        "span": None,
        "token": None,
        "attack": None,
        "growth": [],
        "reason": None,
    }
    assert analysis("^(?>a+)+$") == safe
    unknown = analysis(r"^(?<n>\((?:[^()]|\g<n>)*\))$")
    assert (unknown["verdict"], unknown["attack"]) == ("unknown", None)
    assert unknown["reason"]


def test_what_ruby_refuses_is_refused() -> None:
    with pytest.raises(ValueError, match="unmatched close parenthesis") as refused:
        _native.regex_analyse("a)", LIMIT)
    assert refused.value.args[1:] == (1, 2)


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    for _ in range(10):
        analysis("^a*a*a*a*a*$")
    done.set()
    thread.join()
    assert ticks > 5
