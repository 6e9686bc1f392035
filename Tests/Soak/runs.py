"""Runs in which several clients use up allowances of 100, while the servers' clocks and networks are broken.

A seed determines every choice of a run: which servers take part, what each client requests and from which server, when
networks are cut, delayed, stalled and half-closed, and when a clock steps by an hour. It does not determine how threads and
processes are scheduled, so two runs with one seed are similar, not identical. A run is therefore recorded, and its decisions
can be repeated: `replay` sends the recorded requests to a fresh server one after the other, in the order that the checker
found, each at the recorded instant, and compares the answers byte for byte.

Usage: runs.py [--seed SEED] [--runs RUNS] [--ledger postgres|pgbouncer|sqlite] [--keep FOLDER]
       runs.py --replay FILE

A run that fails writes its recording to a file, which `--replay` reads.
"""

import argparse
import base64
import dataclasses
import http.client
import json
import pathlib
import random
import signal
import sys
import tempfile
import threading
import time

import histories
from clocks import HOUR
from histories import DAY, Allowance, Operation
from proxy import DOWN, UP
from cluster import APP, NOON, SHARED, Cluster
from recordings import Recording, in_order

ALLOWANCES = {
    "drill": Allowance(100),
    "message": Allowance(100, window=DAY),
    "photo": Allowance(100),
}
FEATURES = f"{APP}/customers/me/features"
# How long a client waits for an answer before it asks another server.
PATIENCE = (0.3, 2.0)
# Where the recordings of failed runs are.
KEPT = pathlib.Path(tempfile.gettempdir()) / "tollgate-histories"
# How long, in seconds, using up everything may take on a busy machine.
SETTLING = 300


class Failure(AssertionError):
    """A promise was not kept."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a run does, and when."""

    seed: int
    servers: tuple
    base: int
    clients: int
    faults: tuple
    length: float

    @classmethod
    def of(cls, seed, kind, count):
        chance = random.Random(f"{seed} plan")
        servers = tuple(range(count)) if kind not in SHARED or chance.random() < 0.5 else tuple(chance.sample(range(count), 2))
        length = 2.5
        faults = []
        for _ in range(chance.randrange(4, 9)):
            at, server = chance.uniform(0.1, length), chance.choice(servers)
            link = "database" if kind in SHARED and chance.random() < 0.7 else "front"
            action = chance.choice(["cut", "delay", "hold", "half-close", "refuse", "lose", "lose", "prevent"])
            direction = chance.choice([UP, DOWN])
            faults.append((at, server, link, action, direction, chance.uniform(0.05, 1.2)))
        # One clock steps an hour ahead, an hour back, and to the right time, in a random order.
        liar = chance.choice(servers)
        steps = chance.choice([(HOUR, -HOUR, 0), (-HOUR, HOUR, 0), (HOUR, 0, -HOUR)])
        faults += [(length * (number + 1) / 5, liar, "clock", "step", ahead, 0) for number, ahead in enumerate(steps)]
        # In some runs the steps pass midnight, where a daily allowance begins again.
        base = NOON + (11 * HOUR + HOUR // 2 if chance.random() < 0.25 else 0)
        return cls(seed, servers, base, chance.randrange(4, 9), tuple(sorted(faults)), length)


class Recorder:
    """The history of a run, in the order in which operations end."""

    def __init__(self, customer):
        self.customer = customer
        self.operations = []
        # The exact answers, by operation, for the replay.
        self.bodies = {}
        # The instants of what was recorded, by kind, feature and key, for the replay of what was not answered.
        self.instants = {}
        self.requests = self.lost = 0
        self._lock = threading.Lock()

    def add(self, body=None, **fields):
        operation = Operation(customer=self.customer, **fields)
        with self._lock:
            self.operations.append(operation)
            if body is not None:
                self.bodies[operation.kind, operation.client, operation.invoked] = body
        return operation

    def count(self, is_lost):
        with self._lock:
            self.requests += 1
            self.lost += is_lost


class Client:
    """One client: it sends requests, repeats those that were not answered, and records both."""

    def __init__(self, number, run, chance):
        self.number, self.run, self.chance = number, run, chance
        self.servers = run.servers
        self.allowed = []
        self._keys = 0

    def new_key(self):
        self._keys += 1
        return f"{self.number}-{self._keys}"

    def send(self, method, path, key=None, body=None, patience=None):
        """Sends one request; returns the status and body, or None if the outcome is unknown."""
        server = self.chance.choice(self.servers)
        headers = {"Authorization": f"Bearer {self.run.token}"} | ({"Idempotency-Key": key} if key else {})
        connection = http.client.HTTPConnection("127.0.0.1", server.front.port, timeout=patience or self.chance.uniform(*PATIENCE))
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            answer = response.status, response.read()
        except (OSError, http.client.HTTPException):
            answer = None
        finally:
            connection.close()
        # A server that is too busy, or that cannot reach its database, does not report whether it wrote.
        if answer and answer[0] >= 500:
            answer = None
        self.run.recorder.count(is_lost=answer is None)
        return answer

    def until_answered(self, kind, feature, key=None, cost=1):
        """Repeats a request until it is answered, records it, and returns the answer; None when the run is over."""
        method, path, body = request_of(kind, feature, key, cost)
        begin, lost = time.monotonic_ns(), []
        fields = {"client": self.number, "kind": kind, "allowance": feature, "key": key, "cost": cost}
        while True:
            invoked = time.monotonic_ns()
            answer = self.send(method, path, None if kind == "release" else key, body)
            returned = time.monotonic_ns()
            if answer is not None:
                break
            lost.append(invoked)
            if self.run.is_over():
                break
            time.sleep(self.chance.uniform(0, 0.05))
        if kind == "read":
            if answer is None:
                return None
            return self.run.recorder.add(client=self.number, kind="read", invoked=invoked, returned=returned,
                                         answer=read_of(answer), body=answer[1]).answer
        known = answer and answer_of(kind, *answer)
        # A use that is repeated gets its first answer, so all its requests are one operation. Anything else may still
        # have its effect after the repeated request was answered.
        is_one = kind == "use" and known and known["allowed"]
        for one in [] if is_one else lost:
            self.run.recorder.add(**fields, invoked=one)
        if known is None:
            return None
        self.run.recorder.add(**fields, invoked=begin if is_one else invoked, returned=returned, answer=known, body=answer[1])
        if kind == "use" and known["allowed"]:
            self.allowed.append((feature, key, cost, answer[1]))
        return known

    def work(self):
        """Uses, performs and reads until everything is used up."""
        left = {"drill", "message", "photo"}
        while left and not self.run.is_over():
            feature = self.chance.choice(sorted(left))
            cost = self.chance.randrange(1, 4) if feature == "photo" else 1
            key = self.new_key()
            choice = self.chance.random()
            if choice < 0.15:
                self.until_answered("read", None)
            elif choice < 0.2 and self.allowed:
                self.repeat()
            elif feature != "message" and choice < (0.8 if feature == "drill" else 0.4):
                self.perform(feature, key, cost)
            else:
                answer = self.until_answered("use", feature, key, cost)
                if answer and not answer["allowed"] and answer["left"] == 0:
                    left.discard(feature)

    def perform(self, feature, key, cost):
        """A reservation, then its use or its release."""
        answer = self.until_answered("reserve", feature, key, cost)
        if answer and answer["allowed"]:
            self.until_answered("use" if self.chance.random() < 0.7 else "release", feature, key, cost)

    def repeat(self):
        """Repeats an answered request: the answer must be the same, byte for byte."""
        feature, key, cost, first = self.chance.choice(self.allowed)
        method, path, body = request_of("use", feature, key, cost)
        again = self.send(method, path, key, body)
        if again and again != (200, first):
            raise Failure(f"{feature} {key} was answered with {first}, and then with {again}")


class Run:
    """One run of a plan: its customer, its clients, its faults and its end."""

    def __init__(self, cluster, seed):
        self.cluster = cluster
        self.plan = Plan.of(seed, cluster.kind, len(cluster.servers))
        self.servers = [cluster.servers[number] for number in self.plan.servers]
        # The order in which the answers are right, with the instants of what was not answered; none until it is found.
        self.order = None
        self._end = time.monotonic() + self.plan.length + SETTLING

    def is_over(self):
        return time.monotonic() > self._end

    def execute(self):
        """Runs the plan, and checks that 100 of each allowance were allowed and that the history is linearizable."""
        for server in self.servers:
            server.heal()
            server.set_clock(0, self.plan.base)
        sprung = self._sprung()
        self._open_customer()
        clients = [Client(number, self, random.Random(f"{self.plan.seed} client {number}")) for number in range(self.plan.clients)]
        problems = []

        def work(client):
            try:
                client.work()
            except BaseException as error:
                problems.append(error)

        threads = [threading.Thread(target=work, args=[client]) for client in clients]
        for thread in threads:
            thread.start()
        self._break_things(threads)
        for thread in threads:
            thread.join()
        if problems:
            raise problems[0]
        self._finish(clients)
        self.sprung = self._sprung() - sprung
        return self

    def _sprung(self):
        return sum(server.database.sprung for server in self.servers if server.database)

    def _open_customer(self):
        """A new customer with a hundred coins."""
        first = self.servers[0]
        connection = http.client.HTTPConnection("127.0.0.1", first.port, timeout=30)
        self.setup = []
        self.purchase = self.cluster.store.buy()
        _, created = exchange(connection, "POST", f"{APP}/customers", {})
        self.token, self.customer = created["token"], created["snapshot"]["id"]
        self.setup.append(created["snapshot"]["serverTime"])
        status, bought = exchange(connection, "POST", f"{APP}/customers/me/transactions", {"signedTransaction": self.purchase}, self.token)
        if status != 200:
            raise Failure(f"the purchase was refused: {bought}")
        snapshot = bought["snapshot"]
        self.setup.append(snapshot["serverTime"])
        self.start = (snapshot["serverTime"], snapshot["version"])
        self.recorder = Recorder(self.customer)

    def _break_things(self, threads):
        began, pending = time.monotonic(), list(self.plan.faults)
        healing = []
        while pending or healing:
            now = time.monotonic() - began
            while pending and pending[0][0] <= now:
                at, number, link, action, argument, seconds = pending.pop(0)
                server = self.cluster.servers[number]
                if action == "step":
                    server.set_clock(argument, self.plan.base)
                    continue
                _break(server.front if link == "front" else server.database, link, action, argument, seconds)
                healing.append((now + seconds, server))
            for when, server in [one for one in healing if one[0] <= now]:
                healing.remove((when, server))
                server.heal()
            if not any(thread.is_alive() for thread in threads):
                break
            time.sleep(0.01)
        for server in self.servers:
            server.heal()

    def _finish(self, clients):
        """With everything healed: release what is still reserved, use up what is left, read on every server, and compare."""
        last = Client(99, self, random.Random(f"{self.plan.seed} last"))
        for _ in range(10):
            for server in self.servers:
                # A server handles the writes of a customer one after the other, so nothing older is pending after this.
                last.servers = [server]
                last.until_answered("release", "drill", "none")
            last.servers = self.servers
            for fact in self._export(last)["facts"]:
                if fact["kind"] == "reservation":
                    last.until_answered("release", fact["feature"], fact["key"])
            for feature in ALLOWANCES:
                while (answer := last.until_answered("use", feature, last.new_key())) and answer["allowed"]:
                    pass
                if answer is None:
                    raise Failure("the servers do not answer, with everything healed")
            export = self._export(last)
            if not any(fact["kind"] == "reservation" for fact in export["facts"]):
                break
        else:
            raise Failure("reservations reappear")
        for server in self.servers:
            last.servers = [server]
            last.until_answered("read", None)
        self.export = export
        self._count(clients + [last])
        self._check()

    def _exact(self):
        """The operations, with the instants of those that were not answered where they are known."""
        instants = dict(self.recorder.instants)
        for one in self.recorder.operations:
            # The answer to a repeated reservation shows when the lost one was made.
            if one.kind == "reserve" and one.answer and one.answer["lapses"]:
                instants["reserve", one.allowance, one.key] = one.answer["lapses"] - ALLOWANCES[one.allowance].reservation
        return [one if one.answer else dataclasses.replace(one, at=instants.get((one.kind, one.allowance, one.key)))
                for one in self.recorder.operations]

    def _check(self):
        """Decides whether the history is linearizable: with or without the instants of lost requests that became known."""
        for is_exact, operations in ((True, self._exact()), (False, self.recorder.operations)):
            self.is_exact = is_exact
            self.verdicts = histories.check(operations, ALLOWANCES, {self.customer: self.start})
            wrong = [verdict for verdict in self.verdicts if not verdict.is_linearizable]
            if not wrong:
                self.order = self.verdicts[-1].order if is_exact else None
                return
        # A key may have been reserved twice, and then one instant is not enough; a violation without any instants is real.
        raise Failure("\n".join(map(str, wrong)))

    def _export(self, client):
        answer = None
        while answer is None or answer[0] != 200:
            answer = client.send("GET", f"{APP}/customers/me/export", patience=15)
            if answer is None and self.is_over():
                raise Failure("the servers do not answer, with everything healed")
        export = json.loads(answer[1])
        for kind, feature, key, _, at in recorded_in(export):
            self.recorder.instants[kind, feature, key] = at
        return export

    def _count(self, clients):
        """Compares what was recorded with what was acknowledged."""
        recorded = {name: {} for name in ALLOWANCES}
        for kind, feature, key, amount, at in recorded_in(self.export):
            if kind != "use":
                continue
            if key in recorded[feature]:
                raise Failure(f"{feature} {key} is recorded twice")
            recorded[feature][key] = (amount, at)
        self.counted = {}
        for name, terms in ALLOWANCES.items():
            windows = {}
            for amount, at in recorded[name].values():
                windows[terms.window_of(at)] = windows.get(terms.window_of(at), 0) + amount
            self.counted[name] = windows[max(windows)] if windows else 0
            if self.counted[name] != terms.capacity or max(windows.values()) > terms.capacity:
                raise Failure(f"{name}: {windows}, not {terms.capacity}")
        acknowledged = {(feature, key) for client in clients for feature, key, _, _ in client.allowed}
        lost = [one for one in acknowledged if one[1] not in recorded[one[0]]]
        if lost:
            raise Failure(f"acknowledged, and not recorded: {lost}")
        self.acknowledged = len(acknowledged)

    def __str__(self):
        counted = ", ".join(f"{name} {count}" for name, count in sorted(self.counted.items()))
        return (f"seed {self.plan.seed}: {self.cluster.kind} × {len(self.servers)}, {self.plan.clients} clients, "
                f"{self.recorder.requests} requests, {self.recorder.lost} unanswered, {len(self.plan.faults) - 3} faults, "
                f"{self.sprung} cut at COMMIT, 3 clock steps; {counted}; linearizable")

    def recording(self, failure=None):
        """Everything that a replay needs; it exists once the run's customer does."""
        operations = self._exact() if self.order is None else self.order
        return Recording(
            seed=self.plan.seed, ledger=self.cluster.kind, failure=failure, is_ordered=self.order is not None,
            setup=self.setup, purchase=self.purchase, root=base64.b64encode(self.cluster.store.root.read_bytes()).decode(),
            customer=self.customer, start=self.start, operations=operations,
            bodies=[self.recorder.bodies.get((one.kind, one.client, one.invoked), b"").decode() or None for one in operations])

    def keep(self, folder, failure=None):
        """Writes the recording, for `histories.py` to check and `--replay` to replay."""
        if not hasattr(self, "recorder"):
            return "nothing was recorded"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"history-{self.cluster.kind}-{self.plan.seed}.jsonl"
        self.recording(failure and str(failure)).write(path, ALLOWANCES)
        return path


def replay(run, cluster):
    """Replays a run that succeeded, and returns how many answers agree: see `decide_again`.

    Nothing is compared without an exact order, in which every instant is known: see `Run._check`.
    """
    if run.order is None:
        return 0
    compared, differences = decide_again(run.recording(), cluster)
    if differences:
        raise Failure(differences[0])
    return compared


def decide_again(recording, cluster):
    """Sends the recorded requests to a fresh server, one after the other, and compares the answers.

    Returns how many were compared, and a sentence for each that differs.

    It does not show that the seed leads to the same interleaving, or anything about requests without an effect or an
    answer. It shows that decisions depend only on the recorded requests, their order and their instants: not on the
    ledger, the number of servers, their caches, or what failed in between.
    """
    (server,) = cluster.servers
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    server.clock.stand(recording.setup[0])
    _, created = exchange(connection, "POST", f"{APP}/customers", {})
    token, customer = created["token"], created["snapshot"]["id"]
    server.clock.stand(recording.setup[1])
    exchange(connection, "POST", f"{APP}/customers/me/transactions", {"signedTransaction": recording.purchase}, token)
    now, compared, differences = recording.setup[1], 0, []
    unanswered = {one.key for one in recording.operations if one.key and not one.answer}
    for operation, first in in_order(recording):
        at = operation.answer["at"] if operation.answer else operation.at
        server.clock.stand(max(now, at or now))
        if operation.kind != "read" and at and (operation.answer or {}).get("wrote", True):
            now = max(now, at)
        method, path, body = request_of(operation.kind, operation.allowance, operation.key, operation.cost)
        headers = {"Authorization": f"Bearer {token}"} | (
            {"Idempotency-Key": operation.key} if operation.kind in ("use", "reserve") else {})
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        again = connection.getresponse().read().decode().replace(customer, recording.customer)
        if first is not None and operation.answer:
            if again != first and certain(again, unanswered) != certain(first, unanswered):
                differences.append(f"{operation} was answered with {first}, and in the replay with {again}")
            compared += 1
    return compared, differences


def replay_file(path):
    """Replays a recording of this or another process; prints what differs, and returns whether nothing does."""
    recording = Recording.read(path)
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root.cer"
        root.write_bytes(base64.b64decode(recording.root))
        cluster = Cluster("memory", store=Trusted(root))
        try:
            compared, differences = decide_again(recording, cluster)
        finally:
            cluster.stop()
    print(f"seed {recording.seed}, {recording.ledger}: {recording.failure or 'succeeded'}")
    print(f"{compared - len(differences)} answers are the same when decided again, {len(differences)} differ")
    print(*differences, sep="\n")
    return not differences


@dataclasses.dataclass
class Trusted:
    """A store that sells nothing, and whose signatures the servers accept."""

    root: pathlib.Path


def certain(body, unanswered):
    """A customer as read, without what requests that got no answer did.

    Two of these at the same instant are in either order, and a read between them has one or the other. A denial does
    not tell its instant, so a reservation may have lapsed before it and not before its replay: what is left may differ.
    What was left is checked with the history itself.
    """
    document = json.loads(body)
    if document.get("code") == "denied":
        document["denial"].pop("limit", None)
    facts = [fact for fact in document.get("facts", []) if fact.get("key") not in unanswered]
    for fact in facts:
        if "names" in fact:
            fact["uses"] = [(name, at) for name, at in zip(fact.pop("names"), fact.pop("at")) if name not in unanswered]
    return document | {"facts": facts}


def request_of(kind, feature, key, cost):
    if kind == "read":
        return "GET", f"{APP}/customers/me", None
    if kind == "release":
        return "DELETE", f"{FEATURES}/{feature}/reservations/{key}", None
    return "POST", f"{FEATURES}/{feature}/{'uses' if kind == 'use' else 'reservations'}", {"cost": cost} if feature == "photo" else {}


def answer_of(kind, status, body):
    """The result of a use, a reservation or a release."""
    document = json.loads(body)
    if status == 403 and document["code"] == "denied":
        return {"allowed": False, "left": _left(document["denial"]["limit"]), "at": None, "version": None, "lapses": None}
    if status != 200:
        raise Failure(f"{kind} was answered with {status} {body}")
    return {"allowed": True, "left": _left(document["access"]["limit"]), "at": document["serverTime"],
            "version": document["version"], "lapses": document.get("lapsesAt")} | (
                {} if kind == "use" else {"wrote": bool(document["facts"])})


def read_of(answer):
    status, body = answer
    if status != 200:
        raise Failure(f"a read was answered with {status} {body}")
    document = json.loads(body)
    return {"at": document["serverTime"], "version": document["version"],
            "left": {name: _left(access["limit"]) for name, access in document["membership"]["features"].items()}}


def recorded_in(export):
    """Kind, feature, key, amount and instant of each fact in an export, which groups similar facts under a plural kind."""
    kinds = {"use": "use", "spend": "use", "reservation": "reserve", "reservationRelease": "release"}
    for fact in export["facts"]:
        if kind := kinds.get(fact["kind"]):
            yield kind, fact["feature"], fact["key"], fact.get("amount", 1), fact["at"]
        elif kind := kinds.get(fact["kind"].removesuffix("s")):
            for key, at in zip(fact["names"], fact["at"], strict=True):
                yield kind, fact["feature"], key, fact.get("amount", 1), at


def _left(limit):
    return limit["limit"] - limit["used"]


def exchange(connection, method, path, body, token=None):
    connection.request(method, path, json.dumps(body), {"Authorization": f"Bearer {token}"} if token else {})
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def _break(proxy, link, action, direction, seconds):
    # The texts at which a connection is cut: those that commit, or those that answer a request.
    text, way = (b"COMMIT", UP) if link == "database" else (b"HTTP/1.1 200", DOWN)
    match action:
        case "cut":
            proxy.cut()
        case "delay":
            proxy.delay(seconds / 8)
        case "hold":
            proxy.hold(*([direction] if seconds < 0.6 else []))
        case "half-close":
            proxy.half_close(direction)
        case "refuse":
            proxy.refuse()
            proxy.cut()
        case "lose":
            proxy.trap(way, text, delivers=link == "database")
        case "prevent":
            proxy.trap(way, text, delivers=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--ledger", choices=[*SHARED, "sqlite"], default="postgres")
    parser.add_argument("--keep", type=pathlib.Path, default=None, help="where to write the recording of each run")
    parser.add_argument("--replay", type=pathlib.Path, default=None, help="a recording to decide again")
    arguments = parser.parse_args()
    # Makes sure that the servers are stopped as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if arguments.replay:
        sys.exit(0 if replay_file(arguments.replay) else 1)
    cluster = Cluster(arguments.ledger, 3 if arguments.ledger in SHARED else 1)
    alone = Cluster("memory", store=cluster.store)
    try:
        for seed in range(arguments.seed, arguments.seed + arguments.runs):
            run = Run(cluster, seed)
            try:
                run.execute()
                print(f"{run}; {replay(run, alone)} answers are the same when decided again", flush=True)
            except Exception as failure:
                print(f"To decide it again: {parser.prog} --replay {run.keep(arguments.keep or KEPT, failure)}", flush=True)
                raise
            if arguments.keep:
                run.keep(arguments.keep)
    finally:
        alone.stop()
        cluster.stop()


if __name__ == "__main__":
    main()
