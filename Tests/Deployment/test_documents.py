"""The commands of the operator's documents, and the drill for a damaged ledger."""

import contextlib
import http.client
import json
import re
import shlex
import sqlite3
import subprocess

import pytest

from deployment import BLUEPRINT, CUSTOMERS, ROOT, TOLLGATE, Server, new_customer, request

DOCUMENTS = ["Charts", "Configuration", "Deployment", "Runbook", "Server", "Upgrading", "WhatIf"]
COMMAND = re.compile(r"(?:^|-- |&& )tollgate ((?:[^\n\\&|]|\\\n)*)", re.MULTILINE)


def commands():
    for name in DOCUMENTS:
        text = (ROOT / f"Documentation/{name}.md").read_text()
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            yield from ((name, found.replace("\\\n", " ")) for found in COMMAND.findall(block))


@pytest.fixture(scope="module")
def help_of_all():
    return json.loads(subprocess.check_output([TOLLGATE, "--experimental-dump-help"]))["command"]


@pytest.mark.parametrize("name, command", list(commands()))
def test_the_documents_use_commands_and_options_that_exist(help_of_all, name, command):
    words = shlex.split(command, comments=True)
    known = help_of_all
    while subcommands := {each["commandName"]: each for each in known.get("subcommands", [])}:
        known = subcommands[words.pop(0)]
    options = {f"--{spelling['name']}" for argument in known["arguments"] for spelling in argument.get("names", [])}
    assert {word.split("=")[0] for word in words if word.startswith("--")} <= options


def test_a_damaged_ledger_is_noticed_and_restored(tmp_path):
    ledger, backup = tmp_path / "tollgate.sqlite", tmp_path / "backup.sqlite"
    server = Server(BLUEPRINT, "--create", "--database", ledger, "--port", 0)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    tokens = [new_customer(connection) for _ in range(50)]
    subprocess.run([TOLLGATE, "backup", backup, "--database", ledger], check=True, capture_output=True)
    assert server.stop() == 0
    # A stopped server may leave a log, whose pages would replace the damaged ones.
    with contextlib.closing(sqlite3.connect(ledger)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages = bytearray(ledger.read_bytes())
    for start in range(4096, len(pages), 4096):
        pages[start:start + 16] = b"\xff" * 16
    ledger.write_bytes(pages)

    run = subprocess.run([TOLLGATE, "verify", ledger], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.startswith(f"{ledger}: error: ")

    restore = [TOLLGATE, "restore", backup, "--database", ledger]
    refused = subprocess.run(restore, capture_output=True, text=True)
    assert refused.stderr == f"{ledger}: error: the file already exists; add --replace to replace it\n"
    subprocess.run([*restore, "--replace"], check=True, capture_output=True)
    server = Server(BLUEPRINT, "--database", ledger, "--port", 0)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    for token in tokens:
        assert request(connection, "GET", f"{CUSTOMERS}/me", headers={"Authorization": f"Bearer {token}"})[0].status == 200
    assert server.stop() == 0


def test_a_damaged_backup_is_refused_before_anything_changes(tmp_path):
    ledger, backup = tmp_path / "tollgate.sqlite", tmp_path / "backup.sqlite"
    server = Server(BLUEPRINT, "--create", "--database", ledger, "--port", 0)
    subprocess.run([TOLLGATE, "backup", backup, "--database", ledger], check=True, capture_output=True)
    assert server.stop() == 0
    before = ledger.read_bytes()
    backup.write_bytes(backup.read_bytes()[:-1] + b"x")
    run = subprocess.run([TOLLGATE, "restore", backup, "--database", ledger, "--replace"], capture_output=True, text=True)
    assert run.returncode == 1
    assert ledger.read_bytes() == before
