import Foundation

/// A line on the terminal that shows the progress of a long task; nothing if standard error is not a terminal.
final class PercentProgress {
  private let name: String
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var shown: Int?

  init(_ name: String) { self.name = name }

  /// Shows the fraction that is done, from 0 to 1.
  func show(_ part: Double) {
    let percent = Int(part * 100)
    guard isTerminal, shown != percent else { return }
    shown = percent
    write("\r\u{1B}[K\(name): \(percent) %")
  }

  /// Removes the line.
  func clear() {
    if shown != nil { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
