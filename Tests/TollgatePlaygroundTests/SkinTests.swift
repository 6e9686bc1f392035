import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateBlueprints
import TollgateHTML
import TollgateWords

@testable import TollgatePlayground

@Suite("Skins of phones")
@MainActor
struct SkinTests {
  private struct NoFile: Error {}

  /// A font, as far as its directory of tables.
  private static var fontFile: Data {
    var bytes = Array("wOF2".utf8)
    bytes += [0, 1, 0, 0, 0, 0, 0, 50, 0, 1]
    bytes += [UInt8](repeating: 0, count: 34)
    bytes += [1, 6]
    return Data(bytes)
  }

  /// The document of an app of its own, with a skin.
  private static func document(_ skin: String) async throws -> (html: String, blueprint: Blueprint)
  {
    let yaml =
      try BlueprintTemplate(
        name: "Coach", bundleID: "com.example.coach", features: ["export"]
      ).text() + skin
    let file = try BlueprintFile.parse(
      yaml, name: "coach.yml", files: ["fonts/sora.woff2": fontFile]
    ) {
      _ in throw NoFile()
    }
    let reading = BlueprintReading(
      name: "coach.yml", file: file, problems: [], isSearched: true)
    let worlds = try await Worlds(
      own: reading, chain: try SigningChain(), pages: try Pages(), pause: {})
    return (try await worlds.document(of: .own), file.blueprint)
  }

  @Test("RA-18 a phone draws the same values as the web page, for the phone alone")
  func values() async throws {
    let (html, blueprint) = try await Self.document(
      """

      skin:
        accent: "#1F7A4D"
        font: rounded
        align: start
        plans: cards

      """)
    let look = PaywallLook(try #require(blueprint.definition.skin))
    #expect(html.contains("data-skin=\"skin start cards\""))
    #expect(html.contains("<style>\(look.css(for: ".device[data-skin]"))</style>"))
    #expect(
      look.css(for: ".device[data-skin]").replacing(".device[data-skin]", with: ":root")
        == look.css(for: ":root"))
  }

  @Test("RA-18 a phone shows the app's own font, and its fallback where that is missing")
  func font() async throws {
    let (html, blueprint) = try await Self.document(
      """

      skin:
        accent: "#1F7A4D"
        font: { name: Sora, file: fonts/sora.woff2 }

      """)
    let font = try #require(blueprint.definition.fonts.first)
    #expect(html.contains("src: url(/playground/own/fonts/\(font.digest));"))
    #expect(html.contains("--font: font-\(font.digest.prefix(12)), -apple-system"))
  }

  @Test("RA-18 an app without a skin has the phone's own colors")
  func none() async throws {
    let (html, _) = try await Self.document("")
    #expect(!html.contains("data-skin") && !html.contains("<style>"))
  }

  @Test("RA-18 the colors of the example apps are in their blueprints alone")
  func examples() throws {
    let css = String(decoding: PackageResources.apps_css, as: UTF8.self)
    for name in ["--accent:", "--accent-2:", "--wallpaper:", "--font:"] {
      let owners = css.components(separatedBy: name).dropLast().map { before in
        before.components(separatedBy: "data-app=\"").last?.prefix { $0 != "\"" } ?? ""
      }
      #expect(owners.allSatisfy { $0 == "own" }, "\(name)")
    }
  }
}
