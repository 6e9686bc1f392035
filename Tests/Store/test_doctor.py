"""`tollgate doctor` finds what keeps notifications from arriving, and says what to do."""

import datetime
import http.server
import json
import re
import shutil
import subprocess
import threading

import pytest
from appstoreserverlibrary.models.Environment import Environment

from store import APP, BINARY, BUNDLE, CONFIGURATION, Store

BY_HAND = 6


@pytest.fixture
def blueprint(tmp_path):
    """A first blueprint of the store's app, with Apple's number for it."""
    shutil.copy(CONFIGURATION, tmp_path)
    path = tmp_path / "shop.yml"
    subprocess.run(
        [BINARY, "init", "--storekit", tmp_path / CONFIGURATION.name, "--name", "Shop", "--bundle-id", BUNDLE,
         "--output", path], check=True, capture_output=True, timeout=60)
    text = path.read_text()
    path.write_text(re.sub(r"^( +)# appleID: .*$|^( +)appleID: .*$", rf"\1\2appleID: {APP}", text, flags=re.M))
    assert f"appleID: {APP}" in path.read_text(), text
    return path


def examined(blueprint, store, *options, key_id=None):
    """The verdicts of a run, by subject, and its exit code."""
    done = subprocess.run(
        [BINARY, "doctor", blueprint, "--json", "--wait", "10", "--environment", "sandbox",
         "--store-api", store.base, "--store-root", store.said("root certificate").split("  (")[0],
         "--store-key", store.said("key file"), "--store-key-id", key_id or store.said("key id"),
         "--store-issuer-id", store.said("issuer id"), *options],
        text=True, capture_output=True, timeout=60)
    assert done.stdout, done.stderr
    report = json.loads(done.stdout)
    assert len(report["toCheckByHand"]) == BY_HAND
    return done.returncode, {line["subject"]: line for line in report["diagnoses"]}


def open_store(tmp_path, backend):
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Store(tmp_path, Environment.SANDBOX, notify=backend.address, extra=["--clock", "real", "--start", now])


def test_what_arrives_and_what_does_not(tmp_path, backend, blueprint):
    """A key that works, a server that refuses, and a key that is not known"""
    store = open_store(tmp_path, backend)
    code, lines = examined(blueprint, store)
    assert (code, lines["sandbox"]["verdict"], lines["blueprint"]["verdict"]) == (0, "good", "good"), lines
    assert lines["sandbox"]["message"] == "the App Store accepts the key, and a test notification arrived"
    assert lines["server"]["verdict"] == "skipped"
    assert len(backend.posts) == 1

    backend.status = 500
    code, lines = examined(blueprint, store)
    assert (code, lines["sandbox"]["verdict"]) == (1, "error")
    assert lines["sandbox"]["message"].endswith("the App Store says UNSUCCESSFUL_HTTP_RESPONSE_CODE")

    code, lines = examined(blueprint, store, key_id="0000000000")
    assert (code, lines["sandbox"]["message"]) == (1, "the App Store does not accept the key")
    assert "--store-issuer-id" in lines["sandbox"]["advice"]

    code, lines = examined(blueprint, store, "--server", "http://127.0.0.1:1")
    assert (code, lines["server"]["verdict"]) == (1, "error")
    assert lines["server"]["message"].startswith("http://127.0.0.1:1 does not answer")
    assert store.stop() == 0


def test_clock_and_url(tmp_path, blueprint):
    """A store whose clock is elsewhere, without a URL for notifications"""
    store = Store(tmp_path, Environment.SANDBOX)
    code, lines = examined(blueprint, store, "--server", "http://127.0.0.1:1")
    assert (code, lines["sandbox"]["message"]) == (1, "App Store Connect has no URL for notifications")
    assert "http://127.0.0.1:1/v1/apps/shop/app-store/notifications" in lines["sandbox"]["advice"]
    assert store.stop() == 0


def test_a_redirect_is_not_followed(blueprint):
    """A server whose address leads elsewhere, where phones and the store would not follow"""
    paths = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            paths.append(self.path)
            self.send_response(301)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    done = subprocess.run(
        [BINARY, "doctor", blueprint, "--environment", "sandbox", "--json", "--server", address], text=True, capture_output=True,
        timeout=60)
    server.shutdown()
    server.server_close()
    (line,) = [line for line in json.loads(done.stdout)["diagnoses"] if line["subject"] == "server"]
    assert line["message"] == f"{address} is not ready: /ready answers 301", line
    assert paths == ["/ready"]


def test_mistakes(blueprint):
    """A blueprint with a mistake, and one without Apple's number, are named first"""
    blueprint.write_text(blueprint.read_text() + "nudge: {}\n")
    done = subprocess.run([BINARY, "doctor", blueprint], text=True, capture_output=True, timeout=60)
    assert done.returncode == 1
    assert done.stdout.startswith(
        f"error: blueprint: {blueprint} has 1 mistake\n  Run `tollgate check {blueprint}`, which lists each with its line.\n")
    assert "\nOnly App Store Connect shows:\n  - Business: " in done.stdout
