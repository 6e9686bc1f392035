"""Runs the console samples of the documents and compares what they print with what the documents show.

A ```console block consists of commands, each after `$ ` and continued after a `\\`, and what each prints. They run at the
root of a copy of this repository, with the files that the document shows (```yaml NAME) and those of Tests/Snippets/DOCUMENT.
A line `…` stands for any lines. `curl` speaks to a server of Blueprints/coach-paid.yml, as a customer who has reached
discovery-complete and whose token is $TOKEN; its output may be wrapped.
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".build" / "debug"
FILES = ROOT / "Tests" / "Snippets"
# Commands that are shown and not run here, with what shows their output instead.
NOT_RUN = {
    "pytest": "Tests/Packages/test_pages.py",
    "node --test": "Tests/Packages/test_pages.py",
    "go ": "Tests/Packages/test_pages.py",
    "javac ": "Tests/Packages/test_pages.py",
    "swift test": "the tests that the sample's own package is copied from; the times differ",
}
FENCE = re.compile(r"^```(\w*)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


class Sample:
    """One command of a document, and the output shown for it."""

    def __init__(self, place, command, shown):
        self.place, self.command, self.shown = place, command, shown

    @property
    def is_run(self):
        return not self.command.startswith(tuple(NOT_RUN))

    def complaint(self, printed):
        """What differs from the document, or nothing."""
        shown = self.shown
        if self.command.startswith("curl"):
            shown, printed = " ".join(shown.split()), " ".join(printed.split())
        pattern = re.escape(shown).replace(re.escape("…\n"), "(?:.*\n)*?")
        if re.fullmatch(pattern, printed):
            return ""
        return f"{self.place}: `{self.command}` prints otherwise:\n{printed}\n"


def read(document):
    """The samples of a document, and the files that it shows by their names."""
    text, samples, files = document.read_text(encoding="utf-8"), [], {}
    for fence in FENCE.finditer(text):
        language, name, content = fence.groups()
        line = text.count("\n", 0, fence.start()) + 2
        place = f"{document.relative_to(ROOT)}:{line}"
        if name:
            files[name] = content
        if language == "console":
            if not content.startswith("$ "):
                raise SystemExit(f"{place}: a console sample begins with `$ ` and its command")
            samples += [Sample(place, *command.groups()) for command in COMMAND.finditer(content)]
    return samples, files


def check(document):
    """What is wrong with a document's console samples, and how many were run."""
    samples, files = read(document)
    samples = [sample for sample in samples if sample.is_run]
    if not samples:
        return "", 0
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        for part in ("Blueprints", "Scenarios", "Scripts"):
            (folder / part).symlink_to(ROOT / part)
        for path in (FILES / document.stem).glob("*"):
            shutil.copy(path, folder)
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content, encoding="utf-8")
        environment = os.environ | {"PATH": f"{TOOLS}:{os.environ['PATH']}", "NO_COLOR": "1"}
        address = None
        if any(sample.command.startswith("curl") for sample in samples):
            address, environment["TOKEN"] = stack.enter_context(server())
        complaints = ""
        for sample in samples:
            command = sample.command
            if address:
                command = command.replace("curl ", "curl --silent ").replace("localhost:8080", address)
            result = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, text=True, timeout=120,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            complaints += sample.complaint(result.stdout)
    return complaints, len(samples)


@contextlib.contextmanager
def server():
    """A server of Blueprints/coach-paid.yml in memory: its address, and the token of a customer."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    process = subprocess.Popen(
        [TOOLS / "tollgate", "serve", ROOT / "Blueprints" / "coach-paid.yml", "--in-memory", "--port", address.split(":")[1]],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield address, token(address, process)
    finally:
        process.terminate()
        process.wait(timeout=30)


def token(address, process):
    """The token of a customer who has reached discovery-complete, once the server accepts connections."""
    customers = f"http://{address}/v1/apps/coach-paid/customers"
    for _ in range(300):
        if process.poll() is not None:
            raise SystemExit("the server for the console samples has stopped")
        try:
            token = post(customers, {})["token"]
            post(f"{customers}/me/milestones/discovery-complete", {"Authorization": f"Bearer {token}"})
            return token
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server for the console samples does not answer")


def post(address, headers):
    request = urllib.request.Request(address, method="POST", headers=headers | {"Idempotency-Key": address})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def self_test():
    """A sample that shows something else, and one without a command, are refused."""
    with tempfile.TemporaryDirectory(dir=ROOT / ".build") as folder:
        document = pathlib.Path(folder).resolve() / "Mistake.md"
        for sample in ("$ tollgate --version\n9.9.9\n", "$ tollgate --version\n"):
            document.write_text(f"```console\n{sample}```\n", encoding="utf-8")
            if "Mistake.md:2: `tollgate --version` prints otherwise" not in check(document)[0]:
                raise SystemExit(f"this should have been refused: {sample}")
