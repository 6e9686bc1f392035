"""A server of paywalls as web pages, and what an app says to one."""

import contextlib
import http.server
import threading

from playground import PATIENCE, ROOT, Playground

BLUEPRINTS = [
    *(ROOT / "Blueprints" / f"{app}.yml" for app in ["coach-paid", "coach-free", "grobro", "strikelab", "techniq", "glow"]),
    *(ROOT / "Tests" / "Blueprints" / f"{app}.yml" for app in ["tidewise", "quill", "stride", "berth", "pals"]),
]
SIX = ["en", "de", "fr", "es", "ja", "ar"]
# Every paywall, by its app and name, with the languages that it is looked at in.
PAYWALLS = [
    ("coach-paid", "after-discovery", ["en"]), ("coach-free", "plans", ["en", "de"]), ("coach-free", "keep-going", ["en", "de"]), ("grobro", "upgrade", ["en"]),
    ("strikelab", "subscribe", ["en"]), ("techniq", "pro", ["en"]), ("tidewise", "pro", ["en", "de", "ar"]),
    ("tidewise", "plain", ["en"]), ("quill", "plans", ["en", "ar"]),
    ("quill", "more", ["en", "ar"]), ("berth", "plans", SIX), ("pals", "plans", ["en", "ar"]), ("glow", "pro", SIX),
]
# Every state but that of selling, as an app says it.
STATES = {
    "loading": {"line": "Getting the plans…"},
    "purchasing": {"line": "Confirming your purchase…"},
    "pending": {"title": "Almost there", "line": "Your purchase is waiting for approval.", "closeLabel": "OK"},
    "failed": {
        "title": "That didn't work", "line": "The payment was declined. Please check your payment method.",
        "retryLabel": "Try Again", "closeLabel": "Cancel"},
    "empty": {"title": "There is nothing to buy here right now.", "line": "This plan isn't available right now."},
    "offline": {
        "title": "That didn't work", "line": "We couldn't reach the App Store. Please check your connection.",
        "retryLabel": "Try Again"},
    "welcome": {"title": "Welcome aboard!", "line": "Everything is unlocked.", "closeLabel": "Continue"},
    "owned": {"line": "You have everything already."},
}
# The same in Arabic.
ARABIC_STATES = {
    "loading": {"line": "جارٍ تحميل الباقات…"},
    "purchasing": {"line": "جارٍ تأكيد الشراء…"},
    "pending": {"title": "أوشكنا على الانتهاء", "line": "عملية الشراء بانتظار الموافقة.", "closeLabel": "حسنًا"},
    "failed": {
        "title": "لم ينجح ذلك", "line": "رُفضت عملية الدفع. يُرجى التحقق من طريقة الدفع.",
        "retryLabel": "إعادة المحاولة", "closeLabel": "إلغاء"},
    "empty": {"title": "لا يوجد ما يمكن شراؤه هنا الآن.", "line": "هذه الباقة غير متاحة حاليًا."},
    "offline": {
        "title": "لم ينجح ذلك", "line": "تعذر الوصول إلى App Store. يُرجى التحقق من الاتصال.",
        "retryLabel": "إعادة المحاولة"},
    "welcome": {"title": "شكرًا لك!", "line": "كل شيء متاح الآن.", "closeLabel": "متابعة"},
    "owned": {"line": "لديك كل شيء بالفعل."},
}
# A web view that keeps what the page sends.
WEB_VIEW = """
  window.sent = [];
  Object.defineProperty(window, "webkit", { value: {
    messageHandlers: { tollgate: { postMessage: (message) => window.sent.push(message) } } } });
"""


class Shop:
    """A page on this machine that shows paywalls in a frame, at an address of its own."""

    def __init__(self):
        shop = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(shop.html.encode())

            def log_message(self, *_):
                pass

        self.html = ""
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


class PaywallServer(Playground):
    """A running server of all apps with a paywall, which a page may show in a frame."""

    def __init__(self, framed_by="http://localhost:3000"):
        super().__init__("serve", *BLUEPRINTS, "--environment", "sandbox", "--in-memory", "--cors-origin", framed_by)

    def page(self, app, paywall, **query):
        """The address of a paywall's page."""
        values = "&".join(f"{name}={value}" for name, value in ({"eligible": "true"} | query).items())
        return f"{self.address}/v1/apps/{app}/paywalls/{paywall}?{values}"


@contextlib.contextmanager
def opening(paywalls, browser, app, in_web_view=False):
    """Gives a function that opens an app's paywall `plans` on a phone; nothing may be logged as an error."""
    contexts, complaints = [], []

    def open_page(language="en", in_web_view=in_web_view):
        contexts.append(browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE * 1000)
        if in_web_view:
            page.add_init_script(WEB_VIEW)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.goto(paywalls.page(app, "plans", language=language))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, complaints


def tell(page, change):
    """Brings a page up to date, as an app does."""
    page.evaluate("change => window.tollgate.update(change)", change)


def show(page, kind, states=STATES):
    """Shows a state."""
    tell(page, {"state": {"kind": kind} | states.get(kind, {})})


def enlarge(page, percent):
    """Sets the size of text, as the system does in a web view."""
    page.evaluate("percent => { document.documentElement.style.fontSize = `${percent}%`; }", percent)


def with_end(plans, left, line="Ends in {length}"):
    """Plans of which the first ends after milliseconds."""
    first, *others = plans
    return [{**first, "ending": {"left": left, "line": line, "ended": "That offer has ended."}}, *others]


def plans_with_end(page, left):
    """The page's plans with another store's prices, of which the first ends after milliseconds."""
    return with_end(store_plans(page), left)


def own_plans(page):
    """The page's plans."""
    return page.evaluate("""() => JSON.parse(document.getElementById("data").textContent).plans""")


def store_plans(page):
    """The page's plans with another store's prices."""
    return [{**plan, "price": f"{index + 1},99 €"} for index, plan in enumerate(own_plans(page))]
