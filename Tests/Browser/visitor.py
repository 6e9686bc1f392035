"""What a visitor does on the playground's page: presses what can be seen, by its name."""

from playwright.sync_api import expect

from playground import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)

EMAIL, PASSWORD = "maya@example.com", "a-good-password"


class Visitor:
    """A person who uses the playground."""

    def __init__(self, page, actions):
        self.page = page
        self.actions = actions
        self.phone = page.get_by_role("region", name="The phone")
        self.controls = page.get_by_role("complementary", name="Controls")
        self.panels = page.get_by_role("complementary", name="Engine and store")
        self.ledger = page.get_by_role("list", name="Facts, newest first")
        self.notifications = page.get_by_role("list", name="Server notifications, newest first")
        self.nudges = page.get_by_role("list", name="Local notifications")
        self.conversation = page.get_by_role("list", name="Conversation")
        self.phase = self.panels.locator(".phase b")

    # Looking

    def reachable(self, role, name, exact=True):
        """What can be pressed now: nothing that lies behind a sheet."""
        return self.phone.get_by_role(role, name=name, exact=exact).and_(self.page.locator(":not([inert] *)"))

    def dialog(self, name=None):
        return self.phone.get_by_role("dialog", name=name)

    def alert(self, name=None):
        return self.phone.get_by_role("alertdialog", name=name)

    def heading(self, name):
        return self.phone.get_by_role("heading", name=name, exact=True)

    def fact(self, kind):
        return self.ledger.get_by_role("listitem").filter(has=self.page.get_by_text(kind, exact=True))

    def says(self, text):
        """Waits until the phone shows a text."""
        expect(self.phone.get_by_text(text).and_(self.page.locator(":visible")).first).to_be_visible()

    def says_nothing_of(self, text):
        expect(self.phone.get_by_text(text)).to_have_count(0)

    # Doing

    def settled(self):
        """Waits until the server has answered."""
        self.page.locator("[aria-busy]").first.wait_for(state="detached")

    def stop_time(self):
        """Stops the page's clock, so that nothing happens by itself before `page.clock.run_for`. It stays stopped in later
        pages of the context, so the context must not be the one that tests share."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1000)

    def press(self, name, role="button", nth=None):
        target = self.reachable(role, name)
        (target if nth is None else target.nth(nth)).click()
        self.settled()

    def control(self, name, times=1):
        """Presses one of the visitor's own buttons beside the phone."""
        for _ in range(times):
            self.controls.get_by_role("button", name=name).click()
            self.settled()

    def switch(self, name):
        self.controls.get_by_role("switch", name=name).click()
        self.settled()

    @property
    def message(self):
        return self.phone.get_by_label("Message Coach")

    def send(self, message):
        self.message.fill(message)
        self.press("Send")

    def enter(self, button, email=EMAIL, password=PASSWORD):
        self.phone.get_by_label("Email").fill(email)
        self.phone.get_by_label("Password").fill(password)
        self.press(button)

    def ask_server(self, **fields):
        """Does what no button offers, as a changed app might."""
        answer = self.page.request.post(self.actions, form=fields, headers={"Accept": "application/json"})
        assert answer.ok, answer.status

    # Buying, from a paywall that is up

    def choose(self, plan):
        self.reachable("radio", plan, exact=False).check()
        self.settled()

    def purchase(self):
        """Presses the paywall's button, whatever it says of the plan that is chosen."""
        self.phone.locator("[data-key=buy]").get_by_role("button").click()
        self.settled()

    def buy(self, plan=None):
        if plan:
            self.choose(plan)
        self.purchase()
        self.press("Subscribe")
        self.phone.locator("[data-key=welcome]").wait_for()
        self.press("Continue")
        expect(self.dialog()).to_have_count(0)

    def relaunch(self):
        self.control("Kill the app")
        expect(self.phone.get_by_text("is not running")).to_be_visible()
        self.control("Relaunch")
