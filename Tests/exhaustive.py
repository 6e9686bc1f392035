"""A promise is shown once by `make test`, and by `make test-all` in every size, theme, language, order and seed."""

import os

import pytest

RUNS_ALL = os.environ.get("TEST_ALL") == "1"
exhaustive = pytest.mark.exhaustive


def first(values):
    """Parameters for a test: all of the values, of which `make test` takes the first."""
    rest = (value if isinstance(value, tuple) else (value,) for value in values[1:])
    return [*values[:1], *(pytest.param(*value, marks=exhaustive) for value in rest)]
