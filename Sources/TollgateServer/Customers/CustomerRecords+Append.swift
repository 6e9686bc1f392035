import CoreMetrics
import TollgateLedger

extension CustomerRecords {
  /// Appends to the ledger; the write is measured, and is a span of its own if requests are traced.
  ///
  /// - Throws: What the ledger throws.
  func append(_ write: LedgerWrite) async throws(LedgerError) -> Int {
    let start = operations.metrics.isCollected ? ContinuousClock.now : nil
    defer {
      if let start {
        operations.metrics.appendDuration.recordNanoseconds(start.duration(to: .now).nanoseconds)
      }
    }
    guard let tracer = operations.tracer else { return try await ledger.append(write) }
    return try await tracer.trace(write, to: ledger).get()
  }
}
