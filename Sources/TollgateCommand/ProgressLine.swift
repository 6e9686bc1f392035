import Foundation
import TollgateMutex

/// A line on the terminal that shows the progress of a long task; nothing if standard error is not a terminal.
final class ProgressLine: Sendable {
  private struct Shown {
    var last: ContinuousClock.Instant
    var isVisible = false
  }

  private let name: String
  /// Whether standard error is a terminal, so that anything is shown.
  let isTerminal = isatty(STDERR_FILENO) == 1
  private let shown = Mutex(Shown(last: .now))

  init(_ name: String) { self.name = name }

  /// Shows the fraction that is done, from 0 to 1.
  func show(_ part: Double) { show("\(Int(part * 100)) %") }

  /// Shows how far the task is, no more often than a person can read.
  func show(_ text: @autoclosure () -> String) {
    guard isTerminal else { return }
    shown.withLock { shown in
      guard shown.last.duration(to: .now) > .milliseconds(500) else { return }
      shown.last = .now
      shown.isVisible = true
      write("\r\u{1B}[K\(name): \(text())")
    }
  }

  /// Removes the line.
  func clear() {
    shown.withLock { shown in
      if shown.isVisible { write("\r\u{1B}[K") }
      shown.isVisible = false
    }
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
