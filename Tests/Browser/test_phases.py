"""The app's phases as a drawing, and the customer's way through them on a timeline."""

from playwright.sync_api import expect

from test_hands import menu
from test_small import flaws


def test_phases(open_app):
    """The phase that holds is marked, those before it are on the timeline, and the next can be traveled to"""
    visitor = open_app("coach-paid")
    machine = visitor.panels.get_by_role("list", name="Phases: onboarding")
    bands = visitor.panels.get_by_role("list", name="Phases over time").get_by_role("listitem")
    expect(machine.locator(".current b")).to_have_text("onboarding")
    visitor.press("Finish discovery")
    expect(machine.locator(".current b")).to_have_text("blocked")
    visitor.control("+ 1 day")
    visitor.buy()
    expect(machine.locator(".current b")).to_have_text("trial")
    expect(bands).to_contain_text(["onboarding", "blocked", "trial", "subscribed"])
    expect(bands.filter(has=visitor.page.locator("[aria-current]"))).to_contain_text("since 2026-03-03 09:41")
    assert not flaws(visitor.page)
    bands.last.get_by_role("button", name="Travel to subscribed from 2026-03-06 09:41").click()
    expect(visitor.phase).to_have_text("subscribed")
    expect(machine.locator(".current b")).to_have_text("subscribed")
    expect(visitor.controls).to_contain_text("2026-03-06 09:41")
    visitor.control("Cancel the subscription")
    expect(bands.last).to_contain_text("lapsed")
    visitor.control("Hand it to a second person")
    expect(bands).to_have_count(1)


def test_machine(open_app):
    """A phase of the drawing that is ahead leads there, by keyboard too; one that is past says when it was"""
    visitor = open_app("coach-free")
    visitor.enter("Create an account")
    machine = visitor.panels.get_by_role("list", name="Phases: blocked")
    expect(machine.get_by_role("listitem").filter(has_text="trial").first).to_contain_text("since 2026-03-02 09:41")
    ahead = machine.get_by_role("button", name="Travel to trialExpired from 2026-03-09 09:41")
    ahead.focus()
    visitor.page.keyboard.press("Enter")
    visitor.settled()
    expect(visitor.phase).to_have_text("trialExpired")
    expect(machine.locator("[aria-current]")).to_contain_text("since 2026-03-09 09:41")
    past = machine.get_by_role("button", name="Go back to trial 2026-03-02 09:41 to 2026-03-09 09:41")
    expect(past).to_be_visible()
    assert not flaws(visitor.page)
    past.focus()
    visitor.page.keyboard.press("Enter")
    visitor.settled()
    expect(visitor.phase).to_have_text("trial")
    expect(visitor.controls).to_contain_text("2026-03-02 09:41")
    expect(ahead).to_be_visible()


def test_back(open_app):
    """A past phase leads back to its beginning: what was done until then was done, by the same customer, and nothing after"""
    visitor = open_app("coach-paid")
    bands = visitor.panels.get_by_role("list", name="Phases over time").get_by_role("listitem")
    for message in ["Hello.", "I cannot sleep."]:
        visitor.send(message)
    visitor.press("Finish discovery")
    visitor.control("+ 1 day")
    visitor.buy()
    visitor.control("Cancel the subscription")
    visitor.control("+ 1 week")
    customer = visitor.panels.locator(".membership dd code").inner_text()
    expect(bands).to_contain_text(["onboarding", "blocked", "trial", "trialExpired"])
    expect(bands.get_by_role("button")).to_have_count(3)
    assert not flaws(visitor.page)

    bands.filter(has_text="trial").get_by_role("button").first.click()
    expect(visitor.phase).to_have_text("trial")
    expect(visitor.controls).to_contain_text("2026-03-03 09:41")
    expect(visitor.panels.locator(".membership dd code")).to_have_text(customer)
    visitor.says("I cannot sleep.")
    expect(visitor.controls.get_by_role("button", name="Cancel the subscription")).to_be_enabled()

    bands.first.get_by_role("button", name="Go back to onboarding").click()
    expect(visitor.phase).to_have_text("onboarding")
    expect(visitor.controls).to_contain_text("2026-03-02 09:41")
    visitor.says_nothing_of("Hello.")
    expect(bands).to_have_count(1)
    visitor.send("Hello again.")
    visitor.says("Hello again.")


def test_back_into_time_that_passed(open_app):
    """A phase that began while time passed is found at its beginning"""
    visitor = open_app("coach-free")
    visitor.enter("Create an account")
    visitor.control("+ 1 week", times=3)
    menu(visitor, "operator")
    visitor.controls.get_by_role("button", name="Grant premium: no end").click()
    expect(visitor.phase).to_have_text("subscribed")
    visitor.panels.get_by_role("list", name="Phases over time").get_by_role("button", name="trialExpired").click()
    expect(visitor.phase).to_have_text("trialExpired")
    expect(visitor.controls).to_contain_text("2026-03-09 09:41")
