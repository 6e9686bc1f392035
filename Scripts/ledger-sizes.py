#!/usr/bin/env python3
"""Prints how many bytes a ledger's file needs for each row, by table with its indexes.

Without a file it fills a new ledger through the server's HTTP interface first: customers who reserve
and use a feature, see paywalls, sign up and sign out.

  python3 Scripts/ledger-sizes.py                    # a new ledger, by .build/debug/tollgate
  python3 Scripts/ledger-sizes.py --tollgate PATH    # the same, by another build
  python3 Scripts/ledger-sizes.py ledger.sqlite      # an existing file, which is only read
"""

import argparse
import json
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
APP = "techniq"
CUSTOMERS = 100
PAYWALLS = 10


def call(address, path, token=None, key=None, body=None):
    """Posts to the app, and returns the response's JSON."""
    request = urllib.request.Request(f"{address}/v1/apps/{APP}/{path}", json.dumps(body or {}).encode())
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    if key:
        request.add_header("Idempotency-Key", key)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def fill(address):
    for number in range(CUSTOMERS):
        device = f"6E1B0C5A-4D0F-4A57-9C1B-{number:012d}"
        token = call(address, "customers", body={"device": device})["token"]
        reserved = f"91D0E6B2-3C5A-4F7E-A2B4-{number:012d}"
        call(address, "customers/me/features/custom-drill/reservations", token, reserved)
        call(address, "customers/me/features/custom-drill/uses", token, reserved)
        for shown in range(PAYWALLS):
            key = f"7A9C2F44-0B6E-4C0D-8E1F-{shown:012d}"
            call(address, "customers/me/paywalls/pro/shown", token, key)
        if number % 10 == 0:
            credentials = {"email": f"person-{number}@example.com", "password": "correct horse", "device": device}
            token = call(address, "sign-up", token, body=credentials)["token"]
            call(address, "customers/me/sign-out", token)


def report(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    names = database.execute("SELECT name, tbl_name FROM sqlite_schema WHERE rootpage > 0").fetchall()
    tables = {}
    for name, table in names:
        used = database.execute("SELECT sum(pgsize) FROM dbstat WHERE name = ?", (name,)).fetchone()[0]
        tables.setdefault(table, [0, 0])
        tables[table][0 if name == table else 1] += used
    print(f"{'table':<24}{'rows':>9}{'bytes a row':>13}{'with indexes':>14}")
    for table, (own, indexes) in sorted(tables.items()):
        rows = database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
        if rows >= 10 and table != "grdb_migrations":
            print(f"{table:<24}{rows:>9}{own / rows:>13.0f}{(own + indexes) / rows:>14.0f}")
    for table, column in (("facts", "kind"), ("claims", "kind")):
        for kind, rows in database.execute(f"SELECT {column}, count(*) FROM {table} GROUP BY 1 ORDER BY 1"):
            print(f"  {table + ' ' + kind:<22}{rows:>9}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--tollgate", default=str(ROOT / ".build/debug/tollgate"))
    arguments = parser.parse_args()
    if arguments.file:
        report(arguments.file)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/ledger.sqlite"
        server = subprocess.Popen(
            [
                arguments.tollgate, "serve", str(ROOT / f"Blueprints/{APP}.yml"), "--environment", "sandbox",
                "--create", "--database", path, "--port", "0",
            ],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = next(line.strip() for line in server.stdout if re.match(r"http://", line))
            fill(address)
        finally:
            server.terminate()
            server.wait(timeout=60)
        report(path)


if __name__ == "__main__":
    main()
