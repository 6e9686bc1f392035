import ArgumentParser
import Foundation
import Logging

/// Where commands write; each line appears at once, also in a file or a pipe.
enum Output {
  private static let standardOutputIsColored = usesColor(on: STDOUT_FILENO)
  private static let standardErrorIsColored = usesColor(on: STDERR_FILENO)

  /// Writes text and a line break to standard output.
  static func print(_ text: String) {
    write(text, to: .standardOutput, isColored: standardOutputIsColored)
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

  /// A logger that writes to standard error.
  static func logger(_ label: String, level: Logger.Level) -> Logger {
    var logger = Logger(label: label) { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
  }

  private static func write(_ text: String, to file: FileHandle, isColored: Bool) {
    let text = isColored ? Palette.paint(text) : text
    file.write(Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
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
