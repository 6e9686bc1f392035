"""Glow, the photo editor of Blueprints/glow.yml, on a phone that any blueprint fits."""

import shutil

import pytest
from playwright.sync_api import expect

from playground import ROOT
from test_hands import menu
from test_own import change, play  # noqa: F401, a fixture

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
    expect(card(visitor, GENERATE)).to_contain_text("10 left")

    for _ in range(5):
        press(visitor, GENERATE)
    expect(card(visitor, GENERATE)).to_contain_text("0 left")
    press(visitor, GENERATE)
    expect(visitor.dialog()).to_contain_text("Fifty credits")
    visitor.buy()
    expect(card(visitor, GENERATE)).to_contain_text("50 left")

    visitor.control("Cancel the subscription")
    visitor.control("Trial's end")
    visitor.says("Your free week ends tomorrow.")
    expect(visitor.phase).to_have_text("trialExpired")
    expect(card(visitor, RETOUCH)).to_contain_text("3 left today")
    expect(card(visitor, GENERATE)).to_contain_text("50 left")
    expect(card(visitor, KEEP)).to_contain_text("4 left")

    visitor.control("+ 1 week")
    visitor.press("Show pro")
    expect(visitor.dialog("See yourself in a new light")).to_contain_text("Start for $24.99")
    visitor.buy()
    expect(visitor.phase).to_have_text("subscribed")
    expect(card(visitor, GENERATE)).to_contain_text("450 left")
    visitor.control("Refund")
    expect(visitor.phase).to_have_text("lapsed")
    expect(card(visitor, GENERATE)).to_contain_text("50 left")


def test_languages(play, blueprint):
    """EX-8 the app speaks the phone's language, from right to left where that is written so"""
    visitor = play(blueprint)
    visitor.press("Close")
    menu(visitor, "phone")
    visitor.control("Language: DE")
    visitor.press("Show pro")
    german = visitor.dialog("Sieh dich in neuem Licht")
    for line in ["Ohne Grenze retuschieren", "Bilder aus Worten", "Jedes Projekt behalten", "7 Tage gratis testen"]:
        expect(german).to_contain_text(line)
    visitor.press("Schließen")
    expect(card(visitor, RETOUCH)).to_contain_text("Heute noch 3")
    visitor.control("Language: AR")
    expect(visitor.page.locator(".device")).to_have_attribute("dir", "rtl")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 1440
    visitor.control("Language: EN")
    visitor.says("Retouch without a limit")


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
    expect(visitor.ledger).to_contain_text("The customer got the variant short of page.")
