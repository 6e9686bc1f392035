public import Tollgate

/// An error of a ledger; nothing was written.
public struct LedgerError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Code: Hashable, Sendable {
    /// The customer has a newer version: load it and decide again.
    case conflict
    /// The idempotency key already has an answer.
    case answered(LedgerAnswer)
    /// A claim belongs to another customer.
    case claimed(LedgerClaim, by: Customer.ID)
    /// The file was written by a newer version of this software.
    case newerSchema
    /// The file cannot be written: read-only, or no permission.
    case readOnly
    /// The disk is full.
    case full
    /// The file is damaged or is not a ledger.
    case corrupt
    /// Any other storage failure.
    case unavailable
  }

  /// The kind of error.
  public let code: Code
  /// A message for operators, without personal values.
  public let message: String

  /// Creates an error.
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
