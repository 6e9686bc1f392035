"""A paywall's page with an app's side of it: what is bought in the simulated store is known to the server, and the page says so."""

import itertools
import pathlib
import sys
import threading

import pytest
from playwright.sync_api import expect

from exhaustive import first
from playground import PATIENCE, ROOT, Playground

sys.path.append(str(ROOT / "Examples" / "WebPaywall"))
from app import App, Host, call  # noqa: E402

BLUEPRINTS = {
    "glow": ROOT / "Blueprints" / "glow.yml", "techniq": ROOT / "Blueprints" / "techniq.yml",
    "stride": ROOT / "Tests" / "Blueprints" / "stride.yml",
}
numbers = itertools.count(1)
# A web view whose messages go to the test, which answers with changes.
WEB_VIEW = """
  Object.defineProperty(window, "webkit", { value: { messageHandlers: { tollgate: {
    postMessage: async (message) => {
      for (const change of await receive(message)) window.tollgate.update(change);
    } } } } });
"""


class Market:
    """A server of one app, and a store whose signatures it trusts."""

    def __init__(self, app, folder, framed_by):
        self.app = app
        self.store = Playground("store", "--config", BLUEPRINTS[app], "--key-directory", folder)
        self.server = Playground(
            "serve", BLUEPRINTS[app], "--environment", "sandbox", "--in-memory",
            "--store-root", pathlib.Path(folder) / "root.cer", "--cors-origin", framed_by)

    def control(self, action, **fields):
        return call("POST", f"{self.store.address}/control/{action}", fields)

    def stop(self):
        assert self.server.stop() == 0, "".join(self.server.output)
        assert self.store.stop() == 0, "".join(self.store.output)


class Phone:
    """An app on a phone, with a web view for its paywalls."""

    def __init__(self, market, page, account):
        self.app = App(market.app, market.server.address, market.store.address, account)
        self.page, self.shown, self.opened = page, None, []
        page.expose_function("receive", self._receive)
        page.add_init_script(WEB_VIEW)

    def show(self, paywall):
        self.shown = paywall
        self.page.goto(self.app.page(paywall))

    def _receive(self, message):
        actions = self.app.receive(message)
        for action in actions:
            if "close" in action:
                self.shown = None
            self.shown = action.get("show", self.shown)
            self.opened += [action["open"]] if "open" in action else []
        return [action["update"] for action in actions if "update" in action]

    @property
    def types(self):
        """The types of the messages so far."""
        return [message["type"] for message in self.app.events]

    def wait(self, condition):
        """Waits until the app is as expected."""
        for _ in range(PATIENCE * 10):
            if condition():
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(self.types)


@pytest.fixture(scope="module")
def markets(tmp_path_factory):
    running = {app: Market(app, tmp_path_factory.mktemp(app), "http://localhost:3000") for app in BLUEPRINTS}
    yield running
    for market in running.values():
        market.stop()


@pytest.fixture
def phone(markets, browser):
    """Gives a phone, of one more customer unless a store account is named; nothing may be logged as an error."""
    contexts, complaints = [], []

    def phone(app, account=None):
        contexts.append(browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        return Phone(markets[app], page, account or f"customer-{next(numbers)}")

    yield phone
    for context in contexts:
        context.close()
    assert not complaints, complaints


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


@pytest.mark.parametrize("app", first(["glow", "techniq"]))
def test_purchase(phone, app):
    """What is bought on the page is known to the server, and the page says so and closes"""
    phone = phone(app)
    phone.show("pro")
    button(phone.page, "Start 7-day free trial").click()
    expect(phone.page.get_by_role("heading", name="Thank you!")).to_be_focused()
    expect(phone.page.get_by_text("The server says: trial.")).to_be_visible()
    assert phone.app.membership()["entitlements"] == ["pro"]
    button(phone.page, "Continue").click()
    phone.wait(lambda: phone.shown is None)
    assert phone.types == ["ready", "purchase", "read"]


def test_abandoned(phone):
    """A purchase that is cancelled in the store's sheet leaves the page as it was, and nothing is bought"""
    phone = phone("glow")
    phone.show("pro")
    phone.page.get_by_role("radio", name="Glow for life").check()
    phone.app.outcome = "cancel"
    button(phone.page, "Buy for $129.99").click()
    phone.wait(lambda: phone.types == ["ready", "event", "purchase"])
    expect(button(phone.page, "Buy for $129.99")).to_be_enabled()
    button(phone.page, "Close").click()
    phone.wait(lambda: phone.shown is None)
    assert phone.app.membership()["phase"] == "free"


def test_failed(phone):
    """A purchase that fails says why, and is tried again"""
    phone = phone("glow")
    phone.show("pro")
    phone.app.outcome = "paymentInvalid"
    button(phone.page, "Start 7-day free trial").click()
    message = phone.page.get_by_role("dialog", name="That didn't work")
    expect(message).to_contain_text("The purchase failed.")
    button(message, "Cancel").click()
    expect(message).to_be_hidden()
    button(phone.page, "Start 7-day free trial").click()
    expect(message).to_be_visible()
    phone.app.outcome = "buy"
    button(message, "Try Again").click()
    expect(phone.page.get_by_role("heading", name="Thank you!")).to_be_visible()
    assert phone.types == ["ready", "purchase", "read", "purchase", "retry"]


def test_pending(phone, markets):
    """A purchase that a parent approves later is there after a restore"""
    phone = phone("glow")
    phone.show("pro")
    phone.app.outcome = "askToBuy"
    button(phone.page, "Start 7-day free trial").click()
    message = phone.page.get_by_role("dialog", name="Almost there")
    button(message, "OK").click()
    button(phone.page, "Restore Purchases").click()
    expect(phone.page.get_by_role("status").filter(has_text="There is nothing to restore.")).to_be_visible()
    pending = call("GET", f"{markets['glow'].store.address}/control/state")["pending"]
    markets["glow"].control("approve", purchase=pending[-1]["purchase"])
    button(phone.page, "Restore Purchases").click()
    expect(phone.page.get_by_text("You have everything already.")).to_be_visible()
    assert phone.app.membership()["phase"] == "trial"
    phone.page.locator("#cover-button").click()
    phone.wait(lambda: phone.shown is None)
    assert phone.types == ["ready", "purchase", "read", "restore", "restore", "close"]


def test_restore(phone):
    """Another phone with the same store account restores what the first one bought"""
    first = phone("techniq", "family")
    first.show("pro")
    button(first.page, "Start 7-day free trial").click()
    expect(first.page.get_by_role("heading", name="Thank you!")).to_be_visible()
    second = phone("techniq", "family")
    assert second.app.membership()["entitlements"] == []
    second.show("pro")
    button(second.page, "Restore Purchases").click()
    expect(second.page.get_by_text("You have everything already.")).to_be_visible()
    assert second.app.membership()["entitlements"] == ["pro"]


def test_offline(phone, monkeypatch):
    """A purchase that could not be reported is reported later, and not made twice"""
    phone = phone("glow")
    phone.show("pro")
    server = phone.app._address
    monkeypatch.setattr(phone.app, "_address", "http://127.0.0.1:9")
    button(phone.page, "Start 7-day free trial").click()
    message = phone.page.get_by_role("dialog", name="That didn't work")
    expect(message).to_contain_text("You won't pay twice.")
    monkeypatch.setattr(phone.app, "_address", server)
    assert phone.app.membership()["phase"] == "free"
    button(message, "Try Again").click()
    expect(phone.page.get_by_text("The server says: trial.")).to_be_visible()
    assert len(phone.app._device()["signedTransactions"]) == 1


def test_link_and_event(phone):
    """A link is opened by the app, and what else happens is an event"""
    phone = phone("glow")
    phone.show("pro")
    phone.page.get_by_role("link", name="Terms of Use").click()
    phone.wait(lambda: phone.opened)
    assert phone.opened == [phone.page.get_by_role("link", name="Terms of Use").get_attribute("href")]
    phone.page.get_by_role("radio").nth(1).check()
    phone.wait(lambda: phone.types == ["ready", "open", "event"])
    assert phone.app.events[-1]["name"] == "planSelected"


def test_pages_and_exit_offer(phone):
    """The answer on a page sets the customer's attribute, and closing the offer shows another one, once, which sells"""
    phone = phone("stride")
    phone.show("pro")
    button(phone.page, "Continue").click()
    button(phone.page, "A race").click()
    expect(phone.page.get_by_role("heading", name="Run further")).to_be_focused()
    button(phone.page, "Close").click()
    phone.wait(lambda: phone.shown == "goodbye")
    assert phone.types == ["ready", "page", "answer", "close"]
    phone.show("goodbye")
    button(phone.page, "Subscribe").click()
    expect(phone.page.get_by_text("The server says: subscribed.")).to_be_visible()
    assert phone.app.membership()["entitlements"] == ["pro"]


@pytest.fixture
def visit(browser, tmp_path):
    """Opens the example's web page in a plain browser; nothing may be logged as an error."""
    complaints = []
    with Host(0, "pro") as running, browser.new_context(reduced_motion="reduce") as context:
        market = Market("glow", tmp_path, running.address)
        running.app = App("glow", market.server.address, market.store.address)
        threading.Thread(target=running.serve_forever, daemon=True).start()

        def visit():
            page = context.new_page()
            page.set_default_timeout(PATIENCE * 1000)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
            page.goto(running.address)
            return page

        yield visit
        # The page asks for the membership after it has closed the paywall.
        context.close()
        running.shutdown()
        market.stop()
    assert not complaints, complaints


def test_plain_browser(visit):
    """In a browser without an app, the example's page cancels, buys, closes, and knows in a second tab what was bought"""
    page = visit()
    frame = page.frame_locator("iframe")
    sheet, knows = page.get_by_label("The store's sheet ends with"), page.locator("#membership")
    sheet.select_option("Cancel")
    button(frame, "Start 7-day free trial").click()
    expect(knows).to_have_text("free (no entitlements)")
    second = visit()
    sheet.select_option("a purchase")
    button(frame, "Start 7-day free trial").click()
    expect(frame.get_by_text("The server says: trial.")).to_be_visible()
    expect(knows).to_have_text("trial (pro)")
    button(frame, "Continue").click()
    expect(page.locator("iframe")).to_have_count(0)
    button(page, "Show the paywall").click()
    expect(button(frame, "Buy for $129.99")).to_be_visible()
    expect(frame.get_by_role("radio")).to_have_count(1)
    button(second.frame_locator("iframe"), "Restore Purchases").click()
    expect(second.frame_locator("iframe").get_by_text("You have everything already.")).to_be_visible()


def test_plain_browser_second_tab(visit):
    """A second tab, whose page may be ready at any time, changes nothing in the first"""
    page = visit()
    frame = page.frame_locator("iframe")
    button(frame, "Start 7-day free trial").click()
    expect(frame.get_by_text("The server says: trial.")).to_be_visible()
    second = visit()
    expect(second.frame_locator("iframe").get_by_role("radio")).to_have_count(1)
    button(frame, "Continue").click()
    expect(page.locator("iframe")).to_have_count(0)
