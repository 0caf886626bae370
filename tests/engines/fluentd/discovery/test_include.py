"""What Fluentd makes of the path of an ``@include``."""

from __future__ import annotations

import pytest

from pipelint.engines.fluentd.discovery.include import include_patterns, include_target


# Tried with Ruby 3.1.2: `URI.parse(path.tr(" ", "+"))` and `URI.decode_www_form_component` as in the v1 parser.
@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.conf", "a.conf"),
        ("conf.d/*.conf", "conf.d/*.conf"),
        ("a b.conf", "a b.conf"),
        ("a+b.conf", "a b.conf"),
        ("a%2ab.conf", "a*b.conf"),
        ("file:///etc/x.conf", "/etc/x.conf"),
        ("C:/x/y.conf", "/x/y.conf"),
        ("d/a:b.conf", "d/a:b.conf"),
        ("$HOME/x.conf", "$HOME/x.conf"),
        ("a;b", "a;b"),
        ("'a'", "'a'"),
        ("/a//b.conf", "/a//b.conf"),
    ],
)
def test_paths_that_fluentd_reads(pattern: str, path: str) -> None:
    assert include_target(pattern).path == path
    assert include_target(pattern).problem is None


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("http://h/x", "remote"),
        ("HTTPS://h/x", "remote"),
        ("s3://b/x", "invalid"),
        ("conf.d/{a,b}.conf", "invalid"),
        ("a[1].conf", "invalid"),
        ("a?.conf", "invalid"),
        ("a#b.conf", "invalid"),
        ("ä.conf", "invalid"),
        ("C:\\x\\y.conf", "invalid"),
        ("conf.d/%Y.conf", "invalid"),
        ("<x>.conf", "invalid"),
        ("//etc/x.conf", "invalid"),
        ("1:b{", "invalid"),
        ("a:b.conf", "invalid"),
        ("", "invalid"),
        ("%00/*", "invalid"),
        ("#{ENV['X']}.conf", "elsewhere"),
    ],
)
def test_paths_that_it_does_not(pattern: str, problem: str) -> None:
    assert include_target(pattern).problem == problem


def test_include_lines_are_found_by_their_look() -> None:
    text = b'@include a.conf\n  include b.conf\n#@include c\n@included d\n\n@include "#{x}.conf"\nx @include e\n'
    assert list(include_patterns(text)) == ["a.conf", "b.conf", "#{x}.conf"]
