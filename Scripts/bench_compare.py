#!/usr/bin/env python3
"""Runs the benchmarks, and adds to each line what Benchmarks/README.md has for it and by how much it differs.

A regression then shows in the change that causes it. The figure of a line is its first number: a ratio, or else a time
or a rate.

Usage: Scripts/bench_compare.py COMMAND [ARGUMENT…]
"""

import pathlib
import re
import subprocess
import sys

FIGURES = pathlib.Path(__file__).resolve().parent.parent / "Benchmarks" / "README.md"
LINE = re.compile(r"(?P<indent> *)(?P<name>\S.*?)  +(?P<figure>[\d,.]+(?: [nµm]?s\b|/s)?).*  goal: ")


def figures(lines):
    """Each line with its figure, and what names it: the line that it belongs to as well; None for other lines."""
    parent = ""
    for line in lines:
        line = line.rstrip("\n")
        match = LINE.match(line)
        if match and not match["indent"]:
            parent = match["name"]
        yield line, match and (parent, match["name"]), match and match["figure"]


def number(text):
    return float(re.match(r"[\d,.]+", text)[0].replace(",", ""))


def compared(line, before, now):
    """A line with its committed figure."""
    if not before or not now:
        return line
    if re.sub(r"[\d,.]+", "", before) != re.sub(r"[\d,.]+", "", now) or not number(before):
        return f"{line}  (was {before})"
    return f"{line}  (was {before}: {number(now) / number(before) - 1:+.0%})"


def main():
    committed = {name: figure for _, name, figure in figures(FIGURES.read_text().splitlines()) if name}
    with subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True) as benchmarks:
        for line, name, figure in figures(benchmarks.stdout):
            print(compared(line, committed.get(name), figure), flush=True)
    sys.exit(benchmarks.returncode)


if __name__ == "__main__":
    main()
