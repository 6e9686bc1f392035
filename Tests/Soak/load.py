"""Generates a mixed load on servers that may die at any moment, and records what was acknowledged.

Each worker has customers of its own and makes random choices from the seed; all workers also use one account together.
A request that was not answered, or got a server error, is repeated: sometimes at once, sometimes
only at the end. The book records what was acknowledged.
"""

import base64
import hashlib
import hmac
import http.client
import http.server
import json
import random
import threading
import time

from book import Customer, Unanswered, used
from servers import APP, ISSUER, SECRET

PREFIX = f"/v1/apps/{APP}"
MILESTONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
# How long a request waits for a server, in seconds, before it tries another one.
ROUND = 0.05
# What happens rarely in the ordinary mix, for runs that are short.
OFTEN = {"subscribe": 12, "transfer": 20, "refund": 8, "merge": 14}


class Client:
    """A caller of the servers, one at a time and at random."""

    def __init__(self, book, random):
        self.book, self.random = book, random
        self.connections, self.pause = {}, threading.Event()

    def once(self, method, path, body=None, token=None, key=None):
        """The status and body of an answer; None if there was none."""
        server = self.random.choice(self.book.servers)
        if not server.is_up.wait(ROUND):
            return None
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        port = server.port
        try:
            connection = self.connections.get(port)
            if connection is None:
                connection = self.connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request(method, path if path == "/ready" else PREFIX + path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            answer = response.status, response.read()
            if answer[0] >= 500:
                self.book.count_error()
            return answer
        except (OSError, http.client.HTTPException):
            if connection := self.connections.pop(port, None):
                connection.close()
            return None

    def until_answered(self, *request, **fields):
        """Repeats a request until the answer is not a server error."""
        deadline = time.monotonic() + self.book.patience
        while True:
            answer = self.once(*request, **fields)
            if answer and answer[0] < 500:
                return answer
            if time.monotonic() > deadline:
                raise Unanswered(f"no answer to {request}: {answer}")
            # A server that was just killed refuses connections until the test knows.
            self.pause.wait(ROUND if answer else ROUND / 10)


def signed_token(user):
    """The token of an issuer that the servers trust."""
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")

    now = int(time.time())
    claims = {"iss": ISSUER, "aud": APP, "sub": user, "iat": now, "exp": now + 36_000}
    text = part({"alg": "HS256", "typ": "JWT"}) + b"." + part(claims)
    signature = base64.urlsafe_b64encode(hmac.new(SECRET.encode(), text, hashlib.sha256).digest()).rstrip(b"=")
    return (text + b"." + signature).decode()


class Worker(threading.Thread):
    """One stream of requests, each chosen by the seed."""

    def __init__(self, book, number, passwords=0.0, mix=None):
        """`mix` has weights that replace the ordinary ones, by the name of the choice."""
        super().__init__(daemon=True)
        self.book, self.number = book, number
        self.random = random.Random(f"{book.seed}/{number}")
        self.client = Client(book, self.random)
        self.mine, self.open, self.failure, self.made = [], [], None, 0
        choices = {self.use: 40, self.use_together: 12, self.reserve: 10, self.spend: 8, self.buy_coins: 4, self.subscribe: 3,
                   self.transfer: 4, self.refund: 3, self.merge: 6, self.hold: 6, self.reach: 6, self.repeat: 12, self.read: 8,
                   self.begin: 3}
        self.choices = list(choices)
        self.weights = [(mix or {}).get(choice.__name__, weight) for choice, weight in choices.items()]
        self.passwords = passwords

    def run(self):
        try:
            while not self.book.is_over.is_set():
                if not self.mine:
                    self.begin()
                self.random.choices(self.choices, self.weights)[0]()
        except Exception as failure:  # The thread that waits for the load raises it.
            self.failure = failure
            self.book.fail(failure)

    def name(self, kind):
        self.made += 1
        return f"{kind}-{self.number}-{self.made}"

    @property
    def anyone(self):
        return self.random.choice(self.mine)

    def expect(self, answer, *statuses):
        if answer[0] not in statuses:
            raise AssertionError(f"worker {self.number}: {answer[0]} {answer[1][:600]!r}")
        return json.loads(answer[1])

    def ask(self, method, path, body=None, token=None, key=None):
        return self.client.until_answered(method, path, body, token=token, key=key)

    # Customers and accounts.

    def anonymous(self, name):
        session = self.expect(self.ask("POST", "/customers", {"device": name}), 200)
        self.book.count("customers")
        return Customer(name, session["token"])

    def begin(self):
        """A new customer who opens an account: with a token, or rarely with a password."""
        customer = self.anonymous(self.name("customer"))
        self.keyed(customer, "count", self.name("first"))
        if self.random.random() < self.passwords:
            customer.password = {"email": f"{customer.name}@example.com", "password": "a long password"}
            answer = self.ask("POST", "/sign-up", customer.password | {"device": customer.name}, customer.token)
        if not customer.password or answer[0] == 409:  # The answer to an earlier attempt was lost.
            answer = self.sign_in(customer, customer.token)
        session = self.expect(answer, 200)
        customer.token, customer.account = session["token"], session["snapshot"]["account"]
        self.mine.append(customer)
        with self.book.lock:
            self.book.customers.append(customer)
        self.book.count("accounts")

    def merge(self):
        """An anonymous customer does something, then signs in to an account of this worker."""
        owner, guest = self.anyone, self.anonymous(self.name("guest"))
        for _ in range(self.random.randint(0, 3)):
            self.keyed(guest, "count", self.name("guest-use"), forget=False)
        session = self.expect(self.sign_in(owner, guest.token), 200)
        if session["snapshot"]["account"] != owner.account:
            self.book.lost.append(f"{owner.account}: a sign-in opened {session['snapshot']['account']}")
        owner.token = session["token"]
        owner.answers |= guest.answers
        self.book.count("merges")

    def sign_in(self, owner, token):
        if owner.password:
            return self.ask("POST", "/sign-in", owner.password, token)
        return self.ask("POST", "/sign-in/token", {"token": signed_token(owner.name)}, token)

    # Uses.

    def keyed(self, customer, feature, key, body=None, forget=True):
        """A use with a key; if unanswered, it is sometimes left open and repeated at the end."""
        path = f"/customers/me/features/{feature}/uses"
        answer = self.client.once("POST", path, body, token=customer.token, key=key)
        if not answer or answer[0] >= 500:
            if forget and self.random.random() < 0.3:
                self.open.append((customer, path, body, key))
                return None
            answer = self.ask("POST", path, body, customer.token, key)
        return self.noted(customer, path, body, key, answer)

    def noted(self, customer, path, body, key, answer):
        if answer[0] == 200:
            customer.answers[key] = (path, body, answer[1])
            customer.spent += (body or {}).get("cost", 0)
            self.book.count("uses")
        elif json.loads(answer[1])["code"] != "denied":
            self.expect(answer, 200)
        return answer

    def use(self):
        self.keyed(self.anyone, self.random.choice(["count", "count", "few"]), self.name("use"))

    def use_together(self):
        """A use by the account that all workers share, under a key that another worker may use at the same time."""
        shared = self.book.shared
        path = f"/customers/me/features/{self.random.choice(['count', 'few'])}/uses"
        key = f"shared-{path.split('/')[4]}-{self.book.acknowledged['together'] // 3}"
        answer = self.ask("POST", path, None, shared.token, key)
        if answer[0] == 200:
            with self.book.lock:
                first = shared.answers.setdefault(key, (path, None, answer[1]))[2]
            self.book.compare(key, first, answer[1])
            self.book.count("together")
        elif self.expect(answer, 403)["code"] != "denied":
            self.expect(answer, 200)

    def reserve(self):
        """A reservation, then its use, its release, or neither."""
        customer, key = self.anyone, self.name("reserved")
        path = "/customers/me/features/count/reservations"
        self.expect(self.ask("POST", path, None, customer.token, key), 200)
        customer.reserved.add(key)
        self.book.count("reservations")
        choice = self.random.random()
        if choice < 0.6:
            if self.keyed(customer, "count", key, forget=False):
                customer.reserved.remove(key)
        elif choice < 0.9:
            self.expect(self.ask("DELETE", f"{path}/{key}", None, customer.token), 200)
            customer.reserved.remove(key)
            self.book.count("releases")

    def spend(self):
        self.keyed(self.anyone, "paint", self.name("paint"), {"cost": self.random.randint(1, 40)})

    def hold(self):
        """A request without a key: the items that a feature holds."""
        customer = self.anyone
        items = customer.items | {self.name("item")}
        self.expect(self.ask("POST", "/customers/me/features/note/items", {"items": sorted(items)}, customer.token), 200)
        customer.items = items
        self.book.count("items")

    def reach(self):
        """Another request without a key: a milestone."""
        customer, milestone = self.anyone, self.random.choice(MILESTONES)
        self.expect(self.ask("POST", f"/customers/me/milestones/{milestone}", None, customer.token), 200)
        customer.milestones.add(milestone)
        self.book.count("milestones")

    def repeat(self):
        """Repeats an acknowledged use on any server: the answer must be the same, byte for byte."""
        customer = self.anyone
        if customer.answers:
            key = self.random.choice(sorted(customer.answers))
            path, body, first = customer.answers[key]
            self.book.compare(key, first, self.ask("POST", path, body, customer.token, key)[1])
            self.book.count("replays")

    def read(self):
        """A read on any server, which must show everything that was acknowledged before it."""
        customer = self.anyone
        answer = self.ask("GET", "/customers/me", token=customer.token)
        missing = set(customer.answers) - set(used(self.expect(answer, 200)["facts"]))
        if missing:
            self.book.lost.append(f"{customer.name}: a read lacks {sorted(missing)}")

    # Purchases.

    def bought(self, customer, product):
        """The identifier and the signed transaction of a purchase, which is posted until it is acknowledged."""
        purchase = self.book.store.control("buy", product=product, account=self.name("buyer"))["purchase"]
        signed = purchase["signedTransactionInfo"]
        self.expect(self.ask("POST", "/customers/me/transactions", {"signedTransaction": signed}, customer.token), 200)
        self.book.count("purchases")
        return purchase["transactionId"], signed

    def buy_coins(self):
        customer = self.anyone
        customer.coins.add(self.bought(customer, "coins")[0])

    def subscribe(self):
        customer = self.anyone
        identifier, signed = self.bought(customer, "pro.monthly")
        customer.subscriptions[identifier] = signed

    def transfer(self):
        """A restore by another account takes a subscription away from its owner."""
        owner, other = self.anyone, self.anyone
        if owner.subscriptions and other is not owner:
            identifier = self.random.choice(sorted(owner.subscriptions))
            signed = owner.subscriptions[identifier]
            self.expect(self.ask("POST", "/customers/me/restore", {"signedTransactions": [signed]}, other.token), 200)
            other.subscriptions[identifier] = owner.subscriptions.pop(identifier)
            self.book.count("transfers")

    def refund(self):
        """The store refunds a subscription; its notification is repeated until it is acknowledged, as the store does."""
        customer = self.anyone
        left = sorted(set(customer.subscriptions) - self.book.refunded)
        if left:
            identifier = self.random.choice(left)
            self.book.store.control("refund", transaction=identifier)
            for payload in self.book.notifications.of(identifier):
                answer = self.ask("POST", "/app-store/notifications", {"signedPayload": payload})
                self.expect(answer, 200)
            self.book.refunded.add(identifier)
            self.book.count("refunds")

    def settle(self):
        """Repeats what was left open, with its keys."""
        for customer, path, body, key in self.open:
            self.noted(customer, path, body, key, self.ask("POST", path, body, customer.token, key))
        self.open = []


class Notifications:
    """Receives the notifications that the store posts, and passes them to the load, which delivers them."""

    def __init__(self):
        self.payloads = payloads = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                payloads.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["signedPayload"])
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def of(self, transaction):
        """The signed notifications about a transaction."""
        return [payload for payload in self.payloads
                if content(content(payload)["data"]["signedTransactionInfo"])["transactionId"] == transaction]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def content(signed):
    part = signed.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
