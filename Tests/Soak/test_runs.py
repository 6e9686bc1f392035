"""An allowance of 100 is 100, whatever happens to clocks and networks, and every answer fits one order.

SOAK_RUNS is the number of runs, of which every fourth is on SQLite; SOAK_SEED is the seed of the first. In the long form,
every eighth is on PostgreSQL behind pgbouncer. A run that fails names its seed and the file with its recording:
`runs.py --seed SEED` repeats it, `runs.py --replay FILE` makes its decisions again, and `histories.py FILE` checks the history.
"""

import dataclasses
import http.client
import json
import os
import subprocess
import sys
import time

import pytest

import histories
import results
import runs
from cluster import APP, Cluster
from histories import Operation
from proxy import StaleReads
from servers import only_in_the_long_form

RUNS = int(os.environ.get("SOAK_RUNS", 4))
SEED = int(os.environ.get("SOAK_SEED", 1))
SEEDS = range(SEED, SEED + RUNS)
# Those that go through pgbouncer.
POOLED = [seed for seed in SEEDS if "SOAK" in os.environ and seed % 8 == 2]


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


@pytest.fixture(scope="module")
def pgbouncer(alone):
    cluster = Cluster("pgbouncer", 3, store=alone.store)
    yield cluster
    cluster.stop()


def execute(cluster, seed, alone):
    run, part = runs.Run(cluster, seed), f"{cluster.kind} run {seed}"
    try:
        run.execute()
        again = runs.replay(run, alone)
    except Exception as error:
        kept = run.keep(runs.KEPT, error)
        results.record(part, f"{part}: failed; runs.py --replay {kept}", runs=1, exact=0)
        raise runs.Failure(f"--seed {seed} --ledger {cluster.kind}; {kept}") from error
    results.record(part, f"{run}; {again} answers are the same when decided again",
                   runs=1, exact=int(set(run.counted.values()) == {100}), acknowledged=run.acknowledged)
    assert set(run.counted.values()) == {100}
    assert again > 300 or not run.is_exact


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 4 and seed not in POOLED])
def test_an_allowance_of_100_is_100_on_several_servers(seed, postgres, alone):
    execute(postgres, seed, alone)


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 4 == 0])
def test_an_allowance_of_100_is_100_on_one_server(seed, sqlite, alone):
    execute(sqlite, seed, alone)


@pytest.mark.parametrize("seed", POOLED)
def test_an_allowance_of_100_is_100_behind_pgbouncer(seed, pgbouncer, alone):
    execute(pgbouncer, seed, alone)


@pytest.mark.parametrize("is_faulty", [True, pytest.param(False, marks=only_in_the_long_form)])
def test_a_run_is_decided_again_from_its_recording(is_faulty, sqlite, tmp_path, monkeypatch):
    """A use that a faulty proxy allows fails the run, and the replay in another process finds the answer that is wrong"""
    send, planted, allowed = runs.Client.send, [], []

    def faulty(client, method, path, key=None, *arguments, **options):
        answer = send(client, method, path, key, *arguments, **options)
        if is_faulty and path.endswith("/drill/uses") and answer:
            if answer[0] == 200:
                allowed.append(answer)
            elif not planted:
                planted.append(key)
                return allowed[-1]
        return answer

    monkeypatch.setattr(runs.Client, "send", faulty)
    run = runs.Run(sqlite, 4)
    run.plan = dataclasses.replace(run.plan, faults=())
    if is_faulty:
        with pytest.raises(runs.Failure, match="acknowledged, and not recorded") as failure:
            run.execute()
        path = run.keep(tmp_path, failure.value)
    else:
        run.execute()
        path = run.keep(tmp_path)
    done = subprocess.run([sys.executable, runs.__file__, "--replay", path], capture_output=True, text=True, timeout=120)
    differing = [line for line in done.stdout.splitlines() if "and in the replay with" in line]
    assert done.returncode == is_faulty, done.stdout + done.stderr
    assert any(f"key='{planted[0]}'" in line for line in differing) if is_faulty else not differing, done.stdout


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
