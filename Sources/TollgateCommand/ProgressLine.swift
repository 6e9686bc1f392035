import Foundation
import TollgateMutex

/// The progress of a long task on standard error: a line that is updated on a terminal, and elsewhere, as in the log of a
/// CI job, a line every ten seconds.
final class ProgressLine: Sendable {
  private struct Shown {
    var last: ContinuousClock.Instant
    var isVisible = false
  }

  private let name: String
  /// Whether standard error is a terminal.
  let isTerminal: Bool
  private let now: @Sendable () -> ContinuousClock.Instant
  private let write: @Sendable (String) -> Void
  private let shown: Mutex<Shown>

  init(
    _ name: String, isTerminal: Bool = isatty(STDERR_FILENO) == 1,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    write: @escaping @Sendable (String) -> Void = {
      // Nobody may read it any more, which ends no task.
      try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
    }
  ) {
    self.name = name
    self.isTerminal = isTerminal
    self.now = now
    self.write = write
    shown = Mutex(Shown(last: now()))
  }

  /// Shows the fraction that is done, from 0 to 1.
  func show(_ part: Double) { show("\(Int(part * 100)) %") }

  /// Shows how far the task is, no more often than a person can read.
  func show(_ text: @autoclosure () -> String) {
    shown.withLock { shown in
      let now = now()
      let pause = isTerminal ? Duration.milliseconds(500) : .seconds(10)
      guard pause <= shown.last.duration(to: now) else { return }
      shown.last = now
      shown.isVisible = isTerminal
      write(isTerminal ? "\r\u{1B}[K\(name): \(text())" : "\(name): \(text())\n")
    }
  }

  /// Removes the line from a terminal.
  func clear() {
    shown.withLock { shown in
      if shown.isVisible { write("\r\u{1B}[K") }
      shown.isVisible = false
    }
  }
}
