import Testing
import TollgateAppStore
import TollgateHTML

@testable import AppStoreSimulatorHTTP

@Suite("The store's page")
struct StorePageTests {
  static let hostile = [
    #"<script>alert(1)</script>"#,
    #""><img src=x onerror=alert(1)>"#,
    #"' onfocus='alert(1)"#,
    "</textarea></title><svg/onload=alert(1)>",
    "\"\u{301} onfocus=alert(1) x=\"\u{338}",
    "<\u{338}script>alert(1)<\u{338}/script>",
    "{{{html}}} {{> playground}} &lt;b&gt;",
  ]

  let template = String(decoding: PackageResources.store_mustache, as: UTF8.self)

  @Test("a hostile value stays text on the page of a simulated store", arguments: hostile)
  func hostileValue(value: String) throws {
    let escapes: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]
    let escaped = value.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    let expected = try Self.page("plain").html().replacing("plain", with: escaped)
    let html = try Self.page(value).html()
    #expect(html.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test("the template includes no other, and every name that it mentions is a property")
  func names() {
    var known: Set<String> = []
    Self.collect(Self.page("Pro"), into: &known)
    #expect(Array(StorePage.templates.keys) == ["store"])
    #expect(!template.contains("{{>"))
    for tag in template.matches(of: /\{\{[#^\/]?([a-zA-Z.]+)\}\}/) where tag.1 != "." {
      #expect(known.contains(String(tag.1)), "the template mentions \(tag.1)")
    }
    #expect(template.ranges(of: "{{").count == template.matches(of: /\{\{[#^\/]?[\w.]+\}\}/).count)
  }

  @Test("the template shows no value without escaping it")
  func escaping() {
    #expect(!template.contains("{{{") && !template.contains("{{&"))
  }

  @Test("every file that the page asks for is served, with its type")
  func assets() throws {
    let html = try Self.page("Pro").html()
    let names = html.matches(of: /(?:href|src)="([^"#][^"]*)"/).map { String($0.1) }
    #expect(Set(names) == Set(StorePage.assets.keys.map { "/assets/\($0)" } + ["/root.cer"]))
    #expect(StorePage.assets["store.js"]?.contentType == "text/javascript; charset=utf-8")
    #expect(StorePage.assets["store.css"]?.contentType == "text/css; charset=utf-8")
    #expect(StorePage.assets["store.mustache"] == nil)
  }

  @Test("the page asks nothing of other hosts")
  func hosts() throws {
    let files = StorePage.assets.values.filter(\.isText).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    for text in files + [try Self.page("Pro").html()] {
      #expect(text.matches(of: /\/\/(?! |www\.w3\.org\/2000\/svg)[^"]*"/).isEmpty)
    }
  }

  @Test(
    "a distance has its greatest unit, rounded down",
    arguments: [
      (0, "now"), (999, "now"), (-999, "now"), (1_000, "in 1 second"), (-59_999, "59 seconds ago"),
      (60_000, "in 1 minute"), (-3_600_000, "1 hour ago"), (86_399_999, "in 23 hours"),
      (86_400_000, "in 1 day"), (-31_536_000_000, "365 days ago"),
    ])
  func relative(distance: Int64, text: String) {
    let now = Instant(milliseconds: 1_767_225_600_000)
    #expect(RelativeTime.text(of: now.advanced(by: .milliseconds(distance)), at: now) == text)
  }

  @Test(
    "a price is in its currency, with the period in words",
    arguments: [
      ("0", "USD", nil, "free"), ("9.99", "USD", nil, "9.99 USD"),
      ("5", "EUR", "P1M", "5.00 EUR per month"),
      ("1200", "JPY", "P1Y", "1200 JPY per year"), ("0.5", "GBP", "P3M", "0.50 GBP per 3 months"),
      ("1", "USD", "P1Y6M", "1.00 USD per P1Y6M"),
    ] as [(String, String, String?, String)])
  func price(amount: String, currency: String, period: String?, text: String) {
    #expect(StorePage.price(amount, in: currency, per: period) == text)
  }

  /// A page on which every text is the same.
  static func page(_ text: String) -> StorePage {
    StorePage(
      bundle: text, environment: text, now: text, next: text, notify: text, faults: text,
      products: [.init(id: text, name: text, terms: text)],
      accounts: [
        .init(
          account: text, about: text, billingFails: false, shares: false,
          subscriptions: [
            .init(
              product: text, status: text, tone: "good", verb: text, end: text, ending: text,
              group: text, canCancel: true, canResume: false, isRunning: true, mustConsent: true)
          ],
          transactions: [
            .init(
              id: text, product: text, date: text, ago: text, fate: text, canRefund: true,
              canRefundRest: true, isRequested: true, canReverse: false)
          ])
      ], pending: [.init(number: 1, text: text)],
      notifications: [
        .init(
          date: text, ago: text, kind: text, about: text, delivery: text, tone: "bad",
          attempts: [text])
      ])
  }

  static func collect(_ value: Any, into names: inout Set<String>) {
    for child in Mirror(reflecting: value).children {
      if let label = child.label { names.insert(label) }
      collect(child.value, into: &names)
    }
  }
}
