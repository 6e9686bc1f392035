import Testing

@testable import TollgatePlayground

@Suite("Pages")
struct PagesTests {
  let pages: Pages

  init() throws {
    pages = try Pages()
  }

  func page(_ name: String) throws -> PlaygroundPage {
    try #require(Fixtures.all.first { $0.name == name }).page
  }

  @Test(
    "a screen shows the words of its view model",
    arguments: [
      ("coach-paid-discovery", ["Discovery conversation", "Finish discovery", "Message Coach"]),
      ("coach-paid-trial", ["Day 2 of 3 — 87 conversations left"]),
      ("coach-paid-blocked", ["Everything we said stays here.", "See plans"]),
      (
        "coach-paid-paywall",
        [
          "$2.99/week for 3 days, then $19.99/month", "Restore Purchases",
          "Your Apple Account is charged at confirmation of purchase.", "Terms of Use",
        ]
      ),
      ("coach-paid-purchase", ["App Store", "Subscribe", "Payment declined", "Ask a parent"]),
      ("coach-paid-loading", ["One moment…"]),
      ("coach-paid-killed", ["Tuesday, March 3", "Coach is not running."]),
      ("coach-free-trial", ["Your free trial has 5 days left — enjoy exploring!", "See plans"]),
      ("coach-free-settings", ["Account", "Subscription", "Days left", "View plans", "About"]),
      ("coach-free-nudge", ["wraps up tomorrow. Want to keep our conversations going?"]),
      ("coach-free-offline", ["No connection."]),
      (
        "grobro-garden",
        ["My Garden", "3 of 3 plants", "Delete Monty", "Add plant", "Upgrade to Pro"]
      ),
      (
        "grobro-analytics",
        ["Unlock advanced analytics with Pro", "Unlock growth charts", "6 days"]
      ),
      ("grobro-export", ["Spreadsheet", "Spreadsheets and diaries come with Pro."]),
      ("grobro-settings", ["Pro Plan", "Renews Apr 3, 2026", "Manage Subscription"]),
      ("grobro-upgrade", ["Track unlimited plants", "Start 7-day free trial", "per year"]),
      ("grobro-progress", ["Confirming your purchase…"]),
      ("grobro-welcome", ["Welcome to Pro!"]),
      ("grobro-error", ["Nothing was charged.", "Try Again", "Cancel"]),
      ("strikelab-onboarding", ["Train like it counts", "Get started"]),
      ("strikelab-login", ["Email", "Password", "Sign in", "Continue without an account"]),
      ("strikelab-dashboard", ["Good morning, Maya", "Footwork", "68", "Heavy bag", "3 rounds"]),
      ("strikelab-settings", ["Sign out"]),
      ("techniq-home", ["1 free use left", "Daily coaching", "Wall pass ladder", "Read only"]),
      ("techniq-plan", ["Made with Pro. Yours to keep.", "Week 2: half turn"]),
      ("techniq-settings", ["Active", "Manage", "No active subscription found."]),
      ("techniq-paywall", ["7 days free, then $6.99/month", "Drills made for you"]),
    ])
  func words(name: String, expected: [String]) throws {
    let words = Markup(html: pages.phone(try page(name).phone)).words
    for text in expected {
      #expect(words.contains(text), "\(name) lacks \(text)")
    }
  }

  @Test("the panels show membership, ledger, notifications and nudges")
  func panels() {
    let words = Markup(html: pages.panels(Fixtures.panels)).words
    for text in [
      "trial", "active", "anon-7f3a91", "Entitled to premium", "send-message",
      "Allowed: 13 of 100 used",
      "Rule 2 of 4, if the phase is trial: up to 100 uses in the trial", "in 3 days",
      "as of 2026-03-02 09:41",
      "trialExpired",
      "milestone", "discovery-complete", "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", "83",
      "delivered", "planned", "in 1 day",
    ] {
      #expect(words.contains(text), "lacks \(text)")
    }
  }

  @Test("empty panels say so in words")
  func emptyPanels() {
    let words = Markup(
      html: pages.panels(
        Panels(membership: MembershipPanel(customer: "anon-1", phase: "unknown")))
    ).words
    for text in [
      "No facts yet.", "The store has sent nothing.", "None planned.", "none scheduled",
    ] {
      #expect(words.contains(text), "lacks \(text)")
    }
  }

  @Test("an update holds the regions exactly as the document does", arguments: Fixtures.all.indices)
  func update(index: Int) {
    let page = Fixtures.all[index].page
    let update = pages.update(page)
    let document = pages.playground(page)
    for region in [update.phone, update.panels, update.controls, update.guide] {
      #expect(!region.isEmpty)
      #expect(document.contains(region))
    }
  }

  @Test("every form posts an action to its own app", arguments: Fixtures.all.indices)
  func forms(index: Int) {
    let page = Fixtures.all[index].page
    let forms = Markup(html: pages.playground(page)).parts(from: "<form", to: "</form>")
    #expect(!forms.isEmpty)
    for form in forms {
      // Forms of the file change the blueprint, and take no action.
      if form.contains(#"method="post" action="/playground/\#(page.app)/blueprint/"#) { continue }
      #expect(form.contains(#"method="post" action="/playground/\#(page.app)/actions""#))
      #expect(form.contains(#"name="action""#))
    }
  }

  @Test("ids are unique in a document", arguments: Fixtures.all.indices)
  func ids(index: Int) {
    let ids = Markup(html: pages.playground(Fixtures.all[index].page)).values(of: "id")
    #expect(ids.count == Set(ids).count)
  }

  @Test("an action's fields are posted in the order given")
  func fields() {
    var phone = Fixtures.world(.grobro, .loading(LoadingScreen())).phone
    phone.screen = .onboarding(
      OnboardingScreen(
        title: "", text: "",
        button: PageButton(label: "Go", action: .release("add-plant", item: "p1"))))
    #expect(
      pages.phone(phone).contains(
        """
        <input type="hidden" name="action" value="release">\
        <input type="hidden" name="feature" value="add-plant">\
        <input type="hidden" name="item" value="p1">
        """))
  }
}
