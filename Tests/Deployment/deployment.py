"""Servers, proxies and certificates for the tests of the files in Deployment/."""

import http.server
import json
import pathlib
import re
import socket
import ssl
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ROOT / "Deployment"
TOLLGATE = ROOT / ".build/debug/tollgate"
BLUEPRINT = ROOT / "Blueprints/coach-paid.yml"
CUSTOMERS = "/v1/apps/coach-paid/customers"


class Server:
    """`tollgate serve` as a process."""

    def __init__(self, *options, folder=None):
        self.log = open(folder / "server.log", "w") if folder else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [TOLLGATE, "serve", *map(str, options)], cwd=folder, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if found := re.match(r"(https?)://.*:(\d+)$", line):
                self.scheme, self.port = found[1], int(found[2])
                return
        raise SystemExit("the server does not start")

    def logged(self, text):
        return text in pathlib.Path(self.log.name).read_text()

    def kill(self):
        self.process.kill()
        self.process.wait(timeout=30)

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=30)


class Echo:
    """A server that answers with the headers it received, and counts its connections."""

    def __init__(self):
        echo = self
        self.connections = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                echo.connections += 1
                super().setup()

            def do_GET(self):
                body = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        class Listener(http.server.ThreadingHTTPServer):
            def handle_error(self, *arguments):
                """A proxy may drop a connection that it keeps."""

        self.server = Listener(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()


class Certificate:
    """A certificate for tollgate.example.com and 127.0.0.1 that signs itself."""

    def __init__(self, folder, name="certificate"):
        self.certificate, self.key = folder / f"{name}.pem", folder / f"{name}.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", "/CN=tollgate.example.com", "-addext", "subjectAltName=DNS:tollgate.example.com,IP:127.0.0.1",
             "-keyout", self.key, "-out", self.certificate], check=True, capture_output=True)

    @property
    def context(self):
        return ssl.create_default_context(cafile=self.certificate)

    @property
    def der(self):
        return ssl.PEM_cert_to_DER_cert(self.certificate.read_text())


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for_port(port, process):
    def is_open():
        assert process.poll() is None, "the program has ended"
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    assert eventually(is_open)


def request(connection, method, path, body=None, headers=None):
    connection.request(method, path, body, headers or {})
    response = connection.getresponse()
    return response, response.read()


def new_customer(connection):
    response, body = request(connection, "POST", CUSTOMERS)
    assert response.status == 200, body
    return json.loads(body)["token"]


def eventually(condition, seconds=15):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except OSError:
            pass
        time.sleep(0.05)
    return False


def instructions():
    """The instructions of the Containerfile, without comments and with continued lines joined."""
    text = re.sub(r"^#.*\n", "", (FILES / "Containerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
