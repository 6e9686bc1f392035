"""Records what was acknowledged, and compares it with what the servers have in the end."""

import collections
import json
import threading
import time

import results


class Unanswered(RuntimeError):
    """A request was repeated for as long as a request is, and only got server errors."""


class Customer:
    """One person: the token of the customer who owns everything, and what was acknowledged."""

    def __init__(self, name, token):
        self.name, self.token, self.account, self.password = name, token, None, None
        self.answers = {}  # key: (path, body, the first answer)
        self.spent, self.coins, self.reserved = 0, set(), set()
        self.items, self.milestones = set(), set()
        self.subscriptions = {}  # transaction id: signed transaction

    def keys(self, feature):
        return [key for key, (path, _, _) in self.answers.items() if path.endswith(f"/features/{feature}/uses")]


class Book:
    """The acknowledged requests of all workers, and every difference that was found during the run."""

    def __init__(self, seed, servers, store, notifications):
        self.seed, self.servers, self.store, self.notifications = seed, servers, store, notifications
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.customers, self.shared, self.refunded = [], None, set()
        self.acknowledged, self.progress = collections.Counter(), threading.Condition()
        self.measure_pause()
        # Server errors, failures of workers, and writes that cuts of the power undid.
        self.errors, self.failures, self.undone = 0, [], 0
        # How long a request is repeated until it is answered, in seconds.
        self.patience = 200
        self.kills = 0
        self.lost, self.doubled, self.differing = [], [], []

    def measure_pause(self):
        """Adds up the pauses of more than a second between two acknowledged writes, from now on."""
        self.pause, self.written = 0, time.monotonic()

    def count(self, kind):
        with self.progress:
            self.acknowledged[kind] += 1
            if kind != "replays":
                now = time.monotonic()
                if now - self.written > 1:
                    self.pause += now - self.written
                self.written = now
            self.progress.notify_all()

    def count_error(self):
        with self.progress:
            self.errors += 1
            self.progress.notify_all()

    def fail(self, failure):
        """Ends whatever waits for the load, because a worker cannot continue."""
        with self.progress:
            self.failures.append(failure)
            self.progress.notify_all()

    def wait_for(self, more):
        """Waits until this many more requests have been acknowledged."""
        goal = self.acknowledged.total() + more
        self.wait_until(lambda: self.acknowledged.total() >= goal, "nothing is acknowledged any more")

    def wait_until(self, is_reached, problem, patience=300):
        """Waits for something that the load brings about; raises the failure of a worker."""
        with self.progress:
            is_in_time = self.progress.wait_for(lambda: self.failures or is_reached(), patience)
        if self.failures:
            raise self.failures[0]
        if not is_in_time:
            raise RuntimeError(problem)

    def compare(self, key, first, again):
        if first != again:
            self.differing.append(f"{key}: {first[:300]!r}, then {again[:300]!r}")

    def check(self, client):
        """Reads every customer and repeats every acknowledged use; call it once the servers run and the load has ended."""
        for customer in [*self.customers, self.shared]:
            try:
                self.check_customer(customer, client)
            except Unanswered as failure:
                self.lost.append(f"{customer.name}: {failure}")

    def check_customer(self, customer, client):
        status, body = client.until_answered("GET", "/customers/me", token=customer.token)
        if status != 200:
            self.lost.append(f"{customer.name}: {status} {body[:200]!r}")
            return
        self.check_snapshot(customer, json.loads(body))
        for key, (path, body, first) in customer.answers.items():
            self.compare(key, first, client.until_answered("POST", path, body, token=customer.token, key=key)[1])

    def check_snapshot(self, customer, snapshot):
        name, facts, membership = customer.name, snapshot["facts"], snapshot["membership"]
        keys = collections.Counter(used(facts))
        self.missing(name, "uses", set(customer.answers) - set(keys))
        self.missing(name, "items", customer.items - set(held(facts)))
        self.missing(name, "milestones", customer.milestones - {fact.get("milestone") for fact in facts})
        self.doubled += [f"{name}: {key} is counted {count} times" for key, count in keys.items() if count > 1]
        self.doubled += [f"{name}: {key} was never allowed" for key in set(keys) - set(customer.answers)]
        if snapshot.get("account") != customer.account:
            self.lost.append(f"{name}: the account {customer.account} is now {snapshot.get('account')}")
        self.measure(f"{name} count", membership["features"]["count"]["limit"]["used"], len(customer.keys("count")),
                     len(customer.reserved))
        self.measure(f"{name} spent", 100 * len(customer.coins) - membership["credits"]["coins"], customer.spent)
        if len(customer.keys("few")) > 100:
            self.doubled.append(f"{name}: {len(customer.keys('few'))} of 100 uses are allowed")
        transactions = {fact["id"]: fact for fact in facts if fact["kind"] == "transaction"}
        self.missing(name, "purchases", (customer.coins | set(customer.subscriptions)) - set(transactions))
        for identifier in set(customer.subscriptions) & self.refunded & set(transactions):
            if transactions[identifier].get("revokedAt") is None:
                self.lost.append(f"{name}: the refund of {identifier}")
        active = set(customer.subscriptions) - self.refunded
        if ("pro" in membership["entitlements"]) != bool(active):
            (self.lost if active else self.doubled).append(f"{name}: {membership['entitlements']} with {sorted(active)}")

    def missing(self, name, kind, values):
        self.lost += [f"{name}: {kind} lack {value}" for value in sorted(values)]

    def measure(self, name, value, least, more=0):
        if value < least:
            self.lost.append(f"{name}: {value} of {least}")
        if value > least + more:
            self.doubled.append(f"{name}: {value}, and only {least + more} were acknowledged")

    @property
    def is_clean(self):
        return not (self.lost or self.doubled or self.differing)

    @property
    def numbers(self):
        return {"kills": self.kills, "acknowledged": self.acknowledged.total(), "lost": len(self.lost),
                "doubled": len(self.doubled), "differing": len(self.differing)}

    def summary(self, title):
        lines = [f"{title}: {results.sentence(self.numbers)} (seed {self.seed})"]
        for kind in ("lost", "doubled", "differing"):
            lines += [f"  {kind}: {one}" for one in getattr(self, kind)[:20]]
        return "\n".join(lines)


def used(facts):
    """The keys of the uses and spent credits among facts, each as often as it occurs."""
    return [key for fact in facts for key in names(fact, ("use", "spend"), "key")]


def held(facts):
    return [item for fact in facts if fact.get("isHeld") for item in names(fact, ("item",), "item")]


def names(fact, kinds, name):
    """The name in a fact, or the names in a run of equal facts."""
    if fact["kind"] in kinds:
        return [fact[name]]
    return fact["names"] if fact["kind"] in [f"{kind}s" for kind in kinds] else []
