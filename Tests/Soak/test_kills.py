"""A short soak: about a dozen kills, with the load and the checks of `make soak`."""

import os

import pytest

import kills

SEED = int(os.environ.get("SOAK_SEED", "20"))


@pytest.fixture
def clean(capsys):
    """Prints what a soak has found, and fails unless it is nothing."""
    def clean(book, title):
        with capsys.disabled():
            print(f"\n{book.summary(title)}")
        assert book.is_clean, book.summary(title)
        assert book.kills and book.acknowledged["uses"] and book.acknowledged["accounts"]
    return clean


def test_sqlite(clean):
    """EX-17 what a server on SQLite acknowledged survives its kills: nothing is lost or doubled, and replays are equal"""
    clean(kills.sqlite(SEED, 4), "sqlite")


def test_postgres(clean):
    """EX-17 what two servers on PostgreSQL acknowledged survives kills of a server, of the postmaster and of a backend"""
    clean(kills.postgres(SEED, 3), "postgres")


def test_failover(clean):
    """EX-17 what was acknowledged survives the primary: its synchronous standby takes over under load"""
    clean(kills.failover(SEED, 2), "failover")
