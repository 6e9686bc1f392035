"""Every test that the guarantees and the threat model name exists."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["Documentation/Guarantees.md", "Documentation/THREAT-MODEL.md"]


def rows(document):
    """The rows of the first table that name tests."""
    text = (ROOT / document).read_text().split("\n## ")[0]
    return [row for row in text.splitlines() if row.startswith("| **")]


def named():
    """File and name of each test in the tables; a name without a file is in the file before it."""
    for row in (row for document in DOCUMENTS for row in rows(document)):
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


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_promise_names_a_test(document):
    promises = rows(document)
    assert len(promises) > 10
    assert all("`" in row.rstrip("|").rsplit("|", 1)[1] for row in promises)
