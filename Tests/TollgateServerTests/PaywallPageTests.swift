import Crypto
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import Tollgate
import TollgateBlueprints
import TollgateServer

@Suite("Paywalls as web pages")
struct PaywallPageTests {
  private static let paywalls = [
    ("coach-paid", "after-discovery"), ("coach-free", "plans"), ("grobro", "upgrade"),
    ("strikelab", "subscribe"), ("techniq", "pro"),
  ]

  /// The page of a paywall with a query.
  private static func page(
    _ app: String, _ paywall: String, _ query: String = "",
    changing change: (inout Blueprint.Definition) -> Void = { _ in }
  ) async throws -> Exchange {
    let server = try await TestServer(app, changing: change)
    return try await server.exchange(.get, "/v1/apps/\(app)/paywalls/\(paywall)\(query)")
  }

  /// What stands between two marks, which occur once.
  private static func part(of html: String, from start: String, to end: String) throws -> String {
    let parts = html.components(separatedBy: start)
    #expect(parts.count == 2, "\(start)")
    return try #require(parts.last?.components(separatedBy: end).first)
  }

  @Test(
    "a page is one small response, and its policy allows only its own style and script",
    arguments: paywalls)
  func policy(app: String, paywall: String) async throws {
    let page = try await Self.page(app, paywall, "?eligible=true")
    #expect(page.status == 200)
    #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(page.body.utf8.count < 60_000)
    let hashes = try ["style", "script"].map { name in
      let source = try Self.part(of: page.body, from: "<\(name)>", to: "</\(name)>")
      let hash = Data(SHA256.hash(data: Data(source.utf8))).base64EncodedString()
      return "\(name)-src 'sha256-\(hash)'"
    }
    #expect(
      page.headers["content-security-policy"] == """
        default-src 'none'; \(hashes.joined(separator: "; ")); base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """)
    #expect(
      page.body.firstMatch(of: /\ssrc=|<link(?! rel="expect")|url\(|@import|\sstyle=|\son[a-z]+="/)
        == nil)
    #expect(page.body.firstMatch(of: /\{\{|\}\}\s*</) == nil)
  }

  @Test("the page says what the paywall says, with the prices of the blueprint")
  func content() async throws {
    let page = try await Self.page("grobro", "upgrade", "?language=en-US")
    for text in [
      "<h1 id=\"title\">Grow without limits</h1>", "Everything your plants would ask for.",
      "value=\"grobro.pro.yearly\" checked", "<em>Best value</em>", "<b>$29.99</b>",
      "<small>per year</small>", "<b>$3.99</b>",
      "<small class=\"saving\">$2.50 a month, save 37%</small>", "<small>per month</small>",
      "<button id=\"buy\">Subscribe</button>", "Restore Purchases",
      "Renews at $29.99 per year until you cancel.", "Terms of Use", "id=\"close\"",
    ] {
      #expect(page.body.contains(text), "\(text)")
    }
  }

  @Test(
    "GB-2 a plan shows what it saves once: next to a badge with the percentage, the price per month",
    arguments: [
      ("Best value", "$2.50 a month, save 37%"), ("Save {product.saving}", "$2.50 a month"),
      ("{product.pricePerMonth} a month", nil),
    ] as [(String, String?)])
  func saving(badge: String, line: String?) async throws {
    let page = try await Self.page("grobro", "upgrade", "?language=en") { definition in
      let badges = definition.paywalls.flatMap { $0.packages.compactMap(\.badge) }
      definition.texts = definition.texts.map { text in
        guard badges.contains(text.id) else { return text }
        return LocalizedText(id: text.id, wordings: ["en": LocalizedText.Wording(badge)])
      }
    }
    let lines = page.body.matches(of: /<small class="saving">([^<]*)</).map { String($0.output.1) }
    #expect(lines == (line.map { [$0] } ?? []))
  }

  @Test(
    "GB-2 an introductory offer is promised only to customers that the app calls eligible",
    arguments: [
      ("", "Subscribe", false), ("?eligible=false", "Subscribe", false),
      ("?eligible=true", "Start 7-day free trial", true),
    ])
  func eligible(query: String, button: String, isFree: Bool) async throws {
    let page = try await Self.page("grobro", "upgrade", query)
    #expect(page.body.contains("<button id=\"buy\">\(button)</button>"))
    // What a web view shows until the app has asked the store.
    #expect(page.body.contains(#""waiting":"Continue""#))
    #expect(page.body.contains("7 days free, then $29.99 per year") == isFree)
    #expect(page.body.contains("<span>Nothing to pay now</span>") == isFree)
  }

  @Test("a package without the introductory offer is sold at its full price to everyone")
  func fullPrice() async throws {
    let page = try await Self.page("grobro", "upgrade", "?eligible=true") { definition in
      definition.paywalls = definition.paywalls.map { paywall in
        Paywall(
          id: paywall.id, title: paywall.title,
          packages: paywall.packages.map {
            Paywall.Package(product: $0.product, hasIntroductoryOffer: false)
          })
      }
    }
    #expect(page.body.contains("<button id=\"buy\">Subscribe</button>"))
    #expect(!page.body.contains("7 days free"))
    #expect(!page.body.contains("<span>Nothing to pay now</span>"))
  }

  @Test("a paid offer is not free, and its button says its price")
  func paid() async throws {
    let page = try await Self.page("coach-paid", "after-discovery", "?eligible=true")
    #expect(page.body.contains("<button id=\"buy\">Start for $2.99</button>"))
    #expect(!page.body.contains("Nothing to pay now"))
  }

  @Test(
    "a page is in the language asked for if the app has it, and otherwise in the app's",
    arguments: [
      ("?language=de", nil, "de"), ("?language=de-AT", nil, "de-AT"), ("", "de,en;q=0.5", "de"),
      ("?language=en", "de", "en"), ("?language=fr", nil, "en"), ("?language=%22%3E", nil, "en"),
    ] as [(String, String?, String)])
  func languages(query: String, accepted: String?, expected: String) async throws {
    let server = try await TestServer("coach-free")
    let page = try await server.exchange(
      .get, "/v1/apps/coach-free/paywalls/plans\(query)",
      headers: accepted.map { ["Accept-Language": $0] } ?? [:])
    #expect(page.body.contains("<html lang=\"\(expected)\" dir=\"ltr\">"))
    #expect(page.headers["content-language"] == expected)
    #expect(page.body.contains("Ich würde gern weiter mit dir reden") == expected.hasPrefix("de"))
  }

  @Test("an app's Arabic runs from right to left, with the standard lines in Arabic")
  func rightToLeft() async throws {
    let page = try await Self.page("grobro", "upgrade", "?language=ar&eligible=true") {
      definition in
      definition.texts = definition.texts.map { text in
        LocalizedText(
          id: text.id,
          wordings: text.wordings.merging(["ar": LocalizedText.Wording("نص")]) { $1 })
      }
    }
    #expect(page.body.contains("<html lang=\"ar\" dir=\"rtl\">"))
    #expect(page.body.contains("سياسة الخصوصية"))
  }

  @Test("a text cannot end the element it stands in, nor the script's data")
  func escaping() async throws {
    let page = try await Self.page("grobro", "upgrade") { definition in
      let ids = definition.paywalls.flatMap { [$0.title] + $0.packages.compactMap(\.badge) }
      definition.texts = definition.texts.map { text in
        guard ids.contains(text.id) else { return text }
        return LocalizedText(
          id: text.id, wordings: ["en": LocalizedText.Wording("</script><b>&amp;")])
      }
    }
    #expect(page.body.contains("<h1 id=\"title\">&lt;/script&gt;&lt;b&gt;&amp;amp;</h1>"))
    #expect(page.body.contains("\\u003c/script\\u003e\\u003cb\\u003e\\u0026amp;"))
    #expect(page.body.components(separatedBy: "</script>").count == 3)
  }

  @Test(
    "GB-2 the timeline counts from today in the app's language, with a reminder where a nudge sends one",
    arguments: [
      (
        "en", "Today", "March 8, 2026", "March 9, 2026",
        "Your plan begins at $29.99 per year, unless you cancel at least 24 hours earlier."
      ),
      (
        "de", "Heute", "8. März 2026", "9. März 2026",
        "Dein Abo beginnt für 29,99\u{A0}$ pro Jahr, sofern du nicht mindestens 24 Stunden vorher kündigst."
      ),
    ])
  func timeline(language: String, today: String, reminder: String, end: String, charge: String)
    async throws
  {
    let page = try await Self.page("grobro", "upgrade", "?eligible=true&language=\(language)") {
      definition in
      definition.texts = definition.texts.map { text in
        LocalizedText(
          id: text.id,
          wordings: text.wordings.merging(["de": LocalizedText.Wording("Text")]) { first, _ in
            first
          })
      }
      guard let text = definition.paywalls.first?.title else { return }
      definition.nudges = [
        Nudge(id: "ends", anchor: .periodEnd, before: Period(1, .day), when: .always, text: text)
      ]
      definition.paywalls = definition.paywalls.map { Self.full($0) }
    }
    let list = try Self.part(of: page.body, from: "<ol>", to: "</ol>")
    #expect(
      list.matches(of: /<b>([^<]*)<\/b>/).map { String($0.output.1) } == [today, reminder, end])
    #expect(list.contains("<p>\(charge)</p>"))
    #expect(page.body.contains(language == "de" ? "5 von 5 Sternen" : "5 of 5 stars"))
    #expect(page.body.components(separatedBy: "<details>").count == 2)
    #expect(page.body.contains("\"closeDelay\":3"))
  }

  @Test("RA-18 a page outside an app has the paywall's own words, whatever its cases say")
  func ownWords() async throws {
    let page = try await Self.page("strikelab", "subscribe") { definition in
      definition.texts.append(
        LocalizedText(id: "back", wordings: ["en": .init("Good to have you back")]))
      let back = Paywall.Case(when: Condition(phases: [.lapsed]), title: "back", button: "back")
      definition.paywalls = definition.paywalls.map {
        Paywall(id: $0.id, title: $0.title, packages: $0.packages, cases: [back])
      }
    }
    #expect(page.body.contains("<h1 id=\"title\">Step into the lab</h1>"))
    #expect(!page.body.contains("Good to have you back"))
  }

  /// A paywall with everything that it can show.
  private static func full(_ paywall: Paywall) -> Paywall {
    Paywall(
      id: paywall.id, title: paywall.title, benefits: paywall.benefits, packages: paywall.packages,
      icon: "leaf", hasTimeline: true,
      proof: [Paywall.Proof(stars: 5, text: paywall.title, by: paywall.title)],
      questions: [Paywall.Question(question: paywall.title, answer: paywall.title)], closeDelay: 3)
  }

  @Test(
    "EX-20 a paywall's web page shows the price of a month, the number of payments and the total",
    arguments: [
      ("en", "12 payments, €59.88 in total"), ("de", "12 Zahlungen, insgesamt 59,88"),
      ("fr", "12 paiements, 59,88"), ("es", "12 pagos, 59,88"), ("ja", "12回払い、合計"),
      ("ar", "دفعة، الإجمالي"),
    ])
  func paywallPage(language: String, total: String) async throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Blueprints/berth.yml").path
    let file = try BlueprintFile.load(path: path)
    let server = try await TestServer(
      file.blueprint, selling: try #require(file.store), from: try #require(TestServer.start))
    let page = try await server.exchange(
      .get, "/v1/apps/berth/paywalls/plans?language=\(language)")
    #expect(page.status == 200)
    #expect(page.body.contains("value=\"berth.yearly:monthly\" checked"))
    #expect(page.body.contains("value=\"berth.yearly\""))
    // On the page, and in the plans of its script.
    let lines = page.body.matches(of: /<small>([^<]*)</).map { String($0.output.1) }
    #expect(lines.contains { $0.contains(total) }, "\(lines)")
    #expect(page.body.contains(#""commitment":"#))
  }

  @Test("EX-20 a plan with seats has a stepper, with what they cost together")
  func seats() async throws {
    let page = try await Self.page("grobro", "upgrade", "?language=en-US") { definition in
      definition.paywalls = definition.paywalls.map { paywall in
        Paywall(
          id: paywall.id, title: paywall.title,
          packages: paywall.packages.map { Paywall.Package(product: $0.product, seats: 10) })
      }
    }
    for text in [
      "<div class=\"seats\" id=\"seats\" role=\"group\" aria-label=\"Seats\">",
      "id=\"fewer\" aria-label=\"One seat fewer\"", "id=\"more\" aria-label=\"One seat more\"",
      "<output id=\"seats-line\">1 seat, $29.99 per year</output>", "\"more\":2",
    ] {
      #expect(page.body.contains(text), "\(text)")
    }
    let plain = try await Self.page("grobro", "upgrade")
    #expect(plain.body.contains("id=\"seats\" role=\"group\" hidden>"))
  }

  @Test("the plans of several tiers are on tabs, and those of the first plan's tab are shown")
  func tabs() async throws {
    let page = try await Self.page("grobro", "upgrade", "?language=en") { definition in
      definition.products = definition.products.map { product in
        CatalogProduct(
          id: product.id, kind: product.kind, name: product.name,
          entitlements: product.id == "grobro.pro.monthly" ? ["plus"] : ["plus", "pro"],
          price: product.price, period: product.period, group: product.group, level: product.level)
      }
      definition.paywalls = definition.paywalls.map { paywall in
        Paywall(
          id: paywall.id, title: paywall.title, benefits: paywall.benefits,
          packages: paywall.packages,
          tabs: [
            Paywall.Tab(entitlement: "plus", title: paywall.title),
            Paywall.Tab(
              entitlement: "pro", title: paywall.title,
              benefits: Array(paywall.benefits.prefix(1))),
          ])
      }
    }
    for text in [
      "<div class=\"tabs\" id=\"tabs\" role=\"tablist\" aria-label=\"Tiers\">",
      "id=\"tab-0\" data-tab=\"0\" aria-controls=\"panel\" aria-selected=\"false\" tabindex=\"-1\">",
      "id=\"tab-1\" data-tab=\"1\" aria-controls=\"panel\" aria-selected=\"true\">Grow without limits<",
      "<div id=\"panel\" role=\"tabpanel\" aria-labelledby=\"tab-1\">",
      "<ul class=\"benefits\" aria-label=\"What you get\" hidden>",
      "<ul class=\"benefits\" aria-label=\"What you get\" data-tab=\"1\">",
      "value=\"grobro.pro.yearly\" checked", "\"tab\":0", "\"tab\":1",
    ] {
      #expect(page.body.contains(text), "\(text)")
    }
    #expect(!page.body.contains("value=\"grobro.pro.monthly\""))
    let plain = try await Self.page("grobro", "upgrade").body
    #expect(!plain.contains("role=\"tab") && !plain.contains("\"tab\":"))
  }

  @Test("a feature that led to the paywall is on top, and not among the benefits again")
  func pitch() async throws {
    let page = try await Self.page("grobro", "upgrade", "?feature=export")
    let title = try Self.part(of: page.body, from: "<h1 id=\"title\">", to: "</h1>")
    #expect(title != "Grow without limits")
    #expect(!page.body.contains("<b>\(title)</b>"))
  }

  @Test("a paywall that cannot be closed has no close button")
  func dismissible() async throws {
    let page = try await Self.page("grobro", "upgrade") { definition in
      definition.paywalls = definition.paywalls.map {
        Paywall(
          id: $0.id, title: $0.title, benefits: $0.benefits, packages: $0.packages,
          isDismissible: false)
      }
    }
    #expect(!page.body.contains("id=\"close\""))
  }

  @Test("unknown names are problems, and a page that the browser has is not sent again")
  func requests() async throws {
    for (path, code) in [
      ("none", "unknown_paywall"), ("upgrade?feature=none", "unknown_feature"),
    ] {
      let answer = try await Self.page("grobro", path)
      #expect(answer.status == 404)
      #expect(answer.body.contains("\"code\":\"\(code)\""))
    }
    let server = try await TestServer("grobro")
    let path = "/v1/apps/grobro/paywalls/upgrade"
    let tag = try #require(try await server.exchange(.get, path).headers["ETag"])
    let again = try await server.exchange(.get, path, headers: ["If-None-Match": tag])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
  }

  @Test("only pages of the configured origins may show a paywall in a frame")
  func frames() async throws {
    let server = buildServer(
      try await TestServer("grobro").service,
      configuration: ServerConfiguration(
        webOrigins: Set(["https://app.example.com"].compactMap(WebOrigin.init))),
      logger: quietLogger)
    let policy = try await server.test(.router) { client in
      try await client.executeRequest(
        uri: "/v1/apps/grobro/paywalls/upgrade", method: .get, headers: [:], body: nil
      ).headers[.contentSecurityPolicy]
    }
    #expect(policy?.hasSuffix("; frame-ancestors https://app.example.com") == true)
  }
}
