import Foundation
import TollgateMutex

/// A file to which each event is appended as one line of JSON.
///
/// A line is on the disk before its event counts as delivered; a repeated event has the same `id`.
public final class FileWebhookTransport: WebhookTransport {
  private let file: Mutex<FileHandle>

  /// Opens a file, or creates one that only its owner may read.
  ///
  /// - Parameter path: The file; its folder has to exist.
  /// - Throws: ``ConfigurationError`` with code `webhook` if it cannot be written.
  public init(path: String) throws(ConfigurationError) {
    let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ConfigurationError(.webhook, "The file of events cannot be written.")
    }
    file = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }

  /// Appends a line, and returns once it is on the disk.
  ///
  /// - Parameters:
  ///   - body: The event as JSON, without line breaks.
  ///   - headers: Nothing: a file needs no signature.
  /// - Returns: True.
  /// - Throws: An error if the file cannot be written.
  public func send(_ body: [UInt8], headers: [String: String]) async throws -> Bool {
    try file.withLock { file in
      // A line that a crash cut off is ended first.
      let end = try file.seekToEnd()
      var line = Data()
      if end > 0 {
        try file.seek(toOffset: end - 1)
        if try file.read(upToCount: 1) != Data([0x0A]) { line.append(0x0A) }
      }
      line.append(contentsOf: body)
      line.append(0x0A)
      try file.write(contentsOf: line)
      try file.synchronize()
    }
    return true
  }
}
