#!/usr/bin/env python3
"""Checks that what apps link exists on every system that Package.swift names, from its first version on.

Each library is compiled as each system sees it: `#if os(…)` and `#if canImport(…)` are decided for that system, and
Apple's frameworks are the declarations in Tests/SwiftUIDeclarations. The compiler for Linux ignores Apple's availability,
but it keeps it, for the standard library, Foundation and the declarations alike. So every name that the type-checked
syntax tree refers to is looked up, and must be as old as the package's floor, or stand behind `if #available` or after
`guard #available`. What a system needs on a page and the others do not, such as the Mac's close button, must be there.

    Scripts/availability.py                        every library that apps link, for every system
    Scripts/availability.py --self-test            what must be refused is refused
    Scripts/availability.py --mac TollgateServer   other targets, for macOS alone

Run Scripts/typecheck-views first; its modules are used.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOADER = importlib.machinery.SourceFileLoader("views", str(ROOT / "Scripts/typecheck-views"))
views = importlib.util.module_from_spec(importlib.util.spec_from_loader("views", LOADER))
LOADER.exec_module(views)

OUT = ROOT / ".build/availability"
DECLARED = views.OUT / "26"
LIBRARIES = ["TollgateTime", "TollgateMutex", "Tollgate", "TollgateWords", "TollgateWire", "TollgateClient", "TollgateUI"]
# With these a package is built on every system, but for Foundation's networking, which only Linux has apart.
EVERYWHERE = {"Accessibility", "AuthenticationServices", "CryptoKit", "Darwin", "FoundationNetworking", "Security", "StoreKit",
              "SwiftUI", "UserNotifications", "os"}
FRAMEWORKS = {
    "iOS": {"UIKit", "WebKit", *EVERYWHERE}, "macOS": {"AppKit", "WebKit", *EVERYWHERE}, "tvOS": {"UIKit", *EVERYWHERE},
    "visionOS": {"UIKit", "WebKit", *EVERYWHERE}, "watchOS": {"UIKit", "WatchKit", *EVERYWHERE},
}
# What the compiler chooses by the floor among names that differ in nothing else, the older one on older systems.
CHOSEN = {"AsyncIteratorProtocol.next(isolation:)", "AsyncStream.Iterator.next(isolation:)",
          "FixedWidthInteger.&*(_:_:)", "FixedWidthInteger.&+(_:_:)", "FixedWidthInteger.&-(_:_:)"}
TOOLCHAIN = ["Swift", "_Concurrency", "_StringProcessing", "Observation", "Synchronization", "FoundationEssentials",
             "FoundationInternationalization", "Foundation"]
DIRECTIVE = re.compile(r"^([ \t]*#(?:else)?if\b)(.*)$", re.MULTILINE)
ATOM = re.compile(r"\b(os|canImport|targetEnvironment)\((\w+)\)|\b(Server|DEBUG)\b")

# What a file must show on a system, where a sheet cannot be swiped away and the Escape key is expected to close it.
SHOWN = {
    ("macOS", "UpgradeView.swift"): "CloseButton", ("macOS", "PaywallView.swift"): "CloseButton",
    ("macOS", "CloseButton.swift"): "cancelAction",
}


def floors():
    package = json.loads(subprocess.check_output(["swift", "package", "--scratch-path", str(OUT / "package"), "dump-package"], cwd=ROOT))
    names = {system.lower(): system for system in FRAMEWORKS}
    return {names[platform["platformName"]]: version(platform["version"]) for platform in package["platforms"]}


def version(text):
    parts = [int(part) for part in str(text).split(".")]
    return tuple(parts[:2] + [0] * (2 - len(parts)))


def as_on(system, text, has_server=False):
    """The text with the conditions that a system and the trait `Server` decide."""
    def decided(match):
        kind, name, flag = match.groups()
        if flag:
            return str(flag == "Server" and has_server).lower()
        return str(name == system if kind == "os" else kind == "canImport" and name in FRAMEWORKS[system]).lower()

    return DIRECTIVE.sub(lambda line: line[1] + ATOM.sub(decided, line[2]), text)


def symbols(module, search, folder, later=None):
    """The availability of a module's names that have one, by their USR; `later` says it of names without."""
    target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["triple"]
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", module, "-target", target, "-minimum-access-level", "public",
         "-output-dir", str(folder), *search], check=True, capture_output=True)
    found = {}
    for file in folder.glob("*.symbols.json"):
        for symbol in json.loads(file.read_bytes())["symbols"]:
            path = ".".join(symbol["pathComponents"])
            needs = {system: since and version(since) for system, since in (later or {}).get(path, {}).items()}
            for item in symbol.get("availability", []):
                domain = item.get("domain")
                if item.get("isUnconditionallyUnavailable"):
                    # What an app extension may not use, no library may.
                    needs[str(domain).removesuffix("AppExtension")] = None
                elif domain in FRAMEWORKS and "introduced" in item:
                    needs[domain] = (item["introduced"]["major"], item["introduced"].get("minor", 0))
            if needs:
                found[symbol["identifier"]["precise"]] = (path, needs)
    return found


def availability():
    """The availability of all names, of the toolchain's modules kept from run to run."""
    OUT.mkdir(parents=True, exist_ok=True)
    compiler = hashlib.sha256(subprocess.check_output(["swiftc", "--version"], stderr=subprocess.DEVNULL)).hexdigest()[:16]
    kept = OUT / f"toolchain-{compiler}.json"
    if not kept.exists():
        known = {}
        for module in TOOLCHAIN:
            with tempfile.TemporaryDirectory() as folder:
                known |= symbols(module, [], pathlib.Path(folder))
        kept.write_text(json.dumps(known))
    known = json.loads(kept.read_text())
    for module in views.DECLARED:
        with tempfile.TemporaryDirectory() as folder:
            known |= symbols(module, ["-I", str(DECLARED), "-I", str(views.BUILT / "Modules")], pathlib.Path(folder))
    later = json.loads((views.DECLARATIONS / "StoreKit/availability.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        known |= symbols("OpenStoreKit", ["-I", str(views.BUILT / "Modules")], pathlib.Path(folder), later)
    return {usr: (name, {system: since and tuple(since) for system, since in needs.items()})
            for usr, (name, needs) in known.items() if name not in CHOSEN}


def trees(module, files):
    """The type-checked syntax trees of a module's files."""
    features = [flag for feature in views.FEATURES for flag in ("-enable-upcoming-feature", feature)]
    maps = [flag for path in sorted((ROOT / ".build/checkouts").glob("*/Sources/*/module.modulemap"))
            for flag in ("-Xcc", f"-fmodule-map-file={path}")]
    # The compiler itself, because its driver would check each file apart.
    plugins = pathlib.Path(shutil.which("swiftc") or "").resolve().parent.parent / "lib/swift/host/plugins"
    with tempfile.TemporaryDirectory() as folder:
        # Without primary files the compiler writes the tree of the first file alone.
        written = {str(file): pathlib.Path(folder) / f"{number}.json" for number, file in enumerate(files)}
        primary = [flag for file, tree in written.items() for flag in ("-primary-file", file, "-o", str(tree))]
        command = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json", "-parse-as-library", "-module-name", module,
                   "-plugin-path", str(plugins),
                   "-swift-version", "6", "-package-name", views.PACKAGE, "-suppress-warnings", *features,
                   "-I", str(OUT), "-I", str(DECLARED), "-I", str(views.BUILT / "Modules"), *views.module_maps(), *maps,
                   "-module-cache-path", str(OUT / "ModuleCache"), *primary,
                   *map(str, sorted((views.DECLARATIONS / "Foundation").glob("*.swift")))]
        run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        if run.returncode != 0:
            sys.exit(run.stderr)
        for tree in written.values():
            yield json.loads(tree.read_text(encoding="utf-8"))


def apples_mutex():
    """Compiles `TollgateMutex` as Apple's systems see it, for the libraries that use it."""
    files = []
    for path in views.sources_of("TollgateMutex"):
        files.append(OUT / path.name)
        files[-1].write_text(as_on("iOS", path.read_text(encoding="utf-8")), encoding="utf-8")
    views.compile_module("TollgateMutex", files, OUT, ["-I", str(DECLARED), "-package-name", views.PACKAGE])


def raised(condition, since):
    """The versions that hold where a condition of an `if` or a `guard` does."""
    if not isinstance(condition, dict) or condition.get("_kind") != "#available":
        return since
    asked = {query["domain"]: version(query["version"]) for query in condition.get("queries", []) if "version" in query}
    return {system: max(least, asked.get(system, least)) for system, least in since.items()}


def uses(node, since):
    """Every name that a syntax tree refers to, where, and the versions that hold there."""
    if isinstance(node, list):
        for item in node:
            yield from uses(item, since)
            if isinstance(item, dict) and item.get("_kind") == "guard_stmt":
                since = functools.reduce(lambda known, condition: raised(condition, known), item["conditions"], since)
    elif isinstance(node, dict):
        if usr := node.get("decl_usr"):
            yield usr, 0, since
        inner = since
        for condition in node.get("conditions", []) if node.get("_kind") in ("if_stmt", "guard_stmt") else []:
            inner = raised(condition, inner)
        for key, value in node.items():
            if isinstance(value, (dict, list)):
                held = inner if key in ("then_stmt", "conditions") else since
                for usr, place, least in uses(value, held):
                    yield usr, place or (node.get("range") or {}).get("start", 0), least


def complaints(module, sources, systems, known, least):
    """What a module uses that one of the systems lacks; on all of them the sources are the same."""
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for path, text in sources.items():
            files[str(pathlib.Path(folder) / f"{len(files)}-{path.name}")] = (path, text)
        for name, (_, text) in files.items():
            pathlib.Path(name).write_text(text, encoding="utf-8")
        found = set()
        for tree in trees(module, files):
            if tree["filename"] not in files:
                continue
            path, text = files[tree["filename"]]
            data = text.encode()
            names = " ".join(usr for usr, _, _ in uses(tree, {}))
            for (system, file), name in SHOWN.items():
                if module == "TollgateUI" and system in systems and file == path.name and f"{len(name)}{name}" not in names:
                    found.add(f"{os.path.relpath(path, ROOT)}:1: {name} is missing on {system}")
            for usr, place, since in uses(tree, {system: least[system] for system in systems}):
                name, needs = known.get(usr, ("", {}))
                for system in systems:
                    if system not in needs or (needs[system] and needs[system] <= since[system]):
                        continue
                    reason = f"needs {system} {'.'.join(map(str, needs[system]))}" if needs[system] else f"is not on {system}, or not in its app extensions"
                    line = data.count(b"\n", 0, place) + 1
                    found.add(f"{os.path.relpath(path, ROOT)}:{line}: {name} {reason}")
        return sorted(found)


def check(module, texts, known, least):
    """What is wrong with a module, which is compiled once for systems that see the same."""
    variants = {}
    for system in least:
        sources = {path: as_on(system, text, module not in LIBRARIES) for path, text in texts.items()}
        variants.setdefault(tuple(sources.values()), (sources, []))[1].append(system)
    return [line for sources, systems in variants.values() for line in complaints(module, sources, systems, known, least)]


# Each is refused with these words, or accepted.
USES = {
    "import Synchronization\nlet lock = Mutex(0)": "Mutex.init(_:) needs iOS 18.0",
    "func f(_ text: [Int]) -> Int { text.count { $0 > 1 } }": None,
    "let n = [1, 2].indices(where: { $0 > 1 })": "needs macOS 15.0",
    "func f() { if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) { _ = [1].indices(where: { $0 > 1 }) } }": None,
    "func f() { if #available(iOS 18, macOS 15, *) { _ = [1].indices(where: { $0 > 1 }) } }": "needs tvOS 18.0",
    "func f() {\nguard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return }\n"
    "_ = [1].indices(where: { $0 > 1 })\n}": None,
    "import SwiftUI\nstruct V: View { var body: some View { Text(\"\").controlSize(.large) } }": "is not on tvOS",
    "import SwiftUI\nstruct V: View { var body: some View { if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) {\n"
    "Text(\"\").glassEffect(.regular, in: .capsule) } } }": "is not on visionOS",
    "#if canImport(UIKit)\nimport UIKit\nlet name = UIApplication.protectedDataDidBecomeAvailableNotification\n#endif": "is not on watchOS",
    "#if os(iOS)\nimport UIKit\n@MainActor func f() { _ = UIApplication.shared }\n#endif": "is not on iOS",
}


def self_test(known, least):
    failures = 0
    for text, expected in USES.items():
        # In the second file, because a check of the first file alone must fail.
        said = "\n".join(check("Checked", {pathlib.Path("First.swift"): "", pathlib.Path("Use.swift"): text}, known, least))
        if expected not in said if expected else said:
            failures += 1
            print(f"expected {expected!r}, but {said or 'accepted'}:\n{text}")
    print(f"{len(USES)} uses of old and new names: {failures} not as expected")
    elsewhere = {path: path.read_text(encoding="utf-8").replace("#if os(macOS)", "#if os(iOS)") for path in views.sources_of("TollgateUI")}
    said = "\n".join(check("TollgateUI", elsewhere, known, {"macOS": least["macOS"]}))
    for file, name in (("UpgradeView.swift", "CloseButton"), ("CloseButton.swift", "cancelAction")):
        if f"{file}:1: {name} is missing on macOS" not in said:
            failures += 1
            print(f"without {name} in {file} the Mac was accepted:\n{said}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true", help="check that mistakes are refused")
    parser.add_argument("--mac", nargs="+", metavar="TARGET", help="check these for macOS instead")
    options = parser.parse_args()
    if not DECLARED.exists():
        sys.exit("run this first: Scripts/typecheck-views")
    known, least = availability(), floors()
    if options.mac:
        least = {"macOS": least["macOS"]}
    apples_mutex()
    if options.self_test and self_test(known, least):
        sys.exit(1)

    libraries = options.mac or LIBRARIES

    def checked(library):
        texts = {path: path.read_text(encoding="utf-8") for path in views.sources_of(library)}
        return check(library, texts, known, least)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [line for lines in pool.map(checked, libraries) for line in lines]
    print("\n".join(found) or f"{len(libraries)} libraries use nothing newer than " + ", ".join(
        f"{system} {'.'.join(map(str, since))}" for system, since in sorted(least.items())))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
