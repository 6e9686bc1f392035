"""A running simulator and the calls of its control API."""

from __future__ import annotations

import atexit
import dataclasses
import datetime
import json
import pathlib
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Mapping

from .inbox import Inbox
from .program import path

#: An instant: milliseconds since 1970, as the App Store writes them, a text in ISO 8601, or a datetime with a time zone.
Instant = int | str | datetime.datetime


class AppStoreError(Exception):
    """What the store refuses, with a stable code such as `unknownProduct`; `notStarted` if it cannot be started."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


@dataclasses.dataclass(frozen=True)
class Notification:
    """A notification of the store and how far its delivery is."""

    notification_type: str
    subtype: str | None
    account: str | None
    uuid: str
    #: `unaddressed`, `gathered`, `waiting`, `delivered`, `givenUp` or `forgotten`
    delivery: str


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What an action did: the store's clock, the notifications that it caused and, after a purchase, its result."""

    #: The store's clock afterwards, in milliseconds since 1970.
    now: int
    notifications: list[Notification]
    #: `success`, `pending`, `cancelled` or `failed`; None unless something was bought or approved.
    result: str | None = None
    account: str | None = None
    transaction_id: str | None = None
    original_transaction_id: str | None = None
    #: The signed transaction, as the app on the device receives it.
    signed_transaction: str | None = None
    #: The number with which a pending purchase is approved or declined.
    pending: int | None = None
    #: Why the purchase failed.
    failure: str | None = None


@dataclasses.dataclass(frozen=True)
class Device:
    """What the device of an account has, signed."""

    signed_transactions: list[str]
    current_entitlements: list[str]
    signed_app_transaction: str | None
    #: The receipt of the original StoreKit, in Base64.
    app_receipt: str | None


class AppStore:
    """A simulated App Store in a process of its own, which ends with the `with` block.

    `config` is the `.storekit` file of the app's Xcode project. `notify` is where notifications go: the URL of a backend,
    or a function that takes the signed payload; see `notify()`. `chaos` is a seed for faults; see `chaos()`. `start` is
    when the store's clock starts, and `clock="real"` lets it move by itself.

    For requests to the App Store Server API, a backend needs `url`, and `private_key`, `key_id` and `issuer_id` as from
    App Store Connect; to verify what the store signs, the certificate in the file `root_certificate`.
    """

    def __init__(
            self, config: str | pathlib.Path, *, bundle_id: str | None = None, app_apple_id: int | None = None,
            environment: str = "sandbox", start: str = "2026-01-01T00:00:00Z", clock: str = "manual",
            rate: str | None = None, notify: str | Callable[[str], object] | None = None, seed: int = 1, chaos: int | None = None,
            port: int = 0, timeout: float = 30):
        self.timeout = timeout
        self._inbox: Inbox | None = None
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="appstore-simulator-"))
        arguments = [path(), "--config", str(config), "--key-directory", str(self._folder)]
        options: Mapping[str, object] = {
            "bundle-id": bundle_id, "app-apple-id": app_apple_id, "environment": environment, "start": start, "clock": clock,
            "rate": rate, "seed": seed, "chaos": chaos, "port": port}
        for name, value in options.items():
            arguments += [f"--{name}", str(value)] if value is not None else []
        self._errors = open(self._folder / "errors.txt", "w+", encoding="utf-8")
        try:
            self._process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=self._errors, text=True)
        except OSError as error:
            self._errors.close()
            shutil.rmtree(self._folder, ignore_errors=True)
            raise AppStoreError("notStarted", f"The program cannot be started: {error}") from error
        atexit.register(self.close)
        #: The address of the store: of the App Store Server API, of the control API, and of a page for a browser.
        self.url = self._address()
        #: The file with the root certificate (DER) of everything that the store signs.
        self.root_certificate = self._folder / "root.cer"
        state = self.state()
        self.bundle_id: str = state["bundleId"]
        self.app_apple_id: int = state["appAppleId"]
        self.key_id: str = state["keyId"]
        self.issuer_id: str = state["issuerId"]
        #: The key that authorizes requests to the App Store Server API, in PEM.
        self.private_key: bytes = (self._folder / f"SubscriptionKey_{self.key_id}.p8").read_bytes()
        if notify is not None:
            self.notify(notify)

    def _address(self) -> str:
        for line in self._process.stdout or []:
            if line.startswith("http://"):
                return line.strip()
        self._process.wait()
        self._errors.seek(0)
        reason = self._errors.read().strip()
        self.close()
        raise AppStoreError("notStarted", reason or "The program ended without a word.")

    def __enter__(self) -> AppStore:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the store; what it sold is gone."""
        atexit.unregister(self.close)
        self._process.terminate()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        self._errors.close()
        if self._inbox:
            self._inbox.close()
            self._inbox = None
        shutil.rmtree(self._folder, ignore_errors=True)

    # What customers do.

    def buy(
            self, product: str, *, account: str | None = None, app_account_token: str | None = None, quantity: int | None = None,
            offer_type: str | None = None, offer: str | None = None, billing_plan: str | None = None,
            outcome: str | None = None) -> Outcome:
        """Buys a product, for a new account unless one is named; an upgrade is also a purchase.

        `outcome` is how it ends: `buy`, `cancel`, `askToBuy`, `interrupted`, `paymentInvalid` …
        """
        return self.do(
            "buy", product=product, account=account, appAccountToken=app_account_token, quantity=quantity,
            offerType=offer_type, offer=offer, billingPlan=billing_plan, outcome=outcome)

    def approve(self, pending: int) -> Outcome:
        """Approves a purchase that waits for a parent, or completes one that was interrupted."""
        return self.do("approve", purchase=pending)

    def decline(self, pending: int) -> Outcome:
        return self.do("decline", purchase=pending)

    def cancel(self, account: str, group: str | None = None) -> Outcome:
        """Turns the renewal off, of one subscription group or of all."""
        return self.do("cancel", account=account, group=group)

    def resume(self, account: str, group: str | None = None) -> Outcome:
        """Turns the renewal on again."""
        return self.do("resume", account=account, group=group)

    def accept_price(self, account: str, group: str | None = None) -> Outcome:
        """Agrees to a price increase."""
        return self.do("accept-price", account=account, group=group)

    def share(self, account: str, member: str) -> Outcome:
        """Adds a member to the family of an account."""
        return self.do("share", account=account, **{"with": member})

    def stop_sharing(self, account: str, member: str) -> Outcome:
        return self.do("stop-sharing", account=account, **{"with": member})

    def request_refund(self, transaction_id: str, reason: str | None = None) -> Outcome:
        """Asks for a refund; the backend gets CONSUMPTION_REQUEST."""
        return self.do("refund-request", transaction=transaction_id, reason=reason)

    # What the App Store does.

    def renew(self, account: str, group: str | None = None) -> Outcome:
        """Renews now, without waiting for the end of the period."""
        return self.do("renew", account=account, group=group)

    def expire(self, account: str, group: str | None = None) -> Outcome:
        """Ends a subscription now."""
        return self.do("expire", account=account, group=group)

    def fail_billing(self, account: str) -> Outcome:
        """Lets the account's renewals fail from now on."""
        return self.do("fail-billing", account=account)

    def fix_billing(self, account: str) -> Outcome:
        """Lets them succeed again, and charges what is due."""
        return self.do("fix-billing", account=account)

    def refund(self, transaction_id: str, *, share: int | str | None = None, seats: int | None = None) -> Outcome:
        """Refunds a purchase: all of it, a share in thousandths of a percent, what is `unused`, or a number of seats."""
        return self.do("refund", transaction=transaction_id, share=share, seats=seats)

    def decide_refund(self, transaction_id: str) -> Outcome:
        """Decides a refund request as the backend's consumption information prefers."""
        return self.do("refund-decision", transaction=transaction_id)

    def decline_refund(self, transaction_id: str) -> Outcome:
        return self.do("refund-decline", transaction=transaction_id)

    def reverse_refund(self, transaction_id: str) -> Outcome:
        """Takes a refund back."""
        return self.do("refund-reverse", transaction=transaction_id)

    def set_price(self, product: str, price: str, *, needs_consent: bool | None = None) -> Outcome:
        """Changes a price, such as "9.99", with the customers' consent unless it is not needed."""
        return self.do("price", product=product, price=price, needsConsent=needs_consent)

    def extend(self, transaction_id: str, days: int) -> Outcome:
        """Extends a subscription's period."""
        return self.do("extend", transaction=transaction_id, days=days)

    # The clock, notifications and faults.

    def advance(self, by: str | None = None, *, to: Instant | None = None) -> Outcome:
        """Moves the clock by a duration such as P1M, P3D or PT5M, to an instant, or to the `next-event`.

        Everything happens that is due until then: renewals, retries of failed payments, expirations.
        """
        if isinstance(to, datetime.datetime):
            to = int(to.timestamp() * 1000)
        return self.do("clock", by=by, to=to)

    def notify(self, target: str | Callable[[str], object] | None) -> Outcome:
        """Posts notifications from now on to the URL of a backend, or hands their signed payloads to a function.

        A function that raises has not taken the notification: the store gets 500, and the traceback is printed.
        """
        if self._inbox:
            self._inbox.close()
            self._inbox = None
        if callable(target):
            self._inbox = Inbox(target)
            target = self._inbox.url
        return self.do("notify", url=target)

    def send_test_notification(self) -> Outcome:
        return self.do("test-notification")

    def faults(
            self, *, duplicate: int | None = None, drop: int | None = None, delay: int | None = None,
            delay_up_to: int | None = None, reorder: int | None = None, slow: int | None = None,
            seed: int | None = None) -> Outcome:
        """Delivers notifications twice, never, late (percentages), in another order (a number of them) or slowly.

        `delay_up_to` is in milliseconds of the store's clock, `slow` of real time. Without arguments the faults end, and
        what was held back is posted.
        """
        return self.do(
            "faults", duplicate=duplicate, drop=drop, delay=delay, delayUpTo=delay_up_to, reorder=reorder, slow=slow, seed=seed)

    def refuse(self, error_code: int = 4_290_000, *, times: int = 1, retry_after: int | None = None) -> Outcome:
        """Refuses the next requests to the App Store Server API with Apple's error, the rate limit's by default."""
        return self.do("refuse", errorCode=error_code, times=times, retryAfter=retry_after)

    def chaos(self, seed: int | None) -> Outcome:
        """Misbehaves as Apple's servers can, in ways that the seed chooses; None ends it."""
        return self.do("chaos", seed=seed)

    # What there is.

    def notifications(self, *, account: str | None = None) -> list[Notification]:
        """The latest notifications, of everybody or of an account, oldest first."""
        return [one for one in map(_notification, self._get("notifications")) if account in (None, one.account)]

    def device(self, account: str) -> Device:
        """What the device of an account has."""
        state = self._get(f"accounts/{urllib.parse.quote(account, safe='')}")
        return Device(
            state["signedTransactions"], state["currentEntitlements"], state.get("signedAppTransaction"), state.get("appReceipt"))

    def consumption(self, transaction_id: str) -> dict[str, Any]:
        """The consumption information that the backend sent for a refund request."""
        return self._get(f"consumption/{transaction_id}")

    def state(self) -> dict[str, Any]:
        """Everything about the store, as its control API describes it."""
        return self._get("state")

    @property
    def now(self) -> int:
        """The store's clock, in milliseconds since 1970."""
        return self.state()["now"]

    def do(self, action: str, **fields: Any) -> Outcome:
        """Any action of the control API, by its name and fields."""
        body = {name: value for name, value in fields.items() if value is not None}
        answer = self._send(f"control/{action}", json.dumps(body).encode())
        purchase = answer.get("purchase") or {}
        return Outcome(
            now=answer["now"], notifications=[_notification(entry) for entry in answer["notifications"]],
            result=purchase.get("result"), account=purchase.get("account"), transaction_id=purchase.get("transactionId"),
            original_transaction_id=purchase.get("originalTransactionId"),
            signed_transaction=purchase.get("signedTransactionInfo"), pending=purchase.get("purchase"),
            failure=purchase.get("failure"))

    def _get(self, name: str) -> Any:
        return self._send(f"control/{name}", None)

    def _send(self, name: str, body: bytes | None) -> Any:
        request = urllib.request.Request(f"{self.url}/{name}", body, {"Content-Type": "application/json"})
        try:
            # The store is on this machine: no proxy is between.
            with _direct.open(request, timeout=self.timeout) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            raise AppStoreError(problem["code"], problem["detail"]) from None


_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _notification(entry: Mapping[str, Any]) -> Notification:
    return Notification(
        entry["notificationType"], entry.get("subtype"), entry.get("account"), entry["notificationUUID"], entry["delivery"])
