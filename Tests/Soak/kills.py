#!/usr/bin/env python3
"""Kills servers and databases under a mixed load, and checks that nothing acknowledged is lost or duplicated.

  make soak                                                  # every scenario, hundreds of kills
  .venv/bin/python Tests/Soak/kills.py --rounds 50 --seed 7 postgres
"""

import argparse
import contextlib
import random
import sqlite3
import sys
import time
import traceback

import results
from book import Book
from load import Client, Notifications, Worker
from servers import Cluster, Folder, Pooler, Server, Store, address


class Soak:
    """Servers, a store and a load; the scenarios below differ in what they kill."""

    def __init__(self, seed, database, servers=1, environment=None, workers=6, passwords=0.0, mix=None,
                 between=(3, 40)):
        self.seed, self.random = seed, random.Random(seed)
        # How many acknowledgements there are before each kill.
        self.between = between
        with contextlib.ExitStack() as cleanup:
            self.start(database, servers, environment, cleanup)
            self.cleanup = cleanup.pop_all()
        self.workers = [Worker(self.book, number, passwords, mix) for number in range(workers)]

    def start(self, database, servers, environment, cleanup):
        self.folder = cleanup.enter_context(Folder())
        self.database = database(self.folder, cleanup)
        notifications = Notifications()
        cleanup.callback(notifications.stop)
        store = Store(self.folder, notifications.address)
        cleanup.callback(store.stop)
        environment = environment or getattr(self.database, "environment", None)
        self.servers = [Server(self.folder, store, self.database.address, environment, f"server-{number}")
                        for number in range(servers)]
        options = self.options(cleanup)
        for number, server in enumerate(self.servers):
            server.arguments += options
            cleanup.callback(server.stop)
            server.start(*(["--create"] if number == 0 else []))
        self.book = Book(self.seed, self.servers, store, notifications)

    def options(self, cleanup):
        """More options of the servers."""
        return []

    def __enter__(self):
        first = Worker(self.book, "shared")
        first.begin()
        self.book.shared = self.book.customers.pop()
        for worker in self.workers:
            worker.start()
        return self

    def __exit__(self, kind, *arguments):
        with self.cleanup:
            try:
                if kind is None:
                    self.finish()
            finally:
                self.book.is_over.set()

    def finish(self):
        """Ends the load, repeats what is open, and checks everything."""
        self.book.is_over.set()
        for worker in self.workers:
            worker.join()
            if worker.failure:
                raise worker.failure
            worker.settle()
        self.book.check(Client(self.book, self.random))
        self.book.doubled += [f"{count} rows of {key}" for key, count in self.database.doubled_rows()]

    def kill(self, *victims):
        """Lets some requests complete, and kills while others are in progress.

        A victim that returns False was not killed, because there was none at this moment: it is tried again.
        """
        self.book.wait_for(self.random.randint(*self.between))
        for victim in victims:
            while victim() is False:
                self.book.wait_for(1)
            self.book.kills += 1

    def restart(self, server):
        self.kill(server.kill)
        server.start()


class SQLite:
    """The ledger in a file."""

    def __init__(self, folder, cleanup):
        self.address = str(folder / "soak.sqlite")

    def doubled_rows(self):
        """The uses that are in the ledger twice, regardless of how the server reads them."""
        with contextlib.closing(sqlite3.connect(self.address)) as connection:
            return connection.execute(
                "SELECT body ->> '$.key', count(*) FROM facts WHERE kind IN ('use', 'spend') "
                "GROUP BY kind, body ->> '$.origin', body ->> '$.feature', body ->> '$.key' HAVING count(*) > 1").fetchall()


class PostgreSQL:
    """The ledger in PostgreSQL, on one cluster."""

    def __init__(self, folder, cleanup, settings=()):
        self.cluster = Cluster(folder, "a", settings).create().start()
        cleanup.callback(lambda: self.cluster.stop())
        self.address = address(self.cluster)

    def doubled_rows(self):
        rows = self.cluster.ask(
            "SELECT body::json->>'key', count(*) FROM tollgate.facts WHERE kind IN ('use', 'spend') "
            "GROUP BY kind, body::json->>'origin', body::json->>'feature', body::json->>'key' HAVING count(*) > 1")
        return [tuple(row.split("|")) for row in rows.splitlines()]


class Pooled(PostgreSQL):
    """PostgreSQL behind pgbouncer in transaction mode, with fewer connections to PostgreSQL than the servers open."""

    def __init__(self, folder, cleanup):
        super().__init__(folder, cleanup)
        self.pooler = Pooler(folder, self.cluster).start()
        cleanup.callback(lambda: self.pooler.kill())
        self.address = address(self.pooler)


class Pair(PostgreSQL):
    """A primary and its synchronous standby: a commit is acknowledged once both have it."""

    def __init__(self, folder, cleanup):
        settings = ["synchronous_standby_names='ANY 1 (a, b)'"]
        super().__init__(folder, cleanup, settings)
        self.standby = Cluster(folder, "b", settings)
        cleanup.callback(lambda: self.standby.stop())
        self.address = address(self.cluster, self.standby)
        self.standby.follow(self.cluster)

    def fail_over(self):
        """The primary dies, its standby takes over, and a copy of it becomes the next standby."""
        self.cluster.kill()
        self.standby.promote()
        self.cluster, self.standby = self.standby, self.cluster
        self.standby.follow(self.cluster)


def sqlite(seed, rounds, **options):
    """The server on SQLite."""
    with Soak(seed, SQLite, **options) as soak:
        for _ in range(rounds):
            soak.restart(soak.servers[0])
    return soak.book


def postgres(seed, rounds, **options):
    """Two servers on one PostgreSQL: a server, the postmaster, or one of its processes."""
    with Soak(seed, PostgreSQL, servers=2, **options) as soak:
        for number in range(rounds):
            match number % 3:
                case 0:
                    soak.restart(soak.random.choice(soak.servers))
                case 1:
                    soak.kill(soak.database.cluster.kill)
                    soak.database.cluster.start()
                case 2:
                    soak.kill(lambda: soak.database.cluster.kill_backend(soak.random))
    return soak.book


def pgbouncer(seed, rounds, **options):
    """Two servers on one PostgreSQL behind pgbouncer: pgbouncer, a server or the postmaster; pgbouncer is also restarted."""
    with Soak(seed, Pooled, servers=2, **options) as soak:
        pooler, cluster = soak.database.pooler, soak.database.cluster
        for number in range(rounds):
            match number % 4:
                case 0 | 2:
                    soak.kill(pooler.kill)
                    pooler.start()
                case 1:
                    soak.restart(soak.random.choice(soak.servers))
                case 3:
                    soak.kill(cluster.kill)
                    cluster.start()
            if number % 2 == 0:
                soak.book.wait_for(soak.random.randint(3, 40))
                pooler.stop()
                pooler.start()
        soak.book.wait_for(20)
    return soak.book


def failover(seed, rounds, **options):
    """Two servers on a primary with a synchronous standby, which takes over; sometimes a server dies with the primary."""
    with Soak(seed, Pair, servers=2, **options) as soak:
        for number in range(rounds):
            if number % 3 == 2:
                soak.kill(soak.servers[0].kill, soak.database.fail_over)
                soak.servers[0].start()
            else:
                soak.kill(soak.database.fail_over)
    return soak.book


SCENARIOS = {"sqlite": sqlite, "postgres": postgres, "pgbouncer": pgbouncer, "failover": failover}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="scenario", help=f"any of {', '.join(SCENARIOS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=150, help="kills in each scenario (default: 150)")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = parser.parse_args()
    is_clean = True
    if unknown := set(options.scenarios) - set(SCENARIOS):
        parser.error(f"there is no scenario {', '.join(sorted(unknown))}")
    for name in options.scenarios or SCENARIOS:
        again = f"{parser.prog} --rounds {options.rounds} --seed {options.seed} {name}"
        print(f"{again} …", flush=True)
        started = time.monotonic()
        try:
            book = SCENARIOS[name](options.seed, options.rounds, passwords=0.02)
        except Exception:
            traceback.print_exc()
            results.record(name, f"{name}: failed; repeat it with {again}", failures=1)
            is_clean = False
        else:
            results.of(book, name)
            is_clean &= book.is_clean
        print(f"{results.LINES[-1]}, {time.monotonic() - started:.0f} s", flush=True)
        if not is_clean:
            print(f"To repeat it: {again}", flush=True)
    sys.exit(0 if is_clean else 1)


if __name__ == "__main__":
    main()
