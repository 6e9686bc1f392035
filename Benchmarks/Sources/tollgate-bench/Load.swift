import Foundation

/// Requests by wrk to a server.
struct Load {
  let name: String
  let port: Int
  /// The Lua script that makes each request.
  let script: URL
  /// The processor time that the server has used so far, in microseconds; by default that of this process, which has
  /// the servers and not wrk.
  var processorTime: () -> Double = { Double(clock()) }

  /// Runs wrk in one thread for three seconds.
  ///
  /// - Throws: ``BenchmarkError`` if a response is not a success.
  func run(connections: Int) throws -> LoadResult { try start(connections: connections)() }

  /// Starts wrk in one thread for three seconds.
  ///
  /// - Returns: Waits for its end and returns what it measured; throws ``BenchmarkError`` if a response is not a success.
  func start(connections: Int) throws -> () throws -> LoadResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "wrk", "-t1", "-c\(connections)", "-d3s", "--latency", "-s", script.path,
      "http://127.0.0.1:\(port)",
    ]
    let output = Pipe()
    process.standardOutput = output
    let before = processorTime()
    try process.run()
    return { try result(of: process, output, since: before) }
  }

  private func result(
    of process: Process, _ output: Pipe, since before: Double
  ) throws -> LoadResult {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let spent = processorTime() - before
    guard process.terminationStatus == 0, !text.contains("Non-2xx"),
      let rate = Self.value("Requests/sec:", in: text).flatMap({ Double($0) }),
      let p50 = Self.milliseconds("50%", in: text), let p99 = Self.milliseconds("99%", in: text),
      let requests = text.split(separator: "\n").first(where: { $0.contains(" requests in ") })
        .flatMap({ Double($0.split(separator: " ").first ?? "") })
    else { throw BenchmarkError(message: "wrk did not measure \(name):\n\(text)") }
    return LoadResult(rate: rate, microseconds: spent / requests, p50: p50, p99: p99)
  }

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

extension Load {
  /// Writes the Lua script of a load: requests by the customers of a list, in turn.
  ///
  /// - Parameters:
  ///   - method: The method; a `POST` has an idempotency key and an empty object.
  ///   - path: The path.
  ///   - tokens: A file with a customer's token on each line.
  ///   - count: How many of the tokens to use, from the first.
  ///   - script: Where to write it.
  /// - Throws: If it cannot be written.
  static func write(
    _ method: String, _ path: String, by tokens: URL, first count: Int, to script: URL
  ) throws {
    let more =
      method == "POST"
      ? #", ["Idempotency-Key"] = run .. "-" .. n, ["Content-Type"] = "application/json"}, "{}""#
      : "}"
    try """
    local tokens = {}
    for token in io.lines("\(tokens.path)") do
      if #tokens < \(count) then tokens[#tokens + 1] = token end
    end
    local n = 0
    local run = tostring(os.time()) .. tostring({}):sub(8)
    request = function()
      n = n + 1
      return wrk.format("\(method)", "\(path)", {["Authorization"] = "Bearer " .. tokens[n % #tokens + 1]\(more))
    end
    """.write(to: script, atomically: true, encoding: .utf8)
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

extension [LoadResult] {
  /// The run with the median rate.
  var median: LoadResult { sorted { $0.rate < $1.rate }[count / 2] }
}
