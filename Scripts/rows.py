#!/usr/bin/env python3
"""Lists each requirement of Documentation/Requirements.md with the tests that show it.

A test shows a requirement when its name begins with the requirement's id, in Swift or in the browser. With --check,
prints only how many requirements are shown, and fails where one is neither shown nor listed as waiting, where one that
is listed as waiting is shown, where a pain has no test, and where a test names an id or a pain that the document does not
have.

  python3 Scripts/rows.py           # every requirement with its tests
  python3 Scripts/rows.py --check   # the counts; exits 1 on a mistake
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "Documentation" / "Requirements.md"
FAMILIES = "CP|CF|GB|SL|TQ|EX|RA"
ROW = re.compile(rf"\| ((?:{FAMILIES})-\d+) \| (.+?) \|$")
PAIN = re.compile(r"\| (\d+) \| .+ \|$")
NAME = re.compile(rf'@Test\(\s*"((?:{FAMILIES})-\d+ [^"]*)"|"""((?:{FAMILIES})-\d+ [^"]*?)"""')
PAIN_NAME = re.compile(r'@Test\(\s*"[^"]*?\bPain (\d+):')


def required():
    """The ids of the requirements in their order, the reasons of those that wait, and the numbers of the pains."""
    rows, waiting, pains = [], {}, set()
    is_waiting = False
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            is_waiting = line == "### Not shown yet"
        elif row := ROW.match(line):
            if is_waiting:
                waiting[row[1]] = row[2]
            else:
                rows.append(row[1])
        elif pain := PAIN.match(line):
            pains.add(pain[1])
    return rows, waiting, pains


def shown():
    """The tests by the requirement that their names begin with, and the pains that tests name."""
    tests, pains = {}, set()
    for path in sorted([*(ROOT / "Tests").rglob("*.swift"), *(ROOT / "Tests").rglob("*.py")]):
        text = path.read_text(encoding="utf-8")
        for match in NAME.finditer(text):
            name = match.group(1) or match.group(2)
            place = path.relative_to(ROOT / "Tests")
            tests.setdefault(name.split(" ", 1)[0], []).append((place, " ".join(name.split())))
        pains.update(PAIN_NAME.findall(text))
    return tests, pains


def main():
    if "--help" in sys.argv[1:]:
        print(__doc__)
        return
    rows, waiting, pains = required()
    tests, named = shown()
    if "--check" not in sys.argv[1:]:
        for row in rows:
            for place, name in tests.get(row, []):
                print(f"{row:6} {str(place.parts[0]).removesuffix('Tests'):12} {name.split(' ', 1)[1]}")
            if row not in tests:
                print(f"{row:6} {'waits':12} {waiting.get(row, 'NOT SHOWN')}")
    missing = [row for row in rows if row not in tests and row not in waiting]
    waits = [row for row in rows if row not in tests and row in waiting]
    print(f"{len(rows) - len(missing) - len(waits)} of {len(rows)} rows shown, {len(waits)} wait for a later release")
    mistakes = {
        "rows listed as waiting that are shown": [row for row in waiting if row in tests],
        "rows neither shown nor waiting": missing,
        "rows listed twice": sorted({row for row in rows if rows.count(row) > 1}),
        "ids in test names without a row": sorted({*tests, *waiting} - {*rows}),
        "pains without a test": sorted(pains - named, key=int),
        "pains in test names without a row": sorted(named - pains, key=int),
    }
    found = [f"{mistake}: {' '.join(ids)}" for mistake, ids in mistakes.items() if ids]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
