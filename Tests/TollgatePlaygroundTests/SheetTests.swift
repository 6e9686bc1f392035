import Testing
import Tollgate

@testable import TollgatePlayground
@testable import TollgateWords

@Suite("Sheets")
struct SheetTests {
  let pages: Pages

  init() throws {
    pages = try Pages()
  }

  @Test(
    "a sheet is a dialog with a name",
    arguments: [
      ("coach-paid-paywall", "dialog", "Keep going with your coach"),
      ("coach-paid-purchase", "dialog", "App Store"),
      ("grobro-progress", "dialog", "Confirming your purchase…"),
      ("grobro-welcome", "dialog", "Welcome to Pro!"),
      ("grobro-error", "alertdialog", "No connection"),
    ])
  func dialog(fixture: String, role: String, name: String) throws {
    let page = try #require(Fixtures.all.first { $0.name == fixture }).page
    let html = pages.phone(page.phone)
    let dialog = try #require(Markup(html: html).parts(from: "role=\"\(role)\"", to: ">").last)
    let tag = Markup(html: dialog)
    if let label = tag.values(of: "aria-label").first {
      #expect(label == name)
    } else {
      let id = try #require(tag.values(of: "aria-labelledby").first)
      let title = try #require(Markup(html: html).parts(from: "id=\"\(id)\"", to: "</h2>").first)
      #expect(title.hasSuffix(">" + name))
    }
    #expect(dialog.contains(#"tabindex="-1""#))
  }

  @Test("a paywall makes the screen inert, a sheet the paywall too")
  func inert() throws {
    let paywall = Fixtures.coachPaywall(close: nil)
    let screen = Fixtures.chat(Fixtures.readOnly)
    func layers(_ page: PlaygroundPage) -> Int {
      Markup(html: pages.phone(page.phone)).parts(from: " inert", to: ">").count
    }
    #expect(layers(Fixtures.world(.coachPaid, screen)) == 0)
    #expect(layers(Fixtures.world(.coachPaid, screen, paywall: paywall)) == 1)
    #expect(layers(Fixtures.world(.coachPaid, screen, sheet: Fixtures.purchase)) == 1)
    #expect(
      layers(Fixtures.world(.coachPaid, screen, paywall: paywall, sheet: Fixtures.purchase)) == 2)
  }

  @Test("a paywall that may not be dismissed has no way out by key or button")
  func close() {
    let screen = Fixtures.chat(Fixtures.readOnly)
    func html(_ close: PageAction?) -> String {
      pages.phone(
        Fixtures.world(.coachPaid, screen, paywall: Fixtures.coachPaywall(close: close)).phone)
    }
    #expect(html(.closePaywall).contains("data-escape"))
    #expect(html(.closePaywall).contains(#"aria-label="Close""#))
    #expect(!html(nil).contains("data-escape"))
    #expect(!html(nil).contains(#"aria-label="Close""#))
  }

  @Test("a paywall shows what its blueprint has below the benefits, and nothing else")
  func extras() {
    func html(_ extras: PaywallPage.Extras, closeAfter: Int? = nil) -> Markup {
      var paywall = Fixtures.coachPaywall(close: .closePaywall)
      paywall.page.extras = extras
      paywall.closeAfter = closeAfter
      return Markup(
        html: pages.phone(
          Fixtures.world(.coachPaid, .loading(LoadingScreen()), paywall: paywall).phone))
    }
    let words = html(Fixtures.extras).words
    for text in [
      "What happens when", "March 6, 2026", "Nothing to pay now", "What people say",
      "It remembers me.", "Noor", "Can I cancel?", "Yes, at any time.",
      "$19.99 a month, save 16%", "Best value",
    ] {
      #expect(words.contains(text), "lacks \(text)")
    }
    #expect(
      html(Fixtures.extras, closeAfter: 3000).values(of: "data-close-after") == ["3000"])
    #expect(html(Fixtures.extras).values(of: "aria-label").contains("5 of 5 stars"))
    let bare = html(PaywallPage.Extras()).html
    #expect(!bare.contains("class=\"extra\"") && !bare.contains("data-close-after"))
    #expect(!bare.contains("class=\"promise\""))
  }

  @Test("a paywall without a text and benefits leaves no room for them")
  func empty() {
    var paywall = Fixtures.coachPaywall(close: .closePaywall)
    (paywall.page.intro, paywall.benefits) = ([], [])
    let html = pages.phone(
      Fixtures.world(.coachPaid, .loading(LoadingScreen()), paywall: paywall).phone)
    #expect(!html.contains("class=\"lead\"") && !html.contains("<ul class=\"benefits\">"))
  }

  @Test("each line below a paywall's title and above its button is drawn, if it has a text")
  func lines() {
    var paywall = Fixtures.coachPaywall(close: .closePaywall)
    paywall.page.intro = [
      Fixtures.line("One"), PaywallPage.Line(id: "none", text: nil), Fixtures.line("Two"),
    ]
    paywall.page.extras.promises = paywall.page.intro
    let html = pages.phone(
      Fixtures.world(.coachPaid, .loading(LoadingScreen()), paywall: paywall).phone)
    #expect(html.matches(of: /<p class="lead">(.*?)<\/p>/).map(\.output.1) == ["One", "Two"])
    let promises = html.matches(of: /<p class="promise"><svg.*?<\/svg>(.*?)<\/p>/)
    #expect(promises.map(\.output.1) == ["One", "Two"])
  }

  @Test("art takes the place of the icon, on the offer and on a page before it")
  func art() {
    func html(_ art: PaywallArt?, onPage: Bool) -> String {
      var paywall = Fixtures.coachPaywall(close: .closePaywall)
      let step = PaywallStepSheet(
        position: "0", page: PaywallStep(title: "Hello"), icon: .heart, art: art)
      if onPage { paywall.step = step } else { paywall.art = art }
      return pages.phone(
        Fixtures.world(.coachPaid, .loading(LoadingScreen()), paywall: paywall).phone)
    }
    let art = PaywallArt(
      picture: PaywallArt.Picture(address: "data:image/png;base64,AQ==", width: "30", height: "20"),
      alternative: "A sill")
    for onPage in [false, true] {
      let drawn = html(art, onPage: onPage)
      #expect(
        drawn.contains(
          #"<img src="data:image/png;base64,AQ==" alt="A sill" width="30" height="20""#))
      #expect(!drawn.contains("paywall-hero") && !drawn.contains("<source"))
      #expect(html(nil, onPage: onPage).contains("paywall-hero"))
    }
  }

  @Test("a page before the offer takes its place, with answers or a button that continues")
  func steps() {
    func html(_ step: PaywallStepSheet?, back: PageAction?) -> Markup {
      var paywall = Fixtures.coachPaywall(close: .closePaywall)
      paywall.step = step
      paywall.progress = PaywallProgressBar(
        line: "Step 2 of 3", back: back, backLabel: "Back")
      return Markup(
        html: pages.phone(
          Fixtures.world(.coachPaid, .loading(LoadingScreen()), paywall: paywall).phone))
    }
    let question = PaywallStepSheet(
      position: "1", page: PaywallStep(title: "What for?"), icon: .heart,
      answers: [
        PageButton(label: "To talk", action: .answerPaywall(0), style: .tinted),
        PageButton(label: "To learn", action: .answerPaywall(1), style: .tinted),
      ])
    let asked = html(question, back: .goBackInPaywall)
    for text in ["Step 2 of 3", "What for?", "To talk", "To learn"] {
      #expect(asked.words.contains(text), "lacks \(text)")
    }
    #expect(asked.html.contains(#"name="action" value="answer-paywall""#))
    #expect(asked.html.contains(#"name="action" value="go-back-in-paywall""#))
    #expect(asked.html.contains(#"aria-describedby="paywall-progress""#))
    #expect(asked.values(of: "aria-label").contains("Back"))
    #expect(!asked.html.contains(#"class="packages""#))
    #expect(!asked.html.contains("continue-paywall"))

    let told = html(
      PaywallStepSheet(
        position: "0", page: PaywallStep(title: "Hello"), icon: .heart,
        proceed: PageButton(label: "Continue", action: .continuePaywall, style: .primary)),
      back: nil)
    #expect(told.html.contains(#"name="action" value="continue-paywall""#))
    #expect(!told.html.contains("go-back-in-paywall"))

    let offer = html(nil, back: .goBackInPaywall)
    #expect(offer.html.contains(#"class="packages""#) && offer.words.contains("Step 2 of 3"))
    #expect(!offer.html.contains(#"class="paywall-answers""#))
  }

  @Test("each tier of a paywall is a button that selects its first plan")
  func tiers() {
    func html(_ tabs: [PaywallPage.Tab]) -> Markup {
      var paywall = Fixtures.coachPaywall(close: .closePaywall)
      paywall.page.extras.tabs = tabs
      paywall.page.extras.tabsLabel = "Tiers"
      return Markup(
        html: pages.phone(
          Fixtures.world(.coachPaid, .loading(LoadingScreen()), paywall: paywall).phone))
    }
    let tabs = [
      PaywallPage.Tab(id: "coach.plus", position: 0, title: "Plus", isSelected: true),
      PaywallPage.Tab(id: "coach.pro", position: 1, title: "Pro"),
    ]
    #expect(html(tabs).values(of: "aria-pressed") == ["true", "false"])
    #expect(
      html(tabs).html.contains(
        #"<button name="product" value="coach.pro" aria-pressed="false">Pro</button>"#))
    #expect(html(tabs).html.contains(#"<div class="tiers" role="group" aria-label="Tiers">"#))
    #expect(!html([]).html.contains("class=\"tiers\""))
  }

  @Test("a parent is only asked where that is possible")
  func parent() {
    func html(_ asks: Bool) -> String {
      let sheet = PurchaseSheet(
        appName: "Coach", product: "Premium", price: "$1", account: "a@example.com",
        asksParent: asks)
      return pages.phone(
        Fixtures.world(.coachPaid, .loading(LoadingScreen()), sheet: .purchase(sheet)).phone)
    }
    #expect(html(true).contains(#"value="ask-parent""#))
    #expect(!html(false).contains(#"value="ask-parent""#))
  }

  @Test("an alert offers Try Again only where trying again can help")
  func alert() {
    let cancel = PageButton(label: "OK", action: .closeSheet)
    let sheet = PhoneSheet.alert(
      AlertSheet(title: "Not allowed", text: "This phone may not buy.", cancel: cancel))
    let html = pages.phone(
      Fixtures.world(.grobro, .loading(LoadingScreen()), sheet: sheet).phone)
    #expect(Markup(html: html).parts(from: "<button", to: "</button>").count == 1)
  }

  @Test("a welcome that closes itself says after how long")
  func welcome() {
    func html(_ milliseconds: Int?) -> String {
      let sheet = WelcomeSheet(
        title: "Welcome", text: "", button: PageButton(label: "Go", action: .closeSheet),
        closesAfter: milliseconds)
      return pages.phone(
        Fixtures.world(.grobro, .loading(LoadingScreen()), sheet: .welcome(sheet)).phone)
    }
    #expect(html(2000).contains(#"data-press-after="2000""#))
    #expect(!html(nil).contains("data-press-after"))
  }
}
