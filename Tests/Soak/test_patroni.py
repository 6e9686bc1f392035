"""A cluster that Patroni runs, on the configuration for operators: its primary dies once; `make soak-patroni` breaks it in every way."""

import os

import patroni
import pytest
import results

SEED = int(os.environ.get("SOAK_SEED", "20"))


def test_failover():
    """EX-17 what was acknowledged survives the primary of three machines that Patroni runs, and writes continue by themselves"""
    if problem := patroni.missing():
        results.LINES.append(f"patroni: skipped, {problem}")
        pytest.skip(problem)
    trial = patroni.Trial("killed", True, SEED, patroni.QUICK, between=(30, 90), returns=False).record()
    assert trial.is_right, trial.book.summary(trial.title)
    assert trial.book.kills and trial.book.acknowledged["uses"]
