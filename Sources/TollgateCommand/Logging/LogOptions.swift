import ArgumentParser
import Logging

/// What a server logs, and in which form.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The least severe messages to log; `debug` adds a line for every request.",
      valueName: "level"))
  var logLevel = LogLevel.info

  @Option(help: ArgumentHelp("How messages are written to standard error.", valueName: "format"))
  var logFormat = LogFormat.text

  /// A logger that writes as the options say.
  func logger(_ label: String) -> Logger {
    Output.logger(label, level: logLevel.level, format: logFormat)
  }
}

/// The levels of log messages that can be chosen, the least severe first.
enum LogLevel: String, CaseIterable, ExpressibleByArgument {
  case trace, debug, info, warning, error

  /// The level in the form of the logging library.
  var level: Logger.Level {
    switch self {
    case .trace: .trace
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}
