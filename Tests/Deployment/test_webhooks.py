"""A receiver of webhooks, which verifies what a real server posts by the specification alone."""

import base64
import hashlib
import hmac
import http.client
import http.server
import json
import os
import secrets
import subprocess
import threading
import time

from deployment import BLUEPRINT, CUSTOMERS, TOLLGATE, Server, eventually, new_customer, request

KEY = secrets.token_bytes(32)
OLD_KEY = secrets.token_bytes(32)


class Receiver:
    """Answers with the statuses that a test wants, and then with 204."""

    def __init__(self):
        self.posts, self.statuses = [], []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.posts.append(({name.lower(): value for name, value in self.headers.items()}, body, self.path))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 204)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/hook"

    def types(self):
        return [json.loads(body)["type"] for _, body, _ in self.posts]

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


def check(headers, body):
    """The rules of https://www.standardwebhooks.com."""
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 300
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = [
        "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode() for key in (KEY, OLD_KEY)]
    assert headers["webhook-signature"].split(" ") == expected
    assert headers["content-type"] == "application/json"
    event = json.loads(body)
    assert event["id"] == headers["webhook-id"]
    assert event["app"] == "coach-paid"


def test_events_arrive_signed_and_are_repeated_and_replayed(tmp_path):
    """EX-14 A receiver verifies every request, a redirect is a failure, and a replay repeats the same bytes"""
    receiver = Receiver()
    receiver.statuses = [302]
    secret = tmp_path / "secret"
    secret.write_text("".join(f"whsec_{base64.b64encode(key).decode()}\n" for key in (KEY, OLD_KEY)))
    events = tmp_path / "events.jsonl"
    server = Server(
        BLUEPRINT, "--environment", "sandbox", "--create", "--port", 0, "--webhook-url", receiver.address,
        "--webhook-secret-file", secret, "--webhook-allow-http", "--webhook-allow-private", "--webhook-file", events,
        folder=tmp_path)
    try:
        def listed():
            return subprocess.run(
                [TOLLGATE, "webhooks", "list", "--app", "coach-paid"], cwd=tmp_path, text=True, capture_output=True,
                check=True).stdout
        assert eventually(lambda: "url" in listed() and "file" in listed())
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        response, body = request(
            connection, "POST", CUSTOMERS.replace("/customers", "/sign-up"),
            json.dumps({"email": "ada@example.com", "password": "correct horse"}),
            {"Content-Type": "application/json", "Authorization": f"Bearer {new_customer(connection)}"})
        assert response.status == 200, body
        assert eventually(lambda: len(receiver.posts) >= 2, seconds=30), receiver.posts
        for headers, body, path in receiver.posts:
            check(headers, body)
            assert path == "/hook"
        assert receiver.types()[:2] == ["customer.signed_up"] * 2
        assert receiver.posts[0][1] == receiver.posts[1][1]
        assert eventually(lambda: len(events.read_bytes().splitlines()) >= 1)
        assert events.read_bytes().splitlines()[0] == receiver.posts[0][1]
        assert b"ada@" not in receiver.posts[0][1]

        count = len(receiver.posts)
        subprocess.run(
            [TOLLGATE, "webhooks", "replay", "--app", "coach-paid"], cwd=tmp_path, check=True, capture_output=True)
        assert eventually(lambda: len(receiver.posts) > count, seconds=30)
        assert receiver.posts[count][1] == receiver.posts[0][1]
        done = subprocess.run(
            [TOLLGATE, "webhooks", "test", "--app", "coach-paid", "--webhook-url", receiver.address,
             "--webhook-allow-http", "--webhook-allow-private"], cwd=tmp_path, text=True, capture_output=True,
            env=os.environ | {"TOLLGATE_WEBHOOK_SECRET": secret.read_text()})
        assert done.returncode == 0, done.stderr
        assert receiver.types()[-1] == "webhook.test"
        check(*receiver.posts[-1][:2])
        assert server.stop() == 0
    finally:
        server.kill()
        receiver.stop()
