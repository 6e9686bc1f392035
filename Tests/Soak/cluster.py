"""Runs `tollgate serve` on SQLite or PostgreSQL, with a clock of its own and a network that a test can break."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request

from clocks import Clock
from proxy import Proxy

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOLLGATE = pathlib.Path(os.environ.get("TOLLGATE", ROOT / ".build/debug/tollgate"))
BLUEPRINT = pathlib.Path(__file__).with_name("allowance.yml")
STORE_CONFIGURATION = pathlib.Path(__file__).with_name("allowance.storekit")
APP = "/v1/apps/allowance"
# The ledgers that several servers share.
SHARED = ("postgres", "pgbouncer")
# 2026-03-10T12:00:00Z: the servers' clocks begin on an ordinary day, whenever the tests run.
NOON = 1_773_144_000_000


class PostgreSQL:
    """A throw-away PostgreSQL server from Debian's package, on a Unix socket in its own folder, or pgbouncer before it."""

    def __init__(self, is_pooled=False):
        self._folder = tempfile.mkdtemp(prefix="tollgate-soak-")
        os.chmod(self._folder, 0o755)
        options = ["--pgbouncer"] if is_pooled else []
        subprocess.run([ROOT / "Scripts/postgres", "start", *options, self._folder], check=True, capture_output=True, timeout=60,
                       env=os.environ | {"POOL_SIZE": "4"})
        self.socket = f"{self._folder}/{'pgbouncer/' if is_pooled else ''}.s.PGSQL.5432"
        self.user = "postgres" if os.geteuid() == 0 else os.environ.get("USER", "postgres")

    def stop(self):
        subprocess.run([ROOT / "Scripts/postgres", "stop", self._folder], check=True, timeout=60)


class Store:
    """A simulated App Store that sells the coins, and whose signatures the servers accept."""

    def __init__(self, folder):
        self._process = subprocess.Popen(
            [TOLLGATE, "store", "--config", STORE_CONFIGURATION, "--bundle-id", "com.example.allowance", "--app-apple-id", "42",
             "--environment", "production", "--port", "0", "--start", "2026-03-10T11:00:00Z", "--key-directory", folder],
            stdout=subprocess.PIPE, text=True)
        self.root = pathlib.Path(folder) / "root.cer"
        for line in self._process.stdout:
            if found := re.match(r"(http://127\.0\.0\.1:\d+)$", line):
                self._address = found[1]
            if line.startswith("Swift"):
                return
        raise RuntimeError("the store does not open")

    def buy(self):
        """A signed purchase of a hundred coins, by a new store account."""
        asked = urllib.request.Request(
            f"{self._address}/control/buy", json.dumps({"product": "coins.100"}).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return json.load(answer)["purchase"]["signedTransactionInfo"]

    def stop(self):
        self._process.terminate()
        self._process.wait(timeout=30)


@functools.cache
def keys():
    """Keys for all servers of a test run."""
    return subprocess.run([TOLLGATE, "server-keys", "create", "--print"], check=True, capture_output=True, text=True).stdout.strip()


class Server:
    """One server: its process, its clock, and the proxies on both sides of it."""

    def __init__(self, folder, name, root, *ledger, database=None):
        """`ledger` are the options that name it; `database` is the proxy in front of it."""
        self.name, self.database = name, database
        self.clock = Clock(folder, f"{name}.clock")
        self.set_clock(0)
        self._log = open(pathlib.Path(folder) / f"{name}.log", "w")
        self._process = subprocess.Popen(
            [TOLLGATE, "serve", BLUEPRINT, *ledger, "--port", "0", "--store-root", root,
             "--max-requests-per-customer", "0", "--max-requests-per-address", "0"],
            stdout=subprocess.PIPE, stderr=self._log, text=True, env=os.environ | self.clock.environment | {"TOLLGATE_KEYS": keys()})
        for line in self._process.stdout:
            if found := re.match(r"http://127\.0\.0\.1:(\d+)$", line):
                self.port = int(found[1])
                break
        else:
            raise RuntimeError("the server does not start: " + pathlib.Path(self._log.name).read_text())
        self.front = Proxy(("127.0.0.1", self.port))

    def set_clock(self, ahead, base=NOON):
        """Shows a time that was `base` when the tests began, ahead by this many milliseconds."""
        self.clock.run(base + ahead - _STARTED)

    def heal(self):
        self.front.heal()
        if self.database:
            self.database.heal()

    def stop(self):
        self.heal()
        self._process.terminate()
        try:
            self._process.wait(timeout=30)
        finally:
            self._process.kill()
            self.front.stop()
            self._log.close()


class Cluster:
    """Servers that share a ledger, each with its own connection to it."""

    def __init__(self, kind, count=1, store=None):
        """`kind` is `postgres`, `pgbouncer`, `sqlite` or `memory`; without a store, it gets one of its own."""
        self.kind = kind
        self._folder = tempfile.mkdtemp(prefix="tollgate-servers-")
        self._started = []
        try:
            self.store = store or self._start(Store(self._folder))
            self.servers = []
            if kind in SHARED:
                database = self._start(PostgreSQL(is_pooled=kind == "pgbouncer"))
            for number in range(count):
                name = f"server-{number + 1}"
                link = None
                if kind in SHARED:
                    link = self._start(Proxy(database.socket))
                    ledger = ["--database", f"postgres://{database.user}@127.0.0.1:{link.port}/postgres?sslmode=disable", "--create"]
                elif kind == "sqlite":
                    ledger = ["--database", f"{self._folder}/ledger.sqlite", "--create"]
                else:
                    ledger = ["--in-memory"]
                self.servers.append(self._start(Server(self._folder, name, self.store.root, *ledger, database=link)))
        except BaseException:
            self.stop()
            raise

    def _start(self, part):
        self._started.append(part)
        return part

    def stop(self):
        for part in reversed(self._started):
            part.stop()
        self._started = []
        shutil.rmtree(self._folder, ignore_errors=True)


_STARTED = time.time_ns() // 1_000_000
