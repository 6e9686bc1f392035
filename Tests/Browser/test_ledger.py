"""The ledger: whose facts it shows, what each holds, and what came before."""

from playwright.sync_api import expect

from test_small import flaws


def test_people(open_app):
    """The facts of one customer can be shown alone, and the count says of how many they are a part"""
    visitor = open_app("grobro")
    people = visitor.panels.get_by_role("group", name="Whose facts are shown")
    expect(people).to_have_count(0)
    visitor.press("Add plant")
    visitor.control("Hand it to a second person")
    visitor.press("Add plant")
    expect(people.get_by_role("button")).to_have_count(3)
    expect(people.get_by_role("button", name="on the phone")).to_have_count(1)
    whole = visitor.ledger.get_by_role("listitem").count()
    people.get_by_role("button", name="on the phone").click()
    visitor.settled()
    expect(people.get_by_role("button", name="on the phone")).to_have_attribute("aria-pressed", "true")
    expect(visitor.panels.locator(".ledger .count")).to_contain_text(f" of {whole}")
    assert 0 < visitor.ledger.get_by_role("listitem").count() < whole
    assert not flaws(visitor.page)
    people.get_by_role("button", name="Everybody").click()
    expect(visitor.ledger.get_by_role("listitem")).to_have_count(whole)


def test_fact(open_app):
    """By keyboard, a row opens to its fact and to the signed data that it came from, which an update leaves open"""
    visitor = open_app("grobro")
    visitor.press("Settings")
    visitor.press("Upgrade")
    visitor.buy()
    row = visitor.fact("transaction").first
    row.locator("summary").first.focus()
    visitor.page.keyboard.press("Enter")
    fact = row.get_by_role("region", name="The fact as JSON")
    expect(fact).to_contain_text('"kind" : "transaction"')
    expect(row.get_by_role("region", name="The signed payload as JSON")).to_contain_text('"bundleId" : ')
    row.get_by_text("The signed text").click()
    expect(row.get_by_role("region", name="The signed text")).to_contain_text(".")
    assert not flaws(visitor.page)
    visitor.control("+ 1 hour")
    expect(fact).to_be_visible()
    renewal = visitor.fact("renewal").first
    renewal.locator("summary").first.click()
    expect(renewal.get_by_role("region", name="The signed payload as JSON")).to_contain_text('"autoRenewStatus" : 1')
    visitor.control("Reset this app")
    expect(visitor.ledger.get_by_role("region")).to_have_count(0)


def test_fact_page(server, open_app):
    """A fact has a page of its own, for a browser without script; one that does not exist is missing"""
    visitor = open_app("grobro", script=False)
    visitor.phone.get_by_role("button", name="Add plant").click()
    visitor.ledger.locator("summary").first.click()
    visitor.ledger.get_by_role("link", name="Open fact").first.click()
    expect(visitor.page.get_by_role("region", name="The fact as JSON")).to_contain_text('"kind"')
    assert visitor.page.request.get(f"{server.address}/playground/grobro/facts/9999").status == 404
    visitor.page.get_by_role("link", name="Back to the playground").click()
    visitor.says("1 of 3 plants")


def test_older(open_app):
    """The count is of all facts; older ones are shown on request"""
    visitor = open_app("grobro")
    for number in range(1, 33):
        visitor.ask_server(action="use", feature="add-plant")
        visitor.ask_server(action="release", feature="add-plant", item=f"plant-{number}")
    # The answer to what the page itself asks comes after all of this.
    visitor.control("+ 1 hour")
    rows = visitor.ledger.get_by_role("listitem")
    expect(rows).to_have_count(60)
    total = int(visitor.panels.locator(".ledger .count").inner_text())
    assert total > 64
    visitor.panels.get_by_role("button", name=f"Show older facts ({total - 60} more)").click()
    expect(rows).to_have_count(total)
    expect(visitor.panels.get_by_role("button", name="Show older facts")).to_have_count(0)
