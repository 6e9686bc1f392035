"""A server with short deadlines and low limits for the tests of a module."""

import pytest

from server import Server


@pytest.fixture(scope="module")
def server():
    running = Server()
    running.is_well()
    running.memory_at_start = running.memory()
    yield running
    running.stop()
