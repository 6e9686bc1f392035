"""Every test that Documentation/Guarantees.md names exists."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "Documentation/Guarantees.md").read_text()


def named():
    """File and name of each test in the table; a name without a file is in the file before it."""
    for row in TEXT.split("## ")[0].splitlines():
        if not row.startswith("| **"):
            continue
        cell, file = row.rstrip("|").rsplit("|", 1)[1], None
        for part in re.finditer(r"`(\w+\.(?:swift|py))`|“([^”]+)”", cell):
            file = part[1] or file
            if part[2]:
                yield file, part[2]


@pytest.mark.parametrize("file, name", sorted(set(named())))
def test_a_test_that_is_named_exists(file, name):
    found = [path for path in (ROOT / "Tests").rglob(file) if re.search(
        rf"^def {name}\(" if file.endswith(".py") else re.escape(f'"{name}"'), path.read_text(), re.MULTILINE)]
    assert len(found) == 1


def test_every_promise_names_a_test():
    promises = [row for row in TEXT.split("\n## ")[0].splitlines() if row.startswith("| **")]
    assert len(promises) > 10
    assert all("`" in row.rstrip("|").rsplit("|", 1)[1] for row in promises)
