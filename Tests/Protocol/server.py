"""`tollgate serve` as a process, and raw connections to it."""

import pathlib
import re
import resource
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMITS = {
    "max-connections": 60, "max-connections-per-address": 50, "max-unfinished-bodies": 2, "head-timeout": 1, "body-timeout": 2,
    "idle-timeout": 2, "response-timeout": 2, "shutdown-timeout": 2,
}


class Server:
    def __init__(self, stderr=None, files=None, **changes):
        """Starts a server; `files` is the system's limit on its open files."""
        options = [text for name, value in (LIMITS | changes).items() for text in (f"--{name}", str(value))]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [ROOT / ".build/debug/tollgate", "serve", ROOT / "Blueprints/coach-paid.yml", "--in-memory", "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=self.log if stderr is None else stderr, text=True,
            preexec_fn=files and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 64 + files // 2), files))))
        self.port = self.metrics_port = None
        for line in self.process.stdout:
            if found := re.match(r"Metrics: http://127\.0\.0\.1:(\d+)/metrics", line):
                self.metrics_port = int(found[1])
            if found := re.match(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
            if self.port and (self.metrics_port or "metrics-port" not in changes):
                return
        raise SystemExit("the server does not start")

    def connect(self, address="127.0.0.1"):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=(address, 0))
        connection.settimeout(10)
        return connection

    def exchange(self, data, half_close=False):
        """What comes back until the server closes the connection."""
        with self.connect() as connection:
            try:
                connection.sendall(data)
                if half_close:
                    connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            return received(connection)

    def is_well(self):
        return status(self.exchange(request("GET", "/health", "Connection: close"))) == 200

    def memory(self):
        """The resident memory in MiB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024

    def lines(self):
        self.log.seek(0)
        return list(self.log)

    def errors(self):
        return [line for line in self.lines() if " error " in line]

    def stop(self):
        """Stops the server; returns its exit status and the seconds it took."""
        started = time.monotonic()
        self.process.terminate()
        return self.process.wait(timeout=30), time.monotonic() - started


def request(method, path, *headers, body=b"", version="1.1"):
    lines = [f"{method} {path} HTTP/{version}", "Host: localhost", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


def received(connection):
    data = b""
    try:
        while part := connection.recv(65536):
            data += part
    except ConnectionError:
        pass
    return data


def status(data):
    """The status of the first response; None without a response."""
    found = re.match(rb"HTTP/1\.[01] (\d+)", data)
    return int(found[1]) if found else None
