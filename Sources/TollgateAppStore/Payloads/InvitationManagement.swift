/// Who invites members to the seats of a purchase.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct InvitationManagement: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: String

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The App Store does, and each member gets a transaction.
  public static let apple = Self(rawValue: "APPLE")

  /// The developer does, and members get no transaction.
  public static let developer = Self(rawValue: "DEVELOPER")
}
