import HTTPTypes
import Testing
import Tollgate

@Suite("Savings and names on web pages")
struct PaywallSavingTests {
  @Test(
    "a saving's sign stands before its number, and the region chooses the digits",
    arguments: [
      ("en", "−80%"), ("ar", "\u{200E}−80\u{200E}%\u{200E}"),
      ("ar-AE", "\u{200E}−80\u{200E}%\u{200E}"), ("ar-EG", "−٨٠٪\u{61C}"),
      ("ar-SA", "−٨٠٪\u{61C}"),
    ])
  func badge(language: String, badge: String) async throws {
    let page = try await TestServer("glow").exchange(
      .get, "/v1/apps/glow/paywalls/pro?language=\(language)&eligible=true")
    #expect(page.body.contains("<em>\(badge)</em>"), "\(page.body)")
  }

  @Test("GB-2 a plan is compared with those of its own page, not with another paywall's")
  func ownPage() async throws {
    let server = try await TestServer("grobro") { definition in
      guard let upgrade = definition.paywalls.first(where: { $0.id == "upgrade" }) else { return }
      definition.paywalls.append(
        Paywall(
          id: "yearly", title: upgrade.title,
          packages: [Paywall.Package(product: "grobro.pro.yearly")]))
    }
    for (paywall, isCompared) in [("upgrade", true), ("yearly", false)] {
      let page = try await server.exchange(.get, "/v1/apps/grobro/paywalls/\(paywall)?language=en")
      #expect(page.status == 200)
      #expect(page.body.contains("value=\"grobro.pro.yearly\""))
      #expect(page.body.contains("save 37%") == isCompared)
    }
  }

  @Test(
    "a product's name is the blueprint's text of that name in the page's language",
    arguments: [("en", "Glow for life"), ("de-AT", "Glow für immer"), ("ar", "Glow مدى الحياة")])
  func name(language: String, name: String) async throws {
    let page = try await TestServer("glow").exchange(
      .get, "/v1/apps/glow/paywalls/pro?language=\(language)")
    #expect(page.body.contains("<b>\(name)</b>"), "\(page.body)")
  }
}
