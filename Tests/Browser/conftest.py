"""One playground for the whole run, one fresh world and one page for each test."""

import os
import pathlib
import queue
import shutil
import subprocess
import threading

import pytest
from playwright.sync_api import sync_playwright

from visitor import Visitor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("TOLLGATE", str(ROOT / ".build" / "debug" / "tollgate"))
PATIENCE = 60


class Server:
    """A running playground: its address, and everything it has printed."""

    def __init__(self):
        self.output = []
        self.address = None
        self._lines = queue.Queue()
        self._process = subprocess.Popen(
            [BINARY, "playground", "--port", "0"], cwd=ROOT, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._process.stdout:
            self.output.append(line)
            self._lines.put(line.strip())
        self._lines.put(None)

    def wait(self):
        while self.address is None:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except queue.Empty:
                line = None
            if line is None:
                self.stop()
                pytest.exit(f"{BINARY} did not start a playground:\n{''.join(self.output)}", returncode=1)
            if line.startswith("http://"):
                self.address = line

    def stop(self):
        self._process.terminate()
        try:
            return self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


@pytest.fixture(scope="session")
def server():
    if not os.access(BINARY, os.X_OK):
        pytest.exit(f"there is no {BINARY}; build it with: swift build --product tollgate", returncode=1)
    running = Server()
    running.wait()
    yield running
    code = running.stop()
    assert code == 0, f"the playground ended with {code}:\n{''.join(running.output)}"


@pytest.fixture(scope="session")
def browser():
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def desk(browser):
    """The page most tests share; each begins by loading a fresh world into it."""
    context = browser.new_context(**view())
    yield context.new_page()
    context.close()


def view(width=1440, height=1000, script=True):
    return {
        "viewport": {"width": width, "height": height}, "reduced_motion": "reduce", "java_script_enabled": script}


@pytest.fixture
def open_app(server, browser, desk):
    """Opens an app in a fresh world; `another` opens one more page of the same world."""
    contexts, complaints, pages = [], [], []

    def complain(error):
        complaints.append(str(error))

    def hear(message):
        if message.type == "error":
            complaints.append(message.text)

    def open_app(app, another=False, **differently):
        address = f"{server.address}/playground/{app}"
        if another or differently:
            contexts.append(browser.new_context(**view(**differently)))
            page = contexts[-1].new_page()
        else:
            page = desk
        page.set_default_timeout(10_000)
        page.on("pageerror", complain)
        page.on("console", hear)
        pages.append(page)
        if not another:
            page.request.post(f"{address}/actions", form={"action": "reset"})
        page.goto(address)
        return Visitor(page, f"{address}/actions")

    yield open_app
    for page in pages:
        page.remove_listener("pageerror", complain)
        page.remove_listener("console", hear)
    for context in contexts:
        context.close()
    assert not complaints, f"the page complained: {complaints}"
