import Foundation
import Logging

/// Formats log messages as lines, and hands them to a writer that never makes the caller wait.
struct LineLogHandler: LogHandler {
  let label: String
  let format: LogFormat
  let writer: LogWriter
  /// The time of a message.
  let clock: @Sendable () -> Date
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  init(
    _ label: String, format: LogFormat, writer: LogWriter,
    clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.label = label
    self.format = format
    self.writer = writer
    self.clock = clock
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    if let explicit = event.metadata { all.merge(explicit) { $1 } }
    // The type alone: an error's text may contain personal values.
    if let error = event.error { all["error.type"] = "\(type(of: error))" }
    writer.write(format.line(event, metadata: all, label: label, at: clock()))
  }
}
