import ArgumentParser
import Foundation
import Logging

/// How a log message is written.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
  /// A line for people: time, level, logger, metadata, source and message.
  case text
  /// A JSON object on one line, for programs.
  case json

  /// Formats a message as one line.
  ///
  /// - Returns: The line, without a line break.
  func line(
    _ event: LogEvent, metadata: Logger.Metadata, label: String, at time: Date
  ) -> String {
    switch self {
    case .text:
      let pairs = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      return Self.escaped(
        "\(Self.local(time)) \(event.level) \(label):\(pairs) [\(event.source)] \(event.message)")
    case .json:
      let object = JSONLine(
        time: time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
        level: event.level.rawValue, logger: label, source: event.source,
        message: "\(event.message)",
        metadata: metadata.isEmpty ? nil : metadata.mapValues { "\($0)" })
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try? encoder.encode(object)
      return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  private struct JSONLine: Encodable {
    let time: String
    let level: String
    let logger: String
    let source: String
    let message: String
    let metadata: [String: String]?
  }

  /// The text with control characters escaped, so that no value can begin a line of its own.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 32 || $0 == 127 }) else { return text }
    return text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if scalar.value < 32 || scalar.value == 127 {
        escaped += scalar.escaped(asASCII: true)
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// The time in the system's time zone, such as `2026-11-21T17:07:04+0000`.
  private static func local(_ time: Date) -> String {
    var seconds = time_t(time.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
