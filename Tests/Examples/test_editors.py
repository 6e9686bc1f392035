"""The settings for editors in Documentation/Blueprints.md: what they underline, and what they read of `check --watch`."""

import json
import pathlib
import queue
import re
import shutil
import subprocess
import threading

import pytest
import yaml
from jsonschema import Draft202012Validator

from conftest import BINARIES, PATIENCE, ROOT

TOLLGATE = BINARIES / "tollgate"
DOCUMENT = (ROOT / "Documentation" / "Blueprints.md").read_text(encoding="utf-8")
SCHEMAS = {"tollgate.schema.json": [], "tollgate.part.schema.json": ["--part"]}
BAD = """\
app: { id: diary, name: Diary, bundleID: com.example.diary, appleID: 1 }
legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
products:
  diary.monthly: { name: Diary, entitlements: premium, price: 2.99 USD, period: P1M }
features:
  write:
    paywall: plans
    rules:
      - { when: { phase: lapsed }, allow: unlimited }
      - { when: { entitled: premium }, allow: unlimited }
      - otherwise: deny
paywalls:
  plans: { title: Keep writing, packages: [diary.monthly] }
"""


class Reader(yaml.SafeLoader):
    """Reads scalars as YAML 1.2 does, and as the language server does: neither dates nor `no` are special."""


Reader.yaml_implicit_resolvers = {}
for tag, expression, first in [
    ("bool", r"true|false", "tf"), ("null", r"null|~|", ["n", "~", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"), ("float", r"[-+]?[0-9]+\.[0-9]+", "-+0123456789"),
]:
    Reader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"(?:{expression})$"), list(first))


def block(name):
    """A block of the document, by its name."""
    return json.loads(re.search(rf"^```json {re.escape(name)}\n(.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)[1])


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """A folder with the blueprints, and with the schemas that the document says to save."""
    folder = tmp_path_factory.mktemp("workspace")
    shutil.copytree(ROOT / "Blueprints", folder / "Blueprints")
    for name, options in SCHEMAS.items():
        schema = subprocess.run([TOLLGATE, "schema", *options], check=True, capture_output=True, text=True).stdout
        (folder / name).write_text(schema, encoding="utf-8")
    return folder


def mistakes(workspace, settings):
    """The files that match the settings' patterns, each with what its schema says of it."""
    found = {}
    for schema, patterns in settings.items():
        validator = Draft202012Validator(json.loads((workspace / schema).read_text(encoding="utf-8")))
        for pattern in patterns:
            for file in workspace.glob(pattern):
                content = yaml.load(file.read_text(encoding="utf-8"), Loader=Reader)
                found.setdefault(str(file.relative_to(workspace)), []).extend(
                    error.message for error in validator.iter_errors(content))
    return found


SETTINGS = {
    "VS Code": block("settings.json")["yaml.schemas"],
    "Zed": block("zed.json")["lsp"]["yaml-language-server"]["settings"]["yaml"]["schemas"],
}


@pytest.mark.parametrize("editor", SETTINGS)
def test_schemas(workspace, editor):
    """Blueprints and their parts each match one schema; a key that does not exist is underlined in both"""
    found = mistakes(workspace, SETTINGS[editor])
    files = {str(file.relative_to(workspace)) for file in (workspace / "Blueprints").rglob("*.yml")}
    assert {"Blueprints/glow.yml", "Blueprints/glow/de.yml"} <= files
    assert found == {file: [] for file in files}

    for name, old, new in [
        ("glow.yml", "hasFreeTier:", "hasFreeTiers:"), ("glow/de.yml", "language: de", "language: de\nlanguages: [de]"),
    ]:
        file = workspace / "Blueprints" / name
        good = file.read_text(encoding="utf-8")
        assert old in good
        file.write_text(good.replace(old, new, 1), encoding="utf-8")
        underlined = {file: errors for file, errors in mistakes(workspace, SETTINGS[editor]).items() if errors}
        file.write_text(good, encoding="utf-8")
        assert list(underlined) == [f"Blueprints/{name}"]


def test_part_is_no_blueprint(workspace):
    """A part needs the schema of parts: the one of blueprints refuses it"""
    refused = mistakes(workspace, {"tollgate.schema.json": ["Blueprints/glow/de.yml"]})
    assert refused["Blueprints/glow/de.yml"]


def test_reference():
    """The reference of keys is written from the schema"""
    subprocess.run([ROOT / "Scripts" / "blueprint_keys.py", "--check", TOLLGATE], check=True)


class Task:
    """The documented task of VS Code: the command it runs, and the problems that its matchers read from the output."""

    def __init__(self, workspace):
        task, = block("tasks.json")["tasks"]
        program, *arguments = task["command"].split()
        assert program == "tollgate"
        self.workspace, self.matchers = workspace, task["problemMatcher"]
        background = self.matchers[0]["background"]
        self.begins, self.ends = (re.compile(background[key]) for key in ["beginsPattern", "endsPattern"])
        self._process = subprocess.Popen(
            [TOLLGATE, *arguments], cwd=workspace, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def _line(self):
        line = self._lines.get(timeout=PATIENCE * 3)
        assert line is not None, "the task ended"
        return line

    def problems(self):
        """The problems of the next check, as the panel shows them: file, line, severity and message."""
        while not self.begins.search(self._line()):
            pass
        problems = []
        while not self.ends.search(line := self._line()):
            problems += filter(None, (self._problem(matcher, line) for matcher in self.matchers))
        return problems

    def _problem(self, matcher, line):
        pattern = matcher["pattern"]
        match = re.search(pattern["regexp"], line)
        if not match:
            return None
        kind, folder = matcher["fileLocation"]
        assert kind == "relative"
        file = pathlib.Path(folder.replace("${workspaceFolder}", str(self.workspace))) / match[pattern["file"]]
        assert file.is_file(), f"the editor would look for {file}"
        return (
            match[pattern["file"]], int(match[pattern["line"]]) if "line" in pattern else None,
            match[pattern["severity"]] if "severity" in pattern else matcher["severity"], match[pattern["message"]])

    def stop(self):
        self._process.terminate()
        self._process.wait(timeout=PATIENCE)


def test_task(tmp_path):
    """The task shows each mistake at its line, in a part too, and a finding at its file, until they are mended"""
    blueprints = tmp_path / "Blueprints"
    shutil.copytree(ROOT / "Tests" / "Blueprints" / "trail", blueprints / "trail")
    trail = (ROOT / "Tests" / "Blueprints" / "trail.yml").read_text(encoding="utf-8")
    (blueprints / "trail.yml").write_text(trail, encoding="utf-8")
    diary, part = blueprints / "diary.yml", blueprints / "trail" / "paywalls.yml"
    diary.write_text(BAD.replace("allow: unlimited }", "allow: unlimitd }", 1), encoding="utf-8")
    good = part.read_text(encoding="utf-8")
    part.write_text(good.replace("packages:", "packges:", 1), encoding="utf-8")
    task = Task(tmp_path)
    try:
        problems = [problem for problem in task.problems() if problem[2] == "error"]
        assert ("diary.yml", 9) in [problem[:2] for problem in problems]
        line = good.splitlines().index(next(line for line in good.splitlines() if "packages:" in line)) + 1
        assert ("trail/paywalls.yml", line) in [problem[:2] for problem in problems]
        part.write_text(good, encoding="utf-8")
        diary.write_text(BAD, encoding="utf-8")
        while any(line for _, line, severity, _ in problems if severity == "error"):
            problems = task.problems()
        assert [problem for problem in problems if problem[2] == "error"] == [(
            "diary.yml", None, "error",
            "free ride: the customer does not pay and still has everything that is sold of `write`, unlike those who "
            "never subscribed")]
        diary.write_text(BAD.replace("allow: unlimited }", "deny: true }", 1), encoding="utf-8")
        while any(severity == "error" for _, _, severity, _ in problems):
            problems = task.problems()
    finally:
        task.stop()
