public import Tollgate

/// Why a ledger did not do what was asked; nothing was written.
public struct LedgerError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Code: Hashable, Sendable {
    /// The customer has a newer version: load it and decide again.
    case conflict
    /// The idempotency key has an answer already.
    case answered(LedgerAnswer)
    /// A claim belongs to another customer.
    case claimed(LedgerClaim, by: Customer.ID)
    /// The file was written by a newer version of this software.
    case newerSchema
    /// The file cannot be written: read-only, or no permission.
    case readOnly
    /// The disk is full.
    case full
    /// The file is damaged, or something else than a ledger.
    case corrupt
    /// Anything else the storage says.
    case unavailable
  }

  /// What went wrong.
  public let code: Code
  /// A sentence for operators, without personal values.
  public let message: String

  /// Describes a failure.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Whether the same call may succeed later.
  public var isRetryable: Bool {
    switch code {
    case .conflict, .full, .unavailable: true
    case .answered, .claimed, .newerSchema, .readOnly, .corrupt: false
    }
  }
}
