import Testing
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
    let names = html.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
    #expect(Set(names) == Set(StorePage.assets.keys.map { "/assets/\($0)" } + ["/root.cer"]))
    #expect(StorePage.assets["store.js"]?.contentType == "text/javascript; charset=utf-8")
    #expect(StorePage.assets["store.css"]?.contentType == "text/css; charset=utf-8")
    #expect(StorePage.assets["tollgate.svg"]?.contentType == "image/svg+xml")
    #expect(StorePage.assets["store.mustache"] == nil)
  }

  @Test("the page asks nothing of other hosts")
  func hosts() throws {
    let files = StorePage.assets.values.map { String(decoding: $0.bytes, as: UTF8.self) }
    for text in files + [try Self.page("Pro").html()] {
      #expect(text.matches(of: /\/\/(?! |www\.w3\.org\/2000\/svg)[^"]*"/).isEmpty)
    }
  }

  /// A page on which every text is the same.
  static func page(_ text: String) -> StorePage {
    StorePage(
      bundle: text, environment: text, now: text, next: text, notify: text, faults: text,
      products: [.init(id: text, name: text, terms: text)],
      accounts: [
        .init(
          account: text, about: text, billingFails: false,
          subscriptions: [
            .init(product: text, status: text, tone: "good", ending: text, renews: true)
          ],
          transactions: [
            .init(id: text, product: text, date: text, revoked: false, shared: false),
            .init(id: text, product: text, date: text, revoked: true, shared: true),
          ])
      ], pending: [.init(number: 1, text: text)],
      notifications: [
        .init(
          date: text, kind: text, about: text, delivery: text, tone: "bad", attempts: [text])
      ])
  }

  static func collect(_ value: Any, into names: inout Set<String>) {
    for child in Mirror(reflecting: value).children {
      if let label = child.label { names.insert(label) }
      collect(child.value, into: &names)
    }
  }
}
