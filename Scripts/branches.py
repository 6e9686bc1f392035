#!/usr/bin/env python3
"""Compares the table of Documentation/ApplePlatforms.md with the branches in the libraries that apps link.

A branch is an `#if` or `#elseif`, an `#available` or an `@available`. Each is named in the table by its file and its
condition, once however often it stands there; `TollgateUI/…` names what every file of a folder has.

Usage: Scripts/branches.py [--check]

--check prints mistakes only, and ends with exit code 1 where there are any.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "Documentation/ApplePlatforms.md"
LIBRARIES = ["Tollgate", "TollgateClient", "TollgateMutex", "TollgateTime", "TollgateUI", "TollgateWire", "TollgateWords"]
BRANCH = re.compile(r"^\s*#(?:else)?if (.+)$|#(?:un)?available\(([^)]+)\)|@available\(([^)]+)\)", re.MULTILINE)
ROW = re.compile(r"^\| `([^`|]+)` \| `([^`]+)` \| .+\|$", re.MULTILINE)


def branches():
    found = set()
    for library in LIBRARIES:
        for path in sorted((ROOT / "Sources" / library).rglob("*.swift")):
            text = re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
            for match in BRANCH.finditer(text):
                condition = " ".join(next(filter(None, match.groups())).split())
                found.add((f"{library}/{path.name}", condition))
    return found


def rows():
    # A cell of a table cannot hold `||` unescaped.
    text = DOCUMENT.read_text(encoding="utf-8").replace("\\|", "\x00")
    return [(place, condition.replace("\x00", "|")) for place, condition in ROW.findall(text)]


def main():
    if "--help" in sys.argv or "-h" in sys.argv:
        sys.exit(__doc__)
    found, listed = branches(), rows()
    folders = {(place[:-1], condition) for place, condition in listed if place.endswith("/…")}
    named = {row for row in listed if not row[0].endswith("/…")}
    covered = {branch for branch in found if (branch[0].split("/")[0] + "/", branch[1]) in folders}
    mistakes = [f"{DOCUMENT.name}: {place} has the branch `{condition}`, which the table lacks"
                for place, condition in sorted(found - covered - named)]
    mistakes += [f"{DOCUMENT.name}: {place} has no branch `{condition}`" for place, condition in sorted(named - found)]
    mistakes += [f"{DOCUMENT.name}: no file of {folder} has the branch `{condition}`" for folder, condition in sorted(folders)
                 if not any(branch[0].startswith(folder) and branch[1] == condition for branch in found)]
    mistakes += [f"{DOCUMENT.name}: {place} has the branch `{condition}` {count} times"
                 for (place, condition), count in collections.Counter(listed).items() if count > 1]
    for mistake in mistakes:
        print(mistake)
    if "--check" not in sys.argv:
        print(f"{len(found)} branches, {len(mistakes)} mistakes")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
