"""What a package resolves, builds and weighs that adds the client by URL, with a version, as Xcode does."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Neither warnings as errors, which only `make` asks for, nor what a surrounding `swift` sets.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "TOLLGATE_STRICT"}
# What the client is made of, and all that a consumer builds of this repository.
MODULES = {"Tollgate", "TollgateClient", "TollgateMutex", "TollgateTime", "TollgateUI", "TollgateWire", "TollgateWords"}
# The checkout of this repository, without its history: code, tests and documents, and one picture. It weighs 11 MB, a third
# of them tests; the limit is for build products and pictures that are committed by mistake.
CHECKOUT_LIMIT = 14_000_000


def garden(folder, *options):
    made = subprocess.check_output([sys.executable, ROOT / "Scripts/consumer", folder, *options], text=True, env=ENVIRONMENT)
    return pathlib.Path(made.strip())


def swift(package, *arguments):
    run = subprocess.run(["swift", *arguments], cwd=package, env=ENVIRONMENT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def resolved(package):
    swift(package, "package", "resolve")
    return {pin["identity"] for pin in json.loads((package / "Package.resolved").read_text())["pins"]}


def weight(folder):
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)


def test_mac(tmp_path):
    """EX-18 on a Mac an app that adds the client by URL resolves nothing else"""
    package = garden(tmp_path, "--as-mac")
    assert resolved(package) == {"tollgate"}
    assert weight(package / ".build/checkouts") < CHECKOUT_LIMIT


def test_linux(tmp_path):
    """EX-18 on Linux it resolves swift-crypto and nothing else, builds the client alone, and launches without a network"""
    package = garden(tmp_path)
    assert resolved(package) == {"tollgate", "swift-crypto", "swift-asn1"}
    swift(package, "build", "--build-tests")
    built = {path.stem for path in (package / ".build/debug/Modules").glob("*.swiftmodule")}
    ours = {path.name for path in (ROOT / "Sources").iterdir()}
    assert built & ours == MODULES
    assert "passed" in swift(package, "test", "--skip-build")


def test_settings(tmp_path):
    """EX-18 the manifest has no setting that Xcode refuses in a dependency, and its floor is iOS 17"""
    manifest = json.loads(swift(ROOT, "package", "dump-package", "--scratch-path", str(tmp_path)))
    kinds = {next(iter(setting["kind"])) for target in manifest["targets"] for setting in target["settings"]}
    assert kinds <= {"enableUpcomingFeature", "swiftLanguageMode"}
    assert {platform["platformName"]: platform["version"] for platform in manifest["platforms"]} == {
        "ios": "17.0", "macos": "14.0", "tvos": "17.0", "watchos": "10.0", "visionos": "1.0"}


def test_without_the_trait():
    """A build of the server without its trait says which trait is missing"""
    file = ROOT / "Sources/TollgateServerTrait/ServerTrait.swift"
    plain = subprocess.run(["swiftc", "-typecheck", file], capture_output=True, text=True)
    assert re.search(r"error: .* package trait Server", plain.stderr)
    assert subprocess.run(["swiftc", "-typecheck", "-D", "Server", file]).returncode == 0


def test_mac_check():
    """mac-check builds the scheme with all targets, and says what each failure means"""
    loader = importlib.machinery.SourceFileLoader("mac_check", str(ROOT / "Scripts/mac-check"))
    check = importlib.util.module_from_spec(importlib.util.spec_from_loader("mac_check", loader))
    loader.exec_module(check)
    assert check.scheme_of(["TollgateClient", "Tollgate-Package", "TollgateUI"]) == "Tollgate-Package"
    assert check.scheme_of(["Garden"]) == "Garden"
    check.scheme = check.simulator = lambda *_: "a name"
    names = [name for name, _ in check.checks(ROOT, ROOT, ROOT)]
    assert len(names) == len(set(names)) > 10
    assert all(any(name.startswith(begin) for begin in check.MEANINGS) for name in names)
