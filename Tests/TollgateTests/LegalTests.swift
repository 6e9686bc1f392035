import Testing
import Tollgate

@Suite("Legal links")
struct LegalTests {
  @Test(
    "an https address with a host is a web address",
    arguments: [
      "https://example.com", "https://example.com/", "https://www.example.com/terms?lang=en#top",
      "https://example.com/a%20b/c;d", "https://xn--bcher-kva.example/agb",
    ])
  func address(text: String) {
    #expect(Blueprint.Legal.isAddress(text))
  }

  @Test(
    "anything else is refused, by the blueprint too",
    arguments: [
      "", "terms", "http://example.com", "https://", "https:///terms", "https://-a.example",
      "https://example.com/a b", "https://example.com/\"", "https://example.com/\u{FC}",
      "https://user@example.com", "javascript:alert(1)", "HTTPS://example.com",
    ])
  func refused(text: String) {
    #expect(!Blueprint.Legal.isAddress(text))
    let error = #expect(throws: BlueprintError.self) {
      try Blueprint(
        Blueprint.Definition(
          app: Blueprint.App(id: "a", name: "A", bundleID: "a"),
          legal: Blueprint.Legal(terms: text, privacy: "https://example.com/privacy")))
    }
    #expect(error?.mistakes.map(\.path) == [["legal", "terms"]])
  }
}
