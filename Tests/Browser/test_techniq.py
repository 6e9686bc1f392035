"""TechnIQ, freemium soccer training."""

import pytest
from playwright.sync_api import expect

PITCHES = {
    "training-plan": ("AI Training Plans", "Unlimited personal training plans, made for you."),
    "custom-drill": ("Custom AI Drills", "Drills made for your level."),
    "quick-drill": ("Quick AI Drills", "Drills from a quick description, ready when you are."),
    "daily-coaching": ("Daily AI Coaching", "Daily tips, and the areas to focus on."),
    "recommendations": ("Smart Recommendations", "Drills recommended from your training."),
    "video-picks": ("YouTube AI Picks", "Curated videos for your needs."),
    "weekly-adaptation": ("Plan Adaptation", "A plan that adapts to your week."),
}
PASSIVE = ["Daily AI Coaching", "Smart Recommendations", "Plan Adaptation"]


@pytest.fixture
def training(open_app):
    return open_app("techniq")


def card(training, title):
    return training.phone.get_by_role("listitem").filter(has=training.page.get_by_role("heading", name=title))


def press_in(training, title, button):
    card(training, title).get_by_role("button", name=button).click()
    training.settled()


def go_pro(training):
    training.press("Settings")
    training.press("Upgrade")
    training.buy()
    training.press("Train")


def test_tq_2(training):
    """TQ-2 the free week is offered to those eligible, the plain price to others"""
    press_in(training, "AI Training Plans", "Unlock")
    expect(training.dialog()).to_contain_text("7 days free, then $6.99/month")
    training.buy()
    expect(training.phase).to_have_text("trial")
    training.control("Cancel the subscription")
    training.control("+ 1 day", times=7)
    expect(training.phase).to_have_text("trialExpired")
    press_in(training, "AI Training Plans", "Unlock")
    expect(training.dialog()).to_contain_text("$6.99")
    expect(training.dialog()).not_to_contain_text("free")


def test_tq_3(training):
    """TQ-3 each of the seven gated features heads the paywall with its own title, icon and sentence"""
    press_in(training, "Custom AI Drills", "Make one")
    press_in(training, "Quick AI Drills", "Make one")
    icons = set()
    for title, sentence in PITCHES.values():
        press_in(training, title, "Unlock")
        paywall = training.dialog(title)
        expect(paywall.get_by_role("heading")).to_have_text(title)
        expect(paywall.locator(".lead")).to_have_text(sentence)
        expect(paywall.locator(".benefits li")).to_have_count(len(PITCHES) - 1)
        icons.add(paywall.locator(".paywall-hero use").get_attribute("href"))
        training.press("Close")
    assert len(icons) == len(PITCHES)


@pytest.mark.parametrize("title", ["Custom AI Drills", "Quick AI Drills"])
def test_tq_4(training, title):
    """TQ-4 one free use, counted only when the drill was really made, then the paywall"""
    training.switch("Offline")
    press_in(training, title, "Make one")
    training.says("The connection failed.")
    training.switch("Offline")
    expect(card(training, title)).to_contain_text("1 free use")
    expect(training.fact("use")).to_have_count(0)
    press_in(training, title, "Make one")
    training.says("is ready.")
    expect(card(training, title)).to_contain_text("Free use used")
    expect(training.fact("use")).to_have_count(1)
    press_in(training, title, "Unlock")
    expect(training.dialog(title)).to_be_visible()


def test_tq_5(training):
    """TQ-5 passive features show a locked card to free customers, and fetch nothing for them"""
    advice = "Shorter steps before you turn."
    for title in PASSIVE:
        expect(card(training, title).get_by_role("img", name="Locked")).to_be_visible()
    assert advice not in training.page.content()
    go_pro(training)
    for title in PASSIVE:
        expect(card(training, title).get_by_role("img", name="Locked")).to_have_count(0)
    training.says(advice)


def test_tq_6(training):
    """TQ-6 library, log, statistics and the first plan are free; plans made while Pro stay readable"""
    training.press("Wall passes 12 min · Passing")
    training.says("Warm up")
    training.press("Train")
    training.press("Your first week Three easy sessions")
    training.says("Free for everyone")
    training.press("Train")
    training.says("Sessions")
    go_pro(training)
    press_in(training, "AI Training Plans", "Make one")
    training.control("Refund")
    expect(card(training, "AI Training Plans").get_by_role("button")).to_have_text("Unlock")
    training.reachable("button", "Four weeks of finishing", exact=False).click()
    training.says("Made earlier. Yours to keep.")
    training.says("Warm up")


def test_tq_7(training):
    """TQ-7 the settings say Active and manage for Pro, else upgrade; restore says when there is nothing"""
    training.press("Settings")
    training.says("Free")
    training.press("Restore Purchases")
    training.says("No active subscription found.")
    training.press("Upgrade")
    training.buy()
    training.says("Pro, free until March 9, 2026")
    training.says("Active")
    expect(training.reachable("button", "Upgrade")).to_have_count(0)
    training.press("Manage")
    training.press("Cancel Subscription")
    training.press("Done")
    training.says("Pro until March 9, 2026")
    training.control("Resume the subscription")
    training.says("Pro, free until March 9, 2026")


def test_tq_9(training):
    """TQ-9 the paywall says when the account is charged and how to stop renewal, and links to terms and privacy"""
    press_in(training, "AI Training Plans", "Unlock")
    paywall = training.dialog("AI Training Plans")
    expect(paywall).to_contain_text("Your Apple Account is charged at confirmation of purchase")
    expect(paywall).to_contain_text("unless you cancel it at least 24 hours before the period ends")
    for label, address in [("Terms of Use", "https://example.com/terms"), ("Privacy Policy", "https://example.com/privacy")]:
        link = paywall.get_by_role("link", name=label)
        expect(link).to_be_visible()
        expect(link).to_have_attribute("href", address)
        expect(link).to_have_attribute("target", "_blank")


def test_home_offline(open_app):
    """Without a network the home screen still covers the whole phone"""
    visitor = open_app("techniq")
    visitor.switch("Offline")
    visitor.says("No connection.")
    visitor.control("Kill the app")
    home, phone = visitor.phone.locator(".home").bounding_box(), visitor.phone.bounding_box()
    assert home == phone
