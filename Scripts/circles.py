#!/usr/bin/env python3
"""Finds circles of files in the engine: files that refer to each other's types, directly or through others.

A file refers to another if it names a type that the other declares. Comments and strings do not count.

Usage: Scripts/circles.py [--check] [--all] [FOLDER]

FOLDER defaults to Sources/Tollgate. --check prints circles over the limit only, and ends with exit code 1 if there are any.
--all prints every circle with the references that hold it together.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The largest circle allowed, in files.
LIMIT = 13
IGNORED = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
DECLARATION = re.compile(r"^( *)(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|private|fileprivate|final|indirect) +)*"
                         r"(struct|enum|class|actor|protocol|typealias|extension) +([\w.]+)", re.MULTILINE)
PATH = re.compile(r"\b[A-Z]\w*(?:\.[A-Z]\w*)*")


def declarations(text):
    """The qualified names of the types that a file declares, and those it extends."""
    scope, declared, extended = [], set(), set()
    for indent, keyword, name in DECLARATION.findall(text):
        scope = [(depth, outer) for depth, outer in scope if depth < len(indent)]
        qualified = ".".join([outer for _, outer in scope] + [name])
        (extended if keyword == "extension" else declared).add(qualified)
        scope.append((len(indent), name))
    return declared, extended


def references(folder):
    """For each file, the files it refers to, with the names that lead there."""
    texts = {path.relative_to(folder): IGNORED.sub(" ", path.read_text(encoding="utf-8"))
             for path in sorted(folder.rglob("*.swift"))}
    found = {path: declarations(text) for path, text in texts.items()}
    home = {name: path for path, (declared, _) in found.items() for name in declared}
    graph = {}
    for path, text in texts.items():
        own = found[path][0] | found[path][1]
        # A nested type is also named by its last part, within its own type.
        inner = {name.rpartition(".")[2]: file for name, file in home.items()
                 if "." in name and any(name.startswith(outer + ".") for outer in own)}
        edges = graph.setdefault(path, {})
        for match in PATH.findall(text):
            parts = match.split(".")
            for count in range(len(parts), 0, -1):
                name = ".".join(parts[:count])
                target = home.get(name) or inner.get(name)
                if target:
                    if target != path:
                        edges.setdefault(target, set()).add(name)
                    break
    return graph


def circles(graph):
    """The strongly connected components of more than one file, largest first (Tarjan)."""
    number, low, stack, result = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            position = stack.index(node)
            result.append(sorted(stack[position:]))
            del stack[position:]

    sys.setrecursionlimit(10_000)
    for node in sorted(graph):
        if node not in number:
            visit(node)
    return sorted((circle for circle in result if len(circle) > 1), key=lambda circle: -len(circle))


def main():
    if "--help" in sys.argv or "-h" in sys.argv:
        sys.exit(__doc__)
    folders = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    graph = references(ROOT / (folders[0] if folders else "Sources/Tollgate"))
    found = circles(graph)
    large = [circle for circle in found if len(circle) > LIMIT]
    for circle in large if "--check" in sys.argv else found:
        print(f"{len(circle)} files refer to each other (limit {LIMIT}): " + ", ".join(str(path.stem) for path in circle))
        if "--all" in sys.argv:
            for path in circle:
                for other in sorted(graph[path].keys() & set(circle)):
                    print(f"  {path.stem} -> {other.stem}: {', '.join(sorted(graph[path][other]))}")
    if "--check" not in sys.argv:
        print(f"{len(graph)} files, {len(found)} circles, the largest of {len(found[0]) if found else 0}")
    sys.exit(1 if large and "--check" in sys.argv else 0)


if __name__ == "__main__":
    main()
