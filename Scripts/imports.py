#!/usr/bin/env python3
"""Compares what each target imports with what the manifest declares for it.

A module that is imported and not declared, a dependency that is declared and never imported, a target that imports one of
the same or a higher floor of ARCHITECTURE.md's table, and a library product that reaches the demo apps are mistakes.

Usage: Scripts/imports.py [--check]

--check prints mistakes only, and ends with exit code 1 where there are any.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)", re.MULTILINE)
# Programs in other languages stand in strings of several lines.
TEXT = re.compile(r'""".*?"""', re.DOTALL)
# Modules that come with the toolchain or the platform.
SYSTEM = {
    "Accessibility", "AppKit", "AuthenticationServices", "Combine", "CoreFoundation", "CryptoKit", "Darwin", "Dispatch", "Foundation",
    "FoundationNetworking", "Glibc", "Musl", "Network", "Observation", "PackageDescription", "Security", "StoreKit",
    "StoreKitTest", "Swift", "SwiftUI", "Synchronization", "Testing", "UIKit", "WebKit", "UserNotifications", "XCTest", "os",
}
# A product whose module has another name, and products of several modules.
MODULES = {"_CryptoExtras": {"_CryptoExtras"}, "CryptoExtras": {"CryptoExtras"}}
# Apps depend on the library products, which must not bring our demo apps with them.
DEMO = "TollgatePlayground"
# The standard library's locks, and those that also run on older systems.
LOCKS, OUR_LOCKS = "Synchronization", "TollgateMutex"
# Has nothing to import: it stops a build without the server's trait.
TRAIT = "TollgateServerTrait"
ROW = re.compile(r"^\| (\d) \| `(\w+)` \|", re.MULTILINE)


def manifest():
    result = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(result.stdout)


def declared(target):
    names = set()
    for dependency in target["dependencies"]:
        (name, *_), = dependency.values()
        names |= MODULES.get(name, {name})
    return names


def is_test(target):
    # What several test targets share is a plain target for SwiftPM.
    return target["type"] == "test" or (target.get("path") or "").startswith("Tests/")


def folder(target):
    kind = "Tests" if is_test(target) else "Sources"
    return ROOT / (target.get("path") or f"{kind}/{target['name']}")


def files(target):
    """The Swift files of a target: all in its folder, or those that the manifest lists."""
    listed = [folder(target) / name for name in target.get("sources") or []]
    return sorted(listed or folder(target).rglob("*.swift"))


def imported(target):
    found = {}
    for path in files(target):
        for name in IMPORT.findall(TEXT.sub("", path.read_text(encoding="utf-8"))):
            found.setdefault(name, path.relative_to(ROOT))
    return found


def floors():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    return {name: int(floor) for floor, name in ROW.findall(text)}


def path_to_demo(target, targets):
    """The dependencies that lead from a target to the demo apps, such as "A → B"; None if none do."""
    if target == DEMO:
        return target
    for name in sorted(declared(targets[target]) & targets.keys()):
        if path := path_to_demo(name, targets):
            return f"{target} → {path}"
    return None


def demo_mistakes(products, targets):
    by_name = {target["name"]: target for target in targets}
    if DEMO not in by_name:
        yield f"Package.swift: there is no target {DEMO}, which no library product may reach"
        return
    for product in products:
        if "library" in product["type"]:
            for path in filter(None, (path_to_demo(target, by_name) for target in product["targets"])):
                yield f"Package.swift: the library {product['name']} reaches the demo apps: {path}"


def mistakes(targets):
    ours = {target["name"] for target in targets}
    levels = floors()
    for target in targets:
        name, wanted, found = target["name"], declared(target), imported(target)
        for module, path in sorted(found.items()):
            if module == LOCKS and name != OUR_LOCKS and not is_test(target):
                yield f"{path}: imports {LOCKS}, which is newer than the systems that apps run on: import {OUR_LOCKS}"
            if module not in SYSTEM and module != name and module not in wanted:
                yield f"{path}: imports {module}, which the manifest does not declare for {name}"
        for module in sorted(wanted - found.keys() - {TRAIT}):
            yield f"Package.swift: {name} declares {module} and never imports it"
        if is_test(target):
            continue
        if name not in levels:
            yield f"ARCHITECTURE.md: the table of floors lacks {name}"
            continue
        for module in sorted(ours & found.keys()):
            if levels.get(module, 0) >= levels[name] and module != name:
                yield (f"{found[module]}: {name} on floor {levels[name]} imports {module} "
                       f"on floor {levels.get(module)}")


def main():
    if "--help" in sys.argv or "-h" in sys.argv:
        sys.exit(__doc__)
    package = manifest()
    targets = package["targets"]
    found = [*mistakes(targets), *demo_mistakes(package["products"], targets)]
    for mistake in found:
        print(mistake)
    if "--check" not in sys.argv:
        print(f"{len(targets)} targets, {len(found)} mistakes")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
