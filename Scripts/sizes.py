#!/usr/bin/env python3
"""Holds the sizes of files and types, and the share of documentation, within limits.

Files of Sources have at most 300 lines, the median under 100. A type has at most 15 stored properties and stands in at most 9
files. At least a fifth of a library's lines are documentation. Types whose fields Apple, the HTTP API or a blueprint's keys
define may have more properties.

Usage: Scripts/sizes.py [--check]
"""

import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINES, MEDIAN, PROPERTIES, FILES, DOCUMENTED = 300, 100, 15, 9, 0.2
PAYLOADS = ("Sources/TollgateAppStore/Payloads/", "Sources/TollgateAppStore/ServerAPI/Models/", "Sources/TollgateWire/")
RECORDS = {"AppStoreSimulator.TransactionRecord", "Tollgate.Blueprint.Definition"}
# What an app calls, with a file for each kind of call.
CLIENT, CLIENT_FILES = "TollgateClient.TollgateClient", 15
MODIFIERS = r"(?:(?:public|package|private|fileprivate|internal|final|indirect|nonisolated|unowned|weak|lazy|@\w+(?:\([^)]*\))?|\w+\(set\)) )*"
TYPE = re.compile(rf"^ *{MODIFIERS}(?:struct|class|enum|actor|extension|protocol) ([\w.]+)")
MEMBER = re.compile(rf"^ *{MODIFIERS}(?:static |mutating |override |convenience |required )*(?:func|var|let|init|case|subscript)\b")
PROPERTY = re.compile(rf"^ *{MODIFIERS}(?:let|var) (?:\w+|\([^)]*\))(.*)$")


def sources():
    return subprocess.check_output(["git", "ls-files", "Sources/*.swift"], cwd=ROOT, text=True).split()


def types(module, lines):
    """The types with members in a file, by full name, with the number of stored properties.

    A file whose extension of a type holds other types alone is not counted.
    """
    found, outer = {}, []
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        while outer and line.strip() and indent <= outer[-1][0] and line.strip()[0] not in "){>":
            outer.pop()
        if match := TYPE.match(line):
            name = ".".join([name for _, name in outer[-1:]] + [match[1]])
            outer.append((indent, name))
        elif outer and indent == outer[-1][0] + 2 and MEMBER.match(line):
            match = PROPERTY.match(line)
            key = f"{module}.{outer[-1][1]}"
            found[key] = found.get(key, 0) + (match is not None and is_stored(match[1], lines, number))
    return found


def is_stored(rest, lines, number):
    before, brace, after = rest.partition("{")
    return not brace or "=" in before or (after + "".join(lines[number + 1:number + 2])).strip().startswith(("didSet", "willSet"))


def main():
    libraries = set(re.findall(r'\.library\(name: "\w+", targets: \["(\w+)"\]', (ROOT / "Package.swift").read_text()))
    complaints, lengths, files, properties, documented = [], [], {}, {}, {}
    for name in sources():
        module, lines = name.split("/")[1], (ROOT / name).read_text(encoding="utf-8").splitlines()
        lengths.append(len(lines))
        if len(lines) > LINES:
            complaints.append(f"{name} has {len(lines)} lines; the limit is {LINES}")
        comments, total = documented.get(module, (0, 0))
        documented[module] = (comments + sum(line.lstrip().startswith("///") for line in lines), total + len(lines))
        for key, count in types(module, lines).items():
            files.setdefault(key, set()).add(name)
            if not name.startswith(PAYLOADS) and key not in RECORDS:
                properties[key] = properties.get(key, 0) + count
    median = statistics.median(lengths)
    if median >= MEDIAN:
        complaints.append(f"the median file has {median:g} lines; the limit is {MEDIAN}")
    complaints += [f"{key} has {count} stored properties; the limit is {PROPERTIES}"
                   for key, count in sorted(properties.items()) if count > PROPERTIES]
    complaints += [f"{key} stands in {len(found)} files; that is too many"
                   for key, found in sorted(files.items()) if len(found) > (CLIENT_FILES if key == CLIENT else FILES)]
    complaints += [f"{module}: {comments / total:.0%} of its lines are documentation; at least {DOCUMENTED:.0%} must be"
                   for module, (comments, total) in sorted(documented.items())
                   if module in libraries and comments < DOCUMENTED * total]
    print(f"{len(lengths)} files, median {median:g} lines, longest {max(lengths)}")
    print("\n".join(complaints))
    if "--check" in sys.argv[1:] and complaints:
        sys.exit(1)


if __name__ == "__main__":
    main()
