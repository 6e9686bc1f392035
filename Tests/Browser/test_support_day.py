"""A day of support on the operators' pages, with a customer whose purchase is the store's."""

import json
import re
import subprocess
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from playground import BINARY, PATIENCE, ROOT, Playground

APP = "day"
EMAIL = "ada@example.com"
RULES = """
app: { id: day, name: Day, bundleID: com.example.day, appleID: 42 }
legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
products:
  pro.monthly: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: pro }
attributes:
  share-usage: { type: boolean }
features:
  write:
    - when: { entitled: pro }
      allow: { upTo: 500, per: month }
      paywall: plans
    - otherwise: deny
      paywall: plans
refunds:
  consent: share-usage
  rules:
    - { product: pro.monthly, prefer: grantProrated }
paywalls:
  plans: { title: Go pro, packages: [pro.monthly] }
"""


class SimulatedStore(Playground):
    """`tollgate store` in production, whose orders and questions are real ones to the server."""

    def __init__(self, folder, *clock):
        self.folder = folder
        super().__init__(
            "store", "--config", ROOT / "Tests" / "Store" / "Shop.storekit", "--bundle-id", "com.example.day",
            "--app-apple-id", "42", "--environment", "production", "--key-directory", folder,
            *(clock or ["--clock", "real"]))

    def control(self, action, **fields):
        return post(f"{self.address}/control/{action}", fields)

    def order(self, account):
        with urllib.request.urlopen(f"{self.address}/control/accounts/{account}", timeout=PATIENCE) as response:
            return json.load(response)["account"]["transactions"][0]["orderId"]

    def said(self, name):
        return next(line.split(name, 1)[1].strip() for line in self.output if line.strip().startswith(name))


class Day(Playground):
    """A server that asks the store, with a customer who bought and another one who did not."""

    def __init__(self, folder, store, rules=RULES):
        self.folder, self.rules = folder, folder / "day.yml"
        self.rules.write_text(rules)
        self.database, self.events = folder / "day.sqlite", folder / "events.jsonl"
        super().__init__(
            "serve", self.rules, "--environment", "production", "--create", "--database", self.database,
            "--webhook-file", self.events, "--store-api", store.address,
            "--store-root", store.said("root certificate").split("  (")[0], "--store-key", store.said("key file"),
            "--store-key-id", store.said("key id"), "--store-issuer-id", store.said("issuer id"))
        # A destination starts with what is recorded after its first round.
        self.until(lambda: "available" in self.command("webhooks", "list", "--app", APP))
        store.control("notify", url=f"{self.address}/v1/apps/{APP}/app-store/notifications")
        self.customer, self.token = self.customer_of("maya-phone")
        self.other, _ = self.customer_of("ben-phone")
        purchase = store.control("buy", product="pro.monthly", account="maya")["purchase"]
        self.transaction = purchase["transactionId"]
        self.post("customers/me/transactions", {"signedTransaction": purchase["signedTransactionInfo"]}, self.token)
        self.post("customers/me/attributes", {"attributes": {"share-usage": True}}, self.token)

    def post(self, path, body, token=None, key=None):
        return post(f"{self.address}/v1/apps/{APP}/{path}", body, token, key)

    def customer_of(self, device):
        created = self.post("customers", {"device": device})
        return created["snapshot"]["id"], created["token"]

    def command(self, *arguments):
        done = subprocess.run(
            [BINARY, *arguments, "--database", self.database], capture_output=True, text=True, cwd=self.folder)
        return done.stdout

    def until(self, is_reached):
        deadline = time.monotonic() + PATIENCE
        while not is_reached():
            assert time.monotonic() < deadline, "".join(self.output)
            time.sleep(0.2)

    def arrived(self):
        return [json.loads(line)["id"] for line in self.events.read_text().splitlines()] if self.events.exists() else []

    def revision(self):
        with urllib.request.urlopen(f"{self.address}/v1/apps/{APP}/blueprint", timeout=PATIENCE) as response:
            return json.load(response)["revision"]


def post(address, body, token=None, key=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    headers |= {"Idempotency-Key": key} if key else {}
    with urllib.request.urlopen(
            urllib.request.Request(address, json.dumps(body).encode(), headers), timeout=PATIENCE) as response:
        return json.load(response)


@pytest.fixture
def store(tmp_path):
    running = SimulatedStore(tmp_path / "store")
    yield running
    running.stop()


@pytest.fixture
def day(tmp_path, store):
    running = Day(tmp_path, store)
    yield running
    assert running.stop() == 0, "".join(running.output)


def test_day(browser, store, day):
    """EX-13 EX-14 EX-6 EX-19 An operator finds an order, reads why, grants and extends by a month, previews a transfer,
    sees a refund's question answered, replays a webhook, and publishes a revision and rolls it back"""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(day.command("admin", "create", EMAIL, "--app", APP, "--role", "owner", "--url", day.address).strip())
        page.get_by_role("button", name="Sign in").click()
        start = page.url

        # A receipt names an order.
        page.get_by_role("searchbox", name="Find a customer").fill(store.order("maya"))
        page.keyboard.press("Enter")
        page.get_by_role("link", name=day.customer).click()
        expect(page.get_by_role("heading", name=day.customer)).to_be_visible()
        answers = page.get_by_role("region", name="Can they …?")
        answers.locator("summary").first.click()
        expect(answers).to_contain_text("The rule that decides")
        expect(answers).to_contain_text("Yes: 500 of 500 uses of this month are left, with Pro.")
        home = page.url

        def preview(heading, button, **fields):
            form = page.locator("form").filter(has=page.get_by_role("heading", name=heading))
            for label, value in fields.items():
                form.get_by_label(label.replace("_", " ")).fill(value)
            form.get_by_role("button", name=button).click()

        preview("Grant an entitlement", "Preview", Days="7", Reason="Messages were lost")
        page.get_by_role("button", name="Grant pro").click()
        preview("Grant of pro", "Preview an extension", Days_to_add="30", Reason="Still not repaired")
        page.get_by_role("button", name="Extend the grant").click()
        expect(page).to_have_url(home)
        expect(page.get_by_role("region", name="History")).to_contain_text(f"{EMAIL}: Still not repaired")

        # Looked at, and not done.
        preview("Transfer a purchase", "Preview", To_the_customer=day.other, Reason="Bought with the wrong account")
        expect(page.get_by_role("heading", name=day.other)).to_be_visible()
        page.get_by_role("link", name="Cancel").click()
        expect(page.get_by_role("heading", name="Transfer a purchase")).to_be_visible()

        # The customer asks the store for a refund, which asks the server.
        store.control("refund-request", transaction=day.transaction)
        life = page.get_by_role("region", name="History")
        deadline = time.monotonic() + PATIENCE
        while "the App Store was answered" not in life.inner_text():
            assert time.monotonic() < deadline, life.inner_text()
            page.wait_for_timeout(500)
            page.reload()
        expect(life).to_contain_text(re.compile(r"The refund of Pro, bought \d{4}-\d\d-\d\d: the App Store was answered"))

        # An event that was delivered is replayed.
        day.until(lambda: day.arrived())
        before = day.arrived()
        page.get_by_role("link", name="Webhooks").click()
        page.get_by_role("row").filter(has_text=before[0]).get_by_role("button").click()
        day.until(lambda: before[0] in day.arrived()[len(before):])

        # A revision is read with its what-if, published, and rolled back.
        served = day.revision()
        (day.folder / "new.yml").write_text(RULES.replace("upTo: 500", "upTo: 400"))
        day.command("revisions", "propose", "new.yml", "--note", "Fewer", "--no-search")
        page.goto(f"{start}/blueprint")
        proposal = page.get_by_role("region", name="Proposal")
        expect(proposal).to_contain_text("new.yml instead of revision 1")
        proposal.get_by_label("type its revision").fill(proposal.locator("code").first.inner_text())
        proposal.get_by_role("button", name="Publish to every server").click()
        expect(page.get_by_role("main")).to_contain_text("Revision 2 has been served since")
        assert day.revision() != served
        page.get_by_role("button", name="Go back to revision 1").click()
        expect(page.get_by_role("main")).to_contain_text("revision 1 instead of revision 2")
        page.get_by_role("button", name="Serve revision 1 on every server").click()
        expect(page.get_by_role("main")).to_contain_text("Revision 3 has been served since")
        assert day.revision() == served
        # Not there and back again: this time a payer would lose.
        page.get_by_role("button", name="Go back to revision 2").click()
        expect(page.get_by_role("main")).to_contain_text("Paying customers lose access.")
        expect(page.get_by_role("link", name=day.customer).first).to_be_visible()
        page.get_by_label("type its revision").press("Enter")
        page.get_by_role("link", name="Cancel").click()
        expect(page.get_by_role("main")).to_contain_text("Revision 3 has been served since")

        # All of it stands in the audit list.
        page.get_by_role("link", name="Audit").click()
        for action in ["granted", "grant extended", "webhooks replayed", "blueprint published", "blueprint rolled back"]:
            expect(page.get_by_role("row").filter(has_text=action).first).to_contain_text(EMAIL)
        expect(page.get_by_role("row").filter(has_text="purchase transferred")).to_have_count(0)
    finally:
        context.close()
