import Foundation
import HTTPTypes
import Testing
import Tollgate

@Suite("Art on web pages")
struct PaywallArtTests {
  private static func file(
    _ path: String, _ mediaType: String = "image/webp", _ width: Int = 1200, _ height: Int = 800,
    bytes: [UInt8] = [1, 2, 3]
  ) -> Paywall.Image.File {
    Paywall.Image.File(
      path: path, mediaType: mediaType, width: width, height: height, bytes: bytes)
  }

  /// A paywall of GroBro with art and with pages; one page has the same art.
  private static func pictured(_ paywall: Paywall, by image: Paywall.Image) -> Paywall {
    Paywall(
      id: paywall.id, title: paywall.title, packages: paywall.packages, image: image,
      flow: Paywall.Flow(pages: [
        Paywall.Page(title: paywall.title, image: image),
        Paywall.Page(title: paywall.title, icon: "heart"),
      ]))
  }

  private static func page(
    _ image: Paywall.Image, _ query: String = "", headers: [String: String] = [:]
  ) async throws -> Exchange {
    let server = try await TestServer("grobro") { definition in
      definition.paywalls = definition.paywalls.map { pictured($0, by: image) }
    }
    return try await server.exchange(
      .get, "/v1/apps/grobro/paywalls/upgrade\(query)", headers: headers)
  }

  @Test("a picture is embedded in place of the icon, with space reserved for it")
  func picture() async throws {
    let page = try await Self.page(Paywall.Image(file: Self.file("art/hero.webp")))
    let image = """
      <img src="data:image/webp;base64,AQID" alt="" width="390" height="260" decoding="sync">
      """
    // The offer and a page.
    #expect(page.body.components(separatedBy: image).count == 3)
    #expect(page.body.matches(of: /<p class="hero"/).count == 1)
    #expect(page.body.contains("<use href=\"#icon-heart\"/>"))
    let policy = try #require(page.headers["content-security-policy"])
    #expect(policy.contains("; img-src data:; base-uri 'none'"))
    #expect(
      page.body.firstMatch(of: /\ssrc="(?!data:)|<link(?! rel="expect")|url\(|\sstyle=/) == nil)
  }

  @Test("a dark appearance can have its own picture, and a description is in the page's language")
  func variants() async throws {
    let page = try await Self.page(
      Paywall.Image(
        file: Self.file("art/hero.svg", "image/svg+xml", 48, 30),
        dark: Self.file("art/dark.png", "image/png", 96, 60), description: "paywalls.upgrade.title")
    )
    #expect(
      page.body.contains(
        """
        <source media="(prefers-color-scheme: dark)" srcset="data:image/png;base64,AQID" width="96" height="60">\
        <img src="data:image/svg+xml;base64,AQID" alt="Grow without limits" width="416" height="260"
        """))
  }

  @Test("the art stays where a feature led to the paywall")
  func pitch() async throws {
    let page = try await Self.page(
      Paywall.Image(file: Self.file("art/hero.webp")), "?feature=analytics")
    #expect(page.body.matches(of: /<img\s/).count == 2)
  }

  @Test(
    "a browser that saves data gets the icon",
    arguments: [("on", 0), ("On", 0), ("off", 2), ("", 2)])
  func savesData(value: String, count: Int) async throws {
    let page = try await Self.page(
      Paywall.Image(file: Self.file("art/hero.webp")), headers: ["Save-Data": value])
    #expect(page.body.matches(of: /<img\s/).count == count)
    #expect(page.body.contains("<p class=\"hero\""))
    #expect(page.headers["content-security-policy"]?.contains("img-src") == (count > 0))
  }

  @Test("a page has less than 60 kB without its pictures, which add at most 120 kB")
  func size() async throws {
    // As large as they may be on the offer and on a page together.
    let largest = [UInt8](repeating: 7, count: Paywall.Image.byteLimit / 2)
    let page = try await Self.page(
      Paywall.Image(file: Self.file("art/hero.webp", bytes: largest)))
    let pictures = page.body.matches(of: /base64,([^"]*)/).map { $0.output.1.utf8.count }
    #expect(pictures == [60_000, 60_000])
    #expect(page.body.utf8.count - 120_000 < 60_000)
  }
}
