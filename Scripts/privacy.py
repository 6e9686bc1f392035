#!/usr/bin/env python3
"""Compares the client's privacy manifest with what the libraries that apps link really do.

Apple asks for a reason for each category of API in API_CATEGORIES that is used, and refuses an upload without one; a reason
for a category that is not used misleads whoever reads it. Every collected data type in COLLECTED is sent to the server by
the file named here. Follows https://developer.apple.com/documentation/bundleresources/privacy-manifest-files.

Usage: Scripts/privacy.py [--check] [--self-test]
"""

import pathlib
import plistlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MANIFEST = ROOT / "Sources/TollgateClient/PrivacyInfo.xcprivacy"
LIBRARIES = ["Tollgate", "TollgateClient", "TollgateMutex", "TollgateTime", "TollgateUI", "TollgateWire", "TollgateWords"]
# The names that count as a use of a category, and the reasons that Apple accepts for it.
API_CATEGORIES = {
    "UserDefaults": (r"\bUserDefaults\b|@AppStorage\b|\bCFPreferences\w+", {"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"}),
    "FileTimestamp": (
        r"\b(?:creationDate|modificationDate|fileModificationDate|contentModificationDateKey|creationDateKey|getattrlist\w*"
        r"|fgetattrlist|f?statx?|lstat|fstatat|attributesOfItem)\b", {"C617.1", "0A2A.1", "3B52.1", "DDA9.1"}),
    "SystemBootTime": (r"\bsystemUptime\b|\bmach_absolute_time\b", {"35F9.1", "8FFB.1", "3D61.1"}),
    "DiskSpace": (
        r"\bvolume(?:Available|Total)Capacity\w*|\bsystem(?:Free)?Size\b|\bf?statv?fs\b", {"E174.1", "85F4.1", "7D9E.1", "B728.1"}),
    "ActiveKeyboards": (r"\bactiveInputModes\b", {"54BD.1", "3EC4.1"}),
}
# What is collected, and where it is sent.
COLLECTED = {
    "PurchaseHistory": ("TollgateClient/Store/TollgateClient+Purchases.swift", "purchase"),
    "UserID": ("TollgateWire/Requests.swift", "token"),
    "DeviceID": ("TollgateWire/Requests.swift", "device"),
    "EmailAddress": ("TollgateClient/Session/TollgateClient+Identity.swift", "email"),
    "ProductInteraction": ("TollgateClient/Outbox/TollgateClient+Outbox.swift", "use"),
}
NOT_CODE = re.compile(r"//[^\n]*")


def sources():
    files = [path for library in LIBRARIES for path in sorted((ROOT / "Sources" / library).rglob("*.swift"))]
    return {path.relative_to(ROOT): NOT_CODE.sub("", path.read_text(encoding="utf-8")) for path in files}


def used(files):
    """Where each category is used."""
    found = {}
    for category, (names, _) in API_CATEGORIES.items():
        for path, text in files.items():
            if match := re.search(names, text):
                found.setdefault(category, f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}")
    return found


def mistakes(manifest, files):
    listed = {}
    for item in manifest.get("NSPrivacyAccessedAPITypes", []):
        name = item["NSPrivacyAccessedAPIType"].removeprefix("NSPrivacyAccessedAPICategory")
        listed[name] = set(item["NSPrivacyAccessedAPITypeReasons"])
        if name not in API_CATEGORIES or not listed[name] or listed[name] - API_CATEGORIES[name][1]:
            yield f"{name}: Apple does not accept {sorted(listed[name])} for it"
    found = used(files)
    for name in sorted(found.keys() - listed.keys()):
        yield f"{found[name]} is a use of {name}, for which the manifest gives no reason"
    for name in sorted(listed.keys() - found.keys()):
        yield f"{name}: the manifest gives a reason, and nothing uses it"
    if manifest.get("NSPrivacyTracking") is not False or manifest.get("NSPrivacyTrackingDomains") != []:
        yield "the client tracks nobody, and the manifest must say so"
    collected = {}
    for item in manifest.get("NSPrivacyCollectedDataTypes", []):
        collected[item["NSPrivacyCollectedDataType"].removeprefix("NSPrivacyCollectedDataType")] = item
        purposes = item["NSPrivacyCollectedDataTypePurposes"]
        if item["NSPrivacyCollectedDataTypeTracking"] or not item["NSPrivacyCollectedDataTypeLinked"] or not purposes:
            yield f"{item['NSPrivacyCollectedDataType']}: it is linked to the customer, serves a purpose and tracks nobody"
    for name in sorted(collected.keys() ^ COLLECTED.keys()):
        yield f"{name}: collected data is either listed and named here with its place, or neither"
    for name, (path, word) in COLLECTED.items():
        if word not in files.get(pathlib.Path("Sources") / path, ""):
            yield f"{name}: Sources/{path} does not send it"


def self_test(manifest, files):
    use = {"NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryUserDefaults", "NSPrivacyAccessedAPITypeReasons": ["CA92.1"]}
    cases = [
        (manifest, files | {pathlib.Path("Use.swift"): "let defaults = UserDefaults.standard"}, "no reason"),
        (manifest | {"NSPrivacyAccessedAPITypes": [use]}, files, "nothing uses it"),
        (manifest | {"NSPrivacyAccessedAPITypes": [use | {"NSPrivacyAccessedAPITypeReasons": ["C617.1"]}]}, files, "accept"),
        (manifest | {"NSPrivacyTracking": True}, files, "tracks nobody"),
        (manifest | {"NSPrivacyCollectedDataTypes": []}, files, "collected data"),
    ]
    for changed, texts, expected in cases:
        if not any(expected in mistake for mistake in mistakes(changed, texts)):
            sys.exit(f"this should have been refused: {expected}")
    print(f"{len(cases)} wrong manifests are refused")


def main():
    if "--help" in sys.argv or "-h" in sys.argv:
        sys.exit(__doc__)
    manifest, files = plistlib.loads(MANIFEST.read_bytes()), sources()
    if "--self-test" in sys.argv:
        self_test(manifest, files)
    found = list(mistakes(manifest, files))
    print("\n".join(found) or f"the privacy manifest is right: {len(COLLECTED)} kinds of data, "
          f"{len(manifest['NSPrivacyAccessedAPITypes'])} reasons for an API")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
