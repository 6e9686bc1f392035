import Foundation
import TollgateMutex

/// A line on the terminal with the progress of a long exploration; nothing if standard error is not a terminal.
final class ExplorationProgress: Sendable {
  private struct Shown {
    var last: ContinuousClock.Instant
    var isVisible = false
  }

  private let name: String
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let shown = Mutex(Shown(last: .now))

  init(_ name: String) { self.name = name }

  /// Shows how many states were visited, not more often than a person reads.
  func show(_ states: Int, waiting: Int) {
    guard isTerminal else { return }
    shown.withLock { shown in
      guard shown.last.duration(to: .now) > .milliseconds(500) else { return }
      shown.last = .now
      shown.isVisible = true
      write("\r\u{1B}[K\(name): \(states) states explored, \(waiting) waiting")
    }
  }

  /// Takes the line away.
  func clear() {
    shown.withLock { shown in
      if shown.isVisible { write("\r\u{1B}[K") }
      shown.isVisible = false
    }
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
