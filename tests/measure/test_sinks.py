"""What stands for servers, asked as clients ask them. Messages are written by hand from the protocols."""

from __future__ import annotations

import http.client
import json
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from xml.etree import ElementTree

import pytest

from pipelint.measure.sinks.base import Manners, Sink
from pipelint.measure.sinks.make import SINKS, make_sink
from pipelint.plugins.form.keys import SINKS as NAMES

WELL = Manners()


@contextmanager
def listening(name: str, manners: Manners = WELL) -> Iterator[Sink]:
    sink = make_sink(name, manners)
    try:
        yield sink
    finally:
        sink.close()


def asked(sink: Sink, method: str, path: str, body: bytes | None = None) -> tuple[int, dict[str, str], bytes]:
    link = http.client.HTTPConnection("127.0.0.1", sink.port, timeout=10)
    try:
        link.request(method, path, body)
        answer = link.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        link.close()


def test_plugin_files_may_name_those_that_there_are() -> None:
    assert set(SINKS) == set(NAMES)


def test_bulk_requests_are_taken_and_the_version_is_told() -> None:
    with listening("bulk") as sink:
        status, headers, body = asked(sink, "GET", "/")
        # Without this header clients of 7.14 and newer refuse to go on.
        assert headers["X-Elastic-Product"] == "Elasticsearch"
        assert (status, json.loads(body)["version"]["number"][:2]) == (200, "7.")
        assert json.loads(asked(sink, "POST", "/_bulk", b'{"index":{}}\n{"a":1}\n')[2])["errors"] is False
        assert sink.asked == 1


def test_a_bucket_is_there_and_objects_are_put() -> None:
    with listening("s3") as sink:
        assert asked(sink, "HEAD", "/logs")[0] == 200
        # fluent-plugin-s3 lists the bucket at its start, and the SDK reads the answer.
        status, _, body = asked(sink, "GET", "/logs?max-keys=1&prefix=x")
        assert (status, ElementTree.fromstring(body).tag) == (200, "{http://s3.amazonaws.com/doc/2006-03-01/}ListBucketResult")
        assert asked(sink, "HEAD", "/logs/2026/01/a.gz?versionId=x")[0] == 404
        status, headers, _ = asked(sink, "PUT", "/logs/2026/01/a.gz", b"x" * 100_000)
        assert (status, headers["ETag"]) == (200, '"0"')


def test_chunked_requests_follow_each_other_on_one_connection() -> None:
    with listening("http") as sink, socket.create_connection(("127.0.0.1", sink.port), 10) as link:
        for _ in range(2):
            link.sendall(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            assert link.recv(1000).startswith(b"HTTP/1.1 200 OK\r\n")
        assert sink.asked == 2


def test_a_share_of_what_is_sent_is_refused() -> None:
    with listening("http", Manners(error_rate=0.25)) as sink:
        codes = [asked(sink, "POST", "/", b"x")[0] for _ in range(8)]
    assert codes == [200, 200, 200, 503] * 2


def test_a_cluster_has_any_pod_and_never_fails() -> None:
    with listening("kubernetes", Manners(error_rate=1.0)) as sink:
        pod = json.loads(asked(sink, "GET", "/api/v1/namespaces/default/pods/web-1")[2])
        assert (pod["metadata"]["name"], pod["metadata"]["namespace"], pod["spec"]["nodeName"]) == ("web-1", "default", "node-1")
        assert json.loads(asked(sink, "GET", "/api/v1/namespaces/shop")[2])["metadata"]["name"] == "shop"
        assert {each["name"] for each in json.loads(asked(sink, "GET", "/api/v1")[2])["resources"]} == {"pods", "namespaces"}
        assert json.loads(asked(sink, "GET", "/api")[2])["versions"] == ["v1"]


def test_a_forward_message_is_acknowledged_also_in_pieces() -> None:
    # ["t", [[1, {}]], {"chunk": "c"}]: https://github.com/fluent/fluentd/wiki/Forward-Protocol-Specification-v1
    message = b"\x93\xa1t\x91\x92\x01\x80\x81\xa5chunk\xa1c"
    with listening("forward") as sink, socket.create_connection(("127.0.0.1", sink.port), 10) as link:
        link.sendall(message[:5])
        link.sendall(message[5:] + message[:3])
        assert link.recv(100) == b"\x81\xa3ack\xa1c"
        link.sendall(message[3:])
        assert link.recv(100) == b"\x81\xa3ack\xa1c"
        assert sink.asked == 2


def kafka(key: int, version: int, body: bytes, client: bytes = b"me") -> bytes:
    """A request: https://kafka.apache.org/protocol.html#protocol_messages"""
    head = struct.pack(">hhih", key, version, 7, len(client)) + client
    return struct.pack(">i", len(head + body)) + head + body


def answer_of(link: socket.socket) -> bytes:
    """An answer without its length and the number of the request, which has to be that of ``kafka``."""
    (size,) = struct.unpack(">i", link.recv(4, socket.MSG_WAITALL))
    data = link.recv(size, socket.MSG_WAITALL)
    assert data[:4] == struct.pack(">i", 7)
    return data[4:]


def test_a_broker_leads_all_partitions_and_takes_what_is_produced() -> None:
    with listening("kafka", Manners(error_rate=0.5)) as sink, socket.create_connection(("127.0.0.1", sink.port), 10) as link:
        link.sendall(kafka(3, 0, struct.pack(">ih", 1, 4) + b"logs"))
        metadata = answer_of(link)
        # One broker: its id, host and port.
        assert struct.unpack_from(">iih9si", metadata) == (1, 0, 9, b"127.0.0.1", sink.port)
        # No transaction, acks -1, a timeout, one topic with one partition 1 and three bytes of records.
        body = struct.pack(">h", -1) + struct.pack(">hii", -1, 1000, 1) + struct.pack(">h", 4) + b"logs"
        body += struct.pack(">iii", 1, 1, 3) + b"abc"
        for wrong in (0, 5):
            link.sendall(kafka(0, 3, body))
            assert struct.unpack(">ih4siihqqi", answer_of(link)) == (1, 4, b"logs", 1, 1, wrong, 0, -1, 0)


def test_a_broker_says_which_versions_it_knows() -> None:
    with listening("kafka") as sink, socket.create_connection(("127.0.0.1", sink.port), 10) as link:
        link.sendall(kafka(18, 0, b""))
        assert struct.unpack(">hi9h", answer_of(link)) == (0, 3, 0, 0, 3, 3, 0, 1, 18, 0, 0)
        # 35: UNSUPPORTED_VERSION.
        link.sendall(kafka(18, 3, b""))
        assert struct.unpack(">hi", answer_of(link)) == (35, 0)


def test_lines_get_no_answer_but_an_error_is_the_end() -> None:
    with listening("lines", Manners(error_rate=1.0)) as sink, socket.create_connection(("127.0.0.1", sink.port), 10) as link:
        link.sendall(b"a\n")
        assert link.recv(1) == b""


@pytest.mark.parametrize("name", NAMES)
def test_each_takes_nonsense_without_an_answer_that_means_something(name: str) -> None:
    with listening(name) as sink, socket.create_connection(("127.0.0.1", sink.port), 10) as link:
        link.sendall(b"\xff" * 40)
        link.shutdown(socket.SHUT_WR)
        assert link.recv(10) == b""
