package import Foundation
package import TollgateAppStore

/// Apple's own server library, which verifies and decodes signed data in a process of its own.
package struct Judge: Encodable {
  /// What the library decoded, text by text; `error` where it refused.
  package struct Verdict: Decodable {
    package let transactions: [[String: JSONValue]]
    package let renewalInfos: [[String: JSONValue]]
    package let notifications: [[String: JSONValue]]
  }

  private let root: Data
  private let bundleId: String
  private let environment: Environment
  private let appAppleId: Int64?
  package var transactions: [String] = []
  package var renewalInfos: [String] = []
  package var notifications: [String] = []

  package init(root: Data, bundleId: String, environment: Environment, appAppleId: Int64?) {
    self.root = root
    self.bundleId = bundleId
    self.environment = environment
    self.appAppleId = appAppleId
  }

  package func verdict() throws -> Verdict {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let python = root.appending(path: ".venv/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw TestFailure("Apple's server library is missing: `make test` installs it into .venv.")
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
      throw TestFailure("The judging script failed; `make test` installs what it needs.")
    }
    return try JSONDecoder().decode(Verdict.self, from: answer)
  }
}
