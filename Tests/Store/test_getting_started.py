"""The commands of "Getting started" that show a purchase without Apple, in its order, with other ports."""

import os
import re
import socket
import subprocess
import threading

import pytest

from store import BINARY, PATIENCE, ROOT

PAGE = ROOT / "Sources/TollgateClient/TollgateClient.docc/GettingStarted.md"
SECTION = re.search(r"^## See a purchase without Apple\n(.*?)^## ", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[1]
BLOCKS = re.findall(r"^```sh\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
# What runs until it is stopped, and so has a terminal of its own.
RUNNING = ("tollgate store ", "tollgate serve ")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Terminals:
    """The reader's terminals, all in one folder."""

    def __init__(self, folder):
        self.folder, self.store, self.server, self.running = folder, free_port(), free_port(), []
        self.environment = os.environ | {"PATH": f"{BINARY.parent}:{os.environ['PATH']}", "NO_COLOR": "1"}

    def enter(self, block):
        """Runs a block's commands; those before the last must succeed. Returns the output of the ones that end."""
        text = block.replace("8090", str(self.store)).replace("8080", str(self.server))
        commands = re.findall(r"^tollgate (?:[^\n\\]|\\\n)*", text, re.MULTILINE) or [text]
        return "".join(self._start(command) if command.startswith(RUNNING) else self._run(command) for command in commands)

    def _run(self, command):
        return subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command], cwd=self.folder, env=self.environment, check=True, timeout=PATIENCE,
            capture_output=True, text=True).stdout

    def _start(self, command):
        port = self.store if " store " in command else self.server
        process = subprocess.Popen(
            ["bash", "-c", f"exec {command} --port {port}"], cwd=self.folder, env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.running.append(process)
        said = ""
        for line in process.stdout:
            said += line
            if re.match(rf"http://\S+:{port}$", line):
                threading.Thread(target=process.stdout.read, daemon=True).start()
                return ""
        raise AssertionError(said)

    def stop(self):
        for process in self.running:
            process.terminate()
        assert [process.wait(timeout=PATIENCE) for process in self.running] == [0] * len(self.running)
        self.running = []


@pytest.fixture
def terminals(tmp_path):
    opened = Terminals(tmp_path)
    yield opened
    opened.stop()


def test_a_purchase_without_apple(terminals):
    """The page's commands lead to a customer who has subscribed, a link to see them with, and a chart"""
    store, server, phone, admin, charts = BLOCKS
    terminals.enter(store)
    terminals.enter(server)
    assert '"phase":"subscribed"' in terminals.enter(phone)
    assert "/admin/garden/sign-in?link=" in terminals.enter(admin)
    terminals.stop()

    before, after = charts.split("tollgate admin")
    terminals.enter(before)
    assert '"phase":"subscribed"' in terminals.enter(phone)
    assert "9.99" in terminals.enter(f"tollgate admin{after}")
