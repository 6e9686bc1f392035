import HTTPTypes
import Testing

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

  @Test(
    "a product's name is the blueprint's text of that name in the page's language",
    arguments: [("en", "Glow for life"), ("de-AT", "Glow für immer"), ("ar", "Glow مدى الحياة")])
  func name(language: String, name: String) async throws {
    let page = try await TestServer("glow").exchange(
      .get, "/v1/apps/glow/paywalls/pro?language=\(language)")
    #expect(page.body.contains("<b>\(name)</b>"), "\(page.body)")
  }
}
