public import Tollgate

/// A notification that the server refused, kept so that it can be judged again under other settings.
public struct LedgerRefusal: Hashable, Sendable {
  /// The greatest number of refused notifications kept for one app: 1,000.
  public static let limit = 1000

  /// The notification's UUID.
  public let notification: String
  /// The notification as the store signed it.
  public let signedPayload: String
  /// The code of the reason.
  public let reason: String
  /// The configuration revision under which it was refused; empty if it is judged again in any case.
  ///
  /// A refusal for an unknown product, for example, is judged again once the blueprint has changed, and not before.
  public let revision: String
  /// When it was refused, by the server's clock.
  public let at: Instant

  public init(
    notification: String, signedPayload: String, reason: String, revision: String, at: Instant
  ) {
    self.notification = notification
    self.signedPayload = signedPayload
    self.reason = reason
    self.revision = revision
    self.at = at
  }
}
