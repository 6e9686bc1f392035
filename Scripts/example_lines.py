#!/usr/bin/env python3
"""Counts the lines of each example app that concern subscriptions, and compares them with the README's table.

A line counts if it names the client, one of Tollgate's views, types or names, or a function that exists for them: what
the app would not contain if everything in it were free. A declaration in the files beside the apps' folders belongs to each
app that uses it.

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
    r"\bclient\b|[Tt]ollgate|\b(ClientError|DeleteAccountSection|Denial|PromptView|LockedCard|SubscriptionSettingsSection|TrialBanner)\b|lockForFree|Feature\.ID"
    r"|\bserver(Key)?\b|Reminders|\bcenter\b|finishDiscovery|memoryLanded|\bopen\(")
DECLARED = re.compile(r"^(?:func|let|protocol|struct) (\w+)", re.MULTILINE)


def shared(text):
    """The declarations beside the apps' folders that an app's text uses, with what those use."""
    parts = [part for path in sorted((ROOT / "Examples/Apps").glob("*.swift"))
             for part in path.read_text(encoding="utf-8").split("\n\n") if DECLARED.search(part)]
    used = [part for part in parts if any(re.search(rf"\b{name}\b", text) for name in DECLARED.findall(part))]
    return used if all(part in text for part in used) else shared("\n".join([text, *used]))


def rows():
    for app, about in APPS.items():
        text = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "Examples/Apps" / app).glob("*.swift")))
        lines = [line for line in "\n".join([text, *shared(text)]).splitlines() if line.strip() and not line.strip().startswith("//")]
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
