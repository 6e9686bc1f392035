#!/usr/bin/env python3
"""Changes the engine in one line, many times over, and says how many of the changes the tests notice.

Each change is a mistake that somebody could make: a wrong comparison, a bound that is off by one, a guard, a condition or a
statement that is missing. A change that no test notices is a survivor: either a test is missing, or the change makes no
difference that anybody could see. Those of the second kind are listed in Scripts/mutants-equal.txt, each with the reason.

The seed decides which lines are changed and how. The tests must have been built, as `make mutants` does. A change is inside
of a function, and the engine is compiled file by file, so that nothing else depends on it: only the changed file is compiled
again, with the compiler's command from the build. The engine is then linked as a shared library, in .build/mutants, which
the tests there load; that needs Linux. The tests stop at the first that fails. Every result is kept there, so that a run that
was interrupted continues where it stopped, and one with a larger --count adds to it. Results of a file that has changed since
are not used.
"""

import argparse
import functools
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / ".build/mutants"
MANIFEST = ROOT / ".build/debug.yaml"
EQUAL = ROOT / "Scripts/mutants-equal.txt"
ENGINE = "Sources/Tollgate"
# How the names of tests begin. The fastest first: most changes are noticed by the first of them.
SUITES = [
    "TollgateTests\\.(?!EstimatedBytes|CreditProperty)", "TollgateTests", "ReferenceTests", "TollgateWireTests",
    "TollgateBlueprintsTests\\.(?!Schema|Editor)", "TollgateExplorerTests", "TollgateScenariosTests",
]
# What a loop may take that a change made endless.
MEMORY = 6 << 30
EXAMPLES = """examples:
  Scripts/mutants.py --list                        the changes that 50 runs would make, without a build
  Scripts/mutants.py                               50 changes, or those of them that are still missing
  Scripts/mutants.py --count 200 --seed 7          200 others
  Scripts/mutants.py --only Credits --count 20     20 changes of files whose path contains Credits
  Scripts/mutants.py --suites TollgateTests        runs one suite alone
  Scripts/mutants.py --again                       those again that survived, after new tests
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


class Tests:
    """The built tests, and how they are made from the engine's objects."""

    def __init__(self, suites):
        if not MANIFEST.exists():
            sys.exit("mutants: error: build the tests first, as `make mutants` does")
        self.suites = suites
        self.limits = {}
        self.manifest = MANIFEST.read_text()
        link = self.command("TollgatePackageTests", "test")
        program = pathlib.Path(link[link.index("-o") + 1])
        if max(path.stat().st_mtime for path in (ROOT / ENGINE).rglob("*.swift")) > program.stat().st_mtime:
            sys.exit("mutants: error: the engine has changed since the tests were built; `make mutants` builds them")
        names = next(word for word in link if word.endswith(".LinkFileList"))
        objects = pathlib.Path(names[1:]).read_text().splitlines()
        self.engine = [name for name in objects if re.search(r"/Tollgate(Time)?\.build/", name)]
        # Nobody debugs these programs.
        self.library = [link[0], "-emit-library", "-o", str(OUT / "libEngine.so"), "-Xlinker", "--strip-all"]
        self.builds()
        (OUT / "objects").write_text("".join(f"{name}\n" for name in objects if name not in self.engine))
        link[link.index("-o") + 1] = str(OUT / "tests")
        link[link.index(names)] = f"@{OUT / 'objects'}"
        subprocess.run(link + [str(OUT / "libEngine.so"), "-Xlinker", "--strip-all"], cwd=OUT, check=True)

    def command(self, module, kind):
        """The command that makes a module or the tests, from the manifest of the build."""
        pattern = rf'^  "C\.{module}-[^"]*-debug\.{kind}":\n(?:    .*\n)*?    args: (\[.*\])'
        return json.loads(re.search(pattern, self.manifest, re.MULTILINE)[1])

    @functools.cached_property
    def compilers(self):
        """For each file of the engine the command that compiles it alone."""
        words = self.command("Tollgate", "module")
        left_out = {"-incremental", "-enable-batch-mode", "-parseable-output", "-emit-module", "-emit-objc-header",
                    "-emit-dependencies", "-serialize-diagnostics", "-warnings-as-errors"}
        with_value = {"-emit-module-path", "-emit-objc-header-path", "-output-file-map", "-index-store-path"}
        command = [word for before, word in zip([""] + words, words)
                   if word not in left_out | with_value and before not in with_value]
        command += ["-suppress-warnings", "-driver-print-jobs", "-driver-filelist-threshold=100000"]
        jobs = subprocess.run(command, cwd=OUT, check=True, capture_output=True, text=True).stdout
        found = map(shlex.split, jobs.splitlines())
        return {job[job.index("-primary-file") + 1]: job for job in found if "-primary-file" in job}

    def builds(self, change=None):
        """Links the engine as it is, or with one line changed; returns whether that compiles."""
        objects = self.engine
        if change:
            original = ROOT / change["file"]
            lines = original.read_text().split("\n")
            lines[change["line"] - 1] = change["after"]
            # The name of the file is part of the names of what is private in it.
            changed = OUT / original.name
            changed.write_text("\n".join(lines))
            compiled = f"{changed}.o"
            command = [str(changed) if word == str(original) else word for word in self.compilers[str(original)]]
            command[command.index("-o") + 1] = compiled
            succeeds = subprocess.run(command, cwd=OUT, capture_output=True).returncode == 0
            changed.unlink()
            if not succeeds:
                return False
            place = f"/Tollgate.build/{original.name}.o"
            objects = [compiled if name.endswith(place) else name for name in objects]
        subprocess.run(self.library + objects, cwd=OUT, check=True)
        if change:
            pathlib.Path(compiled).unlink()
        return True

    def failure(self, suite):
        """What the first test of a suite that fails says, or None if all pass."""
        seconds = self.limits.get(suite, 3600)

        def limit():
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

        environment = {"SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(os.cpu_count())} | os.environ
        process = subprocess.Popen(
            [OUT / "tests", "--testing-library", "swift-testing", "--filter", f"^{suite}"], cwd=ROOT,
            env=environment | {"NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=no"}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True, preexec_fn=limit)
        last = ""
        for line in process.stdout:
            last = line.strip() or last
            if " recorded an issue" in line:
                os.killpg(process.pid, signal.SIGKILL)
                break
        if process.wait() == 0:
            return None
        return "did not finish" if process.returncode == -signal.SIGXCPU else last[:500]

    def baseline(self, suite):
        """Tests the engine as it is; the suite may later take three times as much of a processor's time."""
        self.builds()
        start = time.monotonic()
        failure = self.failure(suite)
        if failure:
            sys.exit(f"mutants: error: {suite} fails without any change: {failure}")
        seconds = round(time.monotonic() - start)
        self.limits[suite] = 30 + 3 * seconds
        print(f"{suite} takes {seconds} s.", flush=True)

    def outcome(self, change, passed):
        """The outcome of a change: unbuildable, or noticed, and how, or survived, and which suites; some may have passed before."""
        if not self.builds(change):
            return {"outcome": "unbuildable"}
        for suite in self.suites:
            if suite in passed:
                continue
            if suite not in self.limits:
                self.baseline(suite)
                self.builds(change)
            failure = self.failure(suite)
            if failure:
                return {"outcome": f"noticed by {suite}", "failure": failure}
        return {"outcome": "survived", "passed": sorted({*passed, *self.suites})}


def equal_changes():
    """The file and the lines of the changes that make no difference."""
    blocks = [block.split("\n") for block in EQUAL.read_text().strip().split("\n\n")[1:]]
    return {(block[0], block[1].removeprefix("- "), block[2].removeprefix("+").strip()) for block in blocks}


def is_equal(change, equal):
    return (change["file"], change["before"].strip(), change["after"].strip()) in equal


def known_results(path):
    if not path.exists():
        return {}
    return {key(result): result for result in map(json.loads, path.read_text().splitlines())}


def report(results):
    """Prints how many changes were noticed, and those that were not."""
    equal = equal_changes()
    built = [result for result in results if result["outcome"] != "unbuildable"]
    alike = [result for result in built if result["outcome"] == "survived" and is_equal(result, equal)]
    survivors = [result for result in built if result["outcome"] == "survived" and not is_equal(result, equal)]
    for result in survivors:
        print(f"survived: {described(result)}")
    different = len(built) - len(alike)
    share = f", {100 * (different - len(survivors)) / different:.0f} %" if different else ""
    print(f"{different - len(survivors)} of {different} changes were noticed{share}. "
          f"{len(alike)} others make no difference, and {len(results) - len(built)} did not compile.")


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
    for equal in equal_changes():
        assert any(is_equal(change, {equal}) for change in everything), f"no change is {equal}"
    print(f"The engine has {len(everything)} places for a change.")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="how many changes that compile are tested (default: 50)")
    parser.add_argument("--seed", type=int, default=1, help="which changes are made (default: 1)")
    parser.add_argument("--only", default="", metavar="PART", help="changes only files whose path contains this")
    parser.add_argument("--suites", nargs="+", default=SUITES, help="how the names of the tests to run begin, in this order (default: the engine's, then others)")
    parser.add_argument("--again", action="store_true", help="tests those again that survived before")
    parser.add_argument("--list", action="store_true", help="prints the changes and runs no tests")
    parser.add_argument("--report", action="store_true", help="prints what is known of the changes and runs no tests")
    parser.add_argument("--self-test", action="store_true", help="tests this script")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    order = chosen(options.seed, options.only)
    if options.list:
        for change in order[:options.count]:
            print(described(change))
        return None
    kept = OUT / "results.jsonl"
    known = known_results(kept)
    if options.report:
        return report([known[key(change)] for change in order if key(change) in known])
    OUT.mkdir(parents=True, exist_ok=True)
    equal = equal_changes()
    tests = None
    results, built = [], 0
    for change in order:
        if built == options.count:
            break
        result = known.get(key(change))
        survived = result is not None and result["outcome"] == "survived" and not is_equal(change, equal)
        passed = result["passed"] if survived and not options.again else []
        if result is None or survived and not set(options.suites) <= set(passed):
            if tests is None:
                tests = Tests(options.suites)
            result = change | tests.outcome(change, passed)
            with kept.open("a") as file:
                file.write(json.dumps(result) + "\n")
            print(f"{result['outcome']}: {described(result)}", flush=True)
        results.append(result)
        built += result["outcome"] != "unbuildable"
    report(results)
    return None


if __name__ == "__main__":
    main()
