import Foundation

/// Writes lines to a file descriptor on a thread of its own.
///
/// Logging never waits: while the descriptor accepts nothing, for example a pipe that nobody reads, lines queue up to a
/// limit, further ones are dropped, and a line with their number follows once writing works again.
final class LogWriter: @unchecked Sendable {
  /// The greatest number of bytes that wait to be written, about 20,000 lines.
  static let limit = 4 * 1024 * 1024
  /// How long a process that ends waits for its last lines.
  static let exitDeadline: TimeInterval = 1

  private let descriptor: Int32
  private let limit: Int
  /// The line that reports a number of dropped lines.
  private let report: @Sendable (Int) -> String
  /// Protects all of the following.
  private let condition = NSCondition()
  private var waiting: [UInt8] = []
  private var isWriting = false
  private var isFinished = false
  /// Lines dropped since the last report.
  private var dropped = 0
  private var allDropped = 0

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - descriptor: Where lines are written; it stays open.
  ///   - report: Returns the line that reports a number of dropped lines.
  init(
    _ descriptor: Int32, limit: Int = LogWriter.limit, report: @escaping @Sendable (Int) -> String
  ) {
    self.descriptor = descriptor
    self.limit = limit
    self.report = report
    Thread.detachNewThread { self.run() }
  }

  /// How many lines were dropped since the start.
  var droppedCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return allDropped
  }

  /// Queues a line, or drops it if too much is waiting; returns at once.
  func write(_ line: String) {
    let bytes = Array(line.utf8)
    condition.lock()
    defer { condition.unlock() }
    guard waiting.count + bytes.count < limit else {
      dropped += 1
      allDropped += 1
      return
    }
    waiting += bytes
    waiting.append(UInt8(ascii: "\n"))
    condition.broadcast()
  }

  /// Waits until everything is written, at most for a number of seconds; returns whether it is.
  @discardableResult
  func flush(within seconds: TimeInterval = LogWriter.exitDeadline) -> Bool {
    let deadline = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while isWriting || !waiting.isEmpty || dropped > 0 {
      guard condition.wait(until: deadline) else { return false }
    }
    return true
  }

  /// Ends the thread once everything is written.
  func finish() {
    condition.lock()
    defer { condition.unlock() }
    isFinished = true
    condition.broadcast()
  }

  private func run() {
    // A reader that closed its end is an error of the write, and not a signal that ends the process.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    while let batch = nextBatch() {
      batch.withUnsafeBytes { writeAll($0) }
    }
  }

  /// Waits for lines and takes all of them; nil once the writer is finished.
  private func nextBatch() -> [UInt8]? {
    condition.lock()
    defer { condition.unlock() }
    isWriting = false
    condition.broadcast()
    while waiting.isEmpty && dropped == 0 {
      guard !isFinished else { return nil }
      condition.wait()
    }
    isWriting = true
    var batch: [UInt8] = []
    swap(&batch, &waiting)
    if dropped > 0 {
      batch += Array((report(dropped) + "\n").utf8)
      dropped = 0
    }
    return batch
  }

  /// Writes on this thread, which may take as long as it likes; what cannot be written at all is lost.
  private func writeAll(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // Another process that shares the descriptor made it non-blocking.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if count < 0, errno != EINTR {
        return
      }
    }
  }
}
