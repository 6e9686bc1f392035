#!/usr/bin/env python3
"""Writes the plural rules of every language, reduced to whole numbers, as Babel reads them from the Unicode CLDR.

The rules are the Swift of Sources/Tollgate/Texts/PluralRule.swift; Babel's own answers for a sample of numbers are
Tests/TollgateTests/PluralSample.swift, against which the Swift is tested. Needs Babel, as in Scripts/requirements.txt.

  .venv/bin/python Scripts/plural-rules.py           # writes both files
  .venv/bin/python Scripts/plural-rules.py --check   # fails where either is out of date
"""

import pathlib
import subprocess
import sys
import textwrap

from babel import Locale, localedata
from babel.core import get_global

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "Sources" / "Tollgate" / "Texts" / "PluralRule.swift"
SAMPLE = ROOT / "Tests" / "TollgateTests" / "PluralSample.swift"
COMMAND = "Scripts/plural-rules.py"

CATEGORIES = ("zero", "one", "two", "few", "many")
LETTERS = {"zero": "z", "one": "1", "two": "2", "few": "f", "many": "m", "other": "o"}
VERSION = get_global("cldr")["version"]
# Every remainder of 100, and the thousands and millions that some languages count apart.
EVERY = 120
NUMBERS = [*range(EVERY + 1), 171, 179, 191, 199, 200, 202, 203, 204, 212, 1000, 1001, 1002, 1011, 1012, 1021, 1022, 2000, 20_000, 20_001, 21_000, 40_000, 60_000,
           80_000, 90_000, 100_000, 100_001, 1_000_000, 1_000_001, 1_100_000, 2_000_000, 2_000_002]
# For other numbers than whole ones; a whole number has no digits after its point and no exponent.
ABSENT = {"v", "w", "f", "t", "c", "e"}


def languages():
    """The rule of every language that has one, by BCP 47 code; a region only where it differs from its language."""
    names = [name for name in sorted(localedata.locale_identifiers()) if "_" not in name]
    parents = get_global("parent_exceptions")
    ruled = [name for name in names if "plural_form" in localedata.load(name, merge_inherited=False) or name in parents]
    # Babel would answer from what was just loaded without its parents.
    localedata._cache.clear()
    found = {name: Locale.parse(name).plural_form for name in ruled}
    for name in sorted(localedata.locale_identifiers()):
        base = name.split("_")[0]
        if name == base or base not in found:
            continue
        rule = Locale.parse(name).plural_form
        if any(rule(number) != found[base](number) for number in NUMBERS):
            found[name.replace("_", "-")] = rule
    # Codes that were withdrawn and are still written.
    for old, new in get_global("language_aliases").items():
        base = new.split("_")[0]
        if len(old) == 2 and old not in found and base in found:
            found[old] = found[base]
    return found


def reduced(node):
    """A condition for whole numbers: True, False, or what is left of it."""
    kind, parts = node
    if kind in ("and", "or"):
        left, right = (reduced(part) for part in parts)
        decided = kind == "or"
        if decided in (left, right):
            return decided
        if isinstance(left, bool) or left == right:
            return right
        return left if isinstance(right, bool) else (kind, left, right)
    if kind == "not":
        return negated(reduced(parts[0]))
    assert kind == "relation", kind
    _, operand, (_, ranges) = parts
    modulus = None
    if operand[0] == "mod":
        operand, (_, (modulus,)) = operand[1]
    values = sorted({value for (_, (low,)), (_, (high,)) in ranges for value in range(low, high + 1)})
    if operand[0] in ABSENT:
        return 0 in values
    assert operand[0] in ("n", "i"), operand
    number = f"n % {grouped(modulus)}" if modulus else "n"
    runs = []
    for value in values:
        if runs and runs[-1][-1] == value - 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    if all(len(run) == 1 for run in runs):
        return ("in", number, tuple(values), True)
    tests = [("in", number, tuple(run), True) for run in runs]
    return tests[0] if len(tests) == 1 else ("or", *tests)


def negated(node):
    if isinstance(node, bool):
        return not node
    if node[0] == "in":
        return (*node[:3], not node[3])
    return ({"and": "or", "or": "and"}[node[0]], *map(negated, node[1:]))


def swift(node, inside=None):
    """The condition in Swift, over `n`."""
    if node[0] in ("and", "or"):
        text = {"and": " && ", "or": " || "}[node[0]].join(swift(part, node[0]) for part in node[1:])
        return f"({text})" if inside not in (None, node[0]) else text
    _, number, values, holds = node
    if len(values) == 1:
        return f"{number} {'==' if holds else '!='} {grouped(values[0])}"
    sign = "" if holds else "!"
    if values[-1] - values[0] + 1 > len(values):
        return f"{sign}[{', '.join(map(grouped, values))}].contains({number})"
    if values[0] == 0:
        return f"{number} {'<=' if holds else '>'} {grouped(values[-1])}"
    return f"{sign}({grouped(values[0])}...{grouped(values[-1])}).contains({number})"


def grouped(number):
    return f"{number:_}" if number >= 10_000 else str(number)


def conditions(rule):
    """The categories of a rule that whole numbers can have, with their conditions."""
    found = []
    for category, node in sorted(rule.abstract, key=lambda item: CATEGORIES.index(item[0])):
        condition = reduced(node)
        assert condition is not True, category
        if condition is not False:
            found.append((category, swift(condition)))
    return found


def groups(found):
    """The languages that answer alike, with their rule and their answers; a group is named after a language of it."""
    gathered = {}
    for name, rule in found.items():
        gathered.setdefault("".join(LETTERS[rule(number)] for number in NUMBERS), []).append(name)
    known = ["en", "fr", "es", "ja", "ru", "hi", "he", "cs", "ro", "sr", "mk", "lv", "fil"]
    named = {}
    for answers, names in gathered.items():
        name = next((name for name in known if name in names), min(names, key=lambda name: (len(name), name)))
        rule = min((conditions(found[name]) for name in names), key=lambda rule: len(str(rule)))
        named[name] = (sorted(names), rule, answers)
    return sorted(named.items())


def literal(text, separator=" "):
    """A string literal, on several lines where it is long."""
    if len(text) < 70:
        return f'"{text}"'
    lines = textwrap.wrap(text, 84, break_on_hyphens=False) if separator else [text[i : i + 80] for i in range(0, len(text), 80)]
    return '\n"""\n' + f"{separator}\\\n".join(lines) + '\n"""'


def rules_file(named):
    members = "\n".join(f"case .{name}: {literal(' '.join(names))}" for name, (names, _, _) in named)
    bodies = []
    for name, (_, rule, _) in named:
        bodies.append(f"case .{name}:")
        bodies += [f"if {condition} {{ return .{category} }}" for category, condition in rule]
        bodies.append("return .other")
    return formatted(f"""// Written by {COMMAND} from version {VERSION} of the Unicode CLDR: change the script, not this file.

/// A rule that chooses the plural form of a whole number, named after a language that uses it.
enum PluralRule: CaseIterable, Sendable {{
case {", ".join(name for name, _ in named)}

/// The languages that use it, by BCP 47 code.
var languages: String {{
switch self {{
{members}
}}
}}

/// The plural form of a whole number.
func category(of n: UInt) -> LocalizedText.PluralForm {{
switch self {{
{chr(10).join(bodies)}
}}
}}
}}
""")


def sample_file(named):
    rows = [f"({literal(' '.join(names))}, {literal(answers, '')})," for _, (names, _, answers) in named]
    letters = ", ".join(f'"{letter}": .{name}' for name, letter in LETTERS.items())
    return formatted(f"""// Written by {COMMAND}: the answers of Babel, with version {VERSION} of the Unicode CLDR.

import Tollgate

/// What Babel answers for whole numbers in every language that has plural rules.
enum PluralSample {{
/// The numbers.
static let numbers = Array(0...{EVERY}) + [{", ".join(map(grouped, NUMBERS[EVERY + 1 :]))}]

/// What a letter of ``answers`` stands for.
static let letters: [Character: LocalizedText.PluralForm] = [{letters}]

/// The languages that answer alike, and a letter for each number.
static let answers: [(languages: String, forms: String)] = [
{chr(10).join(rows)}
]
}}
""")


def formatted(text):
    """The text as `swift format` lays it out."""
    command = ["swift", "format", "--configuration", str(ROOT / ".swift-format")]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def main():
    found = languages()
    named = groups(found)
    stale = []
    for path, text in ((RULES, rules_file(named)), (SAMPLE, sample_file(named))):
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path.relative_to(ROOT)))
    if stale:
        sys.exit(f"out of date: {', '.join(stale)}; run {COMMAND}")
    print(f"{len(found)} languages, {len(named)} rules")


if __name__ == "__main__":
    main()
