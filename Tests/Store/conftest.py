"""A fresh store for each test, and a backend where one is wanted."""

import pytest
from appstoreserverlibrary.models.Environment import Environment

from store import Backend, Store


@pytest.fixture
def backend():
    running = Backend()
    yield running
    running.stop()


@pytest.fixture
def store(tmp_path, backend):
    running = Store(tmp_path, notify=backend.address)
    yield running
    assert running.stop() == 0


@pytest.fixture
def production(tmp_path, backend):
    running = Store(tmp_path, Environment.PRODUCTION, notify=backend.address)
    yield running
    assert running.stop() == 0
