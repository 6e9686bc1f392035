"""What the server answers to clients that break, stretch or abuse HTTP."""

import os
import socket
import time

import pytest
from prometheus_client.parser import text_string_to_metric_families

from exhaustive import exhaustive
from server import Server, received, request, status

CLOSE = "Connection: close"
CUSTOMERS = "/v1/apps/coach-paid/customers"
NOTIFICATIONS = "/v1/apps/coach-paid/app-store/notifications"
USES = "/v1/apps/coach-paid/customers/me/features/send-message/uses"
JSON = "Content-Type: application/json"


def posted(body, *headers, path=CUSTOMERS):
    return request("POST", path, JSON, CLOSE, f"Content-Length: {len(body)}", *headers, body=body)


# name, what is sent, whether sending then ends, the expected status; None if the connection is closed without an answer
TABLE = [
    ("a half-sent head", b"GET /health HTTP/1.1\r\nHost: localhost\r\n", False, None),
    ("silence", b"", False, None),
    ("a half-sent body", request("POST", CUSTOMERS, "Content-Length: 10", body=b"{"), False, None),
    ("a half-closed body", request("POST", CUSTOMERS, "Content-Length: 10", body=b"{"), True, 400),
    ("a half-closed chunked body", request("POST", CUSTOMERS, "Transfer-Encoding: chunked", body=b"5\r\n{"), True, 400),
    ("a half-closed request", request("GET", "/health"), True, 200),
    ("no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", True, 400),
    ("HTTP/2 without asking", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", True, 400),
    ("HTTP/1.0", request("GET", "/health", version="1.0"), False, 200),
    ("HEAD", request("HEAD", "/health", CLOSE), False, 200),
    ("another method", request("PUT", "/health", CLOSE), False, 405),
    ("an invented method", request("FOO", "/health", CLOSE), False, 400),
    ("length and chunks", request("POST", CUSTOMERS, "Content-Length: 4", "Transfer-Encoding: chunked", CLOSE, body=b"0\r\n\r\n"), False, 400),
    ("two lengths", request("POST", CUSTOMERS, "Content-Length: 2", "Content-Length: 3", CLOSE, body=b"{}"), False, 400),
    ("a signed length", request("POST", CUSTOMERS, "Content-Length: +2", CLOSE, body=b"{}"), False, 400),
    ("a space before the colon", request("POST", CUSTOMERS, "Transfer-Encoding : chunked", CLOSE, body=b"0\r\n\r\n"), False, 400),
    ("a folded header", request("GET", "/health", "X: a", " b", CLOSE), False, 400),
    ("a wrong chunk size", request("POST", CUSTOMERS, "Transfer-Encoding: chunked", CLOSE, body=b"zz\r\n{}\r\n0\r\n\r\n"), False, 400),
    ("a large header", request("GET", "/health", "X: " + "a" * 200_000, CLOSE), False, 400),
    ("many headers", request("GET", "/health", *(f"X-{number}: a" for number in range(2000)), CLOSE), False, 400),
    ("a long path", request("GET", "/" + "a" * 200_000, CLOSE), False, 400),
    ("a stated length above the limit", request("POST", CUSTOMERS, "Content-Length: 300000", CLOSE), False, 413),
    ("a stated length above the limit of a use", request("POST", USES, "Authorization: Bearer x", "Idempotency-Key: k", "Content-Length: 300000", CLOSE), False, 413),
    ("no host", b"GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", False, 400),
    ("two hosts", request("GET", "/health", "Host: other", CLOSE), False, 400),
    ("HTTP/1.0 without a host", b"GET /health HTTP/1.0\r\n\r\n", False, 200),
    ("chunks above the limit", request("POST", CUSTOMERS, "Transfer-Encoding: chunked", CLOSE, body=b"%x\r\n%s\r\n0\r\n\r\n" % (300_000, b" " * 300_000)), False, 413),
    ("a path of invalid UTF-8", request("GET", "/v1/apps/%ff/blueprint", CLOSE), False, 404),
    ("a path with a traversal", request("GET", "/v1/apps/..%2f..%2fetc/blueprint", CLOSE), False, 404),
    ("a body of invalid UTF-8", posted(b'{"device":"\xff\xfe"}'), False, 400),
    ("a depth bomb", posted(b"[" * 100_000), False, 400),
    ("a depth bomb of objects", posted(b'{"device":' * 20_000), False, 400),
    ("a number too large", posted(b'{"device":1e999999}'), False, 400),
]


@pytest.mark.parametrize("name, sent, half_close, expected", TABLE, ids=[row[0] for row in TABLE])
def test_a_broken_request_is_answered_and_leaves_the_server_well(server, name, sent, half_close, expected):
    assert status(server.exchange(sent, half_close)) == expected
    assert server.is_well()


def test_nothing_of_it_is_logged_as_an_error(server):
    assert server.errors() == []


def test_nothing_of_it_stays_in_memory(server):
    assert server.memory() - server.memory_at_start < 60


def test_a_client_that_reads_no_responses_is_disconnected(server):
    before = server.memory()
    blueprint = request("GET", "/v1/apps/coach-paid/blueprint")
    with server.connect() as connection:
        with pytest.raises(ConnectionError):
            while True:
                connection.sendall(blueprint * 100)
    assert server.memory() - before < 60
    assert server.is_well()


def test_pipelined_requests_are_answered_in_order(server):
    answer = server.exchange(request("GET", "/health") + request("GET", "/nowhere") + request("GET", "/health", CLOSE))
    assert [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]] == [b"200", b"404", b"200"]


def test_a_request_hidden_in_a_body_is_not_answered(server):
    hidden = request("GET", "/health")
    answer = server.exchange(posted(hidden) + b"")
    assert answer.count(b"HTTP/1.1 ") == 1


def test_a_flood_of_connections_is_refused_and_passes(server):
    flood = [server.connect() for _ in range(80)]
    for connection in flood:
        connection.setblocking(False)
    assert eventually(lambda: sum(map(is_open, flood)) == 50)
    for connection in flood:
        connection.close()
    assert eventually(server.is_well)


def test_half_sent_heads_make_room_after_their_deadline(server):
    flood = [server.connect() for _ in range(50)]
    for connection in flood:
        connection.sendall(b"GET / HTTP/1.1\r\n")
    assert eventually(server.is_well), "the flood is still connected, but past its deadline"
    for connection in flood:
        connection.close()


def test_unfinished_bodies_are_refused_beyond_the_budget(server):
    before = server.memory()
    head = request("POST", CUSTOMERS, "Content-Length: 250000")
    flood = [server.connect() for _ in range(40)]
    for connection in flood:
        try:
            connection.sendall(head + b" " * 249_000)
        except OSError:
            pass
    answers = [status(received(connection)) for connection in flood]
    for connection in flood:
        connection.close()
    # A refused client that is still sending may lose the answer when the server closes the connection.
    assert 20 <= answers.count(503) <= 34, "2 MiB hold eight of these bodies"
    assert answers.count(None) == 40 - answers.count(503)
    assert server.memory() - before < 60
    assert eventually(server.is_well)


def test_a_storm_of_one_forged_notification_is_refused_each_time(server):
    before = server.memory()
    body = b'{"signedPayload":"%s.%s.%s"}' % (b"a" * 2000, b"b" * 2000, b"c" * 86)
    sent = posted(body, path=NOTIFICATIONS)
    assert {status(server.exchange(sent)) for _ in range(300)} == {422}
    assert server.memory() - before < 30


def test_a_stop_does_not_wait_for_a_half_sent_body():
    server = Server(**{"body-timeout": 600, "head-timeout": 600})
    with server.connect() as connection:
        connection.sendall(request("POST", CUSTOMERS, "Content-Length: 10", body=b"{"))
        # The server answers this one, so it has accepted the one before.
        assert server.is_well()
        result, seconds = server.stop()
        assert result == 0
        assert seconds < 10


@exhaustive
def test_peers_that_receive_nothing_are_cut_off_and_others_are_answered():
    server = Server(**{"max-unread-responses": 4, "max-unread-responses-per-address": 1, "response-timeout": 60})
    silent = []
    try:
        before = server.memory()
        cut = 0
        deadline = time.monotonic() + 60
        while not cut and time.monotonic() < deadline:
            if len(silent) < 40:
                connection = socket.socket()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.settimeout(10)
                connection.connect(("127.0.0.1", server.port))
                silent.append(connection)
            for connection in silent:
                connection.setblocking(False)
                try:
                    connection.send(request("GET", "/v1/openapi.json") * 20)
                except BlockingIOError:
                    pass
                except OSError:
                    cut += 1
        assert cut, "nobody was cut off"
        assert server.is_well()
        assert server.memory() < before + 200
    finally:
        for connection in silent:
            connection.close()
        server.process.kill()


@exhaustive
def test_a_log_that_nobody_reads_stops_nothing():
    unread, stalled = os.pipe()
    server = Server(stderr=stalled, **{"log-level": "debug"})
    try:
        with server.connect() as connection:
            # About 7 MB of lines: more than the pipe and the queue hold.
            for _ in range(400):
                connection.sendall(request("GET", "/health") * 100)
                data = b""
                while data.count(b"HTTP/1.1 200") < 100:
                    part = connection.recv(1 << 20)
                    assert part, "the server closed the connection"
                    data += part
        assert server.is_well()
        result, seconds = server.stop()
        assert result == 0
        assert seconds < 10
    finally:
        os.close(unread)
        os.close(stalled)


def test_metrics_have_a_port_of_their_own():
    server = Server(**{"metrics-port": 0})
    try:
        assert server.is_well()
        with socket.create_connection(("127.0.0.1", server.metrics_port), timeout=10) as connection:
            connection.sendall(request("GET", "/metrics", CLOSE))
            head, _, body = received(connection).partition(b"\r\n\r\n")
        assert b"200 OK" in head and b"text/plain; version=0.0.4" in head
        families = {family.name: family for family in text_string_to_metric_families(body.decode())}
        health = [sample.value for sample in families["tollgate_http_requests"].samples
                  if sample.labels == {"endpoint": "/health", "method": "GET", "status": "2xx"}]
        assert health == [1]
        assert status(server.exchange(request("GET", "/metrics", CLOSE))) == 404
    finally:
        server.stop()


def test_the_server_says_that_it_is_ready(server):
    answer = server.exchange(request("GET", "/ready", CLOSE))
    assert status(answer) == 200
    assert b'"isReady":true' in answer


def is_open(connection):
    try:
        connection.recv(1)
    except BlockingIOError:
        return True
    except ConnectionError:
        pass
    return False


def eventually(condition):
    for _ in range(100):
        try:
            if condition():
                return True
        except OSError:
            pass
        time.sleep(0.1)
    return False
