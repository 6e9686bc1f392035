"""Which rows SQLite reads for each statement of the ledger.

SQLite plans without statistics, and may read a whole table where an index has the few rows that are needed, for example
to save sorting them. That is correct and passes every other test; only a large ledger shows it.
"""

import pathlib
import re
import sqlite3
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LITERAL = re.compile(r'"""\n(.*?)\n\s*"""|"((?:SELECT|DELETE FROM|UPDATE|INSERT|WITH) (?:[^"\\]|\\.)*)"', re.S)
STATEMENT = re.compile(r"\s*(SELECT|DELETE FROM|UPDATE|INSERT|WITH)\b")
# The tables that grow with customers.
LARGE = {"facts", "customers", "answers", "claims", "credentials", "useArchives", "chartParts", "chartChanges", "checks"}
# What a backup is checked and counted by, and the facts of erased customers, which belong to no app.
WHOLE = re.compile(r"WHERE app (<>|=) ''|SELECT count\(\*\) FROM customers$")


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    path = tmp_path_factory.mktemp("ledger") / "ledger.sqlite"
    with subprocess.Popen(
            [ROOT / ".build/debug/tollgate", "serve", ROOT / "Blueprints/coach-paid.yml", "--database", path, "--create",
             "--key-file", path.with_suffix(".keys"), "--port", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        for line in server.stdout:
            if line.startswith("http://"):
                break
        server.terminate()
    with sqlite3.connect(path) as connection:
        yield connection


def statements():
    """Each statement in the sources, with the file it is in; what a string interpolates stands for a value."""
    for path in sorted((ROOT / "Sources/TollgateLedger").rglob("*.swift")):
        for found in LITERAL.finditer(path.read_text()):
            text = found[1] or found[2]
            if STATEMENT.match(text):
                yield path.name, re.sub(r"(IN )?\\\((?:[^()]|\([^()]*\))*\)", lambda value: "IN (1)" if value[1] else "1", text)


def plan(ledger, statement):
    names = set(re.findall(r":(\w+)", statement))
    values = dict.fromkeys(names, 1) if names else [1] * statement.count("?")
    return [row[3] for row in ledger.execute("EXPLAIN QUERY PLAN " + statement, values)]


def reads_too_much(statement, step):
    if WHOLE.search(statement):
        return False
    if found := re.match(r"SCAN (\w+)", step):
        return found[1] in LARGE
    # The index on the app alone has every customer's facts; it is for reading some of them in their order.
    return "factsByApp" in step and not re.search(r"\bsequence\s*[<>]|\bORDER BY sequence DESC LIMIT\b", statement)


def test_no_statement_reads_a_large_table_for_a_few_rows(ledger):
    planned, wrong = 0, []
    for name, statement in statements():
        try:
            steps = plan(ledger, statement)
        except sqlite3.Error:
            continue
        planned += 1
        wrong += [f"{name}: {step}\n{statement}" for step in steps if reads_too_much(statement, step)]
    assert planned > 100
    assert not wrong, "\n\n".join(wrong)
