#!/usr/bin/env python3
"""The reference of every key of a blueprint in Documentation/BlueprintKeys.md, from the schema that `tollgate schema` prints.

The schema comes from the declarations that the parser reads with, so the page has each key's type, meaning and example as
they are. Needs `make tollgate`.

Usage: Scripts/blueprint_keys.py --write | --check [TOLLGATE]
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "Documentation" / "BlueprintKeys.md"
INTRODUCTION = """# Keys of a blueprint

Every key, with its type, what it means and an example, as `tollgate schema` describes it to editors;
[Blueprints](Blueprints.md) explains how they work together. `Scripts/blueprint_keys.py --write` writes this page.

`NAME` is a name that you choose, and `[]` an item of a list. Where a list is allowed, a single value needs no brackets. A
**period** is an ISO 8601 period of one unit, such as `P3D` or `PT12H`; a **text** is a line, or a map from languages to lines.
Keys in bold are required.
"""
NAME, PERIOD = "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", "^P(0*"
SHARED = {"condition": "A condition", "rule": "A rule", "route": "A route", "text": "A text"}


def code(value):
    if isinstance(value, str):
        return value if re.fullmatch(r"[A-Za-z][\w./-]*( [\w./-]+)*", value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(map(code, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key}: {code(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


def named(schema):
    """The schema of the values of a map whose names are chosen freely; None for other schemas."""
    values = schema.get("additionalProperties")
    return values if isinstance(values, dict) else None


def kinds(schema):
    """What a value may be, in words, one entry for each alternative."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return ["text" if name == "text" else f"[{name}](#{SHARED[name].lower().replace(' ', '-')})"]
    if "anyOf" in schema:
        single = [kind for part in schema["anyOf"] if "items" not in part for kind in kinds(part)]
        lists = [part for part in schema["anyOf"] if "items" in part]
        # Where a list has the values that may also stand alone, the word is enough.
        listed = ["list" if set(kinds(part["items"])) <= set(single) else kinds(part)[0] for part in lists]
        return list(dict.fromkeys(single + listed))
    if "enum" in schema:
        return [f"`{code(value)}`" for value in schema["enum"]]
    if "const" in schema:
        return [f"`{code(schema['const'])}`"]
    match schema.get("type"):
        case "array":
            items = kinds(schema["items"])
            return ["list of " + " or ".join(items)]
        case "object":
            return ["map by name" if named(schema) is not None else "map"]
        case "integer" | "number":
            least, most = schema.get("minimum"), schema.get("maximum")
            bounds = f" {least:,} to {most:,}" if least is not None and most is not None else f" from {least:,}" if least is not None else ""
            return ["number" + bounds]
        case "boolean":
            return ["`true`", "`false`"]
        case "string":
            pattern = schema.get("pattern", "")
            return ["name" if pattern == NAME else "period" if pattern.startswith(PERIOD) else "string"]
    return ["any value"]


def parts(schema):
    """The schemas with keys of their own that a value may have, each with what its path adds."""
    if "$ref" in schema:
        return
    choices = schema.get("anyOf", [])
    for part in choices:
        if part.get("items") not in choices:
            yield from parts(part)
    if "properties" in schema:
        yield "", schema
    if (values := named(schema)) is not None:
        yield from ((".NAME" + path, part) for path, part in parts(values))
    if isinstance(schema.get("items"), dict):
        yield from (("[]" + path, part) for path, part in parts(schema["items"]))


def rows(schema, path):
    for added, part in parts(schema):
        for key, value in part["properties"].items():
            place = f"{path}{added}.{key}".removeprefix(".")
            shown = f"`{place}`"
            if key in part.get("required", []):
                shown = f"**{shown}**"
            meaning = value.get("description", "")
            example = value.get("examples", [None])[0]
            # The rows of its keys show what an example of a map would, and the values of a choice are listed already.
            shows = example is not None and not isinstance(example, dict) and f"`{code(example)}`" not in kinds(value)
            cells = [shown, ", ".join(kinds(value)), meaning, f"`{code(example)}`" if shows else ""]
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells).rstrip() + " |"
            yield from rows(value, place)


def table(schema, path):
    found = list(dict.fromkeys(rows(schema, path)))
    return ["| key | value | meaning | example |", "|---|---|---|---|", *found] if found else []


def page(schema):
    lines = [INTRODUCTION]
    for key, value in schema["properties"].items():
        required = " Required." if key in schema.get("required", []) else ""
        lines += [f"## `{key}`", "", f"{value.get('description', '')}{required} Value: {', '.join(kinds(value))}.", ""]
        if "examples" in value:
            lines += ["```text", f"{key}: {code(value['examples'][0])}", "```", ""]
        if rows_of_key := table(value, key):
            lines += [*rows_of_key, ""]
    for name, title in SHARED.items():
        value = schema["$defs"][name]
        lines += [f"## {title}", "", f"Value: {', '.join(kinds(value))}.", ""]
        if rows_of_key := table(value, ""):
            lines += [*rows_of_key, ""]
    return "\n".join(lines).rstrip() + "\n"


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0] not in ("--write", "--check"):
        sys.exit(__doc__)
    tollgate = arguments[1] if len(arguments) > 1 else ROOT / ".build" / "debug" / "tollgate"
    text = page(json.loads(subprocess.check_output([tollgate, "schema"], text=True)))
    if arguments[0] == "--write":
        DOCUMENT.write_text(text, encoding="utf-8")
    elif DOCUMENT.read_text(encoding="utf-8") != text:
        sys.exit("Documentation/BlueprintKeys.md does not have the keys of `tollgate schema`: run Scripts/blueprint_keys.py --write")


if __name__ == "__main__":
    main()
