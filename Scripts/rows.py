#!/usr/bin/env python3
"""Prints which requirement row is shown by which tests, and which rows wait for a later release.

A row is shown by a test whose name begins with its id, in Swift or in the browser.
With --check it only says how many rows are shown, and fails where a row is neither shown nor waiting.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = {"CP": 12, "CF": 9, "GB": 9, "SL": 11, "TQ": 9, "EX": 20}
WAITING = {
    "EX-6": "replaying recorded history needs the operator's side",
    "EX-7": "RevenueCat's wire format needs the operator's side",
    "EX-12": "secret keys for an app's own backend come with the client's release for Xcode",
    "EX-13": "the page that explains a customer comes with the operator's side",
    "EX-14": "webhooks come with the operator's side",
    "EX-15": "charts come with the operator's side",
    "EX-16": "several servers on one database come with PostgreSQL",
    "EX-17": "kills of server and database come with PostgreSQL",
    "EX-18": "adding the client in Xcode comes with the client's release for Xcode",
    "EX-19": "refund requests and retention messages come with the operator's side",
    "EX-20": "commitments and seats come with the operator's side",
}
NAME = re.compile(r'@Test\(\s*"((CP|CF|GB|SL|TQ|EX)-(\d+) [^"]*)"|"""((CP|CF|GB|SL|TQ|EX)-(\d+) [^"]*?)"""')


def shown():
    tests = {}
    for path in sorted([*(ROOT / "Tests").rglob("*.swift"), *(ROOT / "Tests").rglob("*.py")]):
        for match in NAME.finditer(path.read_text(encoding="utf-8")):
            name = match.group(1) or match.group(4)
            place = path.relative_to(ROOT / "Tests")
            tests.setdefault(name.split(" ", 1)[0], []).append((place, " ".join(name.split())))
    return tests


def main():
    tests = shown()
    rows = [f"{family}-{number}" for family, count in ROWS.items() for number in range(1, count + 1)]
    missing = [row for row in rows if row not in tests and row not in WAITING]
    stale = [row for row in WAITING if row in tests]
    if "--check" not in sys.argv[1:]:
        for row in rows:
            for place, name in tests.get(row, []):
                print(f"{row:6} {str(place.parts[0]).removesuffix('Tests'):12} {name.split(' ', 1)[1]}")
            if row not in tests:
                print(f"{row:6} {'waits':12} {WAITING.get(row, 'NOT SHOWN')}")
    waiting = [row for row in rows if row not in tests and row in WAITING]
    print(f"{len(rows) - len(missing) - len(waiting)} of {len(rows)} rows shown, {len(waiting)} wait for a later release")
    if stale:
        sys.exit(f"rows listed as waiting that are shown: {' '.join(stale)}")
    if missing:
        sys.exit(f"rows neither shown nor waiting: {' '.join(missing)}")


if __name__ == "__main__":
    main()
