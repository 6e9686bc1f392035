"""Servers, proxies and certificates for the tests of the files in Deployment/."""

import http.server
import json
import pathlib
import re
import shlex
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


class Stage:
    """A stage of the Containerfile: what it begins with, and its instructions, without comments and with continued lines
    joined."""

    def __init__(self, begin):
        self.begin, self.instructions = begin, []

    def all(self, name):
        return [rest for other, rest in self.instructions if other == name]


def stages():
    """The stages of the Containerfile by their names, in its order."""
    text = re.sub(r"^#.*\n", "", (FILES / "Containerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found = {}
    for name, rest in (line.split(maxsplit=1) for line in text.splitlines() if line.strip()):
        if name == "FROM":
            begin, stage = rest.split(" AS ")
            found[stage] = Stage(begin)
        else:
            found[stage].instructions.append((name, rest))
    return found


def lineage(stage):
    """A stage with those it is built on, the first of them first."""
    found = stages()
    begin = found[stage].begin
    return [*(lineage(begin) if begin in found else []), found[stage]]


def setting(stage, name, default=None):
    """What the last instruction of this name says, in a stage or one that it is built on."""
    said = [rest for each in lineage(stage) for rest in each.all(name)]
    return said[-1] if said else default


class ContainerCommand:
    """`docker build`, `docker run` or the same of podman, as a document shows it."""

    FLAGS = {"rm", "interactive", "tty"}

    def __init__(self, action, words):
        self.action, self.options, self.image, self.arguments = action, {}, None, []
        words = list(words)
        while words:
            word = words.pop(0)
            if self.image is None and word.startswith("--"):
                name, _, value = word[2:].partition("=")
                self.options.setdefault(name, []).append(value or (True if name in self.FLAGS else words.pop(0)))
            elif self.image is None:
                self.image = word
            else:
                self.arguments.append(word)

    def __repr__(self):
        return f"{self.action} {self.image} {shlex.join(self.arguments)}"

    def option(self, name, default=None):
        return self.options.get(name, [default])[-1]


def container_commands(path):
    """The commands of a document for a container engine, in its order."""
    text = re.sub("^# +", "", path.read_text(), flags=re.MULTILINE) if path.name == "Containerfile" else path.read_text()
    for alias, action, rest in re.findall(
            r"^(alias \w+=')?(?:docker|podman) (build|run) ((?:[^\n\\]|\\\n)*)", text, re.MULTILINE):
        rest = rest.replace("\\\n", " ").strip()
        yield ContainerCommand(action, shlex.split(rest.removesuffix("'") if alias else rest, comments=True))
