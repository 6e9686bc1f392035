"""Ten questions that people ask support, each answered by a search and one page."""

import re

import pytest
from playwright.sync_api import expect

from playground import PATIENCE
from test_admin import faults, find
from test_support_day import APP, EMAIL, Day, SimulatedStore

RULES = """
app: { id: day, name: Day, bundleID: com.example.day, appleID: 42 }
legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
hasFreeTier: true
attributes:
  share-usage: { type: boolean }
products:
  pro.monthly: { name: Pro, entitlements: pro, price: 9.99 USD, period: P1M, group: pro }
features:
  write:
    paywall: plans
    rules: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: { upTo: 3, per: day } }]
  export:
    paywall: plans
    rules: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny }]
paywalls:
  plans: { title: Go pro, packages: [pro.monthly] }
"""


# A question, the page that answers it, the part of the page, and the answer, which was written down before the pages were.
QUESTIONS = [
    ("When am I charged next, and how much?", "mona", "Plan and money", r"Next payment\s*\d{4}-\d\d-\d\d, 9\.99 USD"),
    ("What did I pay?", "mona", "Plan and money", r"Paid in all\s*9\.99 USD"),
    ("Can I have my money back?", "mona", "Plan and money", r"Apple decides on refunds"),
    ("Why is Pro gone?", "dora", "Plan and money", r"None: Pro was refunded"),
    ("When was it refunded, and how much?", "dora", "History", r"The App Store refunded (9\.99 USD of )?Pro, bought \d{4}"),
    ("My card failed: do I lose it?", "finn", "Plan and money", r"Pro: the last payment failed, access until \d{4}"),
    ("I cancelled: am I charged?", "gina", "Plan and money", r"Pro until \d{4}-\d\d-\d\d: renewal is turned off"),
    ("When is the next payment, now that I cancelled?", "gina", "Plan and money", r"Next payment\s*none"),
    ("Why can I write no more today?", "hugo", "Can they …?", r"No: all 3 uses of today are used; more come at midnight \(UTC\)"),
    ("Do I have Pro now?", "mona", "Can they …?", r"Yes, without a limit, with Pro"),
]


class Office(Day):
    """A server with the customers who ask: some have an account, others a receipt or nothing but a device."""

    def __init__(self, folder, store):
        super().__init__(folder, store, RULES)
        self.store, self.bought = store, {}
        for name in ["mona", "emil"]:
            self.buy(name, self.account(name))
        for name in ["dora", "finn", "gina"]:
            self.buy(name, self.customer_of(f"{name}-phone")[1])
        # The store's clock moves once a second: of two states that are signed at one instant, neither is the newer one.
        store.control("clock", by="PT1S")
        store.control("refund", transaction=self.bought["dora"])
        store.control("fail-billing", account="finn")
        store.control("renew", account="finn")
        store.control("cancel", account="gina")
        hugo, _, _ = (self.customer_of(f"{name}-phone")[1] for name in ["hugo", "ida", "jon"])
        for number in range(3):
            self.post("customers/me/features/write/uses", {}, hugo, key=f"hugo-{number}")
        # Ben bought on his old phone, without an account, and signed up on a new one.
        self.buy("ben", self.customer_of("old-phone")[1])
        self.account("ben")
        self.account("son")

    def account(self, name):
        """Opens an account, and returns its token."""
        token = self.customer_of(f"{name}-phone")[1]
        account = {"email": f"{name}@example.com", "password": "a-good-password", "device": f"{name}-phone"}
        return self.post("sign-up", account, token).get("token", token)

    def buy(self, account, token):
        purchase = self.store.control("buy", product="pro.monthly", account=account)["purchase"]
        self.bought[account] = purchase["transactionId"]
        self.post("customers/me/transactions", {"signedTransaction": purchase["signedTransactionInfo"]}, token)


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    folder = tmp_path_factory.mktemp("office")
    running = SimulatedStore(folder / "store")
    try:
        server = Office(folder, running)
        yield server
        assert server.stop() == 0, "".join(server.output)
    finally:
        running.stop()


@pytest.fixture
def support(office, browser):
    """Opens the pages for support, by a role that sees prices."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    where = ["--app", APP, "--url", office.address]
    link = office.command("admin", "link", EMAIL, *where) or office.command("admin", "create", EMAIL, "--role", "owner", *where)
    page.goto(link.strip())
    page.get_by_role("button", name="Sign in").click()
    yield page
    context.close()


def person(page, name):
    """Finds somebody by the beginning of their address, as they sign their mail, or by the name of their phone."""
    page.get_by_role("link", name="Customers", exact=True).click()
    has_account = name in ["mona", "emil", "ben", "son"]
    find(page, f"{name}@" if has_account else f"{name}-phone")
    page.locator("a.match").click()
    expect(part(page, "Person")).to_contain_text(f"{name}@example.com" if has_account else "no account")


def part(page, name):
    return page.get_by_role("region", name=name)


@pytest.mark.parametrize(("question", "name", "place", "answer"), QUESTIONS, ids=[row[0] for row in QUESTIONS])
def test_question(support, question, name, place, answer):
    """EX-13 a customer's question is answered by a search and one part of a page"""
    person(support, name)
    # The store's messages may still be on their way.
    for _ in range(PATIENCE):
        if re.search(answer, part(support, place).inner_text()):
            break
        support.wait_for_timeout(1000)
        support.reload()
    expect(part(support, place)).to_contain_text(re.compile(answer))


def test_paid_but_free(support, office):
    """EX-13 "I paid and it says free": the order id of the receipt finds the purchase, which is then transferred to them"""
    person(support, "ben")
    expect(part(support, "Plan and money")).to_contain_text("None")
    support.get_by_label("Paid, but not here?").fill(office.store.order("ben"))
    support.keyboard.press("Enter")
    support.get_by_role("main").locator("a.match").click()
    form = support.locator("form").filter(has=support.get_by_role("heading", name="Transfer a purchase"))
    form.get_by_label("To the customer, by id or email address").fill("ben@example.com")
    form.get_by_label("Reason").fill("Bought before signing up")
    form.get_by_role("button", name="Preview the transfer").click()
    expect(support.get_by_role("main")).to_contain_text("pro")
    support.get_by_role("button", name="Transfer the purchase").click()
    person(support, "ben")
    expect(part(support, "Plan and money")).to_contain_text(re.compile(r"Pro, paid until \d{4}"))
    expect(part(support, "History")).to_contain_text("Bought before signing up")


def test_my_sons_account(support):
    """EX-13 "My son's account": a father's purchase becomes his son's after a preview of both, and both histories say so"""
    person(support, "emil")
    form = support.locator("form").filter(has=support.get_by_role("heading", name="Transfer a purchase"))
    form.get_by_label("To the customer, by id or email address").fill("son@example.com")
    form.get_by_label("Reason").fill("It is his son's")
    form.get_by_role("button", name="Preview the transfer").click()
    # Both sides are shown, with what each has now and then.
    expect(support.get_by_role("main").get_by_role("table")).to_have_count(2)
    support.get_by_role("button", name="Transfer the purchase").click()
    expect(part(support, "History")).to_contain_text("Gave Pro to son@example.com.")
    person(support, "son")
    expect(part(support, "History")).to_contain_text("Got Pro from emil@example.com.")
    expect(part(support, "Can they …?")).to_contain_text("Yes, without a limit, with Pro")


def test_promise(support):
    """EX-13 "Your colleague promised me a week": the note says it, and one tap beside the refusal gives it"""
    person(support, "ida")
    support.get_by_label("A note for colleagues").fill("Promised a week, the export failed")
    support.keyboard.press("Enter")
    expect(part(support, "Notes")).to_contain_text("Promised a week")
    answer = support.get_by_role("article").filter(has_text="export")
    answer.get_by_role("button", name="Give pro").click()
    support.get_by_role("button", name="Grant pro").click()
    expect(part(support, "Plan and money")).to_contain_text(re.compile(r"Given\s*pro until \d{4}"))
    expect(part(support, "History")).to_contain_text(EMAIL)
    assert faults(support) == []


def test_erase(support):
    """EX-13 "Delete everything": a preview says what goes and what stays, and afterwards nobody is found"""
    person(support, "jon")
    support.get_by_text("Erase the customer").click()
    support.locator("details[open]").get_by_label("Reason").fill("Asked by mail")
    support.get_by_role("button", name="Preview the erasure").click()
    expect(support.get_by_role("main")).to_contain_text("This cannot be undone.")
    support.get_by_role("button", name="Erase the customer").click()
    find(support, "jon-phone")
    expect(support.get_by_role("main")).to_contain_text("No customer has this.")
