#!/usr/bin/env python3
"""Collects what each part of the soak found, and sums it up.

With SOAK_RESULTS in the environment, each part adds a line to that file; this prints the sum over all of them:

  python3 Tests/Soak/results.py FILE    # exits 1 if anything was lost, doubled or different, or a part failed
"""

import collections
import json
import os
import pathlib
import sys

# The lines of this process, one for each part.
LINES, RECORDS = [], []


def record(part, line, **numbers):
    """Records a part: the line that describes it, and the numbers that are summed up."""
    LINES.append(line)
    RECORDS.append({"part": part, **numbers})
    if path := os.environ.get("SOAK_RESULTS"):
        with open(path, "a") as file:
            print(json.dumps(RECORDS[-1]), file=file)


def of(book, part):
    """Records what a book has, and fails nothing."""
    record(part, book.summary(part), **book.numbers)


def lied(book, part):
    """Records a disk that lied about syncs: what it lost is expected, and is not part of the sum."""
    record(part, f"{book.summary(part).splitlines()[0]}: expected, since the disk lied",
           kills=book.kills, acknowledged=book.acknowledged.total())


def sentence(numbers):
    return (f"{numbers['kills']} kills, {numbers['acknowledged']} acknowledged, {numbers['lost']} lost, "
            f"{numbers['doubled']} doubled, {numbers['differing']} replays that differ")


def total(records):
    """One line for all parts, and whether it is what it must be."""
    numbers = collections.Counter()
    for one in records:
        numbers.update({name: value for name, value in one.items() if name != "part"})
    line = f"total: {sentence(numbers)}; {numbers['exact']} of {numbers['runs']} runs with exactly 100"
    if numbers["failures"]:
        line += f"; {numbers['failures']} parts failed"
    is_clean = bool(records) and numbers["exact"] == numbers["runs"] and not any(
        numbers[name] for name in ("lost", "doubled", "differing", "failures"))
    return line, is_clean


def main():
    path = pathlib.Path(sys.argv[1])
    line, is_clean = total([json.loads(one) for one in path.read_text().splitlines()] if path.exists() else [])
    print(line)
    sys.exit(0 if is_clean else 1)


if __name__ == "__main__":
    main()
