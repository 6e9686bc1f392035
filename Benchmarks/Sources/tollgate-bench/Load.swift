import Foundation

/// Requests by wrk to one of the servers in this process.
struct Load {
  let name: String
  let port: Int
  /// The Lua script that makes each request.
  let script: URL

  /// Runs wrk in one thread for three seconds.
  ///
  /// - Throws: ``BenchmarkError`` if a response is not a success.
  func run(connections: Int) throws -> LoadResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "wrk", "-t1", "-c\(connections)", "-d3s", "--latency", "-s", script.path,
      "http://127.0.0.1:\(port)",
    ]
    let output = Pipe()
    process.standardOutput = output
    let before = Self.processorTime
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let spent = Self.processorTime - before
    guard process.terminationStatus == 0, !text.contains("Non-2xx"),
      let rate = Self.value("Requests/sec:", in: text).flatMap({ Double($0) }),
      let p50 = Self.milliseconds("50%", in: text), let p99 = Self.milliseconds("99%", in: text),
      let requests = text.split(separator: "\n").first(where: { $0.contains(" requests in ") })
        .flatMap({ Double($0.split(separator: " ").first ?? "") })
    else { throw BenchmarkError(message: "wrk did not measure \(name):\n\(text)") }
    return LoadResult(rate: rate, microseconds: spent / requests, p50: p50, p99: p99)
  }

  /// The processor time of this process, which has the servers and not wrk, in microseconds.
  private static var processorTime: Double { Double(clock()) }

  private static func value(_ label: String, in text: String) -> Substring? {
    text.split(separator: "\n").lazy.map { $0.split(separator: " ") }
      .first { $0.first.map(String.init) == label }?.last
  }

  private static func milliseconds(_ label: String, in text: String) -> Double? {
    guard let value = value(label, in: text) else { return nil }
    for (unit, factor) in [("us", 0.001), ("ms", 1), ("s", 1000)] where value.hasSuffix(unit) {
      return Double(value.dropLast(unit.count)).map { $0 * factor }
    }
    return nil
  }
}

/// What one run of a load measured.
struct LoadResult {
  /// Requests a second.
  let rate: Double
  /// The server's processor time for one request, in microseconds.
  let microseconds: Double
  /// The median latency, in milliseconds.
  let p50: Double
  /// The latency that one request of a hundred exceeds, in milliseconds.
  let p99: Double
}
