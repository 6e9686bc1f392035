#!/usr/bin/env python3
"""An app without a phone: it shows a paywall's page, buys in the simulated store, and reports to the server.

Usage: Examples/WebPaywall/app.py APP PAYWALL [--server URL] [--store URL] [--port PORT]

Documentation/Paywalls.md says how to start the server and the store, and which messages and changes there are.
"""

import argparse
import http.server
import json
import pathlib
import re
import threading
import urllib.error
import urllib.request
import uuid

HOST = pathlib.Path(__file__).with_name("host.html")
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
LINK = re.compile(r'<a href="([^"]*)" target="_blank"')
PATIENCE = 30
# The status of a subscription whose period runs.
ACTIVE = 1


class Unreachable(Exception):
    """The server or the store did not answer, or failed."""


def call(method, address, body=None, **headers):
    """The JSON of a response."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, method=method, headers={
        "Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return json.load(response)
    except OSError as error:
        raise Unreachable(str(error)) from error


class Tab:
    """What one page shows, the paywall whose view was reported, and the product that it last asked for."""

    def __init__(self):
        self.kind, self.viewed, self.tried = "selling", None, None


class App:
    """One customer with a store account. A message of the page gives a list of what to do: `update` the page with a
    change, `show` another paywall, `open` a link, or `close` the paywall."""

    def __init__(self, name, server, store, account="anna"):
        self.account, self.outcome = account, "buy"
        self.events, self.unsent = [], []
        self._address, self._store = f"{server}/v1/apps/{name}", store
        self._tabs, self._tab, self._has_shown_exit_offer = {}, Tab(), False
        session = call("POST", f"{self._address}/customers", {})
        self.customer, self._token = session["snapshot"]["id"], session["token"]
        self._control("account", account=account)

    def page(self, paywall):
        """The address of a paywall's page; introductory offers are for those who have bought nothing."""
        eligible = "false" if self._device()["signedTransactions"] else "true"
        return f"{self._address}/paywalls/{paywall}?language=en&eligible={eligible}"

    def membership(self):
        """What the server knows of the customer."""
        return self._server("GET", "/membership")

    def receive(self, message, tab=None):
        """What to do about a message of a tab's page."""
        self.events.append(message)
        self._tab = self._tabs.setdefault(tab, Tab())
        kind, paywall = message["type"], message["paywall"]
        if kind == "ready":
            # A page that shows again on another day is ready once more.
            if self._tab.viewed != paywall:
                self._report(paywall, "shown")
                self._tab.viewed = paywall
            return self._offer(paywall)
        if kind == "purchase" and self._tab.kind == "selling":
            return [self._buy(message["product"])]
        if kind == "retry" and self._tab.kind == "failed":
            return [self._deliver() if self.unsent else self._buy(self._tab.tried)]
        if kind == "restore":
            return self._restore()
        if kind == "answer":
            self._server("POST", "/attributes", {"attributes": {message["attribute"]: message["value"]}})
            return []
        if kind == "ended":
            return self._offer(paywall)
        if kind == "read" and self._tab.kind != "welcome":
            return [self._show("selling")]
        if kind in ["read", "close"]:
            return [self._close(paywall, message.get("exitOffer"))]
        if kind == "open" and message["url"] in self._links(paywall):
            return [{"open": message["url"]}]
        return []

    def _buy(self, product):
        """Buys in the store; its sheet ends as `outcome` says."""
        self._tab.tried = product
        token = str(uuid.UUID(self.customer.removeprefix("cus_")))
        try:
            bought = self._control(
                "buy", account=self.account, product=product, outcome=self.outcome, appAccountToken=token)["purchase"]
        except Unreachable:
            return self._failed("We couldn't reach the App Store.")
        if bought["result"] == "cancelled":
            return self._show("selling")
        if bought["result"] == "pending":
            return self._show(
                "pending", title="Almost there", line="Your purchase is waiting for approval.", closeLabel="OK")
        if bought["result"] == "failed":
            return self._failed("The purchase failed.")
        self.unsent.append((bought["transactionId"], bought["signedTransactionInfo"]))
        return self._deliver()

    def _deliver(self):
        """Reports purchases to the server, and finishes with the store only those that it has recorded."""
        try:
            while self.unsent:
                transaction, signed = self.unsent[0]
                self._server("POST", "/transactions", {"signedTransaction": signed})
                self.unsent.pop(0)
                self._control("finish", transaction=transaction)
            phase = self.membership()["phase"]
        except Unreachable:
            return self._failed("You bought it, but we couldn't reach the server. You won't pay twice.")
        return self._show(
            "welcome", title="Thank you!", line=f"The server says: {phase}.", closeLabel="Continue")

    def _restore(self):
        """Posts everything that the store account has."""
        try:
            device = self._device()
            if not device["signedTransactions"]:
                return [self._update({"restoreLine": "There is nothing to restore."})]
            self._server("POST", "/restore", {
                "signedTransactions": device["signedTransactions"][-25:],
                "signedRenewalInfos": device["signedRenewalInfos"][-25:]})
            entitlements = self.membership()["entitlements"]
        except Unreachable:
            return [self._update({"restoreLine": "We couldn't restore your purchases. Try again later."})]
        if not entitlements:
            return [self._update({"restoreLine": "What you bought has ended."})]
        return [self._update({"restoreLine": "Restored."}), self._show("owned", line="You have everything already.")]

    def _close(self, paywall, exit_offer):
        """Closes the paywall; the first one that is left without a purchase leads to its exit offer."""
        self._report(paywall, "closed")
        self._tab.viewed = None
        if exit_offer and not self._has_shown_exit_offer:
            self._has_shown_exit_offer = True
            return {"show": exit_offer}
        return {"close": True}

    def _failed(self, line):
        return self._show(
            "failed", title="That didn't work", line=line, retryLabel="Try Again", closeLabel="Cancel")

    def _show(self, kind, **words):
        self._tab.kind = kind
        return self._update({"state": {"kind": kind, **words}})

    @staticmethod
    def _update(change):
        return {"update": change}

    def _offer(self, paywall):
        """Shows the plans that the customer can buy now.

        Their texts are the page's own, as the simulated store has the blueprint's prices. On a phone, an app shows the
        prices of StoreKit."""
        plans, owned = json.loads(DATA.search(self._html(paywall)).group(1))["plans"], self._owned()
        plans = [plan for plan in plans if plan["product"] not in owned]
        state = self._show("selling") if plans else self._show("owned", line="You have everything already.")
        return [self._update({"plans": plans}), state]

    def _owned(self):
        """One-time purchases, and all subscriptions of a group in which one is active, if the server knows of any."""
        if not self.membership()["entitlements"]:
            return set()
        account = self._device()["account"]
        groups = {line["group"] for line in account["subscriptions"] if line["status"] == ACTIVE}
        bought = {line["product"] for line in account["transactions"] if line["type"] == "Non-Consumable"}
        products = call("GET", f"{self._store}/control/state")["products"]
        return bought | {product["product"] for product in products if product.get("group") in groups}

    def _links(self, paywall):
        return LINK.findall(self._html(paywall))

    def _html(self, paywall):
        with urllib.request.urlopen(self.page(paywall), timeout=PATIENCE) as response:
            return response.read().decode()

    def _report(self, paywall, what):
        self._server("POST", f"/paywalls/{paywall}/{what}", {}, Idempotency_Key=str(uuid.uuid4()))

    def _device(self):
        return call("GET", f"{self._store}/control/accounts/{self.account}")

    def _control(self, action, **fields):
        return call("POST", f"{self._store}/control/{action}", fields)

    def _server(self, method, path, body=None, **headers):
        address = f"{self._address}/customers/me{path}"
        return call(method, address, body, Authorization=f"Bearer {self._token}", **headers)


class Host(http.server.ThreadingHTTPServer):
    """A web page that shows a paywall in a frame, and passes its messages to the app."""

    def __init__(self, port, paywall, app=None):
        super().__init__(("127.0.0.1", port), Handler)
        self.address = f"http://localhost:{self.server_port}"
        self.paywall, self.app, self.lock = paywall, app, threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers the host's page."""

    def do_GET(self):
        app = self.server.app
        if self.path == "/":
            self._send("text/html; charset=utf-8", HOST.read_bytes())
        elif self.path == "/app":
            self._send_json({"page": app.page(self.server.paywall), "membership": app.membership()})
        else:
            self.send_error(404)

    def do_POST(self):
        # The page of another site may not send this type.
        if self.headers["Content-Type"] != "application/json":
            return self.send_error(415)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        app = self.server.app
        with self.server.lock:
            app.outcome = body["outcome"]
            actions = app.receive(body["message"], body["tab"])
            shown = [app.page(action["show"]) for action in actions if "show" in action]
        return self._send_json({"actions": actions, "page": shown[0] if shown else None})

    def _send_json(self, value):
        self._send("application/json", json.dumps(value).encode())

    def _send(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description="Shows a paywall's page, and buys in the simulated store.")
    parser.add_argument("app")
    parser.add_argument("paywall")
    parser.add_argument("--server", default="http://127.0.0.1:8080")
    parser.add_argument("--store", default="http://127.0.0.1:8090")
    parser.add_argument("--port", type=int, default=3000)
    options = parser.parse_args()
    app = App(options.app, options.server, options.store)
    with Host(options.port, options.paywall, app) as running:
        print(running.address, flush=True)
        running.serve_forever()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
