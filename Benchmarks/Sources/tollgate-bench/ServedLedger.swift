import Foundation

/// A `tollgate serve` process, as operators run it, but without rate limits.
final class ServedLedger {
  let port: Int
  /// The time from its start until it answered that it is ready, in milliseconds.
  let startTime: Double
  private let process = Process()

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - ledger: The ledger, which no other server may have open if it is a file.
  ///   - options: More options of `tollgate serve`.
  /// - Throws: ``BenchmarkError`` if it does not become ready.
  init(_ ledger: FilledLedger, options: [String] = []) throws {
    process.executableURL = try Self.executable()
    process.arguments =
      [
        "serve", ledger.blueprint.path, "--database", ledger.store.address,
        "--key-file", ledger.keys.path, "--port", "0", "--max-requests-per-address", "0",
        "--max-requests-per-customer", "0",
      ] + options
    let output = Pipe()
    process.standardOutput = output
    let clock = ContinuousClock()
    let start = clock.now
    try Shell.start(process)
    var text = ""
    var port: Int?
    while port == nil {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw BenchmarkError(message: "tollgate did not start:\n\(text)") }
      text += String(decoding: data, as: UTF8.self)
      port =
        text.split(separator: "\n").lazy
        .filter { $0.hasPrefix("http://127.0.0.1:") && text.contains("\($0)\n") }
        .compactMap { $0.split(separator: ":").last.flatMap { Int($0) } }.first
    }
    self.port = port ?? 0
    try Shell.run(["curl", "--silent", "--fail", "http://127.0.0.1:\(self.port)/ready"])
    let time = start.duration(to: clock.now).components
    startTime = Double(time.seconds) * 1000 + Double(time.attoseconds) / 1e15
  }

  /// Stops the server, and waits until it has ended.
  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  /// The processor time that the server has used so far, in microseconds.
  ///
  /// It is the sum of `utime` and `stime` in [`/proc`](https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
  var processorTime: Double {
    let fields =
      status("stat").split(separator: ")").last?.split(separator: " ").compactMap {
        Double($0)
      } ?? []
    // The state, a letter, is dropped; `utime` is the eleventh number after it.
    guard fields.count > 11 else { return .nan }
    return (fields[10] + fields[11]) / Double(sysconf(Int32(_SC_CLK_TCK))) * 1e6
  }

  /// The server's resident memory, in MB.
  var residentMemory: Double {
    let line = status("status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (line.split(separator: " ").compactMap { Double($0) }.first ?? .nan) * 1024 / 1e6
  }

  private func status(_ name: String) -> String {
    (try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/\(name)", encoding: .utf8)) ?? ""
  }

  /// The server's program, which the package builds next to this one; `TOLLGATE` names another.
  private static func executable() throws -> URL {
    if let path = ProcessInfo.processInfo.environment["TOLLGATE"] {
      return URL(fileURLWithPath: path)
    }
    let url = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("tollgate")
    guard FileManager.default.isExecutableFile(atPath: url.path) else {
      throw BenchmarkError(message: "There is no \(url.path): build the product tollgate.")
    }
    return url
  }
}
