"""Kills a server while it delivers webhooks, and compares what arrived with what was acknowledged.

The receiver itself chooses the moments: while it has an event and has not answered yet, and just after its answer, before
the server can have noted it. Between kills it refuses some events, and drops the connection of some that it took.
"""

import base64
import collections
import http.server
import json
import random
import secrets
import subprocess
import threading
import time

import kills
import results
from servers import APP, PATIENCE, TOLLGATE

# Events of one customer stay with this customer: nobody is merged and nothing is transferred.
MIX = {"merge": 0, "transfer": 0, "reach": 30, "subscribe": 12, "refund": 8, "begin": 10}
REFUSED, DROPPED = 0.01, 0.01


class Receiver:
    """Keeps the ids of the events that arrive, in order, and lets a test act at the moment of the next one."""

    def __init__(self, seed):
        self.random = random.Random(f"{seed}/receiver")
        self.events, self.arrivals, self.refusals = {}, collections.Counter(), 0
        self.lock = threading.Lock()
        self.trap = None  # (what to do, whether to answer first, what is set once it is done)
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with receiver.lock:
                    trap, receiver.trap = receiver.trap, None
                    chance = receiver.random.random()
                if not trap and chance < REFUSED:
                    receiver.refusals += 1
                    self.answer(500)
                    return
                receiver.take(event)
                if trap:
                    action, is_answered, done = trap
                    if is_answered:
                        self.answer(204)
                    action()
                    done.set()
                    self.close_connection = True
                elif chance < REFUSED + DROPPED:
                    self.close_connection = True
                else:
                    self.answer(204)

            def answer(self, status):
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()
                self.wfile.flush()

            def log_message(self, *arguments):
                pass

        class Listener(http.server.ThreadingHTTPServer):
            def handle_error(self, *arguments):
                """The server dies while it is answered."""

        self.server = Listener(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, event):
        with self.lock:
            self.arrivals[event["id"]] += 1
            # Of repeats the first counts, since a receiver ignores the others.
            self.events.setdefault(event["id"], event)

    def during(self, action, is_answered):
        """Does something while the next event is there, before or after its answer."""
        done = threading.Event()
        with self.lock:
            self.trap = (action, is_answered, done)
        if not done.wait(PATIENCE):
            raise RuntimeError("no event arrives any more")

    @property
    def repeats(self):
        return sum(self.arrivals.values()) - len(self.arrivals)

    def misplaced(self):
        """The events that arrived after a later one of the same customer."""
        latest, found = collections.defaultdict(int), []
        with self.lock:
            for identifier, event in self.events.items():
                customer, number = event["data"]["customer"], int(identifier.split("_")[1])
                if number < latest[customer]:
                    found.append(f"{customer}: {identifier} after {latest[customer]}")
                latest[customer] = max(latest[customer], number)
        return found

    def facts(self):
        """What the events say, in the form of what is expected."""
        with self.lock:
            events = list(self.events.values())
        return {fact for event in events for fact in [
            (event["type"], event["data"].get("account"), event["data"].get("milestone")),
            (event["type"], event["data"].get("transaction"))]}

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Deliveries(kills.Soak):
    """A server with a receiver of webhooks."""

    def options(self, cleanup):
        self.receiver = Receiver(self.seed)
        cleanup.callback(self.receiver.stop)
        secret = self.folder / "webhook.secret"
        secret.write_text("whsec_" + base64.b64encode(secrets.token_bytes(32)).decode())
        return ["--webhook-url", self.receiver.address, "--webhook-secret-file", str(secret), "--webhook-allow-http",
                "--webhook-allow-private"]

    def __enter__(self):
        # A destination starts with what is recorded after its first round.
        self.until(lambda: "url" in self.listed(), "the server does not begin to deliver")
        return super().__enter__()

    def listed(self):
        return subprocess.run(
            [TOLLGATE, "webhooks", "list", "--app", APP, "--database", self.database.address], capture_output=True,
            text=True).stdout

    def until(self, is_reached, problem):
        deadline = time.monotonic() + PATIENCE
        while not is_reached():
            if time.monotonic() > deadline:
                raise RuntimeError(problem)
            time.sleep(0.2)

    def expected(self):
        """What was acknowledged and gives an event."""
        facts = set()
        for customer in [*self.book.customers, self.book.shared]:
            facts.add(("customer.signed_up", customer.account, None))
            facts |= {("milestone.reached", customer.account, milestone) for milestone in customer.milestones}
            facts |= {("purchase.completed", identifier) for identifier in customer.coins}
            facts |= {("subscription.started", identifier) for identifier in customer.subscriptions}
            facts |= {("purchase.refunded", one) for one in set(customer.subscriptions) & self.book.refunded}
        return facts

    def finish(self):
        super().finish()
        expected = self.expected()
        try:
            self.until(lambda: expected <= self.receiver.facts(), "events are missing")
        except RuntimeError:
            missing = expected - self.receiver.facts()
            self.book.lost += [f"the event {fact}" for fact in sorted(missing, key=str)]
        self.book.differing += self.receiver.misplaced()

    def summary(self):
        book, receiver = self.book, self.receiver
        return (f"{book.summary('webhooks')}; {len(receiver.arrivals)} events delivered in order, {receiver.repeats} repeats, "
                f"{receiver.refusals} refused by the receiver")


def deliver(seed, rounds):
    """The server on SQLite is killed before and after answers of the receiver, in turn."""
    with Deliveries(seed, kills.SQLite, mix=MIX) as soak:
        server = soak.servers[0]
        for number in range(rounds):
            soak.kill(lambda is_answered=number % 2 == 1: soak.receiver.during(server.kill, is_answered=is_answered))
            server.start()
    results.record("webhooks", soak.summary(), **soak.book.numbers)
    return soak
