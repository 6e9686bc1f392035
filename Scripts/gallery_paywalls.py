"""Pictures of the paywalls as web pages: every page, state and exit offer."""

from paywalls import ARABIC_STATES, PAYWALLS, STATES, WEB_VIEW, PaywallServer, enlarge, own_plans, show, tell, with_end

# A paywall of each example app, which is looked at in every state.
EXAMPLES = [
    ("coach-paid", "after-discovery"), ("coach-free", "plans"), ("grobro", "upgrade"), ("strikelab", "subscribe"),
    ("techniq", "pro"), ("glow", "pro"),
]
WIDTHS = [320, 390, 667, 844, 1024, 1180, 1440, 2560]


class Paywalls:
    """The paywalls of a server, which a gallery takes pictures of."""

    def __init__(self, gallery, server):
        self.gallery, self.server = gallery, server

    def open(self, app, paywall, language):
        """Opens a paywall as an app shows it; returns the page and the name of its pictures."""
        page = self.gallery.open(self.server.page(app, paywall, language=language), width=390)
        page.add_init_script(WEB_VIEW)
        page.reload()
        tell(page, {"plans": own_plans(page)})
        return page, f"paywalls-{app}-{paywall}-{language}"

    def paywall(self, app, paywall, language):
        """Takes the pictures of a paywall in a language."""
        page = self.gallery.open(self.server.page(app, paywall, language=language))
        name = f"paywalls-{app}-{paywall}-{language}"
        self.gallery.take(page, name, WIDTHS)
        self.gallery.take(page, f"{name}-whole", [390], ["light"], is_whole=True)
        page.context.close()

    def pages(self, app, paywall, language):
        """Takes the pictures of each page before an offer, and of the offer."""
        page, name = self.open(app, paywall, language)
        for number in range(page.locator(".step").count() + 1):
            tell(page, {"page": number})
            self.gallery.take(page, f"{name}-page-{number + 1}", WIDTHS)
        page.context.close()

    def states(self, app, paywall, language):
        """Takes the pictures of a paywall's states, and of text at 310 %."""
        page, name = self.open(app, paywall, language)
        states, line = (ARABIC_STATES, "الوقت المتبقي: {length}") if language == "ar" else (STATES, "Ends in {length}")
        for kind in states:
            show(page, kind, states)
            self.gallery.take(page, f"{name}-{kind}", [390, 1440])
        page.context.close()
        page, name = self.open(app, paywall, language)
        tell(page, {"plans": with_end(own_plans(page), 11_529_000, line)})
        self.gallery.take(page, f"{name}-ending", [390, 1440])
        enlarge(page, 310)
        self.gallery.take(page, f"{name}-large", [320, 390], ["light"])
        page.context.close()


def take(gallery):
    """Takes the pictures of every paywall of the example apps."""
    server = PaywallServer()
    try:
        paywalls = Paywalls(gallery, server)
        for app, paywall, languages in PAYWALLS:
            for language in languages:
                paywalls.paywall(app, paywall, language)
        for language in ["en", "ar"]:
            paywalls.pages("stride", "pro", language)
            paywalls.paywall("stride", "goodbye", language)
            paywalls.states("tidewise", "pro", language)
        for app, paywall in EXAMPLES:
            paywalls.states(app, paywall, "en")
    finally:
        server.stop()
