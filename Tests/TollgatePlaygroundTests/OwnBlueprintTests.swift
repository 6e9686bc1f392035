import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgatePlayground

@Suite("A visitor's own blueprint that changes")
@MainActor
struct OwnBlueprintTests {
  @Test("EX-8 a blueprint with mistakes shows them, and a phone once they are corrected")
  func mistakes() async throws {
    let broken = BlueprintReading(
      name: "coach.yml", file: nil,
      problems: [
        BlueprintReading.Problem(
          kind: .error, file: "coach.yml", line: 17, text: "found `dny`",
          source: "- otherwise: dny")
      ], isSearched: false)
    let worlds = try await Worlds(
      own: broken, chain: try SigningChain(), pages: try Pages(), pause: {})
    #expect(worlds.has(.own) && !worlds.has(.grobro) && worlds.first == .own)
    let page = Markup(html: try await worlds.document(of: .own))
    for text in ["coach.yml", "line 17", "- otherwise: dny", "found `dny`", "correct them"] {
      #expect(page.words.contains(text), "lacks \(text)")
    }
    #expect(page.values(of: "class").allSatisfy { $0 != "device" })
    let answer = try await worlds.perform(.kill, in: .own)
    #expect(answer.contains("line 17"))

    await worlds.read(broken)
    await worlds.read(try Self.reading(title: "Export"))
    let document = try await worlds.document(of: .own)
    #expect(document.contains("class=\"device\"") && document.contains("Export"))
    // A later mistake leaves the phone.
    await worlds.read(broken)
    let later = try await worlds.document(of: .own)
    #expect(later.contains("class=\"device\"") && later.contains("line 17"))
  }

  @Test(
    "EX-8 one of the five blueprints with mistakes has a page with them, and the others have phones"
  )
  func mistaken() async throws {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tollgate-playground-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: root.appending(path: "Blueprints"), to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "app: 7\n".write(
      to: folder.appending(path: "grobro.yml"), atomically: true, encoding: .utf8)
    #expect(Playground.hasApps(in: folder.path))

    let worlds = try await Worlds(
      folder: folder.path, chain: try SigningChain(), pages: try Pages(), firstUpdate: 0,
      pause: {})
    #expect(worlds.has(.grobro) && worlds.first == .grobro)
    let page = Markup(html: try await worlds.document(of: .grobro))
    for text in ["grobro.yml", "line 1", "correct them, and start the playground again"] {
      #expect(page.words.contains(text), "lacks \(text)")
    }
    #expect(page.values(of: "href").contains("/playground/techniq"))
    #expect(page.values(of: "class").allSatisfy { $0 != "device" })
    let answer = try await worlds.perform(.kill, in: .grobro)
    #expect(answer.contains("line 1"))
    let other = try await worlds.document(of: .techniq)
    #expect(other.contains("class=\"device\""))
  }

  private static func reading(title: String) throws -> BlueprintReading {
    let yaml = try BlueprintTemplate(
      name: "Coach", bundleID: "com.example.coach", features: ["export"]
    ).text().replacing("title: Export", with: "title: \(title)")
    struct NoFile: Error {}
    return BlueprintReading(
      name: "coach.yml",
      file: try BlueprintFile.parse(yaml, name: "coach.yml") { _ in throw NoFile() },
      problems: [], isSearched: true)
  }

  @Test("what was done is done again after each change, and nothing stays over the screen")
  func repeated() async throws {
    let worlds = try await Worlds(
      own: try Self.reading(title: "Export"), chain: try SigningChain(), pages: try Pages(),
      pause: {})
    for action in [
      .showPaywall("export"), .buy("coach.yearly"), .answerSheet(.buy), .closeSheet,
    ] as [VisitorAction] {
      _ = try await worlds.perform(action, in: .own)
    }
    for round in 1...3 {
      await worlds.read(try Self.reading(title: "Export \(round)"))
      let page = try await worlds.document(of: .own)
      #expect(page.contains("Export \(round)"))
      #expect(page.contains("subscribed"), "round \(round)")
      #expect(!page.contains("data-key=\"paywall-"), "round \(round)")
      #expect(!page.contains("data-key=\"welcome\""), "round \(round)")
      #expect(!page.contains(" inert"), "round \(round)")
    }
  }
}
