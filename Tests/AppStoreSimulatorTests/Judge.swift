import Foundation
import TollgateAppStore

/// Apple's own server library, which verifies and decodes signed data in a process of its own.
struct Judge: Encodable {
  /// What the library decoded, text by text; `error` where it refused.
  struct Verdict: Decodable {
    var transactions: [[String: JSONValue]]
    var renewalInfos: [[String: JSONValue]]
    var notifications: [[String: JSONValue]]
  }

  /// Why there is no verdict.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  var root: Data
  var bundleId: String
  var environment: Environment
  var appAppleId: Int64?
  var transactions: [String] = []
  var renewalInfos: [String] = []
  var notifications: [String] = []

  func verdict() throws -> Verdict {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let python = root.appending(path: ".venv/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Missing(
        description: "Apple's server library is missing: `make test` installs it into .venv.")
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try JSONEncoder().encode(self).write(to: file)
    let process = Process()
    process.executableURL = python
    process.arguments = [root.appending(path: "Scripts/judge-signed-data.py").path, file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Missing(description: "The judging script failed; `make test` installs what it needs.")
    }
    return try JSONDecoder().decode(Verdict.self, from: answer)
  }
}
