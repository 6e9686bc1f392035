"""What a server does on a disk that fails, is full, loses its power or lies."""

import os

import pytest

from disks import (
    ERRORS, FAIL_SYNC, FAIL_WRITE, WELL, Machine, database_power_cuts, failing, failing_database, power_cuts)
from servers import only_in_the_long_form

SEED = int(os.environ.get("SOAK_SEED", "20"))
CALLS = int(os.environ.get("SOAK_CALLS", "3"))


@pytest.mark.parametrize("mode, error", [(FAIL_SYNC, "EIO"), (FAIL_WRITE, "ENOSPC")])
def test_every_call_fails(mode, error):
    """EX-17 whichever write or sync fails first, nothing is acknowledged that is not stored"""
    book = failing(SEED, mode, ERRORS[error], CALLS)
    assert book.is_clean, book.summary(error)


@pytest.mark.parametrize("mode, error, code", [
    (FAIL_WRITE, "ENOSPC", "full"), pytest.param(FAIL_SYNC, "EIO", "unavailable", marks=only_in_the_long_form)])
def test_readiness(mode, error, code):
    """A server whose disk fails says so and why, and continues by itself once the disk is well"""
    with Machine(SEED) as machine:
        machine.use(2)
        machine.disk.set(mode, ERRORS[error])
        machine.use(2)
        assert machine.failed == 2
        while machine.is_ready()[0]:
            machine.caller.client.pause.wait(0.2)
        assert f'{{"code":"{code}","name":"ledger","result":"fail"}}' in machine.is_ready()[1]
        machine.disk.set(WELL)
        book = machine.settle()
        assert book.is_clean, book.summary(error)
        while not machine.is_ready()[0]:
            machine.caller.client.pause.wait(0.2)


def test_power_cuts():
    """EX-17 what was acknowledged survives cuts of the power, whichever of the other writes the disk has stored"""
    book, outcomes = power_cuts(SEED, CALLS)
    assert all(outcomes)
    assert book.is_clean, book.summary("power cuts")


@only_in_the_long_form
def test_lying_disk():
    """A disk that lies about a sync loses what was acknowledged, or damages the ledger: no server can prevent that"""
    book, outcomes = power_cuts(SEED, CALLS, lies=True)
    assert book.lost or not all(outcomes)


@pytest.mark.parametrize("part, mode, error", [
    ("pg_wal", FAIL_SYNC, "EIO"), ("pg_wal", FAIL_WRITE, "ENOSPC"),
    pytest.param("base", FAIL_WRITE, "ENOSPC", marks=only_in_the_long_form)])
def test_postgres_every_call_fails(part, mode, error):
    """EX-17 whichever write or sync of PostgreSQL fails first, nothing is acknowledged that is not stored"""
    book = failing_database(SEED, part, mode, ERRORS[error], CALLS)
    assert book.is_clean, book.summary(error)


def test_postgres_power_cuts():
    """EX-17 what was acknowledged survives cuts of the database's power, whichever other writes its log has stored"""
    book, outcomes = database_power_cuts(SEED, CALLS)
    assert all(outcomes)
    assert book.is_clean, book.summary("power cuts")


@only_in_the_long_form
def test_postgres_lying_disk():
    """A disk that lies to PostgreSQL about a sync loses what was acknowledged: no server can prevent that"""
    book, outcomes = database_power_cuts(SEED, CALLS, lies=True)
    assert book.lost or not all(outcomes)
