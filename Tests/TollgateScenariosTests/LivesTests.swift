import Foundation
import Testing
import TollgateScenarios

@Suite("Scenarios")
struct LivesTests {
  @Test("every scenario holds as written", arguments: try Lives.all + Lives.ofTests)
  func asWritten(name: String) async throws {
    try await Lives.expectAsWritten(name)
  }

  @Test("each app has one")
  func everyApp() throws {
    let names = try Lives.all
    for app in ["coach-paid", "coach-free", "grobro", "strikelab", "techniq", "glow"] {
      #expect(names.contains { $0.hasPrefix(app) })
    }
  }

  @Test("a scenario has the same timeline every time")
  func deterministic() async throws {
    let scenario = try Scenario.load(path: Lives.path(of: "grobro-late-news"))
    let first = try await scenario.play()
    let second = try await scenario.play()
    #expect(first == second)
  }
}
