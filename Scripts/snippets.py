#!/usr/bin/env python3
"""Compiles every Swift snippet of the documents, and runs their console samples.

Swift is compiled against the modules that Scripts/typecheck-views leaves behind; Scripts/console_samples.py says how console
samples are run.

Each document is a module and each of its ```swift blocks a file of it: declarations stand there as they are, statements
are put into a function. A block that imports nothing has the imports of Tests/Snippets/Imports.swift, or in a document about servers those of the
file of the document's name. What snippets use
without showing it is declared in Tests/Snippets: in Everywhere.swift, and in the file of the document's name.
Documents for apps are compiled with the settings of each project in project_settings.py.
A block that begins with `// swift-tools-version` is checked as a package's manifest. Code of others is marked ```text.

Usage: Scripts/snippets.py [--self-test] [DOCUMENT...]

--self-test first makes sure that mistakes are refused, at their place in the document.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import console_samples
from project_settings import PROJECTS, SWIFT_6

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAND_INS = ROOT / "Tests" / "Snippets"
BUILT = ROOT / ".build" / "debug"
# Our modules with their Apple-only parts, and the declarations those need, as Scripts/typecheck-views leaves them.
DECLARED = ROOT / ".build" / "typecheck" / "26"
# Documents whose Swift is compiled; tests of their own check that of the others.
DOCUMENTS = ["README.md", "Documentation/Backend.md", "Documentation/Paywalls.md", "Documentation/AppStore.md", "Documentation/AppStoreServer.md",
             "Documentation/Server.md", "Documentation/Retention.md", "Documentation/Metrics.md",
             "Documentation/Operations.md", "Sources/TollgateClient/TollgateClient.docc/*.md"]
# These are about servers, whose packages have none of the settings of app projects.
SERVER_DOCUMENTS = ["AppStore.md", "AppStoreServer.md", "Metrics.md", "Operations.md", "Server.md", "Retention.md"]
# Documents whose console samples are run.
CONSOLE_DOCUMENTS = ["*.md", "Documentation/*.md", "Sources/*/*.docc/*.md"]
DECLARATION = re.compile(
    r"(@\w+(\((\"[^\"]*\"|[^)])*\))?\s+)*((public|private|package|internal|nonisolated|final|static)\s+)*"
    r"(struct|class|enum|actor|protocol|extension|func|typealias)\b")
# A name that a snippet binds need not be used in it.
BOUND = re.compile(r"^(?:let|var) (\w+)\b", re.MULTILINE)
IMPORT = re.compile(r"^\s*(@testable |public )?import \w+", re.MULTILINE)
IMPORT_LINE = re.compile(r"^import \w+$", re.MULTILINE)
SWIFT = ["swiftc", "-emit-sil", "-wmo", "-o", os.devnull, "-warnings-as-errors",
         "-enable-upcoming-feature", "ExistentialAny", "-parse-as-library", "-enable-testing"]


def blocks(document):
    """The ```swift blocks of a document, each with the number of its first line."""
    found, open_at, lines = [], None, []
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if open_at is None and line.strip() == "```swift":
            open_at, lines = number + 1, []
        elif open_at is not None and line.strip() == "```":
            found.append((open_at, "\n".join(lines)))
            open_at = None
        else:
            lines.append(line)
    if open_at is not None:
        sys.exit(f"{document}:{open_at - 1}: the block is not closed")
    return found


def is_declaration(code):
    for line in code.splitlines():
        text = line.strip()
        if text and not text.startswith(("//", "import ", "@testable import ", "#if", "#else", "#endif")):
            return DECLARATION.match(" ".join(code[code.index(line):].split())) is not None
    return True


def as_file(document, line, code, imports):
    """A block as a file; errors are reported at their place in the document."""
    code = re.sub(r"^(\s*)import StoreKit$", r"\1import OpenStoreKit", code, flags=re.MULTILINE)
    head = "" if IMPORT.search(code) else imports + "\n"
    place = f'#sourceLocation(file: "{document.relative_to(ROOT)}", line: {line})\n'
    if is_declaration(code):
        return f"{head}{place}{code}\n"
    used = "".join(f"_ = {name}\n" for name in BOUND.findall(code))
    return f"{head}@MainActor private func snippet() async throws {{\n{place}{code}\n#sourceLocation()\n{used}}}\n"


def module_maps():
    """The C modules that built modules may import."""
    sources = ROOT / ".build" / "checkouts"
    maps = [*sources.glob("*/Sources/*/include/module.modulemap"), *sources.glob("*/Sources/*/module.modulemap"),
            *BUILT.glob("*.build/module.modulemap")]
    return [flag for path in sorted(maps) for flag in ("-Xcc", f"-fmodule-map-file={path}")]


def macros():
    """Where the compiler finds the macros of Swift Testing."""
    plugins = pathlib.Path(shutil.which("swiftc") or "").resolve().parent.parent / "lib/swift/host/plugins/testing"
    return ["-plugin-path", str(plugins)] if plugins.exists() else []


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return "" if result.returncode == 0 else result.stderr or result.stdout


def check_manifest(document, line, code, folder):
    toolchain = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))
    resources = pathlib.Path(toolchain["paths"]["runtimeResourcePath"])
    file = folder / f"Package-{line}.swift"
    file.write_text(f'#sourceLocation(file: "{document.relative_to(ROOT)}", line: {line})\n{code}\n')
    return run(["swiftc", "-typecheck", "-package-description-version", "6.2",
                "-I", str(resources / "pm" / "ManifestAPI"), str(file)])


def check(document):
    """What is wrong with a document's snippets, and how many there are."""
    imports = (STAND_INS / "Imports.swift").read_text(encoding="utf-8")
    stand_ins = [STAND_INS / "Everywhere.swift", STAND_INS / f"{document.stem}.swift"]
    projects = PROJECTS
    if document.name in SERVER_DOCUMENTS:
        stand_ins, projects = stand_ins[1:], {"Swift 6": SWIFT_6}
        imports = "\n".join(IMPORT_LINE.findall(stand_ins[0].read_text(encoding="utf-8")))
    found = blocks(document)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        files, complaints = [], ""
        for line, code in found:
            if code.startswith("// swift-tools-version"):
                complaints += check_manifest(document, line, code, folder)
                continue
            file = folder / f"Snippet{line}.swift"
            file.write_text(as_file(document, line, code, imports), encoding="utf-8")
            files.append(str(file))
        if files:
            files += [str(file) for file in stand_ins if file.exists()]
            command = [*SWIFT, "-module-name", f"{document.stem}Snippets",
                       "-I", str(DECLARED), "-I", str(BUILT / "Modules"), *module_maps(), *macros(), *files]
            for project, settings in projects.items():
                if said := run([*command, *settings]):
                    complaints += f"{said}in {project}\n"
                    break
    return complaints, len(found)


def self_test():
    """Each of these must be refused, with its own line of the document."""
    mistakes = ["_ = client.acces(to: \"analytics\")", "let count: Int = client.phase", "client.launch()",
                "func left() -> Int {}", "struct Row: View { var body: some View { Text(3) } }"]
    for mistake in mistakes:
        with tempfile.TemporaryDirectory(dir=ROOT / ".build") as folder:
            document = pathlib.Path(folder) / "Mistake.md"
            document.write_text(f"# A mistake\n\n```swift\n{mistake}\n```\n", encoding="utf-8")
            if "Mistake.md:4:" not in check(document)[0]:
                sys.exit(f"this should have been refused: {mistake}")
    print(f"{len(mistakes)} mistakes are refused")


def matching(patterns):
    return [path.resolve() for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def main():
    patterns = [argument for argument in sys.argv[1:] if argument != "--self-test"]
    documents, consoles = matching(patterns or DOCUMENTS), matching(patterns or CONSOLE_DOCUMENTS)
    if not documents:
        sys.exit("there are no such documents")
    if not DECLARED.exists():
        sys.exit("build first: Scripts/typecheck-views")
    if "--self-test" in sys.argv[1:]:
        self_test()
        console_samples.self_test()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(check, documents))
        runs = list(pool.map(console_samples.check, consoles))
    for complaints, _ in results + runs:
        sys.stderr.write(complaints)
    failed = sum(1 for complaints, _ in results + runs if complaints)
    if failed:
        sys.exit(f"snippets of {failed} documents do not compile, or print something else")
    print(f"{sum(count for _, count in results)} snippets of {len(documents)} documents compile; "
          f"{sum(count for _, count in runs)} console samples print what is shown")


if __name__ == "__main__":
    main()
