"""What `make test` leaves to `make test-all`."""

import pytest

from exhaustive import RUNS_ALL


def pytest_collection_modifyitems(items):
    if not RUNS_ALL:
        for item in items:
            if item.get_closest_marker("exhaustive"):
                item.add_marker(pytest.mark.skip(reason="make test-all runs it"))
