"""What Fluentd's outputs write and compress, in the work of an estimate."""

from __future__ import annotations

from dataclasses import replace

from tests.cost.helpers import FILE, MEDIUM, TAIL, load, section, work


def test_gzip_takes_longer_for_what_is_new_than_for_what_repeats() -> None:
    text = TAIL + section("filter", "@type kubernetes_metadata") + FILE.replace("path /out/f", "path /out/f\n  compress gzip")
    terms = load(text, "file").terms
    assert (terms["gzip.text_byte"], terms["gzip.byte"]) == (MEDIUM.message_bytes, 1250 - MEDIUM.message_bytes)
    assert work(text, "gzip.text_byte", replace(MEDIUM, gzip_text=2.5)) == 2.5 * MEDIUM.message_bytes


def test_what_is_cut_out_of_a_line_is_written_as_json_at_a_cost() -> None:
    out = section("match", "@type file\npath /out/f\n<format>\n@type json\n</format>")
    lines = TAIL.replace("@type json\n    time_key __none__", "@type {}").replace("/var/log/containers", "/srv/app")
    # host, user, method, path, code, size, referer and agent; the time is read from the ninth.
    assert work(lines.format("nginx") + out, "format.json_binary") == 8
    assert work(lines.format("none") + out, "format.json_binary") == 1
    # Strings of JSON and of MessagePack are UTF-8.
    assert work(TAIL + out, "format.json_binary") == 0
    assert work("<source>\n@type forward\n</source>\n" + out, "format.json_binary") == 0
    parsed = section("filter", "@type parser\nkey_name message\n<parse>\n@type json\n</parse>")
    assert work(lines.format("none") + parsed + out, "format.json_binary") == 0


def test_what_the_buffer_compresses_is_compressed_once() -> None:
    plain = section("match", "@type http\n<buffer>\n@type memory\n{}\n</buffer>")
    assert work(TAIL + plain.format(""), "gzip.text_byte") == 0
    assert work(TAIL + plain.format("compress gzip"), "gzip.text_byte") == MEDIUM.message_bytes
    both = section("match", "@type file\npath /out/f\ncompress gzip\n<buffer>\n@type file\ncompress gzip\n</buffer>")
    assert work(TAIL + both, "gzip.text_byte") == MEDIUM.message_bytes
