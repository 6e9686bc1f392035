"""Many accounts want one purchase at the same moment."""

import concurrent.futures
import json
import os
import random

import kills
import pytest
from load import Client, Worker

SEED = int(os.environ.get("SOAK_SEED", "20"))
ACCOUNTS = 12
ROUNDS = 300 if "SOAK" in os.environ else 25


def owners(client, accounts):
    """The accounts that have the plan, as the servers say."""
    def has_plan(account):
        snapshot = json.loads(client.until_answered("GET", "/customers/me", token=account.token)[1])
        return "pro" in snapshot["membership"]["entitlements"]

    return [account for account in accounts if has_plan(account)]


@pytest.mark.parametrize(("database", "servers"), [(kills.SQLite, 1), (kills.PostgreSQL, 2)])
def test_one_purchase_has_one_owner(database, servers):
    """EX-17 accounts that restore one purchase at once leave it with one of them, and a restarted server says the same"""
    with kills.Soak(SEED, database, servers, workers=0) as soak:
        worker = Worker(soak.book, "fight")
        for _ in range(ACCOUNTS):
            worker.begin()
        accounts = worker.mine
        identifier, signed = worker.bought(accounts[0], "pro.monthly")
        clients = [Client(soak.book, random.Random(f"{SEED}/{number}")) for number in range(ACCOUNTS)]

        def restore(number):
            body = {"signedTransactions": [signed]}
            return clients[number].once("POST", "/customers/me/restore", body, token=accounts[number].token)[0]

        with concurrent.futures.ThreadPoolExecutor(ACCOUNTS) as pool:
            for fight in range(ROUNDS):
                statuses = set(pool.map(restore, range(ACCOUNTS)))
                assert 200 in statuses and statuses <= {200, 503}, (fight, statuses)
                found = owners(clients[0], accounts)
                assert len(found) == 1, (fight, [account.name for account in found])
        for server in soak.servers:
            server.kill()
            server.start()
        assert owners(clients[0], accounts) == found
        found[0].subscriptions[identifier] = signed
    assert soak.book.is_clean, soak.book.summary("fights")
