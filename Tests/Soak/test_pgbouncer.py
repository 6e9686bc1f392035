"""Two servers on PostgreSQL behind pgbouncer in transaction mode."""

import concurrent.futures
import os
import random

import kills
import results
from kills import Pooled, Soak
from load import Client

SEED = int(os.environ.get("SOAK_SEED", "20"))
ROUNDS = 40 if "SOAK" in os.environ else 4
CALLERS, USES = 6, 20


def test_an_allowance_of_100_is_100():
    """EX-17 of 120 uses by six callers through pgbouncer, two servers allow exactly the 100 of the allowance"""
    with Soak(SEED, Pooled, servers=2, workers=0) as soak:
        book, shared, path = soak.book, soak.book.shared, "/customers/me/features/few/uses"

        def use(caller):
            client = Client(book, random.Random(f"{SEED}/{caller}"))
            keys = [f"{caller}-{number}" for number in range(USES)]
            return {key: client.until_answered("POST", path, token=shared.token, key=key) for key in keys}

        with concurrent.futures.ThreadPoolExecutor(CALLERS) as pool:
            answers = {key: answer for one in pool.map(use, range(CALLERS)) for key, answer in one.items()}
        shared.answers |= {key: (path, None, body) for key, (status, body) in answers.items() if status == 200}
        book.acknowledged["uses"] += len(shared.answers)
        sessions = soak.database.cluster.ask("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tollgate'")
    results.record("pgbouncer allowance", book.summary("pgbouncer allowance"), **book.numbers, runs=1,
                   exact=int(len(book.shared.keys("few")) == 100))
    assert book.is_clean, book.summary("pgbouncer")
    assert sorted({status for status, _ in answers.values()}) == [200, 403]
    assert len(shared.keys("few")) == 100
    assert 0 < int(sessions) <= 4, "the servers share the few connections of the pool"


def test_kills():
    """EX-17 what was acknowledged through pgbouncer survives its kills and restarts, and kills of a server and PostgreSQL"""
    book = kills.pgbouncer(SEED, ROUNDS)
    results.of(book, "pgbouncer")
    assert book.is_clean, book.summary("pgbouncer")
    assert book.kills and book.acknowledged["uses"] and book.acknowledged["accounts"]
