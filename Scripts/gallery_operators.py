"""Pictures of the operators' pages, and of the page of `tollgate store`, after half a year of sales."""

import datetime
import pathlib
import tempfile

from test_admin import AdminServer
from test_support_day import APP, EMAIL, RULES, Day, SimulatedStore

MONTHS = 6
# Of the admin's pages: what their pictures are called, and the path.
PAGES = {
    "customers": "", "search": "?q=maya-phone", "nobody": "?q=nobody", "missing": "/customers/x", "lists": "/lists",
    "audit": "/audit", "people": "/people", "keys": "/keys", "webhooks": "/webhooks", "jobs": "/jobs", "blueprint": "/blueprint",
    "proposal": "/blueprint/proposal", "edit": "/blueprint/proposal/edit",
    "experiments": "/experiments", "charts": "/charts", "chart-bars": "/charts/new-customers?period=month&by=country", "chart-line": "/charts/mrr",
    "chart-cohorts": "/charts/subscription-retention", "chart-value": "/charts/realized-ltv",
    "chart-paywalls": "/charts/paywall-conversion?by=paywall",
}


class HalfYear:
    """A store and a server, whose customers bought, cancelled and were refunded for half a year."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self._folder.name)
        start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=MONTHS * 31)
        self.store = SimulatedStore(folder / "store", "--start", start.strftime("%Y-%m-%dT%H:%M:%SZ"))
        self.day = Day(folder, self.store)
        for month in range(MONTHS):
            for number in range(4 + month * 2):
                self._sell(f"{month}-{number}")
            self.store.control("clock", by="P1M")
        (folder / "new.yml").write_text(RULES.replace("upTo: 500", "upTo: 400"))
        self.day.command("revisions", "propose", "new.yml", "--note", "A smaller allowance", "--no-search")

    def _sell(self, name):
        _, token = self.day.customer_of(f"phone-{name}")
        purchase = self.store.control("buy", product="pro.monthly", account=name)["purchase"]
        self.day.post("customers/me/transactions", {"signedTransaction": purchase["signedTransactionInfo"]}, token)
        if name.endswith("1"):
            self.store.control("cancel", account=name)
        if name.endswith("3"):
            self.store.control("refund", transaction=purchase["transactionId"])

    def stop(self):
        self.day.stop()
        self.store.stop()
        self._folder.cleanup()


def take_admin(gallery):
    """Takes the pictures of the operators' pages."""
    half_year = HalfYear()
    day = half_year.day
    try:
        page = gallery.open(f"{day.address}/admin")
        take(gallery, page, "signed-out")
        page.goto(day.command("admin", "create", EMAIL, "--app", APP, "--role", "owner", "--url", day.address).strip())
        take(gallery, page, "sign-in")
        page.get_by_role("button", name="Sign in").click()
        root = page.url
        for name, path in PAGES.items():
            page.goto(root + path)
            take(gallery, page, name)
        page.goto(f"{root}/customers/{day.customer}")
        take(gallery, page, "customer")
        for summary in page.locator("details > summary").all():
            summary.evaluate("summary => { summary.parentElement.open = true; }")
        take(gallery, page, "customer-open")
        fill_grant(page, "7")
        page.get_by_role("button", name="Preview the grant").click()
        take(gallery, page, "preview")
        outdated(gallery, half_year, page, root)
        problems(gallery, day, page, root)
        page.goto(f"{root}/keys")
        page.get_by_label("Name").fill("backend")
        page.get_by_role("button", name="Create", exact=True).click()
        take(gallery, page, "key-created")
    finally:
        half_year.stop()
    take_new(gallery)


def fill_grant(page, days):
    form = page.locator("form").filter(has=page.get_by_role("heading", name="Grant an entitlement"))
    form.get_by_label("Days").fill(days)
    form.get_by_label("Reason").fill("Messages were lost")


def outdated(gallery, half_year, page, root):
    """Takes a confirmation that came too late, what remains of the changes, and the confirmations of the others."""
    day = half_year.day
    page.goto(f"{root}/customers/{day.other}")
    fill_grant(page, "7")
    page.get_by_role("button", name="Preview the grant").click()
    colleague = page.context.new_page()
    colleague.goto(f"{root}/customers/{day.other}")
    fill_grant(colleague, "3")
    colleague.get_by_role("button", name="Preview the grant").click()
    colleague.get_by_role("button", name="Grant pro").click()
    colleague.close()
    page.get_by_role("button", name="Grant pro").click()
    take(gallery, page, "preview-outdated")
    page.get_by_role("button", name="Grant pro").click()
    form = page.locator("form").filter(has=page.get_by_role("heading", name="Grant of pro")).first
    form.get_by_label("Days to add").fill("30")
    form.get_by_label("Reason").fill("Still not repaired")
    form.get_by_role("button", name="Preview an extension").click()
    take(gallery, page, "preview-extension")
    anonymous, _ = day.customer_of("old-phone")
    page.goto(f"{root}/customers/{day.other}")
    page.get_by_text("Merge an anonymous customer").click()
    page.get_by_label("The anonymous customer").fill(anonymous)
    page.locator("details[open]").get_by_label("Reason").fill("Two phones of one person")
    page.get_by_role("button", name="Preview the merge").click()
    take(gallery, page, "preview-merge")
    page.get_by_role("button", name="Merge the customers").click()
    take(gallery, page, "customer-merged")
    page.get_by_text("Erase the customer").click()
    page.locator("details[open]").get_by_label("Reason").fill("They asked by email")
    page.get_by_role("button", name="Preview the erasure").click()
    take(gallery, page, "preview-erasure")


def problems(gallery, day, page, root):
    """Takes pages that are missing, that a role may not see, and that a link no longer opens; and two people."""
    for name, path in {"not-found": "/nothing", "unknown-app": "/../none"}.items():
        page.goto(root + path)
        take(gallery, page, name)
    link = day.command(
        "admin", "create", "bob@example.com", "--app", APP, "--role", "support", "--url", day.address).strip()
    page.goto(f"{root}/people")
    take(gallery, page, "people-two")
    colleague = gallery.open(link)
    colleague.get_by_role("button", name="Sign in").click()
    colleague.goto(f"{root}/audit")
    take(gallery, colleague, "not-allowed")
    colleague.goto(link)
    colleague.get_by_role("button", name="Sign in").click()
    take(gallery, colleague, "link-used")
    colleague.context.close()


def take_new(gallery):
    """Takes the pages of an app without customers, and of one with too many to read at once."""
    with tempfile.TemporaryDirectory() as folder:
        server = AdminServer(pathlib.Path(folder), has_customer=False)
        try:
            page = gallery.open(server.link())
            page.get_by_role("button", name="Sign in").click()
            root = page.url
            for name in ["customers", "lists", "chart-line", "chart-cohorts", "webhooks", "jobs", "blueprint"]:
                page.goto(root + PAGES[name])
                take(gallery, page, f"empty-{name}")
            server.fill(20_201)
            page.goto(f"{root}/lists")
            page.get_by_text("of 20200 read").wait_for()
            take(gallery, page, "lists-part")
        finally:
            server.stop()


def take(gallery, page, name):
    gallery.take(page, f"admin-{name}", is_whole=True)


def take_store(gallery):
    """Takes the pictures of the store's page, before and after sales."""
    with tempfile.TemporaryDirectory() as folder:
        store = SimulatedStore(pathlib.Path(folder), "--start", "2026-01-01T00:00:00Z")
        try:
            page = gallery.open(store.address)
            gallery.take(page, "store-start", is_whole=True)
            store.control("buy", product="pro.monthly", account="anna")
            store.control("buy", product="pro.monthly", account="ben", outcome="askToBuy")
            store.control("fail-billing", account="anna")
            store.control("clock", by="P1M")
            page.reload()
            gallery.take(page, "store-sold", is_whole=True)
            page.get_by_label("Actions for anna", exact=True).click()
            gallery.take(page, "store-menu", is_whole=True)
        finally:
            store.stop()
