import Foundation
import Hummingbird
import Testing
import Tollgate
import TollgateServer

@Suite("Pages before the offer, on the web page")
struct PaywallPagesTests {
  /// GroBro's web page with a page that tells something and one that asks.
  private static func page(_ language: String) async throws -> String {
    let server = try await TestServer("grobro") { definition in
      definition.attributes = [Attribute(id: "goal", kind: .text(["grow", "rescue"]))]
      definition.texts += ["hello", "why", "grow", "rescue"].map {
        LocalizedText(
          id: LocalizedText.ID("page.\($0)"),
          wordings: ["en": LocalizedText.Wording("The \($0)"), "ar": LocalizedText.Wording("نص")])
      }
      let offers = definition.paywalls.map {
        Paywall(id: "goodbye", title: $0.title, packages: $0.packages)
      }
      definition.paywalls =
        definition.paywalls.map { paywall in
          Paywall(
            id: paywall.id, title: paywall.title, benefits: paywall.benefits,
            packages: paywall.packages, icon: "leaf",
            flow: Paywall.Flow(
              pages: [
                Paywall.Page(
                  title: "page.hello", text: "page.why", benefits: Array(paywall.benefits.prefix(1))
                ),
                Paywall.Page(
                  title: "page.why", icon: "heart",
                  question: Paywall.Page.Question(
                    attribute: "goal",
                    answers: [
                      Paywall.Page.Answer(value: "grow", text: "page.grow"),
                      Paywall.Page.Answer(value: "rescue", text: "page.rescue"),
                    ])),
              ], exitOffer: "goodbye"))
        } + offers
    }
    return try await server.exchange(
      .get, "/v1/apps/grobro/paywalls/upgrade?language=\(language)"
    ).body
  }

  @Test("the first page is shown, and the others and the offer are hidden")
  func pages() async throws {
    let html = try await Self.page("en")
    for text in [
      "id=\"back\" aria-label=\"Back\" hidden>", "<p id=\"progress\">Step 1 of 3</p>",
      "<section class=\"step\" aria-labelledby=\"step-0\">",
      "<section class=\"step\" aria-labelledby=\"step-1\" hidden>",
      "<h1 id=\"step-0\" aria-describedby=\"progress\">The hello</h1>",
      "<p class=\"lead\">The why</p>",
      "<button type=\"button\" class=\"proceed\">Continue</button>",
      "<div class=\"choices\" role=\"group\" aria-labelledby=\"step-1\">",
      "<button type=\"button\" class=\"answer\" data-answer=\"0\">The grow</button>",
      "<button type=\"button\" class=\"answer\" data-answer=\"1\">The rescue</button>",
      "<div class=\"reasons\" hidden>", "<div class=\"deal\" hidden>",
      "\"pages\":[{\"progress\":\"Step 1 of 3\"},"
        + "{\"attribute\":\"goal\",\"progress\":\"Step 2 of 3\",\"values\":[\"grow\",\"rescue\"]},"
        + "{\"progress\":\"Step 3 of 3\"}]", "\"exitOffer\":\"goodbye\"",
      "\"origins\":[]",
    ] {
      #expect(html.contains(text), "\(text)")
    }
    // The button that continues is only on the page that asks nothing, the benefits only where there are some.
    #expect(html.components(separatedBy: "class=\"proceed\"").count == 2)
    #expect(html.components(separatedBy: "<ul class=\"benefits\"").count == 3)
    #expect(html.components(separatedBy: "icon-heart\"/></svg></p>").count == 2)
  }

  @Test("a page contains the symbols that it uses, and no others")
  func symbols() async throws {
    let html = try await Self.page("en")
    let drawn = Set(html.matches(of: /href="#icon-([a-z]+)"/).map { String($0.1) })
    let sent = html.matches(of: /<symbol id="icon-([a-z]+)"/).map { String($0.1) }
    #expect(sent.count == drawn.count && Set(sent) == drawn)
    #expect(drawn.isSuperset(of: ["back", "check", "heart", "leaf"]))
    #expect(!html.contains("<!--"))
  }

  @Test("the pages are in the language asked for, with numbers of its script")
  func language() async throws {
    let html = try await Self.page("ar")
    #expect(html.contains("dir=\"rtl\"") && html.contains("aria-label=\"رجوع\""))
    #expect(html.contains("<h1 id=\"step-0\" aria-describedby=\"progress\">نص</h1>"))
    #expect(html.firstMatch(of: /<p id="progress">الخطوة \S+ من \S+<\/p>/) != nil)
  }

  @Test("a paywall without pages has none of it")
  func none() async throws {
    let html = try await TestServer("grobro").exchange(
      .get, "/v1/apps/grobro/paywalls/upgrade"
    ).body
    #expect(html.contains("<div class=\"reasons\">") && html.contains("<div class=\"deal\">"))
    #expect(!html.contains("id=\"progress\"") && !html.contains("\"pages\":"))
  }
}
