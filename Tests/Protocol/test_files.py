"""What the server does when the system gives it few open files."""

import json
import resource
import subprocess
import time

from exhaustive import exhaustive
from server import ROOT, Server, request, status

GENEROUS = {
    "max-connections": 8192, "max-connections-per-address": 400, "head-timeout": 8, "idle-timeout": 60, "max-unfinished-bodies": 64,
}
ADDRESSES = ["127.0.0.1", "127.0.0.2", "127.0.0.3"]


def answered(connection, path="/health"):
    """The next answer on a connection that stays open."""
    connection.sendall(request("GET", path))
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        assert part, "the connection was closed"
        data += part
    head, body = data.split(b"\r\n\r\n", 1)
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    while len(body) < length:
        body += connection.recv(65536)
    return status(head), body


@exhaustive
def test_connections_never_take_the_last_open_files_and_the_server_continues():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    server = Server(files=512, **GENEROUS)
    try:
        used = server.connect()
        ready, body = answered(used, "/ready")
        assert ready == 200
        assert {"name": "files", "result": "warn", "code": "few"} in json.loads(body)["checks"]
        assert any("too few open files" in line for line in server.lines())
        flood = []
        for _ in range(400):
            for address in ADDRESSES:
                flood.append(server.connect(address))
            if len(flood) % 60 == 0:
                # The runtime looks at its threads while it has work to do.
                assert answered(used)[0] == 200
        for _ in range(10):
            assert answered(used)[0] == 200
            time.sleep(0.3)
        assert server.process.poll() is None
        assert server.errors() == []
        for connection in flood:
            connection.close()
        deadline = time.monotonic() + 20
        while not server.is_well():
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert answered(used)[0] == 200
    finally:
        server.stop()


def test_a_system_with_too_few_open_files_is_told_so_at_the_start():
    result = subprocess.run(
        [ROOT / ".build/debug/tollgate", "serve", ROOT / "Blueprints/coach-paid.yml", "--in-memory", "--port", "0"],
        capture_output=True, text=True, timeout=60, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128)))
    assert result.returncode != 0
    assert "128 files" in result.stderr and "ulimit -n" in result.stderr
