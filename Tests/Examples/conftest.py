"""A Tollgate server with its ledger in a file, and the two backends of Examples/Backend that ask it."""

import os
import pathlib
import queue
import re
import shutil
import subprocess
import threading

import pytest
import requests

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARIES = pathlib.Path(os.environ.get("TOLLGATE", ROOT / ".build" / "debug" / "tollgate")).parent
TYPESCRIPT = ROOT / "Examples" / "Backend" / "TypeScript"
PATIENCE = 60
APP = "coach-paid"


class Program:
    """A server as a process of its own, which prints its address once it listens."""

    def __init__(self, arguments, **environment):
        self._process = subprocess.Popen(
            arguments, env=os.environ | environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.output = []
        while not (self.output and re.fullmatch(r"http://\S+", self.output[-1])):
            line = self._lines.get(timeout=PATIENCE)
            if line is None:
                raise RuntimeError("the program ended instead of listening:\n" + "\n".join(self.output))
            self.output.append(line)
        self.address = self.output[-1]

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def stop(self):
        self._process.terminate()
        self._process.wait(timeout=PATIENCE)


class Coach:
    """The coach's Tollgate server, and what its app and its operator do."""

    def __init__(self, folder):
        self.ledger = folder / "ledger.sqlite"
        self.server = Program([
            BINARIES / "tollgate", "serve", ROOT / "Blueprints" / f"{APP}.yml", "--database", self.ledger, "--create",
            "--port", "0"])
        self.base = f"{self.server.address}/v1/apps/{APP}"

    def keys(self, *arguments):
        """Runs `tollgate keys` over the ledger of the running server."""
        done = subprocess.run(
            [BINARIES / "tollgate", "keys", *arguments, "--database", self.ledger], text=True, capture_output=True,
            timeout=PATIENCE, check=True)
        return done.stdout.strip()

    def customer(self):
        """A new customer's id and token, as a phone gets them."""
        answer = requests.post(f"{self.base}/customers", timeout=PATIENCE).json()
        return answer["snapshot"]["id"], answer["token"]

    def phase(self, token):
        answer = requests.get(
            f"{self.base}/customers/me/membership", headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
        return answer.json()["phase"]


@pytest.fixture(scope="module")
def coach(tmp_path_factory):
    running = Coach(tmp_path_factory.mktemp("coach"))
    yield running
    running.server.stop()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The TypeScript example, type-checked and compiled."""
    folder = tmp_path_factory.mktemp("typescript")
    done = subprocess.run(
        ["tsc", "--project", TYPESCRIPT, "--outDir", folder], text=True, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout
    shutil.copy(TYPESCRIPT / "package.json", folder)
    return folder


@pytest.fixture(scope="module", params=["TypeScript", "Swift"])
def start(request, coach):
    """Starts chat-stream with a new secret key, made while the server runs."""
    command = ([BINARIES / "ChatStream"] if request.param == "Swift"
               else ["node", request.getfixturevalue("compiled") / "server.js"])
    running = []

    def start():
        key = coach.keys("create", "--app", APP, "--name", f"chat-stream in {request.param}")
        running.append(Program(command, TOLLGATE_URL=coach.server.address, TOLLGATE_SECRET_KEY=key, PORT="0"))
        running[-1].key = key
        return running[-1]

    yield start
    for program in running:
        program.stop()


@pytest.fixture(scope="module")
def backend(start):
    return start()
