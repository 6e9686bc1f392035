import Foundation
import Testing
import TollgateScenarios

/// The scenarios in `Scenarios/`, of the five apps, and in `Tests/Scenarios/`, of apps made for a test.
enum Lives {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let folder = root.appendingPathComponent("Scenarios")
  private static let testFolder = root.appendingPathComponent("Tests/Scenarios")

  static func path(of name: String) -> String {
    let file = folder.appendingPathComponent("\(name).yml").path
    return FileManager.default.fileExists(atPath: file)
      ? file : testFolder.appendingPathComponent("\(name).yml").path
  }

  /// The name of every scenario of the five apps, without its extension.
  static var all: [String] { get throws { try names(in: folder) } }

  /// The name of every scenario of apps made for a test.
  static var ofTests: [String] { get throws { try names(in: testFolder) } }

  /// Runs a scenario and expects that everything holds as it is written.
  static func expectAsWritten(_ name: String) async throws {
    let timeline = try await Scenario.load(path: path(of: name)).play()
    #expect(timeline.failures.isEmpty, "\(timeline)")
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }.sorted()
  }
}
