#!/usr/bin/env python3
"""The table of every option of `tollgate serve` in Documentation/Configuration.md, from the command line's own help.

Usage: Scripts/options.py [--check | --write]

Without an option it prints the table. --write replaces the table in the document; --check exits 1 if the document has
another one, or if the README lists other subcommands. It needs .build/debug/tollgate, which `make tollgate` builds.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "Documentation/Configuration.md"
BEGIN, END = "<!-- Scripts/options.py --write: begin -->\n", "<!-- Scripts/options.py --write: end -->\n"
HEADINGS = ["| option | file | environment | default | meaning |", "|---|---|---|---|---|"]
# Options that ServeOption.swift leaves to the command line.
ONLY_ON_COMMAND_LINE = {"help", "version", "color"}


def subcommands():
    dump = json.loads(subprocess.check_output([ROOT / ".build/debug/tollgate", "--experimental-dump-help"]))
    return {command["commandName"]: command for command in dump["command"]["subcommands"] if command["commandName"] != "help"}


def arguments():
    return [argument for argument in subcommands()["serve"]["arguments"] if argument["shouldDisplay"]]


def row(argument):
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        name, option = value + "s", f"`<{value}> …`"
    else:
        name = argument["preferredName"]["name"]
        option = f"`--{name}`" if argument["kind"] == "flag" else f"`--{name} <{value}>`"
    variable = "`TOLLGATE_%s`" % name.upper().replace("-", "_")
    file = f"`{name}`"
    if name in ONLY_ON_COMMAND_LINE:
        variable = file = ""
    elif name == "config":
        file = ""
    default = argument.get("defaultValue") or ("`false`" if argument["kind"] == "flag" else "")
    default = f"`{default}`" if default and not default.startswith("`") else default
    if name in {"help", "version"}:
        default = ""
    meaning = argument.get("abstract", "")
    if values := argument.get("allValues"):
        meaning += " One of " + ", ".join(f"`{value}`" for value in values) + "."
    return f"| {option} | {file} | {variable} | {default} | {meaning.replace('|', chr(92) + '|')} |"


def main():
    table = "\n".join(HEADINGS + [row(argument) for argument in arguments()]) + "\n"
    text = DOCUMENT.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    present, after = rest.split(END)
    if "--write" in sys.argv[1:]:
        DOCUMENT.write_text(before + BEGIN + table + END + after, encoding="utf-8")
    elif "--check" in sys.argv[1:]:
        if present != table:
            sys.exit("Documentation/Configuration.md does not have the options of `tollgate serve --help`: run Scripts/options.py --write")
        line = re.search(r"the command-line tool: (.*?) \|", (ROOT / "README.md").read_text(encoding="utf-8"))[1]
        if listed := set(re.findall(r"`([\w-]+)`", line)) ^ set(subcommands()):
            sys.exit(f"README.md does not list the subcommands of `tollgate --help`: {', '.join(sorted(listed))}")
    else:
        print(table, end="")


if __name__ == "__main__":
    main()
