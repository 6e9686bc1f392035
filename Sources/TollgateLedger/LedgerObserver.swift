/// Observes what a ledger does, for metrics and logs.
public struct LedgerObserver: Sendable {
  /// Called after each commit with the number of writes that shared it, and how long it took.
  public let committed: @Sendable (_ writes: Int, _ duration: Duration) -> Void
  /// Called with each failure of the storage, and not with a rejection that the caller handles, such as `conflict`.
  public let failed: @Sendable (LedgerError) -> Void

  /// Creates an observer; by default it ignores everything.
  public init(
    committed: @escaping @Sendable (_ writes: Int, _ duration: Duration) -> Void = { _, _ in },
    failed: @escaping @Sendable (LedgerError) -> Void = { _ in }
  ) {
    self.committed = committed
    self.failed = failed
  }

  /// Reports an error unless it is a rejection; returns it to be thrown.
  package func observed(_ error: LedgerError) -> LedgerError {
    if !error.isRejection { failed(error) }
    return error
  }
}

extension LedgerError {
  /// Whether the ledger works, and rejected this call for what it asked.
  fileprivate var isRejection: Bool { [.conflict, .answered, .claimed].contains(code) }
}
