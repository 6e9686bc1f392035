import Foundation
import TollgateBlueprints
import TollgateExplorer

/// A folder into which the histories of findings are written, as scenarios.
struct ScenarioFiles {
  let folder: String
  /// How many histories of each file name are written already.
  private var numbers: [String: Int] = [:]

  init(folder: String) { self.folder = folder }

  /// Writes a scenario for each finding that a history shows: `coach-1-free-ride.yml`.
  mutating func write(_ check: CheckedFile) throws {
    let findings = check.exploration?.findings ?? []
    let app = URL(fileURLWithPath: check.path).deletingPathExtension().lastPathComponent
    let url = URL(fileURLWithPath: folder)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for finding in findings {
        guard let scenario = HistoryScenario(finding, blueprint: path(to: check.path)) else {
          continue
        }
        let number = numbers[app, default: 0] + 1
        numbers[app] = number
        let slug = finding.kind.rawValue.replacing(" ", with: "-")
        try scenario.yaml.write(
          to: url.appendingPathComponent("\(app)-\(number)-\(slug).yml"), atomically: true,
          encoding: .utf8)
      }
    } catch {
      throw Failure(in: folder, "cannot write scenarios to this folder")
    }
  }

  /// The way from the folder to a file.
  private func path(to file: String) -> String {
    let from = URL(fileURLWithPath: folder).standardizedFileURL.pathComponents
    let target = URL(fileURLWithPath: file).standardizedFileURL.pathComponents
    let shared = zip(from, target).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + target.dropFirst(shared)).joined(separator: "/")
  }
}
