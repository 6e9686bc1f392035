import Foundation

/// The command line as a process of its own.
struct Command {
  let status: Int32
  let output: String
  let errors: String

  /// Runs the command, or another program, to its end in a folder, with some variables added to the environment.
  init(
    _ arguments: [String], of program: URL = Command.executable, in folder: URL = Command.root,
    environment: [String: String] = [:]
  ) throws {
    let process = Process()
    let variables = ["NO_COLOR", "CLICOLOR_FORCE"]
    process.environment = ProcessInfo.processInfo.environment
      .filter { !variables.contains($0.key) }.merging(environment) { $1 }
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// The project's folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The command that the same build made, next to the test bundle.
  static var executable: URL {
    let bundle = CommandLine.arguments.first.map { URL(fileURLWithPath: $0) }
    let folders = [bundle?.deletingLastPathComponent(), Bundle.main.bundleURL].compactMap { $0 }
    return folders.map { $0.appendingPathComponent("tollgate") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? root.appendingPathComponent(".build/debug/tollgate")
  }
}

/// A folder that is gone after the test.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
