"""An allowance of 100 is 100, whatever happens to clocks and networks, and every answer fits one order.

SOAK_RUNS is the number of runs, of which every fourth is on SQLite; SOAK_SEED is the seed of the first. A run that fails names
its seed and the file with its history: `runs.py --seed SEED` repeats it, `histories.py FILE` checks the history again.
"""

import http.client
import json
import os
import pathlib
import tempfile
import time

import pytest

import histories
import runs
from cluster import APP, Cluster
from histories import Operation
from proxy import StaleReads

RUNS = int(os.environ.get("SOAK_RUNS", 4))
SEED = int(os.environ.get("SOAK_SEED", 1))
SEEDS = range(SEED, SEED + RUNS)
KEPT = pathlib.Path(tempfile.gettempdir()) / "tollgate-histories"


@pytest.fixture(scope="module")
def alone():
    """A server with a ledger in memory, for replays."""
    cluster = Cluster("memory")
    yield cluster
    cluster.stop()


@pytest.fixture(scope="module")
def sqlite(alone):
    cluster = Cluster("sqlite", store=alone.store)
    yield cluster
    cluster.stop()


@pytest.fixture(scope="module")
def postgres(alone):
    cluster = Cluster("postgres", 3, store=alone.store)
    yield cluster
    cluster.stop()


def execute(cluster, seed, alone):
    run = runs.Run(cluster, seed)
    try:
        run.execute()
        again = runs.replay(run, alone)
    except Exception as error:
        kept = run.keep(KEPT) if hasattr(run, "recorder") else "no history"
        raise runs.Failure(f"--seed {seed} --ledger {cluster.kind}; {kept}") from error
    print(f"{run}; {again} answers are the same when decided again")
    assert set(run.counted.values()) == {100}
    assert again > 300 or not run.is_exact


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 4])
def test_an_allowance_of_100_is_100_on_several_servers(seed, postgres, alone):
    execute(postgres, seed, alone)


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 4 == 0])
def test_an_allowance_of_100_is_100_on_one_server(seed, sqlite, alone):
    execute(sqlite, seed, alone)


def test_a_replayed_read_may_differ_only_in_what_unanswered_requests_did():
    def read(reserved, used, left):
        facts = [{"kind": "reservation", "key": reserved}, {"kind": "uses", "names": ["1-1", used], "at": [7, 7]}]
        return json.dumps({"facts": facts, "left": left})

    lost = {"2-1", "2-2", "3-1", "3-2"}
    assert runs.certain(read("2-1", "3-1", 5), lost) == runs.certain(read("2-2", "3-2", 5), lost)
    for other in (read("2-3", "3-1", 5), read("2-1", "3-3", 5), read("2-1", "3-1", 4)):
        assert runs.certain(read("2-1", "3-1", 5), lost) != runs.certain(other, lost)


def test_one_seed_gives_one_plan():
    assert runs.Plan.of(7, "postgres", 3) == runs.Plan.of(7, "postgres", 3)
    assert len({runs.Plan.of(seed, "postgres", 3).faults for seed in range(20)}) == 20


@pytest.mark.parametrize("is_faulty", [False, True])
def test_a_planted_stale_read_is_found(alone, is_faulty):
    (server,) = alone.servers
    server.set_clock(0)
    relay = StaleReads(server.port, is_faulty)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", relay.port, timeout=30)
        _, created = runs.exchange(connection, "POST", f"{APP}/customers", {})
        snapshot = created["snapshot"]
        history = []

        def ask(kind, key=None):
            method, path, body = runs.request_of(kind, "message", key, 1)
            invoked = time.monotonic_ns()
            connection.request(method, path, None if body is None else "{}",
                               {"Authorization": f"Bearer {created['token']}"} | ({"Idempotency-Key": key} if key else {}))
            response = connection.getresponse()
            answer = response.status, response.read()
            history.append(Operation(
                1, snapshot["id"], kind, invoked, time.monotonic_ns(), None if kind == "read" else "message", key,
                answer=runs.read_of(answer) if kind == "read" else runs.answer_of(kind, *answer)))

        for number in range(3):
            ask("use", f"k{number}")
            ask("read")
        terms = {"message": runs.ALLOWANCES["message"]}
        verdicts = histories.check(history, terms, {snapshot["id"]: (snapshot["serverTime"], snapshot["version"])})
        assert all(verdict.is_linearizable for verdict in verdicts) != is_faulty
        if is_faulty:
            assert [one.kind for one in verdicts[0].stuck] == ["read"], "the smallest part names the read"
    finally:
        relay.stop()
