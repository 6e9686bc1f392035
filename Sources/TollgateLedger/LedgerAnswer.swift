public import Tollgate

/// The first response to a request, stored under its idempotency key.
public struct LedgerAnswer: Hashable, Sendable {
  public let key: Idempotency.Key
  /// What the key was used for; reusing it for another purpose is the caller's mistake.
  public let purpose: String
  public let status: Int
  /// The body, byte for byte.
  public let body: [UInt8]

  public init(key: Idempotency.Key, purpose: String, status: Int, body: [UInt8]) {
    self.key = key
    self.purpose = purpose
    self.status = status
    self.body = body
  }
}
