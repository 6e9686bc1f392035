"""Glow, the photo editor of Blueprints/glow.yml, on a phone that any blueprint fits."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from exhaustive import first
from playground import ROOT
from test_hands import menu
from test_own import change, play  # noqa: F401, a fixture
from test_small import flaws

RETOUCH, GENERATE, KEEP = "retouch", "generate", "keep-project"


@pytest.fixture
def blueprint(tmp_path):
    """A copy of the blueprint, in which everybody has the paywall as it is written."""
    for name in ["glow.yml", "glow"]:
        source = ROOT / "Blueprints" / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    file = tmp_path / "glow.yml"
    change(file, "short: { paywalls", "short: { weight: 0, paywalls")
    return file


def card(visitor, feature):
    return visitor.phone.locator(f"[data-key=card-{feature}]")


def press(visitor, feature):
    """Presses the button on a feature's card."""
    card(visitor, feature).locator("> form button").click()
    visitor.settled()


def test_glow(play, blueprint):
    """EX-8 a day of free retouching, the free week, its credits, the lapse, and the way back at half of the price"""
    visitor = play(blueprint)
    expect(visitor.dialog("See yourself in a new light")).to_be_visible()
    visitor.press("Close")

    for left in ["2 left today", "1 left today", "0 left today"]:
        press(visitor, RETOUCH)
        expect(card(visitor, RETOUCH)).to_contain_text(left)
    press(visitor, RETOUCH)
    expect(visitor.dialog("Retouch without a limit")).to_be_visible()
    visitor.press("Close")
    visitor.control("+ 1 day")
    expect(card(visitor, RETOUCH)).to_contain_text("3 left today")
    press(visitor, KEEP)
    expect(card(visitor, KEEP)).to_contain_text("4 left")

    press(visitor, GENERATE)
    for line in ["Start 7-day free trial", "Free for 7 days, then $49.99 per year until you cancel."]:
        expect(visitor.dialog()).to_contain_text(line)
    visitor.buy("Glow Pro, a year")
    expect(visitor.phase).to_have_text("trial")
    expect(card(visitor, RETOUCH)).to_contain_text("Unlimited")
    expect(card(visitor, GENERATE)).to_contain_text("10 credits left")

    for _ in range(5):
        press(visitor, GENERATE)
    expect(card(visitor, GENERATE)).to_contain_text("0 credits left")
    press(visitor, GENERATE)
    expect(visitor.dialog()).to_contain_text("Fifty credits")
    visitor.buy()
    expect(card(visitor, GENERATE)).to_contain_text("50 credits left")

    visitor.control("Cancel the subscription")
    visitor.control("Trial's end")
    expect(visitor.page.get_by_role("list", name="Local notifications")).to_contain_text("Your free week ends tomorrow.")
    expect(visitor.phase).to_have_text("trialExpired")
    expect(card(visitor, RETOUCH)).to_contain_text("3 left today")
    expect(card(visitor, GENERATE)).to_contain_text("50 credits left")
    expect(card(visitor, KEEP)).to_contain_text("4 left")

    visitor.control("+ 1 week")
    visitor.press("Show pro")
    expect(visitor.dialog("See yourself in a new light")).to_contain_text("Start for $24.99")
    visitor.buy()
    expect(visitor.phase).to_have_text("subscribed")
    expect(card(visitor, GENERATE)).to_contain_text("450 credits left")
    visitor.control("Refund")
    expect(visitor.phase).to_have_text("lapsed")
    expect(card(visitor, GENERATE)).to_contain_text("50 credits left")


# Of each language: its code, the button of a feature, the row of a paywall, the settings, and a prompt.
SPOKEN = {
    "DE": ("de", "Verwenden", "pro zeigen", "Einstellungen", "Sieh mal."),
    "ES": ("es", "Usar", "Mostrar pro", "Ajustes", "Mira."),
    "FR": ("fr", "Utiliser", "Afficher pro", "Réglages", "Regarde."),
    "JA": ("ja", "使う", "proを表示", "設定", "見て。"),
    "AR": ("ar", "استخدام", "عرض pro", "الإعدادات", "انظر."),
    "EN": ("en", "Use", "Show pro", "Settings", "Have a look."),
}


def title(language):
    """The paywall's title in a language."""
    if language == "en":
        return "See yourself in a new light"
    part = ROOT / "Blueprints" / "glow" / f"{language}.yml"
    line = next(line for line in part.read_text(encoding="utf-8").splitlines() if "paywalls.pro.title" in line)
    return line.split(": ", 1)[1].strip()


@pytest.mark.parametrize("width, height", first([(390, 844), (1440, 1000)]))
def test_languages(play, blueprint, width, height):
    """EX-8 texts, paywall, prompt and the phone's own words are in the phone's language, from right to left in Arabic"""
    change(
        blueprint, "\nexperiments:",
        "\nprompts:\n  hint:\n    shape: card\n    placement: home\n    icon: star\n    text:\n"
        "      { en: Have a look., de: Sieh mal., es: Mira., fr: Regarde., ja: 見て。, ar: انظر. }\n\nexperiments:")
    visitor = play(blueprint, width=width, height=height)
    visitor.press("Close")
    if width <= 480:
        visitor.controls.locator("[data-key=phone] > summary").click()
    menu(visitor, "phone")
    for code, (language, use, show, settings, prompt) in SPOKEN.items():
        if width <= 480 and visitor.controls.locator("[data-key=phone]:not([open])").count():
            visitor.controls.locator("[data-key=phone] > summary").click()
        visitor.control(f"Language: {code}")
        device = visitor.page.locator(".device")
        expect(device).to_have_attribute("lang", re.compile(f"^{language}"))
        expect(device).to_have_attribute("dir", "rtl" if code == "AR" else "ltr")
        if width <= 480:
            visitor.page.keyboard.press("Escape")
        visitor.says(prompt)
        expect(card(visitor, RETOUCH).get_by_role("button", name=use, exact=True)).to_be_visible()
        visitor.press(show)
        paywall = visitor.dialog(title(language))
        expect(paywall).to_be_visible()
        inside = visitor.phone.bounding_box()
        for plan in paywall.locator(".package").all():
            box = plan.bounding_box()
            assert inside["x"] <= box["x"] and box["x"] + box["width"] <= inside["x"] + inside["width"], code
        start = paywall.locator(".package input").first.bounding_box()["x"] - inside["x"]
        assert (start > inside["width"] / 2) == (code == "AR"), "the choice begins where the text does"
        assert not flaws(visitor.page), code
        visitor.phone.locator("[data-escape] button").last.click()
        visitor.settled()
        visitor.press(settings)
        expect(visitor.heading(settings).first).to_be_visible()
        assert not flaws(visitor.page), code
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width


def test_store_sheet(play, blueprint):
    """The simulated store's sheet is all in English, also over an app in another language"""
    visitor = play(blueprint)
    visitor.press("Close")
    menu(visitor, "phone")
    visitor.control("Language: DE")
    visitor.press("pro zeigen")
    visitor.dialog(title("de")).locator("button.primary").click()
    sheet = visitor.phone.locator(".store-sheet")
    expect(sheet).to_contain_text("App Store")
    terms = sheet.locator("dd")
    expect(terms.nth(0)).to_have_text("Free for 1 week, then $49.99 per year")
    expect(terms.nth(1)).to_have_text("$49.99 per year")


def test_variants(play, blueprint):
    """Each variant's paywall is shown to the customers who have it, under the same name and with its own packages"""
    visitor = play(blueprint)
    long = visitor.dialog("See yourself in a new light")
    expect(long).to_contain_text("Glow for life")
    change(blueprint, "control: 1\n      short: { weight: 0, paywalls", "control: 0\n      short: { weight: 1, paywalls")
    short = visitor.dialog("Every photo, at its best")
    expect(short).to_be_visible()
    expect(short).not_to_contain_text("Glow for life")
    visitor.buy("Glow Pro, a year")
    expect(visitor.phase).to_have_text("trial")
    expect(visitor.ledger).to_contain_text("The customer got the variant short of the experiment page.")


@pytest.mark.parametrize("width, size", first([(390, "Largest"), (320, "Default"), (390, "Default"), (390, "Large")]))
def test_cards(play, blueprint, width, size):
    """Cards and their words stay on the phone in a language of long words, at each size of text"""
    visitor = play(blueprint)
    visitor.press("Close")
    visitor.page.set_viewport_size({"width": width, "height": 844})
    visitor.ask_server(action="language", value="de")
    visitor.ask_server(action="text-size", value={"Default": "default", "Large": "large", "Largest": "xlarge"}[size])
    expect(card(visitor, GENERATE)).to_contain_text("Freischalten")
    for box in card(visitor, GENERATE).locator("xpath=descendant-or-self::*[self::li or self::h4 or self::button]").all():
        place = box.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= width
        assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
