"""RA-18 Skins: the same colors on the web page and on the phone, readable and arranged as the blueprint says, at any width."""

import re

import pytest
from playwright.sync_api import expect

import font
from playground import PATIENCE, ROOT, Playground
from paywalls import show
from test_paywalls import faults, fits, open_paywall, paywalls, shop  # noqa: F401, fixtures

EXAMPLES = [
    ("coach-paid", "after-discovery"), ("coach-free", "plans"), ("grobro", "upgrade"), ("strikelab", "subscribe"), ("techniq", "pro"),
]
NAMES = ["ground", "card", "ink", "soft", "accent", "on", "control", "emphasis", "highlight", "tint", "backdrop", "font", "display"]
# The custom properties of an element.
PROPERTIES = "(element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(`--${name}`).trim())"
PLANS = """
app: { id: mint, name: Mint, bundleID: com.example.mint, appleID: 1 }
legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
skin:
  accent: "#0B7285"
%s
products:
  mint.yearly:
    name: A year
    entitlements: pro
    price: 29.99 USD
    period: P1Y
    group: pro
    introductoryOffer: { payment: freeTrial, period: P1W }
  mint.monthly: { name: A month, entitlements: pro, price: 3.99 USD, period: P1M, group: pro }
  mint.ever: { kind: nonConsumable, name: For ever, entitlements: pro, price: 79.99 USD }
hasFreeTier: true
features:
  draw:
    title: Draw without a limit
    detail: As many pages as you like.
    icon: infinity
    paywall: plans
    rules: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: { upTo: 3, per: day } }]
paywalls:
  plans:
    title: All of Mint
    subtitle: For everybody who draws.
    icon: leaf
%s
    benefits:
      - { feature: draw, free: Three a day }
      - { icon: cloud, title: On every device, detail: Wherever you are. }
      - { icon: export, title: Export in any size }
    packages:
      - { product: mint.yearly, badge: Best value }
      - mint.monthly
      - mint.ever
"""
ARRANGED = """  align: start
  benefits: grid
  plans: cards
  corners: soft
  button: { shape: corners, weight: heavy }
  titles: { font: condensed, capitals: true }
"""
LETTERED = """  font: { name: Boxes, file: fonts/boxes.woff2 }
  titles: { font: { name: Boxes, file: fonts/boxes.woff2, fallback: serif } }
"""
# The fonts of the app's own that a page has loaded, each with the width of five narrow letters at 100 pixels.
FONTS = """() => [...document.fonts].filter((font) => font.family.startsWith("font-")).map((font) => {
  const drawing = document.createElement("canvas").getContext("2d");
  drawing.font = `100px ${font.family}`;
  return [font.status, Math.round(drawing.measureText("iiiii").width)];
})"""


def mint_folder(tmp_path_factory, skin, paywall=""):
    """A folder with the app's blueprint, a picture and a font."""
    folder = tmp_path_factory.mktemp("mint")
    (folder / "hero.svg").write_bytes((ROOT / "Blueprints" / "glow" / "hero.svg").read_bytes())
    (folder / "fonts").mkdir()
    (folder / "fonts" / "boxes.woff2").write_bytes(font.woff2())
    (folder / "mint.yml").write_text(PLANS % (skin, paywall))
    return folder


@pytest.fixture(scope="module")
def mint(tmp_path_factory, browser):
    """Opens the paywall of an app with a skin of its own."""
    servers, contexts = [], []

    def open_page(skin="", paywall="", width=390, height=844, scheme="light", motion="reduce", blocked=None):
        folder = mint_folder(tmp_path_factory, skin, paywall)
        servers.append(Playground("serve", folder / "mint.yml", "--environment", "sandbox", "--in-memory"))
        contexts.append(browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion=motion))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE * 1000)
        if blocked:
            page.route(blocked, lambda route: route.abort())
        page.goto(f"{servers[-1].address}/v1/apps/mint/paywalls/plans?eligible=true")
        return page

    yield open_page
    for context in contexts:
        context.close()
    for server in servers:
        assert server.stop() == 0, "".join(server.output)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("app", "paywall"), EXAMPLES)
def test_same_values(open_paywall, open_app, app, paywall, scheme):  # noqa: F811
    """RA-18 the web page of an app has the colors and typefaces of its phone, by day and by night"""
    page = open_paywall(app, paywall, scheme=scheme)
    visitor = open_app(app, height=900)
    visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    phone = visitor.page.locator(".device").evaluate(PROPERTIES, NAMES)
    assert page.locator(":root").evaluate(PROPERTIES, NAMES) == phone
    assert all(phone)
    button = page.locator("#buy").evaluate("button => getComputedStyle(button).backgroundColor")
    accent = page.evaluate("""() => {
      const probe = document.createElement("i");
      probe.style.color = "var(--accent)";
      document.body.append(probe);
      return getComputedStyle(probe).color;
    }""")
    assert button == accent


def test_only_a_color(mint):
    """RA-18 an app that says nothing but its color is readable, by day and by night, on a phone and on a desktop"""
    page = mint()
    assert page.locator(":root").evaluate(PROPERTIES, ["accent"]) == ["#0b7285"]
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width, height in [(390, 844), (1440, 900)]:
            page.set_viewport_size({"width": width, "height": height})
            assert faults(page) == [], (scheme, width)
            assert fits(page)
    assert page.locator(":root").evaluate(PROPERTIES, ["accent"]) != ["#0b7285"]


def test_arranged(mint):
    """RA-18 cards and a grid stand beside each other where there is room, and the first benefit and the price are in sight at 320"""
    page = mint(ARRANGED)
    one, two = (page.locator(".benefits li").nth(number).bounding_box() for number in [0, 1])
    assert one["y"] == two["y"] and one["x"] < two["x"]
    year, month = (page.locator(".plan").nth(number).bounding_box() for number in [0, 1])
    assert year["y"] == month["y"] and year["x"] < month["x"]
    expect(page.locator("h1")).to_have_css("text-transform", "uppercase")
    expect(page.locator("h1")).to_have_css("text-align", "start")
    expect(page.locator("#buy")).to_have_css("border-radius", "12px")
    for width, height in [(390, 844), (768, 1024), (1440, 900), (320, 568)]:
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page), width
        assert faults(page) == [], width
    benefit, price, offer = (page.locator(part).first.bounding_box() for part in [".benefits li", ".plan .price", "#offer"])
    assert benefit["y"] >= 0 and benefit["y"] + benefit["height"] <= offer["y"]
    assert price["y"] + price["height"] <= 568
    # By the keyboard, where the radio buttons are not drawn.
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".plan input").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name=re.compile("^A month"))).to_be_checked()


def test_switch(mint):
    """RA-18 two or three plans are a switch of names with the selected one's price below, or rows where there is no room"""
    page = mint("  plans: switch\n")
    plans = page.locator(".plan")
    names = [plans.nth(number).locator(".words b").bounding_box() for number in range(3)]
    assert names[0]["x"] < names[1]["x"] < names[2]["x"]
    prices = [plans.nth(number).locator(".price b") for number in range(3)]
    expect(prices[0]).to_be_visible()
    expect(prices[1]).to_be_hidden()
    # By pointing at the segment, then by keyboard.
    page.mouse.click(names[1]["x"] + names[1]["width"] / 2, names[1]["y"] + names[1]["height"] / 2)
    expect(prices[1]).to_be_visible()
    expect(prices[0]).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^A month")).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name=re.compile("^For ever"))).to_be_checked()
    expect(prices[2]).to_be_visible()
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width, height in [(390, 844), (768, 1024), (1440, 900), (320, 568), (844, 390)]:
            page.set_viewport_size({"width": width, "height": height})
            assert fits(page) and faults(page) == [], (scheme, width)
    page.set_viewport_size({"width": 320, "height": 568})
    for price in prices:
        expect(price).to_be_visible()


def test_table(mint):
    """RA-18 a table has a column for what is free and one for what is paid, at any width"""
    page = mint("  benefits: table\n")
    expect(page.get_by_role("columnheader", name="Free")).to_be_visible()
    expect(page.get_by_role("rowheader", name="On every device")).to_be_visible()
    expect(page.get_by_role("row", name="Draw without a limit")).to_contain_text("Three a day")
    for width, height in [(390, 844), (320, 568), (1440, 900), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page) and faults(page) == [], width


def test_picture_behind(mint):
    """RA-18 a picture behind the title reaches over the whole width and fades before the text, and is beside it on a desktop"""
    page = mint("  picture: behind\n", "    image: hero.svg\n")
    box = page.locator(".art img").bounding_box()
    assert box["x"] == 0 and box["width"] == 390 and box["y"] == 0
    assert page.locator("h1").bounding_box()["y"] < box["y"] + box["height"]
    expect(page.get_by_role("button", name="Close")).to_be_in_viewport()
    page.set_viewport_size({"width": 1440, "height": 900})
    box = page.locator(".art img").bounding_box()
    assert abs(box["width"] / box["height"] - 480 / 300) < 0.03
    assert fits(page) and faults(page) == []


def test_own_font(mint):
    """RA-18 a page is set in the app's own font, which is loaded once and fits at any width"""
    page = mint(LETTERED)
    page.wait_for_function("document.fonts.status == 'loaded' && [...document.fonts].some((font) => font.status == 'loaded')")
    assert page.evaluate(FONTS) == [["loaded", 250]]
    own, titles = (page.locator(place).first.evaluate("element => getComputedStyle(element).fontFamily") for place in ["body", "h1"])
    assert own.startswith("font-") and titles.startswith(own.split(",")[0]) and titles.endswith("serif")
    files = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert len(files) == 1 and "/v1/apps/mint/fonts/" in files[0]
    for width, height in [(390, 844), (320, 568), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page) and faults(page) == [], width


def test_missing_font(mint):
    """RA-18 a page whose font does not load shows the fallback, and sells as before"""
    page = mint(LETTERED, blocked="**/fonts/*")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_function("[...document.fonts].every((font) => font.status == 'error')")
    assert fits(page) and faults(page) == []
    expect(page.locator("#buy")).to_be_in_viewport()


def test_font_of_a_phone(browser, tmp_path_factory):
    """RA-18 a phone of the playground has the app's own font"""
    playground = Playground("playground", str(mint_folder(tmp_path_factory, LETTERED) / "mint.yml"))
    context = browser.new_context(viewport={"width": 1440, "height": 1000}, reduced_motion="reduce")
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(playground.address)
        page.wait_for_function(
            "[...document.fonts].some((font) => font.family.startsWith('font-') && font.status == 'loaded')")
        assert page.evaluate(FONTS) == [["loaded", 250]]
    finally:
        context.close()
        assert playground.stop() == 0, "".join(playground.output)


def test_always_dark(open_paywall):  # noqa: F811
    """RA-18 pages of an app that is always dark are dark by day too"""
    page = open_paywall("strikelab", "subscribe", scheme="light")
    assert page.locator(":root").evaluate(PROPERTIES, ["ground"]) == ["#0d0e11"]
    expect(page.locator(":root")).to_have_css("color-scheme", "dark")


def test_one_payment(mint):
    """RA-18 a plan for ever says that it is one payment"""
    page = mint()
    expect(page.locator(".plan", has_text="For ever")).to_contain_text("one payment")


def test_celebration(mint):
    """RA-18 a purchase is celebrated once, and not where motion is reduced"""
    page = mint(motion="no-preference")
    show(page, "welcome")
    expect(page.locator(".confetti i")).to_have_count(32)
    show(page, "selling")
    expect(page.locator(".confetti")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    show(page, "welcome")
    expect(page.get_by_text("Welcome aboard!")).to_be_visible()
    expect(page.locator(".confetti")).to_have_count(0)
