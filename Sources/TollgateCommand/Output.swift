import ArgumentParser
import Foundation
import Logging
import TollgateMutex

/// Where commands write; each line appears at once, also in a file or a pipe.
enum Output {
  private static let standardOutputIsColored = usesColor(on: STDOUT_FILENO)
  private static let standardErrorIsColored = usesColor(on: STDERR_FILENO)

  /// Collects what a command prints, instead of writing it.
  final class Capture: Sendable {
    private let printed = Mutex("")

    /// What was printed so far.
    var text: String { printed.withLock { $0 } }

    fileprivate func append(_ text: String) { printed.withLock { $0 += text } }
  }

  /// Where the output of the running task goes; nil writes it.
  @TaskLocal static var capture: Capture?

  /// Writes text and a line break to standard output.
  static func print(_ text: String) {
    write(text, to: .standardOutput, isColored: standardOutputIsColored)
  }

  /// The text of a value as JSON, with sorted keys and indented.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Writes rows in columns to standard output.
  static func printTable(_ rows: [[String]]) {
    guard let first = rows.first else { return }
    let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let line = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        .joined(separator: "  ")
      print(line.replacing(#/ +$/#, with: ""))
    }
  }

  /// Writes text and a line break to standard error.
  static func printError(_ text: String) {
    write(text, to: .standardError, isColored: standardErrorIsColored)
  }

  /// Writes log lines to standard error; nil until something is to be logged.
  private static let logWriter = Mutex<LogWriter?>(nil)

  /// A logger that writes to standard error and never waits for it.
  static func logger(
    _ label: String, level: Logger.Level, format: LogFormat = .text
  ) -> Logger {
    let writer = logWriter.withLock { writer in
      let running = writer ?? logWriter(format)
      writer = running
      return running
    }
    var logger = Logger(label: label) { LineLogHandler($0, format: format, writer: writer) }
    logger.logLevel = level
    return logger
  }

  /// How many log lines were dropped because standard error was blocked.
  static var droppedLogLines: Int { logWriter.withLock { $0 }?.droppedCount ?? 0 }

  /// Waits shortly until what was logged is written; for the end of the process.
  static func flushLog() { logWriter.withLock { $0 }?.flush() }

  private static func logWriter(_ format: LogFormat) -> LogWriter {
    LogWriter(STDERR_FILENO) { count in
      format.line(
        LogEvent(
          level: .warning, message: "dropped log lines: standard error was blocked",
          metadata: nil, source: "TollgateCommand", file: #fileID, function: #function,
          line: #line),
        metadata: ["dropped": "\(count)"], label: "tollgate.log", at: Date())
    }
  }

  private static func write(_ text: String, to file: FileHandle, isColored: Bool) {
    let line = text.hasSuffix("\n") ? text : text + "\n"
    if let capture { return capture.append(line) }
    do {
      try file.write(contentsOf: Data((isColored ? Palette.paint(line) : line).utf8))
    } catch {
      // Nobody reads it any more, as after `| head`: that does not end a server.
    }
  }

  /// The choice is read from the arguments themselves, because a mistake in them is painted too.
  private static func usesColor(on descriptor: Int32) -> Bool {
    ColorChoice(arguments: CommandLine.arguments)
      .usesColor(
        environment: ProcessInfo.processInfo.environment, isTerminal: isatty(descriptor) == 1)
  }
}

/// Options that every command has.
struct OutputOptions: ParsableArguments {
  @Option(help: "When to use color; `auto` is on a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto
}
