#!/usr/bin/env python3
"""Changes the engine in one line, many times over, and says how many of the changes its tests notice.

Each change is a mistake that somebody could make: a wrong comparison, a bound that is off by one, a guard, a condition or a
statement that is missing. A change that no test notices is a survivor: either a test is missing, or the change makes no
difference that anybody could see.

The seed decides which lines are changed and how. The changes are made in a copy of the working tree, which is built and tested
in .build/mutants: once as a whole, and for each change whatever depends on the engine. Every result is kept
there, so that a run that was interrupted continues where it stopped, and one with a larger --count adds to it. Results of a
file that has changed since are not used.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / ".build/mutants"
TREE = OUT / "tree"
ENGINE = "Sources/Tollgate"
# The fastest first: most changes are noticed by the first of them.
SUITES = [
    "TollgateTests", "ReferenceTests", "TollgateWireTests", "TollgateBlueprintsTests", "TollgateExplorerTests",
    "TollgateScenariosTests",
]
EXAMPLES = """examples:
  Scripts/mutants.py --list                        the changes that 50 runs would make, without a build
  Scripts/mutants.py                               50 changes, or those of them that are still missing
  Scripts/mutants.py --count 200 --seed 7          200 others
  Scripts/mutants.py --only Credits --count 20     20 changes of files whose path contains Credits
  Scripts/mutants.py --suites TollgateTests        runs one suite alone
  Scripts/mutants.py --report                      what the runs so far have shown
  Scripts/mutants.py --self-test                   whether the changes are what they should be
"""

# What stands between spaces is an operator; angle brackets of types do not.
OPERATORS = {
    " < ": [" <= ", " >= "], " <= ": [" < ", " > "], " > ": [" >= ", " <= "], " >= ": [" > ", " < "],
    " == ": [" != "], " != ": [" == "], " && ": [" || "], " || ": [" && "], " + ": [" - "], " - ": [" + "],
    " | ": [" & "], " & ": [" | "],
}
WORDS = {
    r"\btrue\b": ["false"], r"\bfalse\b": ["true"], r"\bmin\(": ["max("], r"\bmax\(": ["min("],
    r"\.\.<": ["..."], r"\.earliest\b": [".latest"], r"\.allSatisfy\b": [".contains"], r"\bdistantPast\b": ["distantFuture"],
    r"\bdistantFuture\b": ["distantPast"],
}
DECLARATION = re.compile(r"\s*(@|#|import |(public |package |private |fileprivate |internal )*(extension|struct|enum|protocol|class|"
                         r"final class|actor|typealias|indirect|static func|mutating func|func|init|subscript)\b)")
GUARD = re.compile(r"\s+guard (?!.*\b(let|var|case)\b).* else \{ (return|continue|break)\b.*\}\s*$")
SKIP = re.compile(r"\s+if (?!.*\b(let|var|case)\b).* \{ (return|continue|break)\b.*\}\s*$")
STATEMENT = re.compile(r"\s+(?!let |var |return |guard |if |case |for |while |self\.\w+ = )[\w.\[\]]+(?: (?:\||\+|-|&)= .*[\w)\]]|"
                       r"\.(?:append|insert|formUnion|offer)\((?!.* (?:[=!<>]=|&&|\|\|) ).*\))\s*$")
WHERE = re.compile(r"^(\s*(?:for|case) .*?) where .*?( \{|:)\s*$")


def masked(text):
    """The text with a space for each character of a comment or of a string, so that places stay the same."""
    result = list(text)

    def blank(start, end):
        for index in range(start, end):
            if result[index] != "\n":
                result[index] = " "

    index = 0
    while index < len(text):
        if text.startswith("//", index):
            end = text.find("\n", index)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", index):
            end = text.find("*/", index)
            end = len(text) if end < 0 else end + 2
        elif text.startswith('"""', index):
            end = text.find('"""', index + 3)
            end = len(text) if end < 0 else end + 3
        elif text[index] == '"':
            end = string_end(text, index)
        else:
            index += 1
            continue
        blank(index, end)
        index = end
    return "".join(result)


def string_end(text, start):
    """Where a string ends, with the expressions in it, which may have strings of their own."""
    index, depth = start + 1, 0
    while index < len(text) and text[index] != "\n":
        if text.startswith("\\(", index):
            depth += 1
            index += 2
        elif text[index] == "\\":
            index += 2
        elif depth and text[index] == '"':
            index = string_end(text, index)
        elif depth and text[index] in "()":
            depth += 1 if text[index] == "(" else -1
            index += 1
        elif text[index] == '"':
            return index + 1
        else:
            index += 1
    return index


def changes(path, text):
    """All changes of a file, in the order of their places: what is changed, and the line before and after."""
    found = []
    codes = masked(text).split("\n")
    for number, (line, code) in enumerate(zip(text.split("\n"), codes), 1):

        def add(kind, after, number=number, line=line):
            if after != line:
                found.append({"file": path, "line": number, "kind": kind, "before": line, "after": after})

        if not code.strip() or DECLARATION.match(code):
            continue
        for operator, others in OPERATORS.items():
            for match in re.finditer(re.escape(operator), code):
                # What is added to a text or a list is not a number.
                if operator == " + " and re.search(r'["[\]]', line[match.start() - 1] + line[match.end():match.end() + 1]):
                    continue
                for other in others:
                    add("operator", line[:match.start()] + other + line[match.end():])
        for pattern, others in WORDS.items():
            for match in re.finditer(pattern, code):
                for other in others:
                    add("word", line[:match.start()] + other + line[match.end():])
        for match in re.finditer(r"(?<![\w.$])(\d[\d_]*)(?![\w.]|: )", code):
            number_after = str(int(match[1].replace("_", "")) + 1)
            add("bound", line[:match.start()] + number_after + line[match.end():])
        for match in re.finditer(r"(?<=[ (])!(?=[\w(])", code):
            add("negation", line[:match.start()] + line[match.end():])
        if GUARD.match(code) or SKIP.match(code):
            add("missing guard", "")
        elif STATEMENT.match(code) and code.count("(") == code.count(")"):
            add("missing statement", "")
        match = WHERE.match(code)
        if match and "let " not in code[match.end(1):]:
            add("missing condition", line[:match.end(1)] + line[match.start(2):])
        match = re.match(r"(\s*case \.\w+)((?:, \.\w+)+):", code)
        if match and has_default(codes[number:], code):
            add("missing case", line[:match.end(1)] + line[match.end(2):])
    return found


def has_default(following, case):
    """Whether the switch of a case goes on to a default, so that it compiles without one of its cases."""
    indent = len(case) - len(case.lstrip())
    for code in following:
        if code.strip() and len(code) - len(code.lstrip()) <= indent:
            if not code.strip().startswith("case "):
                return code.strip().startswith("default")
    return False


def candidates(only):
    """All changes of the engine, file by file."""
    for path in sorted((ROOT / ENGINE).rglob("*.swift")):
        name = path.relative_to(ROOT).as_posix()
        if only in name:
            text = path.read_text()
            digest = hashlib.sha256(text.encode()).hexdigest()[:16]
            for change in changes(name, text):
                yield change | {"digest": digest}


def chosen(seed, only):
    """All changes in the order in which the seed tries them: one of each kind in turn, as some kinds have far more."""
    kinds = {}
    for change in candidates(only):
        kinds.setdefault(change["kind"], []).append(change)
    choice = random.Random(seed)
    for kind in sorted(kinds):
        choice.shuffle(kinds[kind])
    order = []
    while any(kinds.values()):
        for kind in sorted(kinds):
            if kinds[kind]:
                order.append(kinds[kind].pop())
    return order


def key(change):
    return tuple(change[name] for name in ("file", "digest", "line", "after"))


def described(change):
    after = change["after"].strip() or "(nothing)"
    return f"{change['file']}:{change['line']}: {change['kind']}\n  - {change['before'].strip()}\n  + {after}"


def run(command, limit=None):
    """Runs a command in the copy; returns whether it succeeded, or None after the time limit, and its output."""
    environment = os.environ | {"TOLLGATE_STRICT": "1", "SWIFT_DETERMINISTIC_HASHING": "1"}
    process = subprocess.Popen(
        command, cwd=TREE, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True)
    try:
        output, _ = process.communicate(timeout=limit)
        return process.returncode == 0, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""


class Tests:
    """The build and the tests of the copy."""

    def __init__(self, swift, traits, suites):
        self.swift = [swift]
        self.traits = ["--traits", traits]
        self.suites = suites
        self.limits = {}

    def builds(self):
        return run(self.swift + ["build", "-debug-info-format", "none"] + self.traits + ["--build-tests"])

    def passes(self, suite):
        command = self.swift + ["test"] + self.traits + ["--skip-build", "--filter", f"^{suite}\\."]
        return run(command, self.limits.get(suite))

    def baseline(self):
        """Builds and tests the engine as it is; each suite may later take three times as long."""
        built, output = self.builds()
        if not built:
            sys.exit(f"mutants: error: the package does not build:\n{output[-4000:]}")
        for suite in self.suites:
            start = time.monotonic()
            passed, output = self.passes(suite)
            if not passed:
                sys.exit(f"mutants: error: {suite} fails without any change:\n{output[-4000:]}")
            self.limits[suite] = 60 + 3 * (time.monotonic() - start)

    def outcome(self, change):
        """The outcome of a change: noticed by a suite, survived, or unbuildable."""
        path = TREE / change["file"]
        original = path.read_text()
        lines = original.split("\n")
        lines[change["line"] - 1] = change["after"]
        try:
            path.write_text("\n".join(lines))
            if not self.builds()[0]:
                return "unbuildable"
            for suite in self.suites:
                passed, _ = self.passes(suite)
                if not passed:
                    return f"noticed by {suite}" if passed is False else f"noticed by {suite}, which did not finish"
            return "survived"
        finally:
            path.write_text(original)


def copy_tree():
    """Copies what git knows of the working tree, and leaves what has not changed as it is, so that it is not built again."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
        text=True).stdout.split("\0")
    wanted = {name for name in names if name and os.path.lexists(ROOT / name)}
    for name in sorted(wanted):
        source, copy = ROOT / name, TREE / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            if not copy.is_symlink() or os.readlink(copy) != os.readlink(source):
                copy.unlink(missing_ok=True)
                copy.symlink_to(os.readlink(source))
        elif source.is_file() and not (copy.is_file() and copy.read_bytes() == source.read_bytes()):
            shutil.copyfile(source, copy)
            shutil.copymode(source, copy)
    for top in ("Sources", "Tests"):
        for copy in (TREE / top).rglob("*.swift"):
            if copy.relative_to(TREE).as_posix() not in wanted:
                copy.unlink()


def known_results(path):
    if not path.exists():
        return {}
    return {key(result): result for result in map(json.loads, path.read_text().splitlines())}


def report(results):
    """Prints how many changes were noticed, and those that were not."""
    built = [result for result in results if result["outcome"] != "unbuildable"]
    survivors = [result for result in built if result["outcome"] == "survived"]
    for result in survivors:
        print(f"survived: {described(result)}")
    share = f", {100 * (len(built) - len(survivors)) / len(built):.0f} %" if built else ""
    print(f"{len(built) - len(survivors)} of {len(built)} changes were noticed{share}; "
          f"{len(results) - len(built)} others did not compile.")


def self_test():
    """Checks that the changes are what they should be."""
    text = "\n".join([
        "extension Array where Element == Instant {",
        "  func count(before now: Instant) -> Int {",
        "    // a < b",
        '    let text = "a < b \\(list.count > 1 ? "!" : "") && c" + name',
        "    guard now < end else { return 0 }",
        "    guard let start else { return 0 }",
        "    for at in self where at <= now {",
        "      total += 1",
        "    }",
        "    case .free, .trial: return !isOver && left != 10",
        "    case .a, .b: return c",
        "    default: return nil",
        "    }",
        "    switch phase {",
        "    case .a, .b: return c",
        "    }",
        "  }",
        "}",
    ])
    found = [(change["line"], change["kind"], change["after"].strip()) for change in changes("A.swift", text)]
    expected = {
        (5, "operator", "guard now <= end else { return 0 }"), (5, "missing guard", ""), (5, "bound", "guard now < end else { return 1 }"),
        (6, "bound", "guard let start else { return 1 }"), (7, "operator", "for at in self where at < now {"),
        (7, "missing condition", "for at in self {"), (8, "missing statement", ""), (8, "bound", "total += 2"),
        (10, "missing case", "case .free: return !isOver && left != 10"),
        (10, "negation", "case .free, .trial: return isOver && left != 10"),
        (10, "operator", "case .free, .trial: return !isOver || left != 10"),
        (10, "bound", "case .free, .trial: return !isOver && left != 11"), (11, "missing case", "case .a: return c"),
    }
    missing = expected - set(found)
    assert not missing, f"not found: {missing}"
    assert not [change for change in found if change[0] in (1, 2, 3, 4, 15)], found
    everything = chosen(1, "")
    assert everything == chosen(1, "") and everything != chosen(2, "")
    for change in everything:
        assert change["before"] != change["after"] and "\n" not in change["after"], change
        lines = (ROOT / change["file"]).read_text().split("\n")
        assert lines[change["line"] - 1] == change["before"], change
    assert len({key(change) for change in everything}) > 0.99 * len(everything)
    print(f"The engine has {len(everything)} places for a change.")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="how many changes that compile are tested (default: 50)")
    parser.add_argument("--seed", type=int, default=1, help="which changes are made (default: 1)")
    parser.add_argument("--only", default="", metavar="PART", help="changes only files whose path contains this")
    parser.add_argument("--suites", nargs="+", default=SUITES, help=f"the suites to run, in this order (default: {' '.join(SUITES)})")
    parser.add_argument("--traits", default="Server", help="the traits to build with (default: Server)")
    parser.add_argument("--swift", default="swift", help="the Swift command (default: swift)")
    parser.add_argument("--list", action="store_true", help="prints the changes and builds nothing")
    parser.add_argument("--report", action="store_true", help="prints what is known of the changes and builds nothing")
    parser.add_argument("--self-test", action="store_true", help="tests this script")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    order = chosen(options.seed, options.only)
    if options.list:
        for change in order[:options.count]:
            print(described(change))
        return None
    kept = OUT / f"{'-'.join(options.suites)}.jsonl"
    known = known_results(kept)
    if options.report:
        return report([known[key(change)] for change in order if key(change) in known])
    OUT.mkdir(parents=True, exist_ok=True)
    tests = None
    results, built = [], 0
    for change in order:
        if built == options.count:
            break
        result = known.get(key(change))
        if result is None:
            if tests is None:
                copy_tree()
                tests = Tests(options.swift, options.traits, options.suites)
                tests.baseline()
            result = change | {"outcome": tests.outcome(change)}
            with kept.open("a") as file:
                file.write(json.dumps(result) + "\n")
            print(f"{result['outcome']}: {described(result)}", flush=True)
        results.append(result)
        built += result["outcome"] != "unbuildable"
    report(results)
    return None


if __name__ == "__main__":
    main()
