"""A running `tollgate store`, the hands that control it, and a backend that takes its notifications."""

import http.server
import json
import os
import pathlib
import queue
import subprocess
import threading

import requests
from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = pathlib.Path(os.environ.get("TOLLGATE", ROOT / ".build" / "debug" / "tollgate"))
CONFIGURATION = pathlib.Path(__file__).with_name("Shop.storekit")
BUNDLE = "com.example.shop"
APP = 42
START = 1_767_225_600_000
DAY = 86_400_000
PATIENCE = 30


class Refused(Exception):
    """The control API said no."""


class Store:
    """The command as a process of its own, on a clock that moves when told."""

    def __init__(
            self, folder, environment=Environment.SANDBOX, notify=None, extra=(), config=CONFIGURATION,
            start="2026-01-01T00:00:00Z"):
        if not os.access(BINARY, os.X_OK):
            raise RuntimeError(f"there is no {BINARY}; build it with: make tollgate")
        arguments = [
            BINARY, "store", "--config", config, "--bundle-id", BUNDLE, "--port", "0",
            "--environment", environment.value.lower(), "--key-directory", folder]
        # A blueprint has the number of its app.
        arguments += ["--app-apple-id", str(APP)] if config == CONFIGURATION else []
        arguments += ["--start", start] if start else []
        arguments += ["--notify", notify] if notify else []
        self._process = subprocess.Popen(
            [*arguments, *extra], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.greeting = []
        while not (self.greeting and self.greeting[-1].startswith("Swift")):
            line = self._lines.get(timeout=PATIENCE)
            if line is None:
                raise RuntimeError("the store ended instead of opening:\n" + "\n".join(self.greeting))
            self.greeting.append(line)
        self.base = next(line for line in self.greeting if line.startswith("http://"))
        self.environment = environment
        self.root = pathlib.Path(self.said("root certificate").split("  (")[0]).read_bytes()
        key = pathlib.Path(self.said("key file")).read_bytes()
        self.api = AppStoreServerAPIClient(key, self.said("key id"), self.said("issuer id"), BUNDLE, environment)
        self.api._base_url = self.base
        self.verifier = SignedDataVerifier([self.root], False, environment, BUNDLE, APP)

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def said(self, name):
        """What the greeting says after a name."""
        return next(line for line in self.greeting if line.startswith(name))[len(name):].strip()

    def control(self, action, **fields):
        """Does something to the store; the answer comes when every notification was taken."""
        answer = requests.post(f"{self.base}/control/{action}", json=fields, timeout=PATIENCE)
        if answer.status_code != 200:
            raise Refused(answer.json()["detail"])
        return answer.json()

    def ask(self, path):
        return requests.get(f"{self.base}/control/{path}", timeout=PATIENCE).json()

    def buy(self, product, account="anna", **fields):
        """Buys, and gives the identifier of the transaction."""
        return self.control("buy", product=product, account=account, **fields)["purchase"]["transactionId"]

    def stop(self):
        self._process.terminate()
        return self._process.wait(timeout=PATIENCE)


class Backend:
    """Takes notifications, and answers with the status that a test wants."""

    def __init__(self):
        self.posts = []
        self.status = 200
        backend = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                length = int(self.headers["Content-Length"])
                backend.posts.append(json.loads(self.rfile.read(length))["signedPayload"])
                self.send_response(backend.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/apple"

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
