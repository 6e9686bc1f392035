import Foundation
import Testing
import TollgateBlueprints
import TollgateScenarios

@Suite("The page on scenarios")
struct DocumentationTests {
  @Test("shows a life and its timeline as they are")
  func example() async throws {
    let root = Lives.folder.deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Documentation/Scenarios.md"), encoding: .utf8)
    let file = Lives.folder.appendingPathComponent("life.yml")
    let yaml = try #require(block("yaml", of: page))
    let shown = try #require(block("console", of: page))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let copy = folder.appendingPathComponent(file.lastPathComponent)
    try yaml.write(to: copy, atomically: true, encoding: .utf8)
    let timeline = try await Scenario.load(
      path: copy.path, blueprint: root.appendingPathComponent("Blueprints/techniq.yml").path
    ).play()
    #expect(
      shown == """
        $ tollgate simulate --scenario life.yml
        \(timeline)

        life.yml: \(timeline.failures.count) failure

        """)
  }

  @Test("has a counterpart in the README that shows a timeline as it is")
  func readme() async throws {
    let page = try String(
      contentsOf: Lives.folder.deletingLastPathComponent().appendingPathComponent("README.md"),
      encoding: .utf8)
    let command =
      "$ tollgate simulate Blueprints/coach-paid.yml --scenario Scenarios/coach-paid-cancelled.yml"
    let timeline = try await Scenario.load(path: Lives.path(of: "coach-paid-cancelled")).play()
    let shown = page.components(separatedBy: "\(command)\n").dropFirst().first?
      .components(separatedBy: "```").first
    #expect(shown == "\(timeline)\n\ncoach-paid-cancelled.yml: as expected\n")
  }

  private func block(_ kind: String, of page: String) -> String? {
    page.components(separatedBy: "```\(kind)\n").dropFirst().first?
      .components(separatedBy: "```").first
  }
}
