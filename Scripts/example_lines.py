#!/usr/bin/env python3
"""Counts the lines of each example app that concern subscriptions, and compares them with the README's table.

A line counts if it names the client or one of Tollgate's views, types or names: what the app would not contain if
everything in it were free.

Usage: Scripts/example_lines.py [--check]
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
APPS = {
    "CoachPaid": "a coach with a paid trial", "CoachFree": "a coach with a free trial", "GroBro": "a plant tracker with a Pro tier",
    "StrikeLab": "a combat sports tracker with accounts", "TechnIQ": "freemium soccer training",
}
OURS = re.compile(
    r"\bclient\b|[Tt]ollgate|\bDenial\b|\b(PromptView|LockedCard|SubscriptionSettingsSection|TrialBanner)\b|lockForFree|Item\.ID|serverKey")


def rows():
    for app, about in APPS.items():
        lines = [line for path in sorted((ROOT / "Examples/Apps" / app).glob("*.swift"))
                 for line in path.read_text(encoding="utf-8").splitlines() if line.strip() and not line.strip().startswith("//")]
        ours = sum(OURS.search(line) is not None for line in lines)
        yield f"| [{app}](Examples/Apps/{app}) | {about} | {ours} | {len(lines)} |"


def main():
    table = ["| app | | lines for subscriptions | lines in all |", "|---|---|---|---|", *rows()]
    print("\n".join(table))
    if "--check" in sys.argv[1:]:
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        if "\n".join(table) not in readme:
            sys.exit("README.md does not have this table")


if __name__ == "__main__":
    main()
