public import Tollgate

/// What a ledger says about a customer when the caller knows a version.
public enum LedgerReading: Hashable, Sendable {
  /// The customer still has that version.
  case unchanged
  /// The customer has another version; nil if it was never written.
  case changed(CustomerRecord?)
}

extension Ledger {
  /// Whether other processes write to the ledger at the same time; false unless a ledger says otherwise.
  public var isShared: Bool { false }

  /// Reads the whole record and compares its version; PostgreSQL's ledger asks for the version first.
  public func record(
    of customer: Customer.ID, in app: Blueprint.App.ID, newerThan version: Int
  ) async throws(LedgerError) -> LedgerReading {
    let record = try await record(of: customer, in: app)
    return record?.version == version ? .unchanged : .changed(record)
  }

  /// Reads the whole record for its version; PostgreSQL's ledger asks for the version alone.
  public func version(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int? {
    try await record(of: customer, in: app)?.version
  }
}
