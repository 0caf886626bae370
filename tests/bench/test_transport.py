"""Each transport over loopback: what the receiver has is what was said to be sent, record by record."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import socket
import ssl
import subprocess
from pathlib import Path
from select import select

import pytest

from pipelint.bench.model import BenchError, Content, Target
from pipelint.bench.payload.msgpack import encode
from pipelint.bench.transport import connection
from pipelint.bench.transport.connection import address
from pipelint.bench.transport.http import url
from pipelint.bench.transport.make import make_sender
from tests.bench.decode import decode
from tests.bench.sink import send, sink

HELLO = Content(message="hello")


def test_tcp_sends_lines_over_all_connections() -> None:
    with sink() as found:
        _, size = send(make_sender(Target("tcp", found.to, connections=3), Content(message="hello", syslog=True)), 400_000)
    lines = b"".join(found.got).splitlines()
    assert len(found.got) == 3
    assert len(lines) == 400_000
    assert sum(map(len, found.got)) == size
    assert all(line.endswith(b" localhost bench: hello") for line in lines)


def test_udp_sends_a_datagram_a_line() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(10)
        sender = make_sender(Target("udp", f"127.0.0.1:{receiver.getsockname()[1]}"), HELLO)
        assert sender.send(30) == (30, 150)
        assert [receiver.recv(100) for _ in range(30)] == [b"hello"] * 30
        sender.close()


def acknowledge(data: bytes) -> tuple[bytes, bytes]:
    """The answers to whole messages, by the decoder of the tests."""
    answers = b""
    while data:
        try:
            message = decode(data)
        except (AssertionError, IndexError, KeyError, ValueError):
            # Not all of it is there.
            return answers, data
        return answers + b"".join(encode({"ack": each[2]["chunk"]}) for each in message), b""  # type: ignore[index]
    return answers, data


@pytest.mark.parametrize("ack", [False, True])
@pytest.mark.parametrize("packed", [False, True])
def test_forward_messages_have_what_the_protocol_asks(ack: bool, packed: bool) -> None:
    target = Target("forward", "", batch=700, connections=2, tag="a.b", ack=ack, gzip=packed)
    with sink(acknowledge if ack else None) as found:
        _, size = send(make_sender(_to(target, found.to), HELLO), 2_000)
    messages = [message for got in found.got for message in decode(bytes(got))]
    assert [len(got) > 0 for got in found.got] == [True, True]
    assert sum(map(len, found.got)) == size
    count = 0
    for tag, body, option in messages:  # type: ignore[misc]
        assert tag == "a.b"
        assert isinstance(body, bytes)
        entries = decode(gzip.decompress(body) if packed else body)
        assert option["size"] == len(entries) <= 700
        assert option.get("compressed") == ("gzip" if packed else None)
        assert ("chunk" in option) is ack
        assert all(record == {"message": "hello"} and time[0] == 0 and len(time[1]) == 8 for time, record in entries)  # type: ignore[misc]
        count += len(entries)
    assert count == 2_000
    chunks = [option["chunk"] for _, _, option in messages if ack]  # type: ignore[misc]
    assert len(set(chunks)) == len(chunks)


def _to(target: Target, to: str) -> Target:
    from pipelint.base.lean.record import replace

    return replace(target, to=to)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda data: (b"\x81\xa3ack\xb8" + b"x" * 24, b""), "no acknowledgement of what was sent"),
        (lambda data: 1 / 0, "closed the connection"),
    ],
    ids=["another chunk", "the end"],
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_message_that_is_not_acknowledged_is_an_error(answer: object, why: str) -> None:
    with sink(answer) as found:  # type: ignore[arg-type]
        sender = make_sender(Target("forward", found.to, ack=True), HELLO)
        with pytest.raises(BenchError, match=why):
            send(sender, 1)


def respond(data: bytes) -> tuple[bytes, bytes]:
    """200 for each request that is all there."""
    answers = b""
    while (head := re.match(rb"POST /app\?x=1 HTTP/1.1\r\n(?s:.*?)\r\n\r\n", data)) is not None:
        size = int(re.search(rb"(?i)content-length: (\d+)", head[0])[1])  # type: ignore[index]
        if len(data) < head.end() + size:
            break
        data = data[head.end() + size :]
        answers += b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    return answers, data


@pytest.mark.parametrize("packed", [False, True])
def test_http_posts_arrays(packed: bool) -> None:
    with sink(respond) as found:
        target = Target("http", f"http://{found.to}/app?x=1", batch=30, connections=2, gzip=packed)
        _, size = send(make_sender(target, Content(message='say "hi"')), 100)
    assert len(found.got) == 2
    records, total = [], 0
    for got in found.got:
        rest = bytes(got)
        while rest:
            head, _, rest = rest.partition(b"\r\n\r\n")
            assert b"content-type: application/json" in head.lower()
            length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])  # type: ignore[index]
            body, rest = rest[:length], rest[length:]
            total += length
            records += json.loads(gzip.decompress(body) if packed else body)
    assert records == [{"message": 'say "hi"'}] * 100
    assert total == size


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", "answers 503 Service Unavailable"),
        (b"220 mail.example.com\r\n", "is no HTTP"),
    ],
)
def test_an_http_server_that_refuses_ends_it(answer: bytes, why: str) -> None:
    with sink(lambda data: (answer, b"")) as found, pytest.raises(BenchError, match=why):
        send(make_sender(Target("http", f"http://{found.to}/"), HELLO), 2_000)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine, with its key."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl")
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    words = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    words += ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(["openssl", "req", *words, "-keyout", path, "-out", f"{path}.crt"], check=True, capture_output=True)
    path.write_bytes(path.read_bytes() + Path(f"{path}.crt").read_bytes())
    return path


def test_https_goes_to_whom_it_trusts(certificate: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with sink(respond, context) as found:
        trusting = Target("http", f"https://{found.to}/app?x=1", tls=True, ca_file=str(certificate))
        send(make_sender(trusting, HELLO), 10)
        with pytest.raises(BenchError, match="self-signed certificate"):
            make_sender(Target("http", f"https://{found.to}/", tls=True), HELLO)
    assert b"".join(found.got).count(b"hello") == 10


def test_a_connection_that_was_closed_while_it_was_idle_is_opened_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        sender = make_sender(Target("http", f"http://127.0.0.1:{server.getsockname()[1]}/"), HELLO)
        server.accept()[0].close()
        # The end has to come here first.
        for _ in range(1_000):
            if select([sender._links[0].sock], [], [], 0.01)[0]:  # type: ignore[attr-defined]
                break
        assert sender.send(1)[0] == 1
        link, _ = server.accept()
        assert link.recv(4).startswith(b"POST")
        link.close()


def test_a_line_that_no_datagram_holds_is_said() -> None:
    sender = make_sender(Target("udp", "127.0.0.1:9"), Content(line_length=70_000))
    with pytest.raises(BenchError, match="a line of 70,000 bytes is too long for a datagram"):
        sender.send(1)
    sender.close()


@pytest.mark.parametrize("transport", ["tcp", "forward"])
def test_tls_goes_to_whom_it_trusts(transport: str, certificate: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with sink(tls=context) as found:
        trusting = Target(transport, found.to, tls=True, ca_file=str(certificate), tag="a")
        send(make_sender(trusting, HELLO), 1_000)
        send(make_sender(Target(transport, found.to, tls=True, insecure=True, tag="a"), HELLO), 1_000)
        with pytest.raises(BenchError, match="self-signed certificate"):
            make_sender(Target(transport, found.to, tls=True), HELLO)
    both = [bytes(got) for got in found.got if got]
    assert [each.count(b"hello") for each in both] == [1_000, 1_000]


@pytest.mark.parametrize("transport", ["tcp", "forward", "http"])
def test_a_port_where_nobody_listens_is_said(transport: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        to = f"127.0.0.1:{taken.getsockname()[1]}"
    with pytest.raises(BenchError, match=f"{to}: connection refused"):
        make_sender(Target(transport, f"http://{to}" if transport == "http" else to), HELLO)


def test_a_receiver_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        sender = make_sender(Target("tcp", f"127.0.0.1:{deaf.getsockname()[1]}"), HELLO)
        with pytest.raises(BenchError, match="has taken nothing for"):
            send(sender, 10**9)
        sender.close()


@pytest.mark.parametrize("to", ["", "a", "a:b", ":1", "a:70000", "a:1/x", "u@a:1", "[::1:5"])
def test_what_is_no_address_is_refused(to: str) -> None:
    with pytest.raises(ValueError, match="is no address"):
        address(to)
    with pytest.raises(ValueError, match="is no URL"):
        url(to)


def test_addresses_may_have_brackets_and_a_usual_port() -> None:
    assert address("[::1]:24224") == ("::1", 24224)
    assert address("host", 24224) == ("host", 24224)
