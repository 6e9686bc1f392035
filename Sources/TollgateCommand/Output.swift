import Foundation
import Logging

/// Where commands write; each line is there at once, also when it goes to a file or a pipe.
enum Output {
  static func print(_ line: String) {
    FileHandle.standardOutput.write(Data((line.hasSuffix("\n") ? line : line + "\n").utf8))
  }

  static func logger(_ label: String, level: Logger.Level) -> Logger {
    var logger = Logger(label: label) { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
  }
}
