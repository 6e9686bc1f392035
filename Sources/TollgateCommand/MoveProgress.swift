import TollgateLedger

/// The progress of a move: a line that is updated on a terminal, or else a line for each table.
final class MoveProgress {
  private let line = ProgressLine("Moving")
  private let clock = ContinuousClock()
  private var stage: LedgerMove.Progress.Stage?
  /// When the stage began, and how many rows had been processed before.
  private var start = (instant: ContinuousClock.now, rows: 0)

  func show(_ progress: LedgerMove.Progress) {
    if stage != progress.stage {
      stage = progress.stage
      start = (clock.now, progress.rows)
    }
    guard line.isTerminal else {
      if progress.isTableDone { Output.printError(Self.text(progress, rate: nil)) }
      return
    }
    let seconds = start.instant.duration(to: clock.now) / .seconds(1)
    let rate = seconds > 0.5 ? Double(progress.rows - start.rows) / seconds : nil
    line.show(Self.text(progress, rate: rate))
  }

  /// Removes the line on a terminal.
  func clear() { line.clear() }

  /// The progress in words.
  ///
  /// - Parameter rate: The rows per second; nil if not known yet.
  static func text(_ progress: LedgerMove.Progress, rate: Double?) -> String {
    let verb =
      switch progress.stage {
      case .copying: "copying"
      case .verifying: "verifying"
      }
    var text = "\(verb) \(progress.table): \(progress.rows) of \(progress.total) rows"
    guard let rate, rate >= 1 else { return text }
    let left = Int((Double(max(0, progress.total - progress.rows)) / rate).rounded(.up))
    text += ", \(Int(rate)) rows/s, \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
    return text
  }
}
