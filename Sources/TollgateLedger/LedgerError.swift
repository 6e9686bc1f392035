public import Foundation
public import Tollgate

/// An error of a ledger; nothing was written, unless the code is `uncertain`.
///
/// | code | what to do |
/// |---|---|
/// | `conflict` | load the customer and decide again |
/// | `answered` | return ``answer`` unchanged |
/// | `claimed` | decide again, knowing ``owner`` |
/// | `full`, `unavailable` | retry later |
/// | `uncertain` | repeat the request under its idempotency key, or load the customer and look |
/// | `newerSchema`, `moved` | stop using this ledger; a retry here cannot help, but the ledger's other servers, of the newer version or at the new place, can answer the request when a client repeats it |
/// | `readOnly`, `corrupt`, `missing`, `inUse`, `replaced` | refuse writes until an operator acts; a retry cannot help |
public struct LedgerError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a kind of error.
  ///
  /// Newer versions, and ledgers outside of this package, may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The customer has a newer version: load it and decide again.
    public static let conflict = Self(rawValue: "conflict")
    /// The idempotency key already has an answer: ``LedgerError/answer``.
    public static let answered = Self(rawValue: "answered")
    /// A claim, ``LedgerError/claim``, belongs to another customer, ``LedgerError/owner``.
    public static let claimed = Self(rawValue: "claimed")
    /// The file was written by a newer version of this software.
    public static let newerSchema = Self(rawValue: "newerSchema")
    /// The file cannot be written: read-only, or no permission.
    public static let readOnly = Self(rawValue: "readOnly")
    /// The disk is full.
    public static let full = Self(rawValue: "full")
    /// The file is damaged or is not a ledger.
    public static let corrupt = Self(rawValue: "corrupt")
    /// The file does not exist, and the caller did not allow creating it.
    public static let missing = Self(rawValue: "missing")
    /// Another process has the file open.
    public static let inUse = Self(rawValue: "inUse")
    /// The file was deleted or replaced while it was open.
    public static let replaced = Self(rawValue: "replaced")
    /// The ledger was moved to another place, or is the unfinished target of such a move.
    public static let moved = Self(rawValue: "moved")
    /// The connection to the database was lost during a commit, and whether that took place could not be found out.
    public static let uncertain = Self(rawValue: "uncertain")
    /// Any other storage failure.
    public static let unavailable = Self(rawValue: "unavailable")
  }

  public let code: Code
  /// A message for operators, without personal values.
  public let message: String
  /// The first answer to the idempotency key; only with the code ``Code/answered``.
  public private(set) var answer: LedgerAnswer?
  /// What another customer owns; only with the code ``Code/claimed``.
  public private(set) var claim: LedgerClaim?
  /// The customer who owns ``claim``; only with the code ``Code/claimed``.
  public private(set) var owner: Customer.ID?

  /// Creates an error.
  ///
  /// - Parameter message: A message for operators; it must not contain an email address, a name, a token or a fact.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Creates the error for an idempotency key that already has an answer.
  ///
  /// - Returns: An error with the code ``Code/answered``.
  public static func answered(_ answer: LedgerAnswer) -> LedgerError {
    var error = LedgerError(.answered, "The idempotency key has an answer already.")
    error.answer = answer
    return error
  }

  /// Creates the error for a claim that belongs to another customer.
  ///
  /// - Returns: An error with the code ``Code/claimed``.
  public static func claimed(_ claim: LedgerClaim, by owner: Customer.ID) -> LedgerError {
    var error = LedgerError(.claimed, "Something the write claims belongs to another customer.")
    error.claim = claim
    error.owner = owner
    return error
  }

  /// Whether the same call of the same ledger may succeed later.
  ///
  /// After `conflict` the call must be based on the customer's newer version; `full` and `unavailable` need time only.
  /// After `newerSchema` and `moved` only another server's call may succeed.
  public var isRetryable: Bool { [.conflict, .full, .unavailable].contains(code) }

  public var description: String { "\(code): \(message)" }

  public var errorDescription: String? { message }
}
