"""A short soak: about a dozen kills, with the load and the checks of `make soak`."""

import os

import kills
import results

SEED = int(os.environ.get("SOAK_SEED", "20"))


def clean(book, title):
    """Records what a soak has found, and fails unless it is nothing."""
    results.of(book, title)
    assert book.is_clean, book.summary(title)
    assert book.kills and book.acknowledged["uses"] and book.acknowledged["accounts"]


def test_sqlite():
    """EX-17 what a server on SQLite acknowledged survives its kills: nothing is lost or doubled, and replays are equal"""
    clean(kills.sqlite(SEED, 4), "sqlite")


def test_log_copies():
    """EX-17 kills around the copies of SQLite's write-ahead log, which begin after 1,024 lone writes, lose nothing"""
    clean(kills.sqlite(SEED, 2, between=(980, 1900)), "sqlite log copies")


def test_postgres():
    """EX-17 what two servers on PostgreSQL acknowledged survives kills of a server, of the postmaster and of a backend"""
    clean(kills.postgres(SEED, 3), "postgres")


def test_failover():
    """EX-17 what was acknowledged survives the primary: its synchronous standby takes over under load"""
    clean(kills.failover(SEED, 2), "failover")
