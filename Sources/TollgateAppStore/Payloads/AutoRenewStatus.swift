/// Whether a subscription renews at the end of its period.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/autorenewstatus>.
public struct AutoRenewStatus: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It ends with the period.
  public static let off = Self(rawValue: 0)

  public static let on = Self(rawValue: 1)
}
