"""A server with short deadlines and low limits for the tests of a module."""

import pytest

from server import Server


@pytest.fixture(scope="module")
def server():
    running = Server()
    yield running
    running.stop()
