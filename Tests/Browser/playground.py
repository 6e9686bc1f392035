"""A playground of the built binary, and a browser to look at it with."""

import os
import pathlib
import queue
import shutil
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = pathlib.Path(os.environ.get("TOLLGATE", ROOT / ".build" / "debug" / "tollgate"))
PATIENCE = 60
# The parts of the playground's page that are not there before they are needed or asked for.
PARTS = ["controls", "file", "ledger", "why", "phases", "comparison", "membership"]


class Playground:
    """A running playground, or another command that serves pages: its address, and everything it has printed."""

    def __init__(self, *command):
        if not os.access(BINARY, os.X_OK):
            raise RuntimeError(f"there is no {BINARY}; build it with: make tollgate")
        self.output = []
        self._lines = queue.Queue()
        self._process = subprocess.Popen(
            [BINARY, *(command or ["playground"]), "--port", "0"], cwd=ROOT, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self._read, daemon=True).start()
        self.address = self._wait()

    def _read(self):
        for line in self._process.stdout:
            self.output.append(line)
            self._lines.put(line.strip())
        self._lines.put(None)

    def _wait(self):
        """The address, which is printed on a line of its own."""
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except queue.Empty:
                line = None
            if line is None:
                raise RuntimeError(f"{BINARY} ended with {self.stop()} instead of playing:\n{''.join(self.output)}")
            if line.startswith("http://"):
                return line

    def stop(self):
        """Asks it to end, and answers its exit code."""
        self._process.terminate()
        try:
            return self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def show_parts(context):
    """Lets the pages of a context show every part from the start, as to a visitor who has asked for them."""
    context.add_init_script(f"if (location.protocol === 'http:') localStorage.setItem('tollgate-parts', '{' '.join(PARTS)}')")


def launch(playwright, proxy=None):
    """Starts the system's Chromium."""
    names = ["chromium", "chromium-browser", "google-chrome"]
    path = next(filter(None, map(shutil.which, names)), None)
    return playwright.chromium.launch(executable_path=path, proxy=proxy, args=["--no-sandbox"])
