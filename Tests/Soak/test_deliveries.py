"""Webhooks while the server that delivers them is killed."""

import os

import deliveries

SEED = int(os.environ.get("SOAK_SEED", "20"))
ROUNDS = 60 if "SOAK" in os.environ else 4


def test_kills():
    """EX-14 EX-17 of what was acknowledged every event arrives, in order for each customer, however often the server dies"""
    soak = deliveries.deliver(SEED, ROUNDS)
    print(soak.summary())
    assert soak.book.is_clean, soak.summary()
    assert soak.book.kills == ROUNDS
    # An event whose answer the server did not note is retried, which shows that the kills met deliveries.
    assert soak.receiver.repeats >= ROUNDS // 2
