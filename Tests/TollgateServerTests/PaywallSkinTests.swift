import Crypto
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateServer
import TollgateWire
import TollgateWords

@Suite("Skins of web pages")
struct PaywallSkinTests {
  private static let green = Skin(
    colors: Skin.Palette(
      accent: Skin.Tone(light: Skin.Color(red: 0x1F, green: 0x7A, blue: 0x4D))))

  private static func page(
    _ app: String, _ paywall: String, skin change: (Skin?) -> Skin?
  ) async throws -> Exchange {
    let server = try await TestServer(app) { $0.skin = change($0.skin) }
    return try await server.exchange(.get, "/v1/apps/\(app)/paywalls/\(paywall)?eligible=true")
  }

  /// The style of a page, which is one element.
  private static func style(of html: String) throws -> String {
    let parts = html.components(separatedBy: "<style>")
    #expect(parts.count == 2)
    return try #require(parts.last?.components(separatedBy: "</style>").first)
  }

  @Test(
    "RA-18 a page draws its blueprint's skin, and its policy allows that style alone",
    arguments: [
      ("coach-paid", "after-discovery"), ("coach-free", "plans"), ("grobro", "upgrade"),
      ("strikelab", "subscribe"), ("techniq", "pro"),
    ])
  func examples(app: String, paywall: String) async throws {
    let server = try await TestServer(app)
    let page = try await server.exchange(.get, "/v1/apps/\(app)/paywalls/\(paywall)?eligible=true")
    let skin = try #require(server.blueprint.definition.skin)
    let look = PaywallLook(skin)
    let style = try Self.style(of: page.body)
    #expect(style.hasSuffix(look.css(for: ":root") + "\n"))
    let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
    let policy = try #require(page.headers["content-security-policy"])
    #expect(policy.contains("style-src 'sha256-\(hash)';"))
    #expect(page.body.contains("class=\"\(look.classes.joined(separator: " "))\""))
    let icon = try #require(skin.icon)
    #expect(
      page.body.contains(
        "<p class=\"hero\" aria-hidden=\"true\"><svg class=\"icon\"><use href=\"#icon-\(icon)\"/>"))
    #expect(page.body.utf8.count < 60_000)
  }

  @Test("RA-18 a page without a skin has the standard colors and no class")
  func none() async throws {
    let page = try await Self.page("grobro", "upgrade") { _ in nil }
    #expect(page.body.contains("<body data-paywall=\"upgrade\">"))
    let style = try Self.style(of: page.body)
    #expect(!style.contains("--ground: #eaf5e6"))
    #expect(page.body.contains("#icon-sparkles"))
  }

  @Test("RA-18 another skin is another page, also for a browser that has the first one")
  func tags() async throws {
    let one = try await Self.page("grobro", "upgrade") { $0 }
    let other = try await Self.page("grobro", "upgrade") { _ in Self.green }
    #expect(one.headers["ETag"] != other.headers["ETag"])
    #expect(
      one.headers["content-security-policy"] != other.headers["content-security-policy"])
  }

  @Test("RA-18 a page loads the app's own font from its server, and nothing else")
  func font() async throws {
    let digest = String(repeating: "a1", count: 32)
    let server = try await TestServer("grobro") { definition in
      definition.fonts = [Skin.FontFile(digest: digest, bytes: Array("wOF2 of the app".utf8))]
      definition.skin = definition.skin.map {
        Skin(
          colors: $0.colors,
          lettering: Skin.Lettering(textFont: Skin.Font(name: "Sora", digest: digest)))
      }
    }
    let path = "/v1/apps/grobro/paywalls/upgrade"
    let page = try await server.exchange(.get, path)
    let style = try Self.style(of: page.body)
    #expect(style.contains("src: url(../fonts/\(digest)); font-weight: 400; font-display: swap;"))
    let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
    let policy = try #require(page.headers["content-security-policy"])
    #expect(policy.contains("style-src 'sha256-\(hash)';"))
    #expect(policy.contains("; font-src 'self'; base-uri 'none'"))
    #expect(page.body.utf8.count < 60_000)

    let saving = try await server.exchange(.get, path, headers: ["Save-Data": "on"])
    #expect(!saving.body.contains("@font-face"))
    #expect(saving.headers["content-security-policy"]?.contains("font-src") == false)
    let none = try await Self.page("grobro", "upgrade") { $0 }
    #expect(none.headers["content-security-policy"]?.contains("font-src") == false)

    let font = try await server.exchange(.get, "/v1/apps/grobro/fonts/\(digest)")
    #expect(font.status == 200 && font.body == "wOF2 of the app")
    #expect(font.headers["Content-Type"] == "font/woff2")
    #expect(font.headers["Cache-Control"] == "public, max-age=31536000, immutable")
    let tag = try #require(font.headers["ETag"])
    let again = try await server.exchange(
      .get, "/v1/apps/grobro/fonts/\(digest)", headers: ["If-None-Match": tag])
    #expect(again.status == 304)
    for other in ["b2", "..%2F..%2Fsecret", "\(digest).woff2"] {
      let missing = try await server.exchange(.get, "/v1/apps/grobro/fonts/\(other)")
      #expect(missing.status == 404 && missing.code == .notFound, "\(other)")
    }
    let blueprint = try await server.exchange(.get, "/v1/apps/grobro/blueprint")
    #expect(blueprint.body.contains(digest) && !blueprint.body.contains("\"fonts\""))
  }

  @Test("RA-18 the page's arrangement is its skin's")
  func arrangement() async throws {
    let page = try await Self.page("grobro", "upgrade") { skin in
      skin.map {
        Skin(
          colors: $0.colors,
          layout: Skin.Layout(
            alignment: .start, picture: .behind, reasons: .grid, plans: .cards))
      }
    }
    #expect(
      page.body.contains("<body data-paywall=\"upgrade\" class=\"skin start behind grid cards\">"))
  }

  @Test("RA-18 only a page with a switch of plans has its styles")
  func switchedPlans() async throws {
    for (plans, name) in [(Skin.Plans.switch, "switch"), (.cards, "cards")] {
      let page = try await Self.page("grobro", "upgrade") { skin in
        skin.map { Skin(colors: $0.colors, layout: Skin.Layout(plans: plans)) }
      }
      #expect(page.body.contains("class=\"skin \(name)\""))
      #expect(page.body.contains("--column") == (plans == .switch))
    }
  }

  @Test("RA-18 a table has what is free beside what is paid, also for screen readers")
  func table() async throws {
    let server = try await TestServer("grobro") { definition in
      definition.texts.append(
        LocalizedText(id: "three", wordings: ["en": LocalizedText.Wording("3 plants")]))
      definition.skin = definition.skin.map {
        Skin(colors: $0.colors, layout: Skin.Layout(reasons: .table))
      }
      definition.paywalls = definition.paywalls.map { paywall in
        Paywall(
          id: paywall.id, title: paywall.title,
          benefits: paywall.benefits.enumerated().map { position, benefit in
            Paywall.Benefit(
              icon: benefit.icon, title: benefit.title, detail: benefit.detail,
              free: position == 0 ? "three" : nil)
          }, packages: paywall.packages)
      }
    }
    let page = try await server.exchange(.get, "/v1/apps/grobro/paywalls/upgrade")
    for text in [
      "<table class=\"benefits\"", "<th scope=\"col\">Free</th><th scope=\"col\">Paid</th>",
      "<b>Track unlimited plants</b>", "<td>3 plants</td>", "Not included</span></td>",
      "Included</span></td></tr>",
    ] {
      #expect(page.body.contains(text), "\(text)")
    }
    #expect(!page.body.contains("<ul class=\"benefits\""))
    #expect(page.body.matches(of: /Not included/).count == 3)
  }

  @Test("RA-18 a plan that is bought once and for all says that it is one payment")
  func onePayment() async throws {
    let server = try await TestServer("grobro") { definition in
      definition.products = definition.products.map { product in
        product.id != "grobro.pro.yearly"
          ? product
          : CatalogProduct(
            id: product.id, kind: .nonConsumable, name: product.name,
            entitlements: product.entitlements, price: product.price)
      }
    }
    let page = try await server.exchange(.get, "/v1/apps/grobro/paywalls/upgrade")
    #expect(page.body.contains("<small>one payment</small>"))
  }
}
