"""What COPY and ADD of a Dockerfile bring, by Docker's reference of the two forms."""

import pytest

from pipelint.sources.images.dockerfile import Copy, copies, start_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("COPY fluent.conf /fluentd/etc/\n", [Copy(("fluent.conf",), "/fluentd/etc/", False)]),
        ("copy --chown=fluent:fluent a b /etc/\n", [Copy(("a", "b"), "/etc/", False)]),
        ('ADD ["a", "b.conf", "/etc/"]\n', [Copy(("a", "b.conf"), "/etc/", False)]),
        ("COPY a \\\n  b \\\r\n  /etc/\n", [Copy(("a", "b"), "/etc/", False)]),
        ("COPY --from=build /out /etc/\n", [Copy(("/out",), "/etc/", True)]),
        ("# COPY a /etc/\nRUN cp a /etc/\nCOPY a\n", []),
    ],
)
def test_copies(text: str, found: list[Copy]) -> None:
    assert [*copies(text)] == found


def test_the_last_start_counts() -> None:
    text = 'CMD ["a"]\nENTRYPOINT ["tini", "--"]\nCMD fluentd \\\n -c /x\n'
    assert start_of(text) == {"CMD": ["fluentd", "-c", "/x"], "ENTRYPOINT": ["tini", "--"]}
