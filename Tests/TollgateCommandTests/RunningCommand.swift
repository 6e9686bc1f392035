import Dispatch
import Foundation
import Testing

/// A command that runs until the test ends, such as a server.
final class RunningCommand {
  private let process = Process()
  private let output = Pipe()
  /// Ends a command that does not print what a test waits for.
  private let deadline: DispatchWorkItem
  /// What it has printed so far, on both outputs.
  private(set) var text = ""

  init(_ arguments: [String], in folder: URL) throws {
    process.executableURL = Command.executable
    process.arguments = arguments + ["--color", "never"]
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let id = process.processIdentifier
    deadline = DispatchWorkItem { kill(id, SIGTERM) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(120), execute: deadline)
  }

  deinit {
    deadline.cancel()
    process.terminate()
    process.waitUntilExit()
  }

  /// Waits until something has been printed.
  ///
  /// - Parameter expected: What is printed.
  /// - Returns: What it captures, or as a whole.
  func wait<Match>(for expected: some RegexComponent<Match>) throws -> Match {
    while true {
      if let match = text.firstMatch(of: expected.regex) { return match.output }
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the command ended: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// Forgets what was printed so far.
  func clear() { text = "" }
}

/// What `tollgate dev` printed, and an app and a browser that use it.
struct DevServer {
  let command: RunningCommand
  let address: String
  /// The key that its answers are signed with.
  let key: String
  /// The link to its pages.
  let link: String
  private let folder: URL

  init(_ arguments: [String], in folder: URL) throws {
    self.folder = folder
    command = try RunningCommand(["dev"] + arguments + ["--port", "0"], in: folder)
    let printed = try command.wait(
      for: /\n(http:\/\/\S+)\n\n[\s\S]*let serverKey = "(\S+)"\n[\s\S]*\n(http:\/\/\S+link=\S+)\n/)
    (address, key, link) = (String(printed.1), String(printed.2), String(printed.3))
  }

  /// Sends a request to the API, and returns the JSON of the answer.
  func send(_ path: String, _ body: String? = nil, token: String? = nil) throws -> [String: Any] {
    var arguments = ["\(address)/v1/apps/garden/\(path)", "-H", "Content-Type: application/json"]
    if let body { arguments += ["-d", body] }
    if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
    let answer = try JSONSerialization.jsonObject(with: Data(try curl(arguments).utf8))
    return try #require(answer as? [String: Any])
  }

  /// Signs in with the link and returns the first of the pages; the session lasts for ``page(_:)``.
  func signIn() throws -> String {
    let parts = link.split(separator: "?").map(String.init)
    try #require(parts.count == 2)
    return try curl(["--location", "--cookie-jar", "cookies", "-d", parts[1], parts[0]])
  }

  /// One of the pages.
  func page(_ path: String) throws -> String {
    try curl(["--cookie", "cookies", "\(address)\(path)"])
  }

  private func curl(_ arguments: [String]) throws -> String {
    let command = try Command(
      ["--silent", "--show-error"] + arguments, of: URL(fileURLWithPath: "/usr/bin/curl"),
      in: folder)
    #expect(command.status == 0, "\(command.errors)")
    return command.output
  }
}
