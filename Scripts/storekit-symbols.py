#!/usr/bin/env python3
"""Checks Documentation/OpenStoreKitSymbols.md against the sources of OpenStoreKit and OpenStoreKitTest.

A row that says a symbol is here must find it among the public declarations, a row that says it is not must
not, and every public declaration has a row. Prints how many symbols there are of each kind.

  python3 Scripts/storekit-symbols.py           # the counts, and what is stale
  python3 Scripts/storekit-symbols.py --check   # the same; fails when anything is stale
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "Documentation" / "OpenStoreKitSymbols.md"
SOURCES = [ROOT / "Sources" / "OpenStoreKit", ROOT / "Sources" / "OpenStoreKitTest"]
KINDS = ("same", "different", "beyond", "not here")

# What a conformance brings; Tests/OpenStoreKitTests/Store/ConformanceTests.swift checks the conformances.
WITNESSES = {
    "==(left:right:)", "~=(code:error:)", "<(left:right:)", "AsyncIterator", "AsyncIterator.Element", "AsyncIterator.next()", "Element",
    "FormatInput", "FormatOutput", "ID", "debugDescription", "description", "errorCode",
    "errorDescription", "errorDomain", "failureReason", "format(_:)", "hash(into:)",
    "init(rawValue:)", "locale(_:)", "makeAsyncIterator()", "rawValue", "recoverySuggestion",
}
# A name that is a witness in one type and a symbol of its own in another.
OWN = {"Product.description"}

TYPE = re.compile(
    r"^(?P<access>public |open |package |private |fileprivate )?(?:final )?"
    r"(?P<kind>struct|enum|class|actor|protocol|extension) (?!func |var |let )(?P<name>[\w.`]+)")
MEMBER = re.compile(
    r"^(?:public |open )(?:static |class |mutating |nonisolated |override |convenience |weak |internal\(set\) |private\(set\) )*"
    r"(?P<kind>let|var|func|init|typealias|subscript)\b\s*(?P<name>`?\w+`?|[~=<]+)?")
# What every class that descends from NSObject overrides.
OBJECT = {"copy(with:)", "mutableCopy(with:)", "isEqual(_:)", "hash", "init()"}
# What a protocol requires; what an extension gives a default has a row only once.
REQUIREMENT = re.compile(r"^(?:static |mutating )*(?P<kind>func|var)\b\s*(?P<name>\w+)")


def declarations():
    """Every public declaration by its qualified name, with the file it stands in."""
    found = {}
    for folder in SOURCES:
        for path in sorted(folder.rglob("*.swift")):
            for name in read(path.read_text()):
                found.setdefault(name, path.relative_to(ROOT))
    return found


def read(text):
    lines = [re.sub(r"//.*", "", line) for line in text.splitlines()]
    lines = [re.sub(r'"(?:\\.|[^"\\])*"', '""', line) for line in lines]
    contexts = []  # (depth inside, qualified name, kind, is public)
    depth, opened = 0, None
    for number, line in enumerate(lines):
        code = re.sub(r"^(@\w+(\([^)]*\))?\s+)+", "", line.strip())
        inside = contexts[-1] if contexts and contexts[-1][0] == depth else None
        is_member = depth == 0 or inside is not None
        kind = TYPE.match(code) if is_member else None
        if kind:
            outer = inside[1] + "." if inside else ""
            is_extension = kind["kind"] == "extension"
            is_public = is_extension or kind["access"] in ("public ", "open ")
            is_public = is_public and (inside is None or inside[3])
            opened = (outer + kind["name"].replace("`", ""), kind["kind"], is_public)
            if is_public and not is_extension:
                yield opened[0]
        elif is_member and (member := MEMBER.match(code)) and (inside is None or inside[3]):
            prefix = inside[1] + "." if inside else ""
            yield prefix + signature(member, lines, number)
        elif inside and inside[2] == "protocol" and inside[3] and (required := REQUIREMENT.match(code)):
            yield f"{inside[1]}.{signature(required, lines, number)}"
        elif inside and inside[2] == "enum" and inside[3] and code.startswith("case "):
            for case in re.findall(r"(?:case|,) `?(\w+)", re.sub(r"\([^()]*\)", "", code)):
                yield f"{inside[1]}.{case}"
        for character in line:
            if character == "{":
                depth += 1
                if opened:
                    contexts.append((depth, *opened))
                    opened = None
            elif character == "}":
                if contexts and contexts[-1][0] == depth:
                    contexts.pop()
                depth -= 1


def signature(member, lines, number):
    kind, name = member["kind"], (member["name"] or "").replace("`", "")
    if kind in ("let", "var", "typealias"):
        return name
    rest = " ".join(line.strip() for line in lines[number:number + 12]).replace("->", "")
    rest = rest[rest.index("func " if kind == "func" else kind):]
    start = re.search(r"\((?![^<]*>\s*\()", rest).start()
    labels, depth, current = [], 0, ""
    for character in rest[start:]:
        if character in "([{<":
            depth += 1
        elif character in ")]}>":
            depth -= 1
        if depth == 0:
            break
        if character == "," and depth == 1:
            labels.append(current)
            current = ""
        elif not (depth == 1 and character == "("):
            current += character
    if current.strip():
        labels.append(current)
    text = "".join(re.match(r"(?:@\w+ )*(\w+)", label.strip())[1] + ":" for label in labels)
    return f"{name if kind == 'func' else kind}({text})"


def rows():
    """Every symbol of the table with what its row says."""
    section = ""
    for number, line in enumerate(TABLE.read_text().splitlines(), 1):
        if heading := re.match(r"^#{2,4} (?:`(?P<name>[\w.]+)`)?", line):
            section = heading["name"] or ""
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| `") or len(cells) < 3:
            continue
        if cells[1] not in KINDS:
            sys.exit(f"{TABLE.name}:{number}: expected one of {', '.join(KINDS)}, not {cells[1]}")
        for symbol in re.findall(r"`([^`]+)`", cells[0]):
            name = section if symbol == section else f"{section}.{symbol}" if section else symbol
            yield name, cells[1], number


def is_witness(name):
    if name in OWN:
        return False
    parts = name.split(".")
    return parts[-1] in OBJECT and parts[0].startswith("SK") or any(
        ".".join(parts[-length:]) in WITNESSES for length in (1, 2))


def main():
    here = declarations()
    stale, counts, seen = [], dict.fromkeys(KINDS, 0), set()
    for name, kind, number in rows():
        if name in seen:
            stale.append(f"{TABLE.name}:{number}: {name} has two rows")
        seen.add(name)
        counts[kind] += 1
        if (name in here) == (kind == "not here"):
            state = f"is in {here[name]}" if name in here else "is not declared"
            stale.append(f"{TABLE.name}:{number}: {name} is said to be {kind}, but {state}")
    for name, path in sorted(here.items()):
        if name not in seen and not is_witness(name):
            stale.append(f"{path}: {name} has no row")
    apple = sum(counts.values()) - counts["beyond"]
    total = (
        f"{apple} symbols of Apple's: {counts['same']} the same, {counts['different']} different, "
        f"{counts['not here']} not here; {counts['beyond']} beyond")
    print(total)
    if total not in TABLE.read_text():
        stale.append(f"{TABLE.name}: the counts at the top are not these")
    for line in stale:
        print(line)
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
