"""The app's phases as a drawing, and the customer's way through them on a timeline."""

from playwright.sync_api import expect

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
    expect(bands.filter(has=visitor.page.locator("[aria-current]"))).to_contain_text("since Tue 3 Mar, 09:41")
    assert not flaws(visitor.page)
    bands.last.get_by_role("button", name="Travel to subscribed from Fri 6 Mar, 09:41").click()
    expect(visitor.phase).to_have_text("subscribed")
    expect(machine.locator(".current b")).to_have_text("subscribed")
    expect(visitor.controls).to_contain_text("Fri 6 Mar 2026, 09:41")
    visitor.control("Cancel the subscription")
    expect(bands.last).to_contain_text("lapsed")
    visitor.control("Hand it to a second person")
    expect(bands).to_have_count(1)


def test_machine(open_app):
    """A phase of the drawing that is ahead leads there, by keyboard too; one that is past says when it was"""
    visitor = open_app("coach-free")
    visitor.enter("Create an account")
    machine = visitor.panels.get_by_role("list", name="Phases: blocked")
    expect(machine.get_by_role("listitem").filter(has_text="trial").first).to_contain_text("since Mon 2 Mar, 09:41")
    ahead = machine.get_by_role("button", name="Travel to trialExpired from Mon 9 Mar, 09:41")
    ahead.focus()
    visitor.page.keyboard.press("Enter")
    visitor.settled()
    expect(visitor.phase).to_have_text("trialExpired")
    expect(machine.locator("[aria-current]")).to_contain_text("since Mon 9 Mar, 09:41")
    expect(machine.get_by_role("listitem").filter(has_text="Mon 2 Mar, 09:41 to Mon 9 Mar, 09:41")).to_be_visible()
    expect(machine.get_by_role("button")).to_have_count(0)
    assert not flaws(visitor.page)
