"""What a server does on a disk that fails, is full, loses its power or lies."""

import os

import pytest

import results
from disks import (
    ERRORS, FAIL_SYNC, FAIL_WRITE, WELL, Machine, database_power_cuts, failing, failing_database, power_cuts)
from servers import only_in_the_long_form

SEED = int(os.environ.get("SOAK_SEED", "20"))
CALLS = int(os.environ.get("SOAK_CALLS", "3"))


def clean(book, part):
    results.of(book, part)
    assert book.is_clean, book.summary(part)
    assert all(book.acknowledged[kind] for kind in ("merges", "transfers", "refunds"))


@pytest.mark.parametrize("mode, error", [(FAIL_SYNC, "EIO"), (FAIL_WRITE, "ENOSPC")])
def test_every_call_fails(mode, error):
    """EX-17 whichever write or sync fails first, nothing is acknowledged that is not stored"""
    clean(failing(SEED, mode, ERRORS[error], CALLS), f"sqlite {error}")


@pytest.mark.parametrize("mode, error, code", [
    (FAIL_WRITE, "ENOSPC", "full"), pytest.param(FAIL_SYNC, "EIO", "unavailable", marks=only_in_the_long_form)])
def test_readiness(mode, error, code):
    """A server whose disk fails says so and why, and continues by itself once the disk is well"""
    with Machine(SEED, workers=0) as machine:
        machine.use(2)
        machine.disk.set(mode, ERRORS[error])
        assert machine.use(2) == 2
        while machine.is_ready()[0]:
            machine.caller.client.pause.wait(0.2)
        assert f'{{"code":"{code}","name":"ledger","result":"fail"}}' in machine.is_ready()[1]
        machine.disk.set(WELL)
        machine.caller.settle()
        while not machine.is_ready()[0]:
            machine.caller.client.pause.wait(0.2)
    assert machine.book.is_clean, machine.book.summary(error)


def test_power_cuts():
    """EX-17 what was acknowledged survives cuts of the power, whichever of the other writes the disk has stored"""
    book = power_cuts(SEED, CALLS)
    clean(book, "sqlite power cuts")
    assert book.undone


@only_in_the_long_form
def test_lying_disk():
    """A disk that lies about a sync loses what was acknowledged, or damages the ledger: no server can prevent that"""
    book = power_cuts(SEED, CALLS, lies=True)
    results.lied(book, "sqlite lying disk")
    assert book.lost


@pytest.mark.parametrize("part, mode, error", [
    ("pg_wal", FAIL_SYNC, "EIO"), ("pg_wal", FAIL_WRITE, "ENOSPC"),
    pytest.param("base", FAIL_WRITE, "ENOSPC", marks=only_in_the_long_form)])
def test_postgres_every_call_fails(part, mode, error):
    """EX-17 whichever write or sync of PostgreSQL fails first, nothing is acknowledged that is not stored"""
    clean(failing_database(SEED, part, mode, ERRORS[error], CALLS), f"postgres {part} {error}")


@pytest.mark.parametrize("part", ["pg_wal", "base"])
def test_postgres_power_cuts(part):
    """EX-17 what was acknowledged survives cuts of the database's power, whichever other writes were stored"""
    book = database_power_cuts(SEED, part, CALLS)
    clean(book, f"postgres {part} power cuts")
    assert book.undone


@only_in_the_long_form
def test_postgres_lying_disk():
    """A disk that lies to PostgreSQL about a sync loses what was acknowledged: no server can prevent that"""
    book = database_power_cuts(SEED, "pg_wal", CALLS, lies=True)
    results.lied(book, "postgres lying disk")
    assert book.lost
