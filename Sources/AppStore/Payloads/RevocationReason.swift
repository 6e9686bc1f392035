/// Why the store took a purchase back.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/revocationreason>.
public struct RevocationReason: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// For any other reason, an accidental purchase for example.
  public static let other = Self(rawValue: 0)

  /// For a real or perceived fault of the app.
  public static let issue = Self(rawValue: 1)
}
