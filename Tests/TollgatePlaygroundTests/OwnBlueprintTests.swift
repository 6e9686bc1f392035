import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgatePlayground

@Suite("A visitor's own blueprint that changes")
@MainActor
struct OwnBlueprintTests {
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
