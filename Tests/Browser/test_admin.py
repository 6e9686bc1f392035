"""The operators' pages: signed in by a link, by keyboard, at any width, by day and by night."""

import json
import re
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from dates import BROKEN_DATES
from exhaustive import first
from playground import BINARY, PATIENCE, ROOT, Playground

APP = "coach-paid"
EMAIL = "ada@example.com"


class AdminServer(Playground):
    """A running server with a customer who has an account, or without any."""

    def __init__(self, folder, has_customer=True, app=APP):
        self.app = app
        self.database = folder / "tollgate.sqlite"
        self.events = folder / "events.jsonl"
        super().__init__(
            "serve", ROOT / "Blueprints" / f"{app}.yml", "--environment", "sandbox", "--create",
            "--database", self.database, "--webhook-file", self.events)
        self.received()  # What is recorded before the first round would need a replay.
        if not has_customer:
            return
        created = self._post("customers", {"device": "maya-phone"})
        self.customer, token = created["snapshot"]["id"], created["token"]
        self._post("customers/me/milestones/discovery-complete", {}, token)
        self._post("sign-up", {"email": "maya@example.com", "password": "a-good-password", "device": "maya-phone"}, token)

    def _post(self, path, body, token=None, key=None):
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        headers |= {"Idempotency-Key": key} if key else {}
        request = urllib.request.Request(
            f"{self.address}/v1/apps/{self.app}/{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return json.load(response)

    def show(self, paywall, device, **report):
        """Shows a paywall to a new customer."""
        token = self._post("customers", {"device": device})["token"]
        self._post(f"customers/me/paywalls/{paywall}/shown", report, token, key=device)

    def fill(self, count):
        """Adds customers without facts, whose ids come before those of others."""
        with sqlite3.connect(self.database, timeout=PATIENCE) as ledger:
            ledger.executemany(
                "INSERT INTO customers (app, id, version) VALUES (?, ?, 0)",
                [(self.app, f"0-{number:05}") for number in range(count)])
        ledger.close()

    def received(self, is_enough=lambda ids: True):
        """The ids of the events that arrived, once they are enough."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            ids = [json.loads(line)["id"] for line in self.events.read_text().splitlines()] if self.events.exists() else []
            if is_enough(ids) and self.is_delivering():
                return ids
            time.sleep(0.1)
        raise TimeoutError(ids)

    def is_delivering(self):
        """Whether the server has begun to deliver events."""
        listed = subprocess.run(
            [BINARY, "webhooks", "list", "--app", self.app, "--database", self.database], capture_output=True, text=True)
        return "available" in listed.stdout

    def propose(self, folder):
        """Proposes a blueprint with a smaller trial, and returns what the command printed."""
        blueprints = ROOT / "Blueprints"
        (folder / "coach-paid.storekit").write_text((blueprints / "coach-paid.storekit").read_text())
        rules = (blueprints / "coach-paid.yml").read_text()
        (folder / "new.yml").write_text(rules.replace("limit: 100", "limit: 30"))
        done = subprocess.run(
            [BINARY, "revisions", "propose", folder / "new.yml", "--database", self.database, "--note", "A shorter trial",
             "--no-search"], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def lose(self, sentence):
        """Has the proposal say what the customer, who has paid nothing, would have lost as a payer."""
        name = f"blueprint-proposal {APP}"
        with sqlite3.connect(self.database, timeout=PATIENCE) as ledger:
            proposal = json.loads(ledger.execute("SELECT value FROM properties WHERE name = ?", [name]).fetchone()[0])
            proposal["losses"] = [{"sentence": sentence, "customers": 1, "instants": 4, "samples": [self.customer]}]
            ledger.execute("UPDATE properties SET value = ? WHERE name = ?", [json.dumps(proposal), name])
        ledger.close()

    def revision(self):
        """The revision of the blueprint that clients get."""
        with urllib.request.urlopen(f"{self.address}/v1/apps/{APP}/blueprint", timeout=PATIENCE) as response:
            return json.load(response)["revision"]

    def reads(self, key):
        """The status with which a secret key reads the customer."""
        request = urllib.request.Request(
            f"{self.address}/v1/apps/{APP}/customers/{self.customer}/membership", headers={"Authorization": f"Bearer {key}"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return response.status
        except urllib.error.HTTPError as error:
            return error.code

    def link(self):
        """A new link that signs the owner in."""
        where = ["--app", self.app, "--database", self.database, "--url", self.address]
        for command in (["link", EMAIL], ["create", EMAIL, "--role", "owner"]):
            done = subprocess.run([BINARY, "admin", *command, *where], capture_output=True, text=True)
            if done.returncode == 0:
                return done.stdout.strip()
        raise RuntimeError(done.stderr)


@pytest.fixture(scope="session")
def admin(tmp_path_factory):
    running = AdminServer(tmp_path_factory.mktemp("admin"))
    yield running
    assert running.stop() == 0, "".join(running.output)


@pytest.fixture
def operator(admin, browser):
    """Opens the pages, signed in as an owner; nothing may be logged as an error but a page that is missing."""
    contexts, complaints = [], []

    def hear(message):
        if message.type == "error" and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    def operator(width=1440, height=900, scheme="light"):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", hear)
        page.goto(admin.link())
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name="Customers")).to_be_visible()
        return page

    yield operator
    for context in contexts:
        context.close()
    assert not complaints, complaints


def faults(page):
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in Axe().run(page).response["violations"]]


def find(page, text):
    page.get_by_role("searchbox", name="Find a customer").fill(text)
    page.keyboard.press("Enter")


def test_support(operator, admin):
    """EX-13 a customer is found by email, read with reasons, and gets more time after a preview, all by keyboard"""
    page = operator()
    find(page, "maya@example.com")
    page.get_by_role("link", name=admin.customer).press("Enter")
    expect(page.get_by_role("heading", name="maya@example.com")).to_be_visible()
    answers = page.get_by_role("region", name="Can they …?")
    expect(answers).to_contain_text("No: nothing is bought.")
    answers.locator("summary").first.press("Enter")
    expect(answers).to_contain_text("The rule that decides")
    expect(page.get_by_role("region", name="History")).to_contain_text("The milestone discovery-complete was reached.")
    page.get_by_label("A note for colleagues").fill("Wrote twice about the outage")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Notes")).to_contain_text("Wrote twice about the outage")
    expect(page.get_by_role("region", name="Notes")).to_contain_text(EMAIL)
    form = page.locator("form").filter(has=page.get_by_role("heading", name="Grant an entitlement"))
    form.get_by_label("Days").fill("7")
    form.get_by_label("Reason").fill("The outage on Monday")
    form.get_by_role("button", name="Preview").press("Enter")
    expect(page.get_by_role("row").filter(has_text="Entitlements")).to_contain_text("premium")
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"This grants premium from .* to .* UTC"))
    page.get_by_role("button", name="Grant premium").press("Enter")
    expect(page.get_by_role("region", name="Plan and money")).to_contain_text("premium until")
    expect(answers).to_contain_text("with a grant until")
    expect(page.get_by_role("region", name="History")).to_contain_text(f"{EMAIL}: The outage on Monday")
    page.get_by_role("link", name="Audit").press("Enter")
    expect(page.get_by_role("row").filter(has_text="The outage on Monday")).to_contain_text("granted")


@pytest.mark.parametrize("scheme", first(["light", "dark"]))
def test_accessible(operator, admin, scheme):
    """axe finds nothing on any page, and nothing is wider than the window from 320 to 2560 pixels"""
    page = operator(scheme=scheme)
    root = page.url
    for path in ["", "?q=nobody", "?q=maya-phone", f"/customers/{admin.customer}", "/audit", "/people", "/keys", "/lists", "/webhooks", "/jobs", "/blueprint", "/customers/x",
                 "/experiments", "/charts", "/charts/new-customers?period=day&by=country", "/charts/mrr", "/charts/paywall-conversion?by=paywall", "/charts/subscription-retention", "/charts/realized-ltv"]:
        page.goto(root + path)
        assert faults(page) == [], path
        for width in [320, 390, 1440, 2560]:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
            page.evaluate("document.documentElement.dir = 'rtl'")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width, "rtl")
            page.evaluate("document.documentElement.dir = 'ltr'")


def test_icon(operator):
    """The pages have an icon, which their Content-Security-Policy allows"""
    page = operator()
    assert page.locator(".brand svg").bounding_box()["width"] == 30
    load = """() => new Promise((resolve) => {
      const image = new Image();
      image.onload = image.onerror = (event) => resolve(event.type);
      image.src = document.querySelector("link[rel=icon]").href;
    })"""
    assert page.evaluate(load) == "load"


def test_phone(operator, admin):
    """On a phone no table hides a cell beyond the edge, and the texts of a chart keep their size"""
    page = operator(width=390)
    root = page.url
    for path in ["", f"/customers/{admin.customer}", "/audit", "/people", "/keys", "/lists", "/webhooks", "/jobs", "/blueprint", "/experiments"]:
        page.goto(root + path)
        for width in [320, 390]:
            page.set_viewport_size({"width": width, "height": 844})
            cut = page.evaluate("""() => [...document.querySelectorAll(".scroll:has(.rows)")]
              .filter((table) => table.scrollWidth > table.clientWidth).map((table) => table.ariaLabel)""")
            assert cut == [], (path, width)
    page.goto(f"{root}/charts/new-customers")
    page.set_viewport_size({"width": 320, "height": 844})
    texts = page.evaluate("""() => [...document.querySelectorAll(".plot text")].map((text) => text.getBoundingClientRect())
      .filter((box) => box.width).map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))""")
    assert texts and all(text["bottom"] - text["top"] >= 11 for text in texts)
    assert all(0 <= text["left"] and text["right"] <= 320 for text in texts)
    for index, text in enumerate(texts):
        for other in texts[index + 1:]:
            assert (text["right"] <= other["left"] or other["right"] <= text["left"]
                    or text["bottom"] <= other["top"] or other["bottom"] <= text["top"]), (text, other)


def test_dates(operator, admin):
    """No date in a table is broken at its hyphens, however narrow the window is"""
    page = operator()
    root = page.url
    for path in ["", f"/customers/{admin.customer}", "/audit", "/people", "/keys", "/lists", "/webhooks", "/jobs", "/blueprint"]:
        page.goto(root + path)
        for width in [320, 390, 760, 1024]:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(BROKEN_DATES, "table") == [], (path, width)


# Of each number of the first page: its card's edges, and where the number is.
FIGURES = """() => [...document.querySelectorAll(".figures > div")].map((card) => {
  const { left, right, top } = card.getBoundingClientRect();
  return [top, left, right, card.querySelector("b").getBoundingClientRect().top].map(Math.round);
})"""


def test_numbers(operator):
    """EX-13 the numbers of the first page fill each of their rows, and stand on a line with those beside them"""
    page = operator()
    for width in [320, 390, 900, 1440]:
        page.set_viewport_size({"width": width, "height": 900})
        rows = {}
        for top, left, right, number in page.evaluate(FIGURES):
            rows.setdefault(top, []).append((left, right, number))
        assert len(rows) > 1, width
        assert len({(row[0][0], row[-1][1]) for row in rows.values()}) == 1, (width, rows)
        assert all(len({number for *_, number in row}) == 1 for row in rows.values()), (width, rows)


def test_charts(operator, admin):
    """EX-15 Charts are found by what people ask, and a plot's numbers are read by keyboard and by pointing"""
    page = operator(width=390)
    page.get_by_role("link", name="Charts").press("Enter")
    headings = page.get_by_role("heading", level=2)
    expect(headings).to_have_text(["Money", "Customers", "Trials", "Paywalls", "Retention"])
    page.get_by_role("region", name="Customers").get_by_role("link", name="New customers").press("Enter")
    readings = page.locator(".reading")
    last = readings.last
    texts = last.locator("text")
    expect(texts.first).to_be_hidden()
    last.focus()
    page.keyboard.press("Shift+Tab")
    expect(readings.nth(readings.count() - 2)).to_be_focused()
    page.keyboard.press("Tab")
    expect(last).to_be_focused()
    expect(texts.first).to_contain_text("not over")
    expect(texts.first).to_be_visible()
    assert faults(page) == []
    for width in [320, 1440]:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    readings.first.hover()
    expect(readings.first.locator("text").first).to_be_visible()


def test_removal(operator, admin):
    """A person is removed by a second click only, and a new one gets the role that may do least"""
    page = operator()
    page.goto(f"{page.url}/people")
    expect(page.get_by_label("Role")).to_have_value("read-only")
    page.get_by_label("Email address").fill("eve@example.com")
    page.get_by_role("button", name="Add", exact=True).click()
    row = page.get_by_role("row").filter(has_text="eve@example.com")
    expect(row.get_by_role("button", name="Remove eve@example.com now")).to_be_hidden()
    row.locator("summary").click()
    row.get_by_role("button", name="Remove eve@example.com now").click()
    expect(page.get_by_role("row").filter(has_text="eve@example.com")).to_have_count(0)


def test_audit(operator, admin):
    """An owner narrows the audit list down by person, action and day, and a command prints the same"""
    page = operator(width=390)
    page.get_by_role("link", name="Audit").press("Enter")
    entries = page.get_by_role("region", name="What was done").get_by_role("row")
    page.get_by_label("Done by").fill(EMAIL)
    page.get_by_label("Action").select_option("signed in")
    page.get_by_role("button", name="Show").press("Enter")
    expect(entries.filter(has_text="signed in").first).to_contain_text(EMAIL)
    expect(entries.filter(has_text="person saved")).to_have_count(0)
    assert faults(page) == []
    done = subprocess.run(
        [BINARY, "audit", "--app", APP, "--database", admin.database, "--by", EMAIL, "--action", "signed-in"],
        capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # One line is the table's head, as one row of the page is.
    assert len(done.stdout.splitlines()) == entries.count()
    page.get_by_label("Before").fill("2020-01-01")
    page.get_by_role("button", name="Show").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Nothing that was done matches.")
    expect(page.get_by_label("Action")).to_have_value("signed-in")


def test_webhooks(operator, admin):
    """EX-14 an event is seen on its way, and a click or a command sends it again under its id"""
    before = admin.received(lambda ids: ids)
    page = operator(width=390)
    page.get_by_role("link", name="Webhooks").press("Enter")
    row = page.get_by_role("row").filter(has_text=before[0])
    expect(row).to_contain_text("delivered")
    row.get_by_role("button").press("Enter")
    expect(page.get_by_role("heading", name="Webhooks")).to_be_visible()
    clicked = admin.received(lambda ids: before[0] in ids[len(before):])
    done = subprocess.run(
        [BINARY, "webhooks", "replay", "--app", APP, "--database", admin.database], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    admin.received(lambda ids: before[0] in ids[len(clicked):])
    page.get_by_role("link", name="Audit").press("Enter")
    replays = page.get_by_role("row").filter(has_text="webhooks replayed")
    expect(replays.filter(has_text=EMAIL).first).to_be_visible()
    expect(replays.filter(has_text="command line").first).to_be_visible()


def test_blueprint(operator, admin, tmp_path):
    """EX-6 a proposal is read with its losses and its what-if; publishing it wants the revision typed, and going back is
    previewed too"""
    before = admin.revision()
    assert "instead of revision 1" in admin.propose(tmp_path)
    admin.lose("refused: a subscriber is refused a use of `send-message`: the limit is reached")
    page = operator(width=390)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Blueprint").press("Enter")
    proposal = page.get_by_role("region", name="Proposal")
    expect(proposal).to_contain_text("A shorter trial")
    expect(proposal).to_contain_text("new.yml instead of revision 1")
    expect(proposal).to_contain_text("No histories were searched")
    expect(proposal).to_contain_text("a subscriber is refused a use of `send-message`")
    expect(proposal).to_contain_text("1 customer, 4 times")
    expect(proposal.get_by_role("link", name=admin.customer)).to_be_visible()
    expect(proposal.get_by_role("listitem").filter(has=page.get_by_role("link", name="maya@example.com"))).to_contain_text("plan: None")
    assert faults(page) == []
    for width in [320, 390, 1440, 2560]:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    publish = proposal.get_by_role("button", name="Publish to every server")
    publish.press("Enter")
    expect(page.get_by_role("main")).to_contain_text("payers may lose access")
    assert admin.revision() == before
    page.go_back()
    proposal.get_by_label("type its revision").fill(proposal.locator("code").first.inner_text())
    publish.press("Enter")
    expect(page.get_by_role("main")).to_contain_text("Revision 2 has been served since")
    expect(page.get_by_role("main")).to_contain_text(f"proposed by command line, published by {EMAIL}")
    assert admin.revision() != before
    page.get_by_role("button", name="Go back to revision 1").press("Enter")
    expect(page.get_by_role("heading", name="Go back to revision 1")).to_be_visible()
    compared = page.get_by_role("region", name="Who would be treated differently")
    expect(compared).to_contain_text("no paying customer loses access")
    expect(compared).to_contain_text("revision 1 instead of revision 2")
    expect(compared.get_by_label("type its revision")).to_have_count(0)
    assert faults(page) == []
    for width in [320, 390, 1440, 2560]:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    page.get_by_role("link", name="Cancel").press("Enter")
    expect(page.get_by_role("main")).to_contain_text("Revision 2 has been served since")
    page.get_by_role("button", name="Roll back to revision 1").press("Enter")
    page.get_by_role("button", name="Serve revision 1 on every server").press("Enter")
    expect(page.get_by_role("main")).to_contain_text("Revision 3 has been served since")
    assert admin.revision() == before
    expect(page.get_by_role("button", name="Go back to revision 2")).to_be_visible()
    page.get_by_role("link", name="Audit").press("Enter")
    expect(page.get_by_role("row").filter(has_text="blueprint rolled back")).to_contain_text(EMAIL)


@pytest.mark.parametrize("scheme", first(["light", "dark"]))
def test_lines(operator, admin, tmp_path, scheme):
    """EX-6 a proposal shows the lines that it changes, marked by words as well as by color, at every width"""
    admin.propose(tmp_path)
    page = operator(width=390, scheme=scheme)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Blueprint").press("Enter")
    page.get_by_role("link", name="Show the lines that it changes").press("Enter")
    expect(page.get_by_role("heading", name="Proposal", level=1)).to_be_visible()
    table = page.get_by_role("table", name="new.yml (was coach-paid.yml)")
    removed = table.get_by_role("row").filter(has=page.locator("code", has_text="100")).filter(has_text="removed")
    expect(removed).not_to_have_count(0)
    expect(removed.first.locator("td").first).to_have_text(re.compile(r"^\d+$"))
    expect(table.get_by_role("row").filter(has=page.locator("code", has_text="30")).filter(has_text="added")).not_to_have_count(0)
    # A hidden word says what the sign does.
    expect(removed.first.locator("[aria-hidden]")).to_have_text("\u2212")
    assert faults(page) == []
    for width in [320, 390, 1440, 2560]:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        cut = page.evaluate("""() => [...document.querySelectorAll(".diff :is(th, td, code)")]
          .filter((cell) => cell.getClientRects().length && cell.getBoundingClientRect().right > innerWidth).length""")
        assert cut == 0, width
    assert faults(page) == []
    page.get_by_role("link", name="Back to Blueprint").press("Enter")
    page.get_by_role("rowheader", name="Revision 1", exact=True).get_by_role("link").press("Enter")
    expect(page.get_by_role("heading", name="Revision 1", level=1)).to_be_visible()


def test_edit(operator, admin):
    """EX-6 the YAML of a revision is edited on its page: Check shows a mistake at its line, Propose leads to the lines that
    differ, all by keyboard"""
    page = operator(width=390)
    page.goto(f"{page.url}/blueprint/1")
    page.get_by_role("link", name="Edit", exact=True).press("Enter")
    source = page.get_by_role("textbox", name="coach-paid.yml")
    rules = source.input_value()
    assert rules == (ROOT / "Blueprints" / "coach-paid.yml").read_text()
    source.fill(rules.replace("limit: 100", "limmit: 100"))
    page.get_by_role("button", name="Check").press("Enter")
    found = page.get_by_role("region", name="What tollgate check found")
    expect(found).to_contain_text(re.compile(r"coach-paid\.yml, line \d+: error: .*limmit"))
    expect(found.locator("code", has_text="limmit: 100").first).to_be_visible()
    expect(source).to_have_value(re.compile("limmit: 100"))
    assert faults(page) == []
    for width in [320, 390, 1440, 2560]:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    text, remarks = source.bounding_box(), found.bounding_box()
    assert text["x"] + text["width"] <= remarks["x"], "the remarks are not beside the text"
    page.get_by_label("Replace coach-paid.yml with a file").set_input_files(
        {"name": "mine.yml", "mimeType": "text/yaml", "buffer": rules.replace("limit: 100", "limit: 40").encode()})
    expect(source).to_have_value(rules.replace("limit: 100", "limit: 40"))
    page.get_by_role("textbox", name="Note", exact=True).fill("Forty")
    page.get_by_role("button", name="Propose").press("Enter")
    expect(page.get_by_role("heading", name="Proposal", level=1)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text(f"proposed by {EMAIL}")
    expect(page.get_by_role("row").filter(has=page.locator("code", has_text="40")).filter(has_text="added")).not_to_have_count(0)
    assert faults(page) == []


def key_on(page):
    """The key that the page shows once."""
    note = page.get_by_role("status").locator("code")
    expect(note).to_have_text(re.compile(r"^sk_coach-paid_[0-9a-f]{80}$"))
    return note.inner_text()


def test_keys(operator, admin):
    """EX-12 A key is created, rotated with an overlap and revoked by keyboard, and is shown once"""
    page = operator(width=390)
    page.get_by_role("link", name="Keys").press("Enter")
    page.get_by_label("Name").fill("chat backend")
    page.get_by_label("Scope").select_option("read")
    page.get_by_role("button", name="Create", exact=True).press("Enter")
    first = key_on(page)
    assert admin.reads(first) == 200
    assert faults(page) == []
    row = page.get_by_role("row").filter(has_text=first[:-64])
    expect(row).to_contain_text("read")
    row.get_by_text("Rotate").press("Enter")
    row.get_by_role("spinbutton").fill("3")
    assert faults(page) == []
    row.get_by_role("button", name="Create its successor").press("Enter")
    second = key_on(page)
    assert second != first
    expect(page.get_by_role("row").filter(has_text=first[:-64])).to_contain_text("valid until")
    assert [admin.reads(key) for key in (first, second)] == [200, 200]
    row = page.get_by_role("row").filter(has_text=first[:-64])
    row.locator("summary", has_text="Revoke").press("Enter")
    row.get_by_role("button", name="Revoke it now").press("Enter")
    expect(page.get_by_role("row").filter(has_text=first[:-64])).to_contain_text("revoked")
    expect(page.get_by_role("status")).to_have_count(0)
    assert [admin.reads(key) for key in (first, second)] == [401, 200]
    page.get_by_role("link", name="Audit").press("Enter")
    expect(page.get_by_role("row").filter(has_text="key revoked").first).to_contain_text(EMAIL)


def test_lists(operator, admin):
    """EX-13 Customers are listed by state, lead to their pages, and download as a file"""
    page = operator(width=390)
    page.get_by_role("link", name="Lists").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("newest first")
    page.get_by_label("State").select_option("refunded")
    page.get_by_role("button", name="Show").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("0 customers match")
    page.get_by_label("State").select_option("all")
    page.get_by_role("button", name="Show").press("Enter")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").press("Enter")
    lines = download.value.path().read_text().splitlines()
    assert lines[0].startswith('"customer","account"') and lines[0].endswith('"price","currency"')
    assert any(line.startswith(f'"{admin.customer}"') for line in lines[1:])
    page.get_by_role("link", name=admin.customer).press("Enter")
    expect(page).to_have_url(re.compile(f"/{admin.customer}$"))
    expect(page.get_by_role("heading", name="maya@example.com")).to_be_visible()


def test_long_list(browser, tmp_path):
    """EX-13 A list of more than 20,000 customers is painted at once, and continues by itself until it finds matches"""
    admin = AdminServer(tmp_path)
    try:
        admin.fill(20_200)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(admin.link())
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name="Customers")).to_be_visible()
        parts = []
        page.on("request", lambda request: "/lists" in request.url and parts.append(request.url))
        page.get_by_role("link", name="Lists").click()
        expect(page.get_by_role("status")).to_have_text("Matching customers: 0, of 20200 read in the order of their ids.")
        assert len(parts) == 21, parts
        with page.expect_download() as download:
            page.get_by_role("link", name="Download as CSV").click()
        lines = download.value.path().read_text().splitlines()
        assert len(lines) == 2 and admin.customer in lines[1]
        page.get_by_role("link", name="Read more").click()
        expect(page.get_by_role("status")).to_have_text(
            "Matching customers: 1, of 1 read in the order of their ids, after the first 20200.")
        expect(page.get_by_role("link", name=admin.customer)).to_be_visible()
        expect(page.get_by_role("link", name="Read more")).to_have_count(0)
        address = page.url.split("?")[0]
        for _ in range(3):  # While a page reads on, the next one waits for its turn.
            assert page.goto(address).ok
        page.goto(f"{address}?after=0-17999&read=18000")
        expect(page.get_by_role("status")).to_contain_text("Matching customers: 1, of 2201 read")
        expect(page.get_by_role("link", name=admin.customer)).to_be_visible()
        assert not faults(page)
    finally:
        admin.stop()


def test_experiments(browser, tmp_path):
    """Experiments are compared as the command compares them, at any width, in both themes and directions"""
    admin = AdminServer(tmp_path, has_customer=False, app="glow")
    try:
        for number in range(3):
            admin.show("pro", f"phone-{number}", variants={"page": "control"})
        page = browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(admin.link())
        page.get_by_role("button", name="Sign in").press("Enter")
        page.get_by_role("link", name="Experiments").press("Enter")
        expect(page.get_by_role("link", name="Experiments")).to_have_attribute("aria-current", "page")
        expect(page.get_by_role("region", name="page", exact=True)).to_contain_text("Not enough customers yet: control has")
        done = subprocess.run(
            [BINARY, "variants", ROOT / "Blueprints" / "glow.yml", "--json", "--database", admin.database],
            capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        variants = json.loads(done.stdout)["experiments"][0]["variants"]
        assert sum(variant["customers"] for variant in variants) == 3
        rows = page.get_by_role("region", name="Variants of page").get_by_role("row")
        expect(rows).to_have_count(1 + len(variants))
        for number, variant in enumerate(variants, start=1):
            expect(rows.nth(number).get_by_role("rowheader")).to_have_text(variant["id"])
            expect(rows.nth(number).get_by_role("cell").nth(1)).to_have_text(str(variant["customers"]))
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            assert faults(page) == [], scheme
        for direction in ["ltr", "rtl"]:
            page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
            for width in [320, 390, 1440, 2560]:
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (direction, width)
                assert page.evaluate("""() => { const table = document.querySelector(".scroll");
                  return table.scrollWidth <= table.clientWidth; }"""), (direction, width)
        admin.fill(20_000)
        page.reload()
        expect(page.get_by_role("main")).to_contain_text("The app has more than 20000 customers.")
        expect(page.get_by_role("main")).to_contain_text("tollgate variants glow.yml")
        assert faults(page) == []
    finally:
        admin.stop()


def test_latest_transactions(operator):
    """EX-13 The first page reads its latest transactions again, but not while the keyboard is in the list"""
    page = operator()
    page.clock.install()
    page.reload()
    with page.expect_response(lambda response: response.url.endswith("/transactions")) as answer:
        page.clock.run_for(5000)
    assert answer.value.ok
    page.evaluate("""() => {
      const list = document.getElementById("transactions");
      list.tabIndex = -1;
      list.focus();
    }""")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(20000)
    page.evaluate("1")
    assert not [url for url in asked if url.endswith("/transactions")]


def test_late_transactions(operator):
    """The first page does not ask for its latest transactions again before it has an answer"""
    page = operator()
    page.clock.install()
    page.reload()
    held = []
    page.route("**/transactions", lambda route: held.append(route))
    with page.expect_request("**/transactions"):
        page.clock.run_for(5000)
    page.clock.run_for(20000)
    page.evaluate("1")
    assert len(held) == 1
    with page.expect_response("**/transactions") as answer:
        held.pop().continue_()
    answer.value.finished()
    page.evaluate("1")
    with page.expect_request("**/transactions"):
        page.clock.run_for(5000)


def test_attacks(operator, admin):
    """A form that a page of another site sends opens no session, and no page can be framed"""
    page = operator()
    link = admin.link()
    page.goto("data:text/html,<h1>elsewhere</h1>")
    address, secret = link.split("?link=")
    page.set_content(f'<form method="post" action="{address}"><input name="link" value="{secret}"><button>Win</button></form>')
    page.get_by_role("button", name="Win").click()
    expect(page.get_by_role("main")).to_contain_text("Another site sent this form")
    page.goto(link)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Customers")).to_be_visible()
    with urllib.request.urlopen(link, timeout=PATIENCE) as response:
        assert response.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]


def test_signed_out(operator, admin):
    """Who signs out sees nothing any more, and learns how to get in"""
    page = operator()
    page.goto(f"{page.url}/customers/{admin.customer}")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Signed out")).to_be_visible()
    page.go_back()
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("tollgate admin link")
