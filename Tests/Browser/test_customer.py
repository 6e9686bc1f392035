"""What decides about the customer on the phone: variants, attributes, the device, and what an operator does."""

import re

import pytest
from playwright.sync_api import expect

from exhaustive import first
from playground import ROOT
from test_glow import blueprint, card  # noqa: F401, a fixture
from test_hands import menu
from test_own import change, play  # noqa: F401, a fixture
from test_small import flaws

CLUB, DAWN = ROOT / "Tests" / "Blueprints" / "club.yml", ROOT / "Tests" / "Blueprints" / "dawn.yml"


def group(visitor, name):
    return visitor.controls.get_by_role("group", name=name, exact=True)


def write(visitor, label, text):
    visitor.controls.get_by_label(label, exact=True).fill(text)
    visitor.control(f"Set {label}")


def test_variants(play, blueprint):
    """The variants of an experiment stand side by side with this customer's marked, and another one is met by choosing it"""
    change(blueprint, "control: 1\n      short: { weight: 0,", "control: 3\n      short: { weight: 1,")
    visitor = play(blueprint)
    menu(visitor, "customer")
    page = group(visitor, "page")
    expect(page.get_by_role("button")).to_have_count(2)
    expect(page.get_by_role("button", pressed=True)).to_contain_text("this customer")
    expect(page.get_by_role("button", name="control")).to_contain_text("75% of customers")
    for variant, title in [("short", "Every photo, at its best"), ("control", "See yourself in a new light")] * 2:
        expect(page.get_by_role("button", name=variant)).to_contain_text(title)
        page.get_by_role("button", name=variant).click()
        visitor.settled()
        expect(page.get_by_role("button", pressed=True)).to_contain_text(variant)
        expect(visitor.dialog(title)).to_be_visible()
    expect(visitor.controls).to_contain_text("Person E")
    expect(visitor.ledger).to_contain_text("Met a new customer with control of page")


def test_no_variant(play, blueprint):
    """A variant that no new customer gets cannot be chosen, and who takes no part is a choice of its own"""
    change(blueprint, "  page:\n", "  page:\n    traffic: 50\n")
    visitor = play(blueprint)
    menu(visitor, "customer")
    page = group(visitor, "page")
    expect(page.get_by_role("button", name="short")).to_be_disabled()
    page.get_by_role("button", name="not in it").click()
    visitor.settled()
    expect(page.get_by_role("button", pressed=True)).to_contain_text("not in it")
    page.get_by_role("button", name="control").click()
    visitor.settled()
    expect(page.get_by_role("button", pressed=True)).to_contain_text("control")


def test_attributes(play):
    """Attributes of each type are set by the app or the backend as the blueprint declares, and removed"""
    visitor = play(CLUB)
    menu(visitor, "customer")
    menu(visitor, "store")
    menu(visitor, "phone")
    write(visitor, "App version", "2.10")
    visitor.control("Country: DE")
    visitor.says_nothing_of("Lift with us.")
    visitor.control("goal: strength, the value")
    visitor.says("Lift with us.")
    visitor.control("goal: none")
    visitor.says_nothing_of("Lift with us.")
    expect(card(visitor, "train")).to_contain_text("1 left today")
    visitor.control("coach, by the backend: true")
    expect(card(visitor, "train")).to_contain_text("Unlimited")
    visitor.control("coach, by the backend: false")
    expect(card(visitor, "train")).to_contain_text("1 left today")
    write(visitor, "sessions", "4")
    visitor.says_nothing_of("You are a regular.")
    visitor.control("Language: DE")
    visitor.says("Du bist oft hier.")
    write(visitor, "sessions", "")
    visitor.says_nothing_of("Du bist oft hier.")
    expect(visitor.ledger).to_contain_text("Removed sessions")


def test_device(play):
    """The app's version and the kind of device decide what the blueprint says, and others have no such controls"""
    visitor = play(CLUB)
    menu(visitor, "phone")
    visitor.says("There is a new version.")
    write(visitor, "App version", "2.10")
    visitor.says_nothing_of("There is a new version.")
    expect(visitor.controls.get_by_label("App version")).to_have_value("2.10")
    write(visitor, "App version", "2.9")
    visitor.says("There is a new version.")
    visitor.control("Kind: iPad")
    expect(visitor.ledger).to_contain_text("Took a device of the kind iPad")
    expect(group(visitor, "Zone")).to_have_count(0)


def test_time_zone(play):
    """Where days begin in the customer's time zone, a journey east ends no day early"""
    visitor = play(DAWN)
    menu(visitor, "phone")
    expect(visitor.controls.get_by_label("App version")).to_have_count(0)
    visitor.press("Use")
    expect(card(visitor, "sit")).to_contain_text("0 left today")
    visitor.control("+ 1 day", times=2)
    visitor.press("Use")
    visitor.control("Zone: Tokyo")
    expect(group(visitor, "Zone").get_by_role("button", pressed=True)).to_have_text("Tokyo")
    expect(visitor.ledger).to_contain_text("Traveled to the time zone Asia/Tokyo")
    visitor.control("+ 1 hour", times=12)
    expect(card(visitor, "sit")).to_contain_text("0 left today")
    visitor.control("+ 1 hour", times=6)
    expect(card(visitor, "sit")).to_contain_text("1 left today")
    visitor.control("Zone: LA")
    expect(group(visitor, "Zone")).to_contain_text("Days begin in Asia/Tokyo until it has held for a day.")


def test_operator(open_app):
    """An operator extends, pauses and resumes the trial, grants what is sold, and revokes it"""
    visitor = open_app("coach-free")
    visitor.enter("Create an account")
    menu(visitor, "operator")
    visitor.says("7 days left")
    visitor.control("Extend the trial by 3 days")
    visitor.says("10 days left")
    visitor.control("Pause the trial")
    expect(visitor.panels).to_contain_text("none scheduled")
    visitor.control("+ 1 week", times=3)
    expect(visitor.phase).to_have_text("trial")
    visitor.control("Resume the trial")
    visitor.says("10 days left")
    visitor.control("Trial's end")
    expect(visitor.phase).to_have_text("trialExpired")
    grant = visitor.controls.get_by_role("group", name=re.compile("^Grant "))
    grant.get_by_role("button", name="1 week").click()
    visitor.settled()
    expect(visitor.phase).to_have_text("subscribed")
    expect(visitor.fact("grant")).to_have_count(1)
    visitor.control("+ 1 week")
    expect(visitor.phase).not_to_have_text("subscribed")
    grant.get_by_role("button", name="no end").click()
    visitor.settled()
    visitor.control("+ 1 week", times=2)
    expect(visitor.phase).to_have_text("subscribed")
    grant.get_by_role("button", name="none").click()
    visitor.settled()
    expect(visitor.phase).not_to_have_text("subscribed")
    for heading in ["Paused trial, as an operator", "Revoked the grant of"]:
        expect(visitor.ledger).to_contain_text(heading)


DURATIONS = """() => [...new Set([...document.querySelectorAll("body, body *")].map(
    (element) => getComputedStyle(element).transitionDuration))]"""


@pytest.mark.parametrize("width, height", first([(390, 844), (320, 640), (1280, 720), (2560, 1440)]))
def test_everywhere(play, blueprint, width, height):
    """At each width, and on a phone also by night, everybody can use these controls, and nothing is wider than the page"""
    change(
        blueprint, "features:\n",
        "attributes:\n  look: { type: text }\n  shots: { type: number }\n  style: { type: text, values: [soft, bold] }\n"
        "features:\n", )
    change(
        blueprint, "text: Your free week ends tomorrow. }",
        "text: Your free week ends tomorrow. }\nprompts:\n  hint:\n    shape: card\n    placement: home\n    icon: star\n"
        "    text: { en: Shoot., de: Los., fr: Allez., es: Dispara., ja: 撮って。, ar: صوّر. }\n    when:\n      any:\n        - { attribute: { name: look, is: new } }\n"
        "        - { attribute: { name: shots, atLeast: 3 } }\n        - { attribute: { name: style, is: bold } }\n"
        "        - { device: [iPad], appVersion: { lessThan: \"2.0\" } }")
    visitor = play(blueprint, width=width, height=height)
    visitor.press("Close")
    # Colors do not depend on the width.
    for scheme in ["light", "dark"] if width == 390 else ["light"]:
        visitor.page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
        # A color that changed over time would change in each element only after it did in the element around it.
        assert visitor.page.evaluate(DURATIONS) == ["0s"]
        for place, names in [("phone", ["phone", "customer"]), ("network", ["operator"])]:
            if width <= 480:
                visitor.controls.locator(f"[data-key={place}] > summary").click()
            for name in names:
                if scheme == "light":
                    menu(visitor, name)
                expect(visitor.controls.locator(f"[data-key=menu-{name}] form").first).to_be_visible()
            assert not flaws(visitor.page), f"{scheme}, {place}"
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
            for box in visitor.controls.locator("[data-key^=menu-][open] :is(button, input:not([type=hidden]))").all():
                place_of = box.bounding_box()
                assert place_of["x"] >= 0 and place_of["x"] + place_of["width"] <= width


def test_keyboard(play):
    """An attribute is typed and set, and a value chosen, with nothing but the keyboard"""
    visitor = play(CLUB, width=390, height=844)
    keyboard = visitor.page.keyboard
    visitor.controls.locator("[data-key=phone] > summary").focus()
    keyboard.press("Enter")
    visitor.controls.locator("[data-key=menu-customer] > summary").focus()
    keyboard.press("Enter")
    field = visitor.controls.get_by_label("sessions", exact=True)
    for _ in range(12):
        if field.evaluate("field => field === document.activeElement"):
            break
        keyboard.press("Tab")
    keyboard.type("7")
    keyboard.press("Enter")
    visitor.settled()
    expect(field).to_have_value("7")
    expect(field).to_be_focused()
    keyboard.press("Escape")
    expect(field).to_be_hidden()
