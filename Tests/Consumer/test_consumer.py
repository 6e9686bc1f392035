"""What a package resolves, builds and weighs that adds the client by URL, with a version, as Xcode does."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Neither warnings as errors, which only `make` asks for, nor what a surrounding `swift` sets.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "TOLLGATE_STRICT"}
# What the client is made of, and all that a consumer builds of this repository.
MODULES = {"Tollgate", "TollgateClient", "TollgateMutex", "TollgateTime", "TollgateUI", "TollgateWire", "TollgateWords"}
# The checkout of this repository, without its history: code, tests and documents, and one picture. It weighs 14 MB, two fifths
# of them tests; the limit is for build products and pictures that are committed by mistake.
CHECKOUT_LIMIT = 17_000_000


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


def mac_check():
    loader = importlib.machinery.SourceFileLoader("mac_check", str(ROOT / "Scripts/mac-check"))
    check = importlib.util.module_from_spec(importlib.util.spec_from_loader("mac_check", loader))
    loader.exec_module(check)
    return check


def test_mac_check_schemes():
    """mac-check builds a package's own scheme, as xcodebuild names it, with all its targets"""
    scheme_of, schemes = mac_check().scheme_of, mac_check().schemes
    printed = 'Resolve Package Graph\n{ "workspace" : { "name" : "Garden", "schemes" : ["Garden", "Other"] } }\n'
    assert schemes(printed) == ["Garden", "Other"]
    one, two = ({"name": "Garden", "products": [{}] * count} for count in (1, 2))
    assert scheme_of(one, ["Garden", "Tollgate-Package", "TollgateClient"]) == "Garden"
    assert scheme_of(two, ["Garden-Package", "GardenCore", "Tollgate-Package"]) == "Garden-Package"
    with pytest.raises(LookupError, match="no scheme Garden-Package; xcodebuild lists Garden"):
        scheme_of(two, ["Garden"])


def test_mac_check_list():
    """mac-check says of every check what it needs and what its failure means, also where there is no Mac"""
    module = mac_check()
    module.scheme, module.simulator = lambda _: "a scheme", lambda: "a simulator"
    checks = list(module.checks(ROOT, ROOT, ROOT, ROOT))
    names = [check.name for check in checks]
    assert len(names) == len(set(names)) > 15
    assert {f"build the example {path.name}" for path in (ROOT / "Examples/Apps").iterdir() if path.is_dir()} < set(names)
    assert all(check.needs and check.means.endswith(".") and not check.needs.endswith(".") for check in checks)
    listed = subprocess.check_output([ROOT / "Scripts/mac-check", "--list"], text=True)
    assert all(text in listed for check in checks for text in (check.name, check.needs, check.means))
    assert all(isinstance(word, str) for check in checks for word in check.command())


def test_mac_check_tests(tmp_path):
    """mac-check's package of tests has every file of this repository that they read"""
    package = mac_check().write_tests(tmp_path)
    folders = "|".join(path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith("."))
    texts = [path.read_text(encoding="utf-8") for path in (package / "Tests").rglob("*.swift")]
    read = {name for text in texts for name in re.findall(rf'"((?:{folders})/[\w./-]+)"', text)}
    assert read and not {name for name in read if not (package / name).exists()}


def test_mac_check_result():
    """mac-check's result has all that an issue needs: what failed, what was not run, why, and on what system"""
    module = mac_check()

    def outcome(command, mistake=lambda output: ""):
        return module.run(module.Check("a check", "a need", "A meaning.", ROOT, command, mistake))

    def missing():
        raise module.Missing("There is no simulator.")

    passed = outcome(lambda: ["true"])
    failed = outcome(lambda: ["sh", "-c", "seq 100; echo error: no such member >&2; exit 65"])
    outcomes = [
        passed, failed, outcome(lambda: ["sh", "-c", "echo tvOS 26.0 is not installed.; exit 70"]), outcome(missing),
        outcome(lambda: ["echo", "{}"], lambda output: "It lists nothing." if output == "{}\n" else ""),
        outcome(lambda: ["/there/is/no/such/tool"])]
    assert [each.result for each in outcomes] == ["passed", "failed", "not run", "not run", "failed", "failed"]
    assert len(failed.said.splitlines()) == 40 and failed.said.endswith("error: no such member")
    text = "\n".join(module.report(["macOS 26.1"], outcomes))
    assert "1 of 6 passed" in text and "macOS 26.1" in text
    assert (text.count("It needs a need."), text.count("It needs a need. A meaning.")) == (5, 3)
    assert all(each.said in text for each in outcomes)
