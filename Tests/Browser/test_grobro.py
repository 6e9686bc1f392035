"""GroBro, a plant tracker with a Pro tier."""

import pytest
from playwright.sync_api import expect

CARD = "Upgrade for unlimited plants"


@pytest.fixture
def garden(open_app):
    return open_app("grobro")


@pytest.fixture
def full(garden):
    for _ in range(3):
        garden.press("Add plant")
    garden.says("3 of 3 plants")
    return garden


def upgrade(garden):
    garden.press("Settings")
    garden.press("Upgrade")


def dismiss(garden):
    """Dismisses the garden's card, which is gone at once, and comes back to the garden."""
    garden.says(CARD)
    garden.press("Not now")
    garden.says_nothing_of(CARD)
    garden.press("Analytics")
    garden.press("Garden")


def test_gb_1(garden):
    """GB-1 the upgrade screen says every Pro feature as a benefit, best first"""
    upgrade(garden)
    benefits = garden.dialog("Grow without limits").locator(".benefits b")
    expect(benefits).to_have_text([
        "Track unlimited plants", "See what makes them grow", "Get reminders that know the season",
        "Take your garden anywhere"])


def test_gb_2(garden):
    """GB-2 price, billing period and free trial come from the store's products"""
    upgrade(garden)
    for line in ["$29.99", "per year", "Start 7-day free trial", "$3.99", "per month"]:
        expect(garden.dialog()).to_contain_text(line)
    expect(garden.dialog()).to_contain_text("Free for 7 days, then $29.99 per year until you cancel.")
    garden.choose("GroBro Pro, monthly")
    expect(garden.reachable("button", "Subscribe")).to_be_visible()
    expect(garden.dialog()).to_contain_text("Renews at $3.99 per month until you cancel.")
    garden.choose("GroBro Pro, yearly")
    expect(garden.reachable("button", "Start 7-day free trial")).to_be_visible()
    garden.buy("GroBro Pro, yearly")
    garden.control("Refund")
    garden.press("Upgrade")
    expect(garden.dialog()).to_contain_text("$29.99")
    expect(garden.dialog()).not_to_contain_text("free trial")
    expect(garden.dialog()).not_to_contain_text("Free for")


def test_prices_missing(garden):
    """Without the store's prices the upgrade screen says so, and loads them when tried again"""
    garden.switch("Offline")
    upgrade(garden)
    expect(garden.dialog()).to_contain_text("The App Store could not be reached.")
    expect(garden.phone.locator("[data-key=buy]").get_by_role("button")).to_be_disabled()
    garden.press("Try Again")
    expect(garden.dialog()).to_contain_text("The App Store could not be reached.")
    garden.switch("Offline")
    garden.press("Try Again")
    expect(garden.dialog()).to_contain_text("$29.99 per year until you cancel.")
    garden.buy()


def test_gb_3(garden):
    """GB-3 prompts help where they are useful, never modal, and only free customers see them"""
    garden.press("Add plant")
    garden.press("Add plant")
    garden.says_nothing_of(CARD)
    garden.press("Add plant")
    garden.says(CARD)
    garden.press("Analytics")
    garden.says("Unlock advanced analytics with Pro")
    garden.press("Export")
    garden.says("Export your data with Pro")
    expect(garden.dialog()).to_have_count(0)
    garden.press("Upgrade to Pro")
    garden.buy()
    garden.says_nothing_of("Export your data with Pro")
    garden.press("Analytics")
    garden.says_nothing_of("Unlock advanced analytics with Pro")
    garden.press("Garden")
    garden.says_nothing_of(CARD)


def test_gb_4(full):
    """GB-4 the fourth plant needs Pro, deleting one makes room, and after a lapse all are kept"""
    full.press("Add plant")
    expect(full.dialog()).to_be_visible()
    full.press("Close")
    full.press("Delete Spike")
    full.press("Keep")
    full.says("3 of 3 plants")
    full.press("Delete Spike")
    full.press("Delete")
    full.says("2 of 3 plants")
    full.press("Add plant")
    full.says("3 of 3 plants")
    full.press("Add plant")
    full.buy("GroBro Pro, monthly")
    full.press("Add plant")
    full.press("Add plant")
    full.says("5 plants")
    full.control("Refund")
    full.says("5 plants, room for 3")
    expect(full.phone.get_by_text("Kept safe, to read")).to_have_count(2)
    full.phone.locator(".plant.over").last.get_by_role("button", name="Open").click()
    full.says("Kept safe, to read. With Pro you can change it again.")
    full.press("Garden")
    full.press("Add plant")
    expect(full.dialog()).to_be_visible()


def test_gb_5(full):
    """GB-5 after three dismissals a prompt stays away for thirty days, and no other with it"""
    for _ in range(3):
        dismiss(full)
    full.says_nothing_of(CARD)
    full.press("Analytics")
    full.says("Unlock advanced analytics with Pro")
    full.press("Garden")
    for _ in range(29):
        full.ask_server(action="advance", by="day")
    full.says_nothing_of(CARD)
    full.control("+ 1 day")
    full.says(CARD)


def test_gb_5_follows(full):
    """GB-5 dismissals follow the customer through a reinstall"""
    full.press("Settings")
    full.press("Sign in or sign up")
    full.enter("Create an account")
    for _ in range(3):
        dismiss(full)
    full.says_nothing_of(CARD)
    full.control("Reinstall")
    full.press("Settings")
    full.press("Sign in or sign up")
    full.enter("Sign in")
    full.says("3 of 3 plants")
    full.says_nothing_of(CARD)


# Asked in every frame, as a purchase takes 0.6 seconds.
PROGRESS = """() => [...document.querySelectorAll("#phone [role=dialog]")]
  .some((dialog) => dialog.textContent.includes("Talking to the App Store"))"""


def test_gb_6(open_app):
    """GB-6 a purchase shows its progress, then Pro at once, confetti, and a welcome that closes itself"""
    full = open_app("grobro", width=1440)
    for _ in range(3):
        full.press("Add plant")
    full.stop_time()
    full.press("Add plant")
    full.press("Start 7-day free trial")
    full.reachable("button", "Subscribe").click()
    full.page.wait_for_function(PROGRESS)
    welcome = full.dialog("Welcome to Pro!")
    expect(welcome).to_be_visible()
    expect(full.phase).to_have_text("subscribed")
    expect(full.phone.locator(".confetti i").nth(20)).to_be_attached()
    full.page.clock.run_for(1_900)
    expect(welcome).to_be_visible()
    full.page.clock.run_for(200)
    expect(welcome).to_have_count(0)
    full.press("Add plant")
    full.says("4 plants")


def test_gb_7(full):
    """GB-7 cancelled is silent; every other end has a plain sentence, and Try Again where it can help"""
    full.press("Add plant")
    full.press("Start 7-day free trial")
    full.reachable("button", "Cancel").click()
    expect(full.dialog("Track unlimited plants")).to_be_visible()
    expect(full.alert()).to_have_count(0)
    full.press("Start 7-day free trial")
    full.press("Payment declined")
    expect(full.alert()).to_contain_text("The App Store could not take this payment.")
    full.press("Try Again")
    full.press("No network")
    expect(full.alert()).to_contain_text("The App Store could not be reached.")
    full.press("Try Again")
    full.press("Ask a parent")
    expect(full.alert()).to_contain_text("This purchase waits for approval.")
    expect(full.reachable("button", "Try Again")).to_have_count(0)
    full.control("Parent declines")
    full.says("Your request was not approved. Nothing was bought.")
    expect(full.alert()).to_have_count(0)
    expect(full.phase).to_have_text("free")


def test_gb_8(garden):
    """GB-8 the settings say the plan, upgrade, restore for everyone, and manage for Pro"""
    garden.press("Settings")
    garden.says("Free Plan")
    expect(garden.reachable("button", "Manage Subscription")).to_have_count(0)
    garden.press("Restore Purchases")
    garden.says("No active subscription found.")
    garden.press("Upgrade")
    garden.buy("GroBro Pro, monthly")
    garden.says("Pro Plan (Renews April 2, 2026)")
    expect(garden.reachable("button", "Upgrade")).to_have_count(0)
    garden.press("Manage Subscription")
    expect(garden.alert()).to_contain_text("GroBro Pro, monthly renews on Apr 2, 2026.")
    garden.press("Done")
    garden.control("Reinstall")
    garden.press("Settings")
    garden.says("Pro Plan (Renews April 2, 2026)")
    garden.press("Restore Purchases")
    garden.says("Pro Plan (Renews April 2, 2026)")


def test_grace(garden):
    """A payment that fails keeps Pro through the grace period, then ends it; a good card brings it back"""
    upgrade(garden)
    garden.buy("GroBro Pro, monthly")
    garden.switch("Billing fails")
    garden.control("To the next change")
    expect(garden.panels.locator(".phase")).to_contain_text("grace")
    garden.says("Payment due")
    garden.says("everything stays open until April 18, 2026.")
    garden.control("To the next change")
    garden.says("Free Plan")
    expect(garden.reachable("button", "Upgrade")).to_have_count(0)
    garden.press("Update Payment")
    expect(garden.dialog()).to_have_count(0)
    expect(garden.alert("App Store")).to_contain_text("check your payment method")
    garden.alert().get_by_role("button", name="Update Payment").click()
    garden.says("Pro Plan (Renews")
    expect(garden.alert()).to_have_count(0)
