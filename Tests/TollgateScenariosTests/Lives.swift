import Foundation
import Testing
import TollgateScenarios

/// The lives in `Scenarios/`.
enum Lives {
  static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Scenarios")
  }

  static func path(of name: String) -> String {
    folder.appendingPathComponent("\(name).yml").path
  }

  /// Every file's name, without its extension.
  static var all: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }.sorted()
    }
  }

  /// Plays a life and expects that everything goes as it is written.
  static func expectAsWritten(_ name: String) async throws {
    let timeline = try await Scenario.load(path: path(of: name)).play()
    #expect(timeline.failures.isEmpty, "\(timeline)")
  }
}
