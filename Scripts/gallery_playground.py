"""Pictures of the playground: the five apps, and blueprints of one's own, from the start to after a purchase."""

from playwright.sync_api import expect

from playground import ROOT, Playground, show_parts
from test_hands import menu
from test_page import APPS, to_paywall, to_settings
from visitor import Visitor

# What a phone in each of these languages calls its settings.
SETTINGS = {"EN": "Settings", "DE": "Einstellungen", "AR": "الإعدادات"}


class Phone:
    """A simulated phone, which a gallery takes pictures of at each moment."""

    def __init__(self, gallery, name, address, is_first=False):
        self.gallery, self.name = gallery, name
        self.page = gallery.open(address)
        if not is_first:
            show_parts(self.page.context)
            self.page.reload()
        self.visitor = Visitor(self.page, f"{address}/actions")

    def take(self, moment, is_whole=False):
        """Takes the pictures of a moment at each width, as a visitor with such a window opens it."""
        for width in [320, 390, 2560, 1440]:
            self.resize(width)
            self.page.reload()
            self.page.evaluate("scrollTo(0, 0)")
            self.gallery.take(self.page, f"playground-{self.name}-{moment}", [width], is_whole=is_whole and width >= 1440)
        self.resize(1440)

    def resize(self, width):
        expect(self.page.locator("form[aria-busy]")).to_have_count(0)
        self.page.mouse.move(0, 0)
        self.page.set_viewport_size({"width": width, "height": self.gallery.heights[width]})

    def press(self, selector):
        """Presses a button whose name depends on the language."""
        self.visitor.phone.locator(selector).first.click()
        self.visitor.settled()

    def drawers(self):
        """Takes the pictures of what a narrow page keeps closed."""
        for width in [320, 390]:
            self.resize(width)
            self.page.reload()
            for drawer in ["time", "store", "phone", "network"]:
                self.visitor.controls.locator(f"[data-key={drawer}] > summary").click()
                self.gallery.take(self.page, f"playground-{self.name}-{drawer}", [width])
            self.visitor.controls.get_by_role("link", name="File").click()
            self.gallery.take(self.page, f"playground-{self.name}-ledger", [width])
            self.page.locator("[data-key=ledger] > summary").click()
            self.page.locator("[data-key=why] > summary").click()
            self.gallery.take(self.page, f"playground-{self.name}-why", [width])

    def close(self):
        self.page.context.close()


def take_app(gallery, server, app, name, language):
    """Takes the pictures of one of the five apps in a language."""
    phone = Phone(gallery, name, f"{server.address}/playground/{app}")
    phone.visitor.ask_server(action="reset")
    phone.visitor.ask_server(action="language", value=language)
    phone.take("start")
    to_paywall(phone.visitor, app)
    phone.take("paywall")
    to_settings(phone.visitor, app)
    phone.take("settings")
    phone.close()


def take_story(gallery, server):
    """Takes the pictures of the first page as somebody sees it who was never there, and of its story."""
    address = f"{server.address}/playground/coach-paid"
    phone = Phone(gallery, "first", address, is_first=True)
    phone.visitor.ask_server(action="reset")
    phone.take("page")
    for beat in range(1, 7):
        phone.page.goto(f"{address}?journey=story&step={beat}")
        phone.take(f"beat-{beat}")
    phone.close()


def take_garden(gallery, server):
    """Takes the pictures of a customer who reaches the limit, buys and cancels, with the ledger and the reasons."""
    phone = Phone(gallery, "garden", f"{server.address}/playground/grobro")
    phone.visitor.control("Reset this app")
    for _ in range(3):
        phone.visitor.press("Add plant")
    phone.take("limit")
    phone.visitor.press("Export")
    phone.take("locked")
    phone.visitor.press("Garden")
    phone.visitor.press("Add plant")
    phone.visitor.buy("GroBro Pro, monthly")
    phone.take("bought")
    phone.visitor.control("To the next change")
    phone.visitor.control("Cancel the subscription")
    phone.take("cancelled", is_whole=True)
    phone.drawers()
    phone.close()


def take_own(gallery, name, blueprint, languages, moments):
    """Takes the pictures of a blueprint of one's own, in each language."""
    for language in languages:
        server = Playground("playground", str(ROOT / blueprint))
        try:
            phone = Phone(gallery, f"{name}-{language.lower()}", f"{server.address}/playground/own")
            menu(phone.visitor, "phone")
            phone.visitor.control(f"Language: {language}")
            moments(phone, language)
            phone.close()
        finally:
            server.stop()


def glow(phone, language):
    """The paywall at launch, the features, the settings, a paywall and a purchase."""
    if language == "EN":
        # A phone whose language was changed is in its second session, in which the launch shows no paywall.
        phone.take("launch")
        phone.press("[data-escape] button")
    phone.take("features")
    phone.visitor.press(SETTINGS[language])
    phone.take("settings")
    phone.press(".tabbar form:first-child button")
    phone.press("[data-key=card-generate] > form button")
    phone.take("paywall")
    phone.visitor.purchase()
    phone.take("confirmation")
    phone.press(".store-buy")
    phone.visitor.phone.locator("[data-key=welcome]").wait_for()
    phone.take("welcome")
    # The welcome closes by itself.
    phone.visitor.phone.locator("[data-key=welcome]").wait_for(state="detached")
    phone.take("bought")


def stride(phone, _):
    """The pages before an offer, the offer, and the one after it."""
    phone.press("[data-key=card-plan] > form button")
    phone.take("page-1")
    phone.press(".paywall-foot button")
    phone.take("page-2")
    phone.press(".paywall-answers button")
    phone.take("offer")
    phone.press("[data-escape] button")
    phone.take("exit-offer")


def take(gallery):
    """Takes the pictures of the five apps, in English and in the right-to-left pseudolanguage, the first
    page's story, and two other blueprints."""
    server = Playground()
    try:
        for app in APPS:
            take_app(gallery, server, app, app, "en")
            take_app(gallery, server, app, f"{app}-rtl", "rtl")
        take_story(gallery, server)
        take_garden(gallery, server)
    finally:
        server.stop()
    take_own(gallery, "glow", "Blueprints/glow.yml", SETTINGS, glow)
    take_own(gallery, "stride", "Tests/Blueprints/stride.yml", ["EN", "AR"], stride)
